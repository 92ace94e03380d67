"""What the books prove of a position: one page a position, whatever the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache

from quincunx import _core, books
from quincunx.books import tactix, tesseract_player, xtic
from quincunx.engine.analysis import Analysis, MoveValue, Value
from quincunx.games import Game, Refused, State
from quincunx.games.tactix.law import TactixState
from quincunx.games.tesseract.law import TesseractState
from quincunx.games.xtic.law import PIECES, SQUARES, Xtic, XticState


@dataclass(frozen=True, slots=True)
class Page:
    """For the seat that is to act, as a result: 1 a win, 0 a loss, 1/2 a draw."""

    move: str | None
    """What the book plays; None where it only knows how the others keep the seat down."""
    least: float
    """What that move is worth at least."""
    most: float
    """What any move is worth at most."""
    basis: str
    """In words."""
    values: Mapping[str, float] = field(default_factory=dict)
    """What every move is worth, where the book knows that of all of them."""


def page(state: State) -> Page | None:
    """What a book says of the position; None where there is no book, or where it says nothing."""
    found = PAGES.get(state.game.name)
    return found(state) if found else None


def prepare(game: Game) -> None:
    """Reads the book of a game, if it has one, so that its first look-up takes no longer than the others. A book that
    cannot be read is reported by whoever looks something up in it."""
    with suppress(Refused):
        page(game.start(""))


def annotate(analysis: Analysis, found: Page) -> Analysis:
    """An analysis that knows what the book knows: estimates within its bounds, and exact values where these meet."""

    def judged(move: MoveValue) -> MoveValue:
        least = found.least if move.move == found.move else 0.0
        mine = min(max(move.value.seats[analysis.actor - 1], least), found.most)
        if move.value.exact:
            return move
        seats = (mine, 1 - mine) if analysis.actor == 1 else (1 - mine, mine)
        return replace(move, value=Value(seats, least == found.most))

    return replace(analysis, moves=tuple(map(judged, analysis.moves)), basis=f"{found.basis}; {analysis.basis}")


def analysis(state: State, found: Page) -> Analysis:
    """Where the book knows what every move is worth, nothing else need be asked."""
    seats = {
        move: (value, 1 - value) if state.actor == 1 else (1 - value, value) for move, value in found.values.items()
    }
    moves = tuple(MoveValue(move, Value(seats[move], True), (move,)) for move in state.moves())
    return Analysis(str(state), state.actor, moves, found.basis, 0, 0.0)


# tactix: all moves of the 6x6 grid until six counters are off.


def _tactix(state: State) -> Page | None:
    assert isinstance(state, TactixState)
    if not (found := tactix.look_up(state)):
        return None
    values = {move: float(found.won and move in found.moves) for move in state.moves()}
    worth = float(found.won)
    return Page(min(found.moves), worth, worth, "the book of this game", values)


# xtic: a strategy for every seat that has something to hold, until five pieces are down.


@dataclass(frozen=True, slots=True)
class Chapter:
    """How a seat wins, or does not lose: for each board the words of its line."""

    win: bool
    lines: Mapping[str, tuple[str, ...]]


def xtic_name(game: Xtic) -> str:
    """What its book is called, if there is one."""
    return f"xtic-{game.type}" + ("-complete" if game.goal == "complete" else "")


@cache
def _xtic_book(game: Xtic) -> tuple[Mapping[int, Chapter], _core.XticProof] | None:
    name = xtic_name(game)
    if name not in books.names():
        return None
    chapters: dict[int, Chapter] = {}
    for strategy in xtic.skim(books.load(name).partition("\n\n")[2].splitlines()):
        chapters[strategy.seat] = Chapter(strategy.win, strategy.lines)
    return chapters, _core.XticProof(str(game), 1 << 12)


def _xtic(state: State) -> Page | None:
    assert isinstance(state, XticState)
    if state.placed >= xtic.FEW or not (book := _xtic_book(state.game)):
        return None
    chapters, proof = book
    body, squares, pieces = proof.image(replace(state, hand=None).body)
    words = {seat: chapter.lines.get(body[:-2].replace("/", "")) for seat, chapter in chapters.items()}
    own, other = chapters.get(state.turn), chapters.get(3 - state.turn)
    move, least, most = None, 0.0, 1.0
    if own and (found := words[state.turn]) and len(found) > 1:
        least = 1.0 if own.win else 0.5
        if state.hand is None:
            move = f"={PIECES[pieces.index(int(found[1][1], 16))]}"
        else:
            free = [piece for piece in range(16) if PIECES[piece] not in found[0]]
            square = found[1 + free.index(pieces[state.hand])].partition(">")[0]
            move = SQUARES[squares.index(SQUARES.index(square))]
    if other and (found := words[3 - state.turn]):
        kept = state.hand is None or (len(found) > 1 and found[1] == f"={PIECES[pieces[state.hand]]}")
        most = (0.0 if other.win else 0.5) if kept else 1.0
    if move is None and most == 1.0:
        return None
    return Page(move, least, most, "the book of this game")


# tesseract: how the first seat wins in four dimensions, to the end.


def _tesseract(state: State) -> Page | None:
    assert isinstance(state, TesseractState)
    if not (found := tesseract_player.look_up(state)):
        return None
    if found.move is None:
        return Page(None, 0.0, 0.0, f"the book of this game: a loss in at most {found.left}")
    return Page(state.game.actions[found.move], 1.0, 1.0, f"the book of this game: a win in at most {found.left}")


PAGES: Mapping[str, Callable[[State], Page | None]] = {"tactix": _tactix, "tesseract": _tesseract, "xtic": _xtic}
