"""Colours of boards and seats. No colour carries meaning alone: everything coloured has a shape or letter too.

A game sets those of its board in the module `terminal` of its folder (`BOARD_COLOURS`). Where its pieces have colours
of their own (`Game.colours`), players cannot choose.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import NamedTuple

from quincunx.games import GAMES, Game, Refused, View
from quincunx.games.registry import part
from quincunx.law import suits
from quincunx.law.messages import text


class BoardColours(NamedTuple):
    """The colours of a game's board."""

    light: str
    dark: str
    """The two colours of the squares, which alternate so that squares differ without lines between them."""
    ink: str
    dim: str


DEFAULT_BOARD = BoardColours("#2c383e", "#222d33", "#f1f4f4", "#8798a0")
"""For a game that brings no colours."""

BLUE, RED, YELLOW, PLUM = "#6cb0f5", "#ff7f57", "#f6c945", "#ddbfea"
EMBLEMS = {BLUE: "●", RED: "◆", YELLOW: "▲", PLUM: "■"}
"""The shape that goes with a seat's colour."""
BY_NAME = {"blue": BLUE, "red": RED, "yellow": YELLOW, "plum": PLUM}
"""The colours of the suits."""
ANSI = {BLUE: "34", RED: "31", YELLOW: "33", PLUM: "35"}
"""ANSI codes of the same colours, for text boards."""

BROWN, BLACK = "#93501b", "#161514"
CANDIDATE, ON_CANDIDATE = "#f6c945", "#2a2000"
"""A square chosen but not yet played."""
WIN, ON_WIN = "#7fe0c4", "#06231c"
"""The squares that decided the game."""
FOCUS, ON_FOCUS = "#ffffff", "#0b1512"
HINT = "#7fe0c4"
LIT, ON_LIT = "#fffbea", "#0e2a21"
"""Where the number rolled can go."""


def board_colours(view: View) -> BoardColours:
    """The colours of the board in a view."""
    colours: BoardColours = getattr(_part(_name(view)), "BOARD_COLOURS", DEFAULT_BOARD)
    return colours


def fixed_colours(game: str) -> tuple[str, ...]:
    """The names of the seats' colours in a game whose pieces have colours of their own; empty for other games."""
    return GAMES[game].colours if game in GAMES else ()


def _name(view: View) -> str:
    return str(view["game"]).partition(":")[0]


def _part(game: str) -> ModuleType | None:
    """The game's own `terminal` module."""
    return part(game, "terminal") if game in GAMES else None


def word(name: str) -> str:
    """The name of a colour."""
    return text(f"terminal.colour.{name}")


def checked(game: Game, wanted: Sequence[str]) -> tuple[str, ...]:
    """The wanted colour of each seat, empty if it does not matter; raises Refused for an impossible choice."""
    found = (*wanted, *("",) * game.seats)[: game.seats]
    if any(found) and (fixed := fixed_colours(game.name)):
        raise Refused("terminal.seats.colours-fixed", game=game.title, colours=[word(name) for name in fixed])
    for number, name in enumerate(found, 1):
        if name and name not in suits.SUITS:
            raise Refused("terminal.seats.colour", colour=name, number=number, colours=list(suits.SUITS))
        if name and name in found[: number - 1]:
            first = found.index(name) + 1
            raise Refused("terminal.seats.colour-twice", first=first, second=number, colour=word(name))
    return found


def seat_colours(view: View, seats: Sequence[dict[str, object]]) -> list[str]:
    """The colour of each seat, no two alike: the one it wants, the one the game fixes, or a free one."""
    wanted = [str(seat.get("suit") or seat.get("colour") or "") for seat in seats]
    return [BY_NAME[suit] for suit in suits.assign(wanted, fixed_colours(_name(view)))]


def codes(colours: Sequence[str]) -> list[str]:
    """ANSI codes of the seats' colours, indexed by seat number mod 4."""
    found = [""] * 4
    for number, colour in enumerate(colours, 1):
        found[number % 4] = ANSI[colour]
    return found
