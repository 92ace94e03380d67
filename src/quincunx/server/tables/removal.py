"""Deletes tables: for their owners, for the operator, and those that are old enough."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from typing import Protocol

from quincunx.server import auth
from quincunx.server.auth import Caller
from quincunx.server.config import ServerConfig
from quincunx.server.peers.sync import PeerSync
from quincunx.server.tables.room import Room
from quincunx.server.transport.connection import DELETED
from quincunx.store import Store, StoreFailure, Unavailable

DAY = 86_400.0
SWEEP = 3_600.0
"""Seconds between two searches for tables that are old enough to delete."""

log = logging.getLogger("quincunx.server")


class LiveTables(Protocol):
    """What removal needs of the registry."""

    @property
    def rooms(self) -> Collection[Room]: ...
    async def find(self, id: str) -> Room | None: ...
    async def visible_room(self, id: str, caller: Caller, code: str = "") -> Room: ...
    def room_changed(self, room: Room) -> None: ...
    def forget(self, id: str) -> None: ...


class TableRemoval:
    def __init__(
        self, store: Store, config: ServerConfig, clock: Callable[[], float], tables: LiveTables, peers: PeerSync
    ) -> None:
        self._store, self._config, self._clock, self._tables, self._peers = store, config, clock, tables, peers

    async def delete_own(self, id: str, caller: Caller) -> None:
        """Deletes the caller's table; one whose game is not installed only if nobody else ever sat there."""
        try:
            await self._tables.find(id)
        except Unavailable as refusal:
            access = refusal.access
            if caller.is_player(access.owner) and access.players <= {access.owner}:
                await self._store.remove(id)
                await self._forget([id])
                return
        room = await self._tables.visible_room(id, caller)
        await room.remove(caller)
        await self._forget([room.id])

    async def delete_by_operator(self, id: str) -> bool:
        """Deletes a table for the operator, whatever its state; False if there is none."""
        if not auth.TABLE_ID.fullmatch(id) or not await self._store.stamps([id]):
            return False
        await self._store.remove(id)
        await self._forget([id])
        return True

    async def sweep(self) -> None:
        """Deletes tables that were finished long enough ago."""
        if self._config.keep_days:
            await self._forget(await self._store.remove_finished(self._clock() - self._config.keep_days * DAY))

    async def sweep_forever(self) -> None:
        while True:
            try:
                await self.sweep()
            except StoreFailure as failure:
                log.error("cannot remove old tables: %s", failure)
            await asyncio.sleep(SWEEP)

    async def _forget(self, removed: Collection[str]) -> None:
        """Closes tables that were deleted, and shows at the tables before them that these rematches are gone."""
        self._peers.tell_removed(list(removed))
        for room in [room for room in self._tables.rooms if room.id in removed]:
            if not room.deleted:
                room.close(DELETED)
            self._tables.room_changed(room)
        for table in removed:
            self._tables.forget(table)
        for room in [room for room in self._tables.rooms if room.state.next in removed]:
            await room.catch_up()
