"""Boards in a frame of another site: they are seen, nothing else can be framed, and they do not know the player."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import quote

import pytest
from live_server import Player, person
from playwright.sync_api import Request, expect
from visitors import DRAWN, Guest, ServerProcess

from quincunx.law import text

POSITION = "xtic .E8F/.562/4.../..1. =0"

SPY = """
    const read = Storage.prototype.getItem;
    window.keysRead = [];
    Storage.prototype.getItem = function (key) {
        window.keysRead.push(key);
        return read.call(this, key);
    };
"""


class OtherSite:
    """A page of another origin, with whatever is put on it."""

    def __init__(self) -> None:
        self.body = ""
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(f"<!doctype html><title>A blog</title>{site.body}".encode())

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/"


@pytest.fixture
def blog() -> Iterator[OtherSite]:
    site = OtherSite()
    thread = threading.Thread(target=site.server.serve_forever)
    thread.start()
    yield site
    site.server.shutdown()
    thread.join()
    site.server.server_close()


def framed(server: ServerProcess, path: str) -> str:
    return f'<iframe src="{server.url.rstrip("/")}{path}" width="480" height="600"></iframe>'


def test_another_site_shows_boards_that_do_not_know_the_player(
    come: Callable[..., Guest], server: ServerProcess, blog: OtherSite
) -> None:
    with Player(server.url) as host:
        table = host.open("tactix", person("Ada"), person("Bo"))
        host.do("move", table["id"], seat=1, move="a1-a2")
    addresses = {
        "puzzle": "/embed/puzzles/tactix-0001",
        "position": f"/embed/study?position={quote(POSITION)}",
        "game": f"/embed/t/{table['id']}#watch={table['watch']}",
    }
    blog.body = "".join(framed(server, path) for path in addresses.values())
    guest = come()
    guest.go("/")  # so that the browser has a secret to keep
    guest.page.context.add_init_script(SPY)
    requests: list[Request] = []
    guest.page.on("request", lambda request: requests.append(request))
    guest.page.goto(blog.url)
    puzzle, position, game = (guest.page.frame_locator("iframe").nth(n) for n in range(3))
    for frame, title in ((puzzle, "TacTix, puzzle 1"), (position, "xtic"), (game, "TacTix")):
        expect(frame.get_by_role("heading", name=title, exact=True)).to_be_visible()
        expect(frame.get_by_role("grid")).to_be_visible()
    expect(game.locator(".embed-players")).to_contain_text("Ada")
    expect(game.get_by_role("gridcell", name="a1, empty")).to_have_count(1)
    game.get_by_role("button", name=text("web.move-list.first")).click()
    expect(game.get_by_role("gridcell", name="a1, counter")).to_have_count(1)
    assert {request.url for request in requests if "/api/" in request.url}
    assert [request.url for request in requests if "authorization" in request.all_headers()] == []
    frames = [frame for frame in guest.page.frames if frame is not guest.page.main_frame]
    assert [frame.evaluate("window.keysRead") for frame in frames] == [[], [], []]


def test_nothing_else_can_be_framed(come: Callable[..., Guest], server: ServerProcess, blog: OtherSite) -> None:
    blog.body = "".join(framed(server, path) for path in ("/", "/t/nothing", "/puzzles/tactix-0001"))
    guest = come()
    guest.page.goto(blog.url)
    guest.page.wait_for_load_state("networkidle")
    assert [frame.url for frame in guest.page.frames[1:]] == ["chrome-error://chromewebdata/"] * 3
    guest.errors.clear()  # the browser says that it refused


def test_the_share_dialogs_give_code_that_works(come: Callable[..., Guest], blog: OtherSite) -> None:
    guest = come()
    for page in ("/puzzles/tactix-0001", f"/study?position={quote(POSITION)}"):
        guest.go(page)
        guest.press(text("web.puzzles.share"))
        blog.body += guest.dialog.get_by_label(text("web.embed.code"), exact=True).input_value()
    guest.page.goto(blog.url)
    for n in range(2):
        expect(guest.page.frame_locator("iframe").nth(n).locator(f"{DRAWN} svg").first).to_be_visible()


def test_a_board_that_is_not_there_says_so(come: Callable[..., Guest]) -> None:
    guest = come()
    guest.go("/embed/t/nothing")
    expect(guest.page.get_by_role("alert")).to_be_visible()
    guest.errors.clear()
