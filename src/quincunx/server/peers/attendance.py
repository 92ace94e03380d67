"""Who is at which table through which process, recorded in the database.

The bus is faster, but there may be none, or it may be down. An absence can decide a match, so the database is queried
before it does; and the lobby of every process shows the tables that are attended anywhere.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from quincunx.server.ops.tasks import BackgroundTasks
from quincunx.server.peers.leases import LEASE, RENEW
from quincunx.store import Attendance, Store, StoreFailure

SEEN_INTERVAL = 20.0
"""Seconds after which it is recorded again that somebody without a connection was there."""

log = logging.getLogger("quincunx.server")


class AttendedState(Protocol):
    """A table's state, available without I/O."""

    def attending(self) -> frozenset[str]: ...
    def attendance(self, player: str, until: float | None = None) -> Attendance: ...


class AttendedTable(Protocol):
    """What attendance needs from a live table."""

    @property
    def id(self) -> str: ...
    @property
    def state(self) -> AttendedState: ...
    def update_attendance(self, rows: Sequence[Attendance]) -> None: ...


class AttendanceRecords:
    def __init__(
        self, store: Store, holder: str, tasks: BackgroundTasks, clock: Callable[[], float], absence: float
    ) -> None:
        """`holder` is the name of this process; absences shorter than `absence` decide nothing."""
        self._store, self._holder, self._tasks, self._clock = store, holder, tasks, clock
        self._interval = min(SEEN_INTERVAL, absence / 3)
        self._here: dict[str, tuple[AttendedTable, frozenset[str]]] = {}
        """Who is connected to each table."""
        self._seen: dict[tuple[str, str], float] = {}
        """When it was last recorded that a player without a connection was at a table."""
        self._pending: dict[tuple[str, str], Attendance] = {}
        """What is not stored yet, by table and player."""
        self._lock = asyncio.Lock()
        self._stored = 0.0
        """When something was last stored, by the monotonic clock."""

    def note(self, room: AttendedTable) -> None:
        """Call after every change at a table: records who came and went."""
        here = room.state.attending()
        _, before = self._here.get(room.id, (None, frozenset()))
        if here == before:
            return
        if here:
            self._here[room.id] = (room, here)
        else:
            del self._here[room.id]
        rows = [room.state.attendance(player) for player in here - before]
        self._add(rows + [room.state.attendance(player, self._clock()) for player in before - here])

    def seen(self, room: AttendedTable, player: str) -> None:
        """Records that a member did something without being connected through this process."""
        now, key = self._clock(), (room.id, player)
        if self._seen.get(key, 0.0) < now - self._interval and player not in room.state.attending():
            self._seen[key] = now
            self._add([room.state.attendance(player, now)])

    def _add(self, rows: list[Attendance]) -> None:
        if not self._pending:
            self._tasks.start(self.flush())
        self._pending |= {(row.id, row.player): row for row in rows}

    async def flush(self) -> None:
        """Stores what is not stored yet, and renews this process's leases; after a failure that is tried again."""
        async with self._lock:
            if time.monotonic() > self._stored + LEASE:  # others may consider this process dead
                everybody = [room.state.attendance(player) for room, here in self._here.values() for player in here]
                self._pending = {(row.id, row.player): row for row in everybody} | self._pending
            pending, self._pending = self._pending, {}
            try:
                await self._store.attend(self._holder, list(pending.values()), LEASE)
                self._stored = time.monotonic()
            except StoreFailure as failure:
                self._pending = pending | self._pending
                log.error("cannot store who is at which table: %s", failure)

    async def renew_forever(self) -> None:
        while True:
            await asyncio.sleep(RENEW)
            old = self._clock() - self._interval
            self._seen = {key: at for key, at in self._seen.items() if at >= old}
            if self._here or self._pending:
                await self.flush()

    async def read(self, rooms: Mapping[str, AttendedTable]) -> None:
        """Finds out who is at these tables through other processes."""
        if not rooms:
            return
        found = defaultdict[str, list[Attendance]](list)
        for row in await self._store.attending(list(rooms), self._holder):
            found[row.id].append(row)
        for id, room in rooms.items():  # noqa: A001
            room.update_attendance(found[id])

    async def close(self) -> None:
        """Records that nobody is here any more."""
        now = self._clock()
        rows = [room.state.attendance(player, now) for room, here in self._here.values() for player in here]
        self._here = {}
        self._pending |= {(row.id, row.player): row for row in rows}
        if self._pending:
            await self.flush()
