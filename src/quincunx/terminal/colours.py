"""Colours of the boards: each game its own material, each seat its own colour. No colour says anything alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quincunx.games import Game, Refused, View


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
EMBLEMS = {BLUE: "●", RED: "◆", YELLOW: "▲", PLUM: "■"}
"""The shape that goes with a seat's colour."""
BY_NAME = {"blue": BLUE, "red": RED, "yellow": YELLOW, "plum": PLUM}
"""What players call the colours, in the order in which seats get them."""
OWN = {"tritoc": ("red", "yellow")}
"""Games whose pieces have colours of their own, so that there is nothing to choose."""
ANSI = {BLUE: "34", RED: "31", YELLOW: "33", PLUM: "35"}
"""The same for boards of text."""

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


def checked(game: Game, wanted: Sequence[str]) -> tuple[str, ...]:
    """What each seat wants to be shown in, empty where it is all the same; Refused where that cannot be."""
    found = (*wanted, *("",) * game.seats)[: game.seats]
    if any(found) and game.name in OWN:
        raise Refused(f"the colours of {game.title} are {' and '.join(OWN[game.name])}: they cannot be chosen")
    for number, name in enumerate(found, 1):
        if name and name not in BY_NAME:
            raise Refused(f"{name!r} is not a colour for seat {number}: {', '.join(BY_NAME)} are")
        if name and name in found[: number - 1]:
            raise Refused(f"seats {found.index(name) + 1} and {number} cannot both be {name}")
    return found


def suits(view: View, seats: Sequence[dict[str, object]]) -> list[str]:
    """The colour of each seat, no two alike: the one it wants, the game's own (tritoc's are red and yellow), or a
    free one."""
    own = OWN.get(view["game"].partition(":")[0], tuple(BY_NAME))
    found = [str(seat.get("suit") or seat.get("colour") or "") for seat in seats]
    for n, name in enumerate(found):
        if name not in BY_NAME:
            found[n] = next(suit for suit in (own[n % len(own)], *BY_NAME) if suit not in found)
    return [BY_NAME[name] for name in found]


def codes(suits: Sequence[str]) -> list[str]:
    """The same as ANSI codes, by a seat's number mod 4."""
    found = [""] * 4
    for number, suit in enumerate(suits, 1):
        found[number % 4] = ANSI[suit]
    return found
