"""Websockets frame by frame: what is usual and takes the short way, and what no library would send."""

from __future__ import annotations

import asyncio
import base64
import gc
import json
import random
import secrets
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import httpx
import pytest
import uvicorn
from live_server import PATIENCE, Json, Player, invited, wait_for
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from quincunx.server.transport import connection
from quincunx.server.transport.websocket_protocol import FRAMES_PER_TURN, MAX_FRAGMENTS, FastWebSocketProtocol

WHOLE_TEXT, FIRST_TEXT, MORE, LAST = 0x81, 0x01, 0x00, 0x80
CLOSE, PING, PONG = 0x88, 0x89, 0x8A


def frame(first: int, payload: bytes, *, masked: bool = True, longer: bool = False) -> bytes:
    """A frame; a `longer` one has its length in two bytes though one would do."""
    bit, size = 0x80 if masked else 0, len(payload)
    head = bytes([first, bit | size]) if size < 126 and not longer else struct.pack(">BBH", first, bit | 126, size)
    mask = secrets.token_bytes(4) if masked else b""
    return head + mask + bytes(byte ^ mask[n % 4] if masked else byte for n, byte in enumerate(payload))


class Line:
    """A connection of which every byte is seen."""

    def __init__(self, line: socket.socket) -> None:
        self.send = line.sendall
        self._file = line.makefile("rb")

    def hear(self) -> tuple[int, bytes] | None:
        """The next frame: its first byte and what is in it. None at the end."""
        head = self._file.read(2)
        if not head:
            return None
        size = head[1]
        if size >= 126:
            size = int.from_bytes(self._file.read(2 if size == 126 else 8))
        return head[0], self._file.read(size)

    def message(self) -> Json:
        """The next message, whatever pings come before it."""
        while heard := self.hear():
            if heard[0] == WHOLE_TEXT:
                return cast(Json, json.loads(heard[1]))
        raise AssertionError("the server has hung up")

    def done(self) -> str:
        """The key of the next action that is answered."""
        while "done" not in (message := self.message()):
            assert "refused" not in message
        return cast(str, message["done"]["key"])

    def closed(self) -> int:
        """Reads to the end; the code with which the server closes."""
        code = 0
        while heard := self.hear():
            if heard[0] == CLOSE:
                code = int.from_bytes(heard[1][:2])
        return code


@contextmanager
def raw(player: Player, place: str, **options: int) -> Iterator[Line]:
    """A websocket after its handshake and hello."""
    address = httpx.URL(player.url)
    with socket.socket() as line:
        line.settimeout(PATIENCE)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if "buffer" in options:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, options["buffer"])
        line.connect((address.host, address.port or 80))
        line.sendall(request(f"/api/tables/{place}/socket", address.netloc.decode()))
        reply = b""
        while b"\r\n\r\n" not in reply:
            reply += line.recv(1)
        assert reply.startswith(b"HTTP/1.1 101")
        line.sendall(frame(WHOLE_TEXT, json.dumps({"hello": {"secret": player.secret}}).encode()))
        yield Line(line)


def request(path: str, host: str) -> bytes:
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    head = [f"GET {path} HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade"]
    head += ["Sec-WebSocket-Protocol: quincunx.2"]
    return "\r\n".join([*head, "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}", "", ""]).encode()


def chat(key: str, text: str = "x") -> bytes:
    return json.dumps({"do": "chat", "seat": 2, "text": text, "key": key}).encode()


BAD_FRAMES = {
    "not masked": (1002, frame(WHOLE_TEXT, b"{}", masked=False)),
    "unknown opcode": (1002, frame(0x83, b"{}")),
    "reserved bits": (1002, frame(0xF1, b"{}")),
    "packed, though nobody agreed on that": (1002, frame(0xC1, b"{}")),
    "no UTF-8": (1007, frame(WHOLE_TEXT, b"\xff\xfe")),
    "long ping": (1002, frame(PING, b"x" * 126)),
    "fragmented ping": (1002, frame(0x09, b"x")),
    "continues nothing": (1002, frame(LAST, b"x")),
    "a message within another": (1002, frame(FIRST_TEXT, b"{") + frame(WHOLE_TEXT, b"{}")),
    "too large, told so": (1009, struct.pack(">BBQ", WHOLE_TEXT, 0xFF, 1 << 40)),
    "too large, in parts": (1009, frame(FIRST_TEXT, b"x" * 60_000) + frame(MORE, b"x" * 60_000)[:4]),
    "close with one byte": (1002, frame(CLOSE, b"x")),
}


@pytest.mark.parametrize(("code", "bad"), BAD_FRAMES.values(), ids=BAD_FRAMES)
def test_a_bad_frame_ends_its_connection_and_nothing_else(ada: Player, bob: Player, code: int, bad: bytes) -> None:
    place = invited(ada, bob, "tactix")
    with ada.at(place) as quiet, raw(bob, place) as line:
        line.send(frame(WHOLE_TEXT, chat("before")) + bad)
        assert line.closed() == code
        quiet.send({"do": "move", "seat": 1, "move": "a1", "key": "k"})
        assert "done" in quiet.answer("k")


def test_a_message_may_come_byte_by_byte_and_in_any_frames(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "tactix")
    with raw(bob, place) as line:
        for byte in frame(WHOLE_TEXT, chat("slow")):
            line.send(bytes([byte]))
        assert line.done() == "slow"
        long = frame(WHOLE_TEXT, chat("long", "x" * 200))
        for at in range(0, len(long), 7):
            line.send(long[at : at + 7])
        assert line.done() == "long"
        line.send(frame(WHOLE_TEXT, chat("wordy"), longer=True))
        assert line.done() == "wordy"
        whole = chat("parts", "é" * 20)
        line.send(frame(FIRST_TEXT, whole[:9]) + frame(PING, b"still here?") + frame(MORE, whole[9:20]))
        while (heard := line.hear()) != (PONG, b"still here?"):
            assert heard
        line.send(frame(LAST, whole[20:]))
        assert line.done() == "parts"


def test_many_messages_at_once_are_heard_in_order(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "tactix")
    wanted = [str(n) for n in range(40)]
    said = [frame(WHOLE_TEXT, chat(key, "x" * (300 if key.endswith("7") else 1))) for key in wanted]
    with raw(bob, place) as line:
        line.send(b"".join(said))
        assert [line.done() for _ in wanted] == wanted
        line.send(frame(WHOLE_TEXT, chat("after")))
        assert line.done() == "after"
    assert len(bob.table(place)["chat"]) == len(wanted) + 1


def test_a_close_is_answered_and_ends_the_connection(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "tactix")
    with raw(bob, place) as line:
        line.send(frame(WHOLE_TEXT, chat("last")) + frame(CLOSE, struct.pack(">H", 1001)))
        assert line.closed() == 1001
    wait_for(lambda: len(bob.table(place)["chat"]) == 1)  # what was said before is done


def test_who_reads_late_misses_nothing_as_long_as_not_too_much_waits(
    ada: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "MAX_BYTES", 2**30)  # the system alone keeps more than that for a reader
    place = invited(ada, bob, "tactix")
    for n in range(200):
        ada.do("chat", place, seat=1, text=f"{n} {'x' * 490}")
    with raw(bob, place, buffer=4096) as line:
        line.message()
        for n in range(80):  # far more than the system keeps for a reader
            ada.do("chat", place, seat=1, text=f"more {n} {'x' * 490}")
        seen = [line.message()["table"]["chat"][-1]["text"].split(" x")[0] for _ in range(80)]
    assert seen == [f"more {n}" for n in range(80)]


def test_a_connection_that_is_over_is_forgotten_at_once(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "tactix")
    gc.collect()
    gc.disable()  # which the server nearly does: cycles would stay for hours
    try:
        for _ in range(3):
            with ada.at(place) as page:
                page.table()
        wait_for(lambda: not any(issubclass(type(thing), FastWebSocketProtocol) for thing in gc.get_objects()))
    finally:
        gc.enable()


# The short way and the library's come to the same


class Ear:
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        self.written, self.closed, self.paused = b"", False, False

    def write(self, data: bytes) -> None:
        self.written += data

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def get_write_buffer_size(self) -> int:
        return 0

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False

    def get_extra_info(self, _name: str) -> None: ...


Kind = type[WebSocketsSansIOProtocol]


async def connected(kind: Kind, app: Any, hello: bytes) -> tuple[WebSocketsSansIOProtocol, Ear]:
    """A connection of that kind once the application has accepted it, with nobody at the other end."""
    config = uvicorn.Config(
        app, ws=kind, ws_max_size=1000, ws_per_message_deflate=False, ws_ping_interval=10, log_config=None
    )
    config.load()
    protocol, ear = kind(config, ServerState(), {}, asyncio.get_running_loop()), Ear()
    protocol.connection_made(cast(asyncio.Transport, ear))
    protocol.data_received(hello)
    while not protocol.handshake_complete:
        await asyncio.sleep(0)
    ear.written = b""
    return protocol, ear


async def reply(kind: Kind, hello: bytes, segments: list[bytes]) -> tuple[list[Any], bytes]:
    """The events that an application gets, and the bytes that are sent back."""
    heard: list[Any] = []

    async def listen(_scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            heard.append(message)
        heard.append(message["code"])

    protocol, ear = await connected(kind, listen, hello)
    for segment in segments:
        if not ear.closed:
            protocol.data_received(segment)
        while ear.paused and not ear.closed:
            await asyncio.sleep(0)
    protocol.connection_lost(ConnectionResetError())
    await asyncio.gather(*protocol.tasks)
    return heard, ear.written


def some_frames(draw: random.Random) -> list[bytes]:
    """A few frames, most of them good."""
    usual = [WHOLE_TEXT] * 8 + [0x82, PING, PONG, FIRST_TEXT, FIRST_TEXT, MORE, LAST, LAST]
    sizes = [0, 1, 2, 30, 124, 125, 126, 127, 500]
    return [
        frame(
            draw.choice(usual) if draw.random() < 0.97 else draw.randrange(256),
            draw.choice([b"x", "é".encode() * 2]) * draw.choice(sizes),
            masked=draw.random() < 0.99,
            longer=draw.random() < 0.05,
        )
        for _ in range(draw.randrange(1, 12))
    ]


def test_whatever_comes_in_whatever_pieces_is_heard_as_the_library_hears_frame_by_frame() -> None:
    async def compare() -> set[int]:
        codes = set()
        for seed in range(400):
            draw = random.Random(seed)
            frames = some_frames(draw)
            stream = b"".join(frames)
            cuts = sorted(draw.randrange(len(stream) + 1) for _ in range(draw.choice([0, 1, 3, 40])))
            segments = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
            hello = request("/", "here")
            heard = await reply(FastWebSocketProtocol, hello, segments)
            assert heard == await reply(WebSocketsSansIOProtocol, hello, frames), f"seed {seed}"
            codes.add(heard[0][-1])
        return codes

    assert asyncio.run(compare()) >= {1002, 1005, 1009}


# Floods


async def forever(_scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


async def until_read(ear: Ear) -> int:
    """How many turns of the event loop it takes to handle what has come."""
    turns = 0
    while ear.paused:
        await asyncio.sleep(0)
        turns += 1
    return turns


@pytest.mark.parametrize("flood", [PING, PONG, MORE], ids=["pings", "pongs", "empty fragments"])
def test_of_many_frames_a_few_are_handled_per_turn(flood: int) -> None:
    async def send() -> int:
        protocol, ear = await connected(FastWebSocketProtocol, forever, request("/", "here"))
        protocol.data_received(frame(FIRST_TEXT, b""))
        protocol.data_received(frame(flood, b"") * 40 * FRAMES_PER_TURN)
        assert ear.paused
        turns = await until_read(ear)
        assert not ear.closed
        protocol.connection_lost(None)
        await asyncio.gather(*protocol.tasks)
        return turns

    assert asyncio.run(send()) >= 39


def test_a_message_of_too_many_fragments_ends_the_connection(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "tactix")
    with raw(bob, place) as line:
        line.send(frame(FIRST_TEXT, b"") + frame(MORE, b"") * (MAX_FRAGMENTS + 1))
        assert line.closed() == 1009


def test_the_application_gets_one_message_per_turn_and_nothing_more_is_read() -> None:
    async def send() -> None:
        heard: list[str] = []

        async def busy(_scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            while (message := await receive())["type"] == "websocket.receive":
                heard.append(message["text"])

        protocol, ear = await connected(FastWebSocketProtocol, busy, request("/", "here"))
        protocol.data_received(frame(WHOLE_TEXT, b"x") * 50)
        for n in range(1, 50):
            while len(heard) < n:
                assert ear.paused
                await asyncio.sleep(0)
            assert len(heard) == n
        await until_read(ear)
        protocol.connection_lost(None)
        await asyncio.gather(*protocol.tasks)

    asyncio.run(send())


def test_whoever_does_not_read_the_answers_is_not_read_either() -> None:
    async def send() -> None:
        protocol, ear = await connected(FastWebSocketProtocol, forever, request("/", "here"))
        protocol.pause_writing()
        protocol.data_received(frame(PING, b"x") * 1000)
        for _ in range(100):
            await asyncio.sleep(0)
        assert (ear.paused, ear.written) == (True, b"")
        protocol.resume_writing()
        await until_read(ear)
        assert ear.written.count(bytes([PONG, 1]) + b"x") == 1000
        protocol.connection_lost(None)
        await asyncio.gather(*protocol.tasks)

    asyncio.run(send())


def test_who_spoke_within_ten_seconds_is_not_asked_whether_they_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    async def listen(_scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass

    async def pings(speaks: bool, after: float, *, reads: bool = True) -> bool:
        """Whether one is sent so many seconds after somebody did or did not speak, when it would be time for it."""
        protocol, ear = await connected(FastWebSocketProtocol, listen, request("/", "here"))
        now = protocol.loop.time() + 100
        with monkeypatch.context() as patched:
            patched.setattr(protocol.loop, "time", lambda: now)
            if speaks:
                protocol.data_received(frame(WHOLE_TEXT, b"{}"))
            if not reads:
                protocol.pause_writing()
            patched.setattr(protocol.loop, "time", lambda: now + after)
            protocol.send_keepalive_ping()
        assert protocol.ping_timer or protocol.pong_timer
        protocol.connection_lost(ConnectionResetError())
        await asyncio.gather(*protocol.tasks)
        return ear.written[:1] == bytes([PING])

    async def all_cases() -> list[bool]:
        return [await pings(True, 9), await pings(True, 11), await pings(False, 9), await pings(True, 9, reads=False)]

    assert asyncio.run(all_cases()) == [False, True, True, True]
