"""How computers play xtic: look-ahead as in the old program, exact search from five pieces on, and a book before
that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from quincunx import _core, books
from quincunx.engine.analysis import Limits
from quincunx.engine.player import NAMES, ComputerPlayer, Level, Page
from quincunx.games import Game, State
from quincunx.games.xtic import book
from quincunx.games.xtic.law import PIECES, SQUARES, Xtic, XticState
from quincunx.law import Message


class XticPlayer(ComputerPlayer):
    methods = ("solve", "lookahead", "playouts")
    # The six of the old program: N placements ahead, and any of the moves that look equal.
    levels = {name: Level("lookahead", Limits(depth=n), patient=True) for n, name in enumerate(NAMES, 1)} | {
        "perfect": Level("auto", Limits(nodes=500_000_000), book=True)
    }

    def method(self, state: State) -> str:
        assert isinstance(state, XticState)
        return "playouts" if state.placed < book.FEW else "solve"  # with few pieces no proof finishes in time

    def plain_method(self, game: Game, body: str) -> str | None:
        if len(SQUARES) - body.count(".") >= book.FEW:
            return "solve"
        return None if self.is_perfect(game) else "playouts"

    def is_perfect(self, game: Game) -> bool:
        assert isinstance(game, Xtic)
        return _name(game) in books.names()

    def page(self, state: State) -> Page | None:
        """A strategy for every seat that can win or draw, until five pieces are down."""
        assert isinstance(state, XticState)
        if state.placed >= book.FEW or not (found := _open(state.game)):
            return None
        chapters, proof = found
        body, squares, pieces = proof.image(replace(state, hand=None).body)
        words = {seat: chapter.lines.get(body[:-2].replace("/", "")) for seat, chapter in chapters.items()}
        own, other = chapters.get(state.turn), chapters.get(3 - state.turn)
        move, least, most = None, 0.0, 1.0
        if own and (line := words[state.turn]) and len(line) > 1:
            least = 1.0 if own.win else 0.5
            if state.hand is None:
                move = f"={PIECES[pieces.index(int(line[1][1], 16))]}"
            else:
                free = [piece for piece in range(16) if PIECES[piece] not in line[0]]
                square = line[1 + free.index(pieces[state.hand])].partition(">")[0]
                move = SQUARES[squares.index(SQUARES.index(square))]
        if other and (line := words[3 - state.turn]):
            kept = state.hand is None or (len(line) > 1 and line[1] == f"={PIECES[pieces[state.hand]]}")
            most = (0.0 if other.win else 0.5) if kept else 1.0
        if move is None and most == 1.0:
            return None
        return Page(move, least, most, Message("games.book"))


@dataclass(frozen=True, slots=True)
class Chapter:
    """How a seat wins, or does not lose: for each board the words of its line."""

    win: bool
    lines: Mapping[str, tuple[str, ...]]


def _name(game: Xtic) -> str:
    """The name of its book, if there is one."""
    return f"xtic-{game.type}" + ("-complete" if game.goal == "complete" else "")


@cache
def _open(game: Xtic) -> tuple[Mapping[int, Chapter], _core.XticProof] | None:
    name = _name(game)
    if name not in books.names():
        return None
    chapters: dict[int, Chapter] = {}
    for strategy in book.skim(books.load(name).partition("\n\n")[2].splitlines()):
        chapters[strategy.seat] = Chapter(strategy.win, strategy.lines)
    return chapters, _core.XticProof(str(game), 1 << 12)


PLAYER = XticPlayer()
