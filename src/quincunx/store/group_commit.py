"""Group commit: whoever wants to write waits for one thread, and many who wait share one transaction."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

Job = TypeVar("Job")
Outcome = TypeVar("Outcome")

MOST = 512
"""Jobs in one transaction, so that nobody waits long for the others."""


class _Waiting(NamedTuple, Generic[Job]):
    job: Job
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[None]


class Writer(Generic[Job]):
    """Runs jobs in the order they came, for one event loop. `write` does several at once, all of them or none.

    Where several together fail each is done by itself, so that only the one to blame fails. What comes in one turn of
    the loop is handed over together: to wake the thread costs more than to hand it a job.
    """

    def __init__(self, write: Callable[[Sequence[Job]], None]) -> None:
        self._write = write
        self._coming: list[_Waiting[Job]] = []
        self._queue: queue.SimpleQueue[list[_Waiting[Job]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    async def do(self, job: Job) -> None:
        """Returns once the job is done, or raises what `write` raised."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        if not self._coming:
            loop.call_soon(self._hand_over)
        self._coming.append(_Waiting(job, loop, future))
        await future

    def _hand_over(self) -> None:
        coming, self._coming = self._coming, []
        self._queue.put(coming)

    def close(self) -> None:
        """Does what waits, then ends."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        going_on = True
        while going_on:
            batch, going_on = self._next()
            for first in range(0, len(batch), MOST):
                some = batch[first : first + MOST]
                _deliver(some, self._done([waiting.job for waiting in some]))

    def _next(self) -> tuple[list[_Waiting[Job]], bool]:
        """All who wait now, at least one, and whether others may come."""
        batch: list[_Waiting[Job]] = []
        while (coming := self._queue.get()) is not None:
            batch += coming
            if self._queue.empty():
                return batch, True
        return batch, False

    def _done(self, jobs: list[Job]) -> list[Exception | None]:
        """What went wrong with each job."""
        try:
            self._write(jobs)
        except Exception as error:
            return [error] if len(jobs) == 1 else [self._done([job])[0] for job in jobs]
        return [None] * len(jobs)


def _deliver(batch: list[_Waiting[Job]], errors: list[Exception | None]) -> None:
    for loop in {waiting.loop for waiting in batch}:
        settled = [(w.future, error) for w, error in zip(batch, errors, strict=True) if w.loop is loop]
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, settled)


def settle(settled: Sequence[tuple[asyncio.Future[Outcome], Outcome | Exception]]) -> None:
    """Tells each who waits how it went."""
    for future, outcome in settled:
        if future.cancelled():
            continue
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)


class Gathering(Generic[Job, Outcome]):
    """Hands jobs over in the order they came, many at once. `work` tells what came of each, or what went wrong."""

    def __init__(self, work: Callable[[Sequence[Job]], Awaitable[Sequence[Outcome | Exception]]]) -> None:
        self._work = work
        self._waiting: list[tuple[Job, asyncio.Future[Outcome]]] = []
        self._working: asyncio.Task[None] | None = None

    async def do(self, job: Job) -> Outcome:
        """Returns what came of the job once it is done, or raises what went wrong with it."""
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._waiting.append((job, future))
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._run())
        return await future

    async def close(self) -> None:
        """Waits for what is being done."""
        if self._working:
            await self._working

    async def _run(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            outcomes: Sequence[Outcome | Exception]
            try:
                outcomes = await self._work([job for job, _ in batch])
            except Exception as error:
                outcomes = [error] * len(batch)
            settle([(future, outcome) for (_, future), outcome in zip(batch, outcomes, strict=True)])
