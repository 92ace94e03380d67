"""The observation planes of xtic."""

from __future__ import annotations

import numpy as np

from quincunx.games.xtic.law import XticState
from quincunx.planes import Layers


def layers(state: XticState, seat: int) -> Layers:  # noqa: ARG001 - nothing on the board is anybody's
    board = np.array(state.board)
    placed = board >= 0
    held = state.hand is not None
    return (
        4,
        4,
        (
            placed,
            *(placed & (board >> bit & 1) for bit in range(4)),
            held,
            *(held and (state.hand or 0) >> bit & 1 for bit in range(4)),
        ),
    )
