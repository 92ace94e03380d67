"""The static site, served by a plain file server in a folder: everything is played and kept in the browser. Needs `make
wasm`, like the site itself."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from axe import violations
from kept_pages import API, edition, kept, loaded, wait_until_kept, wait_until_nothing_is_kept
from playwright.sync_api import Browser, BrowserContext, expect
from visitors import Guest
from wasm_core import MODULE

from quincunx import engine, games, record
from quincunx.games import GAMES, State
from quincunx.law import text
from quincunx.law.suits import assign, defaults
from quincunx.server.routes.study import match_json
from quincunx.server.static_site import data, writing
from quincunx.server.static_site.proof_pages import ProofPages
from quincunx.table import dice

pytestmark = pytest.mark.skipif(not MODULE.is_file(), reason="`make wasm` has not built the module")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


class FileServer:
    """A site below /quincunx/, by Python's own file server."""

    def __init__(self, folder: Path, server: str = "", proofs: ProofPages | None = None) -> None:
        self.site = folder / "quincunx"
        self.written = writing.write(self.site, server, proofs=proofs)
        handler = partial(Quiet, directory=str(folder))
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_port}/quincunx/"

    def close(self) -> None:
        if self._thread.is_alive():
            self._server.shutdown()
            self._server.server_close()
            self._thread.join()


class Visitor(Guest):
    """Somebody at the site."""

    @property
    def table(self) -> dict[str, Any]:
        ask = f"async (id) => {{ {API} return api.table(id); }}"
        found = re.search(r"[?&]id=([^&#]+)", self.page.url)
        assert found
        return dict(self.page.evaluate(ask, found[1]))

    def arrive(self) -> None:
        self.page.wait_for_url("**/t/?id=*")
        self.page.locator("#page:not([aria-busy]) .board-place svg").wait_for()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FileServer]:
    opened = FileServer(tmp_path_factory.mktemp("host"))
    yield opened
    opened.close()


@pytest.fixture
def visit(chromium: Browser, files: FileServer) -> Iterator[Callable[..., Visitor]]:
    """Lets visitors come. At the end no page may have had an error."""
    contexts: list[BrowserContext] = []
    visitors: list[Visitor] = []

    def come(**options: Any) -> Visitor:
        contexts.append(chromium.new_context(**{"viewport": {"width": 1280, "height": 800}, **options}))
        visitors.append(Visitor(contexts[-1], files))  # type: ignore[arg-type]
        return visitors[-1]

    yield come
    errors = [error for visitor in visitors for error in visitor.errors]
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def visitor(visit: Callable[..., Visitor]) -> Visitor:
    return visit()


def short(game: str) -> str:
    """A game with options that make a match short."""
    return {"tactix": "size=3", "xchain": "size=3x3", "tesseract": "dims=3"}.get(game, "")


def open_table(visitor: Visitor, game: str, *seats: dict[str, str], **more: Any) -> None:
    """Opens a table without the form, and goes there."""
    visitor.go("/rules")
    request = {"game": game, "seats": list(seats), "listed": False, **more}
    opened = visitor.page.evaluate(f"async (request) => {{ {API} return (await api.open(request)).id; }}", request)
    visitor.go(f"/t/?id={opened}")
    visitor.arrive()


ME = {"kind": "person", "name": "Ada"}
BO = {"kind": "person", "name": "Bo"}
EASY = {"kind": "computer", "level": "trivial"}


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_to_the_end_against_the_computer(visitor: Visitor, game: str) -> None:
    visitor.hurry()
    open_table(visitor, f"{game}:{short(game)}".rstrip(":"), ME, EASY)
    visitor.take_turns(visitor.play)
    table = visitor.table
    assert table["over"]
    assert table["outcome"]["reason"]
    expect(visitor.page.locator(".telling.ended")).to_be_visible()
    # What it kept is still there after a visit to another page.
    address = visitor.page.url
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    visitor.go("/")
    assert visitor.page.locator("#my-games .table-row").count() == 1
    assert not [url for url in asked if url.endswith("local/rules/rules.js")], "the lobby needs no rules for its rows"
    visitor.go(address)
    assert visitor.table["history"] == table["history"]


def test_the_lobby_starts_a_game_and_the_computer_answers(visitor: Visitor) -> None:
    visitor.go("/")
    visitor.page.locator(".card-tactix").get_by_role("button").click()
    visitor.arrive()
    # The address of the page has changed, and what was relative to it is still found.
    assert visitor.page.evaluate(
        """async () => {
            const links = [...document.querySelectorAll("link[rel=manifest], link[rel*=icon], script[src]")];
            const answers = await Promise.all(links.map(({ href, src }) => fetch(href ?? src)));
            return answers.length > 3 && answers.every(({ ok }) => ok);
        }"""
    )
    state: State = visitor.state
    visitor.wait_for_turn()
    visitor.play(visitor.state, visitor.state.moves()[0])
    visitor.wait_for_plies(2)
    assert visitor.state != state


def test_the_lobby_shows_the_game_that_is_going_on(visitor: Visitor) -> None:
    open_table(visitor, "xchain", ME, BO)
    for n, move in enumerate(("a1", "h8", "a3", "h6", "a5", "h4"), 1):
        visitor.play(visitor.state, move)
        visitor.wait_for_plies(n)
    visitor.go("/")
    expect(visitor.page.locator(".card-xchain .card-board .token")).to_have_count(6)


def test_two_people_at_one_screen_undo_agree_on_a_draw_and_play_again(visitor: Visitor) -> None:
    open_table(visitor, "xtic", ME, BO, target=3)
    visitor.play(visitor.state, "=7")
    visitor.wait_for_plies(1)
    visitor.play(visitor.state, "b2")
    visitor.wait_for_plies(2)
    visitor.action("undo").click()
    expect(visitor.page.locator(".ply")).to_have_count(1)
    visitor.action("redo").click()
    expect(visitor.page.locator(".ply")).to_have_count(2)
    visitor.action("draw").click()
    visitor.dialog.locator(".primary").click()
    expect(visitor.page.locator(".telling.ended")).to_be_visible()
    first = visitor.page.url
    visitor.action("rematch").click()
    visitor.page.wait_for_url(lambda url: "/t/?id=" in url and url != first)
    visitor.arrive()
    table = visitor.table
    assert table["series"] == {"played": 1, "drawn": 1, "target": 3, "winner": None, "counts_points": False}
    assert table["previous"] in first


def test_a_wrong_move_is_refused_with_the_reason_of_the_law(visitor: Visitor) -> None:
    open_table(visitor, "tactix:size=3", ME, BO)
    visitor.play(visitor.state, "b2")
    visitor.wait_for_plies(1)
    visitor.cell("a2").click()
    visitor.cell("c2").click()
    expect(visitor.line).to_have_text(text("tactix.gap", square="b2"))


def test_a_wrong_position_is_refused_with_the_reason_of_the_law(visitor: Visitor) -> None:
    visitor.go("/study/?position=tactix+oooo/oooo/oo/oooo+1")
    expect(visitor.line).to_have_text(text("law.row", row=3, n=2, width=4))
    line = visitor.page.get_by_label(text("web.editor.position"))
    for written, reason in {
        "xtic 0.../..../..../.... =0": text("xtic.both", piece="0"),
        "xchain:size=2x2 A1./.. aa 2": text("xchain.squareless", seat=2),
        "tactics oooo": text("games.similar", game="tactics", similar="tactix"),
    }.items():
        line.fill(written)
        line.press("Enter")
        expect(visitor.line).to_have_text(reason)


def test_the_dice_are_fair_and_the_record_proves_it(visitor: Visitor) -> None:
    visitor.hurry()
    open_table(visitor, "tritoc", ME, BO)
    promised = visitor.table["dice"]["hash"]
    for _ in range(6):
        state = visitor.state
        before = visitor.plies
        visitor.play(state, state.moves()[0])
        visitor.wait_for_plies(before + 1)
    visitor.action("resign").click()
    visitor.dialog.locator(".grave").click()
    expect(visitor.page.locator(".telling.ended")).to_be_visible()
    (match,) = record.read(saved(visitor))
    assert match.dice
    assert match.dice.hash == promised
    assert all(match.dice.nonces)
    assert dice.verify(match) >= 3


def saved(visitor: Visitor) -> str:
    """The record of the table, by the button that saves it."""
    visitor.action("more").click()
    with visitor.page.expect_download() as download:
        visitor.dialog.get_by_role("button", name=text("web.more.download")).click()
    return Path(download.value.path()).read_text("utf-8")


@pytest.mark.parametrize("game", ["tritoc", "xchain:seats=3,size=3x3"])
def test_a_record_goes_out_and_comes_in_again(visitor: Visitor, game: str) -> None:
    match = record.random_match(games.game(game), "a record")
    written = record.write([match])
    visitor.go("/")
    visitor.page.locator("#my-games").get_by_role("button", name=text("web.more.import")).click()
    visitor.dialog.locator("textarea").fill(written)
    visitor.dialog.get_by_role("button", name=text("web.record.open")).click()
    visitor.arrive()
    assert visitor.table["over"]
    (again,) = record.read(saved(visitor))
    assert (again.entries, again.result, again.why, again.seed) == (match.entries, match.result, match.why, match.seed)


def test_pages_that_need_no_table(visitor: Visitor) -> None:
    for path, seen in {
        "/rules?id=xchain": ".rules figure svg",
        "/lessons?id=tactix": ".board-place svg",
        "/puzzles?id=xtic-0001": ".board-place svg",
        "/puzzles": "main svg",
        "/new?game=tritoc&with=here": ".preview svg",
        "/study?position=tactix ooo./oooo/oooo/oooo 2": ".board-place svg",
        "/study?edit": ".board-place svg",
    }.items():
        visitor.go(path.replace("?", "/?") if "?" in path else f"{path}/")
        expect(visitor.page.locator(seen).first).to_be_visible()
        expect(visitor.page.locator(".gone")).to_have_count(0)


def test_study_of_a_match_and_hints(visitor: Visitor) -> None:
    open_table(visitor, "tactix:size=3", ME, EASY)
    visitor.wait_for_turn()
    visitor.action("values").click()
    expect(visitor.page.get_by_role("button", name=re.compile("Win|Loss")).first).to_be_visible()
    visitor.play(visitor.state, visitor.state.moves()[0])
    visitor.wait_for_plies(2)
    table = re.search(r"id=([^&#]+)", visitor.page.url)
    assert table
    visitor.go(f"/study/?table={table[1]}")
    expect(visitor.page.locator(".ply").nth(1)).to_be_visible()


def test_a_match_is_listed_as_by_a_server(visitor: Visitor) -> None:
    text = (Path(__file__).parents[1] / "data" / "0.1" / "records" / "match-tritoc.txt").read_text()
    visitor.go("/rules")
    ask = f"async (record) => {{ {API} return new Promise((line) => api.study({{ record }}, line)); }}"
    (match,) = record.read(text)
    suits = assign(["", ""], defaults(match.game))
    assert visitor.page.evaluate(ask, text) == match_json(match, suits)


def test_the_form_leaves_only_options_that_go_together(visitor: Visitor) -> None:
    visitor.go("/new/?game=xchain")
    preset = visitor.page.get_by_label("Preset").first
    expect(preset.locator("option[value=blocks]")).to_have_count(0)
    assert visitor.page.get_by_label(text("web.form.kind", n=2)).locator("option").count() == 2


def test_two_pages_show_the_same_table(visitor: Visitor) -> None:
    open_table(visitor, "tactix:size=3", ME, BO)
    other = visitor.page.context.new_page()
    other.goto(visitor.page.url)
    other.locator("#page:not([aria-busy]) .board-place svg").wait_for()
    visitor.play(visitor.state, "a1")
    expect(other.locator(".ply")).to_have_count(1)


@pytest.mark.parametrize("path", ["/study/?position=tactix:size=3%20ooo/.../...%201", "/new/?game=tactix"])
def test_a_browser_without_the_engine_is_told_why(visitor: Visitor, path: str) -> None:
    visitor.page.add_init_script("delete globalThis.WebAssembly")
    visitor.go(path)
    expect(visitor.page.locator("#page")).to_contain_text(text("web.old-browser"))


def test_a_module_that_does_not_come_is_told(visitor: Visitor) -> None:
    visitor.is_reached = False
    visitor.page.route("**/wasm/core.wasm", lambda route: route.abort())
    visitor.go("/puzzles/?id=tactix-0001")
    expect(visitor.page.locator("#page")).to_contain_text(text("web.not-loaded"))


def test_the_levels_are_those_of_the_server(visitor: Visitor) -> None:
    visitor.go("/rules")
    ask = f"async (spec) => {{ {API} return (await api.game(spec)).levels.map(({{ name }}) => name); }}"
    for spec in (*GAMES, *(f"xchain:size={size}" for size in ("3x3", "3x4", "2x6", "4x4")), "xchain:size=3x3,seats=3"):
        assert visitor.page.evaluate(ask, spec) == list(engine.available(games.game(spec)))


def test_a_full_store_is_said_and_the_game_goes_on(visitor: Visitor) -> None:
    open_table(visitor, "tactix:size=3", ME, BO)
    visitor.page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
    visitor.play(visitor.state, "a1")
    visitor.wait_for_plies(1)
    notice = visitor.page.get_by_text(text("web.local.not-kept"))
    expect(notice).to_be_visible()
    visitor.play(visitor.state, "b1")
    visitor.wait_for_plies(2)
    assert violations(visitor) == []
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("link", name=text("web.local.export")).click()
    (match,) = record.read(Path(download.value.path()).read_text("utf-8"))
    assert [entry.token for entry in match.entries] == ["a1", "b1"]


def test_a_broken_table_is_not_found_and_hides_no_other(visitor: Visitor) -> None:
    open_table(visitor, "tactix:size=3", ME, BO)
    visitor.page.evaluate(
        "() => { localStorage['quincunx.table.cut'] = '{\"id'; localStorage['quincunx.table.empty'] = '{}'; }"
    )
    visitor.go("/")
    assert visitor.page.locator("#my-games .table-row").count() == 1
    for broken in ("cut", "empty", "new.e30", "new.cut-off"):
        visitor.go(f"/t/?id={broken}")
        expect(visitor.page.get_by_text(text("server.table-not-found"))).to_be_visible()


DENIED = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied'); } });"
NO_WORKERS = "delete Navigator.prototype.serviceWorker;"


def test_where_nothing_may_be_kept_one_can_still_play(visitor: Visitor) -> None:
    """Storage is denied, and there is no secure context for a service worker."""
    visitor.page.context.add_init_script(DENIED + NO_WORKERS)
    visitor.go("/")
    visitor.page.locator(".card-tactix").get_by_role("button").click()
    visitor.arrive()
    expect(visitor.page.get_by_text(text("web.local.not-kept"))).to_be_visible()
    visitor.wait_for_turn()
    visitor.play(visitor.state, visitor.state.moves()[0])
    visitor.wait_for_plies(2)


# Without a connection

LATEST = "version.txt"
"""A file that only tells two versions apart."""


@pytest.fixture
def own_files(tmp_path: Path) -> Iterator[FileServer]:
    """A site that a test may change and close."""
    opened = FileServer(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def returning(visit: Callable[..., Visitor], own_files: FileServer) -> Visitor:
    """A visitor whose browser has kept the site."""
    found = visit()
    found.server = own_files  # type: ignore[assignment]
    found.go("/")
    wait_until_kept(found.page)
    return found


def test_a_site_that_was_visited_works_without_a_connection(returning: Visitor, own_files: FileServer) -> None:
    own_files.close()
    returning.hurry()
    for page in ("/", "/rules/?id=xtic", "/lessons/?id=tactix", "/puzzles/", "/study/", "/study/?edit"):
        returning.go(page)
        expect(returning.page.locator(".gone")).to_have_count(0)
    open_table(returning, "tactix:size=3", ME, EASY)
    returning.take_turns(returning.play)
    assert returning.table["over"]


def test_a_new_version_is_announced_and_never_mixed_with_the_old_one(
    returning: Visitor, own_files: FileServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = edition(returning.page)
    monkeypatch.setitem(writing.LOCAL, LATEST, b"2")
    new = writing.write(own_files.site).edition
    assert new != old
    # Until somebody asks for it, pages have the old version, in one tab as in another.
    other = returning.page.context.new_page()
    other.goto(own_files.url)
    returning.go("/rules/")
    assert edition(returning.page) == old
    expect(returning.page.locator("#update")).to_be_visible()
    returning.page.locator("#update").get_by_role("button", name=text("web.offline.update")).click()
    expect(returning.page.locator(f"script[type=module][src*='{new}']")).to_be_attached()
    assert not [address for address in loaded(returning.page) if old in address]
    # The other tab still gets the files of its own version, also without a connection.
    own_files.close()
    root = f"{own_files.url}static/{old}/"
    assert other.evaluate("address => import(address).then(() => true)", f"{root}messages.js")
    assert other.url.startswith(own_files.url)


def test_the_kill_switch_takes_away_what_browsers_have_kept(returning: Visitor, own_files: FileServer) -> None:
    writing.write(own_files.site, offline=False)
    returning.go("/rules/")
    wait_until_nothing_is_kept(returning.page)
    returning.go("/")
    expect(returning.page.locator("html")).to_have_attribute("data-worker", "")
    wait_until_nothing_is_kept(returning.page)


def test_the_worker_keeps_nothing_but_the_site(returning: Visitor, own_files: FileServer) -> None:
    (own_files.site / "api").mkdir()
    (own_files.site / "api" / "tables.json").write_text("{}")
    returning.page.evaluate("fetch('api/tables.json').then((answer) => answer.text())")
    found = kept(returning.page)
    assert len(found) > 50
    pages = {own_files.url + path for path in writing.PAGES}
    assert all(url in pages or url.startswith(f"{own_files.url}static/") for url in found)


def test_the_manifest_names_icons_that_are_there(visitor: Visitor, files: FileServer) -> None:
    visitor.go("/rules/")
    found = visitor.page.evaluate(
        """async () => {
            const { href } = document.querySelector("link[rel=manifest]");
            const manifest = await (await fetch(href)).json();
            const icons = await Promise.all(manifest.icons.map(({ src }) => fetch(new URL(src, href))));
            const place = (address) => new URL(address, href).href;
            return { start: place(manifest.start_url), scope: place(manifest.scope), icons: icons.map(({ ok }) => ok) };
        }"""
    )
    assert found["start"] == found["scope"] == files.url
    assert len(found["icons"]) >= 3
    assert all(found["icons"])


def test_clocks_stand_still_while_no_page_shows_the_table(visitor: Visitor) -> None:
    """The page was closed for an hour, with half a minute on the clock."""
    open_table(visitor, "tactix:size=3", ME, BO, pace="30+0")
    for move in ("a1", "b1"):
        visitor.play(visitor.state, move)
        expect(visitor.page.locator(".ply")).to_have_count(2 if move == "b1" else 1)
    visitor.page.evaluate(
        """() => {
            addEventListener("pagehide", () => {
                for (const key of Object.keys(localStorage)) {
                    if (key.startsWith("quincunx.open.")) localStorage.setItem(key, Date.now() / 1000 - 3600);
                    if (!key.startsWith("quincunx.table.")) continue;
                    const table = JSON.parse(localStorage.getItem(key));
                    for (const event of table.events) event.at -= 3600;
                    localStorage.setItem(key, JSON.stringify(table));
                }
            });
        }"""
    )
    visitor.go(visitor.page.url)
    table = visitor.table
    assert not table["over"]
    assert table["clock"]["running"] == 1
    visitor.play(visitor.state, "c1")
    expect(visitor.page.locator(".ply")).to_have_count(3)


def test_a_computer_agrees_to_play_on_at_another_level(visitor: Visitor) -> None:
    open_table(visitor, "tactix:size=3", ME, EASY)
    visitor.action("more").click()
    visitor.dialog.get_by_role("button", name=re.compile("level", re.IGNORECASE)).first.click()
    visitor.dialog.locator("select").select_option("perfect")
    visitor.dialog.locator(".primary").click()
    expect(visitor.page.locator(".seat").nth(1)).to_contain_text("perfect", ignore_case=True)
    assert visitor.table["seats"][1]["level"] == "perfect"


def test_the_lobby_names_a_server_for_friends_and_games_that_are_left_out(
    visit: Callable[..., Visitor], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data, "portable_games", lambda: [name for name in GAMES if name != "xtic"])
    host = FileServer(tmp_path, "https://games.example/")
    visitor = visit()
    visitor.server = host  # type: ignore[assignment]
    visitor.go("/")
    friends = visitor.page.get_by_role("link", name=text("web.local.friends-at"))
    expect(friends).to_have_attribute("href", "https://games.example/")
    expect(visitor.page.get_by_text(text("web.local.left-out", games=["xtic"]))).to_be_visible()
    expect(visitor.page.locator(".card")).to_have_count(len(GAMES) - 1)
    assert violations(visitor) == []
    host.close()
