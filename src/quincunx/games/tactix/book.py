"""The book of tactix on the 6x6 grid: for positions with too many counters for a table to be made in time.

A line is a position, by the squares that are taken off (a hexadecimal number, a1 its lowest bit, the smallest of its
turns), then `+` and all moves that win, or `-` where none does and the moves after which the fewest replies win:

    3 + c3 d1-f1
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from typing import NamedTuple

from quincunx import books
from quincunx.games.tactix.law import Tactix, TactixState, spans
from quincunx.law.symmetry import image, least

TAKEN = 5
"""Counters that are off the grid at most; with one more a table for the rest takes a few seconds."""


class BookEntry(NamedTuple):
    won: bool
    """For the seat to move."""
    moves: frozenset[str]
    """All that win; where none does, those that set the other seat the hardest task."""


def name(game: Tactix) -> str:
    return f"tactix-{game.size}-{game.goal}"


def exists(game: Tactix) -> bool:
    return name(game) in books.names()


def look_up(state: TactixState) -> BookEntry | None:
    """What the book says; None where the position is not in it."""
    taken = (1 << state.game.size**2) - 1 & ~state.counters
    if taken.bit_count() > TAKEN or not exists(state.game):
        return None
    size = state.game.size
    key = least(size, taken)
    turn = next(turn for turn in range(8) if image(size, turn, taken) == key)
    sign, *moves = _lines(state.game)[f"{key:x}"].split(" ")
    takes = spans(size)
    booked = {takes[move] for move in moves}
    return BookEntry(sign == "+", frozenset(move for move, span in takes.items() if image(size, turn, span) in booked))


@cache
def _lines(game: Tactix) -> Mapping[str, str]:
    """For each position the rest of its line, parsed only when it is looked up."""
    lines = (line.partition(" ") for line in books.load(name(game)).splitlines())
    return {key: rest for key, _, rest in lines}


def positions(size: int) -> Iterator[int]:
    """The squares taken off in every position of the book, each standing for all its turns."""
    for count in range(TAKEN + 1):
        for squares in combinations(range(size * size), count):
            taken = sum(1 << square for square in squares)
            if least(size, taken) == taken:
                yield taken


def write(taken: int, won: bool, moves: list[str]) -> str:
    """A line."""
    return f"{taken:x} {'+' if won else '-'} {' '.join(moves)}"
