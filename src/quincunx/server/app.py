"""The ASGI application: routes, error handlers, middleware."""

from __future__ import annotations

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
from quincunx.law.messages import Message
from quincunx.server.errors import ApiError, rejected, store_unavailable
from quincunx.server.routes import games, health, monitoring, operator_tables, puzzles, study, tables
from quincunx.server.routes.models.validation import validation_error
from quincunx.server.routes.web import api_docs, offline, pages, previews
from quincunx.server.routes.websocket import websocket_app
from quincunx.server.static_site import data
from quincunx.server.tables.registry import TableRegistry
from quincunx.server.transport.middleware import RejectedBody, SecurityMiddleware
from quincunx.server.transport.responses import error_response
from quincunx.server.transport.turns import STATE
from quincunx.store import StoreFailure

log = logging.getLogger("quincunx.server")

OPENAPI_URL = "/api/openapi.json"


def create_app(registry: TableRegistry) -> ASGIApp:
    """The application; its lifespan opens and closes the registry."""

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[dict[str, object]]:
        await registry.open()
        yield {STATE: registry.addresses}
        await registry.close()

    app = FastAPI(
        title="Quincunx",
        summary="Five classic grid games: tables, moves, analysis.",
        version=version,
        lifespan=life,
        openapi_url=OPENAPI_URL,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,  # the address of a redirect would be made from the Host header
    )
    files = pages.static_files(generated=data.files)
    for router in (
        games.routes(registry),
        study.routes(registry),
        puzzles.routes(registry),
        tables.routes(registry),
        health.routes(registry),
        monitoring.routes(registry),
        operator_tables.routes(registry),
        previews.routes(registry),
        pages.routes(registry, files),
        offline.routes(files, is_kept=registry.config.offline),
    ):
        app.include_router(router)
    app.include_router(api_docs.routes(OPENAPI_URL))
    app.mount(api_docs.ASSETS, api_docs.assets())
    app.mount("/static", files)
    _add_error_handlers(app)
    return SecurityMiddleware(
        app, websocket_app(registry), registry.request_limit, registry.connection_gate, registry.addresses.turns
    )


def _add_error_handlers(app: FastAPI) -> None:
    """All errors have the same JSON shape, and for people a page."""

    @app.exception_handler(ApiError)
    async def refusal(request: Request, error: ApiError) -> Response:
        return error_response(error, request.scope)

    @app.exception_handler(Refused)
    async def refused_by_the_law(request: Request, error: Refused) -> Response:
        return error_response(rejected(error, 422), request.scope)

    @app.exception_handler(RequestValidationError)
    async def not_understood(request: Request, error: RequestValidationError) -> Response:
        return error_response(validation_error(error.errors()), request.scope)

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> Response:
        if isinstance(error, RejectedBody):
            return error_response(error.error, request.scope)
        message = Message("server.http-error", status=error.status_code, phrase=HTTPStatus(error.status_code).phrase)
        response = error_response(ApiError(error.status_code, message), request.scope)
        response.headers.update(error.headers or {})
        return response

    @app.exception_handler(StoreFailure)
    async def not_kept(request: Request, error: StoreFailure) -> Response:
        log.error("the store failed: %s", error)
        return error_response(store_unavailable(), request.scope)

    @app.exception_handler(Exception)
    async def our_mistake(request: Request, _error: Exception) -> Response:
        return error_response(ApiError(500, "server.internal-error"), request.scope)
