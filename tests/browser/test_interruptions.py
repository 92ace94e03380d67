"""What goes wrong between a person and a page: a lost line, a second press, a link pasted over another, a way back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from live_server import person
from playwright.sync_api import Route, WebSocketRoute, expect
from visitors import DRAWN, Guest, ServerProcess

from quincunx import games, puzzles
from quincunx.games import GAMES
from quincunx.law import text


def lose(guest: Guest) -> None:
    """The connection, until `guest.page.context.set_offline(False)`."""
    guest.is_reached = False
    guest.page.context.set_offline(True)


def invite(ada: Guest, game: str = "tactix") -> list[str]:
    """A private table with an open seat: the link to that, and the one to watch."""
    ada.new_game(game, "friend")
    ada.start(text("web.form.invite", n=1))
    return ada.invited()


def take(guest: Guest, *names: str) -> None:
    """Counters of tactix, one by one."""
    for name in names:
        before = guest.plies
        guest.cell(name).click()
        guest.cell(name).click()
        guest.wait_for_plies(before + 1)


class Held:
    """Requests to an address that wait until they are let go."""

    def __init__(self, guest: Guest, address: str) -> None:
        self._routes: list[Route] = []
        self._guest = guest
        guest.page.route(address, lambda route: self._routes.append(route))

    def wait_for(self, count: int) -> None:
        self._guest.until(lambda: len(self._routes) >= count)

    def let_go(self, index: int) -> None:
        self._routes[index].continue_()

    def answer(self, index: int, received: dict[str, Any]) -> None:
        self._routes[index].fulfill(json=received)

    def asked(self, index: int) -> Any:
        return self._routes[index].request.post_data_json


class Sockets:
    """The websockets of a guest, which can fall silent: they stay open, and nothing comes through."""

    def __init__(self, guest: Guest) -> None:
        self.opened: list[WebSocketRoute] = []
        self._guest = guest
        self._heard: list[WebSocketRoute] = []
        self._silent: list[WebSocketRoute] = []
        self.are_silent = False
        """Whether those that are opened from now on never say a word."""
        guest.page.route_web_socket("**/socket", self._open)

    def _open(self, page: WebSocketRoute) -> None:
        self.opened.append(page)
        if self.are_silent:
            return
        server = page.connect_to_server()

        def hear(message: str | bytes) -> None:
            if page not in self._silent:
                page.send(message)
                self._heard.append(page)

        server.on_message(hear)
        page.on_message(lambda message: server.send(message) if page not in self._silent else None)

    def silence(self) -> None:
        """From now on nothing comes through those that are open; before, each has brought a message."""
        self._guest.until(lambda: bool(self.opened) and all(page in self._heard for page in self.opened))
        self._silent += self.opened


# A lost connection


def test_words_said_twice_while_the_connection_is_lost_are_said_once(ada: Guest, bo: Guest) -> None:
    bo.sit(invite(ada)[0], "Bo")
    ada.page.get_by_role("tab", name=text("web.panel.chat")).click()
    lose(ada)
    expect(ada.notices).to_contain_text(text("web.notice.lost"))
    field = ada.page.get_by_placeholder(text("web.chat.placeholder"))
    field.fill("hello")
    field.press("Enter")
    expect(field).to_have_value("")
    field.press("Enter")
    field.fill("again")
    field.press("Enter")
    ada.page.context.set_offline(False)
    expect(bo.page.locator(".chat-list p")).to_have_text(["Guest hello", "Guest again"])


def test_who_comes_back_to_a_dead_connection_sees_what_happened(ada: Guest, bo: Guest) -> None:
    """A phone has slept: the server has closed the connection, and the browser does not know."""
    sockets = Sockets(bo)
    bo.page.clock.install()
    ada.sit_with(bo, "tactix")
    sockets.silence()
    take(ada, "a1")
    bo.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert bo.plies == 0
    bo.page.clock.fast_forward(10_000)
    bo.wait_for_plies(1)
    expect(bo.notices).to_be_empty()
    assert len(sockets.opened) == 2


def test_who_comes_back_to_a_live_connection_keeps_it(ada: Guest, bo: Guest) -> None:
    sockets = Sockets(bo)
    bo.page.clock.install()
    ada.sit_with(bo, "tactix")
    bo.page.evaluate(
        """() => {
            window.said = 0;
            WebSocket.prototype.send = ((send) => function (text) {
                this.addEventListener("message", () => said += 1, { once: true });
                send.call(this, text);
            })(WebSocket.prototype.send);
            document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    bo.page.wait_for_function("() => said")
    bo.page.clock.fast_forward(60_000)
    take(ada, "a1")
    bo.wait_for_plies(1)
    assert len(sockets.opened) == 1


def test_a_new_connection_that_says_nothing_is_given_up(ada: Guest, bo: Guest) -> None:
    sockets = Sockets(bo)
    bo.page.clock.install()
    ada.sit_with(bo, "tactix")
    sockets.are_silent = True
    sockets.opened[0].close()
    bo.until(lambda: len(sockets.opened) > 1)
    sockets.are_silent = False
    bo.page.clock.fast_forward(60_000)
    expect(bo.notices).to_be_empty()
    take(ada, "a1")
    bo.wait_for_plies(1)


def test_a_page_connects_again_without_an_answer_over_http(ada: Guest, bo: Guest) -> None:
    """It asks whether the table is still there, and need not hear."""
    sockets = Sockets(bo)
    bo.page.clock.install()
    ada.sit_with(bo, "tactix")
    held = Held(bo, "**/api/tables/*")
    sockets.opened[0].close()
    held.wait_for(1)
    bo.page.clock.fast_forward(10_000)
    expect(bo.notices).to_be_empty()
    take(ada, "a1")
    bo.wait_for_plies(1)


def test_undo_pressed_twice_while_the_connection_is_lost_is_done_once(ada: Guest) -> None:
    ada.sit_at("tactix", person("Ada"), person("Bo"))
    take(ada, "a1", "b2", "c3", "d4", "a2")
    lose(ada)
    expect(ada.notices).to_contain_text(text("web.notice.lost"))
    ada.press(text("web.action.undo"))
    ada.press(text("web.action.undo"))
    ada.page.context.set_offline(False)
    expect(ada.page.locator(".ply")).to_have_text(["a1", "b2", "c3", "d4"])
    take(ada, "a2")
    expect(ada.page.locator(".ply")).to_have_text(["a1", "b2", "c3", "d4", "a2"])


def test_a_lesson_says_that_the_server_cannot_be_reached(ada: Guest) -> None:
    ada.go("/lessons/tactix#step=1")
    title = ada.page.locator(".lesson h2").inner_text()
    lose(ada)
    ada.page.locator(".step-list button").nth(3).click()
    expect(ada.line).to_contain_text(text("web.server.unreachable"))
    expect(ada.page.locator(".lesson h2")).to_have_text(title)
    ada.page.context.set_offline(False)
    ada.page.locator(".step-list button").last.click()
    expect(ada.page.locator(".lesson h2")).to_have_text("Win a game")
    ada.page.context.set_offline(True)
    ada.page.get_by_role("button", name=text("web.lessons.hint")).click()
    expect(ada.line).to_contain_text(text("web.server.unreachable"))


def test_the_editor_says_that_the_server_cannot_be_reached(ada: Guest) -> None:
    ada.go("/study?edit")
    lose(ada)
    menu = ada.page.get_by_role("combobox", name=text("web.editor.game"))
    menu.select_option("tactix")
    expect(ada.line).to_contain_text(text("web.server.unreachable"))
    expect(menu).to_have_value("xtic")


def test_the_operator_is_told_why_there_are_no_numbers_yet(ada: Guest) -> None:
    ada.page.route("**/api/operator", lambda route: route.abort())
    ada.is_reached = False
    ada.page.goto(ada.server.url + "operator")
    expect(ada.page.locator(f"{DRAWN} [role=status]")).to_contain_text(text("web.operator.lost"))


def test_a_study_that_breaks_off_says_why(come: Callable[..., Guest], tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, more="analysis_seconds = 3600\n")
    ada = come(server=server)
    ada.leave_thinking_to_the_server()

    def take_an_hour(route: Route) -> None:
        route.continue_(post_data=json.dumps({**(route.request.post_data_json or {}), "seconds": 3600}))

    ada.page.route("**/api/study", take_an_hour)
    ada.sit_at("tesseract", person("Ada"), person("Bo"))
    for square in ("00", "11", "22"):
        ada.play(ada.state, square)
        ada.wait_for_plies(1 + ("00", "11", "22").index(square))
    ada.press(text("web.action.resign"))
    ada.dialog.get_by_role("button", name=text("web.sure.resign.yes")).click()
    ada.page.get_by_role("button", name=text("web.over.study")).click()
    expect(ada.page.locator(".graph")).to_be_visible()
    ada.is_reached = False
    server.kill()
    expect(ada.page.locator(".graph")).to_contain_text(text("web.server.unreachable"))


# Quicker than the answers


def test_quick_keys_go_back_as_often_as_they_are_pressed(ada: Guest) -> None:
    ada.sit_at("tactix", person("Ada"), person("Bo"))
    take(ada, "a1", "b2", "c3", "d4")
    held = Held(ada, "**/plies/*")
    ada.cell("a2").focus()
    ada.keys(",", ",", ",")
    held.wait_for(3)
    for index in (2, 0, 1):
        held.let_go(index)
    expect(ada.notices).to_contain_text(text("web.notice.looking", ply=1, plies=4))
    expect(ada.cell("b2")).to_have_attribute("aria-label", "b2, counter")


def test_of_two_steps_of_a_lesson_the_last_wished_is_shown(ada: Guest) -> None:
    ada.go("/lessons/tactix#step=1")
    held = Held(ada, "**/api/position?*")
    steps = ada.page.locator(".step-list button")
    steps.nth(1).click()
    steps.nth(2).click()
    held.wait_for(2)
    held.let_go(1)
    expect(steps.nth(2)).to_have_attribute("aria-current", "step")
    board = ada.page.locator(".board-place").inner_html()
    with ada.page.expect_response("**/api/position?*"):
        held.let_go(0)
    ada.page.evaluate("new Promise(requestAnimationFrame)")
    assert ada.page.locator(".board-place").inner_html() == board


def test_a_puzzle_begun_again_forgets_the_move_that_was_still_judged(ada: Guest) -> None:
    puzzle = next(puzzle for puzzle in puzzles.load() if puzzle.game == "tactix" and puzzle.grade > 3)
    state = games.parse(puzzle.position)
    move = state.moves()[0]
    reply = state.play(move).moves()[0]
    after = state.play(move).play(reply)
    ada.leave_thinking_to_the_server()
    ada.go(f"/puzzles/{puzzle.id}")
    start = ada.page.locator(".board-well").inner_text()
    held = Held(ada, f"**/api/puzzles/{puzzle.id}")
    right = {"right": True, "reply": [reply], "solved": False}
    ada.page.route(f"**/api/puzzles/{puzzle.id}", lambda route: route.fulfill(json=right), times=1)
    ada.play(state, move)
    expect(ada.page.locator(".lesson-feedback")).to_contain_text(text("web.puzzles.right"))
    ada.play(after, after.moves()[0])
    held.wait_for(1)
    ada.press(text("web.puzzles.restart"))
    with ada.page.expect_response(f"**/api/puzzles/{puzzle.id}"):
        held.answer(0, right)
    ada.play(state, move)
    held.wait_for(2)
    assert held.asked(1) == {"move": move, "line": []}
    assert ada.page.locator(".board-well").inner_text().split()[:3] == start.split()[:3]


def test_a_table_is_opened_once_though_the_preview_comes_meanwhile(ada: Guest) -> None:
    ada.new_game("tactix", "here")
    held = Held(ada, "**/api/tables")
    with ada.page.expect_response("**/api/games/tactix*"):
        ada.page.get_by_role("radiogroup", name="Size").get_by_text("5").click()
        ada.press(text("web.form.play-here"))
        held.wait_for(1)
    expect(ada.page.get_by_role("img", name=text("web.form.preview-label")).locator(".counter")).to_have_count(25)
    expect(ada.page.get_by_role("button", name=text("web.form.play-here"))).to_be_disabled()
    held.let_go(0)
    ada.arrive()


# The address


def test_the_address_of_a_study_says_what_a_record_brought(ada: Guest) -> None:
    ada.sit_at("tactix", person("Ada"), person("Bo"))
    take(ada, "a1", "b2")
    table = ada.page.url.split("/t/")[1]
    record = ada.page.evaluate("id => import('/static/api.js').then((api) => api.record(id))", table)
    ada.go("/study?position=" + quote("xtic .E8F/.562/4.../..1. =0"))
    ada.press(text("web.study.action.record"))
    ada.dialog.get_by_role("textbox").fill(record)
    ada.dialog.locator("[type=submit]").click()
    ada.page.wait_for_url("**/study?position=tactix*")


def test_a_link_that_carries_a_player_is_heard_in_an_open_lobby(ada: Guest) -> None:
    ada.go("/")
    ada.page.goto(f"{ada.server.url}#player={'a' * 43}")
    expect(ada.dialog).to_contain_text(text("web.arrive.title"))
    assert "player" not in ada.page.url


def test_a_link_to_watch_is_heard_where_a_part_of_it_led_nowhere(ada: Guest, bo: Guest) -> None:
    _, watch = invite(ada)
    bo.go(watch.split("#")[0])
    expect(bo.page.locator(".gone")).to_be_visible()
    bo.page.goto(watch)
    bo.arrive()


def test_skipping_to_the_page_does_not_lose_the_code_to_watch(ada: Guest, bo: Guest) -> None:
    _, watch = invite(ada)
    bo.go(watch)
    bo.arrive()
    bo.keys("Tab", "Enter")
    expect(bo.page.locator("#page")).to_be_focused()
    assert bo.page.url == watch


def test_a_code_to_watch_is_in_no_address_that_is_requested(ada: Guest, bo: Guest) -> None:
    """Logs of servers and proxies contain addresses, and nothing behind their #."""
    ada.sit_at("tactix:size=3", person("Ada"), person("Bea"))
    take(ada, "a1")
    place, code = ada.table["id"], ada.table["watch"]
    ada.press(text("web.action.resign"))
    ada.dialog.get_by_role("button", name=text("web.sure.resign.yes")).click()
    expect(ada.action("rematch")).to_be_visible()
    asked: list[str] = []
    bo.page.on("request", lambda request: asked.append(request.url))
    bo.page.on("websocket", lambda line: asked.append(line.url))
    bo.go(f"/t/{place}#watch={code}")
    bo.arrive()
    bo.page.locator(".ply").first.click()
    with bo.page.expect_response(f"**/api/tables/{place}/record*"):
        bo.press(text("web.action.more"))
        bo.press(text("web.more.download"))
    bo.go(f"/study?table={place}#ply=1&watch={code}")
    expect(bo.page.locator(".board-place svg")).to_be_visible()
    assert any(f"/api/tables/{place}" in address for address in asked)
    assert any(address.startswith("ws") for address in asked)
    assert code
    assert not [address for address in asked if code in address.partition("#")[0]]


# Forms and dialogs


def test_who_invites_can_copy_the_link_at_once(ada: Guest) -> None:
    invite(ada)
    expect(ada.dialog.get_by_role("button", name=text("web.copy")).first).to_be_focused()


def test_a_game_where_all_sit_is_shared_by_the_link_to_watch(ada: Guest, bo: Guest) -> None:
    ada.new_game("tactix", "computer")
    ada.start(text("web.form.play-computer", n=1))
    ada.press(text("web.action.more"))
    ada.page.get_by_role("button", name=text("web.more.share")).click()
    watch, frame = ada.invited()
    assert watch.replace("/t/", "/embed/t/") in frame
    expect(ada.dialog.get_by_role("button", name=text("web.invite.cancel"))).to_have_count(0)
    bo.go(watch)
    bo.arrive()


def test_letter_keys_are_off_as_soon_as_they_are_turned_off(ada: Guest) -> None:
    ada.sit_at("xtic", person("Ada"), person("Bo"))
    ada.press(text("web.action.more"))
    ada.page.get_by_role("switch", name=text("web.player.letters")).click()
    ada.press(text("web.close"))
    ada.cell("a1").focus()
    ada.keys("5")
    ada.page.locator(".tray [data-piece='7']").click()
    ada.wait_for_plies(1)
    expect(ada.page.locator(".ply")).to_have_text(["→ 7"])


def test_a_form_that_was_refused_is_whole_the_next_time(ada: Guest) -> None:
    ada.new_game("xchain", "computer")
    ada.page.get_by_role("combobox", name="Preset").select_option("random")
    ada.page.get_by_label(text("web.form.number"), exact=True).fill("1-")
    ada.press(text("web.form.play-computer", n=1))
    expect(ada.page.locator(".error", has_text="random1-")).to_be_visible()
    ada.new_game("xchain", "computer")
    expect(ada.page.get_by_role("combobox", name="Preset")).to_have_value("none")


@pytest.mark.parametrize(
    ("button", "address"), [(text("web.over.study"), "/study?position=tactix"), ("Play", "/new?position=tactix")]
)
def test_a_position_just_written_in_the_editor_is_the_one_that_is_meant(ada: Guest, button: str, address: str) -> None:
    ada.go("/study?edit")
    ada.page.get_by_label(text("web.editor.position")).fill("tactix ..oo/ooo./ooo./o... 1")
    ada.page.locator(".editor-panel .main", has_text=button).click()
    ada.page.wait_for_url(f"**{address}*")


def test_a_wrong_position_in_the_editor_leads_nowhere(ada: Guest) -> None:
    ada.go("/study?edit")
    ada.page.get_by_label(text("web.editor.position")).fill("tactix nonsense")
    ada.page.locator(".editor-panel .main", has_text=text("web.over.study")).click()
    expect(ada.line).to_have_class("board-line refused")
    assert ada.page.url.endswith("/study?edit")


@pytest.mark.parametrize("address", ["**/api/games/tactix", "**/api/palette/tactix"])
def test_a_square_set_in_the_editor_is_kept_when_another_game_arrives_late(ada: Guest, address: str) -> None:
    ada.go("/study?edit")
    expect(ada.line).to_have_text(text("web.editor.legal"))
    held = Held(ada, address)
    menu = ada.page.get_by_role("combobox", name=text("web.editor.game"))
    menu.select_option("tactix")
    held.wait_for(1)
    ada.cell("a1").click()
    expect(ada.page.get_by_label(text("web.editor.position"))).to_have_value("xtic 0.../..../..../.... -")
    with ada.page.expect_response(address):
        held.let_go(0)
    expect(menu).to_have_value("xtic")
    expect(ada.page.get_by_label(text("web.editor.position"))).to_have_value("xtic 0.../..../..../.... -")


def test_what_the_law_says_in_the_editor_is_seen_on_a_phone(come: Callable[..., Guest]) -> None:
    ada = come(viewport={"width": 390, "height": 844})
    ada.go("/study?edit")
    expect(ada.line).to_be_visible()
    expect(ada.line).to_have_text(text("web.editor.legal"))


def test_dice_of_which_only_the_sum_is_known_show_that_sum(ada: Guest) -> None:
    ada.go("/study?position=" + quote("tritoc " + "/".join(["........."] * 9) + " 1 7 0 0"))
    expect(ada.page.locator(".dice .die-pip")).to_have_count(7)


def test_the_puzzle_of_the_day_stands_on_a_line_of_its_own(ada: Guest) -> None:
    title = max((game.title for game in GAMES.values()), key=len)
    ada.page.route("**/api/puzzles/daily", lambda route: route.fulfill(json={"id": "x", "title": title, "grade": 5}))
    ada.go("/")
    daily, above = (ada.page.locator(name).bounding_box() for name in (".daily a", ".headline a"))
    board = ada.page.locator(".card-xchain .card-board").bounding_box()
    assert daily
    assert above
    assert board
    assert above["y"] + above["height"] <= daily["y"]
    assert daily["y"] + daily["height"] <= board["y"]


def test_the_field_to_say_something_is_not_under_the_bar_of_a_phone(ada: Guest, come: Callable[..., Guest]) -> None:
    bo = come(viewport={"width": 390, "height": 844})
    bo.sit(invite(ada)[0], "Bo")
    bo.action("chat").click()
    expect(bo.page.get_by_placeholder(text("web.chat.placeholder"))).to_be_focused()
    field, bar = (bo.page.locator(name).bounding_box() for name in (".chat form", ".actions"))
    assert field
    assert bar
    assert field["y"] + field["height"] <= bar["y"]


def test_a_board_is_no_higher_than_a_window_at_double_size(come: Callable[..., Guest]) -> None:
    ada = come(viewport={"width": 640, "height": 400})
    ada.sit_at("xtic", person("Ada"), person("Bo"))
    board = ada.page.locator(".board-place svg").bounding_box()
    assert board
    assert board["height"] <= 400
