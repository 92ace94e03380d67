"""The checker for tactix: strategies, with leaves that it solves itself, and the mirror."""

from __future__ import annotations

from quincunx.games import State
from quincunx.games.tactix.law import TactixState
from quincunx.law import text
from quincunx.law.symmetry import image
from quincunx.proofs.certificate import Certificate, Unproved
from quincunx.proofs.progress import Tell
from quincunx.proofs.strategy import sample, walk

MOST = 24
"""Counters of a leaf: more would take the plain solver minutes."""


def check(certificate: Certificate, tell: Tell) -> tuple[str, ...]:
    """What was checked, and how; Unproved where the certificate does not prove its claim."""
    state = certificate.state
    assert isinstance(state, TactixState)
    if certificate.kind == "mirror":
        return _mirror(state, certificate.value)
    if certificate.kind not in ("strategy", "sample"):
        raise Unproved("tactix.proof.kind", kind=certificate.kind)
    if certificate.kind == "strategy":
        return (walk(certificate, turned, tell).summary,)
    most = certificate.tags.get("Leaves", "")
    if not most.isdecimal() or len(most) > 3 or int(most) > MOST:
        raise Unproved("tactix.proof.leaves", written=most, most=MOST)
    walked = walk(certificate, turned, tell, lambda leaf: _counters(leaf).bit_count() <= int(most))
    leaves = sorted(walked.leaves, key=_counters)
    return walked.summary, sample(certificate, leaves, lost, text("tactix.proof.which", counters=most), tell)


def _counters(state: State) -> int:
    assert isinstance(state, TactixState)
    return state.counters


def turned(state: State, number: int) -> TactixState:
    """The position after a turn of its grid."""
    assert isinstance(state, TactixState)
    return TactixState(state.game, image(state.game.size, number, state.counters), state.next)


def lost(state: State) -> bool:
    """Whether the seat to move loses, by the definition: a position is lost when no move leaves a lost one.

    It goes through all subsets of the counters from the smallest number; whenever one is not won, it is lost, and
    everything that one move turns into it is won.
    """
    assert isinstance(state, TactixState)
    squares = [1 << i for i in range(state.game.size**2) if state.counters >> i & 1]
    numbers = {square: 1 << i for i, square in enumerate(squares)}
    takes = []
    for move in state.moves():
        taken = state.counters & ~state.play(move).counters
        takes.append(sum(number for square, number in numbers.items() if taken & square))
    won = bytearray(1 << len(squares))
    empty = TactixState(state.game, 0, state.next).outcome
    assert empty is not None
    won[0] = empty.winner == state.next
    subset = won.find(0)
    while subset >= 0:
        for take in takes:
            if not take & subset:
                won[subset | take] = 1
        subset = won.find(0, subset + 1)
    return not won[-1]


def _mirror(state: TactixState, value: str) -> tuple[str, ...]:
    """A seat that always answers with the half-turn of the last move always has a move, so the other seat runs out
    first."""
    if state.outcome:
        raise Unproved("proofs.strategy.over", position=str(state))
    if state.game.goal != "last-wins":
        raise Unproved("tactix.proof.mirror-goal")
    if value != str(3 - state.turn):
        raise Unproved("tactix.proof.mirror-seat", seat=3 - state.turn, value=value)
    if turned(state, 3) != state:
        raise Unproved("tactix.proof.mirror-image")
    taken = {move: state.counters & ~state.play(move).counters for move in state.moves()}
    images = set(taken.values())
    for move, counters in taken.items():
        mirrored = image(state.game.size, 3, counters)
        if mirrored not in images:
            raise Unproved("tactix.proof.mirror-move", move=move)
        if mirrored & counters:
            raise Unproved("tactix.proof.mirror-overlap", move=move)
    return (text("tactix.proof.mirror", n=len(taken)),)
