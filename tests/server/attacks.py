"""Attacks on a server from one address, for tests and for bench/attack.py.

python tests/server/attacks.py NAME URL SECONDS

Every attacker sends as fast as the server reads, throws away what comes back, and connects again when it is cut off;
some do not even read what comes back.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import random
import secrets
import sys
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator
from contextlib import suppress
from functools import cache, partial
from itertools import count, cycle, islice
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

import httpx

from quincunx import games
from quincunx.games import CHANCE

TEXT, FIRST, MORE, PING = 0x81, 0x01, 0x00, 0x89

SILENT = 10_600
"""More than a server accepts by default."""

PERSONS = [{"kind": "person", "name": "Eve"}, {"kind": "person", "name": "Eve"}]

HANDSHAKE = b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: quincunx.2\r\nSec-WebSocket-Key: %s\r\n\r\n"

TABLES = 20
"""Tables of the attackers; several of their websockets may be at one."""


class Target(NamedTuple):
    host: str
    port: int

    @property
    def head(self) -> bytes:
        return f"Host: {self.host}:{self.port}\r\n".encode()


Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Attack = Callable[[Target], Coroutine[Any, Any, None]]


def frame(first: int, payload: bytes = b"") -> bytes:
    """A masked frame; the mask is 0."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else bytes([0xFE]) + size.to_bytes(2)
    return bytes([first]) + length + bytes(4) + payload


def text(message: dict[str, Any]) -> bytes:
    return frame(TEXT, json.dumps(message).encode())


# Connections


async def send_on(
    connect: Callable[[], Awaitable[Stream]], payloads: Callable[[], Iterator[bytes]], *, reads: bool = True
) -> None:
    """Sends without end."""
    while True:
        with suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await connect()
            forgetting = asyncio.create_task(forget(reader) if reads else asyncio.Event().wait())
            try:
                for payload in payloads():
                    if forgetting.done():
                        break
                    writer.write(payload)
                    await writer.drain()
                    await asyncio.sleep(0)  # while there is room nothing above lets others run
            finally:
                forgetting.cancel()
                writer.transport.abort()
                writer.close()
        await asyncio.sleep(0.01)


async def forget(reader: asyncio.StreamReader) -> None:
    with suppress(OSError):
        while await reader.read(1 << 16):
            pass


async def plain(target: Target) -> Stream:
    return await asyncio.open_connection(*target)


async def websocket(target: Target, path: str, hello: bytes) -> Stream:
    reader, writer = await plain(target)
    key = base64.b64encode(secrets.token_bytes(16))
    head = b"GET %s HTTP/1.1\r\n%sUpgrade: websocket\r\nConnection: Upgrade\r\n" % (path.encode(), target.head)
    writer.write(head + HANDSHAKE % key)
    try:
        await reader.readuntil(b"\r\n\r\n")
    except BaseException:
        writer.close()
        raise
    writer.write(hello)
    return reader, writer


async def open_tables(
    target: Target, many: int, game: str = "tactix", seats: list[dict[str, str]] = PERSONS
) -> list[tuple[str, str]]:
    """Tables whose seats are all the attacker's, or computers': path of the websocket, and secret."""
    opened = []
    async with httpx.AsyncClient(base_url=f"http://{target.host}:{target.port}", verify=False, timeout=60) as client:
        for _ in range(many):
            secret = secrets.token_urlsafe(24)
            answer = await client.post(
                "/api/tables",
                json={"game": game, "seats": seats},
                headers={"Authorization": f"Bearer {secret}"},
            )
            opened.append((f"/api/tables/{answer.raise_for_status().json()['id']}/socket", secret))
    return opened


# What is sent


def continuations() -> Iterator[bytes]:
    yield frame(FIRST)
    while True:
        yield frame(MORE) * 5000


def pings() -> Iterator[bytes]:
    return cycle([frame(PING, b"there?") * 2000])


def refused() -> Iterator[bytes]:
    return cycle([text({"do": "move", "seat": 99, "move": "a1", "key": "k"}) * 200])


def valid() -> Iterator[bytes]:
    """Moves that are taken back, with a new key each. Several connections of one table get in each other's way."""
    for _ in count():
        turns: list[dict[str, Any]] = [{"do": "move", "move": "a1"}, {"do": "ask", "what": "undo"}] * 25
        yield b"".join(text({**turn, "seat": 1, "key": secrets.token_hex(8)}) for turn in turns)


def chats() -> Iterator[bytes]:
    """Chat with a new key each."""
    for _ in count():
        yield b"".join(
            text({"do": "chat", "seat": 1, "text": "x" * 200, "key": secrets.token_hex(8)}) for _ in range(50)
        )


def heckling() -> Iterator[bytes]:
    """Chat of a spectator."""
    for _ in count():
        yield text({"do": "chat", "name": "Eve", "text": "x" * 200, "key": secrets.token_hex(8)})


def requests(target: Target, path: str, many: int) -> Iterator[bytes]:
    return cycle([b"GET %s HTTP/1.1\r\n%s\r\n" % (path.encode(), target.head) * many])


def trailers(target: Target) -> Iterator[bytes]:
    yield b"POST /api/position/roll HTTP/1.1\r\n%sTransfer-Encoding: chunked\r\n\r\n0\r\n" % target.head
    while True:
        yield b"a:b\r\n" * 5000


@cache
def long_match() -> tuple[str, list[str]]:
    """A position with many pieces, and as many moves from it as there can be."""
    draw = random.Random(1)
    state = first = games.game("xchain:size=12x12").start("0" * 32)
    moves: list[str] = []
    while not state.outcome:
        moves.append(draw.choice(list(state.chances() if state.actor == CHANCE else state.moves())))
        state = state.play(moves[-1])
    return str(first), moves


def long_questions(target: Target) -> Iterator[bytes]:
    position, moves = long_match()
    body = json.dumps({"position": position, "moves": moves}).encode()
    head = b"POST /api/position/moves HTTP/1.1\r\n%sContent-Type: application/json\r\n" % target.head
    return cycle([head + b"Content-Length: %d\r\n\r\n%s" % (len(body), body)])


def previews(target: Target) -> Iterator[bytes]:
    """Pictures of positions, each another one: none is kept."""
    draw = random.Random(secrets.token_hex(8))
    while True:
        rows = "/".join("".join(draw.choice("o.") for _ in range(6)) for _ in range(6))
        position = quote(f"tactix:size=6 {rows} 1").encode()
        yield b"GET /api/previews/position?position=%s HTTP/1.1\r\n%s\r\n" % (position, target.head)


# The attacks


async def on_connections(
    many: int, payloads: Callable[[Target], Iterator[bytes]], target: Target, *, reads: bool = True
) -> None:
    await asyncio.gather(
        *(send_on(partial(plain, target), partial(payloads, target), reads=reads) for _ in range(many))
    )


async def on_websockets(
    many: int, tables: int, payloads: Callable[[], Iterator[bytes]], target: Target, *, reads: bool = True
) -> None:
    opened = await open_tables(target, min(many, tables))
    await at_tables(target, islice(cycle(opened), many), payloads, reads=reads)


async def at_tables(
    target: Target, tables: Iterable[tuple[str, str]], payloads: Callable[[], Iterator[bytes]], *, reads: bool = True
) -> None:
    """A websocket at each of the tables."""
    lines = []
    for path, secret in tables:
        hello = text({"hello": {"secret": secret}})
        lines.append(send_on(partial(websocket, target, path, hello), payloads, reads=reads))
    await asyncio.gather(*lines)


async def crowd(many: int, target: Target) -> None:
    """Spectators, each with a secret of its own, who chat at the tables that others play at."""
    async with httpx.AsyncClient(base_url=f"http://{target.host}:{target.port}", verify=False, timeout=60) as client:
        while not (tables := (await client.get("/api/tables")).raise_for_status().json()["playing"]):
            await asyncio.sleep(0.1)
    paths = islice(cycle(f"/api/tables/{table['id']}/socket" for table in tables), many)
    await at_tables(target, ((path, secrets.token_urlsafe(24)) for path in paths), heckling)


async def silent(target: Target, many: int = SILENT) -> None:
    async def hold() -> None:
        with suppress(OSError):
            reader, writer = await plain(target)
            try:
                await forget(reader)
            finally:
                writer.close()

    await asyncio.gather(*(hold() for _ in range(many)))
    await asyncio.Event().wait()


async def strong_computers(target: Target) -> None:
    """Watches tables of nothing but the strongest level, each with a fresh secret."""
    opened = await open_tables(target, 30, "xchain:size=12x12,seats=4", [{"kind": "computer", "level": "dont-try"}] * 4)
    watching = [await websocket(target, path, text({"hello": {"secret": secret}})) for path, secret in opened]
    await asyncio.gather(*(forget(reader) for reader, _ in watching))


ATTACKS: dict[str, Attack] = {
    **{f"empty continuation frames, {n}": partial(on_websockets, n, TABLES, continuations) for n in (1, 40, 200)},
    **{f"pings, {n}": partial(on_websockets, n, TABLES, pings) for n in (1, 40, 200)},
    **{f"refused actions, {n}": partial(on_websockets, n, TABLES, refused) for n in (1, 40, 200)},
    **{f"valid actions, {n}": partial(on_websockets, n, TABLES, valid) for n in (1, 40, 200)},
    "pipelined requests": partial(on_connections, 1, partial(requests, path="/healthz", many=1000)),
    "endless trailers": partial(on_connections, 1, trailers),
    "pages, 100": partial(on_connections, 100, partial(requests, path="/", many=1)),
    "/api/position/moves, 40": partial(on_connections, 40, long_questions),
    "previews, 40": partial(on_connections, 40, previews),
    "silent connections": silent,
    "chat, 40": partial(on_websockets, 40, TABLES, chats),
    "chat, 40 at one table": partial(on_websockets, 40, 1, chats),
    "chat of 40 spectators at others' tables": partial(crowd, 40),
    "valid actions, 40 that do not read": partial(on_websockets, 40, TABLES, valid, reads=False),
    "pages, 100 that do not read": partial(on_connections, 100, partial(requests, path="/", many=100), reads=False),
    "strong computers, 30 tables": strong_computers,
}
"""By name; a number is of connections."""


async def attack(name: str, url: str, seconds: float) -> None:
    address = urlsplit(url)
    target = Target(address.hostname or "", address.port or 80)
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await ATTACKS[name](target)


if __name__ == "__main__":
    os.nice(15)  # whoever measures beside it on one core must not wait for it
    asyncio.run(attack(sys.argv[1], sys.argv[2], float(sys.argv[3])))
