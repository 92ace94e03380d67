"""Data of xtic for the board editor."""

from __future__ import annotations

from quincunx.editor import Json, field, part, symbol
from quincunx.games import Game
from quincunx.games.xtic import law
from quincunx.law import Message


def palette(_: Game) -> Json:
    words = {name: law.describe(number) for number, name in enumerate(law.PIECES)}
    pieces = {name: _label(name, traits) for name, traits in words.items()}
    hands = {f"={name}": piece for name, piece in pieces.items()}
    return {
        "squares": law.SQUARES,
        "width": 4,
        "pattern": "[.0-9A-F]",
        "once": True,
        "symbols": [symbol(name, pieces[name], piece=name, words=traits) for name, traits in words.items()],
        "fields": [field(part(Message("xtic.editor.hand"), {"-": Message("xtic.editor.nothing"), **hands}))],
    }


def _label(name: str, traits: list[str]) -> Message:
    return Message("xtic.editor.piece", name=name, traits=[Message(f"xtic.word.{trait}") for trait in traits])
