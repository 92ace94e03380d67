"""What the board editor has to know about xtic."""

from __future__ import annotations

from quincunx.editor import Json, field, part, symbol
from quincunx.games import Game
from quincunx.games.xtic import law


def palette(_: Game) -> Json:
    pieces = {name: law.describe(number) for number, name in enumerate(law.PIECES)}
    hands = {f"={name}": f"{name}: {', '.join(words)}" for name, words in pieces.items()}
    return {
        "squares": law.SQUARES,
        "width": 4,
        "pattern": "[.0-9A-F]",
        "once": True,
        "symbols": [symbol(name, " ".join(words), piece=name, words=words) for name, words in pieces.items()],
        "fields": [field(part("In hand", {"-": "nothing: a piece is to be given"} | hands))],
    }
