"""Processes that share a database go by its time, whatever their machines think."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from unittest.mock import patch

import pytest
from live_server import PATIENCE, UNLIMITED
from registries import command, open_table, player, sit
from services import Postgres, postgres

from quincunx.server.tables import timekeeping
from quincunx.server.tables.clocks import GAP, ServerClock
from quincunx.server.tables.registry import TableRegistry
from quincunx.server.transport.connection import Connection
from quincunx.store import open_store
from quincunx.table.events import Reopened

WRONG = 3600.0
"""Seconds by which the machine's time of day is wrong."""


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


def serve(database: Postgres, work: Callable[[TableRegistry], Awaitable[None]]) -> None:
    url = database.database()

    async def run() -> None:
        clock = ServerClock(lambda: time.time() + WRONG)
        registry = TableRegistry(open_store(url), UNLIMITED, clock=clock)
        await registry.open()
        try:
            await work(registry)
        finally:
            await registry.close()

    asyncio.run(run())


def ahead(registry: TableRegistry) -> float:
    """By how much the server's clock is ahead of the database's, which has this machine's true time."""
    return registry.now() - time.time()


def test_a_server_starts_with_the_databases_time_and_stays_with_it(database: Postgres) -> None:
    async def work(registry: TableRegistry) -> None:
        assert abs(ahead(registry)) < GAP
        await registry._time._set_clock()
        assert abs(ahead(registry)) < GAP

    serve(database, work)


@pytest.mark.parametrize("step", [600.0, -600.0])
def test_when_the_databases_time_is_set_running_clocks_are_shifted_as_much(database: Postgres, step: float) -> None:
    ada, bob = player(), player()

    async def work(registry: TableRegistry) -> None:
        room = await open_table(registry, ada, pace="300+0")
        for caller in (ada, bob):
            room.connect(Connection(caller))
        await sit(registry, room, ada, bob)
        await registry.execute(room, ada, command("move", seat=1, move="a1"))
        await registry.execute(room, bob, command("move", seat=2, move="b1"))
        real = registry._store.time

        async def set_time() -> float:
            return await real() + step

        with patch.object(registry._store, "time", set_time):
            await registry._time._set_clock()
        assert abs(ahead(registry) - step) < GAP
        async with asyncio.timeout(PATIENCE):
            while not isinstance(room.table.events[-1], Reopened):
                await asyncio.sleep(0.01)
        assert room.table.clock
        assert 300 - GAP < room.table.clock.left_at(1, registry.now()) <= 300

    serve(database, work)


def test_an_answer_that_took_long_sets_nothing(database: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(registry: TableRegistry) -> None:
        async def wrong() -> float:
            return 0.0

        monkeypatch.setattr(timekeeping, "SLOW_ANSWER", -1.0)
        with patch.object(registry._store, "time", wrong):
            await registry._time._set_clock()
        assert abs(ahead(registry)) < GAP

    serve(database, work)
