"""The application: routes, errors and the door."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

from quincunx._core import version
from quincunx.games import Refused
from quincunx.server.errors import Refusal, unwritten
from quincunx.server.ops import metrics
from quincunx.server.routes import api_docs, games, health, monitoring, pages, puzzles, study, tables
from quincunx.server.routes.deps import refused
from quincunx.server.routes.websocket import sockets
from quincunx.server.tables.registry import House
from quincunx.server.transport.middleware import Guard
from quincunx.server.transport.validation import explained
from quincunx.store import StoreFailure

log = logging.getLogger("quincunx.server")


def create_app(house: House) -> ASGIApp:
    """The house's application. It opens and closes the house with the server's life."""

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        await house.open()
        watching = asyncio.create_task(metrics.watch_the_loop())
        yield
        watching.cancel()
        await house.close()

    app = FastAPI(
        title="Quincunx",
        summary="Five classic grid games: tables, moves, analysis.",
        version=version,
        lifespan=life,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    files = pages.static_files()
    for router in (
        games.routes(house),
        study.routes(house),
        puzzles.routes(house),
        tables.routes(house),
        health.routes(house),
        monitoring.routes(house),
        pages.routes(files),
    ):
        app.include_router(router)
    app.include_router(api_docs.routes(app))
    app.mount("/static", files)
    _tell_errors(app)
    return Guard(app, sockets(house), house.requests, house.connections)


def _tell_errors(app: FastAPI) -> None:
    """Every error has the one shape of the protocol."""

    @app.exception_handler(Refusal)
    async def refusal(_: Request, error: Refusal) -> Response:
        return refused(error)

    @app.exception_handler(Refused)
    async def refused_by_the_law(_: Request, error: Refused) -> Response:
        return refused(Refusal(422, str(error)))

    @app.exception_handler(RequestValidationError)
    async def not_understood(_: Request, error: RequestValidationError) -> Response:
        return refused(explained(error.errors()))

    @app.exception_handler(HTTPException)
    async def other(_: Request, error: HTTPException) -> Response:
        words = error.detail if error.status_code in (408, 413) else HTTPStatus(error.status_code).phrase.lower()
        response = refused(Refusal(error.status_code, words))
        response.headers.update(error.headers or {})
        return response

    @app.exception_handler(StoreFailure)
    async def not_kept(_: Request, error: StoreFailure) -> Response:
        log.error("the store failed: %s", error)
        return refused(unwritten())

    @app.exception_handler(Exception)
    async def our_mistake(_: Request, _error: Exception) -> Response:
        return refused(Refusal(500, "the house made a mistake; what was acknowledged before is kept"))
