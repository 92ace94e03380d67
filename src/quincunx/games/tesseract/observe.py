"""The observation planes of tesseract."""

from __future__ import annotations

from quincunx.games.tesseract.law import TesseractState
from quincunx.planes import Layers, bits


def layers(state: TesseractState, seat: int) -> Layers:
    squares = len(state.game.actions)
    own, other = (bits(state.marks[whose - 1], squares) for whose in (seat, 3 - seat))
    return 16, state.game.width, (own, other)
