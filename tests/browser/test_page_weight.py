"""What the first page costs somebody who comes for the first time: bytes on the wire, and requests for data."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from kept_pages import is_bundled
from playwright.sync_api import Request, expect
from visitors import Guest, ServerProcess

from quincunx.games import GAMES
from quincunx.law import text

MOST_BYTES = 150_000
"""Of the lobby with nothing cached, headers included."""

SAME_PICTURES = """async () => {
  const load = (name) => import(`/static/${name}.js`);
  const [api, games, positions, pictures] = await Promise.all(
    ["api", "games", "positions", "parts/board/pictures"].map(load));
  const drawn = (view, { suits }) => pictures.picture(view, { suits }).innerHTML.replace(/-\\d+/g, "");
  const compare = async (game) => {
    const examples = games.about(game.name).examples.map(({ position }) => position);
    const same = await Promise.all(examples.map(async (position) => {
      const { view } = await api.position(position);
      return drawn(await positions.exampleView(game, position), game) === drawn(view, game);
    }));
    return [game.name, same.length > 0 && same.every(Boolean)];
  };
  return Object.fromEntries(await Promise.all((await api.games()).map(compare)));
}"""
"""Whether the pictures that are drawn from the text of positions are those of the server's views."""


def test_the_lobby_is_light(come: Callable[..., Guest], tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)  # one that nobody else plays on
    ada = come(server)
    sizes: list[float] = []
    wire = ada.page.context.new_cdp_session(ada.page)
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda answer: sizes.append(answer["encodedDataLength"]))
    ada.go("/")
    ada.page.wait_for_load_state("networkidle")
    assert len(sizes) > 10
    assert sum(sizes) <= MOST_BYTES
    server.close()


def test_the_pictures_of_the_lobby_need_no_data_of_the_server(ada: Guest) -> None:
    asked: list[str] = []
    ada.page.on("request", lambda request: asked.append(request.url.removeprefix(ada.server.url)))
    ada.go("/")
    expect(ada.page.locator(".card-board svg")).to_have_count(len(GAMES))
    assert {url for url in asked if url.startswith("api/")} == {
        "api/games",
        "api/tables?views=false",
        "api/puzzles/daily",
    }
    assert ada.page.evaluate(SAME_PICTURES) == dict.fromkeys(GAMES, True)


@pytest.mark.parametrize("path", ["/", "/rules"])
def test_a_dialog_that_cannot_be_loaded_says_so_and_can_be_tried_again(ada: Guest, path: str) -> None:
    ada.go(path)
    if is_bundled(ada.page):
        pytest.skip("it comes with the page after `make bundle`")
    ada.is_reached = False
    lost = "**/parts/player/player-dialog.js"
    ada.page.route(lost, lambda route: route.abort())
    me = ada.page.get_by_role("button", name=text("web.header.settings"))
    me.click()
    expect(ada.page.get_by_role("alert").filter(has_text=text("web.not-loaded"))).to_be_in_viewport()
    ada.page.unroute(lost)
    me.click()
    expect(ada.page.get_by_role("dialog")).to_be_visible()
    expect(ada.page.locator("#not-loaded")).to_be_hidden()


def test_nothing_that_only_a_click_needs_is_loaded_before_it(ada: Guest) -> None:
    loaded: list[str] = []

    def hear(request: Request) -> None:
        loaded.append(request.url.rpartition("/")[2])

    ada.page.on("request", hear)
    ada.go("/")
    if is_bundled(ada.page):
        pytest.skip("all comes in one file after `make bundle`")
    assert not {"record-form.js", "dialog.js", "generic.js", "engine.js"} & set(loaded)
    ada.page.get_by_role("button", name=text("web.more.import")).click()
    expect(ada.page.get_by_role("dialog")).to_be_visible()
    assert "record-form.js" in loaded
