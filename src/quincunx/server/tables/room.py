"""A room: a live table with its connections. The store is authoritative; a room is a cache in front of it.

A command is stored first, then acknowledged, then published to everybody.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from quincunx.games import Refused
from quincunx.server import auth
from quincunx.server.auth import Caller
from quincunx.server.computers.trouble import ComputerTrouble
from quincunx.server.config import ServerConfig
from quincunx.server.errors import ApiError, table_not_found
from quincunx.server.ops import metrics
from quincunx.server.tables import handlers
from quincunx.server.tables.commands import (
    AbandonCommand,
    ChatCommand,
    ClaimCommand,
    Command,
    SitCommand,
    StandInCommand,
)
from quincunx.server.tables.presence import PeerPresence
from quincunx.server.tables.room_state import CommandResult, RoomState
from quincunx.server.tables.snapshot import Snapshot, SnapshotRenderer
from quincunx.server.tables.summary import summary_row
from quincunx.server.transport.connection import DELETED, CloseReason, Connection
from quincunx.store import Answer, Attendance, Change, Conflict, ExecutedCommand, NewTable, Stamp, Store, StoredTable
from quincunx.table import Table, TableRefusal

ATTEMPTS = 5
"""How often a command is retried when another process changes the table at the same time."""


DECIDED_BY_ABSENCE = (AbandonCommand, ClaimCommand, StandInCommand)
"""Commands for which it matters whether somebody is away: before these the database is asked."""

SENT_PER_TURN = 20
"""Connections that get a changed table in one turn of the event loop; with hundreds it would be held up for long."""

CROWD_SECONDS = 0.5
"""For how long changes in the number of spectators are collected before everybody is sent the new number."""


class CountingLock(asyncio.Lock):
    """A lock that counts its holder and those who wait for it: a room that somebody waits for is not evicted."""

    count = 0

    async def __aenter__(self) -> None:
        self.count += 1
        try:
            await self.acquire()
        except BaseException:
            self.count -= 1
            raise

    async def __aexit__(self, *_: object) -> None:
        self.count -= 1
        self.release()


class Room:
    def __init__(
        self,
        store: Store,
        config: ServerConfig,
        found: StoredTable,
        clock: Callable[[], float],
        changed: Callable[[Room], None],
        opened: Callable[[Room, NewTable], None],
        steps: Callable[[], float],
        read_attendance: Callable[[Room], Awaitable[None]] | None = None,
    ) -> None:
        """`changed` is called after everything that happens here, and `opened` when the rematch is stored.
        `steps` gives the seconds by which the clock was set so far. `read_attendance` finds out who is here through
        other processes."""
        self._store = store
        self._config = config
        self._clock = clock
        self._changed, self._opened, self._steps = changed, opened, steps
        self._read_attendance = read_attendance
        self._lock = CountingLock()
        self._queues: dict[str, CountingLock] = {}
        """By address the commands that are executed or wait."""
        self._stale = False
        """True when a write failed: the store may know more than the state."""
        self.credited = steps()
        """The part of `steps` that the table's running clock has got. It gets the rest before anything else happens,
        also if the clock is set while a command is being stored."""
        self.id = found.info.id
        self.state = RoomState(found, config.absence, clock())
        self._renderer = SnapshotRenderer(self.state)
        self.address = ""
        """The address of whoever acted last, which pays for what computers search; of who came first, if nobody did."""
        self.connections: set[Connection] = set()
        self._known: dict[Connection, Snapshot] = {}
        """What the clients that merge updates have."""
        self.deleted = False
        self._crowd_changes = False
        """True while a change in the number of spectators waits to be published."""

    @property
    def table(self) -> Table:
        return self.state.table

    @property
    def stamp(self) -> Stamp:
        return self.state.stamp

    @property
    def loaded_stamp(self) -> Stamp:
        return self.state.loaded_stamp

    @property
    def trouble(self) -> ComputerTrouble | None:
        return self.state.trouble

    @property
    def busy(self) -> bool:
        """True while the room has connections or a command in progress."""
        return self.is_watched or self.executing

    @property
    def executing(self) -> bool:
        """True while a command is in progress."""
        return self._lock.count > 0 or bool(self._queues)

    @property
    def is_watched(self) -> bool:
        return bool(self.connections)

    @property
    def is_full(self) -> bool:
        return len(self.connections) >= self._config.table_connections

    # Commands

    async def execute(self, caller: Caller, command: Command) -> Answer:
        """Executes a command idempotently: a repeated key returns the first answer.

        ApiError or TableRefusal says why it cannot be done.
        """
        if not caller.player:
            raise ApiError(401, "server.secret-needed")
        code = ""
        if isinstance(command, SitCommand):
            code = command.invite
        elif isinstance(command, ChatCommand):
            code = command.watch
        if not self.state.is_visible_to(caller, code):
            if self._store.shared:  # perhaps the caller sat down through another process
                await self.catch_up()
            if not self.state.is_visible_to(caller, code):
                raise table_not_found()
        self.mark_seen(caller)
        body = auth.body_digest(command.model_dump_json())
        queue = self._queues.setdefault(caller.address, CountingLock())
        try:
            # Only one command per address waits for the lock, so a crowd of spectators cannot hold up a player.
            async with queue, self._lock:
                return await self._execute(caller, command, body)
        finally:
            if not queue.count:
                del self._queues[caller.address]

    async def _execute(self, caller: Caller, command: Command, body: str) -> Answer:
        """Executes a command while the lock is held."""
        for _ in range(ATTEMPTS):
            await self._refresh()
            if self._read_attendance and isinstance(command, DECIDED_BY_ABSENCE):
                await self._read_attendance(self)
            if known := self.state.answered(caller, command.key, body):
                return known
            now = self._clock()
            try:
                result = handlers.handle(self.state, caller, command, now)
            except (ApiError, Refused):
                # The reason may be that another process changed the table and we do not know yet.
                if self._store.shared and await self._reload():
                    continue
                raise
            if result.next_id and self._store.shared and await self._reload():
                continue  # that rematch may have been deleted through another process
            answer = Answer(result.table.version, result.next.info.id if result.next else result.next_id)
            self.address = caller.address
            try:
                await self._commit(result, ExecutedCommand(caller.player, command.key, answer, body), now)
            except Conflict:
                continue
            return answer
        raise ApiError(503, "server.table-busy")

    async def apply(self, change: Callable[[Table, float], Table], version: int | None = None) -> bool:
        """Makes a change on the server's own behalf; False if it is refused or the table is no longer at `version`."""
        async with self._lock:
            try:
                await self._refresh()
                if version is not None and self.table.version != version:
                    return False
                now = self._clock()
                await self._commit(CommandResult(change(self.table, now)), None, now)
            except Conflict:
                with suppress(ApiError):
                    await self._refresh()
                return False
            except (TableRefusal, ApiError):
                return False
        return True

    def report_trouble(self, trouble: ComputerTrouble) -> None:
        """Shows everybody that a computer cannot play."""
        if trouble != self.state.reported_trouble:
            self.state.reported_trouble = trouble
            self._notify()

    def leave_clock_to_peer(self) -> None:
        """Notes that another process credits the time by which this one's clock was set."""
        self.credited = self._steps()

    async def settle(self) -> None:
        """Credits the running clock with the time by which the server's clock was set."""
        async with self._lock:
            await self._refresh()

    async def begin_if_ready(self) -> None:
        """Begins a match with clocks that waited for a player to return."""
        if self.state.can_begin(self.table, self._clock()):
            await self.apply(lambda table, now: table.begin(now))

    async def remove(self, caller: Caller) -> None:
        """Deletes the table and closes its connections; ApiError if the caller may not."""
        async with self._lock:
            if self._store.shared:
                await self._reload()
            await self._refresh()
            if self._read_attendance:
                await self._read_attendance(self)
            handlers.refuse_unless_owner(self.state, caller)
            handlers.refuse_ending_alone(self.state, caller, self._clock())
            await self._store.remove(self.id)
            self.close(DELETED)

    async def _commit(self, result: CommandResult, executed: ExecutedCommand | None, now: float) -> None:
        events = result.table.events[self.table.version :]
        summary = summary_row(result.table, now)
        change = Change(self.id, self.stamp, events, summary, executed, result.line, result.next)
        if change.events or change.line or change.next:
            # If this fails nobody knows what was kept: read it before the next command.
            self._stale = True
            began = time.perf_counter()
            await self._store.append(change)
            metrics.commit_seconds.observe(time.perf_counter() - began)
            self._stale = False
        self.state.commit(result, change, now)
        if result.next:
            self._opened(self, result.next)
        # The caller gets the answer first.
        asyncio.get_running_loop().call_soon(self._notify)

    def _notify(self) -> None:
        self.publish()
        self._changed(self)

    async def _refresh(self) -> None:
        if self._stale and not self.deleted:
            await self._reload()
            self._stale = False
        if self.deleted:
            raise table_not_found()
        while (steps := self._steps()) != self.credited:
            if self.table.due is not None:
                now = self._clock()
                try:
                    await self._commit(CommandResult(self.table.credit(steps - self.credited, now)), None, now)
                except Conflict:  # somebody acted through another process: it measures this turn
                    await self._reload()
            self.credited = steps

    # Other processes

    def is_behind(self, stamp: Stamp) -> bool:
        return self.state.is_behind(stamp)

    async def catch_up(self, stamp: Stamp | None = None) -> None:
        """Reads what other processes did, unless `stamp` shows that it is known, and publishes it."""
        async with self._lock:
            if not self.deleted and (stamp is None or self.is_behind(stamp)):
                await self._reload()

    async def _reload(self) -> bool:
        """Reads what is new from the store; True if there was anything."""
        state = self.state
        news = await self._store.news(state.info, state.table.version, state.lines[-1].n if state.lines else 0)
        if news is None:
            self.close(DELETED)
        elif state.has(news):
            return False
        else:
            state.learn(news)
        asyncio.get_running_loop().call_soon(self._notify)
        return True

    def local_presence(self) -> PeerPresence:
        return self.state.local_presence()

    def update_peer_presence(self, process: str, players: frozenset[str], spectators: int) -> None:
        """Notes who is connected through another process."""
        if self.state.presence.update_peer(process, PeerPresence(players, spectators), self._clock()):
            self._notify()

    def update_attendance(self, rows: Sequence[Attendance]) -> None:
        """Notes who is here through other processes, as the database has it."""
        here = frozenset(row.player for row in rows if row.until is None)
        left: dict[str, float] = {}
        for row in rows:
            left[row.player] = max(row.until or 0.0, left.get(row.player, 0.0))
        if self.state.presence.update_recorded(here, left):
            self._notify()

    # Snapshots

    def json_for(self, caller: Caller) -> bytes:
        """The table as JSON, as the caller may see it."""
        return b"".join(self._renderer.take(self._clock()).whole(caller))

    def summary_for(self, caller: Caller, views: bool) -> dict[str, object]:
        """The table's row in the lobby, with or without the view of its position."""
        return self._renderer.summary(caller, self._clock(), views)

    def publish(self) -> None:
        """Sends the table to all connections, to a few in each turn of the event loop."""
        if self.connections:
            self._publish(list(self.connections))

    def _publish(self, connections: list[Connection]) -> None:
        if len(connections) > SENT_PER_TURN:
            asyncio.get_running_loop().call_soon(self._publish, connections[SENT_PER_TURN:])
        snapshot = self._renderer.take(self._clock())
        for connection in connections[:SENT_PER_TURN]:
            if connection in self.connections:
                self._send(connection, snapshot)

    def _send(self, connection: Connection, snapshot: Snapshot) -> None:
        """Sends what the client does not have of a snapshot; to a client that cannot merge, all of it."""
        caller = connection.caller if self.state.is_member(connection.caller) else auth.ANONYMOUS
        if not connection.updates:
            whole = snapshot.whole(caller)
            connection.send_table(*whole if connection.bare else (b'{"table":', *whole, b"}"))
            return
        base, self._known[connection] = self._known.get(connection), snapshot
        if base is None:
            connection.send_table(*snapshot.message(caller))
        else:
            connection.send_table(*snapshot.update(base, caller, fat=connection.updates == "view"))

    def resync(self, connection: Connection) -> None:
        """Sends the whole table to a client that has missed something."""
        self._known.pop(connection, None)
        self._send(connection, self._renderer.take(self._clock()))

    # Connections

    def connect(self, connection: Connection) -> None:
        """Adds a connection and sends it the table; the others are notified if it is a player's first.

        The number of spectators is sent a moment later, since crowds arrive all at once.
        """
        self.connections.add(connection)
        caller = connection.caller
        self.address = self.address or caller.address
        if self.state.is_member(caller):
            self.state.presence.mark_source(caller.player, caller.address)
        first = self.state.presence.connect(caller.player)
        if first and self.state.seats_of(caller):
            self._notify()
        else:
            self._send(connection, self._renderer.take(self._clock()))
            if len(self.connections) == 1:
                self._changed(self)  # where only computers play, they play on now
            elif first or not caller.player:
                self._notify_later()

    def disconnect(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self._known.pop(connection, None)
        connection.discard()
        caller = connection.caller
        last = self.state.presence.disconnect(caller.player)
        if last and self.state.seats_of(caller):
            self.mark_seen(caller)
            self._notify()
        elif last or not caller.player:
            self._notify_later()

    def _notify_later(self) -> None:
        """Notifies everybody of a change in the number of spectators; changes within a moment are sent together."""
        if not self.connections:
            self._changed(self)
        elif not self._crowd_changes:
            self._crowd_changes = True
            asyncio.get_running_loop().call_later(CROWD_SECONDS, self._notify_crowd)

    def _notify_crowd(self) -> None:
        self._crowd_changes = False
        if self.connections:
            self._notify()

    def mark_seen(self, caller: Caller) -> None:
        """Remembers that a member was here just now; strangers are not remembered."""
        if self.state.is_member(caller):
            self.state.presence.mark_seen(caller.player, self._clock())
            self.state.presence.mark_source(caller.player, caller.address)

    def close(self, reason: CloseReason) -> None:
        """Closes all connections."""
        self.deleted = self.deleted or reason is DELETED
        for connection in self.connections:
            connection.close(reason)
