"""Colours of the boards: each game its own material, each seat its own colour. No colour says anything alone."""

from __future__ import annotations

from typing import NamedTuple

from quincunx.games import View


class Material(NamedTuple):
    """What a board is made of."""

    light: str
    dark: str
    """The squares, in turn, so that they can be told apart without lines."""
    ink: str
    dim: str


MATERIALS = {
    "xtic": Material("#f3ecdd", "#e2d7c1", "#161514", "#75694f"),
    "tactix": Material("#1f3e6b", "#183257", "#f1ebdd", "#8fa6c9"),
    "tritoc": Material("#28543f", "#1e4438", "#fffbea", "#9dbfab"),
    "tesseract": Material("#2a353a", "#1f282c", "#f3f6f7", "#73828a"),
    "xchain": Material("#2c383e", "#222d33", "#f1f4f4", "#8798a0"),
}
PLAIN = Material("#2c383e", "#222d33", "#f1f4f4", "#8798a0")
"""For a game without a material of its own."""

BLUE, RED, YELLOW, PLUM = "#6cb0f5", "#ff7f57", "#f6c945", "#ddbfea"
SUITS = (BLUE, RED, YELLOW, PLUM)
EMBLEMS = {BLUE: "●", RED: "◆", YELLOW: "▲", PLUM: "■"}
"""The shape that goes with a seat's colour."""
BY_NAME = {"blue": BLUE, "red": RED, "yellow": YELLOW, "plum": PLUM}

BROWN, BLACK = "#93501b", "#161514"
CANDIDATE, ON_CANDIDATE = "#f6c945", "#2a2000"
"""What was chosen but not yet played."""
WIN, ON_WIN = "#7fe0c4", "#06231c"
"""What decided the game."""
FOCUS, ON_FOCUS = "#ffffff", "#0b1512"
HINT = "#7fe0c4"
LIT, ON_LIT = "#fffbea", "#0e2a21"
"""Where the thrown number can go."""


def material(view: View) -> Material:
    return MATERIALS.get(view["game"].partition(":")[0], PLAIN)


def suits(view: View, seats: list[dict[str, object]]) -> list[str]:
    """The colour of each seat: the one it was dealt, or the game's own (tritoc's are red and yellow)."""
    own = (RED, YELLOW) if view["game"].startswith("tritoc") else SUITS
    dealt = [BY_NAME.get(str(seat.get("suit") or seat.get("colour") or "")) for seat in seats]
    return [suit or own[n % len(own)] for n, suit in enumerate(dealt)]
