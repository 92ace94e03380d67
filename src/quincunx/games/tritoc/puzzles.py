"""Puzzles of tritoc: with one open field left every move has an exact value, and one is better than all others.

A placing then has only one place to go, so what is asked is which piece to take after a 2 or a 12.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace
from itertools import cycle

from quincunx import engine, games
from quincunx.engine import Limits
from quincunx.games import CHANCE, State
from quincunx.games.tritoc.law import PIECES, TritocState, closed, complete
from quincunx.law.draws import Draws
from quincunx.law.symmetry import turn, turns
from quincunx.puzzles.making import TEMPTING, Only

GRADES = (0, 0, 0, 0)
"""The gap to the second best move says how hard it is, not the moves to the end."""
GAPS = (0.16, 0.11, 0.075, 0.05)
"""A puzzle has grade 1, 2, 3, 4 if the best move is better by so much: a share of the win."""
LEAST_GAP = 0.02
VARIANTS = ("tritoc", "tritoc:dice=equal")
TAKE_OWN, TAKE_OTHER = "2", "12"
HALF_TURN = 3
"""Of a field: with two dice, opposite holes are equally likely."""


def candidates(draws: Draws) -> Iterator[State]:
    """Two positions from each of many games of random moves and rolls: one field is open, and a piece is to be
    taken."""
    for variant in cycle(VARIANTS):
        state, found = games.start(variant), list[State]()
        while not state.outcome:
            assert isinstance(state, TritocState)
            if state.actor == CHANCE and _is_ending(state):
                fresh = replace(state, tries=0, forfeits=0)  # they do not matter to a roll that is used
                rolled = (fresh.play(roll) for roll in (TAKE_OWN, TAKE_OTHER))
                found += [after for after in rolled if after.roll is not None]
            state = state.play(draws.choice(state.moves()))
        yield from draws.sample(found, min(len(found), 2))


def _is_ending(state: TritocState) -> bool:
    return sum(not closed(field) for field in state.fields) == 1


def only_move(state: State) -> Only | None:
    assert isinstance(state, TritocState)
    if not _is_ending(state):
        return None  # no value is exact there
    best, *others = engine.analyse(state, Limits()).ranked()
    seat = state.turn - 1
    worth = best.value.seats[seat]
    gap = worth - max(other.value.seats[seat] for other in others)
    if gap < LEAST_GAP or sum(other.value.seats[seat] > 0 for other in others) < TEMPTING:
        return None
    return Only("best", best.move, None, 1 + sum(gap < each for each in GAPS))


def likeness(state: State) -> Hashable:
    """The open field as the seat to move sees it, in all turns that preserve the rolls' chances, and what is at
    stake."""
    assert isinstance(state, TritocState)
    own, other = PIECES[state.turn], PIECES[3 - state.turn]
    index = next(number for number, field in enumerate(state.fields) if not closed(field))
    seen = state.fields[index].translate(str.maketrans(own + other, "ox"))
    stakes = tuple(bool(complete(state.won[:index] + piece + state.won[index + 1 :], piece)) for piece in (own, other))
    images = turns(3, 3) if state.game.dice == "equal" else (0, HALF_TURN)
    field = min("".join(seen[place] for place in turn(3, 3, number)) for number in images)
    return state.game.dice, state.roll, stakes, field
