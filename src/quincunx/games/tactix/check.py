"""The checker for tactix: strategies, with leaves that it solves itself, and the mirror."""

from __future__ import annotations

from quincunx.games import State
from quincunx.games.tactix.law import TactixState
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
        raise Unproved(f"for tactix there are the kinds strategy, sample and mirror, but no {certificate.kind!r}")
    if certificate.kind == "strategy":
        return (walk(certificate, turned, tell).told,)
    text = certificate.tags.get("Leaves", "")
    if not text.isdecimal() or len(text) > 3 or int(text) > MOST:
        raise Unproved(f"Leaves is {text!r}: it has to be the most counters of a position without a line, to {MOST}")
    walked = walk(certificate, turned, tell, lambda leaf: _counters(leaf).bit_count() <= int(text))
    leaves = sorted(walked.leaves, key=_counters)
    return walked.told, sample(certificate, leaves, lost, f"with at most {text} counters", tell)


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
    everything that can become it by one move is won.
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
    """Who always makes the half-turn of the last move always has a move: so the other seat runs out of moves first."""
    if state.game.goal != "last-wins":
        raise Unproved("the mirror gets the last counter, and here that loses")
    if value != str(3 - state.turn):
        raise Unproved(f"who mirrors is the seat that is not to move, {3 - state.turn}, not {value}")
    if turned(state, 3) != state:
        raise Unproved("the position is not its own mirror image after half a turn")
    taken = {move: state.counters & ~state.play(move).counters for move in state.moves()}
    images = set(taken.values())
    for move, counters in taken.items():
        mirrored = image(state.game.size, 3, counters)
        if mirrored not in images:
            raise Unproved(f"the half-turn of {move} is no move")
        if mirrored & counters:
            raise Unproved(f"the half-turn of {move} takes counters that {move} has taken")
    return (
        f"checked with the law alone: half a turn makes each of the {len(taken)} moves another that takes none of its"
        " counters; so it can always be answered in the mirror, and what is left is its own mirror image again",
    )
