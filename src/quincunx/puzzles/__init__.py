"""Puzzles: positions in which exactly one move keeps the win, or the draw. `GAME.jsonl` beside this file has a line
each, made by proof."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib import resources
from typing import Literal

from quincunx.games import GAMES
from quincunx.law.draws import Draws


@dataclass(frozen=True, slots=True)
class Puzzle:
    id: str
    """The game's name and a number: `xtic-0001`."""
    position: str
    goal: Literal["win", "draw"]
    """What the seat to move can have with best play."""
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
    """All that are shipped, game by game."""
    here = resources.files("quincunx.puzzles")
    files = (here / f"{game}.jsonl" for game in GAMES)
    lines = (line for file in files if file.is_file() for line in file.read_text("utf-8").splitlines())
    return tuple(Puzzle(**json.loads(line)) for line in lines)


def daily(day: date) -> Puzzle:
    """The puzzle of a day, the same for everybody."""
    return Draws(day.isoformat(), "puzzle").choice(load())
