"""The lobby shows tables at which somebody is, and everybody gets a place in it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from live_server import OPEN, UNLIMITED, Player, opened, person
from registries import Shared, command, find, open_table, player, sit

from quincunx.server import auth
from quincunx.server.tables.lobby import AWAY, OPEN_SHOWN, fair
from quincunx.server.tables.registry import TableRegistry
from quincunx.server.transport.connection import Connection
from quincunx.store import Attended
from quincunx.store.sqlite.store import SqliteStore


class Clock:
    now = 1_790_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(params=[SqliteStore, Shared], ids=["alone", "shared"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> SqliteStore:
    """What is in memory decides, or what is in a database that others share."""
    made: SqliteStore = request.param(tmp_path / "games.sqlite")
    return made


def serve(store: SqliteStore, clock: Clock, work: Callable[[TableRegistry], Awaitable[None]]) -> None:
    async def run() -> None:
        registry = TableRegistry(store, UNLIMITED, clock=clock)
        try:
            await work(registry)
        finally:
            await registry.close()

    asyncio.run(run())


async def listed(registry: TableRegistry, kind: str = "open") -> list[str]:
    await registry._attendance.flush()
    return [row["id"] for row in (await registry.lobby.view(auth.ANONYMOUS))[kind]]


def test_a_table_goes_from_the_lobby_when_its_owner_is_away_and_comes_back_with_them(store: SqliteStore) -> None:
    ada, bob, clock = player(), player(), Clock()

    async def work(registry: TableRegistry) -> None:
        room = await open_table(registry, ada, listed=True)
        assert await listed(registry) == [room.id], "the owner was here a moment ago"
        clock.now += AWAY + 1
        assert await listed(registry) == []
        room = await find(registry, room.id)
        guest, owner = Connection(bob), Connection(ada)
        room.connect(guest)
        assert await listed(registry) == [], "a guest alone is not enough"
        room.connect(owner)
        clock.now += 1000 * AWAY
        assert await listed(registry) == [room.id]
        room.disconnect(owner)
        assert await listed(registry) == [room.id], "perhaps they only load the page again"
        clock.now += AWAY + 1
        assert await listed(registry) == []
        await registry.visible_room(room.id, ada)
        assert await listed(registry) == [room.id], "without a connection too"

    serve(store, clock, work)


def test_a_match_is_listed_while_one_of_its_players_is_there(store: SqliteStore) -> None:
    ada, bob, clock = player(), player(), Clock()

    async def work(registry: TableRegistry) -> None:
        room = await open_table(registry, ada, listed=True)
        await sit(registry, room, ada, bob)
        page = Connection(bob)
        room.connect(page)
        clock.now += AWAY + 1
        assert await listed(registry) == []
        assert await listed(registry, "playing") == [room.id]
        room.disconnect(page)
        clock.now += AWAY + 1
        assert await listed(registry, "playing") == []
        await registry.execute(room, bob, command("resign", seat=2))
        assert await listed(registry, "playing") == []

    serve(store, clock, work)


@pytest.mark.parametrize("crowd", ["10.6.6.6", "2001:db8:1:{n:x}::/64"], ids=["address", "household"])
def test_one_address_with_many_tables_pushes_nobody_out(store: SqliteStore, crowd: str) -> None:
    """Nor does a household with many networks of IPv6 addresses."""
    clock = Clock()

    async def work(registry: TableRegistry) -> None:
        ada = await open_table(registry, player("10.0.0.1"), listed=True)
        for n in range(30):  # each with a secret of its own
            clock.now += 1
            await open_table(registry, player(crowd.format(n=n)), listed=True)
        clock.now += 1
        bob = await open_table(registry, player("10.0.0.2"), listed=True)
        shown = await listed(registry)
        assert len(shown) == OPEN_SHOWN
        assert {ada.id, bob.id} <= set(shown[:3])

    serve(store, clock, work)


def test_chat_from_another_address_does_not_move_a_table_down(store: SqliteStore) -> None:
    clock = Clock()

    async def work(registry: TableRegistry) -> None:
        eve, ada = player("10.6.6.6"), player("10.0.0.1")
        room = await open_table(registry, ada, listed=True)
        for _ in range(25):
            clock.now += 1
            await open_table(registry, player("10.6.6.6"), listed=True)
        await registry.execute(room, eve, command("chat", text="hello"))
        assert room.id in (await listed(registry))[:2]

    serve(store, clock, work)


def test_addresses_take_turns_and_so_do_the_players_of_one() -> None:
    tables = [
        Attended("a1", 1, "ada", "school"),
        Attended("a2", 2, "ada", "school"),
        Attended("a3", 3, "ada", "school"),
        Attended("b1", 0, "bob", "school"),
        Attended("c1", -1, "cleo", "home"),
        Attended("c2", -2, "cleo", "home"),
    ]
    assert fair(tables, 9) == ["a3", "c1", "b1", "c2", "a2", "a1"]
    assert fair(tables, 3) == ["a3", "c1", "b1"]
    assert fair([], 3) == []


def test_what_is_stored_of_an_address_does_not_identify_it() -> None:
    assert len(auth.vague_address("10.0.0.1")) == 4
    assert auth.vague_address("10.0.0.1") != auth.vague_address("10.0.0.2")


def test_over_http_an_owner_who_waits_is_found_by_everybody(tmp_path: Path) -> None:
    clock = Clock()
    with opened(tmp_path / "games.sqlite", clock=clock) as url, Player(url) as ada, Player(url) as bob:
        place = ada.open("tactix", person(), OPEN, listed=True)["id"]

        def shown() -> list[str]:
            return [table["id"] for table in bob.http.get("/api/tables").json()["open"]]

        assert shown() == [place]
        clock.now += AWAY + 1
        assert shown() == []
        with ada.at(place) as page:
            page.table()
            assert shown() == [place]
        assert [table["id"] for table in ada.http.get("/api/tables").json()["mine"]] == [place]
