"""A real browser, and the bench on which boards are played."""

from __future__ import annotations

import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from functools import cache
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))

from board_bench import Bench, Files
from font_sets import DEJAVU, FontSet, environment
from open_house import Guest, House

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")


# One process shows all pages of a browser: to start one for each costs a third of a test.
ARGUMENTS = ["--no-sandbox", "--renderer-process-limit=1", "--mute-audio"]


@pytest.fixture(scope="package")
def launch(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[FontSet], Browser]]:
    """Starts Chromium with a set of fonts, once for each set.

    It is closed after the last test in this folder: while Playwright runs, no other test of this process can use
    asyncio.
    """
    path = os.environ.get("QUINCUNX_CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)
    if path is None:
        pytest.fail(
            "The browser tests need Chromium: `apt install chromium` (or your system's way),"
            " or name the program in QUINCUNX_CHROMIUM."
        )
    with sync_playwright() as playwright:

        @cache
        def start(fonts: FontSet) -> Browser:
            env: dict[str, Any] = {**environment(fonts, tmp_path_factory.mktemp("fonts"))}
            browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS, env=env)
            browser.new_page()  # keeps the process of the pages while no test has one open
            started.append(browser)
            return browser

        started: list[Browser] = []
        yield start
        for browser in started:
            browser.close()


@pytest.fixture(scope="package")
def chromium(launch: Callable[[FontSet], Browser]) -> Browser:
    """Chromium with the widest fonts, which leave the least room."""
    return launch(DEJAVU)


@pytest.fixture(scope="package")
def bench_address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Files)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/bench.html"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="module")
def make_bench(chromium: Browser, bench_address: str) -> Iterator[Callable[..., Bench]]:
    """Makes benches in windows of any kind."""
    contexts: list[BrowserContext] = []

    def make(**options: Any) -> Bench:
        context = chromium.new_context(**{"viewport": {"width": 900, "height": 900}, **options})
        contexts.append(context)
        return Bench(context.new_page(), bench_address)

    yield make
    for context in contexts:
        context.close()


@pytest.fixture(scope="module")
def desk(make_bench: Callable[..., Bench]) -> Bench:
    """The bench in an ordinary window, one for all tests of a file."""
    return make_bench()


@pytest.fixture
def bench(desk: Bench) -> Iterator[Bench]:
    """A clean bench. At the end the page must have had no error, nor broken the policy."""
    desk.clear()
    yield desk
    assert desk.errors == []


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The server, open while the tests in this folder last."""
    opened = House(tmp_path_factory.mktemp("house"))
    yield opened
    opened.close()


@pytest.fixture
def come(chromium: Browser, house: House) -> Iterator[Callable[..., Guest]]:
    """Lets guests come, each with a browser of any kind. At the end no page may have had an error."""
    contexts: list[BrowserContext] = []
    guests: list[Guest] = []

    def arrive(house: House = house, **options: Any) -> Guest:
        contexts.append(chromium.new_context(**{"viewport": {"width": 1280, "height": 800}, **options}))
        guests.append(Guest(contexts[-1], house))
        return guests[-1]

    yield arrive
    errors = [error for guest in guests for error in guest.errors]
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def ada(come: Callable[..., Guest]) -> Guest:
    return come()


@pytest.fixture
def bo(come: Callable[..., Guest]) -> Guest:
    """The second one, in another browser."""
    return come()
