"""The front door: uvicorn's connections, with bounds on what one may take before it has asked for anything.

Uvicorn waits for ever for the rest of a request's head, and keeps whatever comes of it. Here a head has to be short and
to come soon, and more connections than the house holds are told so and closed.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from quincunx.server.errors import Refusal, busy
from quincunx.server.routes.deps import refused

MOST_HEAD = 32 * 1024
"""Bytes of an address and its headers that may wait for their end."""

HEAD_SECONDS = 10.0
"""What a head may take to come."""


class Door(HttpToolsProtocol):
    head_seconds = HEAD_SECONDS

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        # Uvicorn would answer every request in plain text from the limit on, those of guests who are in already too.
        self._most, self.limit_concurrency = self.limit_concurrency, None
        self._waited = 0
        """Bytes of a head that has not ended."""
        self._late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._most and len(self.connections) > self._most:
            self._turn_away(busy())
        else:
            self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_came()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self._late:
            self._waited += len(data)
            if self._waited > MOST_HEAD:
                self._turn_away(Refusal(431, f"the head of a request can have {MOST_HEAD} bytes"))

    def on_message_begin(self) -> None:
        self._wait_for_head()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._head_came()
        super().on_headers_complete()

    def _wait_for_head(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(
                self.head_seconds, self._turn_away, Refusal(408, "the head of a request has to come at once")
            )

    def _head_came(self) -> None:
        self._waited = 0
        if self._late:
            self._late.cancel()
            self._late = None

    def _turn_away(self, refusal: Refusal) -> None:
        """Answers what nobody has asked yet, and closes."""
        self._head_came()
        response = refused(refusal)
        head = [f"HTTP/1.1 {refusal.status} Refused", "Connection: close"]
        head += [f"{name.decode()}: {value.decode()}" for name, value in response.raw_headers]
        self.transport.write("\r\n".join([*head, "", ""]).encode() + bytes(response.body))
        self.transport.close()
