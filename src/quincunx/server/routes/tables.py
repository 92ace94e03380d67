"""Routes about tables."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Body, Path, Request
from fastapi.responses import Response, StreamingResponse

from quincunx.record import write
from quincunx.server.auth import Caller
from quincunx.server.errors import Refusal, blaming, no_table
from quincunx.server.ops import metrics
from quincunx.server.routes import schemas
from quincunx.server.routes.deps import OPEN, Anybody, Player, Watch, address, answer, errors, text
from quincunx.server.tables import snapshot
from quincunx.server.tables.commands import Deed
from quincunx.server.tables.creation import Opening, opened
from quincunx.server.tables.importing import imported
from quincunx.server.tables.registry import House
from quincunx.server.transport.connection import CROWDED, Closing, Watcher
from quincunx.store import New
from quincunx.table import to_record

RECORD = {"requestBody": {"required": True, "content": {"text/plain": {"schema": {"type": "string"}}}}}


def routes(house: House) -> APIRouter:
    router = APIRouter(prefix="/api", tags=["tables"], responses=errors())

    async def add(new: New, caller: Caller) -> Response:
        room = await house.add(new, caller)
        content = b'{"id":"%s","table":%s}' % (room.id.encode(), room.seen_by(caller))
        return Response(content, 201, media_type="application/json")

    @router.get("/tables", response_model=schemas.Lobby, openapi_extra=OPEN)
    async def lobby(caller: Anybody) -> Response:
        """Open tables, games going on, and the caller's tables."""
        return answer(await house.lobby(caller))

    @router.post("/tables", status_code=201, response_model=schemas.Opened, responses=errors(503))
    async def open_table(opening: Opening, caller: Player, request: Request) -> Response:
        """Opens a table; the match begins when all seats are taken."""
        house.openings.take(address(request))
        return await add(opened(caller, opening, house.now()), caller)

    @router.post(
        "/records", status_code=201, response_model=schemas.Opened, responses=errors(503), openapi_extra=RECORD
    )
    async def open_record(caller: Player, request: Request) -> Response:
        """Opens a table with the match of a record."""
        house.openings.take(address(request))
        try:
            written = (await request.body()).decode()
        except UnicodeDecodeError:
            raise Refusal(400, "a record is UTF-8 text") from None
        # A long one takes half a second: others go on meanwhile.
        return await add(await asyncio.to_thread(imported, caller, written, house.now()), caller)

    @router.get("/tables/{id}", response_model=schemas.TableView, responses=errors(404), openapi_extra=OPEN)
    async def table(id: str, caller: Anybody, watch: Watch = "") -> Response:
        """The table as the caller may see it."""
        room = await house.room(id, caller, watch)
        return Response(room.seen_by(caller), media_type="application/json")

    @router.delete("/tables/{id}", status_code=204, responses=errors(403, 404, 503))
    async def remove(id: str, caller: Player) -> Response:
        """Deletes a table, chat included; only its owner can."""
        await house.remove(await house.room(id, caller), caller)
        return Response(status_code=204)

    @router.post("/tables/{id}/deeds", response_model=schemas.DoneDeed, responses=errors(403, 404, 409, 503))
    async def deed(id: str, deed: Annotated[Deed, Body()], caller: Player) -> Response:
        """Does something at a table. The same key again does nothing more and is answered alike."""
        room = await house.find(id)
        if room is None:
            raise no_table()
        with blaming(None, 409):
            done = await house.do(room, caller, deed)
        return answer(done._asdict())

    @router.get("/tables/{id}/plies/{n}", response_model=schemas.PlyView, responses=errors(404), openapi_extra=OPEN)
    async def ply(id: str, n: Annotated[int, Path(ge=0, le=100_000)], caller: Anybody, watch: Watch = "") -> Response:
        """The position after so many plies, and the pictures on the way to it."""
        match = (await house.room(id, caller, watch)).table
        if n > len(match.plies):
            raise Refusal(404, f"the match has {len(match.plies)} plies so far", "n")
        state = match.plies[n - 1].after if n else match.setup.first
        return answer({"view": state.view(), "steps": snapshot.steps(match, n)})

    @router.get(
        "/tables/{id}/record",
        response_class=Response,
        responses={**text("text/plain"), **errors(404, 409)},
        openapi_extra=OPEN,
    )
    async def record(id: str, caller: Anybody, watch: Watch = "") -> Response:
        """The match as a record. The seeds are in it once it is over."""
        room = await house.room(id, caller, watch)
        with blaming(None, 409):
            return Response(write([to_record(room.table)]), media_type="text/plain")

    @router.get(
        "/tables/{id}/stream",
        response_class=Response,
        responses={**text("application/x-ndjson"), **errors(404, 503)},
        openapi_extra=OPEN,
    )
    async def stream(id: str, caller: Anybody, watch: Watch = "") -> Response:
        """The table at once and after each change, a line of JSON each; empty lines between say that all is well."""
        room = await house.room(id, caller, watch)
        if room.crowded:
            raise Refusal(503, CROWDED.reason)
        lines = _lines(house, room.id, caller)
        return StreamingResponse(lines, media_type="application/x-ndjson")

    return router


async def _lines(house: House, id: str, caller: Caller) -> AsyncIterator[bytes]:
    room = await house.find(id)  # again: until somebody asks for the first line nobody holds it
    if room is None:
        return
    watcher = Watcher(caller, after=b"\n")
    room.enter(watcher)
    metrics.connected.add("stream")
    message: bytes | Closing
    try:
        while True:
            try:
                async with asyncio.timeout(house.customs.keep_alive):
                    message = await watcher.next()
            except TimeoutError:
                message = b"\n"
            if isinstance(message, Closing):
                return
            yield message
    finally:
        room.leave(watcher)
