"""A real browser, and the bench on which boards are played."""

from __future__ import annotations

import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))

from board_bench import Bench, Files
from font_sets import DEJAVU, FontSet, environment
from visitors import Guest, ServerProcess

HERE = Path(__file__).parent
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")


# One process shows all pages of a browser: to start one for each costs a third of a test.
ARGUMENTS = ["--no-sandbox", "--renderer-process-limit=1", "--mute-audio"]


class Chromium:
    """Playwright, and a Chromium for each set of fonts and each choice of further arguments."""

    def __init__(self, program: str, folder: Path) -> None:
        self._program = program
        self._folder = folder
        self._playwright = sync_playwright().start()
        self._browsers: dict[tuple[FontSet, *tuple[str, ...]], Browser] = {}

    def start(self, fonts: FontSet, *more: str) -> Browser:
        if (fonts, *more) not in self._browsers:
            folder = self._folder / str(len(self._browsers))
            folder.mkdir()
            env: dict[str, Any] = {**environment(fonts, folder)}
            arguments = [*ARGUMENTS, *more]
            browser = self._playwright.chromium.launch(executable_path=self._program, args=arguments, env=env)
            browser.new_page()  # keeps the process of the pages while no test has one open
            self._browsers[fonts, *more] = browser
        return self._browsers[fonts, *more]

    def close(self) -> None:
        for browser in self._browsers.values():
            browser.close()
        self._playwright.stop()


running: list[Chromium] = []


@pytest.fixture(scope="module")
def launch(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Browser]:
    """Starts Chromium with a set of fonts, and perhaps arguments, once for each set and all tests in this folder."""
    path = os.environ.get("QUINCUNX_CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)
    if path is None:
        pytest.fail(
            "The browser tests need Chromium: `apt install chromium` (or your system's way),"
            " or name the program in QUINCUNX_CHROMIUM."
        )
    if not running:
        running.append(Chromium(path, tmp_path_factory.mktemp("fonts")))
    return running[0].start


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Stops Playwright after the last test of this folder: while it runs, no test of this process can use asyncio."""
    if running and (nextitem is None or HERE not in nextitem.path.parents):
        running.pop().close()


@pytest.fixture(scope="module")
def chromium(launch: Callable[..., Browser]) -> Browser:
    """Chromium with the widest fonts, which leave the least room."""
    return launch(DEJAVU)


@pytest.fixture(scope="session")
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


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """The server, open while the tests in this folder last."""
    opened = ServerProcess(tmp_path_factory.mktemp("server"))
    yield opened
    opened.close()


@pytest.fixture
def come(chromium: Browser, server: ServerProcess) -> Iterator[Callable[..., Guest]]:
    """Lets guests come, each with a browser of any kind. At the end no page may have had an error."""
    contexts: list[BrowserContext] = []
    guests: list[Guest] = []

    def arrive(server: ServerProcess = server, **options: Any) -> Guest:
        # A service worker would load all files for each test, and hide requests from those that watch them.
        usual = {"viewport": {"width": 1280, "height": 800}, "service_workers": "block"}
        contexts.append(chromium.new_context(**{**usual, **options}))
        guests.append(Guest(contexts[-1], server))
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
