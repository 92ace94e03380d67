"""Gomoku in every part of Quincunx: `test_example.py` runs this where the package is installed.

It is an ordinary file of tests, but collected only there: in a process that has gomoku among its games.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import gymnasium
import numpy as np
import pyspiel
import pytest
from click.testing import CliRunner, Result
from pettingzoo.test.api_test import api_test
from textual.widgets import Static

import quincunx.adapters.gymnasium
import quincunx.adapters.openspiel
from quincunx import batch, engine, games, record, text
from quincunx.adapters import pettingzoo
from quincunx.cli import main
from quincunx.engine import Control, Limits, levels
from quincunx.games import State, registry
from quincunx.planes import planes, texts
from quincunx.terminal.local import LocalMatch
from quincunx.terminal.request import MatchRequest
from quincunx.terminal.saved_games import SavedGames
from quincunx.terminal.screen.app import Quincunx


def position(moves: str, game: str = "gomoku") -> State:
    state = games.start(game)
    for move in moves.split():
        state = state.play(move)
    return state


moves = ["a1", "b1", "a2", "b2", "a3", "b3", "a4", "b4", "a5"]
"""Seat 1 wins."""


def run(*words: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(main, words, input=typed)


def test_it_is_a_game_like_the_others() -> None:
    assert list(games.GAMES)[-1] == "gomoku"
    assert registry.SOURCES == {"gomoku": "quincunx-gomoku 1.0"}
    assert registry.PROBLEMS == []
    assert "gomoku" in run("games").stdout
    assert "from the package quincunx-gomoku 1.0" in run("games").stdout
    assert run("games", "check", "gomoku").exit_code == 0
    assert "Rows and columns of the board" in run("rules", "gomoku").stdout


# The computer


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_the_computer_completes_five_and_blocks_four(level: str) -> None:
    four = position("e5 a1 e6 a3 e7 a5 a7 b7 e4 c9")
    for seed in ("1", "2", "3"):
        move, found = engine.choose(four, level, seed)
        assert move in ("e3", "e8")
        assert found.best.value.words(1) == "win in 1"
    threatened = position("e5 e9 e6 a2 e7 a9 e8")
    for seed in ("1", "2", "3"):
        assert engine.choose(threatened, level, seed)[0] == "e4"


def test_what_is_decided_is_proved() -> None:
    lost = position("e5 a1 e6 a2 e7 a9 e8")  # an open four: nobody can block both ends
    found = engine.analyse(lost, Limits(nodes=30_000))
    assert found.lost
    assert all(each.value.exact and each.value.distance == 2 for each in found.moves)
    assert found.best.line[0] == found.best.move
    assert len(found.best.line) == 2


def test_levels_are_the_six_and_random() -> None:
    game = games.game("gomoku")
    assert engine.available(game) == (*engine.NAMES, "random")
    assert levels.level(game, "medium").method == "montecarlo"


def test_the_same_seed_gives_the_same_analysis() -> None:
    limits = Limits(nodes=5_000, seed=7)
    first, second = (engine.analyse(games.start("gomoku"), limits) for _ in range(2))
    assert first.moves == second.moves
    assert first.nodes == second.nodes >= 5_000
    assert [each.move for each in first.moves] == list(games.start("gomoku").moves())
    for each in first.moves:
        assert sum(each.value.seats) == pytest.approx(1)


def test_a_search_can_be_stopped_and_has_a_time() -> None:
    control = Control()
    control.stop()
    assert engine.analyse(games.start("gomoku"), Limits(), control=control).nodes < 1_000
    assert engine.analyse(games.start("gomoku"), Limits(seconds=0.01)).moves
    with pytest.raises(engine.EngineRefusal, match="gomoku has no method 'alphabeta'; its methods are montecarlo"):
        engine.analyse(games.start("gomoku"), Limits(nodes=10), "alphabeta")


def test_commands_of_the_engine() -> None:
    found = json.loads(run("analyse", "gomoku", "--nodes", "2000", "--json").stdout)
    assert len(found["moves"]) == 81
    assert run("analyse", "gomoku", "--level", "trivial").exit_code == 0
    done = run("engine", typed="position gomoku startpos\ngo nodes 500\nquit\n")
    assert "bestmove " in done.stdout
    asked = {"id": 1, "position": str(position("a1 b2")), "limits": {"nodes": 500}}
    answer = json.loads(run("engine", "--json", typed=json.dumps(asked) + "\n").stdout)
    assert (answer["actor"], len(answer["moves"])) == (1, 79)
    wrong = json.loads(run("engine", "--json", typed=json.dumps({**asked, "position": "gomoku x"}) + "\n").stdout)
    assert wrong["error"]["field"] == "position"
    assert run("perft", "gomoku", "2").stdout == "6480\n"


# Learning machines


def test_planes_are_made_from_the_view() -> None:
    seen = planes(position("a1 b2"), 2)
    assert seen.shape == (5, 9, 9)
    own, other, rest, legal, turn = seen
    assert own.sum() == own[1, 1] == 1
    assert other.sum() == other[0, 0] == 1
    assert not rest.any()
    assert legal.sum() == 79
    assert not turn.any()
    assert texts(games.game("gomoku")) == ()


def test_a_batch_is_played_by_the_law() -> None:
    matches = batch.Environment("gomoku:size=7", 4, seed=3)
    before = [games.parse(matches.position(i)) for i in range(4)]
    ended = 0
    for _ in range(60):
        actions = matches.sample()
        seen, paid, done, cut = matches.step(actions)
        assert not cut.any()
        for i, state in enumerate(before):
            after = state.play(state.game.actions[actions[i]])
            now = games.parse(matches.position(i))
            assert games.parse(matches.end(i)) == after if done[i] else now == after
            assert paid[i].sum() == 0
            assert (matches.masks[i].nonzero()[0] == [state.game.actions.index(move) for move in now.moves()]).all()
            assert (seen[i] == planes(now, now.turn)).all()
            before[i] = now
        ended += done.sum()
    assert ended


def test_a_batch_repeats_by_its_seed_and_refuses_bad_actions() -> None:
    first, second = (batch.Environment("gomoku:size=7", 3, seed=5) for _ in range(2))
    for _ in range(20):
        actions = first.sample()
        assert (actions == second.sample()).all()
        first.step(actions)
        second.step(actions)
    assert [first.position(i) for i in range(3)] == [second.position(i) for i in range(3)]
    where = first.position(0)
    with pytest.raises(ValueError, match=r"actions\[1\] is 99: actions are numbered 0 to 48"):
        first.step([batch.WAIT, 99, 0])
    taken = int((~first.masks[2]).nonzero()[0][0])
    with pytest.raises(ValueError, match=r"actions\[2\] is \d+: \w+ is not legal there"):
        first.step([batch.WAIT, batch.WAIT, taken])
    assert first.position(0) == where
    first.reset(which=np.array([True, False, False]))
    assert first.position(0) == str(games.start("gomoku:size=7"))
    assert first.position(1) == second.position(1)
    with pytest.raises(ValueError, match="is over: no match can begin there"):
        batch.Environment("gomoku", 1, starts=[str(position("a1 b1 a2 b2 a3 b3 a4 b4 a5"))])


def test_gymnasium() -> None:
    matches = gymnasium.make_vec("quincunx/gomoku-v0", num_envs=3, opponent="random", size=7)
    observation, _ = matches.reset(seed=1)
    for _ in range(30):
        observation, _, _, _, _ = matches.step(observation["action_mask"].argmax(axis=1))
    assert observation["observation"].shape == (3, 5, 7, 7)


@pytest.mark.filterwarnings("ignore:Observation")
def test_pettingzoo() -> None:
    api_test(pettingzoo.gomoku_v0.env(size=7), num_cycles=60)


def test_openspiel() -> None:
    game = pyspiel.load_game("quincunx_gomoku(size=7)")
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)
    assert quincunx.adapters.openspiel.load("gomoku:size=7").num_distinct_actions() == 49


# Matches


def test_records_are_written_and_read() -> None:
    written = run("random", "gomoku", "--seed", "1").stdout
    (match,) = record.read(written)
    assert match.game == games.game("gomoku")
    assert run("record", "check", "-", typed=written).exit_code == 0


def test_match_and_arena(tmp_path: Path) -> None:
    played = run("match", "gomoku:size=7", "trivial", "random", "--seed", "1")
    assert played.exit_code == 0, played.output
    done = run("arena", "gomoku:size=7", "trivial", "random", "--games", "2", "--out", str(tmp_path / "event"))
    assert done.exit_code == 0, done.output


def test_line_mode() -> None:
    done = run("play", "gomoku", "--seat1", "person", "--seat2", "person", "--plain", typed="\n".join([*moves, ""]))
    assert "made five in a row" in done.output, done.output
    assert "[x]" in done.output


def test_full_screen() -> None:
    async def typed() -> None:
        match = LocalMatch(MatchRequest(games.game("gomoku"), ("person", "person")).setup())
        app = Quincunx(match, games.game("gomoku"), SavedGames(Path("/dev/null/games"), autosave=False))
        async with app.run_test(size=(80, 24)) as pilot:
            for n, move in enumerate(moves, 1):
                await pilot.press(*move, "enter")
                while len(match.table["history"]) < n:
                    await pilot.pause(0.005)
            while "made five in a row" not in str(app.query_one("#status", Static).render()):
                await pilot.pause(0.005)
            match.close()

    asyncio.run(asyncio.wait_for(typed(), 60))


def test_text_board() -> None:
    assert " x " in text.board(position("a1").view())
