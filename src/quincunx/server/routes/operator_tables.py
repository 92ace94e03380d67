"""What an operator can do with tables: list them, end their matches, delete them. And who uses the server."""

from __future__ import annotations

from collections import Counter

from fastapi import APIRouter, Request, Response

from quincunx.server.errors import ApiError, table_not_found
from quincunx.server.routes.monitoring import admit
from quincunx.server.tables.registry import TableRegistry
from quincunx.server.tables.room import Room
from quincunx.server.tables.snapshot import Json
from quincunx.server.transport.responses import json_response
from quincunx.store import Unavailable

SHOWN = 200
"""How many tables are listed."""

USERS = 50
"""How many addresses are listed."""


def routes(registry: TableRegistry) -> APIRouter:
    router = APIRouter(prefix="/api/operator", include_in_schema=False)

    @router.get("/tables")
    async def tables(request: Request) -> Response:
        """The tables changed last that are not over, and what each address uses."""
        admit(registry.config.operator, request)
        rows = []
        for id in await registry.unfinished(SHOWN):  # noqa: A001
            try:
                room = await registry.find(id)
            except Unavailable as refusal:
                rows.append({"id": id, "game": refusal.game, "players": [], "connections": 0, "state": "unavailable"})
            else:
                rows += [_row(room)] if room and not room.deleted else []
        return json_response({"tables": rows, "addresses": _addresses(registry)})

    # PUT and DELETE: a page of another site cannot send them from the operator's browser.

    @router.put("/tables/{id}/end", status_code=204)
    async def end(id: str, request: Request) -> Response:
        """Ends a match. Its players see that the operator did."""
        admit(registry.config.operator, request)
        try:
            room = await registry.find(id)
        except Unavailable as refusal:
            raise ApiError(409, refusal.message) from None
        if room is None or room.deleted:
            raise table_not_found()
        if not await room.apply(lambda table, now: table.abandon(now, "operator")):
            raise ApiError(409, "law.over")
        return Response(status_code=204)

    @router.delete("/tables/{id}", status_code=204)
    async def delete(id: str, request: Request) -> Response:
        """Deletes a table, whatever its state, also one whose game is not installed."""
        admit(registry.config.operator, request)
        if not await registry.removal.delete_by_operator(id):
            raise table_not_found()
        return Response(status_code=204)

    return router


def _row(room: Room) -> Json:
    table = room.table
    return {
        "id": room.id,
        "game": str(table.game),
        "players": [seat.name if seat else "" for seat in table.seats],
        "connections": len(room.connections),
        "addresses": sorted({connection.caller.address for connection in room.connections} - {""}),
        "state": "over" if table.over else "playing" if table.began else "waiting",
        "updated": room.state.updated,
    }


def _addresses(registry: TableRegistry) -> list[Json]:
    """What each address uses now, the one with the most connections and searches first."""
    connections: Counter[str] = Counter()
    tables: Counter[str] = Counter()
    for room in registry.rooms:
        here = [connection.caller.address for connection in room.connections]
        connections.update(here)
        tables.update(set(here))
    used = dict(registry.computers.usage.most(USERS))
    everybody = sorted(connections.keys() | used.keys(), key=lambda who: (-used.get(who, 0.0), -connections[who]))
    return [
        {"address": who, "connections": connections[who], "tables": tables[who], "cpu": used.get(who, 0.0)}
        for who in everybody[:USERS]
    ]
