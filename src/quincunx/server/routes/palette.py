"""What a board editor needs to write positions of a game: its squares, what can stand on them, and the other fields.

A position is rows of squares separated by `/`, then fields separated by spaces; a field may be made of several
parts. So an editor that knows this needs to know no game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from quincunx import games
from quincunx.games import Game
from quincunx.games.tactix.law import Tactix
from quincunx.games.tesseract import law as tesseract
from quincunx.games.tesseract.law import Tesseract
from quincunx.games.tritoc import law as tritoc
from quincunx.games.xchain import law as xchain
from quincunx.games.xchain.law import Xchain
from quincunx.games.xtic import law as xtic
from quincunx.law import grid
from quincunx.server.tables.snapshot import Json

EMPTY = "."
NEXT = "To move"


def palette(game: Game) -> Json:
    """`squares` in the order in which a position writes them, `width` of them in a row; `symbols` with what each makes
    of a square's picture; `pattern`, a regular expression for one square; `fields` of `parts`, each with its
    choices, the default first; `blank`, the empty board."""
    found = OF[game.name](game)
    squares, width = found["squares"], found["width"]
    board = grid.rows([EMPTY] * len(squares), width)
    fields = ["".join(part["choices"][0]["text"] for part in field["parts"]) for field in found["fields"]]
    blank = games.parse(" ".join([str(game), board, *fields]))
    return {"game": str(game), "seats": game.seats, "empty": EMPTY, **found, "blank": blank.view()}


def _symbol(text: str, label: str, **cell: Any) -> Json:
    return {"text": text, "label": label, "cell": {"text": text, **cell}}


def _field(*parts: Json) -> Json:
    return {"parts": list(parts)}


def _part(label: str, choices: dict[str, str]) -> Json:
    return {"label": label, "choices": [{"text": text, "label": words} for text, words in choices.items()]}


def _numbers(numbers: Sequence[int], words: str = "") -> dict[str, str]:
    return {str(n): f"{words} {n}".strip() for n in numbers}


def _xtic(_: Game) -> Json:
    pieces = {name: xtic.describe(number) for number, name in enumerate(xtic.PIECES)}
    hands = {f"={name}": f"{name}: {', '.join(words)}" for name, words in pieces.items()}
    return {
        "squares": xtic.SQUARES,
        "width": 4,
        "pattern": "[.0-9A-F]",
        "once": True,
        "symbols": [_symbol(name, " ".join(words), piece=name, words=words) for name, words in pieces.items()],
        "fields": [_field(_part("In hand", {"-": "nothing: a piece is to be given"} | hands))],
    }


def _tactix(game: Game) -> Json:
    assert isinstance(game, Tactix)
    return {
        "squares": game.squares,
        "width": game.size,
        "pattern": "[.o]",
        "once": False,
        "symbols": [_symbol("o", "counter", counter=True)],
        "fields": [_field(_part(NEXT, _numbers((1, 2), "seat")))],
    }


def _tritoc(_: Game) -> Json:
    colours = {str(seat): f"{colour}, seat {seat}" for seat, colour in enumerate(tritoc.COLOURS.values(), 1)}
    return {
        "squares": [taking.removeprefix("x") for taking in tritoc.TAKINGS],
        "width": len(tritoc.HOLES),
        "pattern": "[.ry]",
        "once": False,
        "symbols": [
            _symbol(piece, colour, seat=tritoc.PIECES.index(piece)) for piece, colour in tritoc.COLOURS.items()
        ],
        "fields": [
            _field(_part(NEXT, colours)),
            _field(_part("Thrown", {"-": "nothing yet"} | {throw: throw for throw in tritoc.THROWS})),
            _field(_part("Useless throws in this turn", _numbers(range(tritoc.TRIES)))),
            _field(_part("Turns forfeited in a row", _numbers(range(tritoc.FORFEITS + 1)))),
        ],
    }


def _tesseract(game: Game) -> Json:
    assert isinstance(game, Tesseract)
    return {
        "squares": game.actions,
        "width": game.width,
        "pattern": "[.xo]",
        "once": False,
        "symbols": [_symbol(tesseract.MARKS[seat], f"mark of seat {seat}", seat=seat) for seat in (1, 2)],
        "fields": [],
    }


def _xchain(game: Game) -> Json:
    assert isinstance(game, Xchain)
    seats = range(1, game.seats + 1)
    return {
        "squares": game.actions,
        "width": game.size.width,
        "pattern": rf"\.|[{xchain.LETTERS[1]}-{xchain.LETTERS[game.seats]}][0-9]",
        "once": False,
        "symbols": [
            _symbol(f"{xchain.LETTERS[seat]}{value}", f"seat {seat}, {value}", seat=seat, value=value)
            for seat in seats
            for value in range(1, max(xchain.maxima(game.size)) + 1)
        ],
        "fields": [
            _field(*(_part(f"Seat {seat} is", xchain.STANDINGS) for seat in seats)),
            _field(_part(NEXT, _numbers(seats, "seat") | {"-": "nobody: the game is won"})),
        ],
    }


OF: dict[str, Callable[[Game], Json]] = {
    "xtic": _xtic,
    "tactix": _tactix,
    "tritoc": _tritoc,
    "tesseract": _tesseract,
    "xchain": _xchain,
}
