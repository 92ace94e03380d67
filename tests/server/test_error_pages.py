"""Errors: pages for people who came with a browser, JSON for programs."""

from __future__ import annotations

import pytest
from live_server import get

from quincunx.law.messages import Message
from quincunx.server.errors import ApiError, server_busy
from quincunx.server.transport.error_pages import error_page, wants_page
from quincunx.server.transport.responses import error_response

BROWSER = [(b"accept", b"text/html,application/xhtml+xml,*/*;q=0.8")]


def scope(path: str, method: str = "GET", headers: list[tuple[bytes, bytes]] = BROWSER) -> dict[str, object]:
    return {"type": "http", "method": method, "path": path, "headers": headers}


@pytest.mark.parametrize("path", ["/nowhere", "/t/unknown/more", "/"])
def test_a_browser_gets_a_page(path: str) -> None:
    response = error_response(ApiError(404, "server.table-not-found"), scope(path))
    assert response.status_code == 404
    assert response.headers["content-type"].startswith("text/html")
    assert b'href="/"' in bytes(response.body)


@pytest.mark.parametrize(
    "asked",
    [
        scope("/api/tables/none"),
        scope("/static/none.js"),
        scope("/metrics"),
        scope("/nowhere", headers=[]),
        scope("/nowhere", headers=[(b"accept", b"application/json")]),
        scope("/nowhere", "POST"),
    ],
)
def test_a_program_gets_json(asked: dict[str, object]) -> None:
    assert not wants_page(asked)
    assert error_response(ApiError(404, "server.table-not-found"), asked).headers["content-type"] == "application/json"


def test_a_busy_server_says_when_to_come_back() -> None:
    response = error_response(server_busy(), scope("/"))
    assert response.headers["retry-after"] == "1"
    assert b'<a class="button primary" href="">' in error_page(server_busy())


def test_what_the_error_says_is_not_markup() -> None:
    page = error_page(ApiError(400, Message("server.no-puzzle", id="<script>alert(1)</script>")))
    assert b"<script>alert" not in page


def test_unknown_addresses(url: str) -> None:
    for path in ("/nowhere", "/rules/chess", "/lessons/chess"):
        answer = get(url + path, headers={"Accept": "text/html"})
        assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
        assert answer.headers["content-security-policy"]
    assert get(url + "/nowhere").json()["error"]["code"] == "server.http-error"
