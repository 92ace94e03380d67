"""The wire: uvicorn's websocket, with a short way for what comes and goes most, whole text messages.

Uvicorn hands every frame through the steps of a parser and every message through a task that waits for it, and stops
and goes on reading for each. Here the stream is cut into frames first. A whole and short text message goes to the
application at once, and what is sent is written at once; everything else (the handshake, fragments, control frames,
long messages, whatever is wrong) is the library's, and it always gets whole frames from their beginning.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

from quincunx.server.ops import metrics
from quincunx.server.transport.connection import CloseReason

EXTENSION = "quincunx.wire"
"""Under this name an application finds the wire among the extensions of its scope."""

TEXT = 0x81
"""How a text message begins that is whole and not packed."""
MASKED = 0x80
SHORT = 126
"""From here on a frame has its length in further bytes: in two, or with one more than this in eight."""

MAX_RECEIVED = 8
"""Messages that may wait for the application before no more are read."""


class FastWebSocketProtocol(WebSocketsSansIOProtocol):
    on_writable: Callable[[], None] | None = None
    """Called when something can be said again."""
    _partial = b""
    """The beginning of a frame whose head, or whose few bytes, have not all come."""
    _library_bytes = 0
    """How many bytes of a frame that the library reads are still to come."""
    _last_received = 0.0
    """When a message came last, by the loop's clock."""

    async def run_asgi(self) -> None:
        self.scope["extensions"][EXTENSION] = {"wire": self}
        await super().run_asgi()
        # Nothing that is over is to hold itself: Python looks for that seldom here.
        del self.scope["extensions"][EXTENSION]
        self.on_writable = None

    # Hearing

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:  # it is the request, which the door has read whole
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
        """A whole frame of a short text message."""
        if self.conn.state is OPEN and not self.frames:  # and not in the midst of a fragmented message
            with suppress(UnicodeDecodeError):  # which the library knows how to answer
                text = unmask(frame[6:], frame[2:6]).decode()
                self._last_received = self.loop.time()
                self.queue.put_nowait({"type": "websocket.receive", "text": text})
                if self.queue.qsize() >= MAX_RECEIVED and not self.read_paused:
                    self.read_paused = True  # uvicorn goes on reading once all are heard
                    self.transport.pause_reading()
                return
        super().data_received(frame)

    def send_keepalive_ping(self) -> None:
        """Asks whether somebody is there. Who spoke just now is: while all play, that would be a tenth of all sent."""
        assert self.ping_interval is not None
        quiet = self.loop.time() - self._last_received
        if quiet < self.ping_interval and self.writable.is_set():
            self.ping_timer = self.loop.call_later(self.ping_interval - quiet, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    # Saying

    def try_send(self, message: bytes | CloseReason) -> bool:
        """Sends it, or begins to close; False if it has to wait until `resumed`. Nobody hears what comes too late."""
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
        """Closes the connection, or refuses it if it was not accepted yet."""
        metrics.refuse(closing.code)
        if not self.close_sent:
            with suppress(ClientDisconnected):
                await self.send({"type": "websocket.close", "code": closing.code, "reason": closing.reason})

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.on_writable:
            self.on_writable()


def frame_size(head: bytes) -> int:
    """How many bytes a frame has that begins so; 0 if too little of it has come to know."""
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
    """What a short frame says."""
    size = len(payload)
    return (int.from_bytes(payload) ^ int.from_bytes((mask * 32)[:size])).to_bytes(size)


def frame_head(length: int) -> bytes:
    """What stands before a text message of so many bytes."""
    if length < SHORT:
        return bytes((TEXT, length))
    if length < 1 << 16:
        return bytes((TEXT, SHORT, length >> 8, length & 0xFF))
    return bytes((TEXT, SHORT + 1)) + length.to_bytes(8)
