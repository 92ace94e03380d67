"""Liveness and readiness, for load balancers and supervisors."""

from __future__ import annotations

from fastapi import APIRouter, Response

from quincunx.server.tables.registry import TableRegistry
from quincunx.server.transport.middleware import LIVENESS_PATH
from quincunx.server.transport.responses import json_response


def routes(registry: TableRegistry) -> APIRouter:
    router = APIRouter(include_in_schema=False)

    @router.get(LIVENESS_PATH)
    async def alive() -> Response:
        """Liveness: the process answers."""
        return json_response({"alive": True})

    @router.get("/readyz")
    async def ready() -> Response:
        """Readiness: 503 lists what is unreachable or broken."""
        missing = [str(problem) for problem in await registry.missing()]
        response = json_response({"ready": not missing, "missing": missing}, 503 if missing else 200)
        if missing:
            response.headers["Retry-After"] = "1"
        return response

    return router
