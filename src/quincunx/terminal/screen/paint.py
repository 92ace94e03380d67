"""Paints a board in colour: squares, pieces and marks. Every mark has its own shape as well as a colour."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.color import Color
from rich.segment import Segment
from rich.style import Style

from quincunx.games import View
from quincunx.terminal import colours
from quincunx.terminal.screen.layout import BoardLayout
from quincunx.terminal.screen.pointing import squares

EMPTY = "·"
UPRIGHT = {
    ("solid", "square"): ("███", "█{}█", "███"),
    ("solid", "round"): ("▗█▖", "█{}█", "▝█▘"),
    ("hollow", "square"): ("┌─┐", "│{}│", "└─┘"),
    ("hollow", "round"): ("╭─╮", "│{}│", "╰─╯"),
}
"""Upright pieces with such words; lying pieces are shown in square or round brackets."""


@dataclass(frozen=True)
class Marks:
    """What is marked on squares in addition to their pieces."""

    cursor: str = ""
    chosen: str = ""
    last: Collection[str] = ()
    hint: Collection[str] = ()
    values: Mapping[str, str] = field(default_factory=dict)


def paint(view: View, layout: BoardLayout, marks: Marks, suits: Sequence[str]) -> list[list[Segment]]:
    """The painted lines of a board."""
    wide, high = layout.size
    canvas = [[Segment(" ")] * wide for _ in range(high)]
    made = colours.board_colours(view)

    def put(x: int, y: int, text: str, style: Style) -> None:
        for n, letter in enumerate(text):
            canvas[y][x + n] = Segment(letter, style)

    for x, y, text in layout.labels():
        put(x, y, text, Style(dim=True))
    decided, lit, fields = _decided(view), _lit(view), {field["name"]: field for field in view.get("fields", ())}
    for cell, x, y, dark in layout.squares():
        name = cell["name"]
        ground = made.dark if dark else made.light
        winner = fields.get(name.partition(".")[0], {}).get("winner", 0)
        if winner:
            ground = blend(ground, suits[winner - 1], 0.35)
        ink = _ink(cell, made, suits, view)
        if name in lit:
            ground, ink = (colours.LIT, colours.ON_LIT) if not cell.get("seat") else (colours.LIT, ink)
        if name in decided:
            ground, ink = colours.WIN, colours.ON_WIN
        if name == marks.chosen or cell.get("hand"):
            ground, ink = colours.CANDIDATE, colours.ON_CANDIDATE
        piece = Style(color=ink, bgcolor=ground, bold=bool(cell.get("seat") or "piece" in cell or name in lit))
        for line, text in enumerate(picture(cell, layout.wide, layout.high)):
            put(x, y + line, text, piece)
        middle = y + (layout.high - 1) // 2
        if layout.high > 1 and name in marks.values:
            worth = Style(color=ink, bgcolor=ground, bold=name in marks.hint)
            put(x, middle + 1, marks.values[name][: layout.wide].center(layout.wide), worth)
        edges = _edges(name, marks, decided, lit)
        if edges:
            style = piece + Style(bold=True)
            if name == marks.cursor != marks.chosen:
                style = Style(color=colours.ON_FOCUS, bgcolor=colours.FOCUS, bold=True)
            elif name in marks.hint:
                style = Style(color=colours.ON_WIN, bgcolor=colours.HINT, bold=True)
            put(x, middle, edges[0], style)
            put(x + layout.wide - 1, middle, edges[1], style)
    return canvas


def picture(cell: dict[str, Any], wide: int, high: int) -> list[str]:
    """The lines of a square without its marks."""
    text = cell["text"] or EMPTY
    lines = [" " * wide] * high
    middle = (high - 1) // 2
    words = cell.get("words") or ()
    if "most" in cell and cell.get("value") == cell["most"] and wide > len(text) + 2:
        text += "!"  # one more and it explodes
    body = next((word for word in words if word in ("solid", "hollow")), "")
    shape = next((word for word in words if word in ("square", "round")), "")
    if not body or not shape or high < 3 or wide < 5:
        lines[middle] = text.center(wide)
        return lines
    if "vertical" in words:
        art = [line.format(text) for line in UPRIGHT[body, shape]]
    else:
        fill = "█" if body == "solid" else " "
        art = ["", f"{fill}{text}{fill}".join("[]" if shape == "square" else "()"), ""]
    if "brown" in words:
        art = [line.replace("█", "▒") for line in art]
    return [*lines[: middle - 1], *(line.center(wide) for line in art), *lines[middle + 2 :]]


def blend(base: str, other: str, share: float) -> str:
    """Mixes two colours."""
    pairs = zip(Color.parse(base).get_truecolor(), Color.parse(other).get_truecolor(), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _ink(cell: dict[str, Any], made: colours.BoardColours, suits: Sequence[str], view: View) -> str:
    if cell.get("seat"):
        return suits[int(cell["seat"]) - 1]
    words = cell.get("words") or ()
    if "brown" in words or "black" in words:
        return colours.BROWN if "brown" in words else colours.BLACK
    # Where seats own squares, text on an unowned square (the number of a free hole) is not a piece.
    return made.ink if cell["text"] and "counters" not in view else made.dim


def _decided(view: View) -> set[str]:
    """The squares that decided the game, or one of its fields."""
    names = {name for line in view["highlights"]["decisive"] for name in line}
    names.update(name for field in view.get("fields", ()) for name in field["line"])
    return names


def _lit(view: View) -> set[str]:
    """The squares where the number rolled can go, unless they are most of the board."""
    if view["actor"] < 1:
        return set()
    roll = str(view.get("roll") or "")
    targets = {name for move in view["moves"] for name in squares(move, view, roll) if not name.startswith("=")}
    return targets if roll and len(targets) * 2 < len(view["cells"]) else set()


def _edges(name: str, marks: Marks, decided: set[str], lit: set[str]) -> str:
    """The two characters at the sides of a square, for its most important mark."""
    if name == marks.chosen:
        return "()"
    if name == marks.cursor:
        return "><"
    if name in decided:
        return "[]"
    if name in marks.hint:
        return "**"
    if name in marks.last:
        return "«»"
    return "::" if name in lit else ""
