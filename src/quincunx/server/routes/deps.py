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

from quincunx.server.auth import ANONYMOUS, Caller
from quincunx.server.errors import ApiError
from quincunx.server.ops import metrics
from quincunx.server.routes.schemas import ErrorResponse

bearer = HTTPBearer(auto_error=False, description="The player's secret, which the player's program made up at random.")


async def optional_caller(
    request: Request, credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
) -> Caller:
    """Who asks, with or without a secret; but a bad one is told."""
    if credentials is None:
        if "authorization" in request.headers:
            raise ApiError(401, "send a player's secret as Authorization: Bearer SECRET")
        return ANONYMOUS
    caller = Caller.with_secret(credentials.credentials)
    if caller is None:
        raise ApiError(401, "this is no secret: it has 22 to 128 letters, digits, - and _")
    return caller


async def player(caller: Annotated[Caller, Depends(optional_caller)]) -> Caller:
    """Who asks, with a secret."""
    if caller is ANONYMOUS:
        raise ApiError(401, "this needs a player's secret: send it as Authorization: Bearer SECRET")
    return caller


OptionalCaller = Annotated[Caller, Depends(optional_caller)]
RequiredCaller = Annotated[Caller, Depends(player)]
OPEN: dict[str, Any] = {"security": [{}]}
"""Added to the description of routes that need no secret but may have one."""

WatchCode = Annotated[str, Query(max_length=128, description="The watch code of a private table.")]


def client_address(asking: Mapping[str, Any]) -> str:
    """From where a request comes, or its scope, as limits count it."""
    client = asking.get("client")
    return network(client[0]) if client else ""


@lru_cache(4096)
def network(host: str) -> str:
    """An address; of IPv6 its network, for whoever has one address there has all 2^64 of them."""
    try:
        found = IPv6Address(host)
    except ValueError:
        return host
    return str(found.ipv4_mapped or IPv6Network((int(found) >> 64 << 64, 64)))


def json_response(data: Any, status: int = 200) -> Response:
    content = orjson.dumps(data, option=orjson.OPT_NON_STR_KEYS)
    return Response(content, status, media_type="application/json")


def error_response(refusal: ApiError) -> Response:
    metrics.refuse(refusal.status)
    response = json_response(refusal.body(), refusal.status)
    if refusal.wait:
        response.headers["Retry-After"] = str(refusal.wait)
    if refusal.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def error_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The errors of a route, for its description; all have one shape."""
    return {status: {"model": ErrorResponse} for status in (400, 401, 413, 422, 429, *statuses)}


def text_response(kind: str) -> dict[int | str, dict[str, Any]]:
    """The answer of a route that gives no JSON, for its description."""
    return {200: {"content": {kind: {"schema": {"type": "string"}}}}}
