"""The page for whoever looks after the server."""

from __future__ import annotations

from collections.abc import Callable

from live_server import Player, person
from playwright.sync_api import expect
from visitors import OPERATOR, Guest, ServerProcess

from quincunx.law import text

REDRAWN = """() => new Promise((done) =>
    new MutationObserver(done).observe(document.querySelector(".numbers"), { childList: true }))"""


def test_the_numbers_are_shown_and_go_on(server: ServerProcess, come: Callable[..., Guest]) -> None:
    guest = come()
    guest.be_operator()
    guest.go("/operator")
    expect(guest.page.get_by_role("status")).to_have_text(text("web.operator.well"))
    row = guest.page.get_by_role("row", name="Actions of players: move.")
    expect(guest.page.get_by_role("row", name="Tables in memory.")).to_be_visible()
    with Player(server.url) as ada:
        ada.do("move", ada.open("tactix", person(), person("Bo"))["id"], seat=1, move="a1")
    expect(row).to_be_visible()


def test_new_figures_leave_the_focus_where_it_is(server: ServerProcess, come: Callable[..., Guest]) -> None:
    guest = come()
    with Player(server.url) as ada:
        place, other = (ada.open("tactix", person(), person("Bo"))["id"] for _ in range(2))
        guest.be_operator()
        guest.go("/operator")
        rows = guest.page.get_by_role("table", name=text("web.operator.tables")).get_by_role("row")
        button = rows.filter(has_text=place).get_by_role("button", name=text("web.operator.delete"))
        button.focus()
        for moved in (place, other):  # the list is drawn again, with the tables in another order
            ada.do("move", moved, seat=1, move="a1")
            guest.page.evaluate(REDRAWN)
            expect(button).to_be_focused()
        ada.http.delete(f"/api/tables/{place}")
        expect(rows.filter(has_text=place)).to_have_count(0)
        expect(rows.locator("button:focus")).to_have_count(1)


def test_without_the_token_there_are_no_numbers(come: Callable[..., Guest]) -> None:
    guest = come()
    guest.go("/operator")
    expect(guest.page.locator("#page .error")).to_be_visible()
    assert guest.page.get_by_role("table").count() == 0
    guest.page.get_by_label(text("web.operator.token")).fill("wrong-wrong-wrong-wrong")
    guest.page.get_by_role("button", name=text("web.operator.enter")).click()
    expect(guest.page.get_by_label(text("web.operator.token"))).to_have_value("")  # asked again, with a new field
    expect(guest.page.locator("#page .error")).to_be_visible()
    guest.page.get_by_label(text("web.operator.token")).fill(OPERATOR)
    guest.page.get_by_role("button", name=text("web.operator.enter")).click()
    expect(guest.page.get_by_role("row", name="Tables in memory.")).to_be_visible()
    assert OPERATOR not in guest.page.url
