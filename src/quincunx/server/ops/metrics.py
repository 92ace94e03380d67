"""What the house counts, in the text format of Prometheus. Counts belong to the process, as its memory does."""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import accumulate

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

QUICK = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds: the upper bounds of a histogram's buckets."""

PULSE = 0.5
"""Seconds between two looks at how late the event loop is."""


class Count:
    """How often something happened, by a label with few values."""

    def __init__(self, name: str, help: str, label: str) -> None:
        self.name, self.help, self.label = name, help, label
        self.values: Counter[str] = Counter()

    def add(self, value: str) -> None:
        self.values[value] += 1

    @property
    def total(self) -> int:
        return self.values.total()

    def lines(self) -> Iterator[str]:
        yield from _head(self.name, self.help, "counter")
        yield from (f'{self.name}{{{self.label}="{value}"}} {count}' for value, count in sorted(self.values.items()))


class Histogram:
    """How long something took."""

    def __init__(self, name: str, help: str) -> None:
        self.name, self.help = name, help
        self.sum = 0.0
        self._counts = [0] * (len(QUICK) + 1)

    def observe(self, seconds: float) -> None:
        self._counts[bisect_left(QUICK, seconds)] += 1
        self.sum += seconds

    @property
    def count(self) -> int:
        return sum(self._counts)

    def quantile(self, share: float) -> float:
        """The bound under which such a share of all was, for people; 0 when there was none."""
        wanted, sums = share * self.count, accumulate(self._counts)
        return next((bound for bound, seen in zip(QUICK, sums, strict=False) if seen >= wanted), QUICK[-1]) * (
            wanted > 0
        )

    def lines(self) -> Iterator[str]:
        yield from _head(self.name, self.help, "histogram")
        for bound, seen in zip((*QUICK, "+Inf"), accumulate(self._counts), strict=True):
            yield f'{self.name}_bucket{{le="{bound}"}} {seen}'
        yield f"{self.name}_sum {self.sum}"
        yield f"{self.name}_count {self.count}"


deeds = Count("quincunx_deeds_total", "Deeds of players that were done.", "do")
computed = Count("quincunx_computer_deeds_total", "Deeds of computers that were done.", "do")
refused = Count("quincunx_refused_total", "Requests, messages and connections that were refused.", "reason")
connected = Count("quincunx_connected_total", "Live connections to tables, since the start.", "kind")
reconnects = Count("quincunx_reconnects_total", "Players at a table who had gone and came back.", "kind")
command_seconds = Histogram("quincunx_deed_seconds", "From a deed's arrival to its answer.")
commit_seconds = Histogram("quincunx_commit_seconds", "From handing a change to the store to knowing that it is kept.")
queue_seconds = Histogram("quincunx_thinker_wait_seconds", "What a thought waited for a thread.")
lag_seconds = Histogram("quincunx_loop_lag_seconds", "How late the event loop was, looked at twice a second.")

ALL: tuple[Count | Histogram, ...] = (
    deeds,
    computed,
    refused,
    connected,
    reconnects,
    command_seconds,
    commit_seconds,
    queue_seconds,
    lag_seconds,
)

REASONS = {
    400: "not understood",
    401: "no secret",
    403: "not allowed",
    404: "not there",
    405: "not understood",
    408: "too slow",
    409: "by the table",
    413: "too large",
    422: "not understood",
    429: "too often",
    431: "too large",
    500: "our mistake",
    503: "busy",
    4400: "not understood",
    4401: "no secret",
    4404: "not there",
    4408: "too slow",
    4429: "too slow",
    4503: "busy",
}
"""What a status of HTTP, or the code of a closed websocket, means here."""


def refuse(status: int) -> None:
    """Counts a refusal."""
    if reason := REASONS.get(status):
        refused.add(reason)


def written(gauges: Iterable[tuple[str, str, float]]) -> str:
    """All that is counted, and what is so now: a name, what it means, and a number each."""
    lines = [line for counted in ALL for line in counted.lines()]
    for name, meaning, value in gauges:
        lines += [*_head(name, meaning, "gauge"), f"{name} {value}"]
    return "\n".join(lines) + "\n"


async def watch_the_loop() -> None:
    """Notes for ever how late the event loop is."""
    while True:
        before = time.perf_counter()
        await asyncio.sleep(PULSE)
        lag_seconds.observe(max(0.0, time.perf_counter() - before - PULSE))


def _head(name: str, help: str, kind: str) -> tuple[str, str]:
    return f"# HELP {name} {help}", f"# TYPE {name} {kind}"
