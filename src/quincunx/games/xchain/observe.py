"""The observation planes of xchain."""

from __future__ import annotations

import numpy as np

from quincunx.games.xchain.law import XchainState, maxima
from quincunx.planes import Layers


def layers(state: XchainState, seat: int) -> Layers:
    owners, values = (np.frombuffer(squares, np.uint8) for squares in state.board)
    most = np.frombuffer(maxima(state.game.size), np.uint8)
    seats = [(seat - 1 + i) % state.game.seats + 1 for i in range(state.game.seats)]
    return (
        state.game.size.height,
        state.game.size.width,
        (
            *((owners == whose) & (values >= least) for whose in seats for least in (1, 2, 3)),
            values >= most,
            *(state.plays(whose) for whose in seats),
        ),
    )
