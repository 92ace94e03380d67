"""The checker for xchain: strategies of one of two seats."""

from __future__ import annotations

from quincunx.games import State
from quincunx.games.turns import turn
from quincunx.games.xchain import Board, XchainState
from quincunx.proofs.certificate import Certificate, Unproved
from quincunx.proofs.checking.strategy import walk
from quincunx.proofs.progress import Tell


def check(certificate: Certificate, tell: Tell) -> tuple[str, ...]:
    """What was checked, and how; Unproved where the certificate does not prove its claim.

    A move adds one piece to the board, so no position comes again, and a game ends: the strategy is sound.
    """
    if certificate.kind != "strategy":
        raise Unproved(f"for xchain there are strategies, but no {certificate.kind!r}")
    if certificate.state.game.seats != 2:
        raise Unproved("a strategy against more than one seat is not checked here")
    walked = walk(certificate, turned, tell)
    return (
        f"checked with the law alone: {walked.lines:,} positions, and the winner's answer to each of the"
        f" {walked.replies:,} replies in them, down to the end of the game",
    )


def turned(state: State, number: int) -> XchainState:
    """The position after a turn of its board."""
    assert isinstance(state, XchainState)
    owners, values = bytearray(state.board.owners), bytearray(state.board.values)
    for place, to in enumerate(turn(*state.game.size, number)):
        owners[to], values[to] = state.board.owners[place], state.board.values[place]
    return XchainState(state.game, Board(bytes(owners), bytes(values)), state.standing, state.next)
