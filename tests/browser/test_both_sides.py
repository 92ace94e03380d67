"""Two people with a browser each: what one does, the other sees, and both see the same table after it."""

from collections.abc import Callable, Iterator

import pytest
from live_server import Player
from playwright.sync_api import expect
from visitors import Guest, ServerProcess

from quincunx.law import text


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server where an absent player can be claimed after a second."""
    opened = ServerProcess(tmp_path_factory.mktemp("impatient"), absence=1)
    yield opened
    opened.close()


def resign(guest: Guest) -> None:
    guest.press(text("web.action.resign"))
    guest.dialog.get_by_role("button", name=text("web.sure.resign.yes")).click()


def assert_same(ada: Guest, bo: Guest) -> None:
    """Board, moves and whose turn it is are the same for both, and nothing is asked any more."""
    for guest in (ada, bo):
        expect(guest.notices.locator(".question")).to_have_count(0)
    shown = "() => [...document.querySelectorAll('.ply')].map(one => one.textContent).join(' ')"
    turn = "() => document.querySelector('.seat.acting .name')?.textContent"
    for what in (shown, turn):
        seen = ada.page.evaluate(what)
        bo.page.wait_for_function(f"seen => ({what})() == seen", arg=seen)
    assert ada.table["version"] == bo.table["version"]


def ask(what: str, asker: Guest, other: Guest) -> None:
    """One asks; both see that it was asked."""
    asker.press(text(f"web.action.{what}"))
    expect(asker.notices).to_contain_text(text(f"web.notice.asked.{what}"))
    expect(other.notices).to_contain_text(text(f"web.notice.asks.{what}", who="Ada"))


@pytest.mark.parametrize("what", ["draw", "undo"])
def test_a_question_that_is_withdrawn_or_declined_is_gone_on_both_sides(ada: Guest, bo: Guest, what: str) -> None:
    ada.sit_with(bo, "xtic")
    ada.play(ada.state, "=5")
    bo.wait_for_plies(1)
    ask(what, ada, bo)
    ada.press(text("web.notice.withdraw"))
    expect(ada.status).to_contain_text(text("web.happened.withdrew", who="You"))
    expect(bo.status).to_contain_text(text("web.happened.withdrew", who="Ada"))
    assert_same(ada, bo)
    ask(what, ada, bo)
    bo.press(text("web.notice.decline"))
    expect(ada.status).to_contain_text(text("web.happened.declined", who="Bo"))
    expect(bo.status).to_contain_text(text("web.happened.declined", who="You"))
    assert_same(ada, bo)


def test_a_move_answers_a_question_on_both_sides(ada: Guest, bo: Guest) -> None:
    ada.sit_with(bo, "tactix")
    ada.play(ada.state, "a1")
    bo.wait_for_plies(1)
    ask("undo", ada, bo)
    bo.play(bo.state, "b2")
    ada.wait_for_plies(2)
    assert_same(ada, bo)


def test_a_rematch_that_is_withdrawn_can_be_offered_by_the_other(ada: Guest, bo: Guest) -> None:
    ada.sit_with(bo, "tactix")
    resign(bo)
    expect(ada.status).to_contain_text(text("web.status.you-win"))
    here = ada.page.url
    ask("rematch", ada, bo)
    ada.press(text("web.notice.withdraw"))
    expect(bo.notices).to_contain_text(text("web.notice.withdrew-rematch", who="Ada"))
    expect(ada.notices).to_contain_text(text("web.notice.withdrew-rematch", who="You"))
    bo.press(text("web.action.rematch"))
    ada.press(text("web.notice.accept"))
    for guest in (ada, bo):
        guest.page.wait_for_url(lambda url: url != here)
        guest.arrive()
    assert ada.page.url == bo.page.url
    assert_same(ada, bo)


def test_who_comes_back_is_not_away_and_nothing_is_lost(ada: Guest, bo: Guest) -> None:
    ada.sit_with(bo, "tactix")
    ada.play(ada.state, "a1")
    bo.wait_for_plies(1)
    table = bo.page.url
    bo.go("/rules")
    expect(ada.notices).to_contain_text(text("web.notice.away", name="Bo"))
    bo.go(table)
    bo.arrive()
    expect(ada.notices).not_to_contain_text(text("web.notice.away", name="Bo"))
    bo.play(bo.state, "b2")
    ada.wait_for_plies(2)
    assert_same(ada, bo)


def test_a_moment_of_absence_is_not_told(ada: Guest, bo: Guest) -> None:
    ada.page.clock.install()
    ada.sit_with(bo, "tactix")
    seat = ada.page.locator(".seat").nth(1)
    expect(seat).not_to_contain_text(text("web.seat.away"))
    ada.stop_clock()
    table = bo.page.url
    bo.go("/rules")
    expect(seat).to_contain_text(text("web.seat.away"))
    ada.page.clock.run_for(1500)
    expect(ada.notices).not_to_contain_text("Bo")
    bo.go(table)
    expect(seat).not_to_contain_text(text("web.seat.away"))
    ada.page.clock.run_for(1500)
    expect(ada.notices).not_to_contain_text("Bo")
    bo.go("/rules")
    expect(seat).to_contain_text(text("web.seat.away"))
    ada.page.clock.run_for(2500)
    expect(ada.notices).to_contain_text(text("web.notice.away", name="Bo"))


def test_who_was_claimed_reads_it_on_coming_back(come: Callable[..., Guest], impatient: ServerProcess) -> None:
    ada, bo = come(server=impatient), come(server=impatient)
    ada.sit_with(bo, "tactix")
    ada.play(ada.state, "a1")
    bo.wait_for_plies(1)
    table = bo.page.url
    bo.go("/rules")
    ada.claim()
    expect(ada.page.locator(".telling.ended")).to_contain_text("You win! Bo stayed away for too long.")
    bo.go(table)
    bo.arrive()
    expect(bo.page.locator(".telling.ended")).to_contain_text("You lose. You stayed away for too long.")


def test_spectators_see_what_is_asked_and_cannot_answer(ada: Guest, bo: Guest, server: ServerProcess) -> None:
    with Player(server.url) as cy, Player(server.url) as di:
        table = cy.open("xtic", {"kind": "person", "name": "Cy"}, {"kind": "open"}, listed=True)["id"]
        di.do("sit", table, seat=2, name="Di")
        cy.do("ask", table, seat=1, what="draw")
        for guest in (ada, bo):
            guest.go(f"/t/{table}")
            guest.arrive()
            expect(guest.notices).to_contain_text(text("web.notice.asked-by.draw", who="Cy"))
            expect(guest.notices.get_by_role("button", name=text("web.notice.accept"))).to_have_count(0)
        di.do("answer", table, seat=2, yes=True)
        for guest in (ada, bo):
            expect(guest.status).to_contain_text(text("web.status.draw"))
            expect(guest.page.locator(".telling").get_by_role("link")).to_have_text([text("web.over.new-game")])
