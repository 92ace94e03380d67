"""The terms on which learning machines play: the numbers of moves, what a result pays, when a match is cut."""

from __future__ import annotations

from functools import cache

from quincunx.games import Game, IllegalMove, Outcome

MOST_MOVES = 1000
"""Moves, throws not counted, after which a match is cut in games whose law sets no bound."""


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

    >>> rewards(Outcome(2, 2, "")), rewards(Outcome(2, None, "")), rewards(Outcome(3, 1, ""))
    ((-1.0, 1.0), (0.0, 0.0), (1.0, -0.5, -0.5))
    """
    total = sum(outcome.results)
    return tuple(float(result - (total - result) / (outcome.seats - 1)) for result in outcome.results)


def longest(game: Game) -> int:
    """How many moves a match has at most; where the law sets no bound it is cut at MOST_MOVES."""
    return game.longest or MOST_MOVES
