"""Uvicorn's HTTP protocol with bounds on connections and on request heads.

Uvicorn waits for ever for the end of a request's head and buffers whatever arrives. Here a head must be short and
arrive soon, and connections beyond the limit are answered with 503 and closed.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from quincunx.law.messages import Message
from quincunx.server.errors import ApiError, server_busy
from quincunx.server.transport.responses import error_response

MAX_HEAD_BYTES = 32 * 1024
"""Longest request line and headers."""

HEAD_SECONDS = 10.0
"""Time for a head to arrive."""


class BoundedHttpProtocol(HttpToolsProtocol):
    head_seconds = HEAD_SECONDS

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        # Beyond its limit uvicorn would answer all requests with plain text, those of established connections too.
        self._max_connections, self.limit_concurrency = self.limit_concurrency, None
        self._head_bytes = 0
        """Bytes of an unfinished head."""
        self._head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._max_connections and len(self.connections) > self._max_connections:
            self._reject(server_busy())
        else:
            self._start_head_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_head_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self._head_timer:
            self._head_bytes += len(data)
            if self._head_bytes > MAX_HEAD_BYTES:
                self._reject(ApiError(431, Message("server.head-large", most=MAX_HEAD_BYTES)))

    def on_message_begin(self) -> None:
        self._start_head_timer()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._stop_head_timer()
        super().on_headers_complete()

    def _start_head_timer(self) -> None:
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(self.head_seconds, self._reject, ApiError(408, "server.head-slow"))

    def _stop_head_timer(self) -> None:
        self._head_bytes = 0
        if self._head_timer:
            self._head_timer.cancel()
            self._head_timer = None

    def _reject(self, refusal: ApiError) -> None:
        """Answers without waiting for a request, and closes the connection."""
        self._stop_head_timer()
        response = error_response(refusal)
        head = [f"HTTP/1.1 {refusal.status} Refused", "Connection: close"]
        head += [f"{name.decode()}: {value.decode()}" for name, value in response.raw_headers]
        self.transport.write("\r\n".join([*head, "", ""]).encode() + bytes(response.body))
        self.transport.close()
