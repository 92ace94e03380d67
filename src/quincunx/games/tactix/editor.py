"""What the board editor has to know about tactix."""

from __future__ import annotations

from quincunx.editor import NEXT, Json, field, numbers, part, symbol
from quincunx.games import Game
from quincunx.games.tactix.law import Tactix


def palette(game: Game) -> Json:
    assert isinstance(game, Tactix)
    return {
        "squares": game.squares,
        "width": game.size,
        "pattern": "[.o]",
        "once": False,
        "symbols": [symbol("o", "counter", counter=True)],
        "fields": [field(part(NEXT, numbers((1, 2), "seat")))],
    }
