"""Group commit for a database that is spoken to without threads: those who come while it works share the next turn."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

from quincunx.store.writer import MOST, settle

Job = TypeVar("Job")
Outcome = TypeVar("Outcome")


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
