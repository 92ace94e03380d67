"""The websocket of a table, for pages."""

from __future__ import annotations

import asyncio

import orjson
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from quincunx.games import Refused
from quincunx.server.deeds import DEED, Strict
from quincunx.server.house import House
from quincunx.server.keys import ANYBODY, Caller
from quincunx.server.refusal import Refusal
from quincunx.server.room import Room
from quincunx.server.validation import explained
from quincunx.server.watcher import BAD_SECRET, CROWDED, NO_HELLO, NO_TABLE, Closing, Watcher
from quincunx.store import StoreFailure


class Who(Strict):
    secret: str = ""
    watch: str = ""


class Hello(Strict):
    hello: Who


def routes(house: House) -> APIRouter:
    router = APIRouter()

    @router.websocket("/api/tables/{id}/socket")
    async def socket(websocket: WebSocket, id: str) -> None:
        await websocket.accept()
        try:
            met = await _meet(house, websocket, id)
            if isinstance(met, Closing):
                await websocket.close(*met)
                return
            room, caller = met
            await _converse(house, websocket, room, Watcher(caller, '{"table":', "}"))
        except (WebSocketDisconnect, StoreFailure):
            return

    return router


async def _meet(house: House, websocket: WebSocket, id: str) -> tuple[Room, Caller] | Closing:
    """Who comes, and to which room; or why not."""
    try:
        async with asyncio.timeout(house.customs.hello):
            who = Hello.model_validate_json(await _hear(websocket)).hello
    except (TimeoutError, ValidationError):
        return NO_HELLO
    caller = Caller.with_secret(who.secret) if who.secret else ANYBODY
    if caller is None:
        return BAD_SECRET
    try:
        room = await house.room(id, caller, who.watch)
    except Refusal:
        return NO_TABLE
    return CROWDED if room.crowded else (room, caller)


async def _converse(house: House, websocket: WebSocket, room: Room, watcher: Watcher) -> None:
    """Sends what the watcher sees, and does what comes, until either side ends it."""
    room.enter(watcher)
    sending = asyncio.create_task(_send(websocket, watcher))
    try:
        while True:
            watcher.answer(await _answer(house, room, watcher.caller, await _hear(websocket)))
    finally:
        room.leave(watcher)
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)


async def _hear(websocket: WebSocket) -> str:
    """The next message; bytes count as an empty one, which nobody understands. WebSocketDisconnect at the end."""
    message = await websocket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    return message.get("text") or ""


async def _send(websocket: WebSocket, watcher: Watcher) -> None:
    while True:
        message = await watcher.next()
        if isinstance(message, Closing):
            await websocket.close(*message)
            return
        await websocket.send_text(message)


async def _answer(house: House, room: Room, caller: Caller, text: str) -> str:
    """Does a deed, and says how that went."""
    try:
        deed = DEED.validate_json(text)
        done = await house.do(room, caller, deed)
        return orjson.dumps({"done": {"key": deed.key, **done._asdict()}}).decode()
    except ValidationError as error:
        refusal = explained(error.errors(include_input=False, include_url=False))
    except Refused as refused:
        refusal = Refusal(409, str(refused))
    except StoreFailure:
        refusal = Refusal(503, "the house cannot write this down now: try again")
    except Refusal as other:
        refusal = other
    return orjson.dumps({"refused": {"key": _key(text), "reason": refusal.reason, "field": refusal.field}}).decode()


def _key(text: str) -> str:
    """The key of a message, that its refusal can be told apart, whatever else is wrong with it."""
    try:
        data = orjson.loads(text)
    except orjson.JSONDecodeError:
        return ""
    key = data.get("key") if isinstance(data, dict) else None
    return key if isinstance(key, str) else ""
