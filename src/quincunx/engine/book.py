"""What the books say about a position, and how an analysis uses it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from quincunx.engine.analysis import Analysis, MoveValue, Value
from quincunx.engine.player import Page, player
from quincunx.games import Game, Refused, State
from quincunx.law.messages import Message


def page(state: State) -> Page | None:
    """What a book says about the position; None if there is no book, or if it does not have the position."""
    return player(state.game.name).page(state)


def prepare(game: Game) -> None:
    """Loads the book of a game, if it has one, so that the first look-up is as fast as the others. If a book cannot be
    read, the look-up reports that."""
    with suppress(Refused):
        page(game.start(""))


def annotate(analysis: Analysis, found: Page) -> Analysis:
    """An analysis with what the book knows: estimates within its bounds, and exact values where the bounds meet."""

    def judged(move: MoveValue) -> MoveValue:
        least = found.least if move.move == found.move else 0.0
        mine = min(max(move.value.seats[analysis.actor - 1], least), found.most)
        if move.value.exact:
            return move
        seats = (mine, 1 - mine) if analysis.actor == 1 else (1 - mine, mine)
        return MoveValue(move.move, Value(seats, least == found.most), move.line)

    both = Message("engine.basis.both", first=found.basis, second=analysis.basis)
    return replace(analysis, moves=tuple(map(judged, analysis.moves)), basis=both)


def analysis(state: State, found: Page) -> Analysis:
    """The analysis where the book has the value of every move; no search is needed."""
    seats = {
        move: (value, 1 - value) if state.actor == 1 else (1 - value, value) for move, value in found.values.items()
    }
    moves = tuple(MoveValue(move, Value(seats[move], True), (move,)) for move in state.moves())
    return Analysis(str(state), state.actor, moves, found.basis, 0, 0.0)
