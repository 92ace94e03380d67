"""Houses without visitors, on one store: what two processes know of a table, and what is in mind."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from live_server import PATIENCE
from registries import UNLIMITED, Shared, command, find, open_table, player, sit, two_servers
from services import redis_server

from quincunx.engine import Analysis, Control, EngineRefusal, levels
from quincunx.games import State
from quincunx.law.messages import Message
from quincunx.server.auth import Caller
from quincunx.server.errors import ApiError
from quincunx.server.peers.bus import Bus
from quincunx.server.tables import handlers
from quincunx.server.tables.creation import SeatRequest, TableRequest, create_table
from quincunx.server.tables.registry import TableRegistry
from quincunx.server.tables.room import Room
from quincunx.server.transport.connection import Connection
from quincunx.store import Change, NewTable, StoreFailure
from quincunx.store.sqlite.store import SqliteStore

# Two processes


def test_who_moves_without_having_heard_the_last_word_hears_it_then(tmp_path: Path) -> None:
    ada, bob = player(), player()

    async def work(here: TableRegistry, there: TableRegistry) -> None:
        room = await open_table(here, ada)
        await sit(here, room, ada, bob)
        other = await find(there, room.id)
        await here.execute(room, bob, command("chat", seat=2, text="hello"))
        await there.execute(other, ada, command("move", seat=1, move="a1"))
        assert [line.text for line in other.state.lines] == ["hello"]
        await there.execute(other, ada, command("chat", seat=1, text="good evening"))
        await here.execute(room, bob, command("move", seat=2, move="b1"))
        assert [line.text for line in room.state.lines] == ["hello", "good evening"]
        assert [ply.token for ply in room.table.plies] == ["a1", "b1"]

    two_servers(tmp_path, work)


def test_who_wants_a_rematch_without_having_heard_the_last_word_hears_it_and_can_answer(tmp_path: Path) -> None:
    ada, bob = player(), player()

    async def work(here: TableRegistry, there: TableRegistry) -> None:
        room = await open_table(here, ada)
        await sit(here, room, ada, bob)
        await here.execute(room, ada, command("resign", seat=1))
        other = await find(there, room.id)
        await here.execute(room, bob, command("chat", seat=2, text="thanks"))
        await there.execute(other, ada, command("rematch"))
        await there.execute(other, ada, command("chat", seat=1, text="thank you"))
        assert [line.text for line in other.state.lines] == ["thanks", "thank you"]
        again = await here.execute(room, bob, command("rematch"))
        assert again.next
        assert (await there.execute(other, ada, command("rematch"))).next == again.next

    two_servers(tmp_path, work)


def test_a_rematch_that_was_deleted_through_the_other_process_blocks_nothing(tmp_path: Path) -> None:
    ada, bob = player(), player()

    async def work(here: TableRegistry, there: TableRegistry) -> None:
        room = await open_table(here, ada)
        await sit(here, room, ada, bob)
        await here.execute(room, ada, command("resign", seat=1))
        await here.execute(room, ada, command("rematch"))
        first = (await here.execute(room, bob, command("rematch"))).next
        assert first
        again = await find(there, first)
        await there.execute(again, ada, command("resign", seat=2))
        await there.removal.delete_own(again.id, ada)
        await here.execute(room, bob, command("rematch"))
        second = (await here.execute(room, ada, command("rematch"))).next
        assert second not in (None, first)
        assert await there.find(str(second))

    two_servers(tmp_path, work)


def test_who_sat_down_through_one_process_can_play_through_the_other_at_once(tmp_path: Path) -> None:
    ada, bob = player(), player()

    async def work(here: TableRegistry, there: TableRegistry) -> None:
        room = await open_table(here, ada)
        other = await find(there, room.id)
        await sit(here, room, ada, bob)
        await there.execute(other, bob, command("chat", seat=2, text="hello"))
        await here.execute(room, ada, command("move", seat=1, move="a1"))
        assert [line.text for line in room.state.lines] == ["hello"]

    two_servers(tmp_path, work)


# What is in mind


def one_server(
    path: Path, work: Callable[[TableRegistry], Awaitable[None]], store: type[SqliteStore] = SqliteStore
) -> None:
    async def run() -> None:
        registry = TableRegistry(store(path / "games.sqlite"), replace(UNLIMITED, rooms=2))
        try:
            await work(registry)
        finally:
            await registry.close()

    asyncio.run(run())


def test_of_many_who_come_at_once_to_a_full_server_nobody_is_left_in_a_room_that_is_forgotten(tmp_path: Path) -> None:
    ada = player()

    async def work(registry: TableRegistry) -> None:
        places = [(await open_table(registry, ada)).id for _ in range(9)]

        async def come(place: str) -> Room:
            room = await find(registry, place)
            room.connect(Connection(ada))
            return room

        rooms = await asyncio.gather(*map(come, places))
        assert [await find(registry, place) for place in places] == rooms

    one_server(tmp_path, work)


def test_when_all_have_gone_their_tables_go_from_mind(tmp_path: Path) -> None:
    ada = player()

    async def work(registry: TableRegistry) -> None:
        connection = Connection(ada)
        rooms = [await open_table(registry, ada) for _ in range(12)]
        for n in range(12):
            rooms[n] = await find(registry, rooms[n].id)
            rooms[n].connect(connection)
        assert len(registry.rooms) == 12
        for room in rooms:
            room.disconnect(connection)
        for _ in range(4):
            await open_table(registry, ada)
        assert len(registry.rooms) == 2

    one_server(tmp_path, work)


def test_a_new_table_that_is_looked_for_before_it_is_announced_has_one_room(tmp_path: Path) -> None:
    ada = player()
    many_servers: list[TableRegistry] = []
    looked: list[Room] = []

    class Curious(SqliteStore):
        """As when the server looks just then for tables that are neglected."""

        async def add(self, new: NewTable) -> None:
            await super().add(new)
            looked.append(await find(many_servers[0], new.info.id))

    async def work(registry: TableRegistry) -> None:
        many_servers.append(registry)
        room = await open_table(registry, ada)
        assert looked == [room]

    one_server(tmp_path, work, Curious)


# What happens by itself


def test_one_table_that_cannot_be_read_keeps_no_other_from_going_on(tmp_path: Path) -> None:
    """Such as one of a newer Quincunx, or one that somebody changed by hand."""
    ada = player()
    seats = [SeatRequest(kind="person"), SeatRequest(kind="computer", level="random")]

    async def opened_once() -> list[str]:
        registry = TableRegistry(Shared(tmp_path / "games.sqlite"), UNLIMITED, never)
        tables = [create_table(ada, TableRequest(game="tactix", seats=seats[::-1]), time.time()) for _ in range(3)]
        ids = sorted([(await registry.add(table, ada)).id for table in tables])
        await registry.close()
        return ids

    async def again(ids: list[str]) -> None:
        registry = TableRegistry(Shared(tmp_path / "games.sqlite"), UNLIMITED)
        await registry.open()
        try:
            async with asyncio.timeout(PATIENCE):
                while not all([(await find(registry, place)).table.plies for place in ids[1:]]):
                    await asyncio.sleep(0.01)
        finally:
            await registry.close()

    ids = asyncio.run(opened_once())
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as database, database:
        database.execute("UPDATE tables SET data = '{}' WHERE id = ?", (ids[0],))
    asyncio.run(again(ids))


def never(state: State, level: str, seed: str, control: Control) -> tuple[str, Analysis]:
    """A computer that thinks until it is stopped."""
    while not control.stopped:
        time.sleep(0.001)
    return levels.choose(state, level, seed, control)


def tired(state: State, level: str, seed: str, control: Control) -> tuple[str, Analysis]:
    """A computer that cannot play, unless it is a simple one."""
    if level != "random":
        raise EngineRefusal("engine.memory", method=level)
    return levels.choose(state, level, seed, control)


def test_a_computer_that_cannot_play_is_told_of_and_replaced_through_any_process(tmp_path: Path) -> None:
    ada = player()
    seats = [SeatRequest(kind="computer", level="hard"), SeatRequest(kind="person")]

    async def work(url: str) -> None:
        many_servers = [
            TableRegistry(Shared(tmp_path / "games.sqlite"), UNLIMITED, tired, bus=Bus(url)) for _ in range(2)
        ]
        for registry in many_servers:
            await registry.open()
        here, there = many_servers
        async with asyncio.timeout(PATIENCE):
            while await here.missing() or await there.missing():
                await asyncio.sleep(0.01)
            room = await here.add(create_table(ada, TableRequest(game="tactix", seats=seats), time.time()), ada)
            while room.trouble is None:
                await asyncio.sleep(0.01)
            other = await find(there, room.id)
            while other.trouble is None:
                await asyncio.sleep(0.01)
            assert other.trouble.reason == str(Message("engine.memory", method="hard"))
            await there.execute(other, ada, command("stand_in", seat=1, level="random"))
            while not (other.table.plies and room.table.plies):
                await asyncio.sleep(0.01)
        assert other.trouble is room.trouble is None
        for registry in many_servers:
            await registry.close()

    with redis_server() as bus:
        asyncio.run(work(bus.url))


def test_when_a_table_is_deleted_its_computer_stops_thinking(tmp_path: Path) -> None:
    ada = player()
    seats = [SeatRequest(kind="computer", level="random"), SeatRequest(kind="person")]

    async def work() -> None:
        registry = TableRegistry(SqliteStore(tmp_path / "games.sqlite"), UNLIMITED, never)
        room = await registry.add(create_table(ada, TableRequest(game="tactix", seats=seats), time.time()), ada)
        async with asyncio.timeout(PATIENCE):
            while not registry.computers.count(running=True, analyses=False):
                await asyncio.sleep(0.01)
            await registry.removal.delete_own(room.id, ada)
            while registry.computers.count(running=True, analyses=False):
                await asyncio.sleep(0.01)
        await registry.close()

    asyncio.run(work())


def test_a_match_that_could_not_begin_begins_when_the_store_is_there_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quincunx.server.tables.timekeeping.RETRY", 0.01)
    ada, bob = player(), player()
    now = [1000.0]

    class Broken(SqliteStore):
        failing = 0

        async def append(self, change: Change) -> None:
            if self.failing:
                self.failing -= 1
                raise StoreFailure("the disk is full")
            await super().append(change)

    async def work() -> None:
        store = Broken(tmp_path / "games.sqlite")
        registry = TableRegistry(store, UNLIMITED, clock=lambda: now[0])
        room = await open_table(registry, ada, pace="300+5")
        now[0] += 1000
        await sit(registry, room, ada, bob)
        assert not room.table.began, "Ada is away"
        store.failing = 3
        room.connect(Connection(ada))
        async with asyncio.timeout(PATIENCE):
            while not room.table.began:
                await asyncio.sleep(0.01)
        await registry.close()

    asyncio.run(work())


# Many at one table


PERSONS = [SeatRequest(kind="person"), SeatRequest(kind="person")]


def test_a_crowd_of_spectators_at_one_address_holds_up_no_player(tmp_path: Path) -> None:
    ada, crowd = player("192.0.2.1"), [player("192.0.2.2") for _ in range(20)]
    done: list[str] = []

    async def work(registry: TableRegistry) -> None:
        asked = TableRequest(game="tactix", seats=PERSONS, listed=True)
        room = await registry.add(create_table(ada, asked, time.time()), ada)

        async def chat(eve: Caller) -> None:
            await registry.execute(room, eve, command("chat", text="hello"))
            done.append("chat")

        async def move() -> None:
            await registry.execute(room, ada, command("move", seat=1, move="a1"))
            done.append("move")

        await asyncio.gather(*map(chat, crowd), move())
        assert done.index("move") <= 1, "after the line that was being stored"
        assert done.count("chat") == len(crowd)
        assert not room.executing

    one_server(tmp_path, work)


def test_one_address_does_not_take_all_places_of_commands_being_stored(tmp_path: Path) -> None:
    ada, eve = player("192.0.2.1"), player("192.0.2.2")

    async def work() -> None:
        registry = TableRegistry(SqliteStore(tmp_path / "games.sqlite"), replace(UNLIMITED, max_pending=8))
        tables = [create_table(who, TableRequest(game="tactix", seats=PERSONS), time.time()) for who in (ada, eve)]
        hers, other = [await registry.add(table, ada) for table in tables]
        floods = [registry.execute(other, eve, command("chat", seat=1, text="hello")) for _ in range(8)]
        flood = asyncio.gather(*floods, return_exceptions=True)
        await asyncio.sleep(0)  # they have begun
        await registry.execute(hers, ada, command("move", seat=1, move="a1"))
        refused = [answer for answer in await flood if isinstance(answer, ApiError)]
        assert {refusal.code for refusal in refused} == {"server.busy"}
        assert len(refused) == 6
        await registry.close()

    asyncio.run(work())


# What could grow for ever


def test_what_can_be_asked_and_said_at_a_table_has_an_end_and_the_match_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handlers, "MAX_EVENTS", 6)
    monkeypatch.setattr(handlers, "MAX_LINES", 2)
    ada = player()

    async def work(registry: TableRegistry) -> None:
        room = await registry.add(create_table(ada, TableRequest(game="tactix", seats=PERSONS), time.time()), ada)
        await registry.execute(room, ada, command("move", seat=1, move="a1"))
        await registry.execute(room, ada, command("ask", seat=1, what="undo"))
        await registry.execute(room, ada, command("ask", seat=1, what="redo"))
        with pytest.raises(ApiError) as ended:
            await registry.execute(room, ada, command("ask", seat=1, what="undo"))
        assert ended.value.code == "server.too-many-events"
        for text in ("one", "two"):
            await registry.execute(room, ada, command("chat", seat=1, text=text))
        with pytest.raises(ApiError) as full:
            await registry.execute(room, ada, command("chat", seat=1, text="three"))
        assert full.value.code == "server.chat-full"
        await registry.execute(room, ada, command("move", seat=2, move="b1"))
        await registry.execute(room, ada, command("resign", seat=1))
        assert room.table.over

    one_server(tmp_path, work)
