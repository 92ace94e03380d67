"""The last open field of tritoc: analysis is exact, and agrees with itself through the Python rules."""

from __future__ import annotations

from functools import cache

import pytest

from quincunx import engine, games
from quincunx.games import CHANCE, State
from quincunx.law.messages import Message

RED, YELLOW, FULL = "rrr......", "yyy......", "ryrryryry"


def position(field: str, rest: str, options: str = "") -> State:
    """The centre is open; red and yellow each have two fields in a row with it."""
    fields = [RED, FULL, YELLOW, FULL, field, FULL, YELLOW, FULL, RED]
    return games.parse(f"tritoc{options} {'/'.join(fields)} {rest}")


@cache
def worth(state: State) -> float:
    """To seat 1: by the rules for the end and the dice, by analysis where a seat chooses."""
    if state.outcome:
        return 0.5 if state.outcome.winner is None else 2.0 - state.outcome.winner
    if state.actor == CHANCE:
        return sum(float(chance) * worth(state.play(roll)) for roll, chance in state.chances().items())
    best = engine.analyse(state, engine.Limits()).best.value
    assert best.exact
    return best.seats[0]


@pytest.mark.parametrize("options", ["", ":dice=equal"])
@pytest.mark.parametrize("field", ["r.yyr..ry", "ry.ry...."])
def test_a_move_is_worth_what_follows(options: str, field: str) -> None:
    state = position(field, "1 12 0 0", options)
    analysis = engine.analyse(state, engine.Limits())
    assert len(analysis.moves) > 2
    assert analysis.basis == Message("tritoc.basis.ending")
    for found in analysis.moves:
        assert found.value.exact
        assert found.value.seats[0] == pytest.approx(worth(state.play(found.move)), abs=1e-8)


@pytest.mark.parametrize("options", ["", ":dice=equal"])
@pytest.mark.parametrize("rest", ["1 - 0 0", "2 - 2 3"])
def test_a_roll_is_worth_its_best_use(options: str, rest: str) -> None:
    state = position("r.yyr..ry", rest, options)
    analysis = engine.analyse(state, engine.Limits())
    assert len(analysis.moves) == 11
    for found in analysis.moves:
        assert found.value.exact
        assert found.value.seats[0] == pytest.approx(worth(state.play(found.move)), abs=1e-8), found.move
    assert len({found.value.seats for found in analysis.moves}) > 3


def test_a_move_that_ends_the_game_has_its_value() -> None:
    state = position("rr..yy...", "1 5 0 0")
    assert engine.analyse(state, engine.Limits()).best.value.seats == (1.0, 0.0)


def test_weak_levels_do_not_know_it() -> None:
    state = position("r.yyr..ry", "1 12 0 0")
    assert engine.choose(state, "very-hard", "s")[1].best.value.exact
    assert not engine.choose(state, "easy", "s")[1].best.value.exact


def test_with_two_open_fields_values_are_estimates() -> None:
    fields = ["ry.ry....", FULL, YELLOW, FULL, "r.yyr..ry", FULL, YELLOW, FULL, RED]
    state = games.parse(f"tritoc {'/'.join(fields)} 1 12 0 0")
    assert not engine.analyse(state, engine.Limits(nodes=2_000_000)).best.value.exact
