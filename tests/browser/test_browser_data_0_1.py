"""Somebody who played with version 0.1 comes back with the same browser: tests/data/0.1 has what it kept."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from visitors import Guest, ServerProcess

from quincunx.law import text

DATA = Path(__file__).parent.parent / "data" / "0.1"
KEPT: dict[str, Any] = json.loads((DATA / "browser.json").read_text("utf-8"))
TOLD: dict[str, Any] = json.loads((DATA / "house.json").read_text("utf-8"))
TABLES: dict[str, Any] = TOLD["tables"]


@pytest.fixture
def old_server(tmp_path: Path) -> Iterator[ServerProcess]:
    shutil.copy(DATA / "house.sqlite", tmp_path / "games.sqlite")
    opened = ServerProcess(tmp_path, more="keep_days = 0\n")
    yield opened
    opened.close()


@pytest.fixture
def ada(come: Callable[..., Guest], old_server: ServerProcess) -> Guest:
    """With what the pages of version 0.1 kept in her browser."""
    storage = [{"name": name, "value": value} for name, value in KEPT["localStorage"].items()]
    origin = old_server.url.rstrip("/")
    return come(old_server, storage_state={"cookies": [], "origins": [{"origin": origin, "localStorage": storage}]})


def here(link: str, server: ServerProcess) -> str:
    """A link that version 0.1 gave, to the same server at its address of today."""
    return link.replace(f"{KEPT['origin']}/", server.url)


def test_the_browser_is_still_the_player(ada: Guest) -> None:
    ada.go("/")
    expect(ada.page.get_by_role("button", name=text("web.header.settings-of", name="Ada"))).to_be_visible()
    mine = ada.page.locator("#my-games a[href*='/t/']")
    links = {address.split("/t/")[1] for row in mine.all() if (address := row.get_attribute("href"))}
    assert links == set(TOLD["mine"]["ada"])
    ada.go(f"/t/{TABLES['browser-xtic-computer']['id']}")
    assert str(ada.state) == TABLES["browser-xtic-computer"]["position"]
    expect(ada.page.locator(".seat.mine.acting")).to_be_visible()
    ada.play(ada.state, ada.state.moves()[0])
    ada.wait_for_plies(len(TABLES["browser-xtic-computer"]["moves"]) + 1)


def test_what_was_set_and_done_is_remembered(ada: Guest) -> None:
    ada.go("/lessons")
    expect(ada.page.locator("html")).to_have_attribute("data-theme", "light")
    expect(ada.page.get_by_role("button", name=text("web.header.sounds"))).to_have_attribute("aria-pressed", "false")
    expect(ada.page.get_by_role("listitem").filter(has_text="TacTix")).to_contain_text("3 of")
    ada.go("/puzzles")
    expect(ada.page.get_by_role("link", name="TacTix, puzzle 1, solved", exact=True)).to_be_visible()
    ada.go("/new?game=xtic")
    expect(ada.page.get_by_label(text("web.form.kind", n=2))).to_have_value("computer")
    expect(ada.page.get_by_label(text("web.form.level", n=2))).to_have_value("easy")
    expect(ada.page.locator("input[type=radio][value=torus]")).to_be_checked()
    ada.go(f"/t/{TABLES['browser-tritoc-one-screen']['id']}")
    ((table, promised),) = json.loads(KEPT["localStorage"]["quincunx.dice"])
    assert (table, promised) == (TABLES["browser-tritoc-one-screen"]["id"], ada.table["dice"]["hash"])


def test_links_of_version_0_1_lead_where_they_did(
    ada: Guest, come: Callable[..., Guest], old_server: ServerProcess
) -> None:
    links = {name: here(link, old_server) for name, link in TOLD["links"].items()}
    friend = come(old_server)
    friend.sit(links["invite"], "Fay")
    expect(friend.page.locator(".seat.mine")).to_contain_text("Fay")
    watcher = come(old_server)
    watcher.go(links["watch"])
    assert watcher.page.locator(".ply").count() == len(TABLES["xtic-running"]["moves"])
    expect(watcher.page.locator(".seat.mine")).to_have_count(0)
    watcher.go(links["position"])
    expect(watcher.page.locator(".preview svg")).to_be_visible()
    watcher.go(links["study"])
    expect(watcher.page.locator(".board-place svg")).to_be_visible()
    watcher.go(links["puzzle"])
    expect(watcher.page.locator(".puzzle-goal")).to_be_visible()
    # The link that carries a player to another device: here a browser that was never here before.
    watcher.page.goto("about:blank")
    watcher.page.goto(links["carry"])
    watcher.press(text("web.arrive.yes"))
    watcher.go(links["table"])
    expect(watcher.page.locator(".seat.mine")).to_contain_text("Ada")
    ada.go(links["table"])
    expect(ada.page.locator(".seat.mine")).to_contain_text("Ada")
