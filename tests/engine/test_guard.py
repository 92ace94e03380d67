"""What no level but the first overlooks: wins in one, and what the next seat could do. The law says what that is."""

import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from quincunx import engine, games
from quincunx.engine import guard
from quincunx.engine.guard import Danger
from quincunx.engine.player import player
from quincunx.games import State

BLUNDERS = runpy.run_path(str(Path(__file__).parents[2] / "bench" / "blunders.py"))
POSITIONS = (Path(__file__).parent / "dangers.txt").read_text().splitlines()
GUARDED = [game for game in games.GAMES if player(game).levels["easy"].guarded]

CORNERED = games.parse("xchain:seats=3,size=3x3 B1A1./..C1/... aaa 1")
"""Seat 2 explodes in the corner and takes b1. If seat 1 grows that square, it has no other."""


def positions(game: str) -> list[State]:
    return [games.parse(line) for line in POSITIONS if line.startswith(game)]


def dangers(state: State) -> dict[str, int]:
    return {move: guard.danger(state, move) for move in state.moves()}


@pytest.mark.parametrize("game", GUARDED)
def test_no_level_but_the_first_misses_a_win_in_one_or_allows_one(game: str) -> None:
    """Nor, with more than two seats, its own elimination. `make bench-blunders` does this with thousands of
    positions, and with what the law says."""
    seen = set()
    for state in positions(game):
        right = guard.winning(state)
        found = dangers(state)
        seen.add(-1 if right else max(found.values()))
        right = right or [move for move, danger in found.items() if danger == min(found.values())]
        for level in ("easy", "medium", "hard"):
            assert engine.choose(state, level, "blunders")[0] in right, f"{state} {level}"
    assert seen == {"tritoc": {-1}, "xchain": {-1, Danger.WIN, Danger.ELIMINATION}}.get(game, {-1, Danger.WIN})


def test_xtics_look_ahead_sees_the_same() -> None:
    tests = [test for number in range(16) for test in BLUNDERS["played"]("xtic", number)]
    assert len(tests) > 10
    for test in tests:
        for level in ("easy", "medium", "hard"):
            assert not BLUNDERS["blunder"](level, test), f"{test.position} {level}"


@pytest.mark.parametrize("game", GUARDED)
def test_wins_and_dangers_are_those_of_the_law(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    few = [state for state in positions(game) if len(state.moves()) ** 2 < 2500]
    assert len(few) >= 8
    for state in few[::2]:
        wins = [move for move in state.moves() if BLUNDERS["wins"](state, state.play(move))]
        assert guard.winning(state) == wins
        found = {move: BLUNDERS["danger"](state, move) for move in state.moves()}
        assert dangers(state) == found
        if game == "tactix":  # that one counter is left only the core sees at once
            continue
        with monkeypatch.context() as patch:  # as for a game that is only a law
            patch.setattr(guard, "in_core", lambda _: False)
            assert guard.winning(state) == wins
            assert dangers(state) == found


def test_a_seat_keeps_out_of_the_way_of_the_next_one() -> None:
    assert guard.danger(CORNERED, "b1") == Danger.ELIMINATION
    assert guard.danger(CORNERED, "a3") == Danger.NONE
    for level in ("easy", "medium", "hard"):
        for seed in range(10):
            assert engine.choose(CORNERED, level, str(seed))[0] != "b1"


def test_a_win_of_the_next_seat_is_worse_than_being_eliminated() -> None:
    known = {"a1": Danger.WIN, "b1": Danger.ELIMINATION, "c1": Danger.ELIMINATION, "a2": Danger.WIN}
    state = games.start("xchain:seats=3,size=3x3")
    analysis = engine.analyse(state, engine.Limits(nodes=100))
    ranked = [found.move for found in analysis.ranked()]

    def chosen(found: dict[str, Danger], moves: list[str]) -> str:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(guard, "danger", lambda _, move: found.get(move, Danger.WIN))
            return guard.prudent(state, analysis, moves, lambda left: left[0])

    assert chosen(known, ["a1", "c1", "b1"]) == "c1"
    assert chosen({}, ["a2", "a1"]) == "a2"
    assert chosen(dict.fromkeys(ranked[3:], Danger.NONE), ranked[:3]) == ranked[3]


def test_whoever_goes_on_is_not_in_danger_from_itself() -> None:
    """In a game that is only a law, in which a seat moves twice and then wins."""
    won = SimpleNamespace(outcome=SimpleNamespace(winner=1))
    game = SimpleNamespace(name="twice", seats=2)
    after = SimpleNamespace(game=game, actor=1, moves=lambda: ("second",), play=lambda _: won)
    state = SimpleNamespace(game=game, actor=1, play=lambda _: after)
    assert guard.danger(cast(State, state), "first") == Danger.NONE
    after.actor = 2
    won.outcome.winner = 2
    assert guard.danger(cast(State, state), "first") == Danger.WIN


def test_every_level_but_the_first_is_guarded() -> None:
    for game in set(games.GAMES) - {"xtic"}:  # its look-ahead sees both
        guarded = {name: player(game).levels[name].guarded for name in engine.NAMES}
        assert guarded == {name: name != "trivial" for name in engine.NAMES}
