"""Metrics for Prometheus and for the operator's page."""

from __future__ import annotations

import os
import time
from pathlib import Path

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
    """Requires the operator's token; otherwise ApiError. Where a request comes from proves nothing: a proxy on this
    machine cannot always be distinguished from a client on it."""
    kind, _, given = request.headers.get("authorization", "").partition(" ")
    if not token or kind.lower() != "bearer" or not digests_equal(digest(given), digest(token)):
        raise ApiError(401, "server.operator-token")


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


def _resident() -> int:
    """0 where the system has no /proc."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
