"""A position as a picture: for link previews, embedded boards and learning environments.

Made from `State.view()` alone, so that a new game needs nothing here. A game may have a module `picture` in its folder,
with the `PALETTE` of its board and a function `piece(pen, cell)` that draws what is on a square. Needs Pillow (extra
`pictures`).

>>> from quincunx import games
>>> from quincunx.picture import draw
>>> draw(games.start("tactix:size=3").view(), 120).size
(120, 120)
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias
from unicodedata import combining, normalize

from quincunx.games import GAMES, View, registry
from quincunx.law import suits

try:
    from PIL import Image, ImageDraw, ImageFont
except ModuleNotFoundError as missing:
    from quincunx.extras import needs

    raise ModuleNotFoundError(needs(__name__, missing, "pictures"), name=missing.name) from None

Cell: TypeAlias = dict[str, Any]

FINE = 3
"""Everything is drawn this many times larger and then scaled down, which smooths the edges."""
MARGIN = 0.8
"""The border with the labels, in squares."""
GAP = 0.35
"""The space between groups of squares, in squares."""

CARD = (1200, 630)
"""The size that Facebook, Slack and others show in full."""
USUAL = str.maketrans({"\N{MULTIPLICATION SIGN}": "x", "\N{EN DASH}": "-", "\N{RIGHT SINGLE QUOTATION MARK}": "'"})
"""Characters of our texts that Pillow's font lacks."""
INK, SECOND_INK = "#14201e", "#4a5753"

SUIT_COLOURS = {"blue": "#1d5faf", "red": "#cc4125", "yellow": "#f2bc2b", "plum": "#47264f"}
SUIT_EDGES = {"blue": "#123f78", "red": "#8a2410", "yellow": "#7a5600", "plum": "#2b1331"}
"""The colours of the seats, as on the pages (web/style.css)."""


@dataclass(frozen=True)
class Palette:
    """The colours of a board."""

    ground: str = "#dee4e1"
    cell: str = "#f9faf8"
    label: str = "#4a5753"
    decisive: str = "#0b6353"
    """The frame of squares that decided the game."""
    seats: tuple[str, ...] = ()
    """The colours of the seats' pieces; without them those of the seats' suits."""
    round_cells: bool = False


class Pen:
    """Draws on one square. Coordinates go from 0 to 1, to the right and down."""

    def __init__(
        self,
        image: ImageDraw.ImageDraw,
        left: float,
        top: float,
        side: float,
        dealt: Sequence[str],
        palette: Palette,
    ) -> None:
        """`dealt` is the suit of each seat."""
        self._image, self._left, self._top, self._side = image, left, top, side
        self._suits = dealt
        self.palette = palette

    def colour(self, seat: int) -> str:
        """The colour of a seat's pieces."""
        own = self.palette.seats
        return own[seat - 1] if seat <= len(own) else SUIT_COLOURS[self.suit(seat)]

    def suit(self, seat: int) -> str:
        return self._suits[seat - 1] if seat <= len(self._suits) else suits.SUITS[(seat - 1) % len(suits.SUITS)]

    def disc(
        self, x: float, y: float, radius: float, fill: str | None, edge: str | None = None, width: float = 0
    ) -> None:
        self._image.ellipse(self._box(x - radius, y - radius, x + radius, y + radius), fill, edge, self._width(width))

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str | None,
        edge: str | None = None,
        line: float = 0,
        corner: float = 0,
    ) -> None:
        """A rectangle around a centre."""
        corners = self._box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
        self._image.rounded_rectangle(corners, corner * self._side, fill, edge, self._width(line))

    def polygon(self, points: list[tuple[float, float]], fill: str) -> None:
        self._image.polygon([self._point(x, y) for x, y in points], fill)

    def line(self, points: list[tuple[float, float]], fill: str, width: float) -> None:
        self._image.line([self._point(x, y) for x, y in points], fill, self._width(width), "curve")

    def text(self, words: str, fill: str, height: float, x: float = 0.5, y: float = 0.5) -> None:
        """Text around a centre, smaller where it would not fit."""
        height = min(height, 1.5 / max(len(words), 1))
        font = ImageFont.load_default(max(1.0, height * self._side))
        self._image.text(self._point(x, y), words, fill, font, "mm")

    def mark(self, seat: int, size: float = 0.62) -> None:
        """The seat's own shape in its colour: disc, lozenge, triangle or rounded square."""
        half, colour = size / 2, self.colour(seat)
        match self.suit(seat):
            case "blue":
                self.disc(0.5, 0.5, half, colour)
            case "red":
                half *= 1.12
                self.polygon([(0.5, 0.5 - half), (0.5 + half, 0.5), (0.5, 0.5 + half), (0.5 - half, 0.5)], colour)
            case "yellow":
                self.polygon(
                    [(0.5, 0.5 - half), (0.5 + half, 0.5 + half * 0.8), (0.5 - half, 0.5 + half * 0.8)], colour
                )
            case _:
                self.box(0.5, 0.5, size * 0.9, size * 0.9, colour, corner=0.12)

    def _point(self, x: float, y: float) -> tuple[float, float]:
        return self._left + x * self._side, self._top + y * self._side

    def _box(self, left: float, top: float, right: float, bottom: float) -> tuple[float, float, float, float]:
        return *self._point(left, top), *self._point(right, bottom)

    def _width(self, width: float) -> int:
        return max(1, round(width * self._side)) if width else 0


def draw(view: View, size: int = 480, dealt: Sequence[str] = ()) -> Image.Image:
    """The board of a view; its longer side has `size` pixels. Shows no text but the labels of rows and columns.

    `dealt` is the suit of each seat, where they are not the usual ones."""
    game = view["game"].partition(":")[0]
    dealt = dealt or suits.defaults(GAMES[game]())
    module = registry.part(game, "picture")
    palette: Palette = getattr(module, "PALETTE", Palette())
    piece = getattr(module, "piece", _piece)
    columns, rows, gap = (view["grid"][key] for key in ("columns", "rows", "gap"))

    def place(at: int) -> float:
        return MARGIN + at + (GAP * (at // gap) if gap else 0)

    across, down = (place(len(labels) - 1) + 1 + MARGIN / 2 for labels in (columns, rows))
    side = FINE * size / max(across, down)
    image = Image.new("RGB", (round(across * side), round(down * side)), palette.ground)
    canvas = ImageDraw.Draw(image)

    def pen(x: float, y: float) -> Pen:
        return Pen(canvas, x * side, y * side, side, dealt, palette)

    for x, label in enumerate(columns):
        pen(place(x), MARGIN / 2 - 0.5).text(label, palette.label, 0.42)
    for y, label in enumerate(rows):
        pen(MARGIN / 2 - 0.5, place(y)).text(label, palette.label, 0.42)
    decisive = {name for line in view["highlights"]["decisive"] for name in line}
    decisive.update(name for field in view.get("fields", ()) for name in field["line"])
    for at, cell in enumerate(view["cells"]):
        here = pen(place(at % len(columns)), place(at // len(columns)))
        if palette.round_cells:
            here.disc(0.5, 0.5, 0.46, palette.cell)
        else:
            here.box(0.5, 0.5, 0.94, 0.94, palette.cell, corner=0.08)
        piece(here, cell)
        if cell["name"] in decisive:
            here.box(0.5, 0.5, 0.94, 0.94, None, palette.decisive, 0.08, corner=0.08)
    longest = max(image.size)
    smooth = (max(1, round(image.width * size / longest)), max(1, round(image.height * size / longest)))
    return image.resize(smooth, Image.Resampling.LANCZOS)


def png(view: View, size: int = 480) -> bytes:
    """The same as a PNG file."""
    return _file(draw(view, size))


def card(view: View | None, title: str, lines: Sequence[str] = (), dealt: Sequence[str] = ()) -> bytes:
    """A link preview of 1200 by 630 pixels: a title and some lines, beside the board if there is one to show.

    Pillow's own font has only the characters of ASCII: other texts are left out."""
    image = Image.new("RGB", CARD, "#e8ecea")
    canvas = ImageDraw.Draw(image)
    left = 90
    if view:
        board = draw(view, 530, dealt)
        image.paste(board, (50 + (530 - board.width) // 2, 50 + (530 - board.height) // 2))
        left = 640
    width = CARD[0] - left - 50
    top = 60
    for words, height, colour, most in [(title, 64, INK, 3), *((line, 34, SECOND_INK, 2) for line in lines)]:
        font = ImageFont.load_default(height)
        for row in _rows(_ascii(words), font, width, most):
            canvas.text((left, top), row, colour, font)
            top += round(height * 1.25)
        top += 16
    _logo(canvas, left, CARD[1] - 114)
    canvas.text((left + 84, CARD[1] - 82), "Quincunx", INK, ImageFont.load_default(40), "lm")
    return _file(image)


def _logo(canvas: ImageDraw.ImageDraw, left: float, top: float, side: float = 64) -> None:
    """A die that shows five, the middle pip yellow."""
    canvas.rounded_rectangle((left, top, left + side, top + side), side * 0.24, INK)
    for x, y in ((0.26, 0.26), (0.74, 0.26), (0.5, 0.5), (0.26, 0.74), (0.74, 0.74)):
        fill = "#f6c945" if x == y == 0.5 else "#f9faf8"
        canvas.circle((left + x * side, top + y * side), side * 0.09, fill)


def _ascii(words: str) -> str:
    """The same without accents; empty if something else is not ASCII."""
    words = words.translate(USUAL)
    bare = "".join(letter for letter in normalize("NFKD", words) if not combining(letter))
    return bare if bare.isascii() else ""


def _rows(words: str, font: ImageFont.FreeTypeFont | ImageFont.ImageFont, width: float, most: int) -> list[str]:
    """The words in lines of this width, at most so many; the last one ends in dots if there were more."""
    rows = [""]
    for word in words.split():
        longer = f"{rows[-1]} {word}".strip()
        if rows[-1] and font.getlength(longer) > width:
            rows.append(word)
        else:
            rows[-1] = longer
    shown = rows[:most]
    if len(rows) > most:
        shown[-1] += " ..."
    return [_shortened(row, font, width) for row in shown if row]


def _shortened(words: str, font: ImageFont.FreeTypeFont | ImageFont.ImageFont, width: float) -> str:
    if font.getlength(words) <= width:
        return words
    while words and font.getlength(f"{words}...") > width:
        words = words[:-1]
    return f"{words.rstrip(' .')}..."


def _piece(pen: Pen, cell: Cell) -> None:
    """A piece of a game without a module `picture`: its owner's shape, or its text."""
    if seat := cell.get("seat"):
        pen.mark(seat)
    elif cell["text"]:
        pen.text(cell["text"], pen.palette.label, 0.6)


def _file(image: Image.Image) -> bytes:
    data = io.BytesIO()
    image.save(data, "PNG")
    return data.getvalue()
