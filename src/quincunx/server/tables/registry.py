"""The registry of live tables: loads and evicts rooms, starts computers, ends matches whose time has run out."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from contextlib import suppress
from itertools import islice, takewhile
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
from quincunx.server.peers.leases import Leases
from quincunx.server.peers.sync import PeerSync
from quincunx.server.tables import snapshot
from quincunx.server.tables.clocks import TICK, ClockTimers, ServerClock
from quincunx.server.tables.commands import Command, RematchCommand
from quincunx.server.tables.room import Room
from quincunx.server.transport.connection import DELETED, SHUTTING_DOWN
from quincunx.server.transport.limits import Gate, RateLimit
from quincunx.server.transport.turns import AddressLimits, FairTurns
from quincunx.store import Answer, NewTable, Opening, Store, StoredTable, StoreFailure, Unavailable, unavailable
from quincunx.table import Table, pending_action
from quincunx.table.events import Reopened

if TYPE_CHECKING:
    from quincunx.server.computers.dask_cluster import DaskCluster
    from quincunx.server.peers.bus import Bus

OPEN_SHOWN, PLAYING_SHOWN, MINE_SHOWN = 20, 12, 50
"""How many tables the lobby shows of each kind."""

DAY = 86_400.0
SWEEP = 3_600.0
"""Seconds between two searches for finished tables that are old enough to delete."""

HEARTBEAT = 5.0
"""Seconds between two heartbeats in the store while clocks run. A killed server counts as open until the last one."""

STORE_TIMEOUT = 2.0
"""Seconds to wait for the store, to be ready or to read a table before its cached state is used."""

ADOPT_INTERVAL = 2.0
"""Seconds between two searches for tables that a dead process has left."""

SLOW_ANSWER = 0.5
"""Seconds after which the database's answer to what time it is says too little."""

RETRY = 5.0
"""Seconds until a retry when a clock could not be stopped or a match could not begin."""

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
        self._owed: dict[str, float] = {}
        """Seconds to credit to running clocks of tables that are not in memory."""
        self._closed = 0.0
        """When the server was last closed."""
        self._to_reopen: set[str] = set()
        """Tables whose clocks stood still since then, and have not been corrected."""
        self._resumed = False
        """True once all clocks were corrected for that interval. Until then no heartbeat is written."""
        self._unavailable: set[str] = set()
        """Tables that cannot be opened, because their games are not installed. Each is logged once."""
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._timers = ClockTimers(clock, lambda table: self._tasks.start(self._flag(table)))
        self._tasks = BackgroundTasks()
        self._writable = WriteCheck(store)
        self._leases = Leases(store, secrets.token_hex(8))
        self._peers = PeerSync(store, bus, self._rooms, self._leases, self._tasks)
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
        self.write_gate = Gate(limits.max_pending)
        self.connection_gate = Gate(limits.connections, limits.connections_each)
        self.addresses = AddressLimits(FairTurns(limits.share_each / 100), Gate(0, limits.connections_each))
        self.request_limit = RateLimit(limits.requests, 2 * limits.requests, "server.many-requests")
        self.analysis_limit = RateLimit(limits.analyses / 60, limits.analyses, "server.many-analyses")

    # Opening and closing

    async def open(self) -> None:
        """Resumes all tables: clocks continue from where they stopped, and computers play on."""
        if self._store.shared and isinstance(self._clock, ServerClock):
            self._clock.set(await self._store.time())
        closed, awake = await self._store.last_beat(), list[str]()
        if not self._store.shared or abs(self._clock() - closed) >= 2 * HEARTBEAT:  # else another process was running
            awake = await self._store.awake()
            self._closed, self._to_reopen = closed, set(awake)
        self._tasks.start(self._resume_tables(awake))
        if self._store.shared:
            self._peers.open()
            self._tasks.keep("leases", self._leases.renew_forever)
            self._tasks.keep("adoption", self._adopt_forever)
        self._tasks.keep("heartbeat", self._beat_forever)
        self._tasks.keep("clock", self._tick_forever)
        self._tasks.keep("sweep", self._sweep_forever)
        self._tasks.keep("event loop lag", metrics.watch_the_loop)

    async def disconnect_all(self) -> None:
        """Closes all connections for a shutdown and waits briefly until the clients are gone."""
        for room in self._rooms.values():
            room.close(SHUTTING_DOWN)
        late = time.monotonic() + GOODBYE_SECONDS
        while time.monotonic() < late and any(room.connections for room in self._rooms.values()):
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        await self._heartbeat()
        self._timers.clear()
        await self._tasks.close()
        for task in (loading := list(self._loading.values())):
            task.cancel()
        await asyncio.gather(*loading, return_exceptions=True)
        await self.computers.close()
        await self._leases.close()
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
        with self.write_gate.entered():
            await self._store.add(new)
        room = self._room(StoredTable(new.info, new.events, {}, (), None, new.summary.updated))
        room.address = caller.address
        room = self._register(room)
        room.mark_seen(caller)
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
        room.mark_seen(caller)
        return room

    async def find_for(self, id: str, caller: Caller, code: str = "") -> Room | None:
        """Like `find`, with an ApiError for a table whose game is not installed; only who may see it learns of it."""
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
        self.write_gate.enter()
        try:
            answer = await room.execute(caller, command)
        except (ApiError, Refused) as refusal:
            if opens:
                self.table_limit.give_back(caller.address)
            if isinstance(refusal, ApiError) and refusal.status == 404:
                await self._equalise_timing()
            raise
        finally:
            self.write_gate.leave()
        metrics.command_seconds.observe(time.perf_counter() - began)
        metrics.commands.labels(command.do).inc()
        if answer.next:
            following = await self.find(answer.next)  # a computer may have the first move there
            if following and not following.address:
                following.address = caller.address
        return answer

    async def lobby(self, caller: Caller) -> snapshot.Json:
        mine = await self._store.of(caller.player, MINE_SHOWN) if caller.player else []
        waiting, _ = await self._summaries(await self._store.listed(waiting=True, limit=OPEN_SHOWN), caller)
        playing, _ = await self._summaries(await self._store.listed(waiting=False, limit=PLAYING_SHOWN), caller)
        own, unavailable = await self._summaries(mine, caller)
        return {"open": waiting, "playing": playing, "mine": own, "unavailable": unavailable}

    async def delete_own(self, id: str, caller: Caller) -> None:
        """Deletes the caller's table; one whose game is not installed only if nobody else ever sat there."""
        try:
            await self.find(id)
        except Unavailable as refusal:
            access = refusal.access
            if caller.is_player(access.owner) and access.players <= {access.owner}:
                await self._store.remove(id)
                self._peers.tell_removed([id])
                await self._unlink([id])
                return
        await self.remove(await self.visible_room(id, caller), caller)

    async def remove(self, room: Room, caller: Caller) -> None:
        await room.remove(caller)
        self._room_changed(room)
        self._peers.tell_removed([room.id])
        await self._unlink([room.id])

    async def delete_by_operator(self, id: str) -> bool:
        """Deletes a table for the operator, whatever its state; False if there is none."""
        if not auth.TABLE_ID.fullmatch(id) or not await self._store.stamps([id]):
            return False
        await self._store.remove(id)
        await self._forget_removed([id])
        return True

    async def unfinished(self, limit: int) -> list[str]:
        """The tables that are not over, the latest first."""
        return await self._store.unfinished(limit)

    async def sweep(self) -> None:
        """Deletes tables that were finished long enough ago."""
        if not self.config.keep_days:
            return
        removed = await self._store.remove_finished(self._clock() - self.config.keep_days * DAY)
        await self._forget_removed(removed)

    async def _forget_removed(self, removed: list[str]) -> None:
        self._peers.tell_removed(removed)
        for table in removed:
            if room := self._rooms.get(table):
                room.close(DELETED)
            self._forget(table)
        await self._unlink(removed)

    async def _unlink(self, removed: Collection[str]) -> None:
        """Shows at the tables before them that these rematches were deleted."""
        for room in list(self._rooms.values()):
            if room.state.next in removed:
                await room.catch_up()

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
        if id in self._to_reopen and not self._reopened(found):
            # First give back the time that ran while the server was closed, so that it cannot end the match.
            await room.apply(lambda table, now: table.reopen(self._closed_for(table), now))
        self._to_reopen.discard(id)
        room.credit(self._owed.pop(id, 0.0))
        return self._register(room)

    def _closed_for(self, table: Table) -> float:
        """Since when nobody could play. A clock that ran out while the server was open shows that the game was not
        installed then; so the whole turn is given back."""
        ended = table.due
        return 0.0 if ended is not None and ended < self._closed - 2 * HEARTBEAT else self._closed

    def _reopened(self, found: StoredTable) -> bool:
        """True if another process that started at the same time has done it."""
        if not self._store.shared:
            return False
        since = takewhile(lambda event: event.at > self._closed, reversed(found.events))
        return any(isinstance(event, Reopened) for event in since)

    def _room(self, found: StoredTable) -> Room:
        return Room(self._store, self.config, found, self._clock, self._room_changed)

    def _register(self, room: Room) -> Room:
        """Adds a room unless the table has one, and evicts unused rooms beyond the limit."""
        if known := self._rooms.get(room.id):
            return known
        self._rooms[room.id] = room
        self._room_changed(room)
        for old in list(islice(self._rooms.values(), EVICTION_SCAN)):
            if len(self._rooms) <= self.config.rooms:
                break
            if old is room or old.busy or self.computers.busy(old):
                self._rooms.move_to_end(old.id)
            else:
                self._evict(old.id)
        return room

    def _forget(self, id: str) -> None:
        self._evict(id)
        self._timers.set(id, None)

    def _evict(self, id: str) -> None:
        """Removes a room from memory; its clock timer stays."""
        room = self._rooms.pop(id, None)
        self._peers.forget(id)
        # Keep the lease of a table whose computer cannot play, or every process would try it in turn.
        if room and self._leases.has(id) and (room.deleted or not pending_action(room.table)):
            self._tasks.start(self._leases.release(id))

    async def _summaries(self, ids: list[str], caller: Caller) -> tuple[list[snapshot.Json], list[snapshot.Json]]:
        """The rows of tables in the lobby, and of those whose games are not installed."""
        if self._store.shared:
            await self._peers.catch_up(ids)
        rows: list[snapshot.Json] = []
        unavailable: list[snapshot.Json] = []
        for table in ids:
            try:
                room = await self.find(table)
            except Unavailable as refusal:
                why = refusal.message
                unavailable.append({"id": table, "game": refusal.game, **why.view(), "reason": str(why)})
            else:
                try:
                    rows += [room.summary_for(caller)] if room and not room.deleted else []
                except Exception as error:  # a faulty law of a package must not take the lobby from everybody
                    log.error("the table %s cannot be listed: %s", table, error, exc_info=error)
        return rows, unavailable

    # Background work

    async def _resume_tables(self, ids: list[str]) -> None:
        for table in ids:
            try:
                await self.find(table)
            except Unavailable as refusal:
                self._log_unavailable(refusal)
            except Exception as failure:  # resume the others
                log.error("table %s cannot go on yet: %s", table, _describe(failure))
        self._resumed = True
        await self._heartbeat()

    async def _beat_forever(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            try:
                await self._set_clock()
            except StoreFailure as failure:
                log.error("cannot read the database's time: %s", failure)
            await self._heartbeat()

    async def _tick_forever(self) -> None:
        """Looks at the clock often enough to notice that time went by without us."""
        while True:
            self._clock()
            await asyncio.sleep(TICK)

    async def _set_clock(self) -> None:
        """Follows the time of day, or the database's time if several processes share it; nobody gains or loses."""
        clock = self._clock
        if not isinstance(clock, ServerClock):
            return
        began, reference = time.monotonic(), clock.wall()
        if self._store.shared:
            reference = await self._store.time()
            took = time.monotonic() - began
            if took > SLOW_ANSWER:
                return  # it is not known when within that time the database looked at its clock
            reference += took / 2
        if step := clock.sync(reference):
            log.warning("the clock was set by %+.1f s: the server was frozen, or the time of day was set", step)
            self._credit(step)

    def _credit(self, step: float) -> None:
        """Shifts all running clocks by as much as the server's clock was set, and starts to count absences anew."""
        now = self._clock()
        for each in self._rooms.values():
            each.state.presence.restart(now)
        for table in self._timers.tables:
            room = self._rooms.get(table)
            if room is None:
                self._owed[table] = self._owed.get(table, 0.0) + step
            elif not room.state.plays_elsewhere():  # the process where they are connected does it
                room.credit(step)
            self._tasks.start(self._settle(table))

    async def _settle(self, id: str) -> None:
        try:
            if room := await self.find(id):
                await room.settle()
        except Exception as failure:  # the next command at the table tries again
            log.error("table %s: its clock cannot be corrected yet: %s", id, _describe(failure))

    async def _heartbeat(self) -> None:
        """Writes a heartbeat if a clock runs. With a shared store a clock may run in another process."""
        if not self._resumed or not (self._timers or self._store.shared):
            return
        try:
            await self._store.beat(self._clock())
        except StoreFailure as failure:
            log.error("cannot store the heartbeat: %s", failure)

    def _room_changed(self, room: Room) -> None:
        """Called when a room is added and after every change in it."""
        if room.deleted:
            self._forget(room.id)
        self._peers.announce(room)
        self.computers.room_changed(room)
        self._set_timer(room)
        if not room.table.began and None not in room.table.seats:
            self._tasks.start(self._begin_match(room))

    def _set_timer(self, room: Room) -> None:
        self._timers.set(room.id, None if room.deleted else room.table.due)

    async def _begin_match(self, room: Room) -> None:
        """Begins the match if everybody is present."""
        try:
            await room.begin_if_ready()
        except StoreFailure as failure:
            log.error("table %s: its match cannot begin yet: %s", room.id, failure)
            self._timers.set(room.id, self._clock() + RETRY)

    async def _flag(self, id: str) -> None:
        """Ends a match whose time has run out, or whose first move is overdue; the table decides whether it is."""
        try:
            room = await self.find(id)
            if room and not await room.apply(lambda table, now: table.expire(now)):
                self._room_changed(room)
        except Exception as failure:  # catch everything: somebody waits for the end
            log.error("table %s: its clock cannot be stopped yet: %s", id, _describe(failure))
            self._timers.set(id, self._clock() + RETRY)

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
                        self._room_changed(room)
                except Unavailable as refusal:
                    self._log_unavailable(refusal)
                except Exception as failure:  # adopt the others
                    log.error("table %s cannot be looked after yet: %s", table, _describe(failure))
            await asyncio.sleep(ADOPT_INTERVAL)

    def _log_unavailable(self, refusal: Unavailable) -> None:
        if refusal.id not in self._unavailable:
            self._unavailable.add(refusal.id)
            log.warning("table %s is kept, but cannot be opened: %s", refusal.id, refusal.message)

    async def _sweep_forever(self) -> None:
        while True:
            try:
                await self.sweep()
            except StoreFailure as failure:
                log.error("cannot remove old tables: %s", failure)
            await asyncio.sleep(SWEEP)


def _describe(failure: Exception) -> str:
    """The error for the log; an unexpected one with its type."""
    return str(failure) if isinstance(failure, StoreFailure | ApiError) else repr(failure)
