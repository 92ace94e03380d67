"""Prometheus metrics of this process."""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import accumulate
from math import inf

from prometheus_client import CollectorRegistry, Counter, disable_created_metrics
from prometheus_client.core import GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.exposition import generate_latest
from prometheus_client.utils import floatToGoString

from quincunx.law.messages import text

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds of all histograms, in seconds."""

LAG_INTERVAL = 0.5
"""Seconds between two measurements of the event loop's lag."""

disable_created_metrics()  # type: ignore[no-untyped-call]  # no second sample with a timestamp for each metric

REGISTRY = CollectorRegistry()


def _counter(name: str, help: str, label: str) -> Counter:
    return Counter(name, help, [label], registry=REGISTRY)


class Histogram:
    """A histogram of seconds, for the event loop's thread alone.

    The library's histogram takes locks for each observation; with two observations per move that was a twentieth of the
    loop's time.
    """

    def __init__(self, name: str, meaning: str) -> None:
        self.name, self.meaning = name, meaning
        self._counts = [0] * (len(BUCKETS) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        self._counts[bisect_left(BUCKETS, seconds)] += 1
        self._sum += seconds

    def cumulative(self) -> list[int]:
        """The number of observations up to each bound, the last one of all."""
        return list(accumulate(self._counts))

    def collect(self) -> Iterator[Metric]:
        bounds = map(floatToGoString, (*BUCKETS, inf))
        buckets = list(zip(bounds, self.cumulative(), strict=True))
        yield HistogramMetricFamily(self.name, self.meaning, buckets, self._sum)


commands = _counter("quincunx_actions_total", text("server.metric.commands"), "do")
computer_actions = _counter("quincunx_computer_actions_total", text("server.metric.computer-actions"), "do")
refusals = _counter("quincunx_refused_total", text("server.metric.refusals"), "reason")
connected = _counter("quincunx_connected_total", text("server.metric.connected"), "kind")
reconnects = _counter("quincunx_reconnects_total", text("server.metric.reconnects"), "kind")
search_seconds = _counter("quincunx_search_seconds_total", text("server.metric.search-seconds"), "kind")
command_seconds = Histogram("quincunx_action_seconds", text("server.metric.command-seconds"))
commit_seconds = Histogram("quincunx_commit_seconds", text("server.metric.commit-seconds"))
queue_seconds = Histogram("quincunx_engine_wait_seconds", text("server.metric.queue-seconds"))
lag_seconds = Histogram("quincunx_loop_lag_seconds", text("server.metric.lag-seconds"))

LABELS = {
    commands: "do",
    computer_actions: "do",
    refusals: "reason",
    connected: "kind",
    reconnects: "kind",
    search_seconds: "kind",
}
"""The label of each counter."""

HISTOGRAMS = (command_seconds, commit_seconds, queue_seconds, lag_seconds)
for histogram in HISTOGRAMS:
    REGISTRY.register(histogram)

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
"""The label for an HTTP status or for the code of a closed websocket."""


@cache
def executed(do: str) -> Counter:
    """The counter of one kind of command. Looking it up by label takes longer than counting."""
    return commands.labels(do)


def refuse(status: int) -> None:
    """Counts a refusal."""
    if reason := REASONS.get(status):
        refusals.labels(reason).inc()


class _AllMetrics:
    """The metrics of the process and some gauges, for one scrape."""

    def __init__(self, gauges: Iterable[tuple[str, str, float]]) -> None:
        self._gauges = gauges

    def collect(self) -> Iterator[Metric]:
        yield from REGISTRY.collect()
        for name, meaning, value in self._gauges:
            yield GaugeMetricFamily(name, meaning, value)


def exposition(gauges: Iterable[tuple[str, str, float]]) -> bytes:
    """All metrics in Prometheus' text format. A gauge is a name, its meaning, and its value."""
    return generate_latest(_AllMetrics(gauges))


def counts(counter: Counter) -> tuple[Metric, dict[str, int]]:
    """A counter with its values by label."""
    metric = next(iter(counter.collect()))
    return metric, {next(iter(sample.labels.values())): int(sample.value) for sample in metric.samples}


def quantile(seen: list[int], share: float) -> float:
    """The bound below which a share of all observations lies; 0 without observations."""
    wanted = share * seen[-1]
    return next((bound for bound, n in zip(BUCKETS, seen, strict=False) if n >= wanted), BUCKETS[-1]) * (wanted > 0)


async def watch_the_loop() -> None:
    """Measures the event loop's lag for ever."""
    while True:
        before = time.perf_counter()
        await asyncio.sleep(LAG_INTERVAL)
        lag_seconds.observe(max(0.0, time.perf_counter() - before - LAG_INTERVAL))
