"""Data of tritoc for the board editor."""

from __future__ import annotations

from quincunx.editor import NEXT, Json, field, numbers, part, symbol
from quincunx.games import Game
from quincunx.games.tritoc import law
from quincunx.law import Message


def palette(_: Game) -> Json:
    colours = {piece: Message(f"tritoc.editor.{colour}") for piece, colour in law.COLOURS.items()}
    turns = {str(law.PIECES.index(piece)): colour for piece, colour in colours.items()}
    nothing = {"-": Message("tritoc.editor.nothing")}
    return {
        "squares": [taking.removeprefix("x") for taking in law.TAKINGS],
        "width": len(law.HOLES),
        "pattern": "[.ry]",
        "once": False,
        "symbols": [symbol(piece, colour, seat=law.PIECES.index(piece)) for piece, colour in colours.items()],
        "fields": [
            field(part(NEXT, turns)),
            field(part(Message("tritoc.editor.roll"), {**nothing, **{roll: roll for roll in law.ROLLS}})),
            field(part(Message("tritoc.editor.tries"), numbers(range(law.TRIES)))),
            field(part(Message("tritoc.editor.forfeits"), numbers(range(law.FORFEITS + 1)))),
        ],
    }
