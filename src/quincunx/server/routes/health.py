"""Whether the house lives, and whether it can be asked for something: for load balancers and those who start it."""

from __future__ import annotations

from fastapi import APIRouter, Response

from quincunx.server.routes.deps import answer
from quincunx.server.tables.registry import House
from quincunx.server.transport.middleware import ALIVE


def routes(house: House) -> APIRouter:
    router = APIRouter(include_in_schema=False)

    @router.get(ALIVE)
    async def alive() -> Response:
        """The process answers; nothing else is looked at."""
        return answer({"alive": True})

    @router.get("/readyz")
    async def ready() -> Response:
        """Whether what the house needs answers too; 503 tells what is missing."""
        missing = await house.missing()
        response = answer({"ready": not missing, "missing": missing}, 503 if missing else 200)
        if missing:
            response.headers["Retry-After"] = "1"
        return response

    return router
