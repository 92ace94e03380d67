"""Keeps the clocks of tables right: over a restart, over a gap, when the time of day is set, and when time runs out."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from itertools import takewhile
from typing import TypeAlias

from quincunx.server.errors import ApiError
from quincunx.server.ops.tasks import BackgroundTasks
from quincunx.server.tables.clocks import TICK, ClockTimers, ServerClock
from quincunx.server.tables.room import Room
from quincunx.store import Store, StoredTable, StoreFailure
from quincunx.table import Table
from quincunx.table.events import Reopened

Find: TypeAlias = Callable[[str], Awaitable[Room | None]]
"""The room of a table, loaded if necessary."""

HEARTBEAT = 5.0
"""Seconds between two heartbeats in the store while clocks run. A killed server counts as open until the last one."""

IDLE_HEARTBEAT = 3_600.0
"""Seconds between two heartbeats while no clock runs: a disk may sleep."""

SLOW_ANSWER = 0.5
"""Seconds after which the database's answer to what time it is says too little."""

RETRY = 5.0
"""Seconds until a retry when a clock could not be stopped or a match could not begin."""

log = logging.getLogger("quincunx.server")


class Timekeeping:
    def __init__(
        self,
        store: Store,
        clock: Callable[[], float],
        rooms: Mapping[str, Room],
        tasks: BackgroundTasks,
        find: Find,
        changed: Callable[[Room], None],
    ) -> None:
        """A `clock` that is not a ServerClock is never set. `changed` handles a room as after a change in it."""
        self._store, self._clock, self._rooms, self._tasks = store, clock, rooms, tasks
        self._find, self._changed = find, changed
        self._timers = ClockTimers(clock, lambda table: tasks.start(self._expire(table)))
        self._owed: dict[str, float] = {}
        """Seconds to credit to running clocks of tables that are not in memory."""
        self._closed = 0.0
        """When the server was last closed."""
        self._to_reopen: set[str] = set()
        """Tables whose clocks stood still since then, and have not been corrected."""
        self._beaten = 0.0
        """When the last heartbeat was written."""
        self._resumed = False
        """True once all clocks were corrected for that interval. Until then no heartbeat is written."""

    async def open(self) -> list[str]:
        """Finds out how long the server was closed; returns the tables to load. Call `resumed` when that is done."""
        if self._store.shared and isinstance(self._clock, ServerClock):
            self._clock.set(await self._store.time())
        closed, awake = await self._store.last_beat(), list[str]()
        if not self._store.shared or abs(self._clock() - closed) >= 2 * HEARTBEAT:  # else another process was running
            awake = await self._store.awake()
            self._closed, self._to_reopen = closed, set(awake)
        self._tasks.keep("heartbeat", self._beat_forever)
        self._tasks.keep("clock", self._tick_forever)
        return awake

    async def resumed(self) -> None:
        """All tables whose clocks stood still have been loaded."""
        self._resumed = True
        await self._heartbeat()

    async def close(self) -> None:
        await self._heartbeat()
        self._timers.clear()

    # Tables

    async def loaded(self, room: Room, found: StoredTable) -> None:
        """Gives a table that was just loaded back the time for which it stood still, before anything happens there."""
        if room.id in self._to_reopen and not self._reopened(found):
            await room.apply(lambda table, now: table.reopen(self._closed_for(table), now))
        self._to_reopen.discard(room.id)
        room.credited -= self._owed.pop(room.id, 0.0)

    def room_changed(self, room: Room) -> None:
        """Sets the timer of a table, and begins its match when everybody is there."""
        self._timers.set(room.id, None if room.deleted else room.table.due)
        if not room.table.began and None not in room.table.seats:
            self._tasks.start(self._begin(room))

    def forget(self, id: str) -> None:
        self._timers.set(id, None)

    def _closed_for(self, table: Table) -> float:
        """Since when nobody could play. A clock that ran out while the server was open shows that the game was not
        installed then; so the whole turn is given back."""
        ended = table.due
        return 0.0 if ended is not None and ended < self._closed - 2 * HEARTBEAT else self._closed

    def _reopened(self, found: StoredTable) -> bool:
        """True if another process that started at the same time has already reopened it."""
        if not self._store.shared:
            return False
        since = takewhile(lambda event: event.at > self._closed, reversed(found.events))
        return any(isinstance(event, Reopened) for event in since)

    async def _begin(self, room: Room) -> None:
        """Begins the match if everybody is present."""
        try:
            await room.begin_if_ready()
        except StoreFailure as failure:
            log.error("table %s: its match cannot begin yet: %s", room.id, failure)
            self._timers.set(room.id, self._clock() + RETRY)

    async def _expire(self, id: str) -> None:
        """Ends a match whose time has run out, or whose first move is overdue; the table decides whether it is."""
        try:
            room = await self._find(id)
            if room and not await room.apply(lambda table, now: table.expire(now)):
                self._changed(room)
        except Exception as failure:  # catch everything: somebody waits for the end
            log.error("table %s: its clock cannot be stopped yet: %s", id, describe(failure))
            self._timers.set(id, self._clock() + RETRY)

    # The server's clock

    def steps(self) -> float:
        """The seconds by which the clock was set so far."""
        return self._clock.steps if isinstance(self._clock, ServerClock) else 0.0

    async def _beat_forever(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            try:
                await self._set_clock()
            except StoreFailure as failure:
                log.error("cannot read the database's time: %s", failure)
            await self._heartbeat()

    async def _tick_forever(self) -> None:
        """Checks the clock often enough to notice that the process was suspended."""
        while True:
            self._clock()
            await asyncio.sleep(TICK)

    async def _heartbeat(self) -> None:
        """Writes a heartbeat if a clock runs, otherwise now and then. With a shared store a clock may run elsewhere."""
        seldom = not self._timers and not self._store.shared
        if not self._resumed or (seldom and self._clock() < self._beaten + IDLE_HEARTBEAT):
            return
        try:
            await self._store.beat(self._clock())
            self._beaten = self._clock()
        except StoreFailure as failure:
            log.error("cannot store the heartbeat: %s", failure)

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
        """Shifts all running clocks by as much as the server's clock was set, and starts to count absences again."""
        now = self._clock()
        for room in self._rooms.values():
            room.state.presence.restart(now)
            room.publish()  # or pages would still offer what is refused now
            if room.state.plays_elsewhere():  # the process where they are connected does it
                room.leave_clock_to_peer()
            elif room.executing or room.table.due is not None:
                self._tasks.start(self._settle(room.id))
        for table in self._timers.tables:
            if table not in self._rooms:
                self._owed[table] = self._owed.get(table, 0.0) + step
                self._tasks.start(self._settle(table))

    async def _settle(self, id: str) -> None:
        try:
            if room := await self._find(id):
                await room.settle()
        except Exception as failure:  # the next command at the table tries again
            log.error("table %s: its clock cannot be corrected yet: %s", id, describe(failure))


def describe(failure: Exception) -> str:
    """The error for the log; an unexpected one with its type."""
    return str(failure) if isinstance(failure, StoreFailure | ApiError) else repr(failure)
