"""The server's time, and timers for tables with clocks, which fire when the time of the seat to move runs out."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

GAP = 2.0
"""Seconds. A longer gap between two looks at the clock, or a larger difference to the reference, counts for nobody:
the process was frozen, the machine slept, or a clock was set."""

TICK = 0.5
"""Seconds between two looks at the clock, so that every gap is noticed."""

SLEW = 0.02
"""Seconds by which the clock follows a smaller difference at a time."""


class ServerClock:
    """The time of day, measured with the monotonic clock.

    It stands still over a gap. `sync` sets it to a reference (the machine's time of day, or the database's if several
    processes share it) and says by how much, so that running clocks can be shifted as much.
    """

    def __init__(self, wall: Callable[[], float] = time.time, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.wall, self._monotonic = wall, monotonic
        self.steps = 0.0
        """Seconds by which it was set, in all."""
        self._looked = monotonic()
        self._offset = wall() - self._looked

    def __call__(self) -> float:
        now = self._monotonic()
        if now - self._looked > GAP:
            self._offset -= now - self._looked
        self._looked = now
        return self._offset + now

    def set(self, reference: float) -> None:
        """Sets the clock before anything has been measured with it."""
        ahead = reference - self()  # before the offset is read: this changes it after a gap
        self._offset += ahead

    def sync(self, reference: float) -> float:
        """Follows the reference; returns the seconds by which the clock was set, 0 if negligible."""
        ahead = reference - self()
        if abs(ahead) > GAP:
            self._offset += ahead
            self.steps += ahead
            return ahead
        self._offset += max(-SLEW, min(SLEW, ahead))
        return 0.0


class ClockTimers:
    """At most one timer per table. `on_expiry` is called with the table's id after its timer is removed."""

    def __init__(self, clock: Callable[[], float], on_expiry: Callable[[str], None]) -> None:
        self._clock, self._on_expiry = clock, on_expiry
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def __bool__(self) -> bool:
        return bool(self._timers)

    @property
    def tables(self) -> list[str]:
        """The tables that have a timer."""
        return list(self._timers)

    def set(self, id: str, when: float | None) -> None:
        """Sets a table's timer to a time of day; None removes it."""
        if timer := self._timers.pop(id, None):
            timer.cancel()
        if when is not None:
            wait = max(0.0, when - self._clock())
            self._timers[id] = asyncio.get_running_loop().call_later(wait, self._expire, id)

    def _expire(self, id: str) -> None:
        self.set(id, None)
        self._on_expiry(id)

    def clear(self) -> None:
        for table in self.tables:
            self.set(table, None)
