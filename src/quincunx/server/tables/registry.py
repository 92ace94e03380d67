"""The registry of live tables: loads and evicts rooms, executes commands, and starts background tasks."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING

from quincunx.engine import levels
from quincunx.games import Refused
from quincunx.law.messages import Message
from quincunx.server import auth
from quincunx.server.auth import Caller
from quincunx.server.computers.service import Choose, ComputerService
from quincunx.server.config import ServerConfig
from quincunx.server.errors import ApiError, key_reused, server_busy, table_not_found
from quincunx.server.ops import metrics
from quincunx.server.ops.readiness import WriteCheck
from quincunx.server.ops.tasks import BackgroundTasks
from quincunx.server.peers.attendance import AttendanceRecords
from quincunx.server.peers.leases import Leases
from quincunx.server.peers.sync import PeerSync
from quincunx.server.tables.clocks import ServerClock
from quincunx.server.tables.commands import Command, RematchCommand
from quincunx.server.tables.lobby import Lobby
from quincunx.server.tables.removal import TableRemoval
from quincunx.server.tables.room import Room
from quincunx.server.tables.timekeeping import Timekeeping, describe
from quincunx.server.transport.connection import SHUTTING_DOWN
from quincunx.server.transport.limits import Budget, Gate, RateLimit
from quincunx.server.transport.turns import AddressLimits, FairTurns
from quincunx.store import Answer, NewTable, Opening, Store, StoredTable, StoreFailure, Unavailable, unavailable
from quincunx.table import pending_action

if TYPE_CHECKING:
    from quincunx.server.computers.dask_cluster import DaskCluster
    from quincunx.server.peers.bus import Bus

STORE_TIMEOUT = 2.0
"""Seconds to wait for the store, to be ready or to read a table before its cached state is used."""

ADOPT_INTERVAL = 2.0
"""Seconds between two searches for tables that a dead process has left."""

EVICTION_SCAN = 8
"""How many cached rooms to examine per eviction; scanning all would be slow when most are busy."""

GOODBYE_SECONDS = 1.0
"""Seconds that clients have to disconnect at shutdown."""

log = logging.getLogger("quincunx.server")


class TableRegistry:
    def __init__(
        self,
        store: Store,
        config: ServerConfig | None = None,
        choose: Choose = levels.choose,
        clock: Callable[[], float] | None = None,
        bus: Bus | None = None,
        cluster: DaskCluster | None = None,
    ) -> None:
        """`bus` connects processes that share the store; a `cluster` runs the computers' searches. A `clock` that is
        not a ServerClock is never set."""
        self.config = config or ServerConfig()
        self._store = store
        self._clock = clock = clock or ServerClock()
        self._unavailable: set[str] = set()
        """Tables that cannot be opened, because their games are not installed. Each is logged once."""
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._tasks = BackgroundTasks()
        self._writable = WriteCheck(store)
        holder = secrets.token_hex(8)
        self._leases = Leases(store, holder)
        self._attendance = AttendanceRecords(store, holder, self._tasks, clock, self.config.absence)
        self._peers = PeerSync(store, bus, self._rooms, self._leases, self._tasks, self._attendance)
        self._time = Timekeeping(store, clock, self._rooms, self._tasks, self.find, self.room_changed)
        self.lobby = Lobby(store, clock, self._rooms, self.find, self._peers)
        self.removal = TableRemoval(store, self.config, clock, self, self._peers)
        self.computers = ComputerService(
            self.config.engine_threads,
            choose,
            self._leases if store.shared else None,
            cluster,
            self.config.cluster_threads,
            self.config.nonce_seconds,
        )
        limits = self.config
        self.command_limit = RateLimit(limits.actions, 2 * limits.actions, "server.many-actions")
        self.table_limit = RateLimit(limits.openings / 60, limits.openings, "server.many-tables")
        self.write_gate = Gate(limits.max_pending, limits.max_pending // 4, "server.busy")
        self.connection_gate = Gate(limits.connections, limits.connections_each)
        self.addresses = AddressLimits(
            FairTurns(limits.share_each / 100), Gate(0, limits.connections_each), Budget(limits.unread_bytes)
        )
        self.request_limit = RateLimit(limits.requests, 2 * limits.requests, "server.many-requests")
        self.analysis_limit = RateLimit(limits.analyses / 60, limits.analyses, "server.many-analyses")

    # Opening and closing

    async def open(self) -> None:
        """Resumes all tables: clocks continue from where they stopped, and computers play on."""
        awake = await self._time.open()
        await self.removal.announce()
        self._tasks.start(self._resume_tables(awake))
        if self._store.shared:
            self._peers.open()
            self._tasks.keep("leases", self._leases.renew_forever)
            self._tasks.keep("adoption", self._adopt_forever)
        self._tasks.keep("sweep", self.removal.sweep_forever)
        self._tasks.keep("event loop lag", metrics.watch_the_loop)

    async def disconnect_all(self) -> None:
        """Closes all connections for a shutdown and waits briefly until the clients are gone."""
        for room in self._rooms.values():
            room.close(SHUTTING_DOWN)
        late = time.monotonic() + GOODBYE_SECONDS
        while time.monotonic() < late and any(room.connections for room in self._rooms.values()):
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        await self._time.close()
        await self._tasks.close()
        for task in (loading := list(self._loading.values())):
            task.cancel()
        await asyncio.gather(*loading, return_exceptions=True)
        await self.computers.close()
        await self._leases.close()
        if self._store.shared:
            await self._attendance.close()
        await self._peers.close()
        await self._store.close()

    # Tables

    async def opened(self, caller: Caller, opening: Opening) -> Room | None:
        """The table that the caller opened with this key; ApiError if the key was used for another request."""
        found = await self._store.opened(caller.player, opening.key)
        if found is None:
            return None
        if found.body != opening.body:
            raise key_reused(opening.key)
        return await self.find(found.id)

    async def add(self, new: NewTable, caller: Caller) -> Room:
        """Stores a new table and opens its room; Conflict if the caller has used the key of the opening before."""
        if new.summary.thinks and self.computers.waiting >= self.config.max_pending:
            raise server_busy()
        new.info.setup.first.view()  # a faulty law of a package fails here, before anything is stored
        steps = self._time.steps()
        with self.write_gate.entered(caller.address):
            await self._store.add(new)
        room = self._add_room(new, steps, caller.address)
        self._mark_seen(room, caller)
        if self._store.shared and new.info.listed:
            await self._attendance.flush()  # so that every process lists it from now on
        return room

    async def find(self, id: str) -> Room | None:
        """The room of a table, loaded from the store if necessary. Unavailable if its game is not installed."""
        if not auth.TABLE_ID.fullmatch(id):  # PostgreSQL fails on some characters
            return None
        room = self._rooms.get(id)
        if room:
            self._rooms.move_to_end(id)
            return room
        if id not in self._loading:
            if len(self._loading) >= self.config.max_pending:
                raise server_busy()
            task = self._loading[id] = asyncio.create_task(self._load(id))
            task.add_done_callback(lambda _: self._loading.pop(id))
        room = await asyncio.shield(self._loading[id])
        return room and self._register(room)  # it may have been evicted again meanwhile

    async def visible_room(self, id: str, caller: Caller, code: str = "") -> Room:
        """The room of a table that the caller may see; otherwise the same ApiError for missing and private tables."""
        room = await self.find_for(id, caller, code)
        if room and self._store.shared:
            with suppress(StoreFailure, TimeoutError):  # the cached state is better than nothing
                async with asyncio.timeout(STORE_TIMEOUT):
                    await room.catch_up()
        if room is None:
            raise table_not_found()
        if room.deleted or not room.state.is_visible_to(caller, code):
            await self._equalise_timing()
            raise table_not_found()
        self._mark_seen(room, caller)
        return room

    def _mark_seen(self, room: Room, caller: Caller) -> None:
        room.mark_seen(caller)
        if self._store.shared and room.state.is_member(caller):
            self._attendance.seen(room, caller.player)

    async def previewed_room(self, id: str) -> Room | None:
        """The room of a table for a link preview, which has no watch code: one that is listed, or one with an open
        seat, to which somebody may have been invited. It does not count as a visit."""
        room = await self.find_for(id, auth.ANONYMOUS)
        if room and not room.deleted and (room.state.info.listed or (None in room.table.seats and not room.table.over)):
            return room
        if room:
            await self._equalise_timing()
        return None

    async def find_for(self, id: str, caller: Caller, code: str = "") -> Room | None:
        """Like `find`, with an ApiError for a table whose game is not installed; only those who may see it learn of
        it."""
        try:
            return await self.find(id)
        except Unavailable as refusal:
            access, given = refusal.access, auth.digest(code)
            known = access.listed or caller.player in access.players
            if known or any(auth.digests_equal(given, digest) for digest in access.codes):
                raise ApiError(409, refusal.message) from None
            raise table_not_found() from None

    async def _equalise_timing(self) -> None:
        """Reads the store as for a missing table, so that timing does not reveal a private one. With a shared store it
        was read already."""
        if not self._store.shared:
            with suppress(StoreFailure):
                await self._store.find("")

    async def execute(self, room: Room, caller: Caller, command: Command) -> Answer:
        """Executes a command at a table."""
        began = time.perf_counter()
        if caller.player:
            self.command_limit.take(caller.player)
        opens = isinstance(command, RematchCommand) and room.state.next is None
        if opens:
            self.table_limit.take(caller.address)
        self.write_gate.enter(caller.address)
        try:
            answer = await room.execute(caller, command)
        except (ApiError, Refused) as refusal:
            if opens:
                self.table_limit.give_back(caller.address)
            if isinstance(refusal, ApiError) and refusal.status == 404:
                await self._equalise_timing()
            raise
        finally:
            self.write_gate.leave(caller.address)
        if self._store.shared:
            self._mark_seen(room, caller)
        metrics.command_seconds.observe(time.perf_counter() - began)
        metrics.executed(command.do).inc()
        if answer.next:
            following = await self.find(answer.next)  # a computer may have the first move there
            if following and not following.address:
                following.address = caller.address
        return answer

    async def unfinished(self, limit: int) -> list[str]:
        """The tables that are not over, the latest first."""
        return await self._store.unfinished(limit)

    @property
    def rooms(self) -> Collection[Room]:
        """The rooms in memory."""
        return self._rooms.values()

    async def missing(self) -> list[Message]:
        """What is unreachable or broken, for the readiness check."""
        store = await self._writable.problem()
        failed = [Message("server.ready.task", name=name) for name in self._tasks.failed]
        return [*([store] if store else []), *self._peers.missing(), *failed]

    def now(self) -> float:
        return self._clock()

    async def _load(self, id: str) -> Room | None:
        found = await self._store.find(id)
        if found is None:
            return None
        try:
            room = self._room(found)
        except Refused as refusal:  # another version of a game may not accept what an earlier one did
            raise unavailable(found, refusal.message) from None
        await self._time.loaded(room, found)
        return self._register(room)

    def _room(self, found: StoredTable) -> Room:
        return Room(
            self._store,
            self.config,
            found,
            self._clock,
            self.room_changed,
            self._rematch_opened,
            self._time.steps,
            self._read_attendance if self._store.shared else None,
        )

    async def _read_attendance(self, room: Room) -> None:
        await self._attendance.read({room.id: room})

    def _add_room(self, new: NewTable, credited: float, address: str) -> Room:
        """Opens the room of a table that has just been stored, when the clock had been set by `credited`."""
        room = self._room(StoredTable(new.info, new.events, {}, (), None, new.summary.updated))
        room.credited, room.address = credited, address
        return self._register(room)

    def _rematch_opened(self, room: Room, new: NewTable) -> None:
        # At once: its clock may run already, and has to be shifted if the server's is set before anybody comes.
        self._add_room(new, room.credited, room.address)

    def _register(self, room: Room) -> Room:
        """Adds a room unless the table has one, and evicts unused rooms beyond the limit."""
        if known := self._rooms.get(room.id):
            return known
        self._rooms[room.id] = room
        self.room_changed(room)
        for old in list(islice(self._rooms.values(), EVICTION_SCAN)):
            if len(self._rooms) <= self.config.rooms:
                break
            if old is room or old.busy or self.computers.busy(old):
                self._rooms.move_to_end(old.id)
            else:
                self._evict(old.id)
        return room

    def forget(self, id: str) -> None:
        """Removes a table that was deleted from memory."""
        self._evict(id)
        self._time.forget(id)

    def _evict(self, id: str) -> None:
        """Removes a room from memory; its clock timer stays."""
        room = self._rooms.pop(id, None)
        self._peers.forget(id)
        # Keep the lease of a table whose computer cannot play, or every process would try it in turn.
        if room and self._leases.has(id) and (room.deleted or not pending_action(room.table)):
            self._tasks.start(self._leases.release(id))

    # Background work

    async def _resume_tables(self, ids: list[str]) -> None:
        for table in ids:
            try:
                await self.find(table)
            except Unavailable as refusal:
                self._log_unavailable(refusal)
            except Exception as failure:  # resume the others
                log.error("table %s cannot go on yet: %s", table, describe(failure))
        await self._time.resumed()

    def room_changed(self, room: Room) -> None:
        """Called when a room is added and after every change in it."""
        if room.deleted:
            self.forget(room.id)
        self._peers.announce(room)
        if self._store.shared:
            self._attendance.note(room)
        self.computers.room_changed(room)
        self._time.room_changed(room)

    async def _adopt_forever(self) -> None:
        """Adopts tables that no process looks after: computers to move, clocks about to run out."""
        while True:
            try:
                neglected = await self._store.neglected(self._clock() + 2 * ADOPT_INTERVAL)
            except StoreFailure as failure:
                log.error("cannot look for neglected tables: %s", failure)
                neglected = []
            for table in neglected:
                try:
                    if room := await self.find(table):
                        await room.catch_up()
                        self.room_changed(room)
                except Unavailable as refusal:
                    self._log_unavailable(refusal)
                except Exception as failure:  # adopt the others
                    log.error("table %s cannot be looked after yet: %s", table, describe(failure))
            await asyncio.sleep(ADOPT_INTERVAL)

    def _log_unavailable(self, refusal: Unavailable) -> None:
        if refusal.id not in self._unavailable:
            self._unavailable.add(refusal.id)
            log.warning("table %s is kept, but cannot be opened: %s", refusal.id, refusal.message)
