"""What a learning machine sees of a position: planes of zeros and ones, one value for each square of the board.

A game says which in the `observe.py` of its folder. A seat sees the board from its own side: what is its own comes
first, then the next seat in turn, and so on. The last plane of every game is full of ones while it is that seat's turn,
also while dice are thrown for it. docs/adapters.md lists the planes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias, cast

try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as missing:
    from quincunx.extras import needs

    raise ModuleNotFoundError(needs(__name__, missing, "batch"), name=missing.name) from None

from quincunx.games import Refused, State, registry

Planes: TypeAlias = NDArray[np.uint8]
Layers: TypeAlias = tuple[int, int, Sequence[Any]]
"""Rows, columns, and for each plane its squares in reading order, or one value for all of them."""


def planes(state: State, seat: int) -> Planes:
    """The position as a seat sees it: planes, rows, columns.

    >>> from quincunx import games
    >>> planes(games.parse("tactix:size=3 ooo/.o./... 2"), 2).tolist()
    [[[1, 1, 1], [0, 1, 0], [0, 0, 0]], [[1, 1, 1], [1, 1, 1], [1, 1, 1]]]
    """
    own = registry.part(state.game.name, "observe")
    if own is None:
        raise Refused("adapters.no-planes", game=state.game.name)
    rows, columns, layers = cast(Layers, own.layers(state, seat))
    seen = np.empty((len(layers) + 1, rows * columns), np.uint8)
    for plane, squares in zip(seen, (*layers, state.turn == seat), strict=True):
        plane[:] = squares
    return seen.reshape(-1, rows, columns)


def bits(number: int, squares: int) -> Planes:
    """The lowest bits of a number, one for each square."""
    held = np.frombuffer(number.to_bytes((squares + 7) // 8, "little"), np.uint8)
    return np.unpackbits(held, count=squares, bitorder="little")
