"""Solvers, one module a game: `solve(state, effort, tell)` proves the value of a position and gives the certificate."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from quincunx.games import Refused, State
from quincunx.proofs.certificate import Certificate
from quincunx.proofs.progress import Effort, Tell

SOLVED = ("tactix", "tesseract", "xchain", "xtic")


class NoProof(Refused):
    """A position that cannot be solved here, and why."""


def solve(state: State, effort: Effort, tell: Tell) -> Certificate:
    """NoProof where there is no solver for the game, its options or the position, or where the effort is too small."""
    name = state.game.name
    if name not in SOLVED:
        raise NoProof(f"there is no solver for {name}; there is one for {', '.join(SOLVED)}")
    if state.outcome:
        raise NoProof("the game is over: there is nothing to solve")
    return cast(Certificate, import_module(f"{__name__}.{name}").solve(state, effort, tell))
