"""Metrics for Prometheus and for the operator's page."""

from __future__ import annotations

import ipaddress
import os
import time
from pathlib import Path
from urllib.parse import urlsplit

from fastapi import APIRouter, Request, Response
from prometheus_client import Counter

from quincunx._core import version
from quincunx.law.messages import text
from quincunx.server.auth import digest, digests_equal
from quincunx.server.errors import ApiError
from quincunx.server.ops import metrics
from quincunx.server.tables.registry import TableRegistry
from quincunx.server.tables.snapshot import Json
from quincunx.server.transport.responses import json_response

PROXIED = ("forwarded", "x-forwarded-for", "x-real-ip")
"""Headers of proxies. With one of them a loopback address proves nothing."""

BUSIEST = 10
"""Addresses shown of those for which computers search most."""


def routes(registry: TableRegistry) -> APIRouter:
    router = APIRouter(include_in_schema=False)
    began = time.monotonic()

    @router.get("/metrics")
    async def scrape(request: Request) -> Response:
        """All metrics in Prometheus' text format."""
        admit(registry.config.operator, request)
        return Response(metrics.exposition(gauges(registry)), media_type=metrics.CONTENT_TYPE)

    @router.get("/api/operator")
    async def numbers(request: Request) -> Response:
        """The data of the operator's page."""
        admit(registry.config.operator, request)
        return json_response(
            {
                "version": version,
                "up": time.monotonic() - began,
                "missing": [str(problem) for problem in await registry.missing()],
                "now": [
                    {"name": name, "meaning": meaning, "value": value} for name, meaning, value in gauges(registry)
                ],
                "searching": [
                    {"address": address, "seconds": seconds}
                    for address, seconds in registry.computers.usage.most(BUSIEST)
                ],
                "counts": [_counter(counter, label) for counter, label in metrics.LABELS.items()],
                "times": [_histogram(histogram) for histogram in metrics.HISTOGRAMS],
            }
        )

    return router


def _counter(counter: Counter, label: str) -> Json:
    metric, values = metrics.counts(counter)
    return {"name": f"{metric.name}_total", "meaning": metric.documentation, "label": label, "values": values}


def _histogram(histogram: metrics.Histogram) -> Json:
    seen = histogram.cumulative()
    quantiles = {f"p{share}": metrics.quantile(seen, share / 100) for share in (50, 99)}
    return {"name": histogram.name, "meaning": histogram.meaning, "count": seen[-1], **quantiles}


def admit(token: str, request: Request) -> None:
    """Requires the operator's token, or without a configured token a request from this machine; otherwise ApiError."""
    if token:
        kind, _, given = request.headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer" or not digests_equal(digest(given), digest(token)):
            raise ApiError(401, "server.operator-token")
    elif not (
        request.client
        and _is_loopback(request.client.host)
        and _is_loopback(_host(request))
        and not _is_proxied(request)
    ):
        raise ApiError(403, "server.operator-only")


def gauges(registry: TableRegistry) -> list[tuple[str, str, float]]:
    """Current values: name, meaning, value."""
    count = registry.computers.count
    return [
        ("quincunx_tables", text("server.metric.tables"), len(registry.rooms)),
        ("quincunx_watchers", text("server.metric.watchers"), sum(len(room.connections) for room in registry.rooms)),
        ("quincunx_connections", text("server.metric.connections"), registry.connection_gate.inside),
        ("quincunx_doing", text("server.metric.writes"), registry.write_gate.inside),
        ("quincunx_players_thinking", text("server.metric.players-busy"), count(running=True, analyses=False)),
        ("quincunx_players_waiting", text("server.metric.players-waiting"), count(running=False, analyses=False)),
        ("quincunx_analysts_thinking", text("server.metric.analysts-busy"), count(running=True, analyses=True)),
        ("quincunx_analysts_waiting", text("server.metric.analysts-waiting"), count(running=False, analyses=True)),
        ("quincunx_resident_bytes", text("server.metric.resident"), _resident()),
    ]


def _host(request: Request) -> str:
    """The name in the Host header: a foreign site can point its own name at this machine (DNS rebinding)."""
    try:
        return urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
    except ValueError:  # malformed
        return ""


def _is_loopback(name: str) -> bool:
    try:
        return name == "localhost" or ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _is_proxied(request: Request) -> bool:
    """A proxy that adds no header, as nginx with `proxy_pass` alone, at least speaks HTTP/1.0; no other client does."""
    return any(name in request.headers for name in PROXIED) or request.scope.get("http_version") == "1.0"


def _resident() -> int:
    """0 where the system has no /proc."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
