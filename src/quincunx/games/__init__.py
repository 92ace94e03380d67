"""The games: one folder each, found at start-up.

>>> from quincunx import games
>>> state = games.start("tactix:size=3")
>>> print(state.play("b1-b3"))
tactix:size=3 o.o/o.o/o.o 2
>>> games.parse("tactix:size=3 .../.o./... 1").play("b2").outcome.reason
'Seat 1 took the last counter.'
"""

from __future__ import annotations

from difflib import get_close_matches

from quincunx.games.registry import GAMES
from quincunx.law import (
    CHANCE,
    NOBODY,
    Game,
    IllegalMove,
    InvalidOption,
    InvalidPosition,
    Outcome,
    Refused,
    State,
    View,
)

__all__ = [
    "CHANCE",
    "GAMES",
    "NOBODY",
    "Game",
    "IllegalMove",
    "InvalidOption",
    "InvalidPosition",
    "Outcome",
    "Refused",
    "State",
    "View",
    "game",
    "parse",
    "start",
    "variants",
]


def game(text: str) -> Game:
    """The game written `name` or `name:key=value,key=value`.

    >>> game("tactix:goal=last-loses,size=5")
    Tactix(size=5, goal='last-loses')
    >>> str(game("tactix:goal=last-loses,size=5"))
    'tactix:size=5'
    """
    name, colon, options = text.partition(":")
    if name not in GAMES:
        if near := get_close_matches(name, GAMES, 1):
            raise InvalidOption("games.similar", game=name, similar=near[0])
        raise InvalidOption("games.unknown", game=name, games=list(GAMES))
    if colon and not options:
        raise InvalidOption("games.colon", typed=text, game=name)
    return GAMES[name].with_options(options)


def variants() -> tuple[str, ...]:
    """Every game with each of its `variants`."""
    return tuple(f"{name}:{options}".rstrip(":") for name, game in GAMES.items() for options in game.variants)


def start(text: str, seed: str = "") -> State:
    """The first position of a game written as for `game`. All its random choices come from the seed.

    >>> str(start("tactix:size=3"))
    'tactix:size=3 ooo/ooo/ooo 1'
    """
    return game(text).start(seed)


def parse(text: str) -> State:
    """The position written `game:options body`, as `str` of a state writes it.

    >>> parse("tactix:size=3 o.o/o.o/o.o 2").turn
    2
    """
    name, _, body = text.partition(" ")
    return game(name).read(body)
