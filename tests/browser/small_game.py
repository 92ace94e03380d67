"""A game that is only a law, for the board of games that bring none: hops, on five squares by five.

A seat drops a stone on its own home row (`c5`), moves one a square forward (`c5c4`), or passes. Whoever brings a stone
to the other side wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from quincunx.law import grid
from quincunx.law.errors import IllegalMove
from quincunx.law.game import NOBODY, Game, Outcome, State, View, grid_view
from quincunx.law.messages import Message

SIZE = 5
NAMES = grid.squares(SIZE, SIZE)
HOME = {1: SIZE - 1, 2: 0}
"""The row that each seat starts from, from the top."""
STEP = {1: -SIZE, 2: SIZE}
PASS = "pass"


@dataclass(frozen=True)
class Hops(Game):
    name: ClassVar = "hops"
    title: ClassVar = "Hops"
    summary: ClassVar = "Bring a stone to the other side."
    agreed_draws: ClassVar = False
    variants: ClassVar = ("",)
    messages: ClassVar = {"across": "{seat} is across.", "blocked": "{move} is blocked."}

    @property
    def actions(self) -> tuple[str, ...]:
        steps = (f"{a}{NAMES[i + s]}" for i, a in enumerate(NAMES) for s in STEP.values() if 0 <= i + s < SIZE * SIZE)
        return (*NAMES, *steps, PASS)

    def start(self, seed: str) -> HopsState:  # noqa: ARG002
        return self.read(f"{'.' * SIZE * SIZE} 1")

    def read(self, body: str) -> HopsState:
        cells, turn = body.split(" ")
        return HopsState(self, cells, int(turn))

    def move(self, typed: str) -> str:
        return typed


@dataclass(frozen=True)
class HopsState(State):
    game: Hops
    cells: str
    next: int

    @property
    def turn(self) -> int:
        return NOBODY if self.outcome else self.next

    def moves(self) -> tuple[str, ...]:
        if self.outcome:
            return ()
        row, step, own = HOME[self.next] * SIZE, STEP[self.next], str(self.next)
        drops = [NAMES[i] for i in range(row, row + SIZE) if self.cells[i] == "."]
        steps = [
            f"{NAMES[i]}{NAMES[i + step]}"
            for i, cell in enumerate(self.cells)
            if cell == own and 0 <= i + step < SIZE * SIZE and self.cells[i + step] == "."
        ]
        return (*drops, *steps, PASS)

    def play(self, move: str) -> Self:
        if move not in self.moves():
            raise IllegalMove("hops.blocked", move=move)
        cells = list(self.cells)
        if move != PASS:
            if len(move) == 4:
                cells[NAMES.index(move[:2])] = "."
            cells[NAMES.index(move[-2:])] = str(self.next)
        return type(self)(self.game, "".join(cells), 3 - self.next)

    @property
    def outcome(self) -> Outcome | None:
        for seat in (1, 2):
            there = HOME[3 - seat] * SIZE
            for i in range(there, there + SIZE):
                if self.cells[i] == str(seat):
                    return Outcome(2, seat, "across", Message("hops.across", seat=seat), (NAMES[i],))
        return None

    @property
    def body(self) -> str:
        return f"{self.cells} {self.next}"

    @property
    def phase(self) -> str:
        return "" if self.outcome else "hop"

    def picture(self) -> View:
        pieces: dict[str, View] = {".": {"text": ""}, "1": {"text": "x", "seat": 1}, "2": {"text": "o", "seat": 2}}
        return {
            "grid": grid_view("abcde", "12345"),
            "cells": [{"name": name, **pieces[cell]} for name, cell in zip(NAMES, self.cells, strict=True)],
            "highlights": {"decisive": [], "candidates": []},
        }
