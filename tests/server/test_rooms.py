"""Houses without a network, on one store: what two processes know of a table, and what is in mind."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from quincunx.server import keys
from quincunx.server.customs import Customs
from quincunx.server.deeds import DEED, Deed
from quincunx.server.house import House
from quincunx.server.keys import Caller
from quincunx.server.opening import Opening, SeatWish, opened
from quincunx.server.room import Room
from quincunx.store.sqlite import SqliteStore

UNLIMITED = Customs(deeds=0)


class Shared(SqliteStore):
    """A store that more than one house has."""

    shared = True


def player() -> Caller:
    caller = Caller.with_secret(secrets.token_urlsafe(24))
    assert caller
    return caller


def deed(do: str, **more: Any) -> Deed:
    return DEED.validate_python({"do": do, "key": secrets.token_hex(8), **more})


def two_houses(path: Path, work: Callable[[House, House], Awaitable[None]]) -> None:
    """Neither looks by itself at what the other does."""

    async def run() -> None:
        here, there = (House(Shared(path / "house.sqlite"), UNLIMITED) for _ in range(2))
        try:
            await work(here, there)
        finally:
            await here.close()
            await there.close()

    asyncio.run(run())


async def open_table(house: House, owner: Caller, **more: Any) -> Room:
    seats = [SeatWish(kind="person", name="Ada"), SeatWish(kind="open")]
    return await house.add(opened(owner, Opening(game="tactix", seats=seats, **more), time.time()), owner)


async def sit(house: House, room: Room, owner: Caller, guest: Caller) -> None:
    invite = keys.code(owner.secret, "invite", room.id, 2)
    await house.do(room, guest, deed("sit", seat=2, invite=invite, name="Bob"))


async def find(house: House, id: str) -> Room:
    room = await house.find(id)
    assert room
    return room


# Two processes


def test_who_moves_without_having_heard_the_last_word_hears_it_then(tmp_path: Path) -> None:
    ada, bob = player(), player()

    async def work(here: House, there: House) -> None:
        room = await open_table(here, ada)
        await sit(here, room, ada, bob)
        other = await find(there, room.id)
        await here.do(room, bob, deed("chat", seat=2, text="hello"))
        await there.do(other, ada, deed("move", seat=1, move="a1"))
        assert [line.text for line in other.lines] == ["hello"]
        await there.do(other, ada, deed("chat", seat=1, text="good evening"))
        await here.do(room, bob, deed("move", seat=2, move="b1"))
        assert [line.text for line in room.lines] == ["hello", "good evening"]
        assert [ply.token for ply in room.table.plies] == ["a1", "b1"]

    two_houses(tmp_path, work)


def test_who_wants_a_rematch_without_having_heard_the_last_word_hears_it_and_can_answer(tmp_path: Path) -> None:
    ada, bob = player(), player()

    async def work(here: House, there: House) -> None:
        room = await open_table(here, ada)
        await sit(here, room, ada, bob)
        await here.do(room, ada, deed("resign", seat=1))
        other = await find(there, room.id)
        await here.do(room, bob, deed("chat", seat=2, text="thanks"))
        await there.do(other, ada, deed("rematch"))
        await there.do(other, ada, deed("chat", seat=1, text="thank you"))
        assert [line.text for line in other.lines] == ["thanks", "thank you"]
        again = await here.do(room, bob, deed("rematch"))
        assert again.next == other.next

    two_houses(tmp_path, work)


def test_who_sat_down_through_one_process_can_play_through_the_other_at_once(tmp_path: Path) -> None:
    ada, bob = player(), player()

    async def work(here: House, there: House) -> None:
        room = await open_table(here, ada)
        other = await find(there, room.id)
        await sit(here, room, ada, bob)
        await there.do(other, bob, deed("chat", seat=2, text="hello"))
        await here.do(room, ada, deed("move", seat=1, move="a1"))
        assert [line.text for line in room.lines] == ["hello"]

    two_houses(tmp_path, work)
