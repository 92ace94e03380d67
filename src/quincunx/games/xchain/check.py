"""The checker for xchain: strategies of one of two seats; what one of more can force is checked in `coalition`."""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.games import State
from quincunx.games.xchain import coalition
from quincunx.games.xchain.law import Board, XchainState, maxima
from quincunx.law import text
from quincunx.law.symmetry import turn
from quincunx.proofs.certificate import Certificate, Unproved
from quincunx.proofs.progress import Tell
from quincunx.proofs.strategy import WalkResult, sample, walk


def check(certificate: Certificate, tell: Tell) -> tuple[str, ...]:
    """What was checked, and how; Unproved where the certificate does not prove its claim.

    A move adds one piece to the board, so no position comes again, and a game ends: the strategy is sound.
    """
    if certificate.kind == "coalition" and certificate.state.game.seats > 2:
        if certificate.value == "draw":
            raise Unproved("proofs.strategy.draw")
        return coalition.check(certificate, turned, tell)
    tree = walked(certificate, tell)
    if certificate.kind == "strategy":
        return (tree.summary,)
    which = text("xchain.proof.which", pieces=certificate.tags["Leaves"])
    return tree.summary, sample(certificate, sorted(tree.leaves, key=str), lost, which, tell)


def walked(certificate: Certificate, tell: Tell) -> WalkResult:
    """Checks all lines with the law. A sample may end in leaves, which are still to be proved."""
    if certificate.kind not in ("strategy", "sample", "coalition"):
        raise Unproved("xchain.proof.kind", kind=certificate.kind)
    if certificate.state.game.seats != 2 or certificate.kind == "coalition":
        raise Unproved("xchain.proof.seats")
    if certificate.kind == "strategy":
        return walk(certificate, turned, tell)
    fewest = certificate.tags.get("Leaves", "")
    if not fewest.isdecimal() or len(fewest) > 3:
        raise Unproved("xchain.proof.leaves", written=fewest)
    return walk(certificate, turned, tell, lambda leaf: _pieces(leaf) >= int(fewest))


def _pieces(state: State) -> int:
    assert isinstance(state, XchainState)
    return sum(state.board.values)


def lost(state: State) -> bool:
    """Whether the seat to move loses, by the definition: whatever it does, the other seat wins."""
    known: dict[State, bool] = {}

    def wins(state: State) -> bool:
        if state not in known:
            known[state] = any(after.outcome or not wins(after) for after in map(state.play, _loudest(state)))
        return known[state]

    return not wins(state)


def _loudest(state: State) -> Sequence[str]:
    """The moves, those first that make a square explode: they are the most likely to end it."""
    assert isinstance(state, XchainState)
    room = {
        name: most - value
        for name, value, most in zip(state.game.actions, state.board.values, maxima(state.game.size), strict=True)
    }
    return sorted(state.moves(), key=lambda move: room[move])


def turned(state: State, number: int) -> XchainState:
    """The position after a turn of its board."""
    assert isinstance(state, XchainState)
    owners, values = bytearray(state.board.owners), bytearray(state.board.values)
    for place, to in enumerate(turn(*state.game.size, number)):
        owners[to], values[to] = state.board.owners[place], state.board.values[place]
    return XchainState(state.game, Board(bytes(owners), bytes(values)), state.standing, state.next)
