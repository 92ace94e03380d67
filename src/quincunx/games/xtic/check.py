"""Checks strategies of xtic: every reply of the other seat, board by board, with the law.

A strategy ends in leaves. Where they have enough pieces, every leaf is proved again by a plain search. Whole games have
too many leaves, with too few pieces, for that: so random paths from leaves are drawn, which the author of the
certificate could not choose, and their ends are proved. The result says what was proved and what was only sampled.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache

from quincunx.games import IllegalMove, Refused
from quincunx.games.xtic.book import FEW, Link, Node, Strategy, board_text, giver, read, state_of, write
from quincunx.games.xtic.law import EMPTY, PIECES, SQUARES, XticState, lines
from quincunx.games.xtic.plain_solver import Plain
from quincunx.law import text
from quincunx.law.draws import Draws
from quincunx.proofs.certificate import Certificate, Unproved
from quincunx.proofs.progress import Progress, Tell

WHOLE = 8
"""Pieces on a leaf, at least, where all leaves are proved."""
FALLS = 100
"""Ways down that are drawn for each strategy of which they are not."""
LANDING = 7
"""Pieces on the board at the end of such a way."""

CLAIMS = {"1": {(1, True)}, "2": {(2, True)}, "draw": {(1, False), (2, False)}}
"""Who must be shown to win, or not to lose, for a value."""


def strategies_of(certificate: Certificate) -> tuple[Strategy, ...]:
    """The strategies that its value needs, not yet checked."""
    root = certificate.state
    if certificate.kind not in ("strategy", "sample"):
        raise Unproved("xtic.proof.kind", kind=certificate.kind)
    if root.outcome:
        raise Unproved("xtic.proof.over")
    try:
        strategies = tuple(read(certificate.body))
    except Refused as error:
        raise Unproved(error.message) from None
    if sorted((each.seat, each.win) for each in strategies) != sorted(CLAIMS[certificate.value]):
        found = [strategy.claim for strategy in strategies] or ["-"]
        raise Unproved("xtic.proof.claims", value=certificate.value, found=found)
    return strategies


def check(certificate: Certificate, tell: Tell) -> tuple[str, ...]:
    root = certificate.state
    assert isinstance(root, XticState)
    strategies = strategies_of(certificate)
    seed = seed_of(strategies)
    said: list[str] = []
    for i, strategy in enumerate(strategies):

        def report(share: float, what: str, done: int = i, claim: str = strategy.claim) -> None:
            tell(Progress((done + share) / len(strategies), f"{claim}: {what}"))

        try:
            said.append(check_tree(root, strategy, report))
            prove = _prove_leaves if certificate.kind == "strategy" else _prove_sample
            said.append(prove(root, strategy, seed, report))
        except (Unproved, IllegalMove) as fault:
            raise Unproved("xtic.proof.unproved", claim=strategy.claim, reason=fault.message) from None
    return tuple(said)


Report = Callable[[float, str], None]


def check_tree(root: XticState, strategy: Strategy, report: Report) -> str:
    """Plays everything that the other seat can do on each board that is not a leaf."""
    if not strategy.nodes or strategy.nodes[0].board != root.board:
        raise Unproved("xtic.proof.first")
    if root.hand is not None and not strategy.nodes[0].links:
        raise Unproved("xtic.proof.first-leaf")
    boards = replies = 0
    for number, node in enumerate(strategy.nodes):
        if not node.links:
            continue
        try:
            replies += _check_node(root if number == 0 else state_of(root, node.board), node, strategy)
        except (Unproved, IllegalMove) as fault:
            raise Unproved(
                "xtic.proof.node", number=number, board=board_text(node.board), reason=fault.message
            ) from None
        boards += 1
        if boards % 100 == 0:
            report(0.1 * number / len(strategy.nodes), text("xtic.proof.replying"))
    return text("xtic.proof.tree", claim=strategy.claim, boards=f"{boards:,}", replies=f"{replies:,}")


def _check_node(state: XticState, node: Node, strategy: Strategy) -> int:
    """How many choices of the other seat were followed."""
    if state.outcome:
        raise Unproved("xtic.proof.over-there")
    links = list(node.links)
    if state.hand is not None or giver(node.board) == strategy.seat:
        if node.gift is None or node.gift != (state.hand if state.hand is not None else node.gift):
            raise Unproved("xtic.proof.no-gift")
        given = state if state.hand is not None else state.play(f"={PIECES[node.gift]}")
        own = given.turn == strategy.seat
        choices = [(given, None if own else move) for move in (("",) if own else given.moves())]
    else:
        if node.gift is not None:
            raise Unproved("xtic.proof.gift", seat=3 - strategy.seat)
        choices = [(state.play(move), None) for move in state.moves()]
    if len(links) != len(choices):
        raise Unproved("xtic.proof.count", answers=len(links), replies=len(choices))
    for (given, move), link in zip(choices, links, strict=True):
        _check_link(given, move, link, strategy)
    return len(choices)


def _check_link(given: XticState, move: str | None, link: Link, strategy: Strategy) -> None:
    """`move` is the other's placement; None where the strategy places the piece in hand."""
    if (link.square is None) != (move is not None):
        raise Unproved("xtic.proof.chooser")
    after = given.play(move if move is not None else SQUARES[link.square or 0])
    piece, square = PIECES[given.hand or 0], SQUARES[_new(given, after)]
    if after.outcome:
        if link.node is not None or not _good(after, strategy):
            raise Unproved("xtic.proof.end", piece=piece, square=square)
        return
    if link.node is None or link.symmetry is None:
        raise Unproved("xtic.proof.no-link", piece=piece, square=square)
    if not 0 < link.node < len(strategy.nodes):
        raise Unproved("xtic.proof.no-board", piece=piece, square=square, board=link.node)
    if not is_symmetry(given.game.type, link.symmetry.squares):
        raise Unproved("xtic.proof.symmetry", piece=piece, square=square)
    if link.symmetry.board(after.board) != strategy.nodes[link.node].board:
        raise Unproved("xtic.proof.elsewhere", piece=piece, square=square, board=link.node)


def _new(before: XticState, after: XticState) -> int:
    return next(i for i in range(16) if before.board[i] != after.board[i])


def _good(over: XticState, strategy: Strategy) -> bool:
    """Whether a finished game is what the strategy claims."""
    assert over.outcome
    return over.outcome.winner == strategy.seat or (not strategy.win and over.outcome.winner is None)


@cache
def is_symmetry(kind: str, squares: tuple[int, ...]) -> bool:
    known = {frozenset(line) for line in lines(kind)}
    return {frozenset(squares[square] for square in line) for line in known} == known


def _proved(state: XticState, strategy: Strategy) -> tuple[bool, int]:
    """Whether the seat gets what the strategy claims, by plain search from a board; and how many boards were
    searched."""
    plain = Plain(state)
    if giver(state.board) == strategy.seat:
        return plain.gets(strategy.win), plain.nodes
    return not plain.gets(not strategy.win), plain.nodes


def _prove_leaves(root: XticState, strategy: Strategy, seed: str, report: Report) -> str:  # noqa: ARG001 - as a sample
    leaves = leaves_of(strategy)
    searched = 0
    for i, leaf in enumerate(leaves):
        state = state_of(root, leaf.board)
        if state.placed < WHOLE:
            raise Unproved("xtic.proof.leaf-pieces", fewest=WHOLE, pieces=state.placed)
        yes, nodes = _proved(state, strategy)
        if not yes:
            raise Unproved("xtic.proof.leaf", position=state.body)
        searched += nodes
        report(0.1 + 0.9 * i / len(leaves), text("xtic.proof.proving-leaves"))
    return text("xtic.proof.leaves", claim=strategy.claim, leaves=f"{len(leaves):,}", boards=f"{searched:,}")


def leaves_of(strategy: Strategy) -> list[Node]:
    return [node for node in strategy.nodes if not node.links]


def seed_of(strategies: tuple[Strategy, ...]) -> str:
    """The seed of the random paths, from everything else in the certificate."""
    bare = [Strategy(each.seat, each.win, each.nodes) for each in strategies]
    return hashlib.sha256("\n".join(write(bare)).encode()).hexdigest()


def way_down(root: XticState, strategy: Strategy, seed: str, number: int, own: Callable[[XticState], str]) -> XticState:
    """A path from a random leaf: the other seat's moves are random too, `own` makes the strategy's."""
    draws = Draws(seed, f"{strategy.claim} {number}")
    state = state_of(root, draws.choice(leaves_of(strategy)).board)
    while not state.outcome and (state.placed < LANDING or state.hand is not None):
        state = state.play(own(state) if state.turn == strategy.seat else draws.choice(state.moves()))
    return state


def _prove_sample(root: XticState, strategy: Strategy, seed: str, report: Report) -> str:
    leaves = leaves_of(strategy)
    if not leaves:
        raise Unproved("xtic.proof.no-leaf")
    if len(strategy.falls) != FALLS:
        raise Unproved("xtic.proof.falls", needed=FALLS, found=len(strategy.falls))
    if any(16 - leaf.board.count(EMPTY) < FEW for leaf in leaves):
        raise Unproved("xtic.proof.early-leaf", fewest=FEW)
    searched = 0
    for number, moves in enumerate(strategy.falls):
        left = list(moves)

        def own(state: XticState, left: list[str] = left, number: int = number) -> str:
            if not left:
                raise Unproved("xtic.proof.fall-short", number=number, position=state.body)
            return left.pop(0)

        end = way_down(root, strategy, seed, number, own)
        if left:
            raise Unproved("xtic.proof.fall-long", number=number)
        yes, nodes = (_good(end, strategy), 0) if end.outcome else _proved(end, strategy)
        if not yes:
            raise Unproved("xtic.proof.fall", number=number, position=end.body)
        searched += nodes
        report(0.1 + 0.9 * number / FALLS, text("xtic.proof.sampling"))
    pieces = [str(count) for count in sorted({16 - leaf.board.count(EMPTY) for leaf in leaves})]
    return text(
        "xtic.proof.sample",
        claim=strategy.claim,
        leaves=f"{len(leaves):,}",
        pieces=pieces,
        falls=FALLS,
        landing=LANDING,
        boards=f"{searched:,}",
    )
