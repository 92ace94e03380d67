"""What the board editor has to know about xchain."""

from __future__ import annotations

from quincunx.editor import NEXT, Json, field, numbers, part, symbol
from quincunx.games import Game
from quincunx.games.xchain import law
from quincunx.games.xchain.law import Xchain


def palette(game: Game) -> Json:
    assert isinstance(game, Xchain)
    seats = range(1, game.seats + 1)
    return {
        "squares": game.actions,
        "width": game.size.width,
        "pattern": rf"\.|[{law.LETTERS[1]}-{law.LETTERS[game.seats]}][0-9]",
        "once": False,
        "symbols": [
            symbol(f"{law.LETTERS[seat]}{value}", f"seat {seat}, {value}", seat=seat, value=value)
            for seat in seats
            for value in range(1, max(law.maxima(game.size)) + 1)
        ],
        "fields": [
            field(*(part(f"Seat {seat} is", law.STANDINGS) for seat in seats)),
            field(part(NEXT, numbers(seats, "seat") | {"-": "nobody: the game is won"})),
        ],
    }
