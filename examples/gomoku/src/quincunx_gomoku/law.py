"""Gomoku: two players put stones on a square board in turn; whoever has five in a row wins."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from quincunx.law import (
    NOBODY,
    Game,
    IllegalMove,
    InvalidPosition,
    Message,
    Outcome,
    State,
    View,
    grid,
    grid_view,
)
from quincunx.law.options import whole

STONES = "xo"
"""The stones of seat 1 and seat 2 as text. A free square is a dot."""
FIVE = 5


@dataclass(frozen=True)
class Gomoku(Game):
    name: ClassVar = "gomoku"
    title: ClassVar = "Gomoku"
    summary: ClassVar = "Put stones on the board in turn; whoever has five or more in a row wins."
    agreed_draws: ClassVar = True
    variants: ClassVar = ("", "size=7", "size=15")
    messages: ClassVar = {
        "taken": "{square} is already taken.",
        "stones": "x moves first, so it has as many stones as o, or one more.",
        "five": "{seat} made five in a row.",
        "full": "The board is full.",
    }

    size: int = whole(9, "Size", "Rows and columns of the board.", 7, 15)

    @cached_property
    def actions(self) -> tuple[str, ...]:
        return grid.squares(self.size, self.size)

    @property
    def longest(self) -> int:
        return self.size**2

    def start(self, seed: str) -> GomokuState:
        return GomokuState(self, "/".join(["." * self.size] * self.size))

    def move(self, typed: str) -> str:
        square = typed.strip().lower()
        if square not in self.actions:
            raise IllegalMove("law.square", square=typed, last=self.actions[-1])
        return square

    def read(self, body: str) -> GomokuState:
        grid.cells(body, self.size, self.size, "[.xo]")
        if body.count("x") - body.count("o") not in (0, 1):
            raise InvalidPosition("gomoku.stones")
        return GomokuState(self, body)


@dataclass(frozen=True)
class GomokuState(State):
    game: Gomoku
    board: str
    """The rows from the top, separated by slashes."""

    @property
    def turn(self) -> int:
        if self.outcome:
            return NOBODY
        return 1 + self.board.count("x") - self.board.count("o")

    def moves(self) -> tuple[str, ...]:
        if self.outcome:
            return ()
        cells = zip(self.game.actions, self.board.replace("/", ""), strict=True)
        return tuple([square for square, cell in cells if cell == "."])

    def play(self, move: str) -> GomokuState:
        if self.outcome:
            raise IllegalMove("law.over")
        at = self.game.actions.index(self.game.move(move))
        at += at // self.game.size  # the slashes before it
        if self.board[at] != ".":
            raise IllegalMove("gomoku.taken", square=move)
        stone = STONES[self.turn - 1]
        return GomokuState(self.game, self.board[:at] + stone + self.board[at + 1 :])

    @cached_property
    def outcome(self) -> Outcome | None:
        # Rows end with a slash, so steps of these lengths go right, down and along both diagonals,
        # and no line runs over the edge of the board into the next row.
        width = self.game.size + 1
        for step in (1, width, width + 1, width - 1):
            for first in range(step):
                line = self.board[first::step]
                for seat, stone in enumerate(STONES, 1):
                    at = line.find(stone * FIVE)
                    if at >= 0:
                        places = [first + step * (at + n) for n in range(FIVE)]
                        return self.won(seat, places)
        if "." not in self.board:
            return Outcome(2, None, "full", Message("gomoku.full"))
        return None

    def won(self, seat: int, places: list[int]) -> Outcome:
        row = self.game.size + 1
        squares = tuple(self.game.actions[at - at // row] for at in places)
        return Outcome(2, seat, "five", Message("gomoku.five", seat=seat), squares)

    @property
    def body(self) -> str:
        return self.board

    @property
    def phase(self) -> str:
        return "" if self.outcome else "mark"

    def picture(self) -> View:
        size, outcome = self.game.size, self.outcome
        cells = zip(self.game.actions, self.board.replace("/", ""), strict=True)
        return {
            "grid": grid_view(grid.COLUMNS[:size], [str(y + 1) for y in range(size)]),
            "cells": [
                {"name": name, "text": cell.strip("."), "seat": 1 + STONES.find(cell)}
                for name, cell in cells
            ],
            "highlights": {
                "decisive": [list(outcome.squares)] if outcome else [],
                "candidates": [],
            },
        }
