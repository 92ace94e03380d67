"""Data of tactix for the board editor."""

from __future__ import annotations

from quincunx.editor import NEXT, Json, field, part, seats, symbol
from quincunx.games import Game
from quincunx.games.tactix.law import Tactix
from quincunx.law import Message


def palette(game: Game) -> Json:
    assert isinstance(game, Tactix)
    return {
        "squares": game.squares,
        "width": game.size,
        "pattern": "[.o]",
        "once": False,
        "symbols": [symbol("o", Message("tactix.editor.counter"), counter=True)],
        "fields": [field(part(NEXT, seats((1, 2))))],
    }
