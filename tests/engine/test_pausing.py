"""Searches that are paused: they do nothing meanwhile, and their answer is the same."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest

from quincunx import games
from quincunx.engine import Analysis, Control, Limits, levels, montecarlo, search
from quincunx.games import CHANCE, GAMES, State

PATIENCE = 60.0
WIDE = games.game("xchain:size=12x12,seats=4").start("seed")


@contextmanager
def in_thread(work: Any, *arguments: Any) -> Iterator[Future[Any]]:
    with ThreadPoolExecutor(1) as threads:
        yield threads.submit(work, *arguments)


def pause_often(control: Control, running: Future[Any]) -> int:
    """Pauses and resumes a search until it is over."""
    paused, late = 0, time.monotonic() + PATIENCE
    while not running.done() and time.monotonic() < late:
        control.pause()
        control.resume()
        paused += 1
        threading.Event().wait(0.001)
    return paused


@pytest.mark.parametrize("game", GAMES)
def test_a_level_that_is_paused_plays_the_same_move(game: str) -> None:
    state = games.game(game).start("seed")
    while state.actor == CHANCE:
        state = state.play(max(state.chances()))
    control = Control()
    with in_thread(levels.choose, state, "hard", "seed", control) as running:
        pause_often(control, running)
        move, found = running.result(PATIENCE)
    assert (move, found.moves) == ((expected := levels.choose(state, "hard", "seed"))[0], expected[1].moves)


@pytest.mark.parametrize("analyse", [search.analyse, montecarlo.analyse], ids=["core", "Python"])
def test_a_paused_search_stands_still_until_it_is_resumed(analyse: Any) -> None:
    core = analyse is search.analyse
    state, nodes = (WIDE, 30_000) if core else (games.game("tactix").start("seed"), 3_000)
    control, seen = Control(), []

    def watch(state: State) -> Analysis:
        limits = Limits(nodes=nodes, seed=7)
        found: Analysis = analyse(state, limits, control=control)
        seen.append("over")
        return found

    control.pause()
    with in_thread(watch, state) as running:
        threading.Event().wait(0.05)
        assert control.paused
        assert not seen
        assert not control.nodes
        control.resume()
        found = running.result(PATIENCE)
    assert found.moves == analyse(state, Limits(nodes=nodes, seed=7)).moves


def test_who_stops_a_paused_search_need_not_resume_it() -> None:
    control = Control()
    control.pause()
    with in_thread(search.analyse, WIDE, Limits(), "auto", control) as running:
        control.stop()
        running.result(PATIENCE)
    control.pause()
    assert not control.paused, "a stopped search has to end"
