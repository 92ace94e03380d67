"""Group commit: whoever wants to write waits for one thread, and many who wait share one transaction."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

Job = TypeVar("Job")

MOST = 512
"""Jobs in one transaction, so that nobody waits long for the others."""


class _Waiting(NamedTuple, Generic[Job]):
    job: Job
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[None]


class Writer(Generic[Job]):
    """Runs jobs in the order they came. `write` does several at once, all of them or none.

    Where several together fail each is done by itself, so that only the one to blame fails.
    """

    def __init__(self, write: Callable[[Sequence[Job]], None]) -> None:
        self._write = write
        self._queue: queue.SimpleQueue[_Waiting[Job] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    async def do(self, job: Job) -> None:
        """Returns once the job is done, or raises what `write` raised."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        self._queue.put(_Waiting(job, loop, future))
        await future

    def close(self) -> None:
        """Does what waits, then ends."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        going_on = True
        while going_on:
            batch, going_on = self._next()
            if batch:
                _deliver(batch, self._done([waiting.job for waiting in batch]))

    def _next(self) -> tuple[list[_Waiting[Job]], bool]:
        """All who wait now, at least one, and whether others may come."""
        batch: list[_Waiting[Job]] = []
        waiting = self._queue.get()
        while waiting is not None:
            batch.append(waiting)
            if len(batch) == MOST or self._queue.empty():
                return batch, True
            waiting = self._queue.get()
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
            loop.call_soon_threadsafe(_settle, settled)


def _settle(settled: list[tuple[asyncio.Future[None], Exception | None]]) -> None:
    for future, error in settled:
        if future.cancelled():
            continue
        if error:
            future.set_exception(error)
        else:
            future.set_result(None)
