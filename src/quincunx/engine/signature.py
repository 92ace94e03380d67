"""The signature: how many nodes the searches visit on a few positions at fixed limits.

A change that should not affect play keeps it; any other change updates it in the same commit.
"""

from __future__ import annotations

from collections.abc import Iterator

from quincunx import games
from quincunx.engine import levels
from quincunx.engine.analysis import in_core
from quincunx.games import CHANCE, State
from quincunx.law.draws import Draws

PLIES = (0, 3, 8, 14)
"""How many choices into a seeded random game the positions are taken."""


def positions(variant: str) -> Iterator[State]:
    """A few positions of a game, always the same, in which a seat is to choose."""
    draws, state, choices = Draws("signature", variant), games.start(variant, "signature"), 0
    while not state.outcome and choices <= max(PLIES):
        if state.actor == CHANCE:
            state = state.play(draws.weighted(state.chances()))
            continue
        if choices in PLIES:
            yield state
        choices += 1
        state = state.play(draws.choice(state.moves()))


def signature(level: str = "medium") -> Iterator[str]:
    """A line for each variant of each game of the core, then the total."""
    total = 0
    for variant in filter(in_core, games.variants()):
        nodes = sum(levels.choose(state, level, "signature")[1].nodes for state in positions(variant))
        total += nodes
        yield f"{variant:<40} {nodes:>12}"
    yield f"signature {total}"
