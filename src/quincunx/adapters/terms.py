"""The terms on which learning machines play: the numbers of moves, what a result pays, when a match is cut."""

from __future__ import annotations

from functools import cache

from quincunx.games import Game, IllegalMove, Outcome
from quincunx.games.tactix.law import Tactix
from quincunx.games.tritoc.law import Tritoc
from quincunx.games.xchain.law import Xchain, maxima

MOST_MOVES = 1000
"""Moves of tritoc, throws not counted: with 2 and 12 a match could go on for ever."""


@cache
def numbers(game: Game) -> dict[str, int]:
    """The number of every move: its place in `Game.actions`."""
    return {move: number for number, move in enumerate(game.actions)}


def move(game: Game, action: int | None) -> str:
    """The move with this number; IllegalMove where there is none."""
    if action is None or not 0 <= action < len(game.actions):
        raise IllegalMove(f"{action!r} is no action: they are numbered 0 to {len(game.actions) - 1}")
    return game.actions[action]


def rewards(outcome: Outcome) -> tuple[float, ...]:
    """For each seat its result less the mean result of the others: they sum to 0, and a winner has 1.

    >>> rewards(Outcome(2, 2, "", "")), rewards(Outcome(2, None, "", "")), rewards(Outcome(3, 1, "", ""))
    ((-1.0, 1.0), (0.0, 0.0), (1.0, -0.5, -0.5))
    """
    total = sum(outcome.results)
    return tuple(float(result - (total - result) / (outcome.seats - 1)) for result in outcome.results)


def longest(game: Game) -> int:
    """How many moves a match has at most; one of tritoc is cut there, all others end by themselves."""
    match game:
        case Tritoc():
            return MOST_MOVES
        case Xchain():
            return _room(game) + 1
        case Tactix():
            return game.size**2  # each move takes a counter or more
        case _:
            return len(game.actions)  # none can be played twice


@cache
def _room(game: Xchain) -> int:
    """How much more than at the start an xchain board can hold. Each move adds one, and a board that holds more than
    all its maxima never settles. A preset square holds one or more, and how many there are is the same for every
    seed."""
    return sum(maxima(game.size)) - sum(value > 0 for value in game.start().board.values)
