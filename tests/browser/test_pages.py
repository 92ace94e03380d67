"""The server in a real browser, by oneself: every game to its end, and all that is beside the board."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
from live_server import OPEN, computer, person
from playwright.sync_api import expect
from visitors import Guest

from quincunx.games import GAMES, State
from quincunx.law import text

LATE = "xtic .E8F/.562/4.../..1. =0"
"""A position of xtic with few pieces left, so that its values are proved at once."""

LAST_THIRD = {
    "tritoc": "tritoc rrr....../rrr....../rr.rr..../yyy....../yyy....../yy.yy..../"
    "r..y...../y..r...../......... 1 - 0 0",
    "tesseract": "tesseract xxx............./ooo............./" + "/".join(["." * 16] * 14),
}

# Whole games against the computer


@pytest.mark.parametrize("game", GAMES)
def test_a_game_against_the_computer_by_clicks(ada: Guest, game: str) -> None:
    """From the lobby to the end; those that are long, from a position of their last third."""
    ada.hurry()
    ada.go("/")
    ada.page.locator(f".card-{game}").get_by_role("link", name=text("web.lobby.change")).click()
    expect(ada.page.locator(".preview svg")).to_be_visible()
    if game in LAST_THIRD:
        ada.go(f"/new?position={quote(LAST_THIRD[game])}&with=computer")
    if game == "xchain":
        ada.page.get_by_role("spinbutton", name=text("web.form.columns")).fill("4")
        ada.page.get_by_role("spinbutton", name=text("web.form.rows")).fill("3")
    ada.opponent("trivial")
    ada.start(text("web.form.play-computer", n=1))
    ada.take_turns(ada.play)
    outcome = ada.state.outcome
    assert outcome, "nobody gave up: the law itself ended it"
    assert ada.plies == len(ada.table["history"])
    expect(ada.status).to_contain_text(
        {1: text("web.status.you-win"), 2: text("web.status.you-lose"), None: text("web.status.draw")}[outcome.winner]
    )
    expect(ada.page.locator(".board-line.refused")).to_have_count(0)


def start_by_keys(ada: Guest, game: str) -> None:
    """From the lobby to the board of a game against the weakest computer, without a pointer."""
    ada.go("/")
    ada.tab_to(f".card-{game} .way")
    ada.keys("Enter")
    ada.page.wait_for_url("**/new*")
    expect(ada.page.locator(".preview svg")).to_be_visible()
    ada.tab_to(".level")
    expect(ada.page.get_by_label(text("web.form.level", n=2))).to_be_focused()
    ada.keys("ArrowUp", "ArrowUp")
    expect(ada.page.get_by_label(text("web.form.level", n=2))).to_have_value("trivial")
    ada.tab_to(".button.main")
    ada.keys("Enter")
    ada.arrive()
    ada.tab_to("[role=gridcell]")


def test_xtic_against_the_computer_by_keys(ada: Guest) -> None:
    def make(_: State, move: str) -> None:
        if move.startswith("="):
            ada.keys(move[1].lower())
        else:
            ada.walk(move)
            ada.keys("Enter")

    start_by_keys(ada, "xtic")
    ada.take_turns(make, seed=2)
    assert ada.state.outcome
    ada.tab_to("[data-action=rematch]")
    here = ada.page.url
    ada.keys("Enter")
    ada.page.wait_for_url(lambda url: url != here)
    expect(ada.page.locator(".seat.acting")).to_have_count(1)


def test_tactix_against_the_computer_by_keys(ada: Guest) -> None:
    def make(state: State, move: str) -> None:
        assert state.actor == 1
        first, _, last = move.partition("-")
        for name in (first, last or first):
            ada.walk(name)
            ada.keys("Enter")

    start_by_keys(ada, "tactix")
    ada.take_turns(make, seed=3)
    assert ada.state.outcome
    expect(ada.status).to_contain_text("You")


def test_two_at_one_screen_take_turns(ada: Guest) -> None:
    """The same page plays both seats, each by its name."""
    ada.new_game("tesseract", "here", Name_in_seat_1="Ada", Name_in_seat_2="Bo")
    ada.start(text("web.form.play-here"))
    for n, move in enumerate(["00", "10", "01", "11", "02", "12"], 1):
        expect(ada.status).to_contain_text(text("web.turn.of.move", name="Ada" if n % 2 else "Bo"))
        ada.play(ada.state, move)
        ada.wait_for_plies(n)
    ada.play(ada.state, "03")
    expect(ada.status).to_contain_text(text("web.status.wins", name="Ada"))
    expect(ada.page).to_have_title(re.compile("^Tesseract: Ada . Bo"))


# Beside the board


def against_computer(ada: Guest, game: str, level: str = "trivial") -> None:
    ada.sit_at(game, person(), computer(level))
    ada.wait_for_turn()


def test_it_says_whose_turn_it_is(ada: Guest) -> None:
    ada.new_game("xtic", "computer", Name_in_seat_1="Ada")
    ada.opponent("trivial")
    ada.start(text("web.form.play-computer", n=1))
    expect(ada.status).to_have_text(f"{text('web.happened.began')} {text('web.turn.yours.give')}")
    expect(ada.page).to_have_title(re.compile("^● Your turn . xtic"))
    expect(ada.page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("/icon-turn.svg$"))
    expect(ada.page.locator(".seat.mine.acting .turn-tag")).to_have_text(text("web.tag.give"))
    ada.play(ada.state, "=5")
    ada.wait_for_plies(3)
    ada.wait_for_turn()
    expect(ada.status).to_contain_text(text("web.turn.yours.place"))


def test_a_move_that_cannot_be_made_says_why_beside_the_board(ada: Guest) -> None:
    against_computer(ada, "xtic")
    ada.cell("a1").click()
    expect(ada.line).to_have_text(text("xtic.board.give-first"))
    expect(ada.page.locator(".board-line.refused")).to_be_visible()
    expect(ada.page.get_by_role("alert").filter(has_text=text("xtic.board.give-first"))).to_have_count(1)
    ada.play(ada.state, "=5")
    expect(ada.page.locator(".board-line.refused")).to_have_count(0)


def test_the_law_says_why_a_move_is_not_legal(ada: Guest) -> None:
    against_computer(ada, "tactix")
    ada.cell("a1").click()
    ada.cell("b2").click()
    expect(ada.line).to_have_text(text("tactix.line", first="a1", last="b2"))
    expect(ada.page.locator(".board-line.refused")).to_be_visible()


def test_a_chain_can_be_stepped_through_though_the_computer_has_answered(ada: Guest) -> None:
    ada.go(f"/new?position={quote('xchain:size=4x3 A1A2B1./A1.../.B1.. aa 1')}")
    ada.opponent("trivial")
    ada.start(text("web.form.play-computer", n=1))
    ada.page.get_by_role("slider", name=text("xchain.board.speed")).press("Home")
    waves = len(ada.state.steps("a1"))
    ada.cell("a1").click()
    ada.wait_for_plies(2)
    for n in range(1, waves + 1):
        expect(ada.line).to_contain_text(f"Wave {n}: ")
        ada.page.get_by_role("button", name=text("xchain.board.button.step")).click()
    expect(ada.page.locator(".burst")).to_have_count(0)
    expect(ada.status).to_contain_text("Computer played")


def answered(ada: Guest) -> None:
    """Makes a move at a table of tactix where time stands still, until the computer's answer has come to the page."""
    ada.page.clock.install()
    with ada.page.expect_websocket() as socket:
        against_computer(ada, "tactix")
    ada.stop_clock()
    with socket.value.expect_event("framereceived", lambda frame: '"seat":2' in frame and "Moved" in frame):
        ada.play(ada.state, "a1-a4")
    ada.wait_for_plies(1)


def test_a_computers_move_waits_until_the_position_before_it_was_seen(ada: Guest) -> None:
    answered(ada)
    ada.page.clock.run_for(300)
    assert ada.plies == 1
    ada.page.clock.run_for(300)
    assert ada.plies == 2
    taken = ada.table["history"][-1]["token"].partition("-")[0]
    expect(ada.cell(taken)).to_have_attribute("aria-label", re.compile(text("web.board.state.last-move")))


def test_an_action_refers_to_a_computers_move_that_is_not_shown_yet(ada: Guest) -> None:
    answered(ada)
    assert ada.plies == 1
    ada.press(text("web.action.undo"))
    expect(ada.page.locator(".ply")).to_have_count(0)
    expect(ada.page.locator(".board-line.refused")).to_have_count(0)


def test_undo_and_redo(ada: Guest) -> None:
    against_computer(ada, "tactix")
    ada.action("undo").click(force=True)  # it looks off, and says why when it is pressed all the same
    expect(ada.line).to_have_text("Ada has not made a move yet.")
    ada.play(ada.state, "a1-a4")
    ada.wait_for_plies(2)
    ada.press(text("web.action.undo"))
    expect(ada.status).to_have_text(f"{text('web.happened.took-back')} {text('web.turn.yours.take')}")
    assert ada.plies == 0
    expect(ada.page.locator(".well-number")).to_have_text("16")
    ada.press(text("web.action.redo"))
    ada.wait_for_plies(2)
    expect(ada.cell("a1")).to_have_accessible_name("a1, empty")


def test_hint_and_values(ada: Guest) -> None:
    """On a position so late that they are proved: the best move is shown, then made."""
    ada.go(f"/new?position={quote(LATE)}")
    ada.opponent("trivial")
    ada.start(text("web.form.play-computer", n=1))
    ada.action("values").click()
    ada.action("hint").click()
    expect(ada.line).to_contain_text("Best: ")
    expect(ada.line).to_contain_text("Values: ")
    expect(ada.line).to_contain_text(re.compile(r"Values: \w"))
    expect(ada.line).not_to_contain_text("basis.")
    hinted = ada.page.locator("[role=gridcell][aria-label*='hint']")
    expect(hinted).to_have_count(1)
    expect(
        ada.page.locator("[role=gridcell][aria-label*='Loss'], [role=gridcell][aria-label*='Win']")
    ).not_to_have_count(0)
    hinted.click()
    ada.wait_for_plies(1)
    expect(ada.action("hint")).to_have_attribute("aria-pressed", "false")
    expect(ada.action("values")).to_have_attribute("aria-pressed", "true")
    ada.action("values").click()
    expect(ada.page.locator(".slot.worth")).to_have_count(0)


def test_an_analysis_that_is_refused_says_why(ada: Guest) -> None:
    ada.leave_thinking_to_the_server()
    against_computer(ada, "xtic")
    refusal = {"error": {"reason": "this server does not analyse", "field": None}}
    ada.page.route("**/api/analysis", lambda route: route.fulfill(status=403, json=refusal))
    ada.press(text("web.action.hint"))
    expect(ada.line).to_have_text("This server does not analyse.")
    expect(ada.page.locator(".board-line.refused")).to_be_visible()
    expect(ada.action("hint")).to_have_attribute("aria-pressed", "false")


def test_the_end_stands_in_a_box_and_is_said_once(ada: Guest) -> None:
    ada.new_game("tactix", "here", Name_in_seat_1="Ada", Name_in_seat_2="Bo")
    ada.start(text("web.form.play-here"))
    for n, move in enumerate(["a1-d1", "a2-d2", "a3-d3", "a4-c4", "d4"], 1):
        ada.play(ada.state, move)
        ada.wait_for_plies(n)
    box = ada.page.locator(".telling.ended")
    expect(box).to_contain_text(f"{text('web.status.wins', name='Bo')} Ada took the last counter.")
    spoken = ":is([role=alert], [role=status], [aria-live=polite]):not([aria-live=off])"
    expect(ada.page.locator(spoken).filter(has_text=text("web.status.wins", name="Bo"))).to_have_count(1)
    box.get_by_role("button", name=text("web.over.study")).click()
    expect(ada.page.get_by_role("heading", name=text("web.study.of", game="TacTix"))).to_be_visible()
    expect(ada.page.locator(".where")).to_have_text("4 of 5")
    expect(ada.line).to_contain_text("Values: ")
    ada.page.go_back()
    box.get_by_role("link", name=text("web.over.change")).click()
    expect(ada.page.get_by_role("heading", name=text("web.form.title", game="TacTix"))).to_be_visible()


def test_looking_back_and_forward_disturbs_nothing(ada: Guest) -> None:
    against_computer(ada, "tactix")
    ada.play(ada.state, "a1-d1")
    ada.wait_for_plies(2)
    ada.wait_for_turn()
    now = ada.state
    ada.page.get_by_role("button", name=text("web.move-list.first")).click()
    expect(ada.notices).to_contain_text(text("web.notice.looking", ply=0, plies=2))
    expect(ada.cell("a1")).to_have_accessible_name("a1, counter")
    ada.cell("b2").click()
    ada.cell("b2").click()
    ada.page.get_by_role("button", name=text("web.move-list.forward")).click()
    expect(ada.notices).to_contain_text(text("web.notice.looking", ply=1, plies=2))
    expect(ada.cell("a1")).to_have_accessible_name("a1, empty, last move")
    ada.page.get_by_role("button", name=text("web.move-list.back")).click()
    ada.press(text("web.notice.back-to-now"))
    expect(ada.notices).to_be_empty()
    expect(ada.cell("a1")).to_have_accessible_name("a1, empty")
    assert ada.state == now
    assert ada.plies == 2


def test_a_position_has_a_link_and_can_be_played_on_from(ada: Guest) -> None:
    against_computer(ada, "tactix")
    ada.play(ada.state, "a1-d1")
    ada.wait_for_plies(2)
    ada.page.locator(".ply").first.click()
    expect(ada.notices).to_contain_text(text("web.notice.looking", ply=1, plies=2))
    ada.press(text("web.action.more"))
    link = ada.dialog.get_by_label(text("web.more.position")).input_value()
    ada.dialog.get_by_role("link", name=text("web.more.from")).click()
    ada.page.wait_for_url(link)
    expect(ada.page.get_by_role("heading", name=text("web.form.from", game="TacTix"))).to_be_visible()
    ada.page.get_by_label(text("web.form.kind", n=2)).select_option("person")
    ada.start(text("web.form.play-here"))
    expect(ada.page.locator(".well-number")).to_have_text("12")
    assert str(ada.state).endswith(" 2"), "it is the second seat's turn there"


def test_a_position_that_cannot_be_says_why(ada: Guest) -> None:
    ada.go(f"/new?position={quote('tactix ..oo/ooo./ooo./o..x 1')}")
    expect(ada.page.get_by_role("alert").filter(has_text="x")).to_be_visible()


def test_the_record_is_downloaded_and_imported(ada: Guest, tmp_path: Path) -> None:
    ada.new_game("tactix", "here", Name_in_seat_1="Ada", Name_in_seat_2="Bo")
    ada.start(text("web.form.play-here"))
    for n, move in enumerate(["a1-d1", "a2-d2", "a3-d3", "a4-c4", "d4"], 1):
        ada.play(ada.state, move)
        ada.wait_for_plies(n)
    ended = ada.status.inner_text()
    ada.press(text("web.action.more"))
    with ada.page.expect_download() as download:
        ada.press(text("web.more.download"))
    kept = tmp_path / download.value.suggested_filename
    download.value.save_as(kept)
    assert "a4-c4" in kept.read_text()
    ada.go("/")
    ada.press(text("web.more.import"))
    ada.dialog.get_by_label(text("web.record.text")).fill("nonsense")
    ada.press(text("web.record.open"))
    expect(ada.dialog.get_by_role("alert")).not_to_be_empty()
    ada.dialog.get_by_label(text("web.record.file")).set_input_files(kept)
    expect(ada.dialog.get_by_label(text("web.record.text"))).to_have_value(kept.read_text())
    ada.press(text("web.record.open"))
    ada.arrive()
    expect(ada.status).to_have_text(ended)
    assert ada.plies == 5


def test_resigning_asks_first_and_a_rematch_begins_anew(ada: Guest) -> None:
    against_computer(ada, "xtic")
    ada.press(text("web.action.resign"))
    ada.dialog.get_by_role("button", name=text("web.sure.keep-playing")).click()
    expect(ada.dialog).to_have_count(0)
    expect(ada.action("rematch")).to_be_hidden()
    ada.press(text("web.action.resign"))
    ada.dialog.get_by_role("button", name=text("web.sure.resign.yes")).click()
    expect(ada.status).to_contain_text(text("web.status.you-lose"))
    here = ada.page.url
    ada.press(text("web.action.rematch"))
    ada.page.wait_for_url(lambda url: url != here)
    ada.arrive()
    expect(ada.status).not_to_contain_text(text("web.status.you-lose"))


def test_a_table_is_deleted_by_its_owner(ada: Guest) -> None:
    against_computer(ada, "xtic")
    here = ada.page.url
    ada.press(text("web.action.more"))
    ada.press(text("web.more.delete"))
    ada.dialog.get_by_role("button", name=text("web.sure.delete.yes")).click()
    ada.page.wait_for_url(ada.server.url)
    ada.go(here)
    expect(ada.page.get_by_role("heading", name=text("web.gone.title"))).to_be_visible()


# Dice


def test_the_dice_are_rolled_by_a_click_and_can_be_proved(ada: Guest) -> None:
    against_computer(ada, "tritoc")
    ada.cell("a1.3").click()
    expect(ada.line).to_have_text(text("tritoc.board.roll-first"))
    ada.press(text("web.dice.title"))
    promised = ada.dialog.get_by_label(text("web.dice.hash")).input_value()
    expect(ada.dialog).to_contain_text(text("web.dice.secret"))
    ada.keys("Escape")
    while ada.page.locator(".dice.live").count():  # a 2 or a 12 can be of no use, and is rolled again
        before = ada.plies
        ada.page.locator(".dice.live").click()
        ada.wait_for_plies(before + 1)
    expect(ada.page.locator(".dice")).to_have_attribute("aria-disabled", "true")
    ada.press(text("web.action.resign"))
    ada.dialog.get_by_role("button", name=text("web.sure.resign.yes")).click()
    expect(ada.status).to_contain_text(text("web.status.you-lose"))
    ada.press(text("web.dice.title"))
    assert ada.dialog.get_by_label(text("web.dice.hash")).input_value() == promised
    expect(ada.dialog.locator(".fair-verdict")).to_have_text(text("web.dice.good"))
    assert ada.dialog.get_by_label(text("web.dice.seed"), exact=True).input_value()


# The lobby and the form


def test_my_games_are_in_the_lobby_to_go_on_with(ada: Guest) -> None:
    ada.go("/")
    expect(ada.page.locator(".lobby-slot.mine")).to_contain_text(text("web.lobby.none-mine"))
    ada.new_game("tactix", "computer")
    ada.start(text("web.form.play-computer", n=1))
    here = ada.page.url
    ada.go("/")
    ada.page.locator(".lobby-slot.mine").get_by_role("link", name=re.compile("Continue: TacTix")).click()
    ada.page.wait_for_url(here)


def test_a_finished_game_says_in_the_lobby_how_it_ended(ada: Guest) -> None:
    """Also when it did not end on the board: by resignation, by agreement, or not at all."""
    ada.sit_at("tesseract", person("Ada"), computer())
    ada.press(text("web.action.resign"))
    ada.dialog.get_by_role("button", name=text("web.sure.resign.yes")).click()
    expect(ada.status).to_contain_text(text("web.status.you-lose"))
    ada.sit_at("xtic", person("Ada"), person("Bo"))
    ada.press(text("web.action.draw"))
    ada.press(text("web.sure.draw.yes"))
    expect(ada.status).to_contain_text(text("web.status.draw"))
    ada.sit_at("xchain", person("Ada"), person("Bo"))
    ada.press(text("web.action.more"))
    ada.press(text("web.more.abandon"))
    ada.press(text("web.sure.abandon.yes"))
    expect(ada.status).to_contain_text(text("web.status.nobody"))
    ada.sit_at("tactix", person("Ada"), person("Bo"))
    ada.press(text("web.action.resign"))
    ada.dialog.get_by_role("button", name=text("web.sure.resign.yes")).click()
    expect(ada.status).to_contain_text(text("web.status.wins", name="Bo"))
    ada.go("/")
    rows = ada.page.locator("#my-games .table-row")
    expect(rows.filter(has_text="Tesseract")).to_contain_text(re.compile("you lost.*You resigned[.]"))
    expect(rows.filter(has_text="xtic")).to_contain_text(re.compile("draw.*The players agreed on a draw[.]"))
    expect(rows.filter(has_text="Chain Reaction")).to_contain_text(text("web.row.abandoned"))
    expect(rows.filter(has_text="TacTix")).to_contain_text(re.compile("Bo won.*Ada resigned[.]"))


@pytest.mark.parametrize("width", [1280, 390])
def test_the_lobby_lists_each_game_once(come: Callable[..., Guest], width: int) -> None:
    guest = come(viewport={"width": width, "height": 800})
    tables = []
    for other, listed in ((person("Bo"), False), (person("Bo"), True), (OPEN, True)):
        guest.sit_at("tactix", person("Ada"), other, listed=listed)
        tables.append(guest.page.url.split("/t/")[1])
    guest.go("/")
    for table in tables:
        expect(guest.page.locator(f".table-row a[href*='{table}']:visible")).to_have_count(1)
    expect(guest.page.get_by_role("heading", level=1)).to_be_in_viewport()


def test_my_games_go_with_me_to_another_device(ada: Guest, bo: Guest) -> None:
    """The other device asks first, and a broken link changes nothing."""
    against_computer(ada, "tactix")
    ada.page.locator(".me").click()
    link = ada.dialog.get_by_label(text("web.player.carry")).input_value()
    bo.page.goto(link)
    bo.press(text("web.cancel"))
    expect(bo.page.locator(".lobby-slot.mine")).to_contain_text(text("web.lobby.none-mine"))
    bo.page.goto("about:blank")
    bo.page.goto(link)
    bo.press(text("web.arrive.yes"))
    bo.page.locator(".lobby-slot.mine").get_by_role("link", name=re.compile("Continue: TacTix")).click()
    bo.arrive()
    assert bo.page.url == ada.page.url
    assert "player" not in bo.page.url
    bo.page.goto(f"{bo.server.url}#player=short")
    expect(bo.dialog).to_contain_text(text("web.arrive.broken"))


def test_the_lobby_is_a_die_with_the_game_of_most_dimensions_in_its_centre(ada: Guest) -> None:
    ada.go("/")
    for side, games in {"left": ["xtic", "tritoc"], "centre": ["tesseract"], "right": ["tactix", "xchain"]}.items():
        cards = ada.page.locator(f".column.{side} .card").evaluate_all("all => all.map(one => one.className)")
        assert cards == [f"card card-{game}" for game in games]


def test_in_a_low_window_the_menu_is_one_row_below_the_name(ada: Guest) -> None:
    ada.page.set_viewport_size({"width": 560, "height": 360})
    ada.go("/")
    brand, tools, menu = (ada.page.locator(f"#header {part}").bounding_box() for part in (".brand", ".me", "nav"))
    assert brand
    assert tools
    assert menu
    assert brand["y"] >= 0
    assert abs(brand["y"] + brand["height"] / 2 - tools["y"] - tools["height"] / 2) < 2
    assert menu["y"] >= brand["y"] + brand["height"]
    assert menu["y"] + menu["height"] < 110


def test_the_appendix_of_the_rules_is_folded_until_it_is_asked_for(ada: Guest) -> None:
    ada.go("/rules/tritoc")
    appendix = ada.page.get_by_role("heading", name="Appendix: exact rules")
    decided = ada.page.get_by_text("a turn has at most three rolls")
    expect(appendix).to_be_visible()
    expect(decided).to_be_hidden()
    drawn = ada.page.get_by_role("heading", name="How a roll is drawn")
    expect(ada.page.get_by_role("heading", name="Appendix: fair dice")).to_be_visible()
    expect(drawn).to_be_hidden()
    appendix.click()
    expect(decided).to_be_visible()
    ada.go("/rules/tritoc#appendix-exact-rules")
    expect(decided).to_be_visible()


def test_fair_dice_lead_to_how_a_roll_is_drawn(ada: Guest) -> None:
    ada.sit_at("tritoc", person("Ada"), person("Bo"))
    ada.press(text("web.dice.title"))
    ada.dialog.get_by_role("link", name=text("web.dice.more")).click()
    expect(ada.page.get_by_role("heading", name="How a roll is drawn")).to_be_in_viewport()


def test_a_line_of_the_rules_may_begin_with_a_number(ada: Guest) -> None:
    ada.go("/rules")
    shown = """async (text) => {
        const { markdown } = await import('/static/parts/common/markdown.js');
        return markdown(text, () => null).map((one) => one.outerHTML).join('');
    }"""
    words = "It is in column\n10. Not in another.\n1. one\n2. two"
    assert ada.page.evaluate(shown, words) == (
        "<p>It is in column 10. Not in another.</p><ol><li>one</li><li>two</li></ol>"
    )


def test_who_comes_again_has_the_files_already(ada: Guest) -> None:
    sent = (
        "performance.getEntriesByType('resource')"
        ".filter(({ name, transferSize }) => name.includes('/static/') && transferSize > 0).map(({ name }) => name)"
    )
    ada.go("/rules")
    assert len(ada.page.evaluate(sent)) > 5
    ada.go("/rules")
    assert ada.page.evaluate(sent) == []


def test_an_option_that_does_not_go_says_why_under_its_control(ada: Guest) -> None:
    ada.new_game("xchain", "computer")
    columns = ada.page.get_by_role("spinbutton", name=text("web.form.columns"))
    choice = ada.page.locator(".choice").filter(has=columns)
    columns.fill("99")
    expect(choice.locator(".error")).to_contain_text("99")
    columns.fill("6")
    expect(choice.locator(".error")).to_be_empty()


def test_a_form_offers_only_options_that_go_together(ada: Guest) -> None:
    ada.new_game("xchain", "computer")
    seats = ada.page.get_by_role("radiogroup", name="Players")
    first = ada.page.get_by_role("radiogroup", name="First")
    preset = ada.page.get_by_role("combobox", name="Preset")
    values = ada.page.get_by_role("radiogroup", name="Values")
    expect(values).to_be_hidden()
    expect(first.get_by_text("seat 4")).to_be_hidden()
    expect(preset.locator("option[value=blocks]")).to_have_count(0)
    preset.select_option("random")
    expect(values).to_be_visible()
    expect(ada.page.get_by_role("spinbutton", name=text("web.form.number"))).to_have_attribute("aria-valuemax", "32")
    seats.get_by_text("4").click()
    expect(ada.page.get_by_role("spinbutton", name=text("web.form.number"))).to_have_attribute("aria-valuemax", "16")
    expect(preset.locator("option[value=blocks]")).to_have_count(1)
    preset.select_option("blocks")
    first.get_by_text("seat 4").click()
    # What does not go with a change goes back to its default, and nothing is refused.
    seats.get_by_text("2").click()
    expect(preset).to_have_value("none")
    expect(first.get_by_label("seat 1")).to_be_checked()
    expect(ada.page.locator(".choice .error:not(:empty)")).to_have_count(0)


def test_pieces_with_colours_of_their_own_leave_none_to_choose(ada: Guest) -> None:
    ada.new_game("tritoc", "friend")
    expect(ada.page.get_by_label(text("web.form.suit", n=1))).to_have_count(0)
    expect(ada.page.locator(".seat-row").nth(1)).to_contain_text(text("web.suit.yellow"))


def test_what_was_chosen_last_is_remembered(ada: Guest) -> None:
    ada.new_game("tactix", "here", Name_in_seat_1="Ada", Name_in_seat_2="Bo")
    ada.page.get_by_role("radiogroup", name="Size").get_by_text("5").click()
    ada.page.get_by_text(text("web.form.pace.short")).click()
    ada.page.get_by_text(text("web.form.visible.listed")).click()
    ada.page.get_by_label(text("web.form.suit", n=1)).select_option("plum")
    ada.start(text("web.form.play-here"))
    assert ada.table["state"]["game"] == "tactix:size=5"
    assert ada.table["listed"]
    assert ada.table["clock"]["pace"] == "180+2"
    ada.go("/new?game=tactix")
    expect(ada.page.get_by_label(text("web.form.name", n=2))).to_have_value("Bo")
    expect(ada.page.get_by_label(text("web.form.suit", n=1))).to_have_value("plum")
    expect(ada.page.get_by_label(text("web.form.pace.short"))).to_be_checked()
    expect(ada.page.get_by_label(text("web.form.visible.listed"))).to_be_checked()
    ada.start(text("web.form.play-here"))
    assert ada.table["state"]["game"] == "tactix:size=5"
    assert ada.table["seats"][0]["suit"] == "plum"
