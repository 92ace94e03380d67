"""The pages. What they show comes over the API."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, NamedTuple

from fastapi import APIRouter, Request, Response

import quincunx
from quincunx.server.files import Files

WEB = Path(quincunx.__file__).parent / "web"

SHELL = "page.html"
"""What all pages are before their module draws them."""


class Page(NamedTuple):
    """One of the pages: its module in pages/, the classes of its main part, and whose styles it wears."""

    name: str
    looks: str
    styles: tuple[str, ...]

    def parts(self) -> dict[str, str]:
        """What the shell leaves open."""
        links = (f'<link rel="stylesheet" href="/static/pages/{style}.css" />' for style in self.styles)
        return {"name": self.name, "looks": self.looks, "styles": "\n    ".join(links)}


LOBBY = Page("lobby", "lobby", ("lobby",))
NEW = Page("new", "new", ("new",))
TABLE = Page("table", "table-page", ("table",))
SIT = Page("sit", "sit", ("sit",))
STUDY = Page("study", "table-page study-page", ("table", "study"))
LESSONS = Page("lessons", "table-page lesson-page", ("table", "lessons"))
PUZZLES = Page("puzzles", "table-page puzzle-page", ("table", "lessons", "puzzles"))
RULES = Page("rules", "rules-page", ("rules",))
OPERATOR = Page("operator", "operator-page", ("operator",))

PAGES = {
    "/": LOBBY,
    "/new": NEW,
    "/t/{id}": TABLE,
    "/t/{id}/sit/{seat}": SIT,
    "/study": STUDY,
    "/lessons": LESSONS,
    "/lessons/{game}": LESSONS,
    "/puzzles": PUZZLES,
    "/puzzles/{id}": PUZZLES,
    "/rules": RULES,
    "/rules/{game}": RULES,
    "/operator": OPERATOR,
}


def routes(files: Files) -> APIRouter:
    router = APIRouter(include_in_schema=False)
    for path, page in PAGES.items():
        router.add_api_route(path, _page(files, page), methods=["GET", "HEAD"])
    return router


def _page(files: Files, page: Page) -> Callable[[Request], Coroutine[Any, Any, Response]]:
    async def answer(request: Request) -> Response:
        return files.page(SHELL, request, page.parts())

    return answer
