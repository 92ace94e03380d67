"""What the core promises to Python beside the rules: refusals, counting, stopping, and other threads going on."""

import json
import subprocess
import sys
from importlib.metadata import version
from threading import Thread

import pytest

from quincunx import _core, games
from quincunx.games import CHANCE, GAMES, NOBODY

XTIC = "xtic ..../..../..../.... -"


def test_version_is_that_of_the_package() -> None:
    assert _core.version == version("quincunx")


def test_refusals_say_what_is_wrong() -> None:
    with pytest.raises(ValueError, match="no game 'chess'"):
        _core.seats("chess")
    with pytest.raises(ValueError, match="option size cannot be '9'"):
        _core.actions("tactix:size=9")
    with pytest.raises(ValueError, match="at byte 2"):
        _core.moves("xtic ..z./..../..../.... -")
    with pytest.raises(ValueError, match="'e1' is not a move of xtic"):
        _core.play(XTIC, "e1")
    with pytest.raises(ValueError, match="a1 is not legal here"):
        _core.play(XTIC, "a1")
    with pytest.raises(ValueError, match="a1 is not legal here"):
        _core.steps(XTIC, "a1")


def test_texts_that_are_not_utf8_are_refused() -> None:
    with pytest.raises((ValueError, TypeError)):
        _core.canonical("xtic \ud800")


@pytest.mark.parametrize("depth", [-1, 257, 2**31 - 1])
def test_perft_refuses_depths_it_cannot_reach(depth: int) -> None:
    with pytest.raises(ValueError, match="from 0 to 256"):
        _core.perft(XTIC, depth)


def test_perft_counts_the_position_itself_at_depth_nothing() -> None:
    assert _core.perft(XTIC, 0) == 1


def test_perft_of_a_game_that_is_over() -> None:
    assert _core.perft("tactix:size=3 .../.../... 1", 1) == 0


@pytest.mark.parametrize("name", GAMES)
def test_random_games_are_repeatable(name: str) -> None:
    start = str(games.start(name))
    games_played, moves = _core.random_games(start, 50, 7)
    assert games_played == 50
    assert moves >= 50
    assert _core.random_games(start, 50, 7) == (50, moves)
    assert _core.random_games(start, 50, 8) != (50, moves)
    assert _core.random_games(start, 0, 7) == (0, 0)


def test_random_games_count_every_move_once() -> None:
    control = _core.Control()
    _, moves = _core.random_games(XTIC, 1000, 1, control)
    assert control.nodes == moves
    assert not control.stopped


def test_a_game_that_is_over_has_no_random_moves() -> None:
    assert _core.random_games("tactix:size=3 .../.../... 1", 3, 1) == (3, 0)


def test_what_runs_can_be_watched_and_stopped_from_another_thread() -> None:
    control = _core.Control()
    answers: list[int | None] = []
    thread = Thread(target=lambda: answers.append(_core.perft(XTIC, 8, control)))
    thread.start()
    while control.nodes < 100_000:  # it counts on while this thread runs
        assert thread.is_alive()
    control.stop()
    thread.join()
    assert answers == [None]


def test_what_is_stopped_before_it_begins_does_nothing() -> None:
    control = _core.Control()
    control.stop()
    assert _core.perft(XTIC, 4, control) is None
    assert _core.random_games(XTIC, 10**9, 1, control)[0] < 10**9


@pytest.mark.parametrize("game", [*GAMES, "xchain:seats=3,size=3x4"])
def test_analysis_tells_the_worth_of_every_move(game: str) -> None:
    state = games.start(game)
    if state.actor == CHANCE:
        state = state.play("7")
    text = str(state)
    report = _core.analyse(text, "playouts", nodes=500, seed=3)
    assert tuple(finding.move for finding in report.moves) == state.moves()
    for finding in report.moves:
        assert len(finding.values) == state.game.seats
        assert sum(finding.values) == pytest.approx(1)
        assert finding.line[0] == finding.move
    again = _core.analyse(text, "playouts", nodes=500, seed=3)
    assert [finding.values for finding in again.moves] == [finding.values for finding in report.moves]


def test_analysis_refuses_what_it_does_not_know() -> None:
    with pytest.raises(ValueError, match="at byte"):
        _core.analyse("xtic nonsense", "playouts", nodes=1)
    with pytest.raises(ValueError, match="method"):
        _core.analyse(XTIC, "crystal", nodes=1)


QUESTIONS = ((XTIC, "playouts"), ("xtic nonsense", "playouts"), (XTIC, "crystal"), ("chess 1", "playouts"))


@pytest.mark.parametrize("threads", [1, 3])
def test_many_questions_are_answered_at_once(threads: int) -> None:
    limits = (100, 0.0, 0, 1, 0, 3)
    asked = [(text, method, limits, _core.Control()) for text, method in QUESTIONS]
    found, *failed = _core.answers(asked, threads)
    assert failed == [None, None, None]
    assert found
    answer, basis, spent = found
    report = _core.analyse(XTIC, "playouts", nodes=100, seed=3)
    said = json.loads(f"{{{answer},{spent}}}")
    assert (said["position"], said["actor"], said["nodes"], basis) == (XTIC, 1, report.nodes, report.basis)
    assert [found["move"] for found in said["moves"]] == [finding.move for finding in report.moves]
    assert [found["value"]["seats"] for found in said["moves"]] == [finding.values for finding in report.moves]
    assert _core.answers([], threads) == []


NO_THREADS = """
import threading
threading.stack_size(1 << 20)
from quincunx import _core
asked = [("tactix:size=3 ooo/ooo/ooo 1", "auto", (100, 0.0, 0, 1, 0, 3), _core.Control()) for _ in range(50)]
print(sum(answer is not None for answer in _core.answers(asked, 3)))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="where a stack can be so large that no thread begins")
def test_questions_are_answered_where_no_thread_begins() -> None:
    """A stack of 128 TB is the default of all threads that do not ask for another."""
    import resource

    def huge_stacks() -> None:
        resource.setrlimit(resource.RLIMIT_STACK, (1 << 47, resource.getrlimit(resource.RLIMIT_STACK)[1]))

    if resource.getrlimit(resource.RLIMIT_STACK)[1] != resource.RLIM_INFINITY:
        pytest.skip("stacks are limited here")
    words = [sys.executable, "-c", NO_THREADS]
    assert subprocess.run(words, preexec_fn=huge_stacks, capture_output=True, check=True).stdout == b"50\n"


def test_place_says_where_a_position_is_and_who_acts() -> None:
    assert _core.place("tactix:goal=last-loses,size=3 ooo/o.o/ooo 2") == ("tactix:size=3 ooo/o.o/ooo 2", 2)
    assert _core.place("tactix:size=3 .../.../... 1")[1] == NOBODY
    with pytest.raises(ValueError, match="there is no game"):
        _core.place("chess 1")
