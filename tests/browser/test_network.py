"""Two browsers at one table: invitations, moves, talk, questions, absence, and a server that is killed in between."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from full_run import some_games
from playwright.sync_api import WebSocketRoute, expect
from visitors import Guest, ServerProcess

from quincunx import games
from quincunx.games import CHANCE, GAMES
from quincunx.law import text

STARTS = {
    "xtic": "xtic .E8F/.562/4.../..1. =0",
    "tactix": "tactix ..oo/ooo./ooo./o... 1",
    "tritoc": "tritoc rrr....../rrr....../rr.rr..../yyy....../yyy....../yy.yy..../"
    + "/".join(["." * 9] * 3)
    + " 1 - 0 0",
    "tesseract": "tesseract xxx............./ooo............./" + "/".join(["." * 16] * 14),
    "xchain": "xchain:size=4x3 A1A2B1B1/A1.../B1B1.A1 aa 1",
}
"""Where a whole game is long, it is played on from here."""

HOSTILE = "<img src=x onerror=\"document.title='broken'\"><script>document.title='broken'</script>"


def invite(ada: Guest, bo: Guest, game: str, position: str = "", name: str = "Bo") -> list[str]:
    """Ada opens a private table, Bo follows the link; the links."""
    if position:
        ada.go(f"/new?position={quote(position)}&with=friend")
    else:
        ada.new_game(game, "friend")
    ada.page.get_by_label(text("web.form.name", n=1)).fill("Ada")
    ada.start(text("web.form.invite", n=1))
    links = ada.invited()
    bo.sit(links[0], name)
    expect(ada.dialog).to_have_count(0)
    return links


def play_out(players: dict[int, Guest]) -> None:
    """Plays at random to the end, but wins where one can; all see every move before the next one is made."""
    draw = random.Random(1)
    while not (table := players[1].table)["over"]:
        state, plies = games.parse(table["state"]["position"]), len(table["history"])
        if state.turn in players:
            moves = state.moves()
            winning = [] if state.actor == CHANCE else [move for move in moves if state.play(move).outcome]
            players[state.turn].wait_for_plies(plies)
            players[state.turn].wait_for_turn()
            players[state.turn].play(state, draw.choice(winning or moves))
        for guest in players.values():
            guest.wait_for_plies(plies + 1)
    for guest in players.values():
        expect(guest.page.locator(".seat.acting")).to_have_count(0)


@pytest.mark.parametrize("game", some_games(*GAMES))
def test_a_game_of_two_browsers(ada: Guest, bo: Guest, game: str) -> None:
    invite(ada, bo, game, STARTS.get(game, ""))
    play_out({1: ada, 2: bo})
    outcome = ada.state.outcome
    assert outcome
    answer = [text("web.status.draw")] * 2
    if outcome.winner:
        answer = (
            [text("web.status.you-win"), text("web.status.you-lose")]
            if outcome.winner == 1
            else [text("web.status.you-lose"), text("web.status.you-win")]
        )
    for guest, words in zip((ada, bo), answer, strict=True):
        expect(guest.status).to_contain_text(words)
        expect(guest.page.locator(".board-line.refused")).to_have_count(0)


def test_only_the_click_takes_the_seat(ada: Guest, bo: Guest, come: Callable[..., Guest]) -> None:
    ada.new_game("tactix", "friend", Name_in_seat_1="Ada")
    ada.start(text("web.form.invite", n=1))
    link, watch = ada.invited()
    bo.go(link)
    expect(bo.page.get_by_role("heading", name=text("web.sit.saved", name="Ada"))).to_be_visible()
    assert ada.table["seats"][1]["open"], "looking at the link took the seat"
    carl = come()
    carl.sit(link, "Carl")
    bo.press(text("web.sit.sit"))
    expect(bo.page.get_by_role("heading", name=text("web.sit.taken", name="Carl"))).to_be_visible()
    bo.go(watch)
    expect(bo.status).to_contain_text(text("web.turn.of.take", name="Ada"))
    expect(bo.action("resign")).to_be_hidden()
    bo.cell("a1").click()
    expect(bo.page.locator(".board-line.refused")).to_be_visible()
    ada.play(ada.state, "a1-d1")
    bo.wait_for_plies(1)
    assert bo.errors == []


def test_a_guest_chooses_a_suit_that_nobody_has(ada: Guest, bo: Guest, come: Callable[..., Guest]) -> None:
    ada.new_game("xchain", "friend", Name_in_seat_1="Ada")
    ada.page.get_by_role("radiogroup", name="Players").get_by_text("3").click()
    ada.page.get_by_label(text("web.form.kind", n=3)).select_option("open")
    ada.start(text("web.form.invite", n=2))
    first, second, _ = ada.invited()
    bo.go(first)
    suits = bo.page.get_by_role("group", name=text("web.sit.suit"))
    expect(suits.get_by_role("radio", name="blue disc played by Ada")).to_be_disabled()
    expect(suits.get_by_role("radio", name=text("web.suit.red"))).to_be_checked()
    carl = come()
    carl.go(second)
    carl.page.get_by_text(text("web.suit.plum")).click()
    expect(carl.page.locator(".seat.acting .suit-plum")).to_be_visible()
    bo.page.get_by_text(text("web.suit.plum")).click()
    bo.page.get_by_label(text("web.sit.name"), exact=True).fill("Bo")
    bo.start(text("web.sit.sit"))
    assert bo.table["seats"][1]["suit"] == "plum"
    carl.page.get_by_label(text("web.sit.name"), exact=True).fill("Carl")
    carl.press(text("web.sit.sit"))
    expect(
        carl.page.get_by_role("alert").filter(has_text=text("server.suit-taken", name="Bo", suit="plum"))
    ).to_be_visible()
    expect(carl.page.get_by_role("radio", name="plum square played by Bo")).to_be_disabled()
    carl.page.get_by_text(text("web.suit.red")).click()
    carl.start(text("web.sit.sit"))
    assert [seat["suit"] for seat in carl.table["seats"]] == ["blue", "plum", "red"]
    assert carl.table["seats"][2]["name"] == "Carl", "what was typed before the refusal is kept"


def test_a_private_table_is_not_there_for_strangers(ada: Guest, bo: Guest) -> None:
    ada.new_game("tactix", "friend")
    ada.start(text("web.form.invite", n=1))
    bo.go(ada.page.url.split("#")[0])
    expect(bo.page.get_by_role("heading", name=text("web.gone.title"))).to_be_visible()
    expect(bo.page).to_have_title(text("web.title.page", title=text("web.gone.title")))


def test_a_listed_table_is_found_in_the_lobby(ada: Guest, bo: Guest) -> None:
    ada.new_game("tesseract", "friend", Name_in_seat_1="Ada the first")
    ada.page.get_by_text(text("web.form.visible.listed")).click()
    ada.start(text("web.form.invite-lobby"))
    bo.go("/")
    bo.page.get_by_role("link", name="Sit down: Tesseract, Ada the first").first.click()
    bo.page.get_by_label(text("web.sit.name"), exact=True).fill("Bo")
    bo.start(text("web.sit.sit"))
    ada.wait_for_turn()
    expect(ada.page.locator(".seats")).to_contain_text("Bo")


def test_names_and_chat_are_never_markup(ada: Guest, bo: Guest) -> None:
    invite(ada, bo, "xtic", name=HOSTILE[:40])
    expect(ada.page.locator(".seats")).to_contain_text(HOSTILE[:40])
    ada.page.get_by_role("tab", name=text("web.panel.chat")).click()
    bo.page.get_by_role("tab", name=text("web.panel.chat")).click()
    ada.page.get_by_label(text("web.chat.placeholder")).fill(HOSTILE)
    ada.press(text("web.chat.send"))
    for guest in (ada, bo):
        expect(guest.page.locator(".chat-list")).to_contain_text(HOSTILE)
        expect(guest.page.locator(".chat-list :is(img, script)")).to_have_count(0)
        assert "broken" not in guest.page.title()
    expect(ada.page.get_by_label(text("web.chat.placeholder"))).to_have_value("")


def test_chat_waits_unread_and_can_be_muted(ada: Guest, bo: Guest) -> None:
    ada.sit_with(bo, "xtic")
    ada.page.get_by_role("tab", name=text("web.panel.chat")).click()
    ada.page.get_by_label(text("web.chat.placeholder")).fill("Good luck!")
    ada.keys("Enter")
    bo.page.get_by_role("tab", name=text("web.action.unread", n=1)).click()
    expect(bo.page.locator(".chat-list")).to_contain_text("Ada Good luck!")
    expect(bo.page.get_by_role("tab", name=text("web.panel.chat"), exact=True)).to_be_visible()
    bo.page.get_by_role("switch", name=text("web.chat.show")).click()
    expect(bo.page.locator(".chat-list")).to_have_text(text("web.chat.muted"))
    expect(bo.page.get_by_label(text("web.chat.placeholder"))).to_be_hidden()


def test_a_draw_is_offered_declined_and_agreed(ada: Guest, bo: Guest) -> None:
    ada.sit_with(bo, "xtic")
    bo.press(text("web.action.draw"))
    expect(bo.notices).to_contain_text(text("web.notice.asked.draw"))
    expect(ada.notices).to_contain_text(text("web.notice.asks.draw", who="Bo"))
    ada.press(text("web.notice.decline"))
    expect(bo.status).to_contain_text(text("web.happened.declined", who="Ada"))
    expect(bo.notices).to_be_empty()
    ada.play(ada.state, "=5")
    bo.wait_for_plies(1)
    ada.press(text("web.action.draw"))
    bo.press(text("web.notice.accept"))
    for guest in (ada, bo):
        expect(guest.status).to_contain_text(text("web.status.draw"))


def test_a_move_is_taken_back_when_the_other_agrees(ada: Guest, bo: Guest) -> None:
    ada.sit_with(bo, "tactix")
    ada.play(ada.state, "a1-d1")
    bo.wait_for_plies(1)
    ada.press(text("web.action.undo"))
    expect(bo.notices).to_contain_text(text("web.notice.asks.undo", who="Ada"))
    bo.press(text("web.notice.accept"))
    for guest in (ada, bo):
        expect(guest.page.locator(".ply")).to_have_count(0)
        expect(guest.cell("a1")).to_have_accessible_name("a1, counter")


def test_hints_are_off_between_people_until_both_agree(ada: Guest, bo: Guest) -> None:
    ada.sit_with(bo, "tactix", start="tactix ..oo/ooo./ooo./o... 1")
    ada.action("hint").click(force=True)
    expect(ada.line).to_contain_text(text("web.off.people"))
    ada.press(text("web.action.more"))
    ada.press(text("web.more.hints"))
    bo.press(text("web.notice.accept"))
    expect(ada.status).to_contain_text(text("web.happened.hints"))
    ada.press(text("web.action.hint"))
    expect(ada.line).to_contain_text("Best: ")
    bo.action("hint").click(force=True)
    expect(bo.line).to_have_text(text("web.off.turn"))
    bo.action("values").click()
    expect(bo.line).to_have_text(text("web.analysis.later"))


def test_resigning_and_a_rematch_for_both(ada: Guest, bo: Guest) -> None:
    ada.sit_with(bo, "tesseract")
    ada.press(text("web.action.resign"))
    ada.dialog.get_by_role("button", name=text("web.sure.resign.yes")).click()
    expect(bo.status).to_contain_text(text("web.status.you-win"))
    here = bo.page.url
    bo.press(text("web.action.rematch"))
    expect(bo.notices).to_contain_text(text("web.notice.asked.rematch"))
    expect(ada.notices).to_contain_text(text("web.notice.asks.rematch", who="Bo"))
    ada.press(text("web.notice.decline"))
    expect(bo.notices).to_contain_text(text("web.notice.declined-rematch", who="Ada"))
    assert ada.page.url == bo.page.url == here
    bo.page.get_by_label(text("web.over.first")).select_option(label=text("web.over.first-seat", name="Bo"))
    bo.press(text("web.action.rematch"))
    expect(ada.notices).to_contain_text(text("web.notice.starts", name="Bo"))
    expect(bo.notices).to_contain_text(text("web.notice.you-start"))
    ada.press(text("web.notice.accept"))
    for guest in (ada, bo):
        guest.page.wait_for_url(lambda url: url != here)
        guest.arrive()
    assert ada.page.url == bo.page.url
    assert bo.table["mine"] == [1]
    first, second = (bo, ada) if bo.table["mine"] == [1] else (ada, bo)
    first.wait_for_turn()
    first.play(first.state, "00")
    second.wait_for_plies(1)


def test_spectators_are_told_and_counted_and_talk_among_themselves(
    ada: Guest, bo: Guest, come: Callable[..., Guest]
) -> None:
    link = invite(ada, bo, "tactix")[1]
    carl, dora = come(), come()
    carl.go(link)
    expect(carl.notices).to_contain_text(text("web.notice.watching", n=1))
    dora.go(link)
    for guest in (carl, dora):
        expect(guest.notices).to_contain_text(text("web.notice.watching", n=2))
    for guest in (ada, bo, carl, dora):
        expect(guest.page.locator(".crowd")).to_have_text(text("web.panel.spectators", n=2))
    for guest in (ada, carl, dora):
        guest.page.get_by_role("tab", name=text("web.panel.chat")).click()
    carl.page.get_by_label(text("web.chat.placeholder")).fill("Take the corner!")
    carl.press(text("web.chat.send"))
    expect(dora.page.locator(".chat-list")).to_contain_text("Take the corner!")
    ada.page.get_by_label(text("web.chat.placeholder")).fill("Good luck")
    ada.press(text("web.chat.send"))
    expect(ada.page.locator(".chat-list")).to_have_text("Ada Good luck")
    expect(dora.page.locator(".chat-list")).not_to_contain_text("Good luck")
    carl.page.close()
    expect(ada.page.locator(".crowd")).to_have_text(text("web.panel.spectators", n=1))


def test_a_new_name_reaches_the_seat(ada: Guest, bo: Guest) -> None:
    ada.sit_with(bo, "tactix")
    ada.page.evaluate("localStorage.setItem('quincunx.name', JSON.stringify('Ada'))")
    ada.page.locator("button.me").click()
    ada.dialog.get_by_label(text("web.player.name")).fill("Augusta")
    ada.press(text("web.player.save"))
    for guest in (ada, bo):
        expect(guest.page.locator(".seats")).to_contain_text("Augusta")


def test_three_seats_two_people_and_a_computer(ada: Guest, bo: Guest) -> None:
    ada.go(f"/new?position={quote('xchain:seats=3,size=4x3 A1A1.B1/C1.../B1.C1. aaa 1')}&with=friend")
    ada.opponent("trivial", seat=3)
    ada.start(text("web.form.invite", n=1))
    bo.sit(ada.invited()[0], "Bo")
    play_out({1: ada, 2: bo})
    winner = ada.state.outcome
    assert winner
    assert {entry["seat"] for entry in ada.table["history"]} == {1, 2, 3}
    expect(ada.status).to_contain_text(text("web.status.you-win") if winner.winner == 1 else " wins.")


# Trouble


def test_a_lost_connection_is_told_and_mended(ada: Guest, bo: Guest) -> None:
    ada.sit_with(bo, "tactix")
    ada.is_reached = False
    ada.page.context.set_offline(True)
    expect(ada.notices).to_contain_text(text("web.notice.lost"))
    expect(bo.notices).to_contain_text(text("web.notice.away", name="Ada"))
    ada.page.context.set_offline(False)
    expect(ada.notices).to_be_empty()
    expect(bo.notices).to_be_empty()


@pytest.fixture
def fragile(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server to be killed, in which one may be away for a second."""
    opened = ServerProcess(tmp_path, absence=1)
    yield opened
    opened.close()


def test_a_move_made_while_the_server_is_dead_counts_once(come: Callable[..., Guest], fragile: ServerProcess) -> None:
    """Killed with -9 and opened again: both pages come back by themselves, and the move is sent again."""
    ada, bo = come(server=fragile), come(server=fragile)
    ada.sit_with(bo, "tactix")
    ada.play(ada.state, "a1-d1")
    bo.wait_for_plies(1)
    state = bo.state
    ada.is_reached = bo.is_reached = False
    fragile.kill()
    for guest in (ada, bo):
        expect(guest.notices).to_contain_text(text("web.notice.lost"))
    bo.play(state, "a2-d2")
    fragile.open()
    for guest in (ada, bo):
        expect(guest.notices).to_be_empty()
        guest.wait_for_plies(2)
    ada.wait_for_turn()
    assert [entry["token"] for entry in ada.table["history"]] == ["a1-d1", "a2-d2"]
    ada.play(ada.state, "a3-d3")
    bo.wait_for_plies(3)


def test_what_the_server_cannot_do_at_the_moment_is_sent_again(ada: Guest) -> None:
    keys = []

    def between(page: WebSocketRoute) -> None:
        """Lets the page believe that the server is busy, twice."""
        server = page.connect_to_server()

        def hear(message: str | bytes) -> None:
            said = json.loads(message)
            keys.extend([said["key"]] if said.get("do") == "move" else [])
            if 0 < len(keys) < 3:
                refused = {"key": said["key"], "reason": "the server is busy", "field": "", "again": True}
                page.send(json.dumps({"refused": refused}))
            else:
                server.send(message)

        page.on_message(hear)
        server.on_message(page.send)

    ada.page.route_web_socket("**/socket", between)
    ada.new_game("tactix", "here", Name_in_seat_1="Ada", Name_in_seat_2="Bo")
    ada.start(text("web.form.play-here"))
    ada.play(ada.state, "a1-d1")
    ada.wait_for_plies(1)
    assert len(keys) == 3
    assert len(set(keys)) == 1
    expect(ada.page.locator("main")).not_to_contain_text("the server is busy")


def test_a_computer_that_cannot_play_is_told_of_and_can_be_asked_again(ada: Guest) -> None:
    def between(page: WebSocketRoute) -> None:
        """Lets the page believe that the computer cannot play."""
        server = page.connect_to_server()
        trouble = '"trouble":{"seat":2,"reason":"it is too tired"}'
        server.on_message(lambda message: page.send(str(message).replace('"trouble":null', trouble)))

    ada.page.route_web_socket("**/socket", between)
    ada.new_game("tactix", "computer")
    ada.opponent("easy")
    ada.start(text("web.form.play-computer", n=1))
    expect(ada.notices).to_contain_text("can't play. It is too tired.")
    ada.press(text("web.lessons.retry"))
    expect(ada.status).to_contain_text(text("web.happened.sat", who="Computer"))
    ada.press(text("web.notice.other-level"))
    expect(ada.dialog.get_by_label(text("web.level"))).to_be_visible()


def test_who_stays_away_is_replaced_by_a_computer(come: Callable[..., Guest], fragile: ServerProcess) -> None:
    ada, bo = come(server=fragile), come(server=fragile)
    ada.sit_with(bo, "tactix")
    ada.play(ada.state, "a1-d1")
    bo.wait_for_plies(1)
    bo.page.close()
    expect(ada.page.get_by_role("button", name=text("web.notice.claim"))).to_be_visible()

    def replace_bo() -> None:
        ada.press(text("web.notice.stand-in"))
        ada.dialog.get_by_label(text("web.level")).select_option("easy")
        ada.press(text("web.stand-in.yes"))

    level = text("web.seat.level", level="easy")
    ada.take_over(replace_bo, ada.page.locator(".seats").filter(has_text=level))
    ada.wait_for_plies(2)


def test_who_stays_away_forfeits_when_the_other_claims(come: Callable[..., Guest], fragile: ServerProcess) -> None:
    ada, bo = come(server=fragile), come(server=fragile)
    ada.sit_with(bo, "tactix")
    ada.play(ada.state, "a1-d1")
    bo.wait_for_plies(1)
    bo.page.close()
    ada.claim()
    expect(ada.status).to_contain_text(text("web.status.you-win"))
