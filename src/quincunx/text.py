"""A board as text, for every game: made from `State.view()` alone, so that a new game needs nothing here."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, TypeAlias, TypeGuard

from quincunx.games import View
from quincunx.law import messages

EMPTY = "·"
BOLD, DIM = "1", "2"
SEATS = ("35", "31", "33", "36")
"""ANSI colours of the seats, by their number mod 4: 1 and 2 are red and yellow, as in tritoc; 3 cyan, 4 magenta."""

EVERY_GAMES = {"game", "position", "turn", "actor", "phase", "moves", "outcome", "grid", "cells", "highlights"}
SEATS_OWN = {"counters", "standing", "fields"}
"""The keys of a view that are shown elsewhere than in the list of the game's own facts."""

_ANSI = re.compile("\033\\[[0-9;]*m")

Paint: TypeAlias = Callable[[str, str], str]
"""Gives a text in an ANSI colour, or as it is where colour is off."""


def board(view: View, colour: bool = False, *, heading: str = "", lines: int = 0, codes: Sequence[str] = SEATS) -> str:
    """The position of a view: the grid, the seats, the game's own facts, who is to do what or how it ended.

    `[x]` is a square of a line that decided the game, or a field of it. The seats' letters distinguish them;
    colour only adds to that. Where all this takes more than `lines` (0: there is no limit), the heading and then
    the gaps between rows are left out and the facts share lines; the grid itself is always whole. `heading`
    replaces the game's name. `codes` are other ANSI colours of the seats, by their number mod 4.
    """

    def paint(text: str, code: str) -> str:
        return f"\033[{code}m{text}\033[0m" if colour and code else text

    listed = [*_seats(view, paint, codes), *facts(view), *_standing(view, paint, codes)]
    width = max(len(label) for label, _ in listed)
    below = [f"{paint(label.ljust(width), DIM)}  {value}" for label, value in listed]
    drawn = [paint(heading or view["game"], BOLD), "", *_grid(view, paint, codes), "", *below]
    if not lines or len(drawn) <= lines:
        return "\n".join(drawn)
    short = list(_joined([f"{paint(label, DIM)} {value}" for label, value in listed]))
    drawn = [*_grid(view, paint, codes), *short]
    return "\n".join(drawn if len(drawn) <= lines else [line for line in drawn if line])


def bare(text: str) -> str:
    """A text without its colours."""
    return _ANSI.sub("", text)


def _joined(parts: list[str], width: int = 79) -> Iterator[str]:
    """The parts in as few lines as hold them, each part whole."""
    line, size = "", 0
    for part in parts:
        more = len(bare(part))
        if line and size + 3 + more > width:
            yield line
            line, size = "", 0
        line, size = (f"{line}   {part}", size + 3 + more) if line else (part, more)
    yield line


def _grid(view: View, paint: Paint, codes: Sequence[str]) -> Iterator[str]:
    columns, rows, gap = (view["grid"][key] for key in ("columns", "rows", "gap"))
    cells = view["cells"]
    width = max(len(text) for text in [EMPTY, *columns, *(cell["text"] for cell in cells)])
    margin = max(map(len, rows))
    decisive = {name for line in view["highlights"]["decisive"] for name in line}
    decisive.update(name for field in view.get("fields", ()) for name in field["line"])
    # Where seats own squares, text on a square that nobody owns (the number of a free hole) is not a piece.
    pieces = "counters" not in view

    def across(parts: list[str]) -> str:
        return "".join("  " * bool(gap and x and x % gap == 0) + part for x, part in enumerate(parts))

    def cell(of: dict[str, Any]) -> str:
        text, seat = of["text"] or EMPTY, of.get("seat")
        code = codes[seat % 4] if seat else "" if pieces and of["text"] else DIM
        if of["name"] in decisive:
            return paint(f"[{text}]".rjust(width + 2), ";".join(filter(None, (code, BOLD))))
        return paint(f"{text} ".rjust(width + 2), code)

    yield " " * (margin + 1) + paint(across([f" {label:>{width}} " for label in columns]).rstrip(), DIM)
    for y, label in enumerate(rows):
        if gap and y and y % gap == 0:
            yield ""
        line = across([cell(of) for of in cells[y * len(columns) : (y + 1) * len(columns)]])
        yield f"{paint(label.rjust(margin), DIM)} {line}".rstrip()


def _seats(view: View, paint: Paint, codes: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each seat with its letter on the board, its counter, its standing and the fields it has won."""
    letters = {cell["seat"]: cell["text"][0] for cell in view["cells"] if cell.get("seat") and cell["text"]}
    counters = view.get("counters", [])
    for seat in range(1, max(len(counters), *letters, 0) + 1):
        parts = [paint(letters.get(seat, EMPTY), codes[seat % 4])]
        if counters:
            parts.append(f"{counters[seat - 1]:>{len(str(max(counters)))}}")
        if "standing" in view:
            parts.append(_own(view, "word", view["standing"][seat - 1]))
        parts.append(" ".join(field["name"] for field in view.get("fields", ()) if field["winner"] == seat))
        yield messages.text("law.seat", number=seat), "  ".join(filter(None, parts))


def facts(view: View, without: Collection[str] = ()) -> Iterator[tuple[str, str]]:
    """The facts that are this game's own, each with its label. What is empty or in `without` is left out."""
    for key, value in view.items():
        if key in EVERY_GAMES or key in SEATS_OWN or key in without or not value:
            continue
        yield _own(view, "fact", key), _fact(view, value)


def tray(view: View) -> list[dict[str, Any]]:
    """The pieces of a tray, each with its name and whether it is free; none where the tray has another form."""
    found = view.get("tray")
    return found if _is_tray(found) else []


def _is_tray(value: object) -> TypeGuard[list[dict[str, Any]]]:
    """Whether all its entries are pieces with a name that say whether they are free."""
    return isinstance(value, list) and all(
        isinstance(each, dict) and "piece" in each and "free" in each for each in value
    )


def _fact(view: View, value: Any) -> str:
    """A value of a view in one line: a piece with its properties, a tray, counts by name, or a list; else as it is."""
    match value:
        case {"piece": piece, "words": [*words]}:
            return f"{piece}  {' '.join(_own(view, 'word', str(word)) for word in words)}"
        case dict():
            return ", ".join(f"{count} {_own(view, 'word', str(name))}" for name, count in value.items())
        case list() if _is_tray(value):
            return " ".join(str(each["piece"]) if each["free"] else EMPTY for each in value)
        case list():
            return " ".join(_fact(view, each) for each in value)
    return str(value)


def _own(view: View, kind: str, token: str, otherwise: str = "") -> str:
    """A token of a view as the game's own messages show it, under a key such as `word.black`. If they have no such key,
    `otherwise`, or the token as it is."""
    game, key = view["game"].partition(":")[0], f"{kind}.{token}"
    return messages.text(f"{game}.{key}") if key in messages.catalogue(game) else otherwise or token


def _standing(view: View, paint: Paint, codes: Sequence[str]) -> Iterator[tuple[str, str]]:
    outcome, turn = view["outcome"], view["turn"]
    if outcome:
        yield messages.text("quincunx.board.result"), f"{outcome['score']}  {outcome['reason']}"
    else:
        seat = paint(messages.text("law.seat", number=turn), codes[turn % 4])
        plain = messages.text("quincunx.board.phase", phase=view["phase"])
        yield messages.text("quincunx.board.next"), f"{seat} {_own(view, 'phase', view['phase'], plain)}"
