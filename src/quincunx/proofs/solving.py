"""Runs the solver of a game: `solve(state, effort, tell)` in the `solve.py` of the game's folder."""

from __future__ import annotations

from typing import cast

from quincunx.games import Refused, State, registry
from quincunx.proofs.certificate import Certificate
from quincunx.proofs.progress import Effort, Tell


class NoProof(Refused):
    """The position cannot be solved here; the message says why."""


def solve(state: State, effort: Effort, tell: Tell) -> Certificate:
    """Solves a position. NoProof if there is no solver for the game, its options or the position, or if the effort is
    too small."""
    name = state.game.name
    solver = registry.part(name, "solve")
    if solver is None:
        raise NoProof("proofs.no-solver", game=name, games=registry.having("solve"))
    if state.outcome:
        raise NoProof("proofs.over")
    return cast(Certificate, solver.solve(state, effort, tell))
