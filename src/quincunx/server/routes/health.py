"""Whether the house lives, and whether it can be asked for something: for load balancers and those who start it."""

from __future__ import annotations

from fastapi import APIRouter, Response

from quincunx.server.tables.registry import TableRegistry
from quincunx.server.transport.middleware import LIVENESS_PATH
from quincunx.server.transport.responses import json_response


def routes(registry: TableRegistry) -> APIRouter:
    router = APIRouter(include_in_schema=False)

    @router.get(LIVENESS_PATH)
    async def alive() -> Response:
        """The process answers; nothing else is looked at."""
        return json_response({"alive": True})

    @router.get("/readyz")
    async def ready() -> Response:
        """Whether what the house needs answers too; 503 tells what is missing."""
        missing = await registry.missing()
        response = json_response({"ready": not missing, "missing": missing}, 503 if missing else 200)
        if missing:
            response.headers["Retry-After"] = "1"
        return response

    return router
