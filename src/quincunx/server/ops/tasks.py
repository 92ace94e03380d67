"""Background tasks: those that end by themselves, and those that must run as long as the server does."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

SHORTEST, LONGEST = 1.0, 60.0
"""Seconds until a failed task is restarted: the first time, and at most. The delay doubles with each failure."""

log = logging.getLogger("quincunx.server")


class BackgroundTasks:
    def __init__(self, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._sleep = sleep
        self._tasks: set[asyncio.Task[None]] = set()
        self._failed: dict[str, None] = {}

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs something once; an error is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def keep(self, name: str, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Runs something for ever: if it fails or ends, that is logged and it is started again after a delay."""
        self.start(self._supervise(name, work))

    @property
    def failed(self) -> list[str]:
        """The tasks that wait for their restart."""
        return list(self._failed)

    async def close(self) -> None:
        """Cancels all tasks and waits for their end."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _supervise(self, name: str, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        delay = SHORTEST
        while True:
            began = time.monotonic()
            failure: BaseException | None = None
            try:
                await work()
            except Exception as error:
                failure = error
            except asyncio.CancelledError as error:
                if asyncio.current_task().cancelling():  # type: ignore[union-attr]
                    raise
                failure = error  # something that it waited for was cancelled, and not this task
            if time.monotonic() - began > LONGEST:
                delay = SHORTEST
            said = "the background task %s failed and is restarted in %.0f s: %s"
            log.error(said, name, delay, failure or "it ended", exc_info=failure)
            self._failed[name] = None
            await self._sleep(delay)
            del self._failed[name]
            delay = min(2 * delay, LONGEST)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("a background task failed: %s", error, exc_info=error)
