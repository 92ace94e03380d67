"""Synchronises live tables between the processes that share a database.

With a bus changes and presence arrive immediately; without one, or while it is down, by polling the store.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from quincunx.law.messages import Message
from quincunx.server.computers.trouble import ComputerTrouble
from quincunx.server.ops.tasks import BackgroundTasks
from quincunx.server.peers.attendance import AttendanceRecords, AttendedTable
from quincunx.server.peers.leases import Leases
from quincunx.store import Stamp, Store, StoreFailure

if TYPE_CHECKING:
    from quincunx.server.peers.bus import Bus, BusMessage

BEAT = 3.0
"""Seconds between two heartbeats on the bus."""

PEER_TIMEOUT = 12.0
"""Seconds without a message after which a peer counts as gone, and its players as absent."""

POLL, POLL_WITH_BUS = 2.0, 15.0
"""Seconds between two polls of the store, without and with a bus. A process that dies may not have announced all."""

log = logging.getLogger("quincunx.server")


class SharedTable(AttendedTable, Protocol):
    """What synchronisation needs from a live table."""

    @property
    def stamp(self) -> Stamp: ...
    @property
    def loaded_stamp(self) -> Stamp: ...
    @property
    def trouble(self) -> ComputerTrouble | None: ...
    @property
    def is_watched(self) -> bool: ...
    def is_behind(self, stamp: Stamp) -> bool: ...
    async def catch_up(self, stamp: Stamp | None = None) -> None: ...
    def local_presence(self) -> tuple[frozenset[str], int]:
        """The players who are connected through this process, and the number of spectators."""

    def update_peer_presence(self, process: str, players: frozenset[str], spectators: int) -> None: ...
    def report_trouble(self, trouble: ComputerTrouble) -> None: ...


class Announced(NamedTuple):
    """The last announced state of a table."""

    stamp: Stamp
    here: tuple[frozenset[str], int]
    trouble: ComputerTrouble | None = None


def _present(here: tuple[frozenset[str], int]) -> list[str | int]:
    """Presence as the bus carries it: the number of spectators, then the players."""
    players, spectators = here
    return [spectators, *sorted(players)]


class PeerSync:
    def __init__(
        self,
        store: Store,
        bus: Bus | None,
        rooms: Mapping[str, SharedTable],
        leases: Leases,
        tasks: BackgroundTasks,
        attendance: AttendanceRecords,
    ) -> None:
        self._store, self._bus, self._rooms, self._leases, self._tasks = store, bus, rooms, leases, tasks
        self._attendance = attendance
        self._announced: dict[str, Announced] = {}
        self._last_heard: dict[str, float] = {}
        """When each peer's last message arrived."""

    def open(self) -> None:
        self._tasks.keep("poll", self._poll_forever)
        self._tasks.keep("attendance", self._attendance.renew_forever)
        if bus := self._bus:
            self._tasks.keep("bus", lambda: bus.listen(self._receive, self._on_bus_up))
            self._tasks.keep("presence", self._beat_forever)

    def missing(self) -> list[Message]:
        """What is unreachable, for the readiness check."""
        return [Message("server.ready.bus")] if self._bus and not self._bus.up else []

    async def close(self) -> None:
        if self._bus:
            self._bus.publish(["bye"])
            await self._bus.close()

    # Sending

    def announce(self, room: SharedTable) -> None:
        """Call when a table is loaded and after every change: announces what is new to the peers."""
        if not self._bus or room.id not in self._rooms:
            return
        here, trouble = room.local_presence(), room.trouble
        announced = self._announced.get(room.id)
        self._announced[room.id] = Announced(room.stamp, here, trouble)
        if announced is None:
            announced = Announced(room.loaded_stamp, (frozenset(), 0))
            self._bus.publish(["who", [room.id]])
        if room.stamp not in (announced.stamp, room.loaded_stamp):
            self._bus.publish(["changed", room.id, *room.stamp])
        if here != announced.here:
            self._bus.publish(["present", {room.id: _present(here)}])
        if trouble and trouble != announced.trouble:
            self._bus.publish(["stuck", room.id, *trouble])

    def forget(self, id: str) -> None:
        """The table was evicted from memory."""
        self._announced.pop(id, None)

    def tell_removed(self, ids: list[str]) -> None:
        if self._bus and ids:
            self._bus.publish(["removed", ids])

    async def _beat_forever(self) -> None:
        assert self._bus
        while True:
            self._bus.publish(["beat"])
            if self._bus.up:
                late = time.monotonic() - PEER_TIMEOUT
                for name in [name for name, heard in self._last_heard.items() if heard < late]:
                    self._forget_peer(name)
            await asyncio.sleep(BEAT)

    # Receiving

    def _on_bus_up(self) -> None:
        """After every (re)connect: requests and sends what may have been missed."""
        assert self._bus
        self._last_heard = dict.fromkeys(self._last_heard, time.monotonic())  # no peer could be heard meanwhile
        present = {table: _present(announced.here) for table, announced in self._announced.items()}
        self._bus.publish(["present", present], ["who", list(self._rooms)])
        self._tasks.start(self._try(self.catch_up(list(self._rooms))))

    def _receive(self, name: str, message: BusMessage) -> None:
        self._last_heard[name] = time.monotonic()
        match message:
            case ["changed", str(table), int(version), float(updated)]:
                if (room := self._rooms.get(table)) and room.is_behind(stamp := Stamp(version, updated)):
                    self._tasks.start(self._try(room.catch_up(stamp)))
            case ["removed", list(ids)]:
                self._tasks.start(self._try(self.catch_up(ids)))
            case ["present", dict(present)]:
                for table, (spectators, *players) in present.items():
                    if room := self._rooms.get(table):
                        room.update_peer_presence(name, frozenset(players), spectators)
            case ["who", list(ids)]:
                assert self._bus
                known = {table: announced for table in ids if (announced := self._announced.get(table))}
                present = {table: _present(known[table].here) if table in known else (0,) for table in ids}
                self._bus.publish(
                    ["present", present],
                    *(["stuck", table, *announced.trouble] for table, announced in known.items() if announced.trouble),
                )
                # The asking process may try what failed here before the table was evicted.
                if left := [table for table in ids if table not in self._rooms and self._leases.has(table)]:
                    self._tasks.start(self._try(self._leases.release(*left)))
            case ["stuck", str(table), int(version), int(seat), str(reason)]:
                if room := self._rooms.get(table):
                    room.report_trouble(ComputerTrouble(version, seat, reason))
            case ["bye"]:
                self._forget_peer(name)

    def _forget_peer(self, name: str) -> None:
        """Drops the presence of a peer's players."""
        self._last_heard.pop(name, None)
        for room in list(self._rooms.values()):
            room.update_peer_presence(name, frozenset(), 0)

    # Polling

    async def catch_up(self, ids: Iterable[str]) -> None:
        """Reads what other processes did at the tables that are in memory here."""
        rooms = [room for table in ids if (room := self._rooms.get(table))]
        stamps = await self._store.stamps([room.id for room in rooms]) if rooms else {}
        found = [(room, stamps.get(room.id)) for room in rooms]
        await asyncio.gather(*(room.catch_up(stamp) for room, stamp in found if stamp is None or room.is_behind(stamp)))

    async def _poll_forever(self) -> None:
        while True:
            await asyncio.sleep(POLL_WITH_BUS if self._bus and self._bus.up else POLL)
            busy = [room.id for room in self._rooms.values() if room.is_watched or self._leases.has(room.id)]
            await self._try(self.catch_up(busy))
            watched = {room.id: room for room in self._rooms.values() if room.is_watched}
            await self._try(self._attendance.read(watched))

    async def _try(self, work: Coroutine[Any, Any, None]) -> None:
        """Logs any failure; the next poll tries again."""
        try:
            await work
        except Exception as failure:
            known = isinstance(failure, StoreFailure)
            log.error("cannot read the changes of other processes: %s", failure, exc_info=None if known else failure)
