"""Turns clicks on squares into typed moves, and finds the squares of a move.

This depends on the kind of action (`take`, `mark`, ...) and on the names of the legal moves, not on the game. The law
judges the typed move, so a refusal is in the law's words.
"""

from __future__ import annotations

from collections.abc import Collection, Container
from typing import NamedTuple

from quincunx.games import View
from quincunx.terminal.match import Json

Pairs = dict[tuple[str, str], str]
"""Moves by the squares that they go from and to."""


class Pointed(NamedTuple):
    """Either a square chosen but not played yet, or a complete move; the other is empty."""

    chosen: str = ""
    typed: str = ""


def point(view: View, chosen: str, square: str) -> Pointed:
    """The effect of pointing at a square (or a piece of the tray, `=7`) after `chosen`, if any."""
    phase = view["phase"]
    if phase == "take":  # the first and the last square of the line taken
        if not chosen:
            return Pointed(chosen=square)
        return Pointed(typed=square if chosen == square else f"{chosen}-{square}")
    if pairs := _pairs(view):
        return _point_in_pairs(pairs, view["moves"], chosen, square)
    match phase:
        case "mark":  # pointing twice confirms
            return Pointed(typed=square) if chosen == square else Pointed(chosen=square)
        case "remove":
            return Pointed(typed=f"x{square}")
        case "place":  # a hole stands for its field
            return Pointed(typed=square.partition(".")[0])
    return Pointed(typed=square)


def _point_in_pairs(pairs: Pairs, moves: Collection[str], chosen: str, square: str) -> Pointed:
    """The same where moves go from one square to another, as on the pages: two clicks make such a move."""
    if chosen and (chosen, square) in pairs:
        return Pointed(typed=pairs[chosen, square])
    if chosen == square:
        return Pointed(typed=square) if square in moves else Pointed()
    if any(start == square for start, _ in pairs):
        return Pointed(chosen=square)
    if chosen and square not in moves:
        joint = "-" if any("-" in move for move in pairs.values()) else ""
        return Pointed(typed=f"{chosen}{joint}{square}")
    return Pointed(typed=square)


def starts_pair(view: View, square: str) -> bool:
    """Whether a legal move goes from this square to another one."""
    return any(start == square for start, _ in _pairs(view))


def _pairs(view: View) -> Pairs:
    """The legal moves from one square to another."""
    names = {cell["name"] for cell in view["cells"]}
    return {ends: move for move in view["moves"] if (ends := _ends(move, names))}


def _ends(move: str, names: Container[str]) -> tuple[str, str] | None:
    """The two squares of a move written `a1-b2` or `a1b2`, or None."""
    if move in names:
        return None
    for n in range(1, len(move)):
        first, last = move[:n], move[n + (move[n] == "-") :]
        if first in names and last in names:
            return first, last
    return None


def squares(move: str, view: View, roll: str = "") -> list[str]:
    """The squares that a move concerns; `roll` is the number rolled for it."""
    names = [cell["name"] for cell in view["cells"]]
    if move in names or move.startswith("="):
        return [move]
    if move.startswith("x") and move[1:] in names:
        return [move[1:]]
    if f"{move}.{roll}" in names:
        return [f"{move}.{roll}"]
    ends = _ends(move, set(names))
    if ends is None:
        return []
    width = len(view["grid"]["columns"])
    (y1, x1), (y2, x2) = (divmod(names.index(end), width) for end in ends)
    if view["phase"] not in ("take", "") or (x1 != x2 and y1 != y2):
        return list(ends)
    (top, bottom), (left, right) = sorted((y1, y2)), sorted((x1, x2))  # the whole line is taken
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
