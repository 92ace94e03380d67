"""Where everything of a board stands on the screen: made from a view alone, as large as there is room for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from quincunx.games import View

SIZES = ((11, 5), (9, 4), (7, 3), (6, 2), (5, 2), (5, 1), (4, 1), (3, 1))
"""Columns and lines of a square, the best first. A line is about twice as high as a column is wide."""

TRAY = 8
"""Pieces in a row of the tray."""


class Sheet(NamedTuple):
    """Squares in rows: the board, or what lies beside it."""

    columns: list[str]
    rows: list[str]
    gap: int
    cells: list[dict[str, Any]]


def sheets(view: View) -> list[Sheet]:
    """The board, and below it the tray where there is one; a piece of the tray is named as it is given, `=7`."""
    grid = view["grid"]
    found = [Sheet(grid["columns"], grid["rows"], grid["gap"], view["cells"])]
    if "tray" in view:
        hand = (view["hand"] or {}).get("piece")
        cells = [
            {"name": f"={item['piece']}", "hand": item["piece"] == hand}
            | ({**item, "text": item["piece"]} if item["free"] or item["piece"] == hand else {"text": ""})
            for item in view["tray"]
        ]
        found.append(Sheet([""] * TRAY, [""] * (len(cells) // TRAY), 0, cells))
    return found


@dataclass(frozen=True)
class Plan:
    """Sheets one below the other, with squares of one size."""

    sheets: list[Sheet]
    wide: int
    high: int
    spaced: bool
    """Whether there is a line where a sheet has gaps between its rows."""

    @cached_property
    def places(self) -> dict[str, tuple[int, int]]:
        """The top left corner of every square by its name."""
        return {cell["name"]: (x, y) for cell, x, y, _ in self.squares()}

    def squares(self) -> Iterator[tuple[dict[str, Any], int, int, bool]]:
        """Every square with its column, its line, and whether it is dark: every other is, or every other block."""
        for top, sheet in zip(self._tops, self.sheets, strict=True):
            for n, cell in enumerate(sheet.cells):
                y, x = divmod(n, len(sheet.columns))
                block = sheet.gap if sheet.gap and not self.spaced else 1
                yield cell, self._across(sheet, x), top + self._down(sheet, y), (x // block + y // block) % 2 > 0

    def labels(self) -> Iterator[tuple[int, int, str]]:
        """Column, line and text of every label."""
        for top, sheet in zip(self._tops, self.sheets, strict=True):
            for x, text in enumerate(sheet.columns):
                yield self._across(sheet, x), top - 1, text.center(self.wide) if text else ""
            for y, text in enumerate(sheet.rows):
                yield 0, top + self._down(sheet, y) + (self.high - 1) // 2, text.rjust(self._margin - 1)

    @cached_property
    def size(self) -> tuple[int, int]:
        """The columns and lines that all of it takes."""
        wide = max(self._across(sheet, len(sheet.columns) - 1) for sheet in self.sheets) + self.wide
        last = self.sheets[-1]
        return wide, self._tops[-1] + self._down(last, len(last.rows) - 1) + self.high

    @cached_property
    def rows(self) -> list[list[str]]:
        """The names of the squares as arrow keys walk over them."""
        return [
            [cell["name"] for cell in sheet.cells[start : start + len(sheet.columns)]]
            for sheet in self.sheets
            for start in range(0, len(sheet.cells), len(sheet.columns))
        ]

    def at(self, x: int, y: int) -> str | None:
        """The square at a column and line of the screen."""
        for name, (left, top) in self.places.items():
            if left <= x < left + self.wide and top <= y < top + self.high:
                return name
        return None

    def walk(self, name: str, dx: int, dy: int) -> str:
        """The square next to one, in a direction; at the edge the same."""
        for y, row in enumerate(self.rows):
            if name in row:
                other = self.rows[min(max(y + dy, 0), len(self.rows) - 1)]
                return other[min(max(row.index(name) + dx, 0), len(other) - 1)]
        return self.rows[0][0]

    @cached_property
    def _margin(self) -> int:
        return max(len(text) for sheet in self.sheets for text in sheet.rows) + 1

    @cached_property
    def _tops(self) -> list[int]:
        """The line of the first row of each sheet; one line above it is for its labels."""
        tops = [1]
        for sheet in self.sheets[:-1]:
            tops.append(tops[-1] + self._down(sheet, len(sheet.rows) - 1) + self.high + 1)
        return tops

    def _across(self, sheet: Sheet, x: int) -> int:
        return self._margin + x * self.wide + (x // sheet.gap if sheet.gap else 0)

    def _down(self, sheet: Sheet, y: int) -> int:
        return y * self.high + (y // sheet.gap if sheet.gap and self.spaced else 0)


def fit(view: View, columns: int, lines: int) -> Plan | None:
    """The largest plan for which there is room; None: not even for the smallest."""
    parts = sheets(view)
    longest = max(len(cell["text"]) for sheet in parts for cell in sheet.cells)
    for wide, high in SIZES:
        for spaced in (True, False):
            plan = Plan(parts, wide, high, spaced)
            if wide >= longest + 2 and plan.size[0] <= columns and plan.size[1] <= lines:
                return plan
    return None


def smallest(view: View) -> tuple[int, int]:
    """The columns and lines that a board needs at least."""
    parts = sheets(view)
    longest = max(len(cell["text"]) for sheet in parts for cell in sheet.cells)
    return Plan(parts, max(3, longest + 2), 1, False).size
