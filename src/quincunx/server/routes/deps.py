"""What the routes share: who asks, how often, and how answers and errors are written."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network
from typing import Annotated, Any

import orjson
from fastapi import Depends, Query, Request
from fastapi.responses import Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from quincunx.server.auth import ANYBODY, Caller
from quincunx.server.errors import Refusal
from quincunx.server.ops import metrics
from quincunx.server.routes.schemas import Refused

bearer = HTTPBearer(auto_error=False, description="The player's secret, which the player's program made up at random.")


async def anybody(
    request: Request, credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
) -> Caller:
    """Who asks, with or without a secret; but a bad one is told."""
    if credentials is None:
        if "authorization" in request.headers:
            raise Refusal(401, "send a player's secret as Authorization: Bearer SECRET")
        return ANYBODY
    caller = Caller.with_secret(credentials.credentials)
    if caller is None:
        raise Refusal(401, "this is no secret: it has 22 to 128 letters, digits, - and _")
    return caller


async def player(caller: Annotated[Caller, Depends(anybody)]) -> Caller:
    """Who asks, with a secret."""
    if caller is ANYBODY:
        raise Refusal(401, "this needs a player's secret: send it as Authorization: Bearer SECRET")
    return caller


Anybody = Annotated[Caller, Depends(anybody)]
Player = Annotated[Caller, Depends(player)]
OPEN: dict[str, Any] = {"security": [{}]}
"""Added to the description of routes that need no secret but may have one."""

Watch = Annotated[str, Query(max_length=128, description="The watch code of a private table.")]


def address(asking: Mapping[str, Any]) -> str:
    """From where a request comes, or its scope, as limits count it."""
    client = asking.get("client")
    return place(client[0]) if client else ""


@lru_cache(4096)
def place(host: str) -> str:
    """An address; of IPv6 its network, for whoever has one address there has all 2^64 of them."""
    try:
        found = IPv6Address(host)
    except ValueError:
        return host
    return str(found.ipv4_mapped or IPv6Network((int(found) >> 64 << 64, 64)))


def answer(data: Any, status: int = 200) -> Response:
    content = orjson.dumps(data, option=orjson.OPT_NON_STR_KEYS)
    return Response(content, status, media_type="application/json")


def refused(refusal: Refusal) -> Response:
    metrics.refuse(refusal.status)
    response = answer(refusal.body(), refusal.status)
    if refusal.wait:
        response.headers["Retry-After"] = str(refusal.wait)
    if refusal.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The errors of a route, for its description; all have one shape."""
    return {status: {"model": Refused} for status in (400, 401, 413, 422, 429, *statuses)}


def text(kind: str) -> dict[int | str, dict[str, Any]]:
    """The answer of a route that gives no JSON, for its description."""
    return {200: {"content": {kind: {"schema": {"type": "string"}}}}}
