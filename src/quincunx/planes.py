"""What a learner sees of a position: planes of zeros and ones, one value for each square of the board.

A game says which in the `observe.py` of its folder; for one that has none they are made from its view. A seat sees the
board from its own side: what is its own comes first, then the next seat in turn, and so on. The last plane of every
game is full of ones while it is that seat's turn, also while dice are rolled for it. docs/adapters.md lists the planes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, TypeAlias, cast

try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as missing:
    from quincunx.extras import needs

    raise ModuleNotFoundError(needs(__name__, missing, "batch"), name=missing.name) from None

from quincunx.games import Game, State, registry
from quincunx.law.draws import Draws

SAMPLED, LONGEST = 8, 300
"""Random matches, and moves of each, that are played to find the texts on a game's squares."""

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
    rows, columns, layers = cast(Layers, own.layers(state, seat)) if own else layers_of_view(state, seat)
    seen = np.empty((len(layers) + 1, rows * columns), np.uint8)
    for plane, squares in zip(seen, (*layers, state.turn == seat), strict=True):
        plane[:] = squares
    return seen.reshape(-1, rows, columns)


def layers_of_view(state: State, seat: int) -> Layers:
    """The layers of a game without an `observe.py`: the pieces of each seat, itself first; squares with each of the
    texts in `texts`; squares with any other text; squares that a legal move names."""
    view, seats, known = state.view(), state.game.seats, texts(state.game)
    cells = view["cells"]
    owners = [((seat - 1 + n) % seats) + 1 for n in range(seats)]
    named = _named([cell["name"] for cell in cells], view["moves"])
    layers = [
        *([cell.get("seat") == owner for cell in cells] for owner in owners),
        *([cell["text"] == text for cell in cells] for text in known),
        [bool(cell["text"]) and cell["text"] not in known and not (cell.get("seat") and not known) for cell in cells],
        [cell["name"] in named for cell in cells],
    ]
    return len(view["grid"]["rows"]), len(view["grid"]["columns"]), layers


@cache
def texts(game: Game) -> tuple[str, ...]:
    """The texts on squares that say more than whose piece it is, sorted: what a few random matches show. None where
    every seat has one kind of piece."""
    owned: dict[str, set[int]] = {}
    for number in range(SAMPLED):
        draws, state = Draws(f"{number}", "texts"), game.start(f"{number}")
        for _ in range(LONGEST):
            for cell in state.view()["cells"]:
                if cell["text"]:
                    owned.setdefault(cell["text"], set()).add(cell.get("seat") or 0)
            if state.outcome:
                break
            chances = state.chances()
            state = state.play(draws.weighted(chances) if chances else draws.choice(state.moves()))
    plain = sorted(seat for seats in owned.values() for seat in seats) == list(range(1, len(owned) + 1))
    return () if plain else tuple(sorted(owned))


def _named(squares: Sequence[str], moves: Sequence[str]) -> set[str]:
    """The squares whose names are in moves, as `a1` and `b2` are in `a1-b2`."""
    pattern = re.compile("|".join(map(re.escape, sorted(squares, key=len, reverse=True))))
    return {name for move in moves for name in pattern.findall(move)}


def bits(number: int, squares: int) -> Planes:
    """The lowest bits of a number, one for each square."""
    held = np.frombuffer(number.to_bytes((squares + 7) // 8, "little"), np.uint8)
    return np.unpackbits(held, count=squares, bitorder="little")
