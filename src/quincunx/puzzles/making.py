"""Makes puzzles: searches positions of seeded games for those with exactly one right move, by proof.

A game that has puzzles has a module `puzzles` in its folder, a `Source`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from typing import NamedTuple, Protocol, cast

from quincunx.engine import Analysis, Value
from quincunx.games import Refused, State, registry
from quincunx.law.draws import Draws
from quincunx.puzzles import Goal, Puzzle

FEWEST_MOVES = 4
"""The fewest legal moves of a puzzle."""

TEMPTING = 2
"""At least this many wrong moves must not fail at once."""

AT_ONCE = 2
"""A wrong move fails at once if it loses within this many moves."""


class NoPuzzles(Refused):
    """A game for which no puzzles can be made."""


class Only(NamedTuple):
    """The only move that provably keeps the value of a position."""

    goal: Goal
    move: str
    moves_to_end: int | None
    grade: int | None = None
    """Given if it does not follow from `moves_to_end`."""


class Source(Protocol):
    """What a game's module offers."""

    GRADES: tuple[int, int, int, int]
    """The most moves to the end of a puzzle of grade 1, 2, 3 and 4; more, or an unknown number, is grade 5."""

    def candidates(self, draws: Draws) -> Iterator[State]:
        """An endless stream of positions to try."""

    def only_move(self, state: State) -> Only | None:
        """None if there is not exactly one, if it cannot be proved, or if it is too obvious."""

    def likeness(self, state: State) -> Hashable:
        """A key that is equal for positions that differ only by a symmetry of the game."""


def source(game: str) -> Source:
    found = registry.part(game, "puzzles") if game in registry.GAMES else None
    if found is None:
        raise NoPuzzles("puzzles.none", game=game, games=registry.having("puzzles"))
    return cast(Source, found)


def make(game: str, count: int, seed: str) -> Iterator[Puzzle]:
    """This many puzzles, no two alike, at most a third of them of one grade. The same seed gives the same ones."""
    maker, draws = source(game), Draws(seed, f"puzzles:{game}")
    seen: set[Hashable] = set()
    grades: Counter[int] = Counter()
    for state in maker.candidates(draws):
        if grades.total() == count:
            return
        likeness = maker.likeness(state)
        if likeness in seen or len(state.moves()) < FEWEST_MOVES:
            continue
        seen.add(likeness)
        only = maker.only_move(state)
        if only is None or only.moves_to_end == 1:
            continue
        grade = only.grade or _grade(only.moves_to_end, maker.GRADES)
        if grades[grade] * 3 > count:
            continue
        grades[grade] += 1
        yield Puzzle(f"{game}-{grades.total():04}", str(state), only.goal, only.move, only.moves_to_end, grade)


def _grade(moves: int | None, most: tuple[int, ...]) -> int:
    return len(most) + 1 if moves is None else 1 + sum(moves > each for each in most)


def only_by(analysis: Analysis) -> Only | None:
    """The only move, if an analysis proves every move's value and enough of the wrong ones are tempting."""
    if not all(found.value.exact for found in analysis.moves):
        return None
    seat = analysis.actor - 1
    best, *others = analysis.ranked()
    worth = best.value.seats[seat]
    if worth == 0 or any(other.value.seats[seat] == worth for other in others):
        return None
    if sum(_lasts(other.value) for other in others) < TEMPTING:
        return None
    return Only("win" if worth == 1 else "draw", best.move, best.value.distance)


def _lasts(value: Value) -> bool:
    return value.distance is None or value.distance > AT_ONCE
