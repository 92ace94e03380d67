"""The evaluation graph at a table: for those who ask for it, never while people play each other."""

from live_server import computer, person
from playwright.sync_api import Locator, expect
from visitors import Guest

from quincunx.law import text


def graph(guest: Guest) -> Locator:
    return guest.page.locator(".graph")


def switch(guest: Guest) -> Locator:
    """The switch of the graph, in the opened menu."""
    guest.press(text("web.action.more"))
    return guest.dialog.get_by_role("switch", name=text("web.more.graph"))


def test_a_game_against_the_computer_is_evaluated_as_it_goes_on(ada: Guest) -> None:
    ada.hurry()
    ada.sit_at("tactix:size=3", person("Ada"), computer("random"))
    ada.play(ada.state, "a1")
    ada.wait_for_plies(2)
    expect(graph(ada)).to_be_hidden()
    switch(ada).click()
    ada.keys("Escape")
    slider = graph(ada).get_by_role("slider")
    expect(slider).to_have_attribute("aria-valuemax", "2")
    expect(graph(ada)).to_contain_text(text("web.graph.proven"))
    ada.wait_for_turn()
    ada.play(ada.state, ada.state.moves()[0])
    expect(slider).not_to_have_attribute("aria-valuemax", "2")
    expect(graph(ada)).to_contain_text(text("web.graph.proven"))
    expect(graph(ada)).not_to_contain_text(text("web.graph.none"))
    slider.press("Home")
    expect(ada.page.locator(".where")).to_contain_text("0 of")
    ada.press(text("web.action.undo"))
    expect(slider).to_have_attribute("aria-valuemax", "2")


def test_between_people_there_is_no_graph_before_the_end(ada: Guest, bo: Guest) -> None:
    ada.sit_with(bo, "tactix:size=3")
    ada.page.evaluate("localStorage.setItem('quincunx.graph', 'true')")
    ada.page.reload()
    ada.arrive()
    ada.play(ada.state, "a1")
    ada.wait_for_plies(1)
    expect(switch(ada)).to_have_count(0)
    ada.keys("Escape")
    expect(graph(ada)).to_be_hidden()
    bo.press(text("web.action.resign"))
    bo.dialog.get_by_role("button", name=text("web.sure.resign.yes")).click()
    expect(graph(ada)).to_be_visible()
    expect(graph(ada)).to_contain_text(text("web.graph.proven"))
