"""The API reference, which is FastAPI's page with Swagger UI from our own server."""

from __future__ import annotations

from playwright.sync_api import expect
from visitors import Guest


def test_the_api_can_be_read_and_tried_without_another_host(ada: Guest) -> None:
    asked: list[str] = []
    ada.page.on("request", lambda request: asked.append(request.url))
    ada.page.goto(f"{ada.server.url}api/docs")
    games = ada.page.locator(".opblock", has_text="/api/games").first
    games.get_by_role("button").first.click()
    games.get_by_role("button", name="Try it out").click()
    games.get_by_role("button", name="Execute").click()
    expect(games.locator(".live-responses-table").first).to_contain_text("200")
    assert [url for url in asked if not url.startswith((ada.server.url, "data:"))] == []
