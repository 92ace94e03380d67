"""The strength of a level: what it sees, and its rating.

Ratings are measured, not estimated: `bench/ladder.py` writes them into `data/ratings.json` of each game's folder, next
to docs/strength.md. They compare the levels of one game only; medium is 1500 everywhere.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache

from quincunx.engine.levels import level
from quincunx.engine.player import player
from quincunx.games import Game, registry
from quincunx.law.messages import Message

FILE = ("data", "ratings.json")
"""In a game's folder: for each measured variant the rating of each level."""


@cache
def measured(name: str) -> Mapping[str, Mapping[str, int]]:
    """The ratings of a game's levels, by variant."""
    found = registry.file(name, *FILE)
    return json.loads(found.read_text("utf-8")) if found else {}


def rating(game: Game, name: str) -> int | None:
    """The measured rating of a level in this variant of a game; None where it has not been measured."""
    return measured(game.name).get(str(game), {}).get(name)


def about(game: Game, name: str) -> Message:
    """What a level of a game sees, in a sentence.

    >>> from quincunx import engine, games
    >>> str(engine.about(games.game("xtic"), "hard"))
    'Looks 4 moves ahead.'
    """
    chosen, own = level(game, name), player(game.name)
    if name in own.notes:
        return Message(own.notes[name])
    if chosen.method == "random":
        return Message("engine.sees.random")
    if chosen.book:
        return Message("engine.sees.book")
    if chosen.limits.depth:
        return Message("engine.sees.depth", n=chosen.limits.depth)
    if chosen.overlooks:
        return Message("engine.sees.overlooks", n=chosen.limits.nodes, nodes=f"{chosen.limits.nodes:,}")
    if not chosen.margin:
        return Message("engine.sees.nodes", n=chosen.limits.nodes, nodes=f"{chosen.limits.nodes:,}")
    percent = f"{100 * chosen.margin:g}"
    return Message("engine.sees.near", n=chosen.limits.nodes, nodes=f"{chosen.limits.nodes:,}", percent=percent)
