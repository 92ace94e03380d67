"""The lobby: listed tables that wait for players or are being played, and the caller's own."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping

from quincunx.server.auth import Caller
from quincunx.server.peers.sync import PeerSync
from quincunx.server.tables.room import Room
from quincunx.server.tables.snapshot import Json
from quincunx.server.tables.timekeeping import Find
from quincunx.store import Attended, Store, Unavailable

OPEN_SHOWN, PLAYING_SHOWN, MINE_SHOWN = 20, 12, 50
"""How many tables the lobby shows of each kind."""

CONSIDERED = 2000
"""Among so many tables the lobby chooses; more than one address can attend."""

AWAY = 60.0
"""Seconds after which a table goes from the lobby if nobody is there: long enough to load a page again."""

log = logging.getLogger("quincunx.server")


class Lobby:
    def __init__(
        self, store: Store, clock: Callable[[], float], rooms: Mapping[str, Room], find: Find, peers: PeerSync
    ) -> None:
        self._store, self._clock, self._rooms, self._find, self._peers = store, clock, rooms, find, peers

    async def view(self, caller: Caller, *, views: bool = True) -> Json:
        mine = await self._store.of(caller.player, MINE_SHOWN) if caller.player else []
        waiting, _ = await self._rows(fair(await self._attended(waiting=True), OPEN_SHOWN), caller, views)
        playing, _ = await self._rows(fair(await self._attended(waiting=False), PLAYING_SHOWN), caller, views)
        own, unavailable = await self._rows(mine, caller, views)
        return {"open": waiting, "playing": playing, "mine": own, "unavailable": unavailable}

    async def _attended(self, *, waiting: bool) -> list[Attended]:
        """Listed tables that are attended: by the owner if it waits for players, else by any member."""
        since = self._clock() - AWAY
        if self._store.shared:
            return await self._store.attended(waiting=waiting, since=since, limit=CONSIDERED)
        found = []
        for room in self._rooms.values():
            state = room.state
            if state.info.listed and not state.table.over and (None in state.table.seats) is waiting:
                player = state.attended_by(since)
                if player is not None and not room.deleted:
                    found.append(Attended(room.id, state.updated, player, state.presence.source(player)))
        return found

    async def _rows(self, ids: list[str], caller: Caller, views: bool) -> tuple[list[Json], list[Json]]:
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
                    rows += [room.summary_for(caller, views)] if room and not room.deleted else []
                except Exception as error:  # a faulty law in a package must not break the lobby for everybody
                    log.error("the table %s cannot be listed: %s", table, error, exc_info=error)
        return rows, unavailable


def fair(tables: Iterable[Attended], limit: int) -> list[str]:
    """The ids of tables to show: addresses take turns, and within an address its players; the latest first."""
    of_players: dict[tuple[str, str], int] = defaultdict(int)
    of_address: dict[str, list[tuple[int, int, Attended]]] = defaultdict(list)
    for n, table in enumerate(sorted(tables, key=lambda table: -table.updated)):
        turn = of_players[table.source, table.player]
        of_players[table.source, table.player] += 1
        of_address[table.source].append((turn, n, table))
    turns = [
        (turn, n, table.id)
        for mine in of_address.values()
        for turn, (_, n, table) in enumerate(sorted(mine, key=lambda one: one[:2]))
    ]
    return [table for *_, table in sorted(turns)[:limit]]
