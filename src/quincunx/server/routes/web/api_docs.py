"""The API reference: FastAPI's page with Swagger UI, whose files come from the package `fastapi-offline`."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from importlib.resources import files

from fastapi import APIRouter, Response
from fastapi.openapi.docs import get_swagger_ui_html
from starlette.staticfiles import StaticFiles

from quincunx.server.transport.middleware import CONTENT_POLICY

ASSETS = "/static/api-docs"


def assets() -> StaticFiles:
    """Swagger UI, to be mounted at `ASSETS`; read only when somebody opens the page, as it is larger than our pages."""
    return StaticFiles(directory=str(files("fastapi_offline") / "static"))


def routes(openapi_url: str) -> APIRouter:
    router = APIRouter(include_in_schema=False)
    page = get_swagger_ui_html(
        openapi_url=openapi_url,
        title="The API of Quincunx",
        swagger_js_url=f"{ASSETS}/swagger-ui-bundle.js",
        swagger_css_url=f"{ASSETS}/swagger-ui.css",
        swagger_favicon_url="/static/icon.svg",
        swagger_ui_parameters={"validatorUrl": None},  # or it asks another host to check our schema
    )
    page.headers["Content-Security-Policy"] = _policy(bytes(page.body).decode())

    @router.get("/api/docs")
    async def docs() -> Response:
        return page

    return router


def _policy(html: str) -> str:
    """The policy of all pages, which forbids inline scripts, with the hash of the one in this page."""
    hashes = [
        b64encode(sha256(script.encode()).digest()).decode()
        for script in re.findall(r"<script>(.*?)</script>", html, re.DOTALL)
    ]
    return CONTENT_POLICY.replace(
        "script-src 'self'", " ".join(["script-src 'self'", *(f"'sha256-{one}'" for one in hashes)])
    )
