"""Checks a certificate of xchain to the last leaf: the tree with the law, every leaf by the compiled checker."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from quincunx._checker_xchain import Xchain
from quincunx.games import State
from quincunx.games.xchain.check import walked
from quincunx.games.xchain.law import XchainState, neighbours
from quincunx.law import Message
from quincunx.law.options import Size
from quincunx.proofs.certificate import Certificate, Unproved
from quincunx.proofs.complete import Leaf, prove
from quincunx.proofs.progress import Effort, Tell


def complete(certificate: Certificate, effort: Effort, tell: Tell) -> tuple[str, ...]:
    root = certificate.state
    assert isinstance(root, XchainState)
    tree = walked(certificate, tell)
    try:
        first = checker(root.game.size, effort.memory)
    except ValueError as error:  # the board is too large
        raise Unproved("proofs.complete.cannot", reason=str(error)) from None
    checkers = [first, *(first.sharing() for _ in range(1, effort.threads))]
    tally = prove(certificate, _leaves(tree.leaves), checkers, effort, tell)
    return tree.summary, str(tally)


def checker(size: Size, memory: int) -> Xchain:
    return Xchain([list(near) for near in neighbours(size)], memory)


def _leaves(states: frozenset[State]) -> Iterator[Leaf[Xchain]]:
    for state in sorted(states, key=lambda state: state.body):
        assert isinstance(state, XchainState)
        fault = Message("proofs.at", place=state.body, problem=Message("proofs.strategy.leaf", seat=state.turn))
        yield Leaf(state.body.split(" ")[0], partial(lost, state), fault)


def lost(state: XchainState, xchain: Xchain) -> bool | None:
    """Whether the seat to move loses."""
    owners = [0 if owner == 0 else 1 if owner == state.turn else 2 for owner in state.board.owners]
    return xchain.lost(owners, list(state.board.values))
