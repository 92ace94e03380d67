"""Engine searches in threads, shared by cost.

Searches are charged in CPU seconds to an address and to a table (`usage`). Whoever has used least recently goes first:
a running search is paused when one whose owner has used less is waiting, and continues later where it stopped. So its
answer does not depend on the load.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from quincunx.engine import Control
from quincunx.server.computers.usage import Usage, cpu_clock
from quincunx.server.ops import metrics

T = TypeVar("T")

SLICE = 0.05
"""Seconds until it is decided again who runs, while some wait."""

PLACES = 4
"""Searches of each length that are begun and not finished, as a multiple of those that run: each holds memory."""


@dataclass(eq=False, kw_only=True)
class SearchRequest(Generic[T]):
    """A search, and the address and table it is charged to."""

    work: Callable[[], T]
    address: str
    table: str = ""
    """Empty for an analysis."""
    control: Control | None = None
    """Pauses the search; None if that is not possible."""
    short: bool = False
    """A search that is expected to be short does not wait for a place behind long ones."""
    python: bool = False
    """A search in Python would hold up the event loop if several ran at a time."""


@dataclass(eq=False)
class _Job:
    search: SearchRequest[Any]
    turn: asyncio.Future[None]
    """Done when the search has begun."""
    running: Future[Any] | None = None
    charged: float = 0.0
    read: Callable[[], float] = field(default=lambda: 0.0)
    """The CPU seconds so far."""

    def work(self) -> Any:
        """Runs in a thread."""
        clock = cpu_clock()
        began = clock()
        self.read = lambda: clock() - began
        try:
            return self.search.work()
        finally:
            used = clock() - began
            self.read = lambda: used


class EnginePool:
    """Runs at most `threads` searches at a time on an executor.

    An address can have `threads` short and `threads` long searches in progress, running or paused; all addresses
    together `PLACES` times as many.
    """

    def __init__(self, executor: Executor, threads: int, usage: Usage) -> None:
        """The executor needs at least `workers(threads)` threads."""
        self._executor, self._threads, self._usage = executor, threads, usage
        self._jobs: dict[str, list[_Job]] = {}
        """Searches that are not over, by address."""
        self._running: list[_Job] = []
        """Searches that are neither waiting nor paused."""
        self._places: Counter[bool] = Counter()
        self._places_of: Counter[tuple[str, bool]] = Counter()
        """Searches that are begun and not over: all short and all long ones, and those of each address."""
        self._timer: asyncio.TimerHandle | None = None

    @staticmethod
    def workers(threads: int) -> int:
        return 2 * PLACES * threads

    def count(self, *, running: bool, analyses: bool) -> int:
        """How many searches, of computers at tables or of analyses, are running or waiting."""
        wanted = [job for jobs in self._jobs.values() for job in jobs if analyses == (not job.search.table)]
        return sum((job in self._running) == running for job in wanted)

    @property
    def waiting(self) -> int:
        """Searches that are waiting."""
        return sum(map(len, self._jobs.values())) - len(self._running)

    async def run(self, search: SearchRequest[T]) -> T:
        """The result of a search."""
        job = _Job(search, asyncio.get_running_loop().create_future())
        self._jobs.setdefault(search.address, []).append(job)
        began = time.perf_counter()
        self._schedule()
        try:
            await job.turn
        except asyncio.CancelledError:
            if not job.running:
                self._remove(job)
            raise
        metrics.queue_seconds.observe(time.perf_counter() - began)
        assert job.running
        # If nobody waits for the result any more, the thread still becomes free when the search ends.
        return await asyncio.wrap_future(job.running)

    def _schedule(self) -> None:
        """Runs the searches whose owners have used least."""
        for job in self._running:
            self._charge(job)
        self._usage.fade()
        before, self._running = self._running, self._chosen()
        for job in before:
            if job not in self._running and job.search.control:
                job.search.control.pause()
        for job in self._running:
            if job.running is None:
                self._begin(job)
            elif job not in before and job.search.control:
                job.search.control.resume()
        if self.waiting and not self._timer:
            self._timer = asyncio.get_running_loop().call_later(SLICE, self._tick)

    def _tick(self) -> None:
        self._timer = None
        self._schedule()

    def _chosen(self) -> list[_Job]:
        """The searches to run now. Those that cannot be paused keep running; among equals the earliest goes first."""
        chosen = [job for job in self._running if job.search.control is None]
        usage = self._usage
        for address in sorted(self._jobs, key=usage.of):
            for job in sorted(self._jobs[address], key=lambda job: usage.at(job.search.address, job.search.table)):
                if len(chosen) == self._threads:
                    return chosen
                if job not in chosen and self._may_run(job, chosen):
                    chosen.append(job)
        return chosen

    def _may_run(self, job: _Job, chosen: list[_Job]) -> bool:
        search = job.search
        if job.turn.cancelled():
            return False
        if search.python and any(other.search.python for other in chosen):
            return False
        if job.running:
            return True
        beginning = [other.search for other in chosen if not other.running and other.search.short == search.short]
        own = sum(other.address == search.address for other in beginning)
        return (
            self._places[search.short] + len(beginning) < PLACES * self._threads
            and self._places_of[search.address, search.short] + own < self._threads
        )

    def _begin(self, job: _Job) -> None:
        loop = asyncio.get_running_loop()

        def done(_: Future[Any]) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._ended, job)

        job.running = Future()  # counts as begun
        self._count(job, 1)
        try:
            job.running = self._executor.submit(job.work)
        except RuntimeError as error:  # the executor is closed
            job.running.set_exception(error)
        job.running.add_done_callback(done)
        if not job.turn.done():  # it may have been cancelled
            job.turn.set_result(None)

    def _ended(self, job: _Job) -> None:
        self._charge(job)
        self._count(job, -1)
        self._remove(job)
        self._schedule()

    def _count(self, job: _Job, by: int) -> None:
        search = job.search
        self._places[search.short] += by
        self._places_of[search.address, search.short] += by
        if not self._places_of[search.address, search.short]:
            del self._places_of[search.address, search.short]

    def _remove(self, job: _Job) -> None:
        if job in self._running:
            self._running.remove(job)
        jobs = self._jobs[job.search.address]
        jobs.remove(job)
        if not jobs:
            del self._jobs[job.search.address]

    def _charge(self, job: _Job) -> None:
        more = max(0.0, job.read() - job.charged)  # the clock may be read just after the end
        job.charged += more
        self._usage.charge(job.search.address, job.search.table, more)
        metrics.search_seconds.labels("table" if job.search.table else "analysis").inc(more)
