"""Leases: which tables' computers this process plays. A dead process lets its leases expire."""

from __future__ import annotations

import asyncio
import logging
import time

from quincunx.store import Store, StoreFailure

LEASE = 10.0
"""Seconds until the lease of a dead process expires."""

RENEW = 3.0
"""Seconds between two renewals."""

log = logging.getLogger("quincunx.server")


class Leases:
    def __init__(self, store: Store, holder: str) -> None:
        self._store = store
        self._holder = holder
        self._held: set[str] = set()
        self._until = 0.0
        """When they expire, by the monotonic clock; never later than in the database."""

    def has(self, id: str) -> bool:
        return id in self._held and time.monotonic() < self._until

    async def take(self, id: str) -> bool:
        """Takes the lease of a table; True if this process holds it now."""
        if not self.has(id):
            await self._request(id)
        return self.has(id)

    async def release(self, *ids: str) -> None:
        held = self._held.intersection(ids)
        self._held -= held
        if held:
            await self._store.release(sorted(held), self._holder)

    async def renew_forever(self) -> None:
        while True:
            await asyncio.sleep(RENEW)
            try:
                if self._held:
                    await self._request()
            except StoreFailure as failure:
                log.error("cannot renew leases: %s", failure)

    async def close(self) -> None:
        """Releases all leases, so that other processes can take over immediately."""
        try:
            await self.release(*self._held)
        except StoreFailure as failure:
            log.error("cannot release leases, they will expire: %s", failure)

    async def _request(self, *ids: str) -> None:
        """Renews all leases and requests some. Expired ones may have a new holder: request them again."""
        now = time.monotonic()
        wanted = {*ids, *(self._held if now >= self._until else ())}
        held = await self._store.lease(sorted(wanted), self._holder, LEASE)
        self._held = (self._held - wanted) | held
        self._until = now + LEASE
