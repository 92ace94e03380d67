"""The door: what every request meets before and after everything else."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quincunx.server.asking import refused
from quincunx.server.limits import Limit
from quincunx.server.refusal import Refusal

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

TOO_LARGE = f"this is too large: at most {MOST_BYTES} bytes can be sent"


class Guard:
    """Refuses other pages' requests, too many and too large ones, and tells browsers to be strict."""

    def __init__(self, app: ASGIApp, sockets: ASGIApp, requests: Limit) -> None:
        self._app, self._sockets = app, sockets
        self._requests = requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] == "websocket":
            try:
                self._check(scope)
            except Refusal as refusal:
                # Before the handshake: the browser gets a 403, and no more.
                await send({"type": "websocket.close", "code": 4403, "reason": refusal.reason})
            else:
                await self._sockets(scope, receive, send)
            return

        async def strict_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add_headers(MutableHeaders(scope=message), scope["path"])
            await send(message)

        try:
            self._check(scope)
        except Refusal as refusal:
            await refused(refusal)(scope, receive, strict_send)
            return
        await self._app(scope, _measured(receive), strict_send)

    def _check(self, scope: Scope) -> None:
        headers, client = Headers(scope=scope), scope.get("client")
        if scope["path"].startswith("/api/"):  # a page has many files: they do not count
            self._requests.take(client[0] if client else "")
        if scope.get("method") not in ("GET", "HEAD", "OPTIONS") and foreign(headers):
            raise Refusal(403, "pages of other sites cannot do anything here")
        length = headers.get("content-length", "0")
        if length.isdecimal() and int(length) > MOST_BYTES:
            raise Refusal(413, TOO_LARGE)


def foreign(headers: Headers) -> bool:
    """Whether a page of another site asks. Programs that are no browsers send no Origin."""
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != headers.get("host")


def _add_headers(headers: MutableHeaders, path: str) -> None:
    for name, value in HEADERS.items():
        headers[name] = value
    if path.startswith("/api/"):
        headers.setdefault("Cache-Control", "no-store")
    else:
        headers.setdefault("Cache-Control", "no-cache")  # keep it, but ask (ETag) whether it is still right


def _measured(receive: Receive) -> Receive:
    """Counts what comes, for bodies that did not tell their length."""
    total = 0

    async def measured() -> Message:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > MOST_BYTES:
            raise HTTPException(413, TOO_LARGE)
        return message

    return measured
