"""The websocket of a table.

A separate ASGI application, because in FastAPI every message would pass through all its layers.
"""

from __future__ import annotations

import asyncio
import re
from typing import Literal

import orjson
from pydantic import ValidationError
from starlette.types import ASGIApp, Receive, Scope, Send

from quincunx.games import Refused
from quincunx.server.auth import Caller
from quincunx.server.errors import ApiError, rejected, store_unavailable
from quincunx.server.ops import metrics
from quincunx.server.routes.models.validation import validation_error
from quincunx.server.tables.commands import COMMAND, Strict
from quincunx.server.tables.registry import TableRegistry
from quincunx.server.tables.room import Room
from quincunx.server.transport.connection import (
    BAD_SECRET,
    BUSY,
    CROWDED,
    NO_HELLO,
    NO_TABLE,
    NONSENSE,
    OLD_CLIENT,
    CloseReason,
    Connection,
    Updates,
)
from quincunx.server.transport.responses import client_address
from quincunx.server.transport.websocket_protocol import EXTENSION, FastWebSocketProtocol
from quincunx.store import StoreFailure

SUBPROTOCOL = "quincunx.2"
"""The protocol of docs/protocol.md, which clients offer in Sec-WebSocket-Protocol."""

MALFORMED = (400, 401, 422)
"""Statuses of messages that no correct client sends."""
MAX_MALFORMED = 100
"""Such messages after which a connection is closed."""
ADDRESS = re.compile(r"/api/tables/([^/]+)/socket")


class Credentials(Strict):
    secret: str = ""
    watch: str = ""
    updates: Updates | None = None
    """Asks for small updates in place of whole tables."""


class HelloMessage(Strict):
    hello: Credentials


class ResyncMessage(Strict):
    """A client has missed something and asks for the whole table."""

    resync: Literal[True]


def websocket_app(registry: TableRegistry) -> ASGIApp:
    """The websockets of all tables. Requires `FastWebSocketProtocol`."""

    async def socket(scope: Scope, receive: Receive, send: Send) -> None:
        protocol: FastWebSocketProtocol = scope["extensions"][EXTENSION]["protocol"]
        wanted = ADDRESS.fullmatch(scope["path"])
        await receive()  # websocket.connect
        if wanted is None:
            await protocol.end(NO_TABLE)
            return
        if SUBPROTOCOL not in scope["subprotocols"]:
            await send({"type": "websocket.accept"})  # a browser shows no reason for a rejected handshake
            await protocol.end(OLD_CLIENT)
            return
        await send({"type": "websocket.accept", "subprotocol": SUBPROTOCOL})
        try:
            met = await _greet(registry, receive, wanted[1], client_address(scope))
        except StoreFailure:
            return
        if isinstance(met, CloseReason):
            await protocol.end(met)
        elif met:
            room, caller, updates = met
            connection = Connection(caller, updates, protocol.try_send, unread=registry.addresses.unread)
            protocol.on_writable = connection.flush
            await _serve(registry, receive, room, connection)

    return socket


async def _greet(
    registry: TableRegistry, receive: Receive, id: str, address: str
) -> tuple[Room, Caller, Updates | None] | CloseReason | None:
    """What the hello message asks for, or the error in it; None if the client disconnected."""
    try:
        async with asyncio.timeout(registry.config.hello_seconds):
            said = await _receive(receive)
        if said is None:
            return None
        who = HelloMessage.model_validate_json(said).hello
    except (TimeoutError, ValidationError):
        return NO_HELLO
    caller = Caller.with_secret(who.secret, address) if who.secret else Caller(address=address)
    if caller is None:
        return BAD_SECRET
    try:
        room = await registry.visible_room(id, caller, who.watch)
    except ApiError as refusal:
        if refusal.status == 409:
            return CloseReason(4409, refusal.reason)
        return BUSY if refusal.status == 503 else NO_TABLE
    return CROWDED if room.is_full else (room, caller, who.updates)


async def _serve(registry: TableRegistry, receive: Receive, room: Room, connection: Connection) -> None:
    """Sends the table and executes commands until either side closes the connection."""
    room.connect(connection)
    metrics.connected.labels("websocket").inc()
    understood = MAX_MALFORMED
    try:
        while (said := await _receive(receive)) is not None:
            answer, refusal = await _answer(registry, room, connection.caller, said)
            if refusal in MALFORMED and _is_resync(said):
                room.resync(connection)
                continue
            connection.send_answer(answer)
            if refusal in MALFORMED:
                understood -= 1
                if not understood:
                    connection.close(NONSENSE)
    finally:
        room.disconnect(connection)


async def _receive(receive: Receive) -> str | None:
    """The next text message; a binary one counts as empty, which is malformed. None at the end."""
    message = await receive()
    if message["type"] == "websocket.disconnect":
        return None
    return message.get("text") or ""


async def _answer(registry: TableRegistry, room: Room, caller: Caller, text: str) -> tuple[bytes, int]:
    """Executes a command; the answer as JSON, and the status of an error or 0."""
    try:
        command = COMMAND.validate_json(text)
        done = await registry.execute(room, caller, command)
        return orjson.dumps({"done": {"key": command.key, "version": done.version, "next": done.next}}), 0
    except ValidationError as error:
        refusal = validation_error(error.errors(include_input=False, include_url=False))
    except Refused as refused:
        refusal = rejected(refused, 409)
    except StoreFailure:
        refusal = store_unavailable()
    except ApiError as other:
        refusal = other
    metrics.refuse(refusal.status)
    body = {"key": _key(text), **refusal.detail(), "again": refusal.status == 503}
    return orjson.dumps({"refused": body}), refusal.status


def _is_resync(text: str) -> bool:
    try:
        ResyncMessage.model_validate_json(text)
    except ValidationError:
        return False
    return True


def _key(text: str) -> str:
    """The key of a message that is otherwise malformed, so that the client can match the error."""
    try:
        data = orjson.loads(text)
    except orjson.JSONDecodeError:
        return ""
    key = data.get("key") if isinstance(data, dict) else None
    return key if isinstance(key, str) else ""
