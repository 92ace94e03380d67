"""Turns clicks on squares into typed moves, and finds the squares of a move.

This depends on the kind of action (`take`, `mark`, ...) and not on the game. The law judges the typed move, so a
refusal is in the law's words.
"""

from __future__ import annotations

from typing import NamedTuple

from quincunx.games import View
from quincunx.terminal.match import Json


class Pointed(NamedTuple):
    """Either a square chosen but not played yet, or a complete move; the other is empty."""

    chosen: str = ""
    typed: str = ""


def point(phase: str, chosen: str, square: str) -> Pointed:
    """The effect of pointing at a square (or a piece of the tray, `=7`) after `chosen`, if any."""
    match phase:
        case "take":  # the first and the last square of the line taken
            if not chosen:
                return Pointed(chosen=square)
            return Pointed(typed=square if chosen == square else f"{chosen}-{square}")
        case "mark":  # pointing twice confirms
            return Pointed(typed=square) if chosen == square else Pointed(chosen=square)
        case "remove":
            return Pointed(typed=f"x{square}")
        case "place":  # a hole stands for its field
            return Pointed(typed=square.partition(".")[0])
    return Pointed(typed=square)


def squares(move: str, view: View, roll: str = "") -> list[str]:
    """The squares that a move concerns; `roll` is the number rolled for it."""
    names = [cell["name"] for cell in view["cells"]]
    if move in names or move.startswith("="):
        return [move]
    if move.startswith("x"):
        return [move[1:]]
    if f"{move}.{roll}" in names:
        return [f"{move}.{roll}"]
    first, _, last = move.partition("-")
    if first not in names or last not in names:
        return []
    width = len(view["grid"]["columns"])
    (top, left), (bottom, right) = (divmod(names.index(end), width) for end in (first, last))
    return [names[y * width + x] for y in range(top, bottom + 1) for x in range(left, right + 1)]


def last_squares(table: Json) -> list[str]:
    """The squares of the last move."""
    roll = ""
    found: list[str] = []
    for ply in table["history"][-8:]:
        if ply["kind"] == "roll":
            roll = ply["token"]
        elif ply["kind"] == "move":
            found = [name for name in squares(ply["token"], table["state"], roll) if not name.startswith("=")] or found
    return found
