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
        self._held: set[str] = set()
        self._until = 0.0
        """When they run out, by the monotonic clock; not later than the database thinks."""

    def has(self, id: str) -> bool:
        return id in self._held and time.monotonic() < self._until

    async def take(self, id: str) -> bool:
        """Whether the table is this process's to look after now."""
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
                log.error("tables cannot be held for this process's computers now: %s", failure)

    async def close(self) -> None:
        """Lets others go on at once."""
        try:
            await self.release(*self._held)
        except StoreFailure as failure:
            log.error("other processes will take over when the leases have run out: %s", failure)

    async def _request(self, *ids: str) -> None:
        """Renews all, and asks for some. Those that had run out may be another's by now, and are asked for too."""
        now = time.monotonic()
        wanted = {*ids, *(self._held if now >= self._until else ())}
        held = await self._store.lease(sorted(wanted), self._holder, LEASE)
        self._held = (self._held - wanted) | held
        self._until = now + LEASE
