"""Data of tesseract for the board editor."""

from __future__ import annotations

from quincunx.editor import Json, symbol
from quincunx.games import Game
from quincunx.games.tesseract import law
from quincunx.games.tesseract.law import Tesseract
from quincunx.law import Message


def palette(game: Game) -> Json:
    assert isinstance(game, Tesseract)
    return {
        "squares": game.actions,
        "width": game.width,
        "pattern": "[.xo]",
        "once": False,
        "symbols": [symbol(law.MARKS[seat], Message("tesseract.editor.mark", seat=seat), seat=seat) for seat in (1, 2)],
        "fields": [],
    }
