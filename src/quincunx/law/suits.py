"""Suits: the colour, and the shape that goes with it, in which a seat is shown.

Style sheets, shapes and names of suits elsewhere are held to this list by `tests/test_suits.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

from quincunx.law.game import Game

Suit: TypeAlias = Literal["blue", "red", "yellow", "plum"]

SUITS: tuple[str, ...] = get_args(Suit)
"""In the order in which seats get them."""


def defaults(game: Game) -> tuple[str, ...]:
    """The suit of each seat of a game where nobody chose another."""
    return (game.colours or SUITS)[: game.seats]


def assign(wanted: Sequence[str], preferred: Sequence[str] = ()) -> tuple[str, ...]:
    """A suit for every seat, no two alike: the wanted one, the one that the game prefers, or the first free one.

    >>> assign(["", "blue", "pink"])
    ('red', 'blue', 'yellow')
    """
    found, own = list(wanted), preferred or SUITS
    for n, suit in enumerate(found):
        if suit not in SUITS:
            found[n] = next(free for free in (own[n % len(own)], *SUITS) if free not in found)
    return tuple(found)
