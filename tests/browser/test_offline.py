"""A server's pages without a connection: what the browser keeps of them, and what they do. `make test` shows that they
open; the rest needs `make wasm`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe import violations
from font_sets import DEJAVU
from kept_pages import edition, kept, loaded, wait_until_kept, wait_until_nothing_is_kept
from playwright.sync_api import Browser, expect
from visitors import OPERATOR, Guest, ServerProcess
from wasm_core import MODULE

from quincunx import games, record
from quincunx.games import GAMES
from quincunx.law import Message, text
from quincunx.server.routes.web.offline import KEPT

full = pytest.mark.skipif(not MODULE.is_file(), reason="`make wasm` has not built the module")


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that a test may close and change."""
    opened = ServerProcess(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def returning(come: Callable[..., Guest], own_server: ServerProcess) -> Guest:
    """A guest whose browser has kept the pages."""
    found = come(own_server, service_workers="allow")
    found.go("/")
    wait_until_kept(found.page)
    return found


@pytest.fixture
def cut_off(returning: Guest, own_server: ServerProcess) -> Guest:
    """The same when the server is closed."""
    own_server.close()
    returning.is_reached = False
    return returning


def test_the_pages_open_without_a_connection_and_say_so(cut_off: Guest, own_server: ServerProcess) -> None:
    page = cut_off.page
    cut_off.go("/")
    expect(page.locator("#unreachable p")).to_have_text(text("web.offline.notice"))
    expect(page.locator(".card-board svg")).to_have_count(len(GAMES))
    page.locator(".card-tactix .play").click()
    expect(page.locator(".card-tactix .error")).to_have_text(text("web.server.unreachable"))
    assert violations(cut_off) == []
    cut_off.go("/rules/xtic")
    expect(page.locator(".rules figure svg").first).to_be_visible()
    # A page that needs the server, at its own address and with the code behind it.
    cut_off.go("/t/abcdefgh/sit/2#invite=code")
    expect(page.get_by_role("heading", name=text("web.offline.title"))).to_be_visible()
    assert violations(cut_off) == []
    own_server.open()
    page.get_by_role("button", name=text("web.failed.retry")).click()
    expect(page.get_by_role("heading", name=text("web.offline.title"))).to_have_count(0)
    assert page.url.endswith("/t/abcdefgh/sit/2#invite=code")


def test_pages_are_kept_where_their_modules_run_after_the_load_event(
    come: Callable[..., Guest], own_server: ServerProcess
) -> None:
    """As in WebKit."""
    found = come(own_server, service_workers="allow")
    found.page.add_init_script("""
        Object.defineProperty(document, "readyState", { get: () => "complete" });
        const listen = window.addEventListener;
        window.addEventListener = (kind, ...how) => kind === "load" || listen.call(window, kind, ...how);
    """)
    with found.page.context.expect_event("serviceworker"):
        found.go("/")


def test_firefox_sends_no_request_for_a_page_ahead(launch: Callable[..., Browser], own_server: ServerProcess) -> None:
    """There the page that is kept would not be shown when that request fails."""
    agent = "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0"
    with launch(DEJAVU, f"--user-agent={agent}").new_context() as context:
        found = Guest(context, own_server)
        found.go("/")
        wait_until_kept(found.page)
        ahead = "navigator.serviceWorker.ready.then(({ navigationPreload }) => navigationPreload.getState())"
        assert not found.page.evaluate(ahead)["enabled"]


def test_the_page_about_no_connection_leads_on_when_the_server_answers(
    cut_off: Guest, own_server: ServerProcess
) -> None:
    page = cut_off.page
    cut_off.go("/offline")
    expect(page.get_by_role("heading", name=text("web.offline.title"))).to_be_visible()
    own_server.open()
    page.get_by_role("button", name=text("web.failed.retry")).click()
    expect(page.locator(".card")).to_have_count(len(GAMES))
    assert page.url == own_server.url


@full
def test_what_needs_no_server_works_without_one(cut_off: Guest) -> None:
    page = cut_off.page
    cut_off.go("/lessons/tactix")
    expect(page.locator(".board-place svg")).to_be_visible()
    cut_off.go("/puzzles")
    expect(page.locator("main svg").first).to_be_visible()
    cut_off.go("/puzzles/xtic-0001")
    expect(page.locator(".board-place svg")).to_be_visible()
    cut_off.go("/study?position=tactix:size=3 ooo/ooo/ooo 1")
    cut_off.cell("a1").click()
    cut_off.cell("a1").click()
    expect(page.locator(".ply")).to_have_count(1)
    cut_off.cell("a2").click()
    cut_off.cell("a2").click()
    expect(page.locator(".ply")).to_have_count(2)
    expect(page.locator("#unreachable")).to_be_visible()


@full
@pytest.mark.parametrize("game", GAMES)
def test_positions_are_set_up_without_the_server(cut_off: Guest, game: str) -> None:
    page = cut_off.page
    cut_off.go("/study?edit")
    page.get_by_label(text("web.editor.game"), exact=True).select_option(game)
    line = page.get_by_label(text("web.editor.position"))
    expect(line).to_have_value(str(games.start(game)))
    line.fill(f"{game} 1")
    line.press("Enter")
    with pytest.raises(games.Refused) as refused:
        games.parse(f"{game} 1")
    expect(cut_off.line).to_have_text(str(refused.value))
    line.fill(str(games.start(game)))
    line.press("Enter")
    expect(cut_off.line).to_have_text(text("web.editor.legal"))
    page.get_by_role("button", name=text("web.over.study"), exact=True).click()
    expect(page.locator(".board-place svg")).to_be_visible()


@full
def test_records_are_studied_without_the_server(cut_off: Guest) -> None:
    page = cut_off.page
    match = record.random_match(games.game("tactix:size=3"), "a record")
    cut_off.go("/study")
    page.get_by_role("button", name=text("web.record.study")).click()
    written = cut_off.dialog.locator("textarea")
    study = cut_off.dialog.get_by_role("button", name=text("web.record.study-it"))
    written.fill(record.write([match]).replace("[Why", "[Who"))
    study.click()
    missing = Message("record.tag-missing", tag="Why")
    expect(cut_off.dialog.get_by_role("alert")).to_have_text(text("record.at", line=1, column=1, reason=missing))
    written.fill(record.write([match]))
    study.click()
    expect(page.locator(".ply")).to_have_count(len(match.entries))


@full
def test_nothing_is_kept_that_is_not_for_everybody(returning: Guest, own_server: ServerProcess) -> None:
    returning.new_game("tactix", "friend")
    returning.page.get_by_role("button", name=text("web.form.invite", n=1)).click()
    returning.arrive()
    links = returning.invited()
    assert len(links) >= 2
    returning.be_operator()
    for address in (*links, "/operator", "/new", "/study?position=tactix:size=3 ooo/ooo/ooo 1", "/puzzles/xtic-0001"):
        returning.go(address)
    returning.page.evaluate("fetch('/api/games').then((answer) => answer.text())")
    found = kept(returning.page)
    assert len(found) > 50
    pages = {own_server.url + path for path in KEPT}
    assert {url for url in found if not url.startswith(f"{own_server.url}static/")} == pages
    assert OPERATOR not in str(found)


@full
def test_two_tabs_of_different_versions_never_mix_their_files(returning: Guest, own_server: ServerProcess) -> None:
    page, other = returning.page, returning.page.context.new_page()
    other.goto(own_server.url)
    returning.go("/rules")
    old = edition(page)
    returning.is_reached = False
    own_server.change(locale="pseudo")
    # This tab shows the server's new version at once; the other one keeps what it has, and says that there is one.
    returning.go("/lessons")
    new = edition(page)
    assert new != old
    assert not [address for address in loaded(page) if old in address]
    expect(other.locator("#update")).to_be_visible()
    expect(page.locator("#update")).to_have_count(0)
    texts = f"{own_server.url}static/{old}/messages.js"
    assert other.evaluate("address => import(address).then(() => true)", texts)
    assert not [address for address in loaded(other) if new in address]
    # A file of the old version that was not kept: rather none than the new one.
    lost = f"{own_server.url}static/{old}/pages/operator.js"
    assert other.evaluate("address => fetch(address).then(() => 'something', () => 'nothing')", lost) == "nothing"
    # Without a connection both are there, each as a whole.
    other.locator("#update").get_by_role("button", name=text("web.offline.update")).click()
    expect(other.locator(f"script[type=module][src*='{new}']")).to_be_attached()
    own_server.close()
    returning.go("/rules")
    assert edition(page) == new
    assert not [address for address in loaded(page) if old in address]


@full
def test_the_kill_switch_takes_away_what_browsers_have_kept(returning: Guest, own_server: ServerProcess) -> None:
    returning.is_reached = False
    own_server.change(more="offline = false\n")
    returning.go("/rules")
    wait_until_nothing_is_kept(returning.page)
    returning.go("/")
    expect(returning.page.locator("html")).to_have_attribute("data-worker", "")
    wait_until_nothing_is_kept(returning.page)


@full
def test_without_a_secure_context_the_pages_work(come: Callable[..., Guest]) -> None:
    ada = come(service_workers="allow")
    ada.page.context.add_init_script("delete Navigator.prototype.serviceWorker")
    ada.go("/")
    ada.page.evaluate(
        """() => {
            const root = document.querySelector("script[type=module]").src.replace(/(pages|bundle).*/, "");
            return import(`${root}offline/register.js`).then(({ register }) => register());
        }"""
    )
    ada.page.locator(".card-tactix .play").click()
    ada.arrive()
