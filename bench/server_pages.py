"""The weight of the server's pages, and how soon one can play: a part of bench/server.py."""

import os
import shutil
import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from playwright.sync_api import Browser, Page, StorageState, sync_playwright

from quincunx import games

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "chrome", "chromium-headless-shell")
VISITS = 5
"""How often each page is opened, every time with nothing cached."""

PLAYABLE = """() => {
    const can = document.querySelector(
        ".board-place [role=gridcell].can, .tray .free[aria-disabled=false], .dice.live");
    return can && document.querySelector(".seat.mine.acting") ? performance.now() : null;
}"""
"""Milliseconds from the start of the navigation until a square, a piece or the dice can be played, or null."""

DRAWN = """() => document.querySelectorAll("#page svg").length >= 5 ? performance.now() : null"""
"""The same for the lobby, until its five boards are drawn."""

PAINT = """() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? null"""
"""Milliseconds until something is seen."""

OPEN = """game => import("/static/api.js").then(async api => {
    const seats = [{ kind: "person", name: "Ada" }, { kind: "person", name: "Bo" }];
    return (await api.open({ game, seats, listed: false })).id;
})"""


class Visit(NamedTuple):
    requests: int
    kilobytes: float
    """Over the wire, headers included."""
    paint: float
    """Milliseconds until something is seen."""
    ready: float
    """Milliseconds until one can play."""


def weigh(address: str) -> None:
    """Prints the weight of the lobby and of a table of each game, and how soon they can be used."""
    print("| page | requests | KB | first paint ms | ready ms (medians) |")
    print("|---|---|---|---|---|")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=["--no-sandbox"])
        _show("lobby", [_visit(browser, address, DRAWN, None) for _ in range(VISITS)])
        with _page(browser, None) as page:
            page.goto(address)
            tables = {name: page.evaluate(OPEN, name) for name in games.GAMES}
            ada = page.context.storage_state()
        for name, table in tables.items():
            _show(f"table of {name}", [_visit(browser, f"{address}/t/{table}", PLAYABLE, ada) for _ in range(VISITS)])
        browser.close()


def program() -> str:
    found = os.environ.get("QUINCUNX_CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)
    if found is None:
        raise RuntimeError("this needs Chromium; QUINCUNX_CHROMIUM may name the program")
    return found


@contextmanager
def _page(browser: Browser, player: StorageState | None) -> Iterator[Page]:
    """A page in a fresh browser, or in one that only knows who the player is."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, storage_state=player)
    yield context.new_page()
    context.close()


def _visit(browser: Browser, address: str, ready: str, player: StorageState | None) -> Visit:
    with _page(browser, player) as page:
        sizes: list[float] = []
        wire = page.context.new_cdp_session(page)
        wire.send("Network.enable")
        wire.on("Network.loadingFinished", lambda answer: sizes.append(answer["encodedDataLength"]))
        page.goto(address)
        took = page.wait_for_function(ready, polling="raf").json_value()
        paint = page.wait_for_function(PAINT).json_value()
        page.wait_for_load_state("networkidle")
        return Visit(len(sizes), sum(sizes) / 1000, paint, took)


def _show(name: str, visits: list[Visit]) -> None:
    requests, kilobytes, paint, ready = (statistics.median(column) for column in zip(*visits, strict=True))
    print(f"| {name} | {requests:.0f} | {kilobytes:.0f} | {paint:.0f} | {ready:.0f} |", flush=True)
