"""A table fits its window: the board, whose turn it is and the next control are seen together, without scrolling."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from example_package import install
from full_run import FULL
from layout_cases import LONG, in_company, in_the_middle, over, show_lines
from live_server import Player, computer, person
from playwright.sync_api import Browser, ViewportSize
from visitors import Guest, ServerProcess

ALL_GAMES = ["xtic", "tactix", "tritoc", "tesseract", "xchain"]

WINDOWS = ["360x560", "560x360", "1366x768"]
MORE_WINDOWS = [
    "360x740",
    "360x800",
    "390x664",
    "390x750",
    "390x844",
    "412x915",
    "414x896",
    "667x375",
    "768x1024",
    "820x1180",
    "844x390",
    "1024x768",
    "1280x600",
    "1280x800",
    "1920x1080",
]

SEEN = """selectors => {
    const bar = [...document.querySelectorAll(".actions")].find(one => getComputedStyle(one).position === "fixed");
    const end = bar ? bar.getBoundingClientRect().top : innerHeight;
    return selectors.flatMap(selector => {
        const element = document.querySelector(selector);
        const { left, top, right, bottom } = element?.getBoundingClientRect() ?? {};
        if (!(right > left && bottom > top)) return [`${selector} is not shown`];
        if (left < -1 || right > innerWidth + 1 || top < -1 || bottom > end + 1)
            return [`${selector} is at ${[left, top, right, bottom].map(Math.round)} of ${innerWidth} x ${end}`];
        const points = [[left + 2, top + 2], [right - 2, bottom - 2], [(left + right) / 2, (top + bottom) / 2]];
        const over = points.map(([x, y]) => document.elementFromPoint(x, y));
        const covers = over.filter(other => other && !element.contains(other) && !other.contains(element));
        return covers.map(other => `${selector} is covered by ${other.getAttribute("class")}`);
    });
}"""
"""What is wrong with the first of each of these elements: it is not shown, beyond the window, or covered."""

CUT = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
"""The words that do not fit in their elements."""

BOARD, TURN = ".board-place > svg", ".seat.acting"
CONFIRM = ".choice .action.primary"


class State(NamedTuple):
    """A table, what is done there, and what has to be seen besides the board."""

    address: Callable[[Player], str]
    seen: tuple[str, ...]
    then: Callable[[Guest], object] = lambda _: None
    windows: tuple[str, ...] | None = None
    """The windows of the short run, where not all."""


def opened(game: str, *seats: str, **more: str) -> Callable[[Player], str]:
    return lambda player: f"/t/{player.open(game, *map(person, seats or ('Ada', 'Bo')), **more)['id']}"


def against(game: str) -> Callable[[Player], str]:
    return lambda player: f"/t/{player.open(game, person('Ada'), computer('trivial'))['id']}"


def choose(name: str) -> Callable[[Guest], None]:
    return lambda guest: guest.cell(name).click()


LATE = "xtic .E8F/.562/4.../..1. =0"


def long_name_won(player: Player) -> str:
    """The verdict and the points with a long name need many lines."""
    table = player.open("tritoc", person("Ada"), person(LONG))["id"]
    player.do("resign", table, seat=1)
    return f"/t/{table}"


STATES = {
    "xtic to give": State(opened("xtic"), (BOARD, TURN, ".tray")),
    "xtic to place": State(in_the_middle("xtic"), (BOARD, TURN, ".hand-box")),
    "xtic with lines": State(opened("xtic", start=LATE), (BOARD, TURN, ".hand-box"), show_lines),
    "tactix": State(opened("tactix"), (BOARD, TURN), windows=("360x560",)),
    "tactix selected": State(opened("tactix:size=6"), (BOARD, TURN, ".span-part .action.primary"), choose("b2")),
    "tritoc to roll": State(opened("tritoc"), (BOARD, TURN, ".dice")),
    "tritoc to place": State(in_the_middle("tritoc"), (BOARD, TURN, ".dice")),
    "tesseract": State(opened("tesseract"), (BOARD, TURN), windows=("360x560",)),
    "tesseract selected": State(opened("tesseract"), (BOARD, TURN, CONFIRM), choose("55")),
    "cube selected": State(opened("tesseract:dims=3"), (BOARD, TURN, CONFIRM), choose("11")),
    "xchain": State(opened("xchain"), (BOARD, TURN, ".counters")),
    "xchain, four seats": State(opened("xchain:seats=4", "Ada", "Bo", "Cy", "Dot"), (BOARD, TURN, ".counters")),
    "xchain, wide": State(opened("xchain:size=12x4"), (BOARD, TURN, ".counters"), windows=("360x560", "844x390")),
    "xchain, tall": State(opened("xchain:size=4x12"), (BOARD, TURN, ".counters"), windows=("360x560", "844x390")),
    "xchain, four seats with clocks": State(
        in_the_middle("xchain"), (BOARD, TURN, ".counters"), windows=("360x740", "390x844")
    ),
    "gomoku": State(opened("gomoku"), (BOARD, TURN)),
    "gomoku, large": State(opened("gomoku:size=15"), (BOARD, TURN), windows=("360x560", "844x390")),
    "a question": State(in_company, (BOARD, TURN, ".tray", ".notice .button.primary"), windows=("360x560", "844x390")),
    "tactix over": State(over("tactix"), (BOARD, ".ended .button.primary")),
    "tritoc over": State(over("tritoc"), (BOARD, ".ended .button.primary"), windows=("390x664", "560x360")),
    "tritoc, a long name won": State(
        long_name_won, (BOARD, ".ended .status b", ".ended .button.primary"), windows=("390x664", "560x360")
    ),
}

CASES = [
    (name, window)
    for name, state in STATES.items()
    for window in ([*WINDOWS, *MORE_WINDOWS] if FULL else (state.windows or WINDOWS))
]


def size(window: str) -> ViewportSize:
    width, height = map(int, window.split("x"))
    return {"width": width, "height": height}


@pytest.fixture(scope="module")
def fit_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that also has a game without a board of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(install(tmp_path_factory.mktemp("installed"))))
        server = ServerProcess(tmp_path_factory.mktemp("server"))
    yield server
    server.close()


@pytest.fixture(scope="module")
def player(fit_server: ServerProcess) -> Iterator[Player]:
    with Player(fit_server.url) as player:
        yield player


@pytest.fixture(scope="module")
def guest(chromium: Browser, fit_server: ServerProcess, player: Player) -> Iterator[Guest]:
    """Somebody with a phone: it has no keys to tell of."""
    context = chromium.new_context(reduced_motion="reduce", has_touch=True)
    context.add_init_script(
        f"""if (location.protocol !== "about:") {{
            localStorage.clear();
            localStorage.setItem("quincunx.secret", JSON.stringify("{player.secret}"));
        }}"""
    )
    yield Guest(context, fit_server)
    context.close()


@pytest.mark.parametrize(("name", "window"), CASES)
def test_board_turn_and_control_are_seen_together(guest: Guest, player: Player, name: str, window: str) -> None:
    state = STATES[name]
    guest.page.set_viewport_size(size(window))
    guest.go(state.address(player))
    guest.arrive()
    state.then(guest)
    guest.page.evaluate("scrollTo(0, 0)")
    assert guest.page.evaluate(SEEN, list(state.seen)) == []
    assert guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert guest.page.locator(".well .action").evaluate_all(CUT) == []


@pytest.mark.parametrize("window", ["1180x720", "1280x800"])
def test_the_words_of_the_actions_do_not_wrap(guest: Guest, player: Player, window: str) -> None:
    guest.page.set_viewport_size(size(window))
    guest.go(over("tesseract")(player))
    guest.arrive()
    lines = guest.page.locator(".actions .button > span").evaluate_all(
        "all => all.map(one => [one.textContent, one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight)])"
    )
    assert {words: n for words, n in lines if n > 1.5} == {}


@pytest.mark.parametrize("window", ["1180x720", "1366x768"])
def test_after_the_end_the_actions_are_still_in_the_window(guest: Guest, player: Player, window: str) -> None:
    guest.page.set_viewport_size(size(window))
    guest.go(over("tritoc")(player))
    guest.arrive()
    assert guest.page.evaluate(SEEN, [BOARD, ".ended .button.primary", ".actions"]) == []


@pytest.mark.parametrize("game", ALL_GAMES if FULL else ["tesseract", "tritoc"])
def test_a_step_of_a_lesson_shows_the_board_above_its_controls(guest: Guest, game: str) -> None:
    guest.page.set_viewport_size(size("360x560"))
    guest.go(f"/lessons/{game}")
    for number in guest.page.locator(".step-list button").all():
        number.click()
        guest.page.evaluate("scrollTo(0, 0)")
        step = guest.page.locator(".lesson .label").inner_text()
        assert guest.page.evaluate(SEEN, [".lesson-text", BOARD]) == [], step


@pytest.mark.parametrize("window", ["360x560", "390x664", "844x390"])
def test_squares_of_the_loupe_are_as_large_as_a_finger(guest: Guest, player: Player, window: str) -> None:
    guest.page.set_viewport_size(size(window))
    guest.go(opened("tesseract")(player))
    guest.arrive()
    guest.cell("55").click()
    box = guest.page.locator(".loupe .clear").first.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 43.5


@pytest.mark.parametrize("game", [*ALL_GAMES, "gomoku"])
def test_with_letters_twice_as_large_the_control_stays_docked(guest: Guest, player: Player, game: str) -> None:
    """The page scrolls in one direction, and under the control; no name is cut."""
    letters = guest.page.context.new_cdp_session(guest.page)
    letters.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    guest.page.set_viewport_size(size("360x640"))
    guest.go(opened(game, LONG, "Bo")(player))
    guest.arrive()
    for place in (0, 200):
        guest.page.evaluate("place => scrollTo(0, place)", place)
        box = guest.page.locator(".well").bounding_box()
        assert box
        assert box["y"] + min(box["height"], 100) <= 640
    assert guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert guest.page.locator(".seat .name, .room-name, .me").evaluate_all(CUT) == []
    letters.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
    letters.detach()
