"""Errors as pages, for people who came to an address with a browser. Programs and scripts get JSON."""

from __future__ import annotations

from functools import cache
from html import escape
from importlib import resources
from string import Template

from starlette.datastructures import Headers
from starlette.types import Scope

from quincunx.law.messages import text
from quincunx.server.errors import ApiError

NOT_PAGES = ("/api/", "/static/", "/healthz", "/readyz", "/metrics")
"""Paths for programs: even a browser gets JSON there."""

TITLES = {404: "server.page.not-found", 429: "server.page.too-many", 503: "server.page.busy"}

PASSING = 429
"""From this status on, a retry may succeed."""


def wants_page(scope: Scope) -> bool:
    """Whether a person will see the answer: the path is a page, and the client accepts HTML."""
    return (
        scope.get("method") in ("GET", "HEAD")
        and not scope["path"].startswith(NOT_PAGES)
        and "text/html" in Headers(scope=scope).get("accept", "")
    )


@cache
def _template(name: str) -> Template:
    return Template((resources.files("quincunx") / "web" / name).read_text("utf-8"))


def error_page(error: ApiError, *, alone: bool = False) -> bytes:
    """The page for an error, with a way back; `alone`, it needs no other file, such as a style sheet."""
    passing = error.status >= PASSING
    words = {
        "title": text(TITLES.get(error.status, "server.page.error")),
        "reason": text("server.page.nothing") if error.status == 404 else error.reason,
        "way": "" if passing else "/rules",
        "way_text": text("server.page.retry") if passing else text("server.page.rules"),
        "home": text("server.page.home"),
    }
    template = _template("busy.html" if alone else "error.html")
    return template.substitute({key: escape(value) for key, value in words.items()}).encode()
