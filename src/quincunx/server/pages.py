"""The pages. What they show comes over the API."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request, Response

import quincunx
from quincunx.server.files import Files

WEB = Path(quincunx.__file__).parent / "web"

PAGES = {
    "/": "index.html",
    "/new": "new.html",
    "/t/{id}": "table.html",
    "/t/{id}/sit/{seat}": "sit.html",
    "/study": "study.html",
    "/lessons": "lessons.html",
    "/lessons/{game}": "lessons.html",
    "/puzzles": "puzzles.html",
    "/puzzles/{id}": "puzzles.html",
    "/rules": "rules.html",
    "/rules/{game}": "rules.html",
}


def routes(files: Files) -> APIRouter:
    router = APIRouter(include_in_schema=False)
    for path, name in PAGES.items():
        router.add_api_route(path, _page(files, name), methods=["GET", "HEAD"])
    return router


def _page(files: Files, name: str) -> Callable[[Request], Coroutine[Any, Any, Response]]:
    async def page(request: Request) -> Response:
        return files.page(name, request)

    return page
