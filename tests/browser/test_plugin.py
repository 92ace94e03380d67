"""A game that another package adds, in a real browser: from the lobby to the result, and without the package."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from example_package import LAW, install
from playwright.sync_api import expect
from visitors import Guest, ServerProcess

from quincunx import engine
from quincunx.games import GAMES, State, locate

pytestmark = pytest.mark.long


@pytest.fixture
def with_gomoku(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerProcess]:
    """A server with gomoku; this process knows the game too, for moves that win."""
    monkeypatch.setitem(GAMES, "gomoku", locate.find(str(LAW)))
    monkeypatch.setenv("PYTHONPATH", str(install(tmp_path / "installed")))
    opened = ServerProcess(tmp_path)
    yield opened
    opened.close()


def choose(ada: Guest) -> Callable[[State, str], None]:
    def make(state: State, _: str) -> None:
        ada.cell(engine.choose(state, "easy", "1")[0]).click()

    return make


def test_from_the_lobby_to_the_result_and_without_the_package(
    with_gomoku: ServerProcess, come: Callable[..., Guest], monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = come(with_gomoku)
    ada.go("/")
    expect(ada.page.get_by_role("heading", name="Six games, one table")).to_be_visible()
    card = ada.page.locator(".card-gomoku")
    expect(card.locator("svg").first).to_be_visible()
    card.get_by_role("link", name="Gomoku: Change").click()
    expect(ada.page.get_by_role("heading", name="New Gomoku game")).to_be_visible()
    ada.opponent("random")
    ada.start("Play the computer")
    expect(ada.page.get_by_role("gridcell")).to_have_count(81)
    assert ada.cell("e5").get_attribute("aria-label") == "e5, empty, legal"
    ada.take_turns(choose(ada))
    expect(ada.status).to_contain_text("You win!")
    won = ada.state.outcome
    assert won
    assert won.why == "five"
    assert all("decided the game" in (ada.cell(name).get_attribute("aria-label") or "") for name in won.squares)
    place = ada.page.url

    ada.page.goto("about:blank")  # whose connection would be lost
    with_gomoku.close()
    monkeypatch.delenv("PYTHONPATH")
    with_gomoku.open()
    ada.go("/")
    gone = "This game is not installed on this server: gomoku"
    expect(ada.page.locator("#my-games .unavailable")).to_contain_text(gone)
    ada.page.goto(place)
    expect(ada.page.locator("#page")).to_contain_text(re.compile(gone, re.IGNORECASE))
