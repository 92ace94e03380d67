"""Puzzles of tactix, by the table of all positions that can follow."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import cycle

from quincunx import engine, games
from quincunx.engine import Limits
from quincunx.games import State
from quincunx.games.tactix.law import TactixState
from quincunx.law.draws import Draws
from quincunx.law.symmetry import least
from quincunx.puzzles.making import Only, only_by

GRADES = (2, 4, 6, 8)
VARIANTS = ("size=4", "size=5", "size=4,goal=last-wins", "size=6", "size=3", "size=5,goal=last-wins")
MOST = 20
"""The most counters for which a table says how long the game lasts."""


def candidates(draws: Draws) -> Iterator[State]:
    """One position from each of many games of random moves."""
    for variant in cycle(VARIANTS):
        state, fewest = games.start(f"tactix:{variant}"), 4 + draws.below(MOST - 3)
        while isinstance(state, TactixState) and state.counters.bit_count() > fewest:
            state = state.play(draws.choice(state.moves()))
        if not state.outcome:
            yield state


def only_move(state: State) -> Only | None:
    return only_by(engine.analyse(state, Limits(), "table"))


def likeness(state: State) -> Hashable:
    assert isinstance(state, TactixState)
    return state.game, least(state.game.size, state.counters)
