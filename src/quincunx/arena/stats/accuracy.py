"""The accuracy of the players of a tournament, by an analysis of their moves."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from quincunx import record
from quincunx.arena.tournament import Result, Tournament
from quincunx.engine import Control, Limits, accuracy


def accuracies(
    tournament: Tournament,
    results: Sequence[Result],
    limits: Limits,
    control: Control | None = None,
    heard: Callable[[int], None] = lambda _: None,
) -> tuple[float | None, ...]:
    """The mean accuracy of each player's choices in all matches; None for a player who had none.

    `heard` is called with the number of finished matches; `control` stops it after the current position.
    """
    found: list[list[float]] = [[] for _ in tournament.players]
    for done, result in enumerate(results, 1):
        for match in record.read(result.record):
            for choice in accuracy.choices(match.decisions(), limits, control):
                found[result.seats[choice.seat - 1]].append(choice.accuracy)
        heard(done)
    return tuple(math.fsum(each) / len(each) if each else None for each in found)
