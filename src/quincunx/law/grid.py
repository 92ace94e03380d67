"""Boards of squares as text: names of squares, and rows separated by `/`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from quincunx.law.errors import InvalidPosition

COLUMNS = "abcdefghijklmnopqrstuvwxyz"
"""Letters of the columns from the left."""


@cache
def squares(width: int, height: int) -> tuple[str, ...]:
    """Names of the squares in reading order: a1 is top left, b1 to the right of it."""
    return tuple(f"{COLUMNS[x]}{y + 1}" for y in range(height) for x in range(width))


def rows(cells: Sequence[str], width: int) -> str:
    """A board as text: its rows from the top, separated by `/`."""
    text = cells if isinstance(cells, str) else "".join(cells)
    if len(text) != len(cells):  # cells of several letters
        return "/".join(["".join(cells[i : i + width]) for i in range(0, len(cells), width)])
    return "/".join([text[i : i + width] for i in range(0, len(text), width)])


def cells(text: str, width: int, height: int, cell: str) -> list[str]:
    """The cells of a board written by `rows`, each matching the regular expression `cell`.

    InvalidPosition names the row, the column and the text that does not fit.
    """
    lines = text.split("/")
    if len(lines) != height:
        raise InvalidPosition("law.rows", n=len(lines), height=height)
    found: list[str] = []
    pattern = re.compile(cell)
    for y, line in enumerate(lines, 1):
        at, x = 0, 0
        while at < len(line):
            match = pattern.match(line, at)
            if match is None:
                raise InvalidPosition("law.cell", row=y, column=x + 1, found=line[at])
            found.append(match[0])
            at, x = match.end(), x + 1
        if x != width:
            raise InvalidPosition("law.row", row=y, n=x, width=width)
    return found
