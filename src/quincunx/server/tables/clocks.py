"""Alarms: at each table with a clock, when the time of the seat to move ends."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

JUMP = 1.0
"""Seconds by which two clocks differ when the time of day was set, or the machine slept, and alarms are wrong."""


class Alarms:
    """One at most for each table. `ring` is called with the id of the table; its alarm is off then."""

    def __init__(self, clock: Callable[[], float], ring: Callable[[str], None]) -> None:
        self._clock, self._ring = clock, ring
        self._set: dict[str, asyncio.TimerHandle] = {}
        self._ahead = self._difference()

    def __bool__(self) -> bool:
        return bool(self._set)

    def set(self, id: str, when: float | None) -> None:
        """At that time of day; None turns it off."""
        if alarm := self._set.pop(id, None):
            alarm.cancel()
        if when is not None:
            wait = max(0.0, when - self._clock())
            self._set[id] = asyncio.get_running_loop().call_later(wait, self._go_off, id)

    def _go_off(self, id: str) -> None:
        self.set(id, None)
        self._ring(id)

    def check(self) -> None:
        """Lets all go off if the time of day was set since the last check: they go by another clock."""
        before, self._ahead = self._ahead, self._difference()
        if abs(self._ahead - before) > JUMP:
            for table in list(self._set):
                self._go_off(table)

    def _difference(self) -> float:
        return self._clock() - time.monotonic()

    def clear(self) -> None:
        for table in list(self._set):
            self.set(table, None)
