"""xchain on tiny boards: everything is known, and the level `perfect` uses it."""

from __future__ import annotations

import pytest

from quincunx import engine, games
from quincunx.law.draws import Draws
from quincunx.law.messages import Message


@pytest.mark.parametrize(("size", "winner"), [("3x3", 1), ("2x3", 1), ("2x4", 2), ("2x5", 1)])
def test_perfect_wins_a_won_board_and_never_later_than_it_said(size: str, winner: int) -> None:
    for seed in range(3):
        draws, state, bound = Draws(str(seed), size), games.start(f"xchain:size={size}"), 1000
        while not state.outcome:
            if state.turn != winner:
                state = state.play(draws.choice(state.moves()))
                continue
            move, analysis = engine.choose(state, "perfect", str(seed))
            best = analysis.best.value
            assert best.exact
            assert best.seats[winner - 1] == 1
            assert best.distance is not None
            assert best.distance <= bound - 2
            bound = best.distance
            state = state.play(move)
        assert state.outcome.winner == winner


def test_analysis_knows_every_move_and_its_distance() -> None:
    analysis = engine.analyse(games.start("xchain:size=3x3"), engine.Limits())
    assert analysis.basis == Message("xchain.basis.end")
    assert {(found.value.seats, found.value.distance) for found in analysis.moves} == {((1.0, 0.0), 13)}


LATE = "xchain:size=3x4 A1B1A1/A1A2B1/B1.A2/A1B1. aa 1"


def test_a_late_position_of_three_by_four_is_known_to_the_end() -> None:
    """`perfect` and analysis know all moves of a board of 12 squares; levels search there."""
    state = games.parse(LATE)
    assert "perfect" in engine.available(state.game)
    for analysis in (engine.analyse(state, engine.Limits()), engine.choose(state, "perfect", "s")[1]):
        assert analysis.basis == Message("xchain.basis.end")
        assert all(found.value.exact and found.value.distance for found in analysis.moves)
    assert engine.choose(state, "dont-try", "s")[1].basis != Message("xchain.basis.end")


def test_without_enough_time_for_the_table_it_searches() -> None:
    """What is found of the table stays, so that the same question may be answered exactly later."""
    analysis = engine.analyse(games.start("xchain:size=2x6"), engine.Limits(seconds=0.002))
    assert analysis.moves
    assert analysis.basis != Message("xchain.basis.end")


@pytest.mark.parametrize("variant", ["xchain", "xchain:size=3x5", "xchain:size=3x3,seats=3"])
def test_perfect_is_not_offered_elsewhere(variant: str) -> None:
    assert "perfect" not in engine.available(games.game(variant))
