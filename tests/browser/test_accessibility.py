"""For everybody: screen readers (axe-core judges), phones, light and dark, little motion, keys."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe import violations
from layout_cases import MIDDLE
from live_server import OPEN, Player, computer, person
from playwright.sync_api import Browser, expect
from visitors import OPERATOR, Guest, ServerProcess

from quincunx.games import GAMES
from quincunx.law import text

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

TABLES = {f"table of {game}": game for game in GAMES}
PAGES = {
    "lobby": "/",
    "new game": "/new?game=xchain&with=friend",
    "new game with dice": "/new?game=tritoc",
    "rules": "/rules",
    "rules of a game": "/rules/xchain",
    "sit down": "",
    "no table": "/t/nothing",
    "study": "/study?position=xtic%20.E8F/.562/4.../..1.%20=0",
    "study of dice": f"/study?position=tritoc%20{'/'.join(['.' * 9] * 9)}%201%20-%200%200",
    "board editor": "/study?edit&position=xchain:size=4x3%20A1A2A2A1/A2A3.B1/A1..B1%20aa%201",
    "lessons": "/lessons",
    "a lesson": "/lessons/tesseract#step=7",
    "puzzles": "/puzzles",
    "a puzzle": "/puzzles/tactix-0001",
    "operator": "/operator",
    "no page": "/nothing",
    "embedded puzzle": "/embed/puzzles/tactix-0001",
    "embedded position": "/embed/study?position=xtic%20.E8F/.562/4.../..1.%20=0",
    **dict.fromkeys(TABLES, ""),
}


@pytest.fixture(scope="module")
def player(server: ServerProcess) -> Iterator[Player]:
    with Player(server.url) as player:
        yield player


@pytest.fixture(scope="module")
def window(chromium: Browser, server: ServerProcess, player: Player) -> Iterator[Guest]:
    """A dark phone, on which all pages of the server are judged: a new one each time takes much longer."""
    context = chromium.new_context(color_scheme="dark", **PHONE)
    # Every page begins without the settings that were made on another.
    context.add_init_script(
        f"""if (location.protocol !== "about:") {{
            localStorage.clear();
            localStorage.setItem("quincunx.secret", JSON.stringify("{player.secret}"));
            sessionStorage.setItem("quincunx.operator", "{OPERATOR}");
        }}"""
    )
    yield Guest(context, server)
    context.close()


@pytest.fixture
def visit(server: ServerProcess, come: Callable[..., Guest]) -> Callable[..., Guest]:
    """Brings a player with tables to a page, in a browser of any kind."""

    def bring(page: str, **options: Any) -> Guest:
        with Player(server.url) as player:
            guest = come(storage_state=_stored(player, server), **options)
            guest.go(PAGES[page] or _address(player, page))
            return guest

    return bring


def _stored(player: Player, server: ServerProcess) -> Any:
    """What the browser of this player has kept."""
    kept = {"name": "quincunx.secret", "value": json.dumps(player.secret)}
    return {"origins": [{"origin": server.url.rstrip("/"), "localStorage": [kept]}]}


def _address(player: Player, page: str) -> str:
    """Of a table that was opened for it."""
    if page == "sit down":
        with Player(player.url) as host:
            return f"/t/{host.open('xchain:seats=3', person('Ada'), computer(), OPEN, listed=True)['id']}/sit/3"
    game = TABLES[page]
    names = ("Ada", "Bo", "Cy", "Dot") if game == "xchain" else ("Ada", "Bo")
    table = player.open("xchain:seats=4" if game == "xchain" else game, *map(person, names), pace="300+5")
    if game == "tritoc":
        player.do("roll", table["id"], seat=1)
    for move in MIDDLE[game]:
        player.do("move", table["id"], seat=player.table(table["id"])["state"]["turn"], move=move)
    return f"/t/{table['id']}"


@pytest.mark.parametrize("page", PAGES)
def test_axe_finds_nothing_in_the_dark_on_a_phone(window: Guest, player: Player, page: str) -> None:
    """In the light every page is judged by test_layout.py, in more states."""
    window.go(PAGES[page] or _address(player, page))
    assert violations(window) == []
    wide, width = window.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert (wide, width) == (390, 390), "the page is wider than the phone"
    if page == "no page":
        window.errors.remove("Failed to load resource: the server responded with a status of 404 (Not Found)")
    errors = window.errors.copy()
    window.errors.clear()
    assert errors == []


def test_axe_finds_nothing_in_dialogs(visit: Callable[..., Guest]) -> None:
    guest = visit("table of tritoc")
    for open_it in ("More", "Fair dice", "Resign"):
        guest.press(open_it)
        expect(guest.dialog).to_be_visible()
        assert violations(guest) == []
        guest.keys("Escape")
        expect(guest.dialog).to_have_count(0)
    guest.go("/new?game=tactix&with=friend")
    guest.start(text("web.form.invite", n=1))
    guest.invited()
    assert violations(guest) == []


def test_axe_is_not_blind(ada: Guest) -> None:
    ada.go("/")
    ada.page.evaluate("document.querySelector('.card a.way').replaceChildren()")
    assert any(fault.startswith("link-name") for fault in violations(ada))


def test_a_phone_plays_a_game(come: Callable[..., Guest]) -> None:
    """By taps, with what one can do in a bar at the bottom."""
    guest = come(**PHONE)
    guest.new_game("tactix", "computer")
    guest.opponent("trivial")
    guest.start(text("web.form.play-computer", n=1))
    guest.take_turns(guest.play)
    assert guest.state.outcome
    for action in ("rematch", "more"):
        expect(guest.action(action)).to_be_in_viewport()


def test_the_colours_are_chosen_and_kept(ada: Guest) -> None:
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    ada.go("/")
    light = ada.page.evaluate(ground)
    ada.press(text("web.header.theme.system"))
    ada.press(text("web.header.theme.light"))
    ada.page.get_by_role("button", name=text("web.header.theme.dark")).wait_for()
    dark = ada.page.evaluate(ground)
    assert dark != light
    ada.go("/rules")
    assert ada.page.evaluate(ground) == dark
    ada.press(text("web.header.theme.dark"))
    assert ada.page.evaluate(ground) == light
    ada.page.emulate_media(color_scheme="dark")
    assert ada.page.evaluate(ground) == dark, "as the system has it"


def test_a_screen_reader_hears_what_happens(visit: Callable[..., Guest]) -> None:
    guest = visit("table of xchain")
    expect(guest.page.get_by_role("grid", name=text("web.board-of", game="Chain Reaction"))).to_be_visible()
    expect(guest.cell("b1")).to_have_accessible_name("b1, blue, 1 of 2")
    expect(guest.cell("b2")).to_have_accessible_name("b2, red, 1 of 3, legal")
    guest.cell("h8").click()
    expect(guest.page.get_by_role("status").filter(has_text="Bo played h8.")).to_be_visible()


def test_where_motion_is_unwelcome_nothing_travels(come: Callable[..., Guest]) -> None:
    guest = come(reduced_motion="reduce")
    guest.new_game("tactix", "here")
    guest.start(text("web.form.play-here"))
    moved = "document.getAnimations().some(({ effect }) => effect.getKeyframes().some(({ transform }) => transform))"
    guest.page.evaluate(
        f"window.travelled = false; new MutationObserver(() => (window.travelled ||= {moved}))"
        ".observe(document.body, { subtree: true, childList: true })"
    )
    guest.play(guest.state, "a1-d1")
    guest.wait_for_plies(1)
    assert guest.page.evaluate("window.travelled") is False


def test_letter_keys_act_and_can_be_turned_off(visit: Callable[..., Guest]) -> None:
    guest = visit("table of xtic")
    guest.tab_to("[role=gridcell]")
    guest.keys("l")
    expect(guest.action("lines")).to_have_attribute("aria-pressed", "true")
    guest.keys(",")
    expect(guest.notices).to_contain_text(text("web.notice.looking", ply=2, plies=3))
    guest.keys(".")
    expect(guest.notices).to_be_empty()
    guest.keys("?")
    expect(guest.dialog.get_by_role("heading", name=text("web.keys.title"))).to_be_visible()
    guest.keys("Escape")
    guest.press(text("web.action.more"))
    guest.page.get_by_role("switch", name=text("web.player.letters")).click()
    guest.keys("Escape")
    guest.cell("a1").focus()
    guest.keys("l")
    expect(guest.action("lines")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("page", ["lobby", "table of xtic", "a puzzle", "a lesson", "study"])
def test_every_tab_stop_has_a_name(visit: Callable[..., Guest], page: str) -> None:
    """A board is one stop, and no picture is one."""
    guest = visit(page)
    session = guest.page.context.new_cdp_session(guest.page)
    stops = []
    for _ in range(40):
        guest.keys("Tab")
        focused = session.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]["objectId"]
        (node, *_) = session.send("Accessibility.getPartialAXTree", {"objectId": focused})["nodes"]
        if node["role"]["value"] == "RootWebArea" or guest.page.evaluate("document.activeElement === document.body"):
            break
        stops.append((guest.page.evaluate("document.activeElement.outerHTML"), node.get("name", {}).get("value", "")))
    assert len(stops) > 5
    assert [element for element, name in stops if not name.strip()] == []
    assert not [element for element, _ in stops if element.startswith("<svg")]


@pytest.mark.parametrize(
    ("page", "move"), [("table of tactix", "A4"), ("a puzzle", "a1"), ("a lesson", "zz"), ("study", "A1")]
)
def test_a_move_can_be_typed(visit: Callable[..., Guest], page: str, move: str) -> None:
    """On a page with a board M leads to the field; what is typed there is played, or refused with a reason."""
    guest = visit(page)
    guest.tab_to("[role=gridcell]")
    guest.keys("m")
    field = guest.page.get_by_label(text("web.board.type-move"))
    expect(field).to_be_focused()
    before = guest.page.locator(".board-place").inner_html()
    field.fill(move)
    guest.keys("Enter")
    expect(field).to_have_value("")
    guest.page.wait_for_function(
        "before => document.querySelector('.board-place').innerHTML !== before"
        " || document.querySelector('.board-line.refused')",
        arg=before,
    )
    expect(field).to_be_focused()


@pytest.mark.parametrize(("page", "last"), [("table of tactix", "c3"), ("a puzzle", ""), ("study", "")])
def test_a_key_says_the_row_the_turn_and_the_last_move(visit: Callable[..., Guest], page: str, last: str) -> None:
    guest = visit(page)
    guest.tab_to("[role=gridcell]")
    guest.keys("i")
    said = guest.page.locator("[aria-live=polite].unseen")
    expect(said).to_contain_text("b1")
    expect(said).to_contain_text("turn to")
    if last:
        expect(said).to_contain_text(guest.status.locator("strong").inner_text())
        expect(said).to_contain_text(text("web.board.last", moves=last))
