"""Checks a certificate of xtic to the last leaf: the tree with the law, every leaf by the compiled checker."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from quincunx._checker_xtic import Xtic
from quincunx.games import IllegalMove
from quincunx.games.xtic.book import Board, Strategy, board_text, giver, state_of
from quincunx.games.xtic.check import check_tree, leaves_of, strategies_of
from quincunx.games.xtic.law import XticState, lines
from quincunx.law import Message
from quincunx.proofs.certificate import Certificate, Unproved
from quincunx.proofs.complete import Leaf, prove
from quincunx.proofs.progress import Effort, Progress, Tell


def complete(certificate: Certificate, effort: Effort, tell: Tell) -> tuple[str, ...]:
    root = certificate.state
    assert isinstance(root, XticState)
    strategies = strategies_of(certificate)
    said: list[str] = []
    for strategy in strategies:
        try:
            said.append(check_tree(root, strategy, lambda share, what: tell(Progress(share, what))))
        except (Unproved, IllegalMove) as fault:
            raise Unproved("xtic.proof.unproved", claim=strategy.claim, reason=fault.message) from None
    leaves = (leaf for strategy in strategies for leaf in _leaves(root, strategy))
    checkers = [checker(root, effort.memory // effort.threads) for _ in range(effort.threads)]
    tally = prove(certificate, leaves, checkers, effort, tell)
    return (*said, str(tally))


def checker(root: XticState, memory: int) -> Xtic:
    return Xtic(list(lines(root.game.type)), root.game.goal == "avoid", memory)


def _leaves(root: XticState, strategy: Strategy) -> Iterator[Leaf[Xtic]]:
    for node in leaves_of(strategy):
        name = f"{strategy.claim.replace(' ', '-')}/{board_text(node.board)}"
        reason = Message("xtic.proof.leaf", position=state_of(root, node.board).body)
        fault = Message("xtic.proof.unproved", claim=strategy.claim, reason=reason)
        yield Leaf(name, partial(_proved, strategy, node.board), fault)


def _proved(strategy: Strategy, board: Board, xtic: Xtic) -> bool | None:
    """The seat gets what is claimed if it is to give; otherwise the other seat does not get what refutes it."""
    own = giver(board) == strategy.seat
    gets = xtic.gets(list(board), strategy.win if own else not strategy.win)
    return gets if gets is None else gets == own
