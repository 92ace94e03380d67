"""What learning environments share: the numbers of moves, the rewards, and when a match is truncated."""

from __future__ import annotations

from functools import cache

from quincunx.games import Game, IllegalMove, Outcome, State

MOST_MOVES = 1000
"""Moves, not counting rolls, after which a match is truncated if the game's law sets no limit."""


@cache
def numbers(game: Game) -> dict[str, int]:
    """The number of every move: its place in `Game.actions`."""
    return {move: number for number, move in enumerate(game.actions)}


def move(game: Game, action: int | None) -> str:
    """The move with this number; IllegalMove if there is none."""
    if action is None or not 0 <= action < len(game.actions):
        raise IllegalMove("adapters.action", action=repr(action), last=len(game.actions) - 1)
    return game.actions[action]


def rewards(outcome: Outcome) -> tuple[float, ...]:
    """For each seat its result minus the mean result of the others: they sum to 0, and a winner gets 1.

    >>> rewards(Outcome(2, 2, "")), rewards(Outcome(2, None, "")), rewards(Outcome(3, 1, ""))
    ((-1.0, 1.0), (0.0, 0.0), (1.0, -0.5, -0.5))
    """
    total = sum(outcome.results)
    return tuple(float(result - (total - result) / (outcome.seats - 1)) for result in outcome.results)


def rewards_of(position: State) -> tuple[float, ...]:
    """The rewards in a position that is over, or that some seats were eliminated from: these have lost, whoever wins in
    the end."""
    return rewards(position.outcome or Outcome(position.game.seats, position.turn, ""))


def longest(game: Game) -> int:
    """The most moves a match can have; if the law sets no limit, it is truncated at MOST_MOVES."""
    return game.longest or MOST_MOVES
