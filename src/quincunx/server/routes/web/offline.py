"""The service worker, with which browsers keep the pages for use without a connection (docs/pages.md)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import lru_cache

from fastapi import APIRouter, Request, Response

from quincunx.server.routes.web.pages import WORKER
from quincunx.server.transport.static_files import BY_CONTENT, StaticFile, StaticFiles, file_response

REMOVAL = "offline/no-service-worker.js"
"""What is sent instead to take it away again."""
NOT_SENT = (".html", ".toml")
"""Files that are no part of a page as it is sent."""

FALLBACK = "offline"
"""The page that a browser shows in place of those that need the server."""
KEPT = ("", "lessons", "puzzles", "rules", "study", FALLBACK)
"""The pages that a browser keeps: what is below them, as in /rules/xtic, is the same page."""
NOT_KEPT = (
    *(f"pages/{name}." for name in ("embed", "new", "operator", "proofs", "sit")),
    "pages/table.js",
    "icon-",
    "proofs/",
)
"""What the paths of files begin with that none of these pages needs."""


def script(edition: str, kept_pages: Iterable[str], files: Iterable[str], fallback: str = "") -> bytes:
    """The service worker of an edition, which keeps these pages and these files (`static/…`). `fallback` is one of the
    pages, for addresses that have none; a static site has no such addresses."""
    facts = {"EDITION": edition, "PAGES": list(kept_pages), "FILES": list(files), "FALLBACK": fallback}
    lines = [f"const {name} = {json.dumps(value)};" for name, value in facts.items()]
    return "\n".join([*lines, f'importScripts("static/{edition}/offline/service-worker.js");', ""]).encode()


def routes(files: StaticFiles, *, is_kept: bool) -> APIRouter:
    """The worker of a server; unless `is_kept`, one that removes itself and its caches."""
    router = APIRouter(include_in_schema=False)
    worker = _keeping(files) if is_kept else lambda: files.bodies()[REMOVAL]

    @router.api_route(f"/{WORKER}", methods=["GET", "HEAD"])
    async def service_worker(request: Request) -> Response:
        return file_response(StaticFile(WORKER, worker()), request, "no-cache")

    return router


def _keeping(files: StaticFiles) -> Callable[[], bytes]:
    @lru_cache(1)
    def of_edition(edition: str) -> bytes:
        names = [
            name
            for name in files.loaded()
            if not name.startswith((BY_CONTENT, *NOT_KEPT)) and not name.endswith(NOT_SENT)
        ]
        return script(edition, KEPT, [f"static/{edition}/{name}" for name in names], FALLBACK)

    return lambda: of_edition(files.edition)
