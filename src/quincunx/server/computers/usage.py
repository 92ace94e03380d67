"""The recent cost of searches: CPU seconds by address, and by table within an address."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial

HALF_LIFE = 60.0
"""Seconds after which what was used counts half."""

FADE_INTERVAL = 1.0
LEAST = 0.001
"""CPU seconds that are forgotten."""


class Usage:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._since = clock, clock()
        self._addresses: dict[str, float] = {}
        self._tables: dict[str, dict[str, float]] = {}

    def charge(self, address: str, table: str, seconds: float) -> None:
        """Charges a search to an address and to a table; analyses, which have no table, to the table ''."""
        self._addresses[address] = self.of(address) + seconds
        tables = self._tables.setdefault(address, {})
        tables[table] = tables.get(table, 0.0) + seconds

    def of(self, address: str) -> float:
        return self._addresses.get(address, 0.0)

    def at(self, address: str, table: str) -> float:
        return self._tables.get(address, {}).get(table, 0.0)

    def fade(self) -> None:
        """Lets past usage decay. Call it before comparing."""
        past = self._clock() - self._since
        if past < FADE_INTERVAL:
            return
        self._since += past
        kept = 0.5 ** (past / HALF_LIFE)
        self._addresses = _faded(self._addresses, kept)
        self._tables = {address: _faded(self._tables[address], kept) for address in self._addresses}

    def most(self, count: int) -> list[tuple[str, float]]:
        """The addresses that have used most, with their seconds."""
        self.fade()
        return sorted(self._addresses.items(), key=lambda used: -used[1])[:count]


def _faded(used: dict[str, float], kept: float) -> dict[str, float]:
    return {name: seconds * kept for name, seconds in used.items() if seconds * kept >= LEAST}


def cpu_clock() -> Callable[[], float]:
    """The CPU seconds of this thread, to be read from any thread; where the system has no such clock, the monotonic
    time."""
    if hasattr(time, "pthread_getcpuclockid"):
        return partial(time.clock_gettime, time.pthread_getcpuclockid(threading.get_ident()))
    return time.monotonic
