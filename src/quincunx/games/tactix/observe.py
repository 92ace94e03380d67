"""The observation planes of tactix."""

from __future__ import annotations

from quincunx.games.tactix.law import TactixState
from quincunx.planes import Layers, bits


def layers(state: TactixState, seat: int) -> Layers:  # noqa: ARG001
    size = state.game.size
    return size, size, (bits(state.counters, size * size),)
