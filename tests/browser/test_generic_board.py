"""The board of a game that brings none, in a real browser: drawn from the view alone."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from board_bench import Bench
from full_run import FULL, some_games
from live_server import person
from playwright.sync_api import expect
from small_game import Hops, HopsState
from visitors import Guest

from quincunx import games
from quincunx.games import CHANCE
from quincunx.law import text

NO_BOARDS = """
new MutationObserver((_, observer) => {
  if (!document.documentElement) return;
  document.documentElement.dataset.boards = "";
  observer.disconnect();
}).observe(document, { childList: true });
"""
"""As if the server had said that no game brings a board: done before the first module runs."""

HALFWAY = "...../.2.../...../.1.../.....".replace("/", "")

MOVES = 60 if FULL else 20
"""Of a game at most."""


def hops(cells: str = "." * 25, turn: int = 1) -> HopsState:
    return Hops().read(f"{cells} {turn}")


@pytest.fixture
def plain(bench: Bench) -> Bench:
    """The bench on which no game has a board of its own."""
    bench.hide_boards()
    return bench


def make(bench: Bench, token: str) -> None:
    """Makes a move with the pointer, as its form asks for."""
    names = [cell["name"] for cell in bench.state.view()["cells"]]
    pair = re.fullmatch(rf"({'|'.join(names)})-?({'|'.join(names)})", token)
    if token in names:
        in_pairs = [move for move in bench.state.moves() if token in move.split("-") and move != token]
        bench.click(*([token] * (2 if in_pairs else 1)))
    elif pair:
        bench.click(pair[1], pair[2])
    else:
        bench.page.click(f"[data-move='{token}']")


@pytest.mark.parametrize("game", some_games("xtic", "tactix", "tritoc", "tesseract:dims=3", "xchain:size=4x3"))
def test_every_game_can_be_played_without_its_own_board(game: str, plain: Bench) -> None:
    draw = random.Random(1)
    plain.rolls = lambda state: draw.choice(state.moves())
    plain.lay(game)
    made = 0
    while not plain.over and made < MOVES:
        if plain.state.actor == CHANCE:
            plain.page.get_by_role("button", name=text("web.board.roll")).click()
        else:
            make(plain, draw.choice(plain.state.moves()))
        made += 1
        plain.wait(made)
    assert plain.refused == []
    assert len(plain.played) == made


def test_a_game_that_is_only_a_law_by_clicks(bench: Bench) -> None:
    bench.lay_state(hops())
    draw = random.Random(2)
    moves: list[str] = []
    while not bench.over:
        moves.append(draw.choice(bench.state.moves()))
        make(bench, moves[-1])
        bench.wait(len(moves))
    assert bench.played == moves
    assert {len(move) for move in moves} == {2, 4}
    assert bench.refused == []
    (square,) = bench.state.view()["outcome"]["squares"]
    assert text("web.board.state.decisive") in bench.label(square)


def test_a_game_that_is_only_a_law_by_keys(bench: Bench) -> None:
    bench.lay_state(hops(HALFWAY))
    bench.enter()
    bench.walk("b4")
    bench.press("Enter")
    bench.walk("b3")
    bench.press("Enter")
    bench.wait(1)
    bench.walk("b2")
    bench.press("Enter", "Escape")
    assert text("web.board.state.selected") not in bench.label("b2")
    bench.walk("e1")
    bench.press(" ")
    bench.wait(2)
    assert bench.played == ["b4b3", "e1"]


def test_the_first_square_shows_where_it_can_go(bench: Bench) -> None:
    bench.lay_state(hops(HALFWAY))
    assert bench.label("b4") == "b4, blue, legal"
    assert bench.label("c3") == "c3, empty"
    bench.click("b4")
    assert bench.label("b4") == "b4, blue, selected"
    assert bench.label("b3") == "b3, empty, legal"
    assert bench.page.locator(".legal-dot").count() == 1
    assert "From b4" in bench.line
    bench.click("c3")
    bench.expect_line("b4c3 is blocked.")
    bench.click("b4")
    assert text("web.board.state.selected") not in bench.label("b4")
    bench.click("b2")
    bench.expect_line("b2 is blocked.")
    assert bench.played == []


def test_squares_that_look_alike_can_be_selected_in_either_order(plain: Bench) -> None:
    plain.lay("tactix")
    plain.click("c1", "a1")
    plain.wait(1)
    assert plain.played == ["a1-c1"]


def test_a_piece_cannot_be_moved_from_its_destination(bench: Bench) -> None:
    bench.lay_state(hops(HALFWAY))
    bench.click("b3")
    bench.expect_line("b3 is blocked.")
    assert text("web.board.state.selected") not in bench.label("b3")


def test_the_last_move_a_hint_and_values_are_shown(bench: Bench) -> None:
    value = {"kind": "win", "text": "Win 3"}
    last = {"seat": 2, "tokens": ["b1b2"]}
    bench.lay_state(hops(HALFWAY), last=last, hint="pass", values={"a5": value, "b4b3": value, "pass": value})
    assert "last move" in bench.label("b1")
    assert "last move" in bench.label("b2")
    assert bench.label("a5") == "a5, empty, legal, Win 3"
    assert bench.label("b4") == "b4, blue, legal"
    assert "Win 3" in bench.page.locator("[data-move=pass].hinted").inner_text()
    later = bench.page.get_by_text(text("web.board.values-later"))
    expect(later).to_be_visible()
    bench.click("b4")
    expect(later).to_be_hidden()
    assert bench.label("b3") == "b3, empty, legal, Win 3"


def test_who_is_not_to_move_is_told_so_here_too(bench: Bench) -> None:
    bench.lay_state(hops(HALFWAY), mine=[])
    bench.click("a5")
    assert bench.refused == [text("web.board.not-your-turn")]
    expect(bench.page.locator("[data-move=pass]")).to_be_disabled()


def test_pieces_of_several_kinds_show_their_text(bench: Bench) -> None:
    view = hops(HALFWAY).view()
    view["cells"][0] |= {"seat": 1, "text": "K"}
    bench.page.evaluate("view => window.show(view, { mine: [1], suits: ['blue', 'red'] })", view)
    assert bench.page.locator(".piece-text").all_text_contents() == ["K", "o", "x"]
    assert bench.label("a1") == "a1, blue, K"


def test_small_squares_ask_for_a_second_tap(make_bench: Callable[..., Bench]) -> None:
    bench = make_bench(viewport={"width": 360, "height": 740}, has_touch=True)
    bench.hide_boards()
    bench.lay("tesseract")
    bench.page.tap(bench.cell("3A"))
    assert bench.played == []
    expect(bench.page.locator(".choice-box")).to_have_text("3A")
    bench.page.get_by_role("button", name=text("web.board.confirm")).tap()
    bench.wait(1)
    assert bench.played == ["3A"]
    assert bench.errors == []


def test_a_phone_says_what_to_select_second(come: Callable[..., Guest]) -> None:
    guest = come(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    guest.page.add_init_script(NO_BOARDS)
    guest.sit_at("tactix", person("Ada"), person("Bo"))
    expect(guest.line).to_be_hidden()
    guest.cell("b1").tap()
    expect(guest.line).to_be_visible()
    expect(guest.line).to_contain_text("From b1")


def test_a_table_without_the_board_of_its_game(ada: Guest) -> None:
    """From the form to the result, on the pages as they are."""
    ada.page.add_init_script(NO_BOARDS)
    ada.new_game("tactix", "here")
    ada.start(text("web.form.play-here"))
    expect(ada.page.locator(".board-place svg.board-generic")).to_be_visible()
    draw = random.Random(3)
    state = games.start("tactix")
    while state.outcome is None:
        token = draw.choice(state.moves())
        first, _, last = token.partition("-")
        before = ada.plies
        ada.cell(first).click()
        if last or any(first in move.split("-") and move != first for move in state.moves()):
            ada.cell(last or first).click()
        ada.wait_for_plies(before + 1)
        state = state.play(token)
    expect(ada.status).to_contain_text("wins")
