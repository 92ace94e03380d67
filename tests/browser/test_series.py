"""Points at the end of a game, and series of rematches, as the page shows them."""

from live_server import computer, person
from playwright.sync_api import expect
from visitors import Guest

from quincunx.law import text

WON = "tritoc rrr....../........./........./........./yyy....../........./........./........./......... 1 - 0 0"


def resign(guest: Guest) -> None:
    guest.press(text("web.action.resign"))
    guest.dialog.get_by_role("button", name=text("web.sure.resign.yes")).click()


def again(guest: Guest) -> None:
    here = guest.page.url
    guest.press(text("web.action.rematch"))
    guest.page.wait_for_url(lambda url: url != here)
    guest.arrive()


def test_tritocs_points_are_told_with_the_result(ada: Guest) -> None:
    ada.sit_at("tritoc", person("Ada"), computer("random"), start=WON)
    resign(ada)
    box = ada.page.locator(".telling.ended")
    expect(box).to_contain_text("Points: You 1, Computer 6.")
    expect(box).not_to_contain_text("Total")
    ada.go(f"/embed/t/{ada.table['id']}#watch={ada.table['watch']}")
    expect(ada.page.locator(".status")).to_have_text("Computer wins. Ada resigned. Points: Ada 1, Computer 6.")


LAST_FIELD = "tritoc rrr....../rrr....../rr......./yyy....../........./........./........./........./......... 1 5 0 0"


def test_the_study_of_a_finished_game_tells_its_points(ada: Guest) -> None:
    ada.sit_at("tritoc", person("Ada"), person("Bo"), start=LAST_FIELD)
    ada.play(ada.state, "c1")
    expect(ada.page.locator(".telling.ended")).to_contain_text("Points: Ada 8, Bo 1.")
    ada.go(f"/study?table={ada.table['id']}")
    expect(ada.page.locator(".status")).to_have_text("The game is over here: Ada won. Points: Ada 8, Bo 1.")


def test_a_series_is_played_to_its_target(ada: Guest) -> None:
    ada.new_game("tactix", "here", Name_in_seat_1="Ada", Name_in_seat_2="Bo")
    ada.page.get_by_label(text("web.form.target"), exact=True).fill("2")
    ada.start(text("web.form.play-here"))
    about = ada.page.locator(".title-row")
    expect(about).to_contain_text("game 1 of the series, to 2 points")
    resign(ada)
    box = ada.page.locator(".telling.ended")
    expect(box).to_contain_text("Total after 1 game: Ada 0, Bo 1.")
    again(ada)
    expect(about).to_contain_text("game 2 of the series")
    ada.play(ada.state, "a1")
    ada.wait_for_plies(1)  # Bo began, so Ada resigns
    resign(ada)
    expect(box).to_contain_text("Total after 2 games: Bo 2, Ada 0. Bo wins the series to 2 points.")
    expect(ada.page.locator(".seat").filter(has_text="Bo")).to_contain_text("2 points")
    again(ada)
    expect(about).to_contain_text("game 1 of the series")


def test_draws_of_a_series_are_counted_for_all_to_see(ada: Guest) -> None:
    ada.sit_at("xtic", person("Ada"), person("Bo"))
    ada.press(text("web.action.draw"))
    ada.dialog.get_by_role("button", name=text("web.sure.draw.yes")).click()
    expect(ada.page.locator(".telling.ended")).to_contain_text(text("web.status.draw"))
    again(ada)
    expect(ada.page.locator(".title-row")).to_contain_text("game 2 of the series, 1 draw so far")
