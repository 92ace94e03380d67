"""A strategy of xtic as text: what the books, the solver and the checker read and write.

A node is a board on which a piece is to be given. It stands for all equivalent boards; a link names the node and the
symmetry. docs/certificates.md describes the format. The checker does not trust it: it proves every line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from quincunx.games.xtic.law import EMPTY, PIECES, SQUARES, XticState
from quincunx.law import Refused

FEW = 5
"""Pieces on the board from which on search alone is enough: there the strategies of whole games end."""

Board = tuple[int, ...]
"""The pieces on the sixteen squares, as the law has them."""

CLAIM = re.compile(r"seat ([12]) (wins|holds)")
LINK = re.compile(r"(?:([a-d][1-4])>)?(?:(-)|(\d{1,9})\.(\d{1,9})\.([0-9A-F])([0-3]{4}))")


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A symmetry of the board and a renaming of the pieces that preserve the game."""

    squares: tuple[int, ...]
    """Where each square goes. The checker sees to it that lines go to lines."""
    flip: int
    """The properties whose two values change places."""
    order: tuple[int, ...]
    """Where each property goes."""

    def piece(self, piece: int) -> int:
        return sum(((piece ^ self.flip) >> i & 1) << to for i, to in enumerate(self.order))

    def board(self, board: Board) -> Board:
        image = [EMPTY] * 16
        for square, piece in zip(self.squares, board, strict=True):
            if piece != EMPTY:
                image[square] = self.piece(piece)
        return tuple(image)


@dataclass(frozen=True, slots=True)
class Link:
    """What follows a placement: a node, whose board the symmetry makes of this one; None where the game is over."""

    square: int | None
    """Where the one whose strategy it is places the piece; None where the other chooses."""
    node: int | None
    symmetry: Symmetry | None


@dataclass(frozen=True, slots=True)
class Node:
    board: Board
    gift: int | None = None
    """The piece to give, or (the first node only) the one that is in hand already."""
    links: tuple[Link, ...] = ()
    """For each square the other may choose, or for each piece he may give; none in a leaf."""


@dataclass(slots=True)
class Strategy:
    """How a seat wins, or does not lose: the first node is the position in question."""

    seat: int
    win: bool
    nodes: list[Node] = field(default_factory=list)
    falls: list[tuple[str, ...]] = field(default_factory=list)
    """The seat's moves below leaves, on ways down that were drawn for it."""

    @property
    def claim(self) -> str:
        return f"seat {self.seat} {'wins' if self.win else 'holds'}"


def board_text(board: Board) -> str:
    return "".join("." if piece == EMPTY else PIECES[piece] for piece in board)


def text_board(text: str) -> Board:
    """Refused where it is not a board."""
    if not re.fullmatch(r"[.0-9A-F]{16}", text):
        raise Refused("xtic.proof.board", written=text[:40])
    board = tuple(EMPTY if cell == "." else int(cell, 16) for cell in text)
    if any(board.count(piece) > 1 for piece in range(16)):
        raise Refused("xtic.proof.twice", board=text)
    return board


def giver(board: Board) -> int:
    """The seat that gives on this board, by the law."""
    return 1 + (16 - board.count(EMPTY)) % 2


def write(strategies: Iterable[Strategy]) -> tuple[str, ...]:
    turns: dict[tuple[int, ...], int] = {tuple(range(16)): 0}
    lines: list[str] = []
    for strategy in strategies:
        lines += [strategy.claim, *(_node(node, turns) for node in strategy.nodes)]
        lines += [" ".join(("fall", *moves)) for moves in strategy.falls]
    return (*(f"turn {''.join(PIECES[square] for square in turn)}" for turn in turns), *lines)


def _node(node: Node, turns: dict[tuple[int, ...], int]) -> str:
    words = [board_text(node.board)]
    if node.gift is not None:
        words.append(f"={PIECES[node.gift]}")
    for link in node.links:
        word = "-"
        if link.node is not None and link.symmetry is not None:
            turn = turns.setdefault(link.symmetry.squares, len(turns))
            order = "".join(map(str, link.symmetry.order))
            word = f"{link.node}.{turn}.{PIECES[link.symmetry.flip]}{order}"
        words.append(word if link.square is None else f"{SQUARES[link.square]}>{word}")
    return " ".join(words)


def read(lines: Sequence[str]) -> Iterator[Strategy]:
    """Raises Refused, with the line, if the lines are not strategies."""
    turns: list[tuple[int, ...]] = []
    strategy: Strategy | None = None
    for number, line in enumerate(lines, 1):
        try:
            if line.startswith("turn "):
                turns.append(_turn(line[5:]))
            elif claim := CLAIM.fullmatch(line):
                if strategy:
                    yield strategy
                strategy = Strategy(int(claim[1]), claim[2] == "wins")
            elif strategy is None:
                raise Refused("xtic.proof.begin")
            elif line.startswith("fall"):
                strategy.falls.append(tuple(line.split()[1:]))
            else:
                strategy.nodes.append(_read_node(line.split(), turns))
        except Refused as error:
            raise Refused("xtic.proof.line", line=number, reason=error.message) from None
    if strategy:
        yield strategy


@dataclass(frozen=True, slots=True)
class Skimmed:
    """A strategy whose lines were only split."""

    seat: int
    win: bool
    lines: dict[str, tuple[str, ...]]
    """For each board the words of its line, the board itself first."""


def skim(lines: Iterable[str]) -> Iterator[Skimmed]:
    """The same strategies as `read`, but without parsing links: for lines that have been checked."""
    strategy: Skimmed | None = None
    for line in lines:
        if claim := CLAIM.fullmatch(line):
            if strategy:
                yield strategy
            strategy = Skimmed(int(claim[1]), claim[2] == "wins", {})
        elif strategy and not line.startswith("fall"):
            words = tuple(line.split())
            strategy.lines[words[0]] = words
    if strategy:
        yield strategy


def _turn(text: str) -> tuple[int, ...]:
    if sorted(text) != list(PIECES):
        raise Refused("xtic.proof.turn", written=text[:40])
    return tuple(PIECES.index(square) for square in text)


def _read_node(words: list[str], turns: Sequence[tuple[int, ...]]) -> Node:
    if not words:
        raise Refused("xtic.proof.empty")
    board, gift, rest = text_board(words[0]), None, words[1:]
    if rest and re.fullmatch("=[0-9A-F]", rest[0]):
        gift, rest = int(rest[0][1], 16), rest[1:]
    return Node(board, gift, tuple(_read_link(word, turns) for word in rest))


def _read_link(word: str, turns: Sequence[tuple[int, ...]]) -> Link:
    found = LINK.fullmatch(word)
    if not found:
        raise Refused("xtic.proof.link", written=word[:40])
    square = SQUARES.index(found[1]) if found[1] else None
    if found[2]:
        return Link(square, None, None)
    order = tuple(map(int, found[6]))
    if int(found[4]) >= len(turns) or sorted(order) != [0, 1, 2, 3]:
        raise Refused("xtic.proof.no-symmetry", link=word)
    return Link(square, int(found[3]), Symmetry(turns[int(found[4])], int(found[5], 16), order))


def state_of(root: XticState, board: Board, hand: int | None = None) -> XticState:
    """A board as a position of the same game."""
    return XticState(root.game, board, hand)
