"""Deletes tables: for their owners, for the operator, and those that are old enough."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection
from typing import Protocol

from quincunx.games import GAMES
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

AT_ONCE = 100
"""How many tables to delete in one transaction, so that nobody waits long."""

GRACE = 30 * DAY
"""Seconds that players have to return after the server was closed, or its clock jumped, for longer than that."""

ANNOUNCED = 10_000
"""Counting further would take long."""

log = logging.getLogger("quincunx.server")


class LiveTables(Protocol):
    """What removal needs from the registry."""

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
        self._running = 0.0
        """When the server was last known to be running; 0 if never."""

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
        """Deletes tables that were finished, or left, long enough ago."""
        now = self._clock()
        if days := self._config.keep_days:
            await self._remove_old(now - days * DAY, over=True)
        if self._running and now - self._running > GRACE:
            await self._store.delay_expiry(now + GRACE)
            log.warning(
                "the server was away for long: tables that were left are kept for another %.0f days", GRACE / DAY
            )
        self._running = now
        if (days := self._config.expire_days) and now >= await self._store.expiry_start():
            # While its game is not installed, nobody can act at a table.
            await self._remove_old(now - days * DAY, over=False, games=GAMES)
        await self._store.forget_attendance(now - 2 * DAY)

    async def _remove_old(self, before: float, *, over: bool, games: Collection[str] | None = None) -> None:
        while found := await self._store.old(before, AT_ONCE, over=over, games=games):
            removed = await self._store.remove_old(found, before, over=over)
            await self._forget(removed)
            log.info("removed %d tables", len(removed))
            if not removed:  # other processes are doing it
                return

    async def announce(self) -> None:
        """Says in the log which tables will be deleted soon, if this was not done before."""
        self._running = await self._store.last_beat()
        now, start = self._clock(), await self._store.expiry_start()
        if not (days := self._config.expire_days) or start <= now:
            return
        if left := len(await self._store.old(start - days * DAY, ANNOUNCED, over=False, games=GAMES)):
            many = f"{left} or more" if left == ANNOUNCED else left
            on = time.strftime("%Y-%m-%d", time.gmtime(start))
            said = "from %s on tables are deleted after %d days without an action (server.expire_days): %s then"
            log.warning(said, on, days, many)

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
