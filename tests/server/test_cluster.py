"""Thoughts on a Dask cluster: the same moves as here, and here they are found when the cluster is lost."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import pytest
from live_server import PATIENCE, UNLIMITED, Player, computer, opened, person, play_out, wait_for
from services import free_port

from quincunx import games
from quincunx.engine import Control, EngineRefusal, levels, search
from quincunx.games import Refused
from quincunx.law.messages import Message
from quincunx.server.computers import dask_cluster as here
from quincunx.server.computers.dask_cluster import DaskCluster

STATE = games.game("tactix:size=4").start("seed")


class Dask:
    """A scheduler and one worker, each a process."""

    def __init__(self) -> None:
        self.port = free_port()
        self.address = f"tcp://127.0.0.1:{self.port}"
        self._processes: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        where = ("--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard", "--no-show")
        self._run("distributed.cli.dask_scheduler", *where)
        # It waits for the scheduler by itself.
        self._run("distributed.cli.dask_worker", self.address, "--nthreads", "2", "--no-dashboard", "--no-nanny")
        wait_for(lambda: self.cores() == 2)

    def cores(self) -> int:
        looking = DaskCluster(self.address)
        try:
            return looking.cores
        finally:
            looking.close()

    def end(self) -> None:
        for process in self._processes:
            process.send_signal(signal.SIGKILL)
            process.wait(PATIENCE)
        self._processes = []

    def _run(self, module: str, *words: str) -> None:
        command = [sys.executable, "-m", module, *words]
        self._processes.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))


@pytest.fixture(scope="module")
def dask() -> Iterator[Dask]:
    started = Dask()
    try:
        started.start()
        yield started
    finally:
        started.end()


@contextmanager
def asked(address: str) -> Iterator[DaskCluster]:
    cluster = DaskCluster(address)
    try:
        yield cluster
    finally:
        cluster.close()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cluster on a busy machine is not given up because it is late."""
    monkeypatch.setattr(here, "GRACE", PATIENCE)
    monkeypatch.setattr(here, "PATIENCE", PATIENCE)


def nobody(*_: object, **__: object) -> NoReturn:
    raise AssertionError("this was thought here")


@pytest.mark.usefixtures("patient")
def test_the_cluster_finds_the_same_moves(dask: Dask, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = levels.choose(STATE, "easy", "seed")
    monkeypatch.setattr(levels, "choose", nobody)
    monkeypatch.setattr(search, "analyse", nobody)
    with asked(dask.address) as cluster:
        move, analysis = cluster.choose(STATE, "easy", "seed", Control(), None)
        assert (move, analysis.moves) == (expected[0], expected[1].moves)
        assert {found.move for found in cluster.analyse(STATE, 0.2, Control()).moves} == set(STATE.moves())
        with pytest.raises(EngineRefusal) as refused:
            cluster.choose(STATE, "divine", "seed", Control(), None)
        assert refused.value.code == "engine.no-level"


@pytest.mark.usefixtures("patient")
def test_the_budget_goes_along(dask: Dask, monkeypatch: pytest.MonkeyPatch) -> None:
    state = games.game("xchain").start("seed")
    _, whole = levels.choose(state, "very-hard", "seed")
    monkeypatch.setattr(levels, "choose", nobody)  # it is not given up and thought here
    with asked(dask.address) as cluster:
        _, part = cluster.choose(state, "very-hard", "seed", Control(), 0.001)
        assert part.nodes < whole.nodes


def test_a_thought_that_nobody_wants_is_not_waited_for(dask: Dask) -> None:
    control = Control()
    control.stop()
    with asked(dask.address) as cluster:
        move, _ = cluster.choose(games.game("xchain").start("seed"), "hard", "seed", control, None)
        assert move


@pytest.mark.usefixtures("patient")
def test_a_server_searches_on_the_cluster(dask: Dask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "choose", nobody)
    monkeypatch.setattr(search, "analyse", nobody)
    with (
        opened(tmp_path / "games.sqlite", UNLIMITED, nobody, cluster=DaskCluster(dask.address)) as url,
        Player(url) as ada,
    ):
        # A weaker level is quicker here.
        assert play_out(ada.open("tactix:size=3", computer("very-hard"), person())["id"], ada)["over"]
        answer = ada.http.post("/api/analysis", json={"position": str(STATE), "seconds": 0.2})
        assert answer.status_code == 200, answer.text


def test_while_the_cluster_is_lost_computers_think_here(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(here, "RETRY", 0.0)
    expected = levels.choose(STATE, "easy", "seed")[0]
    dask = Dask()
    with asked(dask.address) as cluster:
        try:
            dask.start()
            caplog.clear()  # whoever waited for it may have complained
            assert cluster.choose(STATE, "easy", "seed", Control(), None)[0] == expected
            assert not caplog.text
            dask.end()
            assert cluster.choose(STATE, "easy", "seed", Control(), None)[0] == expected
            assert f"the Dask cluster at {dask.address} is lost; searches run in this process" in caplog.text
            dask.start()
            wait_for(lambda: cluster.cores == 2)
            assert "is back" in caplog.text
            monkeypatch.setattr(levels, "choose", nobody)
            assert cluster.choose(STATE, "easy", "seed", Control(), None)[0] == expected
        finally:
            dask.end()


def test_a_malformed_address_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        DaskCluster("localhost")
    assert refused.value.message == Message("server.dask-address", address="localhost")
