"""What a board editor needs to write positions of a game: its squares, what can stand on them, and the other fields.

A position is rows of squares separated by `/`, then fields separated by spaces; a field may be made of several
parts. A game describes its own in the `editor.py` of its folder, with the functions here; the editor itself knows no
game by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, cast

from quincunx import games
from quincunx.games import Game, Refused, registry
from quincunx.law import Message, grid

Json: TypeAlias = dict[str, Any]

EMPTY = "."
NEXT = Message("quincunx.editor.next")


def palette(game: Game) -> Json:
    """`squares` in the order in which a position writes them, `width` of them in a row; `symbols` with what each makes
    of a square's picture; `pattern`, a regular expression for one square; `fields` of `parts`, each with its
    choices, the default first; `blank`, the empty board. Refused where the game describes none."""
    found = described(game)
    squares, width = found["squares"], found["width"]
    board = grid.rows([EMPTY] * len(squares), width)
    fields = ["".join(part["choices"][0]["text"] for part in field["parts"]) for field in found["fields"]]
    blank = games.parse(" ".join([str(game), board, *fields]))
    return {"game": str(game), **found, "blank": blank.view()}


def described(game: Game) -> Json:
    """A palette without the game and the empty board."""
    own = registry.part(game.name, "editor")
    if own is None:
        raise Refused("quincunx.editor.none", game=game.title)
    return {"seats": game.seats, "empty": EMPTY, **cast(Json, own.palette(game))}


def symbol(text: str, label: Message, **cell: Any) -> Json:
    """Something that can stand on a square: how a position writes it, and what it adds to the view of the square."""
    return {"text": text, "label": str(label), "cell": {"text": text, **cell}}


def field(*parts: Json) -> Json:
    """A field after the board, in one or more parts."""
    return {"parts": list(parts)}


def part(label: Message, choices: Mapping[str, str | Message]) -> Json:
    """A part of a field with its choices: how a position writes each, and the label in the menu."""
    return {"label": str(label), "choices": [{"text": text, "label": str(each)} for text, each in choices.items()]}


def numbers(choices: Sequence[int]) -> dict[str, str]:
    """Choices that are numbers."""
    return {str(n): str(n) for n in choices}


def seats(choices: Sequence[int]) -> dict[str, Message]:
    """Choices that are seats."""
    return {str(n): Message("law.seat", number=n) for n in choices}
