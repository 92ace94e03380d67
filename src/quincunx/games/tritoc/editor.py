"""What the board editor has to know about tritoc."""

from __future__ import annotations

from quincunx.editor import NEXT, Json, field, numbers, part, symbol
from quincunx.games import Game
from quincunx.games.tritoc import law


def palette(_: Game) -> Json:
    colours = {str(seat): f"{colour}, seat {seat}" for seat, colour in enumerate(law.COLOURS.values(), 1)}
    return {
        "squares": [taking.removeprefix("x") for taking in law.TAKINGS],
        "width": len(law.HOLES),
        "pattern": "[.ry]",
        "once": False,
        "symbols": [symbol(piece, colour, seat=law.PIECES.index(piece)) for piece, colour in law.COLOURS.items()],
        "fields": [
            field(part(NEXT, colours)),
            field(part("Thrown", {"-": "nothing yet"} | {throw: throw for throw in law.THROWS})),
            field(part("Useless throws in this turn", numbers(range(law.TRIES)))),
            field(part("Turns forfeited in a row", numbers(range(law.FORFEITS + 1)))),
        ],
    }
