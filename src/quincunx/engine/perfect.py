"""Among moves that are worth the same by proof, the one that makes it hardest for the other side."""

from __future__ import annotations

from quincunx import _core, books
from quincunx.engine import book
from quincunx.engine.analysis import Analysis, Control, Limits
from quincunx.engine.thinking import analyse
from quincunx.games import Game, State
from quincunx.games.tactix.law import TactixState, spans
from quincunx.games.tesseract.law import Tesseract
from quincunx.games.xtic.law import Xtic

TRAPS = 9
"""Moves of a drawn position, at most, where it is looked how many replies to each lose: xtic from seven pieces on."""


def is_perfect(game: Game) -> bool:
    """Whether what the first position is worth can be kept by proof from there on."""
    if isinstance(game, Xtic):
        return book.xtic_name(game) in books.names()
    return not isinstance(game, Tesseract) or game.dims == "4"


def hardest(state: State, analysis: Analysis, moves: list[str], limits: Limits, control: Control | None) -> list[str]:
    """Of the best moves of a drawn position those with the most ways to lose, of a lost one those with the fewest
    ways to win, for whoever answers. All of them where that would take too long."""
    best = analysis.best.value
    worth = best.seats[state.actor - 1]
    if best.exact and worth == 0.5 and len(moves) > 1 and len(analysis.moves) <= TRAPS:
        return _most(moves, {move: _traps(state.play(move), state.actor, limits, control) for move in moves})
    if worth == 0 and isinstance(state, TactixState):
        return _most(moves, _refutations(state, moves, control))
    return moves


def _most(moves: list[str], counts: dict[str, int]) -> list[str]:
    return [move for move in moves if counts[move] == max(counts.values())]


def _traps(state: State, seat: int, limits: Limits, control: Control | None) -> int:
    """How many replies lose in a drawn position; where the seat itself goes on, after its best move."""
    if state.outcome:
        return 0
    moves = analyse(state, limits, control=control).moves
    if state.actor != seat:
        return sum(found.value.exact and found.value.seats[seat - 1] == 1.0 for found in moves)
    kept = [found.move for found in moves if found.value.seats[seat - 1] == 0.5]
    return max((_traps(state.play(move), seat, limits, control) for move in kept), default=0)


def _refutations(state: TactixState, moves: list[str], control: Control | None) -> dict[str, int]:
    """How many replies to each of these moves win, counted below zero. The delay is the same, or no table tells it."""
    table = _core.TactixLosses(str(state))
    while not table.fill(seconds=0.05):
        if control and control.stopped:
            return dict.fromkeys(moves, 0)
    takes = spans(state.game.size)
    return {move: -len(table.winning(state.counters & ~takes[move])) for move in moves}
