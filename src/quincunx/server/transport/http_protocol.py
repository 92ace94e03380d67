"""Uvicorn's HTTP protocol with bounds on connections, requests and the event loop's time.

Uvicorn waits for ever for the end of a request's head, buffers whatever arrives and parses all of it at once. Here a
head must be short and arrive soon, a request is read when the one before it was answered, input is parsed a piece per
turn (see `turns`), and connections beyond a limit are answered with 503 and closed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, ClassVar

from starlette.types import Scope
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.flow_control import HIGH_WATER_LIMIT, FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from quincunx.law.messages import Message
from quincunx.server.errors import ApiError, server_busy
from quincunx.server.transport.responses import error_response, unmapped
from quincunx.server.transport.turns import STATE, AddressLimits, Client
from quincunx.server.transport.websocket_protocol import FastWebSocketProtocol

MAX_HEAD_BYTES = 32 * 1024
"""Longest request line and headers."""

MAX_HEADERS = 200
"""Headers of a request, trailers of a chunked body included."""

MAX_REQUEST_BYTES = 1024 * 1024
"""Longest request on the wire. Bodies are refused long before; this ends those who keep sending."""

HEAD_SECONDS = 10.0
"""Time for a head to arrive."""

REFUSAL_SECONDS = 1.0
"""Time for a connection beyond a limit to ask for something, so that a browser gets its refusal as a page."""

MAX_REFUSALS = 100
"""Connections beyond a limit that may wait for that. Others are refused at once."""

log = logging.getLogger("quincunx.server.http")
log.setLevel(logging.ERROR)  # uvicorn warns of every malformed request: a client could fill the log

HEAD_END = b"\r\n\r\n"
PIECE = 4096
"""Bytes parsed at once. A piece also ends where a head does, so that it rarely contains two requests."""

PIECES_PER_TURN = 8


class ReadingControl(FlowControl):
    """Flow control that first offers received but unparsed input, and reads more when none is left."""

    def __init__(self, transport: asyncio.Transport, read_on: Callable[[], bool]) -> None:
        super().__init__(transport)
        self._read_on = read_on

    def resume_reading(self) -> None:
        if self.read_paused and not self._read_on():
            super().resume_reading()

    def end(self) -> None:
        """Breaks the reference cycle with the protocol; the garbage collector runs rarely in this process."""
        self._read_on = bool


class BoundedHttpProtocol(HttpToolsProtocol):
    flow: ReadingControl
    head_seconds = HEAD_SECONDS
    refusals: ClassVar[set[BoundedHttpProtocol]] = set()
    """Connections of this process that are refused when they ask for something."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.logger = log
        # Beyond its limit uvicorn would answer all requests with plain text, those of established connections too.
        self._max_connections, self.limit_concurrency = self.limit_concurrency, None
        self._limits: AddressLimits = self.app_state.get(STATE) or AddressLimits()
        self._counted: Client | None = None
        """None before the connection is accepted, and when it was handed over to the websocket protocol."""
        self._unread = b""
        """Input that is not parsed yet."""
        self._waiting = False
        """True while the connection waits for its turn to parse."""
        self._running: RequestResponseCycle | None = None
        """The request that is being answered; the next one may have been received."""
        self._request_bytes = 0
        self._header_count = 0
        self._head_bytes = 0
        """Bytes of an unfinished head."""
        self._head_timer: asyncio.TimerHandle | None = None
        self._refusal: ApiError | None = None
        """Why the connection was not accepted."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.flow = ReadingControl(transport, self._read_soon)
        self.client = unmapped(self.client)
        if self._max_connections and len(self.connections) - len(self.refusals) > self._max_connections:
            self._refuse_connection(server_busy())
            return
        try:
            self._counted = Client(self._limits, self.client[0] if self.client else "")
        except ApiError as refusal:
            self._refuse_connection(refusal)
        else:
            self._start_head_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_head_timer()
        self.refusals.discard(self)
        self._unread = b""
        if self._counted:
            self._counted.close()
        if self._running and not self._running.response_complete:  # uvicorn notifies only the last one received
            self._running.disconnected = True
            self._running.message_event.set()
        super().connection_lost(exc)
        self.flow.end()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._counted and not self._counted.hold(self.transport.get_write_buffer_size()):
            self.loop.call_soon(self.transport.abort)

    def resume_writing(self) -> None:
        if self._counted:
            self._counted.release()
        super().resume_writing()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    # Reading

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._refusal:
            self._reject(self._refusal, asked_for(data))
            return
        self._unread += data
        self._read_on()

    def _read_soon(self) -> bool:
        """Parses the rest of the input in the next turn; False if nothing is left."""
        if self._unread:
            self.loop.call_soon(self._read_on)
        return bool(self._unread)

    def _read_on(self) -> None:
        """Parses what was received when it is this connection's turn."""
        if not self._unread or self._waiting or self._counted is None or self.transport.is_closing():
            return
        if not self._is_answering():
            self._waiting = True
            if self._counted.turns.take(self._counted.address, self._parse):
                self._parse()
        if self._unread:
            self.flow.pause_reading()

    def _is_answering(self) -> bool:
        """True while a request that was received completely is not answered."""
        now = self.cycle
        return bool(self.pipeline) or (now is not None and not now.response_complete and not now.more_body)

    def _parse(self) -> None:
        """Uses a turn to parse some of the input."""
        client = self._counted
        assert client
        self._waiting = False
        # The address may change with a head that is parsed here.
        address, began = client.address, client.turns.seconds()
        try:
            self._parse_pieces()
        finally:
            client.turns.end(address, client.turns.seconds() - began)
        if self._unread:
            self._read_on()
        elif self._counted and not (self.cycle and len(self.cycle.body) > HIGH_WATER_LIMIT):
            self.flow.resume_reading()

    def _parse_pieces(self) -> None:
        for _ in range(PIECES_PER_TURN):
            if not self._unread or self.transport.is_closing() or self._is_answering():
                return
            end = self._unread.find(HEAD_END, 0, PIECE)
            size = PIECE if end < 0 else end + len(HEAD_END)
            piece, self._unread = self._unread[:size], self._unread[size:]
            self._request_bytes += len(piece)
            if self._head_timer:
                self._head_bytes += len(piece)
                if self._head_bytes > MAX_HEAD_BYTES:
                    self._reject(ApiError(431, Message("server.head-large", most=MAX_HEAD_BYTES)))
                    return
            super().data_received(piece)
            if self._header_count > MAX_HEADERS:  # in trailers
                self._reject(_too_many_headers())
            elif self._request_bytes > MAX_REQUEST_BYTES:
                self._reject(ApiError(413, Message("server.too-large", most=MAX_REQUEST_BYTES)))

    # The parser's callbacks

    def on_message_begin(self) -> None:
        self._request_bytes = self._header_count = 0
        self._start_head_timer()
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        self._header_count += 1
        if self._header_count <= MAX_HEADERS:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._stop_head_timer()
        if self._header_count > MAX_HEADERS:
            self._reject(_too_many_headers())
            return
        self._note_forwarded()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if not self.transport.is_closing():
            super().on_body(body)

    def on_message_complete(self) -> None:
        if not self.transport.is_closing():
            super().on_message_complete()

    def _note_forwarded(self) -> None:
        """Counts the request for the address that a configured proxy forwards it from."""
        proxies = self.app
        if self._counted and self.client and isinstance(proxies, ProxyHeadersMiddleware):
            host = self.client[0]
            if host in proxies.trusted_hosts:
                forwarded = b", ".join(value for name, value in self.headers if name == b"x-forwarded-for")
                host = proxies.trusted_hosts.get_trusted_client_address(forwarded.decode("latin-1"))[0] or host
            self._counted.forward(host)

    def handle_websocket_upgrade(self) -> None:
        if self.transport.is_closing():
            return
        super().handle_websocket_upgrade()
        client, self._counted = self._counted, None
        rest, self._unread = self._unread, b""
        self.flow.end()
        self.flow.resume_reading()
        protocol = self.transport.get_protocol()
        if client and isinstance(protocol, FastWebSocketProtocol):
            protocol.counted = client
            protocol.data_received(rest)
        elif client:
            client.close()

    # Refusing

    def _start_head_timer(self) -> None:
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(self.head_seconds, self._reject, ApiError(408, "server.head-slow"))

    def _stop_head_timer(self) -> None:
        self._head_bytes = 0
        if self._head_timer:
            self._head_timer.cancel()
            self._head_timer = None

    def _refuse_connection(self, refusal: ApiError) -> None:
        """Refuses what the connection asks for first; at once if many are waiting for that already."""
        if len(self.refusals) >= MAX_REFUSALS:
            self._reject(refusal)
            return
        self._refusal = refusal
        self.refusals.add(self)
        self._head_timer = self.loop.call_later(REFUSAL_SECONDS, self._reject, refusal)

    def _reject(self, refusal: ApiError, scope: Scope | None = None) -> None:
        """Answers without waiting for the rest of a request, and closes the connection."""
        self._stop_head_timer()
        now = self.cycle
        if not (now and now.response_started and (now.more_body or not now.response_complete)):
            response = error_response(refusal, scope, alone=True)
            head = [f"HTTP/1.1 {refusal.status} Refused", "Connection: close"]
            head += [f"{name.decode()}: {value.decode()}" for name, value in response.raw_headers]
            self.transport.write("\r\n".join([*head, "", ""]).encode() + bytes(response.body))
        self.transport.close()


def asked_for(data: bytes) -> Scope | None:
    """What the beginning of a request says that decides between a page and JSON; None if it is not a request."""
    first, *lines = data.partition(HEAD_END)[0].decode("latin-1").split("\r\n")
    words = first.split(" ")
    if len(words) != 3:
        return None
    headers = [(name.strip().lower(), value.strip()) for name, _, value in (line.partition(":") for line in lines)]
    accepted = [(b"accept", value.encode("latin-1")) for name, value in headers if name == "accept"]
    return {"type": "http", "method": words[0], "path": words[1].partition("?")[0], "headers": accepted}


def _too_many_headers() -> ApiError:
    return ApiError(431, Message("server.many-headers", most=MAX_HEADERS))
