"""The lobby: listed tables that wait for players or are being played, and the caller's own."""

from __future__ import annotations

import logging

from quincunx.server.auth import Caller
from quincunx.server.peers.sync import PeerSync
from quincunx.server.tables.snapshot import Json
from quincunx.server.tables.timekeeping import Find
from quincunx.store import Store, Unavailable

OPEN_SHOWN, PLAYING_SHOWN, MINE_SHOWN = 20, 12, 50
"""How many tables the lobby shows of each kind."""

log = logging.getLogger("quincunx.server")


class Lobby:
    def __init__(self, store: Store, find: Find, peers: PeerSync) -> None:
        self._store, self._find, self._peers = store, find, peers

    async def view(self, caller: Caller) -> Json:
        mine = await self._store.of(caller.player, MINE_SHOWN) if caller.player else []
        waiting, _ = await self._rows(await self._store.listed(waiting=True, limit=OPEN_SHOWN), caller)
        playing, _ = await self._rows(await self._store.listed(waiting=False, limit=PLAYING_SHOWN), caller)
        own, unavailable = await self._rows(mine, caller)
        return {"open": waiting, "playing": playing, "mine": own, "unavailable": unavailable}

    async def _rows(self, ids: list[str], caller: Caller) -> tuple[list[Json], list[Json]]:
        """The rows of tables, and of those whose games are not installed."""
        if self._store.shared:
            await self._peers.catch_up(ids)
        rows: list[Json] = []
        unavailable: list[Json] = []
        for table in ids:
            try:
                room = await self._find(table)
            except Unavailable as refusal:
                why = refusal.message
                unavailable.append({"id": table, "game": refusal.game, **why.view(), "reason": str(why)})
            else:
                try:
                    rows += [room.summary_for(caller)] if room and not room.deleted else []
                except Exception as error:  # a faulty law of a package must not take the lobby from everybody
                    log.error("the table %s cannot be listed: %s", table, error, exc_info=error)
        return rows, unavailable
