"""Tables that never began or were left are deleted after some months, and nobody is surprised by it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from live_server import UNLIMITED
from registries import Shared, command, open_table, player, sit

from quincunx.games import GAMES
from quincunx.server.config import ServerConfig
from quincunx.server.tables import removal
from quincunx.server.tables.registry import TableRegistry
from quincunx.server.tables.removal import DAY
from quincunx.server.transport.connection import Connection

ANNOUNCED = "tables are deleted after 180 days without an action"


class Clock:
    def __init__(self, now: float) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def serve(
    path: Path,
    clock: Callable[[], float],
    work: Callable[[TableRegistry], Awaitable[None]],
    config: ServerConfig = UNLIMITED,
) -> None:
    async def run() -> None:
        registry = TableRegistry(Shared(path / "games.sqlite"), config, clock=clock)
        await registry.removal.announce()
        try:
            await work(registry)
        finally:
            await registry.close()

    asyncio.run(run())


@pytest.fixture
def clock(tmp_path: Path) -> Clock:
    """A moment after the upgrade at which tables may be deleted for the first time."""
    found: list[float] = []

    async def work(registry: TableRegistry) -> None:
        found.append(await registry._store.expiry_start())

    serve(tmp_path, Clock(0), work)
    return Clock(found[0] + 1)


async def there(registry: TableRegistry, *ids: str) -> list[bool]:
    found = await registry._store.stamps(ids)
    return [table in found for table in ids]


def test_what_never_began_or_was_left_is_deleted_and_what_is_finished_stays(tmp_path: Path, clock: Clock) -> None:
    ada, bob = player(), player()

    async def work(registry: TableRegistry) -> None:
        waiting, left, over, used = [await open_table(registry, ada) for _ in range(4)]
        for room in (left, over, used):
            await sit(registry, room, ada, bob)
        await registry.execute(over, ada, command("resign", seat=1))
        for _ in range(9):
            clock.now += 19.9 * DAY
            await registry.removal.sweep()
        await registry.execute(used, ada, command("move", seat=1, move="a1"))
        ids = [room.id for room in (waiting, left, over, used)]
        await registry.removal.sweep()
        assert await there(registry, *ids) == [True] * 4
        clock.now += 2 * DAY
        page = Connection(ada)
        left.connect(page)
        await registry.removal.sweep()
        assert await there(registry, *ids) == [False, False, True, True]
        assert left.deleted, "who looks at it is told"
        assert await registry.find(waiting.id) is None

    serve(tmp_path, clock, work)


def test_nothing_is_deleted_before_the_day_that_was_announced(
    tmp_path: Path, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    ada = player()
    opened: list[str] = []
    start = clock.now
    clock.now = start - 300 * DAY

    async def open_one(registry: TableRegistry) -> None:
        opened.append((await open_table(registry, ada)).id)

    async def look(registry: TableRegistry) -> None:
        await registry.removal.sweep()
        opened[1:] = [str((await there(registry, opened[0]))[0])]

    caplog.set_level(logging.INFO)
    serve(tmp_path, clock, open_one)
    assert ANNOUNCED not in caplog.text, "there is nothing to announce"
    clock.now = start - 100
    serve(tmp_path, clock, look)
    assert opened[1] == "True"
    assert f"{ANNOUNCED} (server.expire_days): 1 then" in caplog.text
    caplog.clear()
    clock.now = start
    serve(tmp_path, clock, look, replace(UNLIMITED, expire_days=0))
    assert opened[1] == "True", "0 turns it off"
    serve(tmp_path, clock, look)
    assert opened[1] == "False"
    assert ANNOUNCED not in caplog.text


def test_after_a_long_time_without_the_server_everybody_has_time_to_return(tmp_path: Path, clock: Clock) -> None:
    ada = player()
    opened: list[str] = []

    async def open_one(registry: TableRegistry) -> None:
        opened.append((await open_table(registry, ada)).id)
        await registry._store.beat(clock.now)

    async def look(registry: TableRegistry) -> None:
        await registry.removal.sweep()
        assert await there(registry, *opened) == [True]
        clock.now += 29 * DAY
        await registry.removal.sweep()
        assert await there(registry, *opened) == [True]
        clock.now += 2 * DAY
        await registry.removal.sweep()
        assert await there(registry, *opened) == [False]

    serve(tmp_path, clock, open_one)
    clock.now += 400 * DAY
    serve(tmp_path, clock, look)


def test_a_table_stays_while_its_game_is_not_installed(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = player()

    async def work(registry: TableRegistry) -> None:
        room = await open_table(registry, ada)
        for _ in range(10):
            clock.now += 20 * DAY
            with monkeypatch.context() as without:
                without.setattr(removal, "GAMES", {name: game for name, game in GAMES.items() if name != "tactix"})
                await registry.removal.sweep()
        assert await there(registry, room.id) == [True]
        await registry.removal.sweep()
        assert await there(registry, room.id) == [False]

    serve(tmp_path, clock, work)


def test_many_old_tables_are_deleted_a_few_at_a_time(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(removal, "AT_ONCE", 3)
    ada = player()

    async def work(registry: TableRegistry) -> None:
        rooms = [await open_table(registry, ada) for _ in range(10)]
        for _ in range(10):
            clock.now += 20 * DAY
            await registry.removal.sweep()
        assert not any(await there(registry, *(room.id for room in rooms)))

    serve(tmp_path, clock, work)
