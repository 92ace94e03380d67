"""Checks a certificate of tactix to the last leaf: the tree with the law, every leaf by the compiled checker."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from quincunx._checker_tactix import Tactix
from quincunx.games import State
from quincunx.games.tactix.check import turned
from quincunx.games.tactix.law import TactixState
from quincunx.law import Message
from quincunx.proofs.certificate import Certificate
from quincunx.proofs.complete import Leaf, prove
from quincunx.proofs.progress import Effort, Tell
from quincunx.proofs.strategy import walk

LARGEST = 30
"""Counters of a leaf at most: there the tree ends, even if it continues in the certificate. A table for 30 counters
takes 128 MB and some seconds; with fewer there would be many more leaves, and more work."""


def complete(certificate: Certificate, effort: Effort, tell: Tell) -> tuple[str, ...]:
    def kept(line: str) -> bool:
        position = line.partition(":")[0]
        return position.count("o") > LARGEST or position == certificate.state.body

    top = replace(certificate, body=tuple(filter(kept, certificate.body)))
    walked = walk(top, turned, tell, lambda leaf: leaf.body.count("o") <= LARGEST)
    tally = prove(certificate, _leaves(walked.leaves), [Tactix() for _ in range(effort.threads)], effort, tell)
    return walked.summary, str(tally)


def _leaves(states: frozenset[State]) -> Iterator[Leaf[Tactix]]:
    for state in sorted(states, key=lambda state: state.body):
        assert isinstance(state, TactixState)
        fault = Message("proofs.at", place=state.body, problem=Message("proofs.strategy.leaf", seat=state.turn))
        yield Leaf(state.body.split(" ")[0], partial(lost, state), fault)


def lost(state: TactixState, tactix: Tactix) -> bool | None:
    """Whether the seat to move loses. The law gives the counters that each move takes, and the winner when none is
    left."""
    counters = [1 << i for i in range(state.game.size**2) if state.counters >> i & 1]
    numbers = {counter: 1 << i for i, counter in enumerate(counters)}
    takes = []
    for move in state.moves():
        taken = state.counters & ~state.play(move).counters
        takes.append(sum(number for counter, number in numbers.items() if taken & counter))
    empty = TactixState(state.game, 0, state.next).outcome
    assert empty is not None
    return tactix.lost(len(counters), takes, empty.winner != state.next)
