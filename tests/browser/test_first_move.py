"""From the lobby to the first move: one tap, at the level of last time, with the options behind a link.
`make test-more` repeats it without the bundle (`make bundle`)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from full_run import FULL
from live_server import OPEN, Player, person
from playwright.sync_api import expect
from visitors import Guest

from quincunx import engine, games
from quincunx.games import GAMES
from quincunx.law import text


def play(ada: Guest, game: str) -> None:
    ada.page.locator(f".card-{game}").get_by_role("button", name=text("web.lobby.play")).click()
    ada.arrive()


@pytest.mark.parametrize("game", GAMES)
def test_one_tap_starts_a_game_against_medium(ada: Guest, game: str) -> None:
    ada.go("/")
    play(ada, game)
    assert ada.table["game"] == str(GAMES[game]())
    assert [(seat["kind"], seat["level"]) for seat in ada.table["seats"]] == [("person", ""), ("computer", "medium")]


def test_one_goes_back_from_a_table_to_the_lobby_and_forward_again(ada: Guest) -> None:
    """The table is shown in the lobby's document."""
    ada.go("/")
    ada.page.evaluate("() => { window.isTheSame = true; }")
    play(ada, "tactix")
    address = ada.page.url
    assert ada.page.evaluate("window.isTheSame")
    expect(ada.page.locator(".lobby, .card")).to_have_count(0)
    assert ada.page.evaluate("document.activeElement.id") == "page"
    ada.page.go_back()
    expect(ada.page.locator(".lobby .card")).to_have_count(len(GAMES))
    ada.page.go_forward()
    ada.arrive()
    assert ada.page.url == address
    ada.page.reload()
    ada.arrive()


def test_a_table_in_the_document_of_the_lobby_looks_like_one_that_was_opened(ada: Guest) -> None:
    looks = """() => {
        const sheets = [...document.styleSheets].filter(({ media }) => media.mediaText !== "not all");
        const page = document.querySelector("#page");
        return {
            sheets: sheets.map(({ href }) => href),
            looks: page.className,
            page: document.documentElement.dataset.page,
            boxes: [...page.querySelectorAll(".front, .panel, .board-place svg, .seat")].map((element) => {
                const { x, y, width, height } = element.getBoundingClientRect();
                return [element.tagName, x, y, width, height].join(" ");
            }),
        };
    }"""
    ada.go("/")
    play(ada, "tactix")
    ada.wait_for_turn()
    entered = ada.page.evaluate(looks)
    assert len(entered["boxes"]) >= 5
    ada.page.reload()
    ada.arrive()
    ada.wait_for_turn()
    assert ada.page.evaluate(looks) == entered


def test_what_was_changed_once_is_played_at_the_next_tap(ada: Guest) -> None:
    ada.go("/")
    card = ada.page.locator(".card-xchain")
    card.get_by_role("link", name=text("web.lobby.change")).click()
    expect(ada.page.locator(".preview svg")).to_be_visible()
    ada.page.get_by_role("radio", name="3").first.check(force=True)
    expect(ada.page.locator(".seat-row")).to_have_count(3)
    ada.opponent("easy")
    ada.opponent("trivial", seat=3)
    ada.start(text("web.form.play-computer", n=2))
    ada.go("/")
    expect(card).to_contain_text(text("web.seat.level", level="easy"))
    play(ada, "xchain")
    assert ada.table["game"] == "xchain:seats=3"
    assert [seat["level"] for seat in ada.table["seats"]] == ["", "easy", "trivial"]


def test_options_that_are_no_longer_possible_lead_to_the_form(ada: Guest) -> None:
    ada.go("/")
    ada.page.evaluate(
        "localStorage.setItem('quincunx.last.tactix', JSON.stringify({options: {size: '77'}, level: 'hard'}))"
    )
    ada.page.locator(".card-tactix").get_by_role("button", name=text("web.lobby.play")).click()
    ada.page.wait_for_url("**/new?game=tactix&with=computer")
    expect(ada.page.get_by_label(text("web.form.level", n=2))).to_have_value("hard")


def test_a_card_leads_to_the_lesson_and_to_a_game_with_a_friend(ada: Guest) -> None:
    ada.go("/")
    card = ada.page.locator(".card-xtic")
    expect(card.get_by_role("link", name=text("web.lobby.learn"))).to_have_attribute("href", "/lessons/xtic")
    card.get_by_role("link", name=text("web.lobby.friend")).click()
    expect(ada.page.get_by_label(text("web.form.kind", n=2))).to_have_value("open")


def test_a_level_is_explained_where_it_is_chosen(ada: Guest) -> None:
    ada.new_game("tactix", "computer")
    tactix = games.game("tactix")
    for level in ("easy", "perfect"):
        ada.opponent(level)
        menu = ada.page.get_by_label(text("web.form.level", n=2))
        note = ada.page.locator(f"[id='{menu.get_attribute('aria-describedby')}']")
        expect(note).to_contain_text(str(engine.about(tactix, level)))
        rating = engine.rating(tactix, level)
        if rating:
            expect(note).to_contain_text(str(rating))


WINDOWS = [(360, 560), (1280, 800)]
MORE_WINDOWS = [(390, 844), (844, 390), (768, 1024)]


@pytest.mark.parametrize("window", WINDOWS + (MORE_WINDOWS if FULL else []))
def test_the_first_game_is_on_the_first_screen(come: Callable[..., Guest], window: tuple[int, int]) -> None:
    """Above the bar at the bottom of a phone, and before the list of one's games."""
    ada = come(viewport={"width": window[0], "height": window[1]}, has_touch=True)
    ada.sit_at("tactix", person("Ada"), person("Bo"))
    ada.go("/")
    button = ada.page.locator(".card").first.get_by_role("button", name=text("web.lobby.play"))
    expect(button).to_be_in_viewport(ratio=1)
    button.click(trial=True)
    assert ada.page.evaluate("scrollY") == 0


def test_on_a_phone_the_headline_begins_where_the_games_do(come: Callable[..., Guest]) -> None:
    ada = come(viewport={"width": 390, "height": 844}, has_touch=True)
    ada.go("/")
    boxes = [ada.page.locator(one).first.bounding_box() for one in (".headline h1", ".headline p", ".card")]
    assert {round(box["x"]) for box in boxes if box} == {16}


def test_all_pages_list_the_games_in_one_order(come: Callable[..., Guest]) -> None:
    ada = come(viewport={"width": 390, "height": 844})
    ada.go("/")
    top = "all => all.sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)"
    order = ada.page.locator(".card h2").evaluate_all(f"all => ({top})(all).map(one => one.textContent)")
    assert len(order) == len(GAMES)
    lists = {
        "/new": ".chooser li",
        "/rules": ".all-rules h2",
        "/lessons": ".lesson-list h2",
        "/puzzles": ".puzzle-game h2",
    }
    for path, titles in lists.items():
        ada.go(path)
        listed = ada.page.locator(titles).all_text_contents()
        assert listed == [title for title in order if title in listed], path
        assert len(listed) >= len(GAMES) - 1, path


def test_the_start_button_is_on_a_phones_first_screen(come) -> None:  # type: ignore[no-untyped-def]
    ada = come(viewport={"width": 390, "height": 664}, has_touch=True)
    for game in GAMES:
        ada.new_game(game, "computer")
        expect(ada.page.get_by_role("button", name=text("web.form.play-computer", n=1))).to_be_in_viewport(ratio=1)


def test_the_level_changes_in_mid_game_and_a_new_game_has_the_same_settings(ada: Guest) -> None:
    ada.sit_at("tactix:size=5", person("Ada"), {"kind": "computer", "level": "trivial"})
    first = ada.table["id"]
    ada.press(text("web.action.more"))
    ada.page.get_by_role("button", name=text("web.more.level", name="Computer")).click()
    ada.page.get_by_label(text("web.level"), exact=True).select_option("easy")
    ada.page.get_by_role("dialog").get_by_role("button", name=text("web.new-level.yes")).click()
    expect(ada.page.locator(".seats")).to_contain_text(text("web.seat.level", level="easy"))
    ada.press(text("web.action.resign"))
    ada.page.get_by_role("dialog").get_by_role("button", name=text("web.sure.resign.yes")).click()
    ada.page.locator(".telling").get_by_role("button", name=text("web.over.new-game")).click()
    ada.page.wait_for_url(lambda address: "/t/" in address and first not in address)
    ada.arrive()
    assert ada.table["game"] == "tactix:size=5"
    assert [seat["level"] for seat in ada.table["seats"]] == ["", "easy"]
    assert not ada.table["over"]
    ada.go("/")
    expect(ada.page.locator(".card-tactix")).to_contain_text(text("web.seat.level", level="easy"))
    play(ada, "tactix")
    assert [seat["level"] for seat in ada.table["seats"]] == ["", "easy"]


def test_the_form_offers_only_seats_that_there_are(ada: Guest) -> None:
    ada.new_game("xchain", "computer")
    third = ada.page.get_by_text("seat 3", exact=True)
    expect(third).to_be_hidden()
    ada.page.get_by_role("radio", name="3").first.check(force=True)
    expect(third).to_be_visible()


@pytest.mark.parametrize("window", [(360, 560), (390, 844), (844, 390), (1280, 800)])
def test_a_friend_can_sit_down_without_scrolling(come: Callable[..., Guest], window: tuple[int, int]) -> None:
    bo = come(viewport={"width": window[0], "height": window[1]}, has_touch=True)
    with Player(bo.server.url) as host:
        table = host.open("xchain", person("Ada"), OPEN, listed=True)["id"]
    bo.go(f"/t/{table}/sit/2")
    button = bo.page.get_by_role("button", name=text("web.sit.sit"))
    expect(button).to_be_in_viewport(ratio=1)
    expect(bo.page.locator(".sit-board svg")).to_be_in_viewport(ratio=0.5)
    button.click()
    bo.arrive()
