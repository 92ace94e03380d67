"""Timers for tables with clocks: they fire when the time of the seat to move runs out."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

CLOCK_JUMP = 1.0
"""A change of the offset between wall clock and monotonic clock, in seconds, after which timers are wrong: the time
of day was set, or the machine slept."""


class ClockTimers:
    """At most one timer per table. `on_expiry` is called with the table's id after its timer is removed."""

    def __init__(self, clock: Callable[[], float], on_expiry: Callable[[str], None]) -> None:
        self._clock, self._on_expiry = clock, on_expiry
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._offset = self._current_offset()

    def __bool__(self) -> bool:
        return bool(self._timers)

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

    def check(self) -> None:
        """Fires all timers if the time of day was set since the last check, because they run on the monotonic clock."""
        before, self._offset = self._offset, self._current_offset()
        if abs(self._offset - before) > CLOCK_JUMP:
            for table in list(self._timers):
                self._expire(table)

    def _current_offset(self) -> float:
        return self._clock() - time.monotonic()

    def clear(self) -> None:
        for table in list(self._timers):
            self.set(table, None)
