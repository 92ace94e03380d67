"""Uvicorn's websocket protocol with a fast path for the most common messages: short unfragmented text.

Uvicorn passes every frame through a generator-based parser and every message through a waiting task, and pauses and
resumes reading for each. Here the stream is split into frames first. A short text frame goes directly to the
application, and outgoing messages are written directly. Everything else (handshake, fragments, control frames, long
messages, errors) goes to the library, which always receives frames from their beginning.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

from quincunx.server.ops import metrics
from quincunx.server.transport.connection import CloseReason

EXTENSION = "quincunx.websocket"
"""The key of the protocol object in the extensions of an ASGI scope."""

TEXT = 0x81
"""First byte of an unfragmented, uncompressed text frame."""
MASKED = 0x80
SHORT = 126
"""Payload lengths of 126 and 127 announce a 2- or 8-byte extended length."""

MAX_RECEIVED = 8
"""Messages queued for the application before reading is paused."""


class FastWebSocketProtocol(WebSocketsSansIOProtocol):
    on_writable: Callable[[], None] | None = None
    """Called when the transport is writable again."""
    _partial = b""
    """The beginning of an incomplete frame."""
    _library_bytes = 0
    """Bytes still to come of a frame that the library reads."""
    _last_received = 0.0
    """Time of the last message, by the loop's clock."""

    async def run_asgi(self) -> None:
        self.scope["extensions"][EXTENSION] = {"protocol": self}
        await super().run_asgi()
        # Break reference cycles now; the garbage collector runs rarely in this process.
        del self.scope["extensions"][EXTENSION]
        self.on_writable = None

    # Receiving

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:  # the HTTP request, which was read completely before
            super().data_received(data)
            return
        if self._partial:
            data, self._partial = self._partial + data, b""
        at, end = 0, len(data)
        while at < end and not self.transport.is_closing():
            if not self._library_bytes:
                if end - at >= 2 and data[at] == TEXT and MASKED <= data[at + 1] < MASKED + SHORT:
                    after = at + 6 + data[at + 1] - MASKED
                    if after > end:
                        break
                    self._receive_text(data[at:after])
                    at = after
                    continue
                self._library_bytes = frame_size(data[at : at + 10])
                if not self._library_bytes:
                    break
            after = min(end, at + self._library_bytes)
            self._library_bytes -= after - at
            super().data_received(data[at:after])
            at = after
        self._partial = data[at:]

    def _receive_text(self, frame: bytes) -> None:
        """Handles a complete frame with a short text message."""
        if self.conn.state is OPEN and not self.frames:  # and not inside a fragmented message
            with suppress(UnicodeDecodeError):  # the library answers it
                text = unmask(frame[6:], frame[2:6]).decode()
                self._last_received = self.loop.time()
                self.queue.put_nowait({"type": "websocket.receive", "text": text})
                if self.queue.qsize() >= MAX_RECEIVED and not self.read_paused:
                    self.read_paused = True  # uvicorn resumes reading when the queue is empty
                    self.transport.pause_reading()
                return
        super().data_received(frame)

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
        """Sends a message or starts to close; False if it has to wait until `on_writable`. Too late, it is dropped."""
        if not self.writable.is_set():
            return False
        if isinstance(message, CloseReason):
            task = self.loop.create_task(self.end(message))
            self.tasks.add(task)
            task.add_done_callback(self.on_task_complete)
        elif self.conn.state is OPEN and not self.transport.is_closing():
            self.transport.write(frame_head(len(message)) + message)
        return True

    async def end(self, closing: CloseReason) -> None:
        """Closes the connection, or rejects it if it was not accepted yet."""
        metrics.refuse(closing.code)
        if not self.close_sent:
            with suppress(ClientDisconnected):
                await self.send({"type": "websocket.close", "code": closing.code, "reason": closing.reason})

    def resume_writing(self) -> None:
        super().resume_writing()
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
