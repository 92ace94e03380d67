"""Uvicorn's websocket protocol with a fast path for the most common messages: short unfragmented text.

Uvicorn passes every frame through a generator-based parser and every message through a waiting task, and pauses and
resumes reading for each. Here the stream is split into frames first. A short text frame goes directly to the
application, and outgoing messages are written directly. Everything else (handshake, fragments, control frames, long
messages, errors) goes to the library, which always receives frames from their beginning. Frames are handled a few per
turn (see `turns`), and the next message is read when the application has taken the one before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

from quincunx.server.ops import metrics
from quincunx.server.transport.connection import CloseReason
from quincunx.server.transport.responses import unmapped
from quincunx.server.transport.turns import AddressLimits, Client

EXTENSION = "quincunx.websocket"
"""The key of the protocol object in the extensions of an ASGI scope."""

TEXT = 0x81
"""First byte of an unfragmented, uncompressed text frame."""
MASKED = 0x80
SHORT = 126
"""Payload lengths of 126 and 127 announce a 2- or 8-byte extended length."""

FRAMES_PER_TURN = 16
"""Frames handled in one turn of the event loop."""

MAX_FRAGMENTS = 1000
"""Frames of one message; empty ones would not count for its size."""

SEND_SECONDS, BYTE_SECONDS = 30e-6, 4e-9
"""What a sent message and each of its bytes is charged, about as much as it takes: the table is rendered and sent
outside of the task that serves its connection."""


class FastWebSocketProtocol(WebSocketsSansIOProtocol):
    on_writable: Callable[[], None] | None = None
    """Called when the transport is writable again."""
    counted: Client
    """Given by the HTTP protocol when it hands the connection over."""
    _unread = b""
    """Input that is not handled yet."""
    _waiting = False
    """True while the connection waits for its turn to handle it."""
    _library_bytes = 0
    """Bytes still to come of a frame that the library reads."""
    _last_received = 0.0
    """Time of the last message, by the loop's clock."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.counted = Client(AddressLimits())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.client = unmapped(self.client)

    def connection_lost(self, exc: Exception | None) -> None:
        self.counted.close()
        self._unread = b""
        super().connection_lost(exc)

    async def run_asgi(self) -> None:
        self.scope["extensions"][EXTENSION] = {"protocol": self}
        whole = self.app

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await whole(scope, receive, send)
            if self.transport.is_closing() and not self.handshake_complete:
                raise ClientDisconnected  # otherwise uvicorn logs an error in our code: a client could fill the log

        self.app = app
        try:
            await super().run_asgi()
        finally:
            self.app = whole  # break the reference cycle
        # Break reference cycles now; the garbage collector runs rarely in this process.
        del self.scope["extensions"][EXTENSION]
        self.on_writable = None

    # Receiving

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:  # the HTTP request, which was read completely before
            super().data_received(data)
            return
        self._unread += data
        self._read_on()

    def _read_on(self) -> None:
        """Handles input when it is this connection's turn. Reading is paused while something waits."""
        if self._waiting or self.transport.is_closing():
            return
        if self._unread and self._is_ready():
            self._waiting = True
            if self.counted.turns.take(self.counted.address, self._handle):
                self._handle()
            else:
                self._pause(True)
        else:
            self._pause(bool(self._unread))

    def _is_ready(self) -> bool:
        """False while the application has a message to take, or the client does not read what is sent."""
        return (self.close_sent or self.queue.empty()) and self.writable.is_set()

    def _handle(self) -> None:
        """Uses a turn to handle some frames, up to the next message."""
        self._waiting = False
        turns, complete = self.counted.turns, True
        began = turns.seconds()
        try:
            for _ in range(FRAMES_PER_TURN):
                complete = bool(self._unread) and not self.transport.is_closing() and self._handle_frame()
                if not complete or not self._is_ready():
                    break
        finally:
            turns.end(self.counted.address, turns.seconds() - began)
        if not self.transport.is_closing():
            self._pause(complete and bool(self._unread))
            if complete and self._unread and self._is_ready():
                self.loop.call_soon(self._read_on)

    def _handle_frame(self) -> bool:
        """Handles the first frame, or as much of a long one as there is; False if it is not complete."""
        data = self._unread
        if not self._library_bytes:
            if len(data) >= 2 and data[0] == TEXT and MASKED <= data[1] < MASKED + SHORT:
                size = 6 + data[1] - MASKED
                if len(data) < size:
                    return False
                self._unread = data[size:]
                self._receive_text(data[:size])
                return True
            self._library_bytes = frame_size(data[:10])
            if not self._library_bytes:
                return False
        part, self._unread = data[: self._library_bytes], data[self._library_bytes :]
        self._library_bytes -= len(part)
        self._receive_by_library(part)
        return True

    def _receive_text(self, frame: bytes) -> None:
        """Handles a complete frame with a short text message."""
        if self.conn.state is OPEN and not self.frames:  # and not inside a fragmented message
            with suppress(UnicodeDecodeError):  # the library answers it
                text = unmask(frame[6:], frame[2:6]).decode()
                self._last_received = self.loop.time()
                self.queue.put_nowait({"type": "websocket.receive", "text": text})
                return
        self._receive_by_library(frame)

    def _receive_by_library(self, data: bytes) -> None:
        super().data_received(data)
        if len(self.frames) > MAX_FRAGMENTS:
            self.conn.fail(1009, "too many fragments")
            self.handle_parser_exception()

    def _pause(self, paused: bool) -> None:
        """Pauses or resumes reading. Uvicorn too pauses it with each message."""
        if paused and not self.read_paused:
            self.transport.pause_reading()
        elif self.read_paused and not paused:
            self.transport.resume_reading()
        self.read_paused = paused

    async def receive(self) -> Any:
        """The next message for the application. One is handed over per turn of the event loop."""
        message = await self.queue.get()
        if self.read_paused:
            self.loop.call_soon(self._read_on)
        return message

    def send_keepalive_ping(self) -> None:
        """Skips the ping if a message arrived recently: pings were a tenth of all traffic while everybody played."""
        assert self.ping_interval is not None
        quiet = self.loop.time() - self._last_received
        if quiet < self.ping_interval and self.writable.is_set():
            self.ping_timer = self.loop.call_later(self.ping_interval - quiet, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    # Sending

    def try_send(self, message: bytes | CloseReason) -> bool:
        """Sends a message or starts to close; False if it has to wait until `on_writable`. Once closing, messages are
        dropped."""
        if not self.writable.is_set():
            return False
        if isinstance(message, CloseReason):
            task = self.loop.create_task(self.end(message))
            self.tasks.add(task)
            task.add_done_callback(self.on_task_complete)
        elif self.conn.state is OPEN and not self.transport.is_closing():
            self.transport.write(frame_head(len(message)) + message)
            self.counted.turns.charge(self.counted.address, SEND_SECONDS + BYTE_SECONDS * len(message))
        return True

    async def end(self, closing: CloseReason) -> None:
        """Closes the connection, or rejects it if it was not accepted yet."""
        metrics.refuse(closing.code)
        if not self.close_sent:
            with suppress(ClientDisconnected):
                await self.send({"type": "websocket.close", "code": closing.code, "reason": closing.reason})
            self._read_on()  # to the client's answer

    def pause_writing(self) -> None:
        super().pause_writing()
        if not self.counted.hold(self.transport.get_write_buffer_size()):
            self.loop.call_soon(self.transport.abort)

    def resume_writing(self) -> None:
        self.counted.release()
        super().resume_writing()
        self._read_on()
        if self.on_writable:
            self.on_writable()


def frame_size(head: bytes) -> int:
    """Size in bytes of a frame with this head; 0 if the head is incomplete."""
    if len(head) < 2:
        return 0
    length, more = head[1] % MASKED, 0
    if length >= SHORT:
        more = 2 if length == SHORT else 8
        if len(head) < 2 + more:
            return 0
        length = int.from_bytes(head[2 : 2 + more])
    return 2 + more + (4 if head[1] & MASKED else 0) + length


def unmask(payload: bytes, mask: bytes) -> bytes:
    """Unmasks the payload of a short frame."""
    size = len(payload)
    return (int.from_bytes(payload) ^ int.from_bytes((mask * 32)[:size])).to_bytes(size)


def frame_head(length: int) -> bytes:
    """The head of a text frame with a payload of this length."""
    if length < SHORT:
        return bytes((TEXT, length))
    if length < 1 << 16:
        return bytes((TEXT, SHORT, length >> 8, length & 0xFF))
    return bytes((TEXT, SHORT + 1)) + length.to_bytes(8)
