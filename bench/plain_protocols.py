"""`quincunx serve` on uvicorn's own HTTP and websocket protocols, to measure what ours gain (bench/server.py).

python bench/plain_protocols.py serve --port 0

For benchmarks only: without `BoundedHttpProtocol` nothing bounds the heads of requests, and the queue of a slow reader
has no bound here.
"""

import asyncio
from contextlib import suppress

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from quincunx.cli import main
from quincunx.server import app, run
from quincunx.server.routes.websocket import websocket_app
from quincunx.server.tables.registry import TableRegistry
from quincunx.server.transport.connection import CloseReason
from quincunx.server.transport.websocket_protocol import EXTENSION


class PlainSender:
    """What the websocket application needs of its protocol, with ASGI messages alone."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._queue: asyncio.Queue[bytes | CloseReason] = asyncio.Queue()

    def try_send(self, message: bytes | CloseReason) -> bool:
        self._queue.put_nowait(message)
        return True

    async def end(self, reason: CloseReason) -> None:
        with suppress(ClientDisconnected, RuntimeError):  # already closed
            await self._send({"type": "websocket.close", "code": reason.code, "reason": reason.reason})

    async def send_forever(self) -> None:
        with suppress(ClientDisconnected, RuntimeError):
            while not isinstance(message := await self._queue.get(), CloseReason):
                await self._send({"type": "websocket.send", "text": message.decode()})
            await self.end(message)


def plain_websocket_app(registry: TableRegistry) -> ASGIApp:
    application = websocket_app(registry)

    async def plain(scope: Scope, receive: Receive, send: Send) -> None:
        sender = PlainSender(send)
        scope["extensions"] = {**scope.get("extensions", {}), EXTENSION: {"protocol": sender}}
        sending = asyncio.create_task(sender.send_forever())
        try:
            await application(scope, receive, send)
        finally:
            sending.cancel()

    return plain


if __name__ == "__main__":
    vars(app).update(websocket_app=plain_websocket_app)
    vars(run).update(BoundedHttpProtocol=HttpToolsProtocol, FastWebSocketProtocol=WebSocketsSansIOProtocol)
    main()
