"""Group commit for a database that is spoken to without threads: those who come while it writes share the next turn."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

from quincunx.store.writer import MOST, settle

Job = TypeVar("Job")


class Gathering(Generic[Job]):
    """Hands jobs over in the order they came, many at once. `write` tells of each what went wrong with it."""

    def __init__(self, write: Callable[[Sequence[Job]], Awaitable[list[Exception | None]]]) -> None:
        self._write = write
        self._waiting: list[tuple[Job, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def do(self, job: Job) -> None:
        """Returns once the job is done, or raises what went wrong with it."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((job, future))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._run())
        await future

    async def close(self) -> None:
        """Waits for what is being written."""
        if self._writing:
            await self._writing

    async def _run(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            try:
                errors = await self._write([job for job, _ in batch])
            except Exception as error:
                errors = [error] * len(batch)
            settle([(future, error) for (_, future), error in zip(batch, errors, strict=True)])
