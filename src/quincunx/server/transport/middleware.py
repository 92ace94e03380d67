"""Outermost middleware: security headers, cross-site check, request limits."""

from __future__ import annotations

import asyncio
import time
from contextlib import nullcontext
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as AsgiMessage

from quincunx.law.messages import Message
from quincunx.server.errors import ApiError
from quincunx.server.ops import logs
from quincunx.server.transport.limits import Gate, RateLimit
from quincunx.server.transport.responses import client_address, error_response
from quincunx.server.transport.turns import FairTurns

MAX_BODY_BYTES = 64 * 1024
"""Longest request body and longest websocket message."""

# WebAssembly may be compiled (the engine of the pages), strings may not.
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)

# The last three isolate a page from others, so that it may share memory with its engine, and stop it at once.
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
}

FILES, WORKER = "/static/", "worker.js"
FILE_HEADERS = {
    name: HEADERS[name]
    for name in ("X-Content-Type-Options", "Cross-Origin-Resource-Policy", "Cross-Origin-Embedder-Policy")
}
"""Style sheets and modules run under the policy of the page that loads them. Pictures and workers have their own; so
the names of workers end in `worker.js`. A page has some seventy files, and the policy is as long as a short one.
WebKit demands the embedder policy of the modules that an isolated worker imports, too."""

EMBEDDED = "/embed/"
"""Pages that other sites may show in a frame. They know no player, and there is nothing to click that does anything."""
EMBEDDED_HEADERS = {
    **HEADERS,
    "Content-Security-Policy": CONTENT_POLICY.replace("frame-ancestors 'none'", "frame-ancestors *"),
    "Cross-Origin-Resource-Policy": "cross-origin",
}

LIVENESS_PATH = "/healthz"
"""Answered even at the connection limit, so that a supervisor does not restart a busy server."""

RATE_LIMITED = ("/api/", "/readyz", "/metrics")
"""Paths under the rate limit; the many files of a page are not."""

SINGLE_HEADERS = ("host", "origin", "authorization", "content-type", "content-length")
"""Headers that must not be repeated: a proxy might read the first and we the last."""

BODY_SECONDS = 30.0
"""Time for a request body to arrive."""


class RejectedBody(HTTPException):
    """FastAPI turns other errors that occur while it reads a body into a 400 of its own."""

    def __init__(self, error: ApiError) -> None:
        super().__init__(error.status)
        self.error = error


def too_large() -> ApiError:
    return ApiError(413, Message("server.too-large", most=MAX_BODY_BYTES))


class SecurityMiddleware:
    """Refuses cross-site, too frequent and too large requests, and adds security headers."""

    def __init__(
        self, app: ASGIApp, sockets: ASGIApp, requests: RateLimit, connections: Gate, turns: FairTurns
    ) -> None:
        self._app, self._sockets = app, sockets
        self._requests, self._connections, self._turns = requests, connections, turns

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        else:
            await self._turns.charged(client_address(scope), self._respond(scope, receive, send))

    async def _respond(self, scope: Scope, receive: Receive, send: Send) -> None:
        logs.begin_request(scope["path"])
        live = scope["type"] == "websocket"
        answer = send if live else _with_headers(scope["path"], send)
        try:
            self._check(scope)
            with self._connections.entered(client_address(scope)) if scope["path"] != LIVENESS_PATH else nullcontext():
                await (self._sockets if live else self._app)(scope, receive if live else _bounded(receive), answer)
        except ApiError as refusal:
            await error_response(refusal, scope)(scope, receive, answer)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        if any(len(headers.getlist(name)) > 1 for name in SINGLE_HEADERS):
            raise ApiError(400, Message("server.double-header", headers=SINGLE_HEADERS))
        if scope["path"].startswith(RATE_LIMITED):
            self._requests.take(client_address(scope))
        if scope.get("method") not in ("GET", "HEAD", "OPTIONS") and is_cross_site(headers):
            raise ApiError(403, "server.cross-site")
        length = headers.get("content-length", "0")
        if length.isdecimal() and int(length) > MAX_BODY_BYTES:
            raise too_large()


def is_cross_site(headers: Headers) -> bool:
    """True if a page of another site sent the request. Programs other than browsers send no Origin."""
    origin = headers.get("origin")
    try:
        return origin is not None and urlsplit(origin).netloc != headers.get("host")
    except ValueError:  # malformed
        return True


def _with_headers(path: str, send: Send) -> Send:
    async def with_headers(message: AsgiMessage) -> None:
        if message["type"] == "http.response.start":
            _add_headers(MutableHeaders(scope=message), path)
        await send(message)

    return with_headers


def _add_headers(headers: MutableHeaders, path: str) -> None:
    for name, value in _security_headers(path).items():
        headers.setdefault(name, value)
    if path.startswith("/api/"):
        headers.setdefault("Cache-Control", "no-store")
    else:
        headers.setdefault("Cache-Control", "no-cache")  # revalidate with ETag


def _security_headers(path: str) -> dict[str, str]:
    if path.startswith(EMBEDDED):
        return EMBEDDED_HEADERS
    if path.startswith(FILES) and path.endswith((".css", ".js")) and not path.endswith(WORKER):
        return FILE_HEADERS
    return HEADERS


def _bounded(receive: Receive) -> Receive:
    """Bounds the size of the body, which may have no Content-Length, and the time that it takes."""
    total, late = 0, time.monotonic() + BODY_SECONDS
    whole = False

    async def bounded() -> AsgiMessage:
        nonlocal total, whole
        if whole:  # only a disconnect can follow
            return await receive()
        try:
            async with asyncio.timeout(late - time.monotonic()):
                message = await receive()
        except TimeoutError:
            raise RejectedBody(ApiError(408, "server.too-slow")) from None
        whole = not message.get("more_body", False)
        total += len(message.get("body", b""))
        if total > MAX_BODY_BYTES:
            raise RejectedBody(too_large())
        return message

    return bounded
