"""Levels of the computer as lists and menus show them: with their ratings."""

from __future__ import annotations

from quincunx import engine
from quincunx.games import Game
from quincunx.law.messages import text


def rated(game: Game, level: str, called: str) -> str:
    """The name of a level, with its rating if that was measured for this variant."""
    rating = engine.rating(game, level)
    return text("terminal.level.rated", level=called, rating=rating) if rating else called


def level_list(game: Game) -> list[str]:
    """The levels of a game as they are typed, with their ratings."""
    return [rated(game, level, level) for level in engine.available(game)]
