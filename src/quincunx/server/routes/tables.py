"""Tables: lobby, opening, commands, records, streams."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Body, Path, Query, Request
from fastapi.responses import Response, StreamingResponse

from quincunx.games import Refused
from quincunx.law.messages import Message
from quincunx.record import write
from quincunx.server import auth
from quincunx.server.auth import Caller
from quincunx.server.errors import ApiError, field_errors, server_busy, table_not_found
from quincunx.server.ops import metrics
from quincunx.server.routes.deps import OPEN, OptionalCaller, RequiredCaller, WatchCode, error_responses, text_content
from quincunx.server.routes.models import api
from quincunx.server.routes.models import tables as table_models
from quincunx.server.tables import snapshot
from quincunx.server.tables.commands import Command, Key
from quincunx.server.tables.creation import TableRequest, create_table
from quincunx.server.tables.importing import import_record
from quincunx.server.tables.registry import TableRegistry
from quincunx.server.transport.connection import CloseReason, Connection, Updates
from quincunx.server.transport.responses import json_response
from quincunx.store import Conflict, NewTable, Opening
from quincunx.table import to_record

OpeningKey = Annotated[Key | None, Query(description="Idempotency key, unique among the tables that the caller opens.")]
RECORD = {"requestBody": {"required": True, "content": {"text/plain": {"schema": {"type": "string"}}}}}


def routes(registry: TableRegistry) -> APIRouter:
    router = APIRouter(prefix="/api", tags=["tables"], responses=error_responses())

    async def open_once(caller: Caller, opening: Opening | None, create: Callable[[], Awaitable[NewTable]]) -> Response:
        """Opens a table; if the caller has opened one with the same key, that one is the answer."""
        room = await registry.opened(caller, opening) if opening else None
        if room is None:
            registry.table_limit.take(caller.address)
            try:
                room = await registry.add(replace(await create(), opening=opening), caller)
            except (ApiError, Refused):
                registry.table_limit.give_back(caller.address)
                raise
            except Conflict:  # a concurrent copy of this request was faster
                room = opening and await registry.opened(caller, opening)
        if room is None:
            raise server_busy()
        content = b'{"id":"%s","table":%s}' % (room.id.encode(), room.json_for(caller))
        return Response(content, 201, media_type="application/json")

    @router.get("/tables", response_model=table_models.LobbyView, openapi_extra=OPEN)
    async def lobby(caller: OptionalCaller, views: Annotated[bool, Query()] = True) -> Response:
        """Open tables, games going on, and the caller's tables. Without `views` a position is only its text."""
        return json_response(await registry.lobby.view(caller, views=views))

    @router.post("/tables", status_code=201, response_model=table_models.CreatedTable, responses=error_responses(503))
    async def open_table(table_request: TableRequest, caller: RequiredCaller) -> Response:
        """Opens a table; the match begins when all seats are taken. A repeated key gives the same table."""

        async def create() -> NewTable:
            return create_table(caller, table_request, registry.now())

        key = table_request.key
        opening = Opening(key, auth.body_digest(table_request.model_dump_json())) if key else None
        return await open_once(caller, opening, create)

    @router.post(
        "/records",
        status_code=201,
        response_model=table_models.CreatedTable,
        responses=error_responses(503),
        openapi_extra=RECORD,
    )
    async def open_record(caller: RequiredCaller, request: Request, key: OpeningKey = None) -> Response:
        """Opens a table with the match of a record. A repeated key gives the same table."""
        try:
            written = (await request.body()).decode()
        except UnicodeDecodeError:
            raise ApiError(400, "server.record-utf8") from None

        async def create() -> NewTable:
            # In a thread, one at a time of an address: a long record takes half a second.
            work = partial(import_record, caller, written, registry.now())
            return await registry.addresses.turns.run(caller.address, work)

        return await open_once(caller, Opening(key, auth.body_digest(written)) if key else None, create)

    @router.get(
        "/tables/{id}",
        response_model=table_models.TableSnapshot,
        responses=error_responses(404, 409),
        openapi_extra=OPEN,
    )
    async def table(id: str, caller: OptionalCaller, watch: WatchCode) -> Response:
        """The table as the caller may see it."""
        room = await registry.visible_room(id, caller, watch)
        return Response(room.json_for(caller), media_type="application/json")

    @router.delete("/tables/{id}", status_code=204, responses=error_responses(403, 404, 409, 503))
    async def remove(id: str, caller: RequiredCaller) -> Response:
        """Deletes a table, chat included; only its owner can."""
        await registry.removal.delete_own(id, caller)
        return Response(status_code=204)

    @router.post("/tables/{id}/actions", response_model=api.CommandDone, responses=error_responses(403, 404, 409, 503))
    async def command(id: str, command: Annotated[Command, Body()], caller: RequiredCaller) -> Response:
        """Executes an action. A repeated key returns the first answer."""
        room = await registry.find_for(id, caller)
        if room is None:
            raise table_not_found()
        with field_errors(None, 409):
            done = await registry.execute(room, caller, command)
        return json_response(done._asdict())

    @router.api_route("/tables/{id}/deeds", methods=["GET", "POST"], include_in_schema=False)
    async def old_command(id: str) -> Response:
        """Clients of protocol 1."""
        raise ApiError(410, Message("server.protocol-1", path=f"/api/tables/{id}/actions"))

    @router.get(
        "/tables/{id}/plies/{n}",
        response_model=api.PlyView,
        responses=error_responses(404, 409),
        openapi_extra=OPEN,
    )
    async def ply(
        id: str, n: Annotated[int, Path(ge=0, le=100_000)], caller: OptionalCaller, watch: WatchCode
    ) -> Response:
        """The position after n plies, and the intermediate positions before it."""
        match = (await registry.visible_room(id, caller, watch)).table
        if n > len(match.plies):
            raise ApiError(404, Message("server.ply", n=len(match.plies)), "n")
        state = match.plies[n - 1].after if n else match.setup.first
        return json_response({"view": state.view(), "steps": snapshot.steps(match, n)})

    @router.get(
        "/tables/{id}/record",
        response_class=Response,
        responses={**text_content("text/plain"), **error_responses(404, 409)},
        openapi_extra=OPEN,
    )
    async def record(id: str, caller: OptionalCaller, watch: WatchCode) -> Response:
        """The match as a record. It contains the seeds once the match is over."""
        room = await registry.visible_room(id, caller, watch)
        with field_errors(None, 409):
            return Response(write([to_record(room.table)]), media_type="text/plain")

    @router.get(
        "/tables/{id}/stream",
        response_class=Response,
        responses={**text_content("application/x-ndjson"), **error_responses(404, 409, 503)},
        openapi_extra=OPEN,
    )
    async def stream(
        id: str,
        caller: OptionalCaller,
        watch: WatchCode,
        updates: Annotated[Updates | None, Query(description="Small updates after the first table.")] = None,
    ) -> Response:
        """The table now and after each change, one line of JSON each; empty lines keep the connection alive."""
        room = await registry.visible_room(id, caller, watch)
        if room.is_full:
            raise ApiError(503, "server.table-full")
        lines = _lines(registry, room.id, caller, updates)
        return StreamingResponse(lines, media_type="application/x-ndjson")

    return router


async def _lines(registry: TableRegistry, id: str, caller: Caller, updates: Updates | None) -> AsyncIterator[bytes]:
    room = await registry.find(id)  # again: it may have been evicted before the first line is requested
    if room is None:
        return
    connection = Connection(caller, updates, bare=updates is None, end=b"\n", unread=registry.addresses.unread)
    room.connect(connection)
    metrics.connected.labels("stream").inc()
    message: bytes | CloseReason
    try:
        while True:
            try:
                async with asyncio.timeout(registry.config.keep_alive_seconds):
                    message = await connection.next()
            except TimeoutError:
                message = b"\n"
            if isinstance(message, CloseReason):
                return
            yield message
    finally:
        room.disconnect(connection)
