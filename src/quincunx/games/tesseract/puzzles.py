"""Puzzles of tesseract: one move wins by force, and after every other one the other seat does.

Both are proved by threat sequences, with a few quiet moves where needed.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import cycle

from quincunx import engine, games
from quincunx.engine import Limits, Value
from quincunx.games import State
from quincunx.games.tesseract.law import TesseractState
from quincunx.games.tesseract.strategy import image, symmetries, symmetry
from quincunx.law.draws import Draws
from quincunx.puzzles.making import AT_ONCE, TEMPTING, Only

GRADES = (5, 7, 9, 13)
VARIANTS = ("tesseract", "tesseract:dims=3")
LAST = 16
"""So many moves before its end a game is looked at."""
GLANCE, LOOK = Limits(nodes=2_000), Limits(nodes=40_000)
"""For one position: most of what loses is seen at a glance."""


def candidates(draws: Draws) -> Iterator[State]:
    """A few positions from the end of each of many games between fast levels."""
    for variant in cycle(VARIANTS):
        state, seed, past = games.start(variant), str(draws.below(2**32)), list[State]()
        while not state.outcome:
            past.append(state)
            state = state.play(engine.choose(state, draws.choice(("trivial", "easy", "dazzler")), seed)[0])
        yield from draws.sample(past[-LAST:], 5)


def only_move(state: State) -> Only | None:
    best = engine.analyse(state, LOOK, "threats").best
    if not _wins(best.value, state.turn) or best.value.distance is None:
        return None
    tempting = 0
    for move in state.moves():
        if move == best.move:
            continue
        after = state.play(move)
        lost = None if after.outcome else _lost(after)
        if lost is None:
            return None
        tempting += lost >= AT_ONCE
    return Only("win", best.move, best.value.distance) if tempting >= TEMPTING else None


def _wins(value: Value, seat: int) -> bool:
    return value.exact and value.seats[seat - 1] == 1.0


def _lost(after: State) -> int | None:
    """In how many moves the seat to move wins, by proof; None where it is not proved."""
    for limits in (GLANCE, LOOK):
        reply = engine.analyse(after, limits, "threats").best.value
        if _wins(reply, after.turn):
            return reply.distance or 0
    return None


def likeness(state: State) -> Hashable:
    """The smallest of all images of the marks."""
    assert isinstance(state, TesseractState)
    dims = int(state.game.dims)
    return dims, min(
        tuple(image(marks, symmetry(dims, number)) for marks in state.marks) for number in range(symmetries(dims))
    )
