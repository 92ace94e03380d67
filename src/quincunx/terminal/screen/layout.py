"""Board layout: where squares and labels go on the screen, computed from a view alone, as large as fits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from quincunx.games import View
from quincunx.text import tray

SIZES = ((11, 5), (9, 4), (7, 3), (6, 2), (5, 2), (5, 1), (4, 1), (3, 1))
"""Columns and lines of a square, the best first. A character is about twice as high as wide."""

TRAY = 8
"""Pieces in a row of the tray."""


class Section(NamedTuple):
    """A grid of squares: the board, or the tray below it."""

    columns: list[str]
    rows: list[str]
    gap: int
    cells: list[dict[str, Any]]


def sections(view: View) -> list[Section]:
    """The board, and the tray if there is one; pieces of the tray are named as in moves, `=7`."""
    grid = view["grid"]
    found = [Section(grid["columns"], grid["rows"], grid["gap"], view["cells"])]
    if items := tray(view):
        hand = view.get("hand")
        held = hand.get("piece") if isinstance(hand, dict) else hand
        cells = [
            {"name": f"={item['piece']}", "hand": item["piece"] == held}
            | ({**item, "text": str(item["piece"])} if item["free"] or item["piece"] == held else {"text": ""})
            for item in items
        ]
        found.append(Section([""] * TRAY, [""] * -(-len(cells) // TRAY), 0, cells))
    return found


@dataclass(frozen=True)
class BoardLayout:
    """Sections one below the other, with squares of one size."""

    sections: list[Section]
    wide: int
    high: int
    spaced: bool
    """Whether gaps between rows take a line."""

    @cached_property
    def places(self) -> dict[str, tuple[int, int]]:
        """The top left corner of every square, by name."""
        return {cell["name"]: (x, y) for cell, x, y, _ in self.squares()}

    def squares(self) -> Iterator[tuple[dict[str, Any], int, int, bool]]:
        """Every square with its column, its line, and whether it is dark (a checkerboard of squares or of blocks)."""
        for top, section in zip(self._tops, self.sections, strict=True):
            for n, cell in enumerate(section.cells):
                y, x = divmod(n, len(section.columns))
                block = section.gap if section.gap and not self.spaced else 1
                yield cell, self._across(section, x), top + self._down(section, y), (x // block + y // block) % 2 > 0

    def labels(self) -> Iterator[tuple[int, int, str]]:
        """Column, line and text of every label."""
        for top, section in zip(self._tops, self.sections, strict=True):
            for x, text in enumerate(section.columns):
                yield self._across(section, x), top - 1, text.center(self.wide) if text else ""
            for y, text in enumerate(section.rows):
                yield 0, top + self._down(section, y) + (self.high - 1) // 2, text.rjust(self._margin - 1)

    @cached_property
    def size(self) -> tuple[int, int]:
        """Total columns and lines."""
        wide = max(self._across(section, len(section.columns) - 1) for section in self.sections) + self.wide
        last = self.sections[-1]
        return wide, self._tops[-1] + self._down(last, len(last.rows) - 1) + self.high

    @cached_property
    def rows(self) -> list[list[str]]:
        """Square names by row, for the arrow keys."""
        return [
            [cell["name"] for cell in section.cells[start : start + len(section.columns)]]
            for section in self.sections
            for start in range(0, len(section.cells), len(section.columns))
        ]

    def at(self, x: int, y: int) -> str | None:
        """The square at a screen position, if any."""
        for name, (left, top) in self.places.items():
            if left <= x < left + self.wide and top <= y < top + self.high:
                return name
        return None

    def walk(self, name: str, dx: int, dy: int) -> str:
        """The neighbour of a square in a direction; at the edge the square itself."""
        for y, row in enumerate(self.rows):
            if name in row:
                other = self.rows[min(max(y + dy, 0), len(self.rows) - 1)]
                return other[min(max(row.index(name) + dx, 0), len(other) - 1)]
        return self.rows[0][0]

    @cached_property
    def _margin(self) -> int:
        return max(len(text) for section in self.sections for text in section.rows) + 1

    @cached_property
    def _tops(self) -> list[int]:
        """The line of each section's first row; the line above holds its column labels."""
        tops = [1]
        for section in self.sections[:-1]:
            tops.append(tops[-1] + self._down(section, len(section.rows) - 1) + self.high + 1)
        return tops

    def _across(self, section: Section, x: int) -> int:
        return self._margin + x * self.wide + (x // section.gap if section.gap else 0)

    def _down(self, section: Section, y: int) -> int:
        return y * self.high + (y // section.gap if section.gap and self.spaced else 0)


def fit(view: View, columns: int, lines: int) -> BoardLayout | None:
    """The largest layout that fits; None if even the smallest does not."""
    parts = sections(view)
    longest = max(len(cell["text"]) for section in parts for cell in section.cells)
    for wide, high in SIZES:
        for spaced in (True, False):
            layout = BoardLayout(parts, wide, high, spaced)
            if wide >= longest + 2 and layout.size[0] <= columns and layout.size[1] <= lines:
                return layout
    return None


def smallest(view: View) -> tuple[int, int]:
    """The columns and lines that the smallest layout needs."""
    parts = sections(view)
    longest = max(len(cell["text"]) for section in parts for cell in section.cells)
    return BoardLayout(parts, max(3, longest + 2), 1, False).size
