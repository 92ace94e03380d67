"""Data of xchain for the board editor."""

from __future__ import annotations

from functools import cache

from quincunx.editor import NEXT, Json, field, part, seats, symbol
from quincunx.games import Game
from quincunx.games.xchain import law
from quincunx.games.xchain.law import Xchain
from quincunx.law import Message


def palette(game: Game) -> Json:
    assert isinstance(game, Xchain)
    return {
        "squares": game.actions,
        "width": game.size.width,
        "pattern": rf"\.|[{law.LETTERS[1]}-{law.LETTERS[game.seats]}][0-9]",
        "once": False,
        "symbols": _symbols(game.seats, max(law.maxima(game.size))),
        "fields": _fields(game.seats),
    }


@cache  # for the hundreds of sizes
def _symbols(count: int, highest: int) -> list[Json]:
    return [
        symbol(
            f"{law.LETTERS[seat]}{value}",
            Message("xchain.editor.square", seat=seat, value=value),
            seat=seat,
            value=value,
        )
        for seat in range(1, count + 1)
        for value in range(1, highest + 1)
    ]


@cache
def _fields(count: int) -> list[Json]:
    numbers = range(1, count + 1)
    standings = {letter: Message(f"xchain.word.{word}") for letter, word in law.STANDINGS.items()}
    return [
        field(*(part(Message("law.seat", number=seat), standings) for seat in numbers)),
        field(part(NEXT, {**seats(numbers), "-": Message("xchain.editor.nobody")})),
    ]
