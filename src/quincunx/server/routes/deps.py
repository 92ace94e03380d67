"""Dependencies and OpenAPI fragments that routes share."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Header, Query, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from quincunx.server.auth import Caller
from quincunx.server.errors import ApiError
from quincunx.server.routes.models.api import ErrorResponse
from quincunx.server.transport.responses import client_address

bearer = HTTPBearer(auto_error=False, description="The player's secret, which the player's program made up at random.")


async def optional_caller(
    request: Request, credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
) -> Caller:
    """The caller, with or without a secret; a malformed secret is an error."""
    if credentials is None:
        if "authorization" in request.headers:
            raise ApiError(401, "server.secret-needed")
        return Caller(address=client_address(request))
    caller = Caller.with_secret(credentials.credentials, client_address(request))
    if caller is None:
        raise ApiError(401, "server.bad-secret")
    return caller


async def required_caller(caller: Annotated[Caller, Depends(optional_caller)]) -> Caller:
    """The caller, who must have sent a secret."""
    if not caller.player:
        raise ApiError(401, "server.secret-needed")
    return caller


OptionalCaller = Annotated[Caller, Depends(optional_caller)]
RequiredCaller = Annotated[Caller, Depends(required_caller)]
OPEN: dict[str, Any] = {"security": [{}]}
"""OpenAPI: marks the secret of a route as optional."""


async def watch_code(
    header: Annotated[
        str, Header(alias="Watch-Code", max_length=128, description="The watch code of a private table, or an invite.")
    ] = "",
    watch: Annotated[
        str, Query(max_length=128, deprecated=True, description="The same. Logs of proxies would contain it.")
    ] = "",
) -> str:
    """A code that gives access to a private table."""
    return header or watch


WatchCode = Annotated[str, Depends(watch_code)]


def error_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """OpenAPI: the errors of a route, which all have one shape."""
    return {status: {"model": ErrorResponse} for status in (400, 401, 413, 422, 429, *statuses)}


def text_content(kind: str) -> dict[int | str, dict[str, Any]]:
    """OpenAPI: a response that is not JSON."""
    return {200: {"content": {kind: {"schema": {"type": "string"}}}}}
