"""Who is at a table through another process, when there is no bus."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest
from live_server import PATIENCE, Player, invited, wait_for
from registries import UNLIMITED, Shared, command, find, open_table, player, sit, two_servers
from services import postgres, servers

from quincunx.server.auth import Caller
from quincunx.server.errors import ApiError
from quincunx.server.peers import attendance
from quincunx.server.tables.registry import TableRegistry
from quincunx.server.tables.room import Room
from quincunx.server.transport.connection import Connection
from quincunx.store import Store, StoreFailure
from quincunx.table import TableRefusal

pytestmark = pytest.mark.long

ABSENCE = 90.0
CONFIG = replace(UNLIMITED, absence=ABSENCE)


class Clock:
    def __init__(self) -> None:
        self.now = 1_790_000_000.0

    def __call__(self) -> float:
        return self.now


async def claim_code(registry: TableRegistry, room: Room, by: Caller) -> str:
    """Why a claim of seat 2 is refused."""
    with pytest.raises(TableRefusal) as refused:
        await registry.execute(room, by, command("claim", seat=2))
    return refused.value.message.code


async def connected(registry: TableRegistry, id: str, caller: Caller) -> tuple[Room, Connection]:
    """A connection, after its process has had time to record it."""
    room = await find(registry, id)
    connection = Connection(caller)
    room.connect(connection)
    await registry._attendance.flush()
    return room, connection


def test_a_player_who_is_connected_through_another_process_cannot_be_claimed(tmp_path: Path) -> None:
    ada, bob, clock = player(), player(), Clock()

    async def work(here: TableRegistry, there: TableRegistry) -> None:
        room = await open_table(here, ada)
        await sit(here, room, ada, bob)
        await here.execute(room, ada, command("move", seat=1, move="a1"))
        other, connection = await connected(there, room.id, bob)
        clock.now += 10 * ABSENCE
        assert await claim_code(here, room, ada) == "server.present"
        with pytest.raises(TableRefusal):
            await here.execute(room, ada, command("stand_in", seat=2, level="random"))
        with pytest.raises(ApiError):
            await here.execute(room, ada, command("abandon"))
        with pytest.raises(ApiError):
            await here.removal.delete_own(room.id, ada)
        assert not room.table.over
        other.disconnect(connection)
        await there._attendance.flush()
        clock.now += ABSENCE - 1
        assert await claim_code(here, room, ada) == "server.claim-later", "the absence counts from now"
        clock.now += 2
        await here.execute(room, ada, command("claim", seat=2))
        assert room.table.over

    two_servers(tmp_path, work, CONFIG, clock)


def test_who_only_asks_now_and_then_through_another_process_is_not_away(tmp_path: Path) -> None:
    ada, bob, clock = player(), player(), Clock()

    async def work(here: TableRegistry, there: TableRegistry) -> None:
        room = await open_table(here, ada)
        await sit(here, room, ada, bob)
        await here.execute(room, ada, command("move", seat=1, move="a1"))
        for _ in range(10):
            clock.now += ABSENCE / 2
            await there.visible_room(room.id, bob)
        await there._attendance.flush()
        assert await claim_code(here, room, ada) == "server.claim-later"

    two_servers(tmp_path, work, CONFIG, clock)


def test_the_players_of_a_dead_process_are_away_from_when_it_died(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob = player(), player()
    monkeypatch.setattr(attendance, "LEASE", -5.0)  # it dies at once

    async def work(here: TableRegistry, there: TableRegistry) -> None:
        room = await open_table(here, ada)
        await sit(here, room, ada, bob)
        await here.execute(room, ada, command("move", seat=1, move="a1"))
        await connected(there, room.id, bob)
        assert await claim_code(here, room, ada) == "server.claim-later"
        assert not room.state.presence.is_here(bob.player)

    two_servers(tmp_path, work, CONFIG)


def test_what_could_not_be_recorded_is_recorded_later(tmp_path: Path) -> None:
    ada, bob = player(), player()

    async def work(here: TableRegistry, there: TableRegistry) -> None:
        room = await open_table(here, ada)
        await sit(here, room, ada, bob)
        await here.execute(room, ada, command("move", seat=1, move="a1"))
        store = there._store
        assert isinstance(store, Shared)
        with patch.object(store, "attend", side_effect=StoreFailure("the disk is full")):
            await connected(there, room.id, bob)
        await there._attendance.flush()
        assert await claim_code(here, room, ada) == "server.present"

    two_servers(tmp_path, work, replace(CONFIG, absence=0.0))


def test_a_process_that_was_taken_for_dead_records_everybody_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob = player(), player()

    async def work(here: TableRegistry, there: TableRegistry) -> None:
        room = await open_table(here, ada)
        await sit(here, room, ada, bob)
        await here.execute(room, ada, command("move", seat=1, move="a1"))
        await connected(there, room.id, bob)
        store: Store = here._store
        (row,) = [row for row in await store.attending([room.id], "") if row.until is None]
        await store.attend(there._leases._holder, [row._replace(until=1.0)], 60)  # as if it had been forgotten
        monkeypatch.setattr(attendance, "LEASE", 0.0)
        await there._attendance.flush()
        monkeypatch.undo()
        await there._attendance.flush()
        assert await claim_code(here, room, ada) == "server.present"

    two_servers(tmp_path, work, replace(CONFIG, absence=0.0))


def test_without_a_bus_everybody_sees_who_is_there_and_nobody_present_is_claimed() -> None:
    with (
        postgres() as database,
        servers(2, database.database(), absence="1") as (first, second),
        Player(first.url) as ada,
        Player(second.url) as bob,
    ):
        place = invited(ada, bob, "tactix")
        ada.do("move", place, seat=1, move="a1")
        with ada.at(place) as page:
            with bob.at(place) as other:
                other.table()
                page.table(lambda table: bool(table["seats"][1]["present"]))
                assert ada.refused(409, "claim", place, seat=2).code == "server.present"
            page.table(lambda table: not table["seats"][1]["present"])
        wait_for(lambda: ada.try_to("claim", place, seat=2).status_code == 200)
        assert ada.table(place)["outcome"]["winner"] == 1


def test_a_server_that_closes_says_that_its_players_have_gone(tmp_path: Path) -> None:
    ada = player()

    async def work() -> None:
        store = Shared(tmp_path / "games.sqlite")
        here, there = TableRegistry(store, CONFIG), TableRegistry(Shared(tmp_path / "games.sqlite"), CONFIG)
        room = await open_table(there, ada)
        await connected(there, room.id, ada)
        assert [row.until for row in await store.attending([room.id], "")] == [None]
        await there.close()
        async with asyncio.timeout(PATIENCE):
            (row,) = await store.attending([room.id], "")
        assert row.until is not None
        await here.close()

    asyncio.run(work())
