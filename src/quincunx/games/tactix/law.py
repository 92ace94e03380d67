"""tactix: Piet Hein's take-away game; a move takes adjacent counters of one row or column."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property
from typing import ClassVar, TypeAlias

from quincunx.law import grid
from quincunx.law.errors import IllegalMove, InvalidPosition
from quincunx.law.game import NOBODY, Game, Outcome, State, View, grid_view
from quincunx.law.messages import Message
from quincunx.law.options import choice, whole

Spans: TypeAlias = tuple[tuple[str, int], ...]
"""Moves with their squares, each longer than the one before."""


@cache
def spans(size: int) -> dict[str, int]:
    """Every move with the set of its squares as bits, bit 0 being a1: in reading order of the first square,
    from it to the right, then from it down, short before long."""
    names = grid.squares(size, size)
    found: dict[str, int] = {}
    for first, name in enumerate(names):
        x, y = first % size, first // size
        found[name] = 1 << first
        for step, room in ((1, size - x), (size, size - y)):
            for length in range(2, room + 1):
                taken = range(first, first + step * length, step)
                found[f"{name}-{names[taken[-1]]}"] = sum(1 << i for i in taken)
    return found


@cache
def spans_from(size: int) -> tuple[tuple[str, int, tuple[Spans, Spans]], ...]:
    """For each square: its name, its bit, and the longer moves that start there, to the right and down."""
    found: dict[str, tuple[list[tuple[str, int]], list[tuple[str, int]]]] = {}
    for move, taken in spans(size).items():
        first, _, last = move.partition("-")
        if last:
            found[first][first[0] == last[0]].append((move, taken))
        else:
            found[first] = [], []
    moves = spans(size)
    return tuple((name, moves[name], (tuple(right), tuple(down))) for name, (right, down) in found.items())


@cache
def cell_views(size: int) -> tuple[dict[str, View], ...]:
    """The view of each square, empty and with a counter: it depends on nothing else."""
    return tuple(
        {cell: {"name": name, "text": cell.strip("."), "counter": cell == "o"} for cell in ".o"}
        for name in grid.squares(size, size)
    )


@dataclass(frozen=True)
class Tactix(Game):
    name: ClassVar = "tactix"
    title: ClassVar = "TacTix"
    summary: ClassVar = (
        "Take adjacent counters from one row or column, as many as you like; whoever takes the last loses."
    )
    agreed_draws: ClassVar = False
    variants: ClassVar = ("", "size=3", "size=5", "size=6", "goal=last-wins", "size=3,goal=last-wins")

    size: int = whole(4, "Size", "Rows and columns of the grid.", 3, 6)
    goal: str = choice(
        "last-loses",
        "Goal",
        "What happens to the player who takes the last counter.",
        {"last-loses": "taking the last counter loses", "last-wins": "taking the last counter wins"},
    )

    @cached_property
    def squares(self) -> tuple[str, ...]:
        return grid.squares(self.size, self.size)

    @property
    def full(self) -> int:
        """All counters, as a state has them."""
        return (1 << self.size**2) - 1

    @property
    def longest(self) -> int:
        return self.size**2  # each move takes a counter or more

    @cached_property
    def actions(self) -> tuple[str, ...]:
        return tuple(spans(self.size))

    def start(self, seed: str = "") -> TactixState:  # noqa: ARG002 - nothing is random
        return TactixState(self, self.full, 1)

    def move(self, typed: str) -> str:
        if typed in spans(self.size):
            return typed
        ends = [end.strip() for end in typed.lower().split("-")]
        for end in ends:
            if end not in self.squares:
                raise IllegalMove("law.square", square=end or typed, last=self.squares[-1])
        if len(ends) > 2:
            raise IllegalMove("tactix.ends", move=typed)
        first, last = sorted(map(self.squares.index, (ends[0], ends[-1])))
        if first == last:
            return self.squares[first]
        token = f"{self.squares[first]}-{self.squares[last]}"
        if token not in spans(self.size):
            raise IllegalMove("tactix.line", first=ends[0], last=ends[1])
        return token

    def read(self, body: str) -> TactixState:
        parts = body.split(" ")
        if len(parts) != 2:
            raise InvalidPosition("tactix.position")
        cells = grid.cells(parts[0], self.size, self.size, r"[.o]")
        if not re.fullmatch("[12]", parts[1]):
            raise InvalidPosition("law.turn", written=parts[1], seats=["1", "2"])
        return TactixState(self, sum(1 << i for i, cell in enumerate(cells) if cell == "o"), int(parts[1]))


@dataclass(frozen=True)
class TactixState(State):
    game: Tactix
    counters: int
    """The counters left, a bit for each square; bit 0 is a1, bit 1 is b1."""
    next: int
    """The seat to move, or that would be if any counter were left."""

    @property
    def turn(self) -> int:
        return self.next if self.counters else NOBODY

    @property
    def phase(self) -> str:
        return "take" if self.counters else ""

    def moves(self) -> tuple[str, ...]:
        counters = self.counters
        gone = counters ^ self.game.full  # positive: Python is slow with the bits of negative numbers
        moves: list[str] = []
        for name, square, directions in spans_from(self.game.size):
            if square & counters:
                moves.append(name)
                for direction in directions:
                    for move, taken in direction:
                        if taken & gone:
                            break  # longer moves contain this gap too
                        moves.append(move)
        return tuple(moves)

    def play(self, move: str) -> TactixState:
        taken = spans(self.game.size).get(move)
        if not self.counters:
            raise IllegalMove("law.over")
        if taken is None:
            raise IllegalMove("law.move", move=move, game=self.game.title)
        if missing := taken & ~self.counters:
            gap = next(name for i, name in enumerate(self.game.squares) if missing >> i & 1)
            if "-" not in move:
                raise IllegalMove("tactix.empty", square=move)
            raise IllegalMove("tactix.gap", square=gap)
        return TactixState(self.game, self.counters & ~taken, 3 - self.next)

    @property
    def outcome(self) -> Outcome | None:
        if self.counters:
            return None
        taker = 3 - self.next
        winner = self.next if self.game.goal == "last-loses" else taker
        return Outcome(2, winner, "last", Message(f"tactix.{self.game.goal}", seat=taker))

    @property
    def body(self) -> str:
        return f"{grid.rows(self._cells(), self.game.size)} {self.next}"

    def _cells(self) -> str:
        bits = f"{self.counters:0{self.game.size**2}b}"
        return bits[::-1].replace("0", ".").replace("1", "o")

    def picture(self) -> View:
        size = self.game.size
        return {
            "grid": grid_view(grid.COLUMNS[:size], [str(y + 1) for y in range(size)]),
            "cells": [square[cell] for square, cell in zip(cell_views(size), self._cells(), strict=True)],
            "highlights": {"decisive": [], "candidates": []},
            "left": self.counters.bit_count(),
        }
