"""The observation planes of tritoc."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from quincunx.games.tritoc.law import HOLES, PIECES, TritocState, closed
from quincunx.planes import Layers


def layers(state: TritocState, seat: int) -> Layers:
    pieces, won = (np.frombuffer(text.encode(), np.uint8) for text in ("".join(state.fields), state.won))
    shut = np.array([closed(field) for field in state.fields])
    # Reorders holes from field by field to row by row of the whole board.
    holes = pieces.reshape(3, 3, 3, 3).transpose(0, 2, 1, 3).reshape(81)
    own, other = (ord(PIECES[whose]) for whose in (seat, 3 - seat))
    return (
        9,
        9,
        (
            holes == own,
            holes == other,
            *(_fields(won == whose) for whose in (own, other)),
            _fields(shut),
            *(state.roll == roll for roll in (2, *HOLES, 12)),
            *(state.tries >= count for count in (1, 2)),
            *(state.forfeits >= count for count in (1, 2, 3)),
        ),
    )


def _fields(flags: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """A value per field, repeated for all nine of its holes."""
    return np.repeat(np.repeat(flags.reshape(3, 3), 3, axis=0), 3, axis=1).reshape(81)
