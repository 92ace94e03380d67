"""Puzzles of xchain for two: endings in which a search proves that one move wins and that every other one loses."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import cycle

from quincunx import engine, games
from quincunx.engine import Limits
from quincunx.games import State
from quincunx.games.xchain.law import XchainState
from quincunx.law.draws import Draws
from quincunx.law.symmetry import turn, turns
from quincunx.puzzles.making import AT_ONCE, TEMPTING, Only

GRADES = (3, 5, 7, 9)
VARIANTS = ("size=4x4", "size=5x5", "size=3x4", "size=6x6", "size=5x4", "size=8x8")
LAST = 9
"""So many moves before its end a game is looked at."""
LIMITS = Limits(nodes=150_000)
"""For one position; what needs more is not proved in time for a page either."""


def candidates(draws: Draws) -> Iterator[State]:
    """One position from the end of each of many games between fast levels."""
    for variant in cycle(VARIANTS):
        state, seed, past = games.start(f"xchain:{variant}"), str(draws.below(2**32)), list[State]()
        while not state.outcome:
            past.append(state)
            state = state.play(engine.choose(state, draws.choice(("trivial", "easy")), seed)[0])
        yield draws.choice(past[-LAST:])


def only_move(state: State) -> Only | None:
    """A search stops at the first win it finds, so the position after each other move is searched separately."""
    analysis = engine.analyse(state, LIMITS, "alphabeta")
    best, *others = analysis.ranked()
    if not best.value.exact or best.value.seats[state.turn - 1] != 1 or best.value.distance is None:
        return None
    tempting = 0
    for other in others:
        after = state.play(other.move)
        if after.outcome:
            return None
        reply = engine.analyse(after, LIMITS, "alphabeta").best.value
        if not reply.exact or reply.seats[after.turn - 1] != 1:
            return None
        tempting += reply.distance is None or reply.distance >= AT_ONCE
    return Only("win", best.move, best.value.distance) if tempting >= TEMPTING else None


def likeness(state: State) -> Hashable:
    """The smallest of all turns of the board, as the seat to move sees it."""
    assert isinstance(state, XchainState)
    board = [(owner and 1 + (owner != state.turn)) * 8 + value for owner, value in zip(*state.board, strict=True)]
    size = state.game.size
    images = []
    for number in turns(*size):
        cells = [0] * len(board)
        for place, cell in zip(turn(*size, number), board, strict=True):
            cells[place] = cell
        images.append(cells)
    return size, tuple(min(images))
