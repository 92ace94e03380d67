"""Whether the database can be written, for the readiness check."""

from __future__ import annotations

import asyncio
import secrets
import time

from quincunx.law.messages import Message
from quincunx.store import Store, StoreFailure

INTERVAL = 1.0
"""Seconds for which a result is used again, so that frequent checks cost nothing."""

TIMEOUT = 2.0
"""Seconds to wait for the database."""


class WriteCheck:
    """Writes to the database, at most once in an interval."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._holder = secrets.token_hex(8)
        """A holder of no leases: writing its row is a small transaction that changes nothing else."""
        self._lock = asyncio.Lock()
        self._until = 0.0
        self._problem: Message | None = None

    async def problem(self) -> Message | None:
        """What is wrong. It does not say where the database is: anybody may ask."""
        async with self._lock:
            if time.monotonic() >= self._until:
                self._problem = await self._try()
                self._until = time.monotonic() + INTERVAL
            return self._problem

    async def _try(self) -> Message | None:
        try:
            async with asyncio.timeout(TIMEOUT):
                await self._store.lease([], self._holder, 0)
        except StoreFailure as failure:
            return failure.reason or Message("server.ready.store")
        except TimeoutError:
            return Message("server.ready.store")
        return None
