"""Puzzles: positions in which exactly one move keeps the win, or the draw, or has the best chances.

Those of a game are in `data/puzzles.jsonl` in its folder, one per line; each was proved when it was made.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Literal, TypeAlias

from quincunx.games import GAMES, registry
from quincunx.law.draws import Draws

Goal: TypeAlias = Literal["win", "draw", "best"]
"""What the seat to move can have with best play; `best` is the highest expected result, in games with dice."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    id: str
    """The game's name and a number: `xtic-0001`."""
    position: str
    goal: Goal
    move: str
    """The only move that keeps it."""
    moves_to_end: int | None
    """Under best play, where that is known."""
    grade: int
    """From 1, seen at a glance, to 5."""

    @property
    def game(self) -> str:
        return self.id.partition("-")[0]


@cache
def load() -> tuple[Puzzle, ...]:
    """All shipped puzzles, game by game."""
    files = (registry.file(game, "data", "puzzles.jsonl") for game in GAMES)
    lines = (line for file in files if file for line in file.read_text("utf-8").splitlines())
    return tuple(Puzzle(**json.loads(line)) for line in lines)


def daily(day: date) -> Puzzle:
    """The puzzle of a day, the same for everybody."""
    return Draws(day.isoformat(), "puzzle").choice(load())
