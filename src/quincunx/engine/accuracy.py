"""The accuracy of the players of a match, from 0 to 100. The loss of a choice is the value of the best move for the
seat less the value of its own move: 0 to 1. It has the accuracy 100 · e^(-4.354 · loss), so 5 points of a hundred lost
leave 80, and half a point leaves 11. A player's accuracy is the mean over all positions in which there was a choice.
(Lichess uses the same curve for chess.)
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from quincunx.engine.analysis import Analysis, Control, Limits
from quincunx.engine.search import analyse
from quincunx.games import State

STEEPNESS = 4.354


@dataclass(frozen=True, slots=True)
class RatedMove:
    """A move that a seat made, with the engine's verdict."""

    seat: int
    move: str
    best: str
    """The best move; the one that was made, if no other is better."""
    loss: float
    """What the best move is worth to the seat, less what the one that was made is worth."""
    number: int = 0
    """Of the decision in its match, from 0."""

    @property
    def accuracy(self) -> float:
        """
        >>> round(RatedMove(1, "a1", "b1", 0.0).accuracy), round(RatedMove(1, "a1", "b1", 0.05).accuracy)
        (100, 80)
        """
        return 100 * math.exp(-STEEPNESS * self.loss)


def choice(analysis: Analysis, move: str) -> RatedMove | None:
    """The verdict of an analysis on the move that was made; None if there was nothing to choose."""
    if analysis.actor <= 0 or len(analysis.moves) < 2:
        return None
    values = {found.move: found.value.seats[analysis.actor - 1] for found in analysis.moves}
    best = analysis.best.move
    loss = max(0.0, values[best] - values[move])
    return RatedMove(analysis.actor, move, best if loss else move, loss)


def choices(match: Iterable[tuple[State, str]], limits: Limits, control: Control | None = None) -> list[RatedMove]:
    """All choices of a match, given as positions with the moves that were made in them; analysed one by one."""
    found = []
    for number, (state, move) in enumerate(match):
        if control and control.stopped:
            break
        if state.actor > 0 and len(state.moves()) > 1 and (made := choice(analyse(state, limits), move)):
            found.append(replace(made, number=number))
    return found


def accuracies(found: Iterable[RatedMove], seats: int) -> tuple[float | None, ...]:
    """Of each seat; None for one that had no choice.

    >>> first, second = accuracies([RatedMove(1, "a1", "a1", 0.0), RatedMove(1, "a1", "b1", 1.0)], 2)
    >>> round(first or 0), second
    (51, None)
    """
    by_seat: list[list[float]] = [[] for _ in range(seats)]
    for each in found:
        by_seat[each.seat - 1].append(each.accuracy)
    return tuple(math.fsum(numbers) / len(numbers) if numbers else None for numbers in by_seat)
