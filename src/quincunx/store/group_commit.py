"""Group commit: writes that wait at the same time share one transaction.

`Writer` does this with a thread (SQLite), `Gathering` with a task (PostgreSQL).
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

Job = TypeVar("Job")
Outcome = TypeVar("Outcome")

MOST = 512
"""Maximum number of jobs in one transaction, which bounds its duration."""


class _Waiting(NamedTuple, Generic[Job]):
    job: Job
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[None]


class Writer(Generic[Job]):
    """Runs jobs in order in one thread. `write` executes several at once, all of them or none.

    If a group fails, each job is executed by itself, so that only the faulty one fails. Jobs from one iteration of the
    event loop are handed over together, because waking the thread is the expensive part.
    """

    def __init__(self, write: Callable[[Sequence[Job]], None]) -> None:
        self._write = write
        self._coming: list[_Waiting[Job]] = []
        self._queue: queue.SimpleQueue[list[_Waiting[Job]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    async def do(self, job: Job) -> None:
        """Returns when the job is done, or raises what `write` raised."""
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
        """Executes the waiting jobs, then ends the thread."""
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
        """All waiting jobs, at least one, and whether more may come."""
        batch: list[_Waiting[Job]] = []
        while (coming := self._queue.get()) is not None:
            batch += coming
            if self._queue.empty():
                return batch, True
        return batch, False

    def _done(self, jobs: list[Job]) -> list[Exception | None]:
        """The error of each job, if any."""
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
    """Resolves the futures."""
    for future, outcome in settled:
        if future.cancelled():
            continue
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)


class Gathering(Generic[Job, Outcome]):
    """Runs jobs in order, many at once: those that arrive during a run share the next one.

    `work` returns the outcome or the error of each job.
    """

    def __init__(self, work: Callable[[Sequence[Job]], Awaitable[Sequence[Outcome | Exception]]]) -> None:
        self._work = work
        self._waiting: list[tuple[Job, asyncio.Future[Outcome]]] = []
        self._working: asyncio.Task[None] | None = None

    async def do(self, job: Job) -> Outcome:
        """Returns the outcome of the job, or raises its error."""
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._waiting.append((job, future))
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._run())
        return await future

    async def close(self) -> None:
        """Waits for the current run."""
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
