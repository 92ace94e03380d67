"""Which tables this process looks after: it has their leases, and renews them. Who dies lets them run out."""

from __future__ import annotations

import asyncio
import logging
import time

from quincunx.store import Store, StoreFailure

LEASE = 10.0
"""Seconds until a table whose process died is anybody's."""

RENEW = 3.0
"""Seconds between two renewals."""

log = logging.getLogger("quincunx.server")


class Leases:
    def __init__(self, store: Store, holder: str) -> None:
        self._store = store
        self._holder = holder
        self._until: dict[str, float] = {}
        """By the monotonic clock, and not later than the database thinks."""

    def has(self, id: str) -> bool:
        return self._until.get(id, 0.0) > time.monotonic()

    async def take(self, id: str) -> bool:
        """Whether the table is this process's to look after now."""
        if not self.has(id):
            await self._lease([id])
        return self.has(id)

    async def let_go(self, *ids: str) -> None:
        held = [table for table in ids if self._until.pop(table, None)]
        if held:
            await self._store.release(held, self._holder)

    async def renew_for_ever(self) -> None:
        while True:
            await asyncio.sleep(RENEW)
            try:
                if self._until:
                    await self._lease(list(self._until))
            except StoreFailure as failure:
                log.error("tables cannot be held for this process's computers now: %s", failure)

    async def close(self) -> None:
        """Lets others go on at once."""
        try:
            await self.let_go(*self._until)
        except StoreFailure as failure:
            log.error("other processes will take over when the leases have run out: %s", failure)

    async def _lease(self, ids: list[str]) -> None:
        asked = time.monotonic()
        held = await self._store.lease(ids, self._holder, LEASE)
        for table in ids:
            if table in held:
                self._until[table] = asked + LEASE
            else:
                self._until.pop(table, None)
