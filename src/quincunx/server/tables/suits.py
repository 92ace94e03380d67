"""Suits: the colour, and the shape that goes with it, in which a seat is shown."""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.games import Game

SUITS = ("blue", "red", "yellow", "plum")


def defaults(game: Game) -> tuple[str, ...]:
    """The suit that each seat of a game has when nobody wishes another."""
    return (game.colours or SUITS)[: game.seats]


def dealt(game: Game, wished: Sequence[str]) -> tuple[str, ...]:
    """A suit for every seat, no two alike: what is wished (empty: nothing), the game's own, or the first one free."""
    found = list(wished)
    for n, default in enumerate(defaults(game)):
        if not found[n]:
            found[n] = next(suit for suit in (default, *SUITS) if suit not in found)
    return tuple(found)
