"""What a page says where it cannot be shown: its scripts cannot run, or the server refuses what they ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import visitors
from full_run import FULL
from live_server import Player, get, person, wait_for
from playwright.sync_api import Locator, Route, expect
from visitors import Guest, ServerProcess
from websockets.exceptions import InvalidStatus

from quincunx.law import text


def old_browser(guest: Guest) -> Locator:
    return guest.page.locator("#old-browser")


def not_loaded(guest: Guest) -> Locator:
    return guest.page.locator("#not-loaded")


def test_usually_nothing_is_wrong(ada: Guest) -> None:
    ada.go("/")
    expect(old_browser(ada)).to_be_hidden()
    expect(not_loaded(ada)).to_be_hidden()


@pytest.mark.parametrize("lack", ["CSS.supports = () => false", "delete window.CSS"])
def test_an_old_browser_is_told_so(ada: Guest, lack: str) -> None:
    ada.page.add_init_script(lack)
    ada.page.goto(ada.server.url)
    expect(old_browser(ada)).to_be_visible()
    expect(old_browser(ada)).to_have_text(text("web.old-browser"))
    expect(not_loaded(ada)).to_be_hidden()
    ada.errors.clear()  # what else does not run there is not said


@pytest.mark.parametrize("script", ["**/{bundle,pages/lobby}.js", "**/messages.js"])
def test_a_script_that_is_lost_can_be_loaded_again(ada: Guest, script: str) -> None:
    """The page's own script, and one that it imports."""
    ada.is_reached = False
    ada.page.route(script, lambda route: route.abort())
    ada.page.goto(ada.server.url)
    expect(not_loaded(ada)).to_be_visible()
    expect(not_loaded(ada)).to_contain_text(text("web.not-loaded"))
    expect(old_browser(ada)).to_be_hidden()
    ada.page.unroute(script)
    not_loaded(ada).get_by_role("link").click()
    ada.drawn()
    expect(not_loaded(ada)).to_be_hidden()


MORE_PATHS = ["/study?edit", "/new", "/rules", "/puzzles", "/lessons"]


@pytest.fixture
def strict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerProcess]:
    """A server with low limits."""
    monkeypatch.setattr(visitors, "SETTINGS", visitors.SETTINGS.replace("requests = 0", "requests = 1"))
    server = ServerProcess(tmp_path, more="connections_each = 12\n")
    monkeypatch.undo()
    yield server
    server.close()


def until_refused(route: Route) -> None:
    """Asks the server as often as it takes, and gives the page its refusal."""
    answer = route.fetch()
    while answer.status != 429:
        answer = route.fetch()
    route.fulfill(response=answer)


@pytest.mark.parametrize("path", ["/", *(MORE_PATHS if FULL else [])])
def test_after_too_many_requests_a_page_says_so_and_can_be_loaded_again(
    come: Callable[..., Guest], strict: ServerProcess, path: str
) -> None:
    guest = come(strict)
    guest.page.route("**/api/games", until_refused)
    guest.go(path)
    expect(guest.page.get_by_role("heading", name=text("web.failed.title"))).to_be_visible()
    expect(guest.page.locator("#page [role=alert]")).to_have_text(text("server.many-requests", n=1))
    expect(guest.page.get_by_role("link", name=text("web.gone.home"))).to_have_attribute("href", "/")
    guest.page.unroute_all()
    guest.is_reached = False
    strict.change()  # without these limits
    guest.page.get_by_role("link", name=text("web.failed.retry")).click()
    expect(guest.page.locator("#page svg").first).to_be_visible()


@pytest.mark.parametrize(("scheme", "ground"), [("light", "rgb(232, 236, 234)"), ("dark", "rgb(15, 21, 19)")])
def test_a_full_server_sends_a_page_that_needs_no_other_file(
    come: Callable[..., Guest], strict: ServerProcess, scheme: str, ground: str
) -> None:
    """Even a style sheet would be one connection too many."""
    strict.change("connections_each = 12\n")
    guest = come(strict, color_scheme=scheme)
    with Player(strict.url) as host, ExitStack() as crowd:
        place = host.open("tactix", person(), person("Bo"))["id"]
        host.http.close()

        def take_one() -> bool:
            """Takes a connection that stays however long the browser takes."""
            try:
                crowd.enter_context(host.at(place))
            except InvalidStatus:  # the server does not know yet that the first one is closed
                return False
            return True

        for _ in range(12):
            wait_for(take_one)
        answer = guest.page.goto(strict.url)
        assert answer
        assert answer.status == 503
        expect(guest.page.get_by_role("heading", name=text("server.page.busy"))).to_be_visible()
        expect(guest.page.get_by_role("link", name=text("server.page.home"))).to_have_attribute("href", "/")
        assert guest.page.evaluate("getComputedStyle(document.body).backgroundColor") == ground
        assert guest.page.evaluate("performance.getEntriesByType('resource').length") == 0
        assert len(guest.errors) == 1
        guest.errors.clear()  # the browser's word on the status
    wait_for(lambda: get(f"{strict.url}healthz").status_code == 200)
    guest.page.get_by_role("link", name=text("server.page.retry")).click()
    guest.drawn()
    expect(guest.page.locator(".card")).to_have_count(5)
