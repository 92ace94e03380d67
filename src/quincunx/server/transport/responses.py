"""JSON responses and errors, and the address that limits count by."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network
from typing import Any

import orjson
from starlette.responses import Response
from starlette.types import Scope

from quincunx.server.errors import ApiError
from quincunx.server.ops import metrics
from quincunx.server.transport.error_pages import error_page, wants_page


def client_address(request: Mapping[str, Any]) -> str:
    """The client's address, as limits count it, from a request or its ASGI scope."""
    client = request.get("client")
    return network(client[0]) if client else ""


def unmapped(client: tuple[str, int] | None) -> tuple[str, int] | None:
    """A peer with its IPv4 address as such: a socket of both families shows 127.0.0.1 as ::ffff:127.0.0.1."""
    if client and client[0].startswith("::ffff:"):
        return network(client[0]), client[1]
    return client


@lru_cache(4096)
def network(host: str) -> str:
    """An IPv4 address itself; of an IPv6 address its /64 network, all of which belongs to one customer."""
    try:
        found = IPv6Address(host)
    except ValueError:
        return host
    return str(found.ipv4_mapped or IPv6Network((int(found) >> 64 << 64, 64)))


@lru_cache(4096)
def customer(address: str) -> str:
    """The /48 around the /64 network of an IPv6 address: providers give a household up to that many networks. Used
    where few places are shared out; limits count each /64 network."""
    try:
        return str(IPv6Network(address).supernet(new_prefix=48)) if address.endswith("/64") else address
    except ValueError:  # a proxy may send anything
        return address


def to_json(data: Any) -> bytes:
    return orjson.dumps(data, option=orjson.OPT_NON_STR_KEYS)


def json_response(data: Any, status: int = 200) -> Response:
    return Response(to_json(data), status, media_type="application/json")


def error_response(error: ApiError, scope: Scope | None = None, *, alone: bool = False) -> Response:
    """The response for an error, a page if the request is one for a page (`alone`: see `error_page`); it is counted in
    the metrics."""
    metrics.refuse(error.status)
    if scope is not None and wants_page(scope):
        response = Response(error_page(error, alone=alone), error.status, media_type="text/html")
    else:
        response = json_response(error.body(), error.status)
    if error.wait:
        response.headers["Retry-After"] = str(error.wait)
    if error.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response
