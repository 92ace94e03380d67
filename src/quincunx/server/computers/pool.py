"""Bounded thread pool for engine searches, scheduled round-robin by client."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import TypeVar

from quincunx.server.errors import ApiError
from quincunx.server.ops import metrics

T = TypeVar("T")


class EnginePool:
    """Runs at most `threads` searches at a time on an executor.

    Running and waiting searches are bounded by `most` in total and by `each` per client; beyond that they are refused
    immediately. 0 means no bound.
    """

    def __init__(self, executor: Executor, threads: int, most: int = 0, each: int = 0) -> None:
        self._executor = executor
        self._threads, self._most, self._each = threads, most, each
        self._queues: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        """Waiting searches by client; the first client is next."""
        self._counts: dict[str, int] = {}
        self.busy = 0

    @property
    def waiting(self) -> int:
        return sum(map(len, self._queues.values()))

    async def run(self, client: str, search: Callable[[], T]) -> T:
        """The result of a search; ApiError if the pool is full."""
        own, total = self._counts.get(client, 0), sum(self._counts.values())
        if (self._most and total >= self._most) or (self._each and client and own >= self._each):
            raise ApiError(503, "server.analyses-busy")
        self._counts[client] = own + 1
        try:
            began = time.perf_counter()
            await self._wait_turn(client)
            metrics.queue_seconds.observe(time.perf_counter() - began)
            return await self._run(search)
        finally:
            self._counts[client] -= 1
            if not self._counts[client]:
                del self._counts[client]

    async def _wait_turn(self, client: str) -> None:
        """Waits for a free thread."""
        if self.busy < self._threads:
            self.busy += 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queues.setdefault(client, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it had just been given a thread
                self._release()
            raise

    async def _run(self, search: Callable[[], T]) -> T:
        """The thread is released when the search ends, even if nobody waits for the result any more."""
        loop = asyncio.get_running_loop()

        def done(_: Future[T]) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._release)

        try:
            running = self._executor.submit(search)
        except BaseException:
            self._release()
            raise
        running.add_done_callback(done)
        return await asyncio.wrap_future(running)

    def _release(self) -> None:
        """Gives the thread to the next client that still waits, and moves that client to the end."""
        while self._queues:
            client, turns = self._queues.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self._queues[client] = turns
            if not turn.cancelled():
                turn.set_result(None)
                return
        self.busy -= 1
