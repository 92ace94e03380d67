"""What pointing at squares means, and which squares a move is about: by the deed, for every game alike.

Pointing makes a typed move of it, and the law judges that; so a refusal is in the law's own words.
"""

from __future__ import annotations

from typing import NamedTuple

from quincunx.games import View
from quincunx.terminal.match import Json


class Pointed(NamedTuple):
    """A square that is chosen but not played yet, or the move that came of pointing; the other is empty."""

    chosen: str = ""
    typed: str = ""


def point(deed: str, chosen: str, square: str) -> Pointed:
    """Points at a square (or a piece of the tray, `=7`) when `chosen` was pointed at before."""
    match deed:
        case "take":  # the first and the last of what is taken
            if not chosen:
                return Pointed(chosen=square)
            return Pointed(typed=square if chosen == square else f"{chosen}-{square}")
        case "mark":  # a second look before it is done
            return Pointed(typed=square) if chosen == square else Pointed(chosen=square)
        case "remove":
            return Pointed(typed=f"x{square}")
        case "place":  # a hole of a field means the field
            return Pointed(typed=square.partition(".")[0])
    return Pointed(typed=square)


def squares(move: str, view: View, throw: str = "") -> list[str]:
    """The squares of the picture that a move is about; `throw` is what was thrown for it."""
    names = [cell["name"] for cell in view["cells"]]
    if move in names or move.startswith("="):
        return [move]
    if move.startswith("x"):
        return [move[1:]]
    if f"{move}.{throw}" in names:
        return [f"{move}.{throw}"]
    first, _, last = move.partition("-")
    if first not in names or last not in names:
        return []
    width = len(view["grid"]["columns"])
    (top, left), (bottom, right) = (divmod(names.index(end), width) for end in (first, last))
    return [names[y * width + x] for y in range(top, bottom + 1) for x in range(left, right + 1)]


def last_squares(table: Json) -> list[str]:
    """The squares of the last move that was made."""
    throw = ""
    found: list[str] = []
    for ply in table["history"][-8:]:
        if ply["kind"] == "throw":
            throw = ply["token"]
        elif ply["kind"] == "move":
            found = [name for name in squares(ply["token"], table["state"], throw) if not name.startswith("=")] or found
    return found
