"""Background tasks that must run are restarted when they fail, and known to be failing meanwhile."""

from __future__ import annotations

import asyncio
import json
import logging
from pathlib import Path

import pytest

from quincunx.law.messages import Message
from quincunx.server.ops.tasks import LONGEST, BackgroundTasks
from quincunx.server.peers.bus import Bus
from quincunx.server.tables.registry import TableRegistry
from quincunx.server.tables.removal import TableRemoval
from quincunx.store import open_store


class Sleep:
    """Notes the delays, and ends each one when it is told to."""

    def __init__(self) -> None:
        self.delays: list[float] = []
        self.began, self.over = asyncio.Event(), asyncio.Event()

    async def __call__(self, seconds: float) -> None:
        self.delays.append(seconds)
        self.began.set()
        await self.over.wait()
        self.over.clear()

    async def wake(self) -> None:
        """Ends the delay and waits for the next one."""
        self.began.clear()
        self.over.set()
        await self.began.wait()


def test_a_task_that_fails_is_restarted_with_growing_delays(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        sleep, runs = Sleep(), 0

        async def work() -> None:
            nonlocal runs
            runs += 1
            if runs != 3:  # the third time it ends by itself, which it never should
                raise ZeroDivisionError("oh dear")

        tasks = BackgroundTasks(sleep)
        tasks.keep("clockwork", work)
        assert tasks.failed == []
        await sleep.began.wait()
        assert tasks.failed == ["clockwork"]
        for _ in range(8):
            await sleep.wake()
        assert sleep.delays == [1, 2, 4, 8, 16, 32, LONGEST, LONGEST, LONGEST]
        assert runs == 9
        await tasks.close()

    asyncio.run(run())
    assert "clockwork failed and is restarted in 1 s: oh dear" in caplog.text


def test_a_restarted_task_is_failing_no_longer() -> None:
    async def run() -> None:
        sleep, again, first = Sleep(), asyncio.Event(), True

        async def work() -> None:
            nonlocal first
            if first:
                first = False
                raise ZeroDivisionError
            again.set()
            await asyncio.Event().wait()

        tasks = BackgroundTasks(sleep)
        tasks.keep("clockwork", work)
        await sleep.began.wait()
        sleep.over.set()
        await again.wait()
        assert tasks.failed == []
        await tasks.close()

    asyncio.run(run())


def test_a_task_is_restarted_when_what_it_waits_for_was_cancelled(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        sleep = Sleep()

        async def work() -> None:
            other = asyncio.create_task(asyncio.sleep(3600))
            asyncio.get_running_loop().call_soon(other.cancel)
            await other

        tasks = BackgroundTasks(sleep)
        tasks.keep("clockwork", work)
        await sleep.began.wait()
        assert tasks.failed == ["clockwork"]
        await sleep.wake()
        await tasks.close()

    asyncio.run(asyncio.wait_for(run(), 60))
    assert "clockwork failed and is restarted" in caplog.text


def test_a_task_that_runs_once_is_not_restarted(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        async def work() -> None:
            raise ZeroDivisionError("once")

        tasks = BackgroundTasks()
        tasks.start(work())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert tasks.failed == []
        await tasks.close()

    asyncio.run(run())
    assert caplog.text.count("a background task failed: once") == 1


def test_the_readiness_check_names_a_task_that_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failing = asyncio.Event()

    async def sweep(_: TableRemoval) -> None:
        failing.set()
        raise ZeroDivisionError("the broom is broken")

    async def run() -> list[Message]:
        registry = TableRegistry(open_store(str(tmp_path / "games.sqlite")))
        await registry.open()
        await failing.wait()
        await asyncio.sleep(0)
        found = await registry.missing()
        await registry.close()
        return found

    monkeypatch.setattr(TableRemoval, "sweep", sweep)
    assert asyncio.run(run()) == [Message("server.ready.task", name="sweep")]


@pytest.mark.parametrize("data", ["[" * 100_000, "\xff", "1", json.dumps(["x", [["present", {"t": [[]]}]]])])
def test_nothing_that_is_said_on_the_bus_ends_the_listener(data: str, caplog: pytest.LogCaptureFixture) -> None:
    def hear(_: str, message: list[object]) -> None:
        raise KeyError(str(message))

    caplog.set_level(logging.ERROR)
    Bus("redis://127.0.0.1:1")._handle(data.encode("latin-1"), hear)
    assert "malformed message on the bus" in caplog.text
