"""The door: what every request meets before and after everything else."""

from __future__ import annotations

import asyncio
import time
from contextlib import nullcontext
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quincunx.server.errors import Refusal
from quincunx.server.ops import logs
from quincunx.server.routes.deps import address, refused
from quincunx.server.transport.limits import Gate, Limit

MOST_BYTES = 64 * 1024
"""The longest body of a request, and the longest message of a websocket."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

TOO_LATE = "the rest of this request did not come in time"

ALIVE = "/healthz"
"""Is answered even when the house is full: it is not to be ended for that."""

COUNTED = ("/api/", "/readyz", "/metrics")
"""What counts as a request; a page has many files, and they do not."""

ONCE = ("host", "origin", "authorization", "content-type", "content-length")
"""Headers of which a proxy might read the first and we the last."""

BODY_SECONDS = 30.0
"""What the body of a request may take to come."""

TOO_LARGE = f"this is too large: at most {MOST_BYTES} bytes can be sent"


class Guard:
    """Refuses other pages' requests, too many and too large ones, and tells browsers to be strict."""

    def __init__(self, app: ASGIApp, sockets: ASGIApp, requests: Limit, connections: Gate) -> None:
        self._app, self._sockets = app, sockets
        self._requests, self._connections = requests, connections

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        logs.begin(scope["path"])
        live = scope["type"] == "websocket"
        answer = send if live else _strict(scope["path"], send)
        try:
            self._check(scope)
            with self._connections.passed(address(scope)) if scope["path"] != ALIVE else nullcontext():
                await (self._sockets if live else self._app)(scope, receive if live else _measured(receive), answer)
        except Refusal as refusal:
            await refused(refusal)(scope, receive, answer)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        if any(len(headers.getlist(name)) > 1 for name in ONCE):
            raise Refusal(400, f"none of these headers can come twice: {', '.join(ONCE)}")
        if scope["path"].startswith(COUNTED):
            self._requests.take(address(scope))
        if scope.get("method") not in ("GET", "HEAD", "OPTIONS") and foreign(headers):
            raise Refusal(403, "pages of other sites cannot do anything here")
        length = headers.get("content-length", "0")
        if length.isdecimal() and int(length) > MOST_BYTES:
            raise Refusal(413, TOO_LARGE)


def foreign(headers: Headers) -> bool:
    """Whether a page of another site asks. Programs that are no browsers send no Origin."""
    origin = headers.get("origin")
    try:
        return origin is not None and urlsplit(origin).netloc != headers.get("host")
    except ValueError:  # no address at all
        return True


def _strict(path: str, send: Send) -> Send:
    async def strict(message: Message) -> None:
        if message["type"] == "http.response.start":
            _add_headers(MutableHeaders(scope=message), path)
        await send(message)

    return strict


def _add_headers(headers: MutableHeaders, path: str) -> None:
    for name, value in HEADERS.items():
        headers[name] = value
    if path.startswith("/api/"):
        headers.setdefault("Cache-Control", "no-store")
    else:
        headers.setdefault("Cache-Control", "no-cache")  # keep it, but ask (ETag) whether it is still right


def _measured(receive: Receive) -> Receive:
    """Counts what comes, for bodies that did not tell their length; and waits for it, but not for ever."""
    total, late = 0, time.monotonic() + BODY_SECONDS
    whole = False

    async def measured() -> Message:
        nonlocal total, whole
        if whole:  # what comes now is that somebody goes away
            return await receive()
        try:
            async with asyncio.timeout(late - time.monotonic()):
                message = await receive()
        except TimeoutError:
            raise HTTPException(408, TOO_LATE) from None
        whole = not message.get("more_body", False)
        total += len(message.get("body", b""))
        if total > MOST_BYTES:
            raise HTTPException(413, TOO_LARGE)
        return message

    return measured
