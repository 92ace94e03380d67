"""The websocket of a table, for pages.

An application beside FastAPI's, because every message would have to go through all layers of that.
"""

from __future__ import annotations

import asyncio
import re

import orjson
from pydantic import ValidationError
from starlette.types import ASGIApp, Receive, Scope, Send

from quincunx.games import Refused
from quincunx.server.auth import ANYBODY, Caller
from quincunx.server.errors import Refusal, unwritten
from quincunx.server.ops import metrics
from quincunx.server.tables.commands import DEED, Strict
from quincunx.server.tables.registry import House
from quincunx.server.tables.room import Room
from quincunx.server.transport.connection import (
    BAD_SECRET,
    BUSY,
    CROWDED,
    NO_HELLO,
    NO_TABLE,
    NONSENSE,
    Closing,
    Watcher,
)
from quincunx.server.transport.validation import explained
from quincunx.server.transport.websocket_protocol import EXTENSION, Wire
from quincunx.store import StoreFailure

NONSENSICAL = (400, 401, 422)
"""What no page of ours would send."""
PATIENCE = 100
"""Messages of that kind after which a connection is ended."""
ADDRESS = re.compile(r"/api/tables/([^/]+)/socket")


class Who(Strict):
    secret: str = ""
    watch: str = ""


class Hello(Strict):
    hello: Who


def sockets(house: House) -> ASGIApp:
    """The websockets of all tables. It runs on `Wire`s alone."""

    async def socket(scope: Scope, receive: Receive, send: Send) -> None:
        wire: Wire = scope["extensions"][EXTENSION]["wire"]
        wanted = ADDRESS.fullmatch(scope["path"])
        await receive()  # that somebody wants to connect
        if wanted is None:
            await wire.end(NO_TABLE)
            return
        await send({"type": "websocket.accept"})
        try:
            met = await _meet(house, receive, wanted[1])
        except StoreFailure:
            return
        if isinstance(met, Closing):
            await wire.end(met)
        elif met:
            room, caller = met
            watcher = Watcher(caller, b'{"table":', b"}", wire.say)
            wire.resumed = watcher.go_on
            await _converse(house, receive, room, watcher)

    return socket


async def _meet(house: House, receive: Receive, id: str) -> tuple[Room, Caller] | Closing | None:
    """Who comes, and to which room; or why not; None if they went away."""
    try:
        async with asyncio.timeout(house.customs.hello):
            said = await _hear(receive)
        if said is None:
            return None
        who = Hello.model_validate_json(said).hello
    except (TimeoutError, ValidationError):
        return NO_HELLO
    caller = Caller.with_secret(who.secret) if who.secret else ANYBODY
    if caller is None:
        return BAD_SECRET
    try:
        room = await house.room(id, caller, who.watch)
    except Refusal as refusal:
        return BUSY if refusal.status == 503 else NO_TABLE
    return CROWDED if room.crowded else (room, caller)


async def _converse(house: House, receive: Receive, room: Room, watcher: Watcher) -> None:
    """Shows the table, and does what comes, until either side ends it."""
    room.enter(watcher)
    metrics.connected.add("websocket")
    understood = PATIENCE
    try:
        while (said := await _hear(receive)) is not None:
            answer, refusal = await _answer(house, room, watcher.caller, said)
            watcher.answer(answer)
            if refusal in NONSENSICAL:
                understood -= 1
                if not understood:
                    watcher.close(NONSENSE)
    finally:
        room.leave(watcher)


async def _hear(receive: Receive) -> str | None:
    """The next message; bytes count as an empty one, which nobody understands. None at the end."""
    message = await receive()
    if message["type"] == "websocket.disconnect":
        return None
    return message.get("text") or ""


async def _answer(house: House, room: Room, caller: Caller, text: str) -> tuple[bytes, int]:
    """Does a deed, and says how that went; with the status of a refusal, or 0."""
    try:
        deed = DEED.validate_json(text)
        done = await house.do(room, caller, deed)
        return orjson.dumps({"done": {"key": deed.key, **done._asdict()}}), 0
    except ValidationError as error:
        refusal = explained(error.errors(include_input=False, include_url=False))
    except Refused as refused:
        refusal = Refusal(409, str(refused))
    except StoreFailure:
        refusal = unwritten()
    except Refusal as other:
        refusal = other
    metrics.refuse(refusal.status)
    told = {"key": _key(text), "reason": refusal.reason, "field": refusal.field, "again": refusal.status == 503}
    return orjson.dumps({"refused": told}), refusal.status


def _key(text: str) -> str:
    """The key of a message, that its refusal can be told apart, whatever else is wrong with it."""
    try:
        data = orjson.loads(text)
    except orjson.JSONDecodeError:
        return ""
    key = data.get("key") if isinstance(data, dict) else None
    return key if isinstance(key, str) else ""
