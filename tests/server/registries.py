"""Registries of tables without visitors, one or two on one store."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

from quincunx.server import auth
from quincunx.server.auth import Caller
from quincunx.server.config import ServerConfig
from quincunx.server.tables.commands import COMMAND, Command
from quincunx.server.tables.creation import SeatRequest, TableRequest, create_table
from quincunx.server.tables.registry import TableRegistry
from quincunx.server.tables.room import Room
from quincunx.store.sqlite.store import SqliteStore

UNLIMITED = ServerConfig(actions=0)


class Shared(SqliteStore):
    """A store that several servers use at the same time, without the lock that prevents that."""

    shared = True

    def __init__(self, path: Path) -> None:
        with patch("quincunx.store.sqlite.file.Lock"):
            super().__init__(path)


def player(address: str = "") -> Caller:
    caller = Caller.with_secret(secrets.token_urlsafe(24), address)
    assert caller
    return caller


def command(do: str, **more: Any) -> Command:
    return COMMAND.validate_python({"do": do, "key": secrets.token_hex(8), **more})


def two_servers(
    path: Path,
    work: Callable[[TableRegistry, TableRegistry], Awaitable[None]],
    config: ServerConfig = UNLIMITED,
    clock: Callable[[], float] | None = None,
) -> None:
    """Neither looks by itself at what the other does."""

    async def run() -> None:
        here, there = (TableRegistry(Shared(path / "games.sqlite"), config, clock=clock) for _ in range(2))
        try:
            await work(here, there)
        finally:
            await here.close()
            await there.close()

    asyncio.run(run())


async def open_table(registry: TableRegistry, owner: Caller, **more: Any) -> Room:
    seats = [SeatRequest(kind="person", name="Ada"), SeatRequest(kind="open")]
    return await registry.add(
        create_table(owner, TableRequest(game="tactix", seats=seats, **more), registry.now()), owner
    )


async def sit(registry: TableRegistry, room: Room, owner: Caller, guest: Caller) -> None:
    invite = auth.derive_code(owner.secret, "invite", room.id, 2)
    await registry.execute(room, guest, command("sit", seat=2, invite=invite, name="Bob"))


async def find(registry: TableRegistry, id: str) -> Room:
    room = await registry.find(id)
    assert room
    return room
