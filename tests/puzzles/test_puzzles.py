"""The puzzles that are shipped: each is proved again, and the makers keep their promises."""

from __future__ import annotations

import json
import os
from collections import Counter
from datetime import date, timedelta
from functools import cache
from itertools import islice

import pytest
from click.testing import CliRunner

from quincunx import games, puzzles
from quincunx.cli import main
from quincunx.games import State, registry
from quincunx.games.tactix.law import TactixState
from quincunx.games.xtic.law import XticState
from quincunx.law.draws import Draws
from quincunx.puzzles import Puzzle
from quincunx.puzzles.making import NoPuzzles, make, source

SHELF = puzzles.load()


def of(game: str) -> list[Puzzle]:
    return [puzzle for puzzle in SHELF if puzzle.game == game]


@pytest.mark.parametrize("game", registry.having("puzzles"))
def test_every_puzzle_has_one_move_as_a_proof_shows(game: str) -> None:
    assert len(of(game)) >= 50
    for puzzle in of(game)[:: 1 if os.environ.get("QUINCUNX_FULL") else 8]:
        only = source(game).only_move(games.parse(puzzle.position))
        assert only is not None, puzzle
        assert only[:3] == (puzzle.goal, puzzle.move, puzzle.moves_to_end), puzzle
        assert only.grade in (None, puzzle.grade)


@cache
def worth(state: State, seat: int) -> float:
    """By the definition: what the seat gets when all do their best."""
    if state.outcome:
        return float(state.outcome.results[seat - 1])
    return (max if state.turn == seat else min)(worth(state.play(move), seat) for move in state.moves())


def is_short(state: State) -> bool:
    if isinstance(state, TactixState):
        return state.counters.bit_count() <= 9
    return isinstance(state, XticState) and state.placed >= 12


def test_short_puzzles_are_right_by_the_law_alone() -> None:
    """Without the core: every move is followed to every end."""
    tried = 0
    for puzzle in SHELF:
        state = games.parse(puzzle.position)
        if not is_short(state):
            continue
        values = {move: worth(state.play(move), state.turn) for move in state.moves()}
        assert values[puzzle.move] == {"win": 1.0, "draw": 0.5}[puzzle.goal]
        assert all(value < values[puzzle.move] for move, value in values.items() if move != puzzle.move)
        tried += 1
    assert tried >= 15


def test_puzzles_offer_a_choice_and_no_two_are_alike() -> None:
    assert len({puzzle.id for puzzle in SHELF}) == len(SHELF)
    seen = set()
    for puzzle in SHELF:
        state = games.parse(puzzle.position)
        assert len(state.moves()) >= 4
        assert puzzle.move in state.moves()
        assert 1 <= puzzle.grade <= 5
        assert puzzle.id.startswith(f"{state.game.name}-")
        seen.add((state.game, source(puzzle.game).likeness(state)))
    assert len(seen) == len(SHELF)


@pytest.mark.parametrize("game", registry.having("puzzles"))
def test_they_are_of_every_grade_and_of_several_kinds(game: str) -> None:
    grades = Counter(puzzle.grade for puzzle in of(game))
    assert set(grades) == {1, 2, 3, 4, 5}
    assert max(grades.values()) <= 0.4 * grades.total()


def test_every_day_has_its_puzzle() -> None:
    days = [date(2026, 11, 16) + timedelta(days) for days in range(60)]
    assert [puzzles.daily(day) for day in days] == [puzzles.daily(day) for day in days]
    assert len({puzzles.daily(day).id for day in days}) > 30


@pytest.mark.parametrize("game", registry.having("puzzles"))
def test_a_seed_decides_which_positions_are_looked_at(game: str) -> None:
    def first(seed: str) -> list[State]:
        return list(islice(source(game).candidates(Draws(seed, "test")), 2))

    assert first("a") == first("a") != first("b")


def test_the_same_seed_makes_the_same_puzzles() -> None:
    assert list(make("tactix", 2, "a")) == list(make("tactix", 2, "a"))


def test_positions_that_differ_by_a_symmetry_are_alike() -> None:
    for one, other in (
        ("tactix oo../o.../..../.... 1", "tactix ..oo/...o/..../.... 2"),
        ("xchain:size=3x4 A1B2./.../.../..A1 aa 1", "xchain:size=3x4 .A2B1/.../.../B1.. aa 2"),
        ("xtic 01../..../..2./.... =3", "xtic ..../.D../..../..EF =C"),
    ):
        first, second = games.parse(one), games.parse(other)
        assert source(first.game.name).likeness(first) == source(first.game.name).likeness(second)


def test_the_command_makes_the_lines_that_are_shipped() -> None:
    done = CliRunner().invoke(main, ["puzzles", "tactix", "--count", "3", "--seed", "s"])
    assert done.exit_code == 0
    assert [Puzzle(**line) for line in map(json.loads, done.output.splitlines())] == list(make("tactix", 3, "s"))
    with pytest.raises(NoPuzzles):
        source("chess")
