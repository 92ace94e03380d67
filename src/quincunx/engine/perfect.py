"""Among moves with the same proved value, the one that is hardest for the other side."""

from __future__ import annotations

from quincunx.engine.analysis import Analysis, Control, Limits
from quincunx.engine.player import player
from quincunx.engine.search import analyse
from quincunx.games import State

TRAPS = 9
"""Moves of a drawn position, at most, for which the replies that lose are counted."""


def hardest(state: State, analysis: Analysis, moves: list[str], limits: Limits, control: Control | None) -> list[str]:
    """Of the best moves of a drawn position those that give the opponent the most ways to lose, of a lost one those
    that give the fewest ways to win. All of them where that would take too long."""
    best = analysis.best.value
    worth = best.seats[state.actor - 1]
    if best.exact and worth == 0.5 and len(moves) > 1 and len(analysis.moves) <= TRAPS:
        return _most(moves, {move: _traps(state.play(move), state.actor, limits, control) for move in moves})
    return moves if worth else player(state.game.name).hardest(state, moves, control)


def _most(moves: list[str], counts: dict[str, int]) -> list[str]:
    return [move for move in moves if counts[move] == max(counts.values())]


def _traps(state: State, seat: int, limits: Limits, control: Control | None) -> int:
    """How many replies lose in a drawn position; where the seat itself moves next, after its best move."""
    if state.outcome:
        return 0
    moves = analyse(state, limits, control=control).moves
    if state.actor != seat:
        return sum(found.value.exact and found.value.seats[seat - 1] == 1.0 for found in moves)
    kept = [found.move for found in moves if found.value.seats[seat - 1] == 0.5]
    return max((_traps(state.play(move), seat, limits, control) for move in kept), default=0)
