"""Checks strategies of xtic: every reply of the other seat, board by board, with the law.

A strategy ends in leaves. Where they have enough pieces, every leaf is proved again by a plain search. Whole games have
too many leaves, with too few pieces, for that: there ways down from leaves are drawn, which whoever wrote the
certificate could not choose, and where they end is proved. What was proved and what was only sampled is said.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache

from quincunx.games import IllegalMove
from quincunx.games.xtic.book import FEW, Link, Node, Strategy, giver, read, state_of, write
from quincunx.games.xtic.law import EMPTY, PIECES, SQUARES, XticState, lines
from quincunx.games.xtic.plain_solver import Plain
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


def check(certificate: Certificate, tell: Tell) -> tuple[str, ...]:
    root = certificate.state
    assert isinstance(root, XticState)
    if certificate.kind not in ("strategy", "sample"):
        raise Unproved(f"a certificate of xtic is a strategy or a sample, not {certificate.kind!r}")
    if root.outcome:
        raise Unproved("the game is over: there is nothing to prove")
    try:
        strategies = tuple(read(certificate.body))
    except ValueError as error:
        raise Unproved(str(error)) from None
    if sorted((each.seat, each.win) for each in strategies) != sorted(CLAIMS[certificate.value]):
        claims = ", ".join(strategy.claim for strategy in strategies)
        raise Unproved(f"it claims {certificate.claim}, but its strategies are for: {claims or 'nothing'}")
    seed = seed_of(strategies)
    said: list[str] = []
    for i, strategy in enumerate(strategies):

        def told(share: float, what: str, done: int = i, claim: str = strategy.claim) -> None:
            tell(Progress((done + share) / len(strategies), f"{claim}: {what}"))

        try:
            said.append(check_tree(root, strategy, told))
            prove = _prove_leaves if certificate.kind == "strategy" else _prove_sample
            said.append(prove(root, strategy, seed, told))
        except (Unproved, IllegalMove) as fault:
            raise Unproved(f"{strategy.claim} is not proved: {fault}") from None
    return tuple(said)


Told = Callable[[float, str], None]


def check_tree(root: XticState, strategy: Strategy, told: Told) -> str:
    """Plays everything that the other seat can do on each board that is no leaf."""
    if not strategy.nodes or strategy.nodes[0].board != root.board:
        raise Unproved("its first board is not the one of the position")
    if root.hand is not None and not strategy.nodes[0].links:
        raise Unproved("a piece is in hand, but its first board is a leaf")
    boards = replies = 0
    for number, node in enumerate(strategy.nodes):
        if not node.links:
            continue
        try:
            replies += _check_node(root if number == 0 else state_of(root, node.board), node, strategy)
        except (Unproved, IllegalMove) as fault:
            raise Unproved(f"board {number} ({''.join(_cell(p) for p in node.board)}): {fault}") from None
        boards += 1
        if boards % 100 == 0:
            told(0.1 * number / len(strategy.nodes), "every reply")
    other = 3 - strategy.seat
    return f"{strategy.claim}: on {boards:,} boards all {replies:,} replies of seat {other} are answered, by the law"


def _cell(piece: int) -> str:
    return "." if piece == EMPTY else PIECES[piece]


def _check_node(state: XticState, node: Node, strategy: Strategy) -> int:
    """How many choices of the other seat were followed."""
    if state.outcome:
        raise Unproved("the game is over there")
    links = list(node.links)
    if state.hand is not None or giver(node.board) == strategy.seat:
        if node.gift is None or node.gift != (state.hand if state.hand is not None else node.gift):
            raise Unproved("it does not say which piece is given")
        given = state if state.hand is not None else state.play(f"={PIECES[node.gift]}")
        own = given.turn == strategy.seat
        choices = [(given, None if own else move) for move in (("",) if own else given.moves())]
    else:
        if node.gift is not None:
            raise Unproved(f"it gives a piece, but there seat {3 - strategy.seat} gives")
        choices = [(state.play(move), None) for move in state.moves()]
    if len(links) != len(choices):
        raise Unproved(f"it answers {len(links)} replies where there are {len(choices)}")
    for (given, move), link in zip(choices, links, strict=True):
        _check_link(given, move, link, strategy)
    return len(choices)


def _check_link(given: XticState, move: str | None, link: Link, strategy: Strategy) -> None:
    """`move` is the other's placement; None where the strategy places the piece in hand."""
    if (link.square is None) != (move is not None):
        raise Unproved("it names a square where the other seat chooses it, or none where it has to choose itself")
    after = given.play(move if move is not None else SQUARES[link.square or 0])
    where = f"after {PIECES[given.hand or 0]} on {SQUARES[_new(given, after)]}"
    if after.outcome:
        if link.node is not None or not _good(after, strategy):
            raise Unproved(f"{where} the game is over, and not as claimed")
        return
    if link.node is None or link.symmetry is None:
        raise Unproved(f"{where} the game goes on, but nothing is said")
    if not 0 < link.node < len(strategy.nodes):
        raise Unproved(f"{where} it goes to board {link.node}, which is not there")
    if not is_symmetry(given.game.type, link.symmetry.squares):
        raise Unproved(f"{where} the board is turned so that lines do not go to lines")
    if link.symmetry.board(after.board) != strategy.nodes[link.node].board:
        raise Unproved(f"{where} the symmetry does not lead to board {link.node}")


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
    """Whether the seat gets what the strategy claims, by plain search from a board; and how many boards that took."""
    plain = Plain(state)
    if giver(state.board) == strategy.seat:
        return plain.gets(strategy.win), plain.nodes
    return not plain.gets(not strategy.win), plain.nodes


def _prove_leaves(root: XticState, strategy: Strategy, seed: str, told: Told) -> str:  # noqa: ARG001 - as a sample
    leaves = leaves_of(strategy)
    searched = 0
    for i, leaf in enumerate(leaves):
        state = state_of(root, leaf.board)
        if state.placed < WHOLE:
            raise Unproved(f"a leaf of a whole strategy has {WHOLE} pieces or more, not {state.placed}")
        yes, nodes = _proved(state, strategy)
        if not yes:
            raise Unproved(f"on the leaf {state.body} it is not so")
        searched += nodes
        told(0.1 + 0.9 * i / len(leaves), "leaves")
    return f"{strategy.claim}: all {len(leaves):,} leaves proved again by plain search, {searched:,} boards"


def leaves_of(strategy: Strategy) -> list[Node]:
    return [node for node in strategy.nodes if not node.links]


def seed_of(strategies: tuple[Strategy, ...]) -> str:
    """From everything but the ways down themselves."""
    bare = [Strategy(each.seat, each.win, each.nodes) for each in strategies]
    return hashlib.sha256("\n".join(write(bare)).encode()).hexdigest()


def way_down(root: XticState, strategy: Strategy, seed: str, number: int, own: Callable[[XticState], str]) -> XticState:
    """From a leaf drawn by lot: the other seat's moves are drawn too, `own` makes the strategy's."""
    draws = Draws(seed, f"{strategy.claim} {number}")
    state = state_of(root, draws.choice(leaves_of(strategy)).board)
    while not state.outcome and (state.placed < LANDING or state.hand is not None):
        state = state.play(own(state) if state.turn == strategy.seat else draws.choice(state.moves()))
    return state


def _prove_sample(root: XticState, strategy: Strategy, seed: str, told: Told) -> str:
    leaves = leaves_of(strategy)
    if not leaves:
        raise Unproved("it has no leaf to draw a sample from: what goes on to the end is a strategy")
    if len(strategy.falls) != FALLS:
        raise Unproved(f"{FALLS} ways down are drawn for a sample, but it answers {len(strategy.falls)}")
    if any(16 - leaf.board.count(EMPTY) < FEW for leaf in leaves):
        raise Unproved(f"a leaf has fewer than {FEW} pieces: the tree has to go on there")
    searched = 0
    for number, moves in enumerate(strategy.falls):
        left = list(moves)

        def own(state: XticState, left: list[str] = left, number: int = number) -> str:
            if not left:
                raise Unproved(f"way down {number} says nothing at {state.body}")
            return left.pop(0)

        end = way_down(root, strategy, seed, number, own)
        if left:
            raise Unproved(f"way down {number} has too many moves")
        yes, nodes = (_good(end, strategy), 0) if end.outcome else _proved(end, strategy)
        if not yes:
            raise Unproved(f"way down {number} ends at {end.body}, where it is not so")
        searched += nodes
        told(0.1 + 0.9 * number / FALLS, "sample")
    pieces = " or ".join(map(str, sorted({16 - leaf.board.count(EMPTY) for leaf in leaves})))
    return (
        f"{strategy.claim}: its {len(leaves):,} leaves, with {pieces} pieces, are NOT all proved; "
        f"{FALLS} ways down from leaves, drawn from the tree's sha256, were followed to {LANDING} pieces, and what is "
        f"there was proved again by plain search, {searched:,} boards"
    )
