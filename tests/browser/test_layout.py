"""No page's layout depends on the fonts of a machine: nothing overlaps, scrolls sideways, or is cut off.

Since every page is seen here in every state, axe judges it here too: one page of each route, and all with `make
test-more`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from axe import violations
from font_sets import FONT_SETS
from full_run import FULL
from layout_cases import CASES
from live_server import Player
from playwright.sync_api import Browser, ViewportSize, expect
from visitors import Guest, ServerProcess

from quincunx.server.routes.web.pages import PAGES

CHECK = Path(__file__).parent / "layout.js"

NARROWEST, WIDEST = 320, 2560
DEVICES = [360, 390, 414, 600, 768, 820, 1024, 1280, 1366, 1440, 1920]
HEIGHTS = {320: 568, 360: 640, 390: 664, 414: 896, 768: 1024, 820: 1180, 1366: 768, 1440: 900, 1920: 1080}
"""Of windows that are not 720 high. A low one is tighter, and drawn sooner."""


def size(width: int) -> ViewportSize:
    return {"width": width, "height": HEIGHTS.get(width, 720)}


CHOSEN = [name for name, case in CASES.items() if FULL or not case.more]
FIRST = set({CASES[name].route: name for name in reversed(CHOSEN)}.values())
"""The first page of each route."""


def _matrix() -> list[tuple[str, str]]:
    """Pages and sets of fonts: every page with the widest fonts, with others at least one page of each route."""
    return [(name, fonts) for fonts in FONT_SETS for name in CHOSEN if FULL or fonts == "dejavu" or name in FIRST]


Faults = dict[str, list[int]]


def faults(guest: Guest) -> Faults:
    """What is wrong with a page, and the widths of window at which it is."""
    found: Faults = defaultdict(list)
    edges = guest.page.evaluate("layoutEdges()")
    for width in sorted({NARROWEST, *edges, *(DEVICES if FULL else ()), WIDEST}, reverse=True):
        guest.page.set_viewport_size(size(width))
        for fault in guest.page.evaluate("width => layoutFaults(width)", width):
            found[fault].append(width)
    return dict(found)


@pytest.fixture(scope="module")
def player(server: ServerProcess) -> Iterator[Player]:
    """The one whose browser it is."""
    with Player(server.url) as player:
        yield player


@pytest.fixture(scope="module")
def guest_with(launch: Callable[..., Browser], server: ServerProcess, player: Player) -> Callable[[str], Guest]:
    """Somebody with a set of fonts. One page shows all that is judged: to open a new one costs more than to load it."""

    @cache
    def made(fonts: str) -> Guest:
        context = launch(FONT_SETS[fonts]).new_context(reduced_motion="reduce")
        context.add_init_script(path=CHECK)
        # Every page begins without the settings that were made on another.
        context.add_init_script(
            f"""if (location.protocol !== "about:") {{
                localStorage.clear();
                localStorage.setItem("quincunx.secret", JSON.stringify("{player.secret}"));
            }}"""
        )
        return Guest(context, server)

    return made


@pytest.fixture
def visit(guest_with: Callable[[str], Guest], server: ServerProcess, player: Player) -> Iterator[Callable[..., Guest]]:
    """Brings the player to a page. At the end the page may not have had an error."""
    guests: list[Guest] = []

    def bring(name: str, fonts: str) -> Guest:
        case = CASES[name]
        guest = guest_with(fonts)
        guests.append(guest)
        case.before(guest)
        guest.page.set_viewport_size(size(WIDEST))
        address = case.address if isinstance(case.address, str) else case.address(player)
        guest.page.goto(server.url.rstrip("/") + address)
        guest.drawn()
        case.then(guest)
        return guest

    yield bring
    errors = [error for guest in guests for error in guest.errors]
    for guest in guests:
        guest.errors.clear()
        guest.page.unroute_all()
    assert errors == []


@pytest.mark.parametrize(("page", "fonts"), _matrix())
def test_nothing_overlaps_or_is_cut_off(visit: Callable[..., Guest], page: str, fonts: str) -> None:
    guest = visit(page, fonts)
    assert faults(guest) == {}
    if fonts == "dejavu" and (FULL or page in FIRST):
        guest.page.set_viewport_size({"width": 1280, "height": 800})
        assert violations(guest) == []


LARGE = ("full lobby", "new xtic", "sit down", "puzzles", "rules of xtic", "lessons", "study, what", "operator")
"""Pages of text and forms, one of each kind. Those with boards are judged in test_fit.py."""


@pytest.mark.parametrize("page", LARGE)
def test_letters_twice_as_large_have_room(visit: Callable[..., Guest], page: str) -> None:
    guest = visit(page, "liberation")
    letters = guest.page.context.new_cdp_session(guest.page)
    letters.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    found: Faults = defaultdict(list)
    for width in (WIDEST, 1280, 768, 390):
        guest.page.set_viewport_size(size(width))
        for fault in guest.page.evaluate("width => layoutFaults(width)", width):
            found[fault].append(width)
    letters.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
    letters.detach()
    assert found == {}


def test_every_page_is_judged_with_every_set_of_fonts() -> None:
    for name in FONT_SETS:
        assert {CASES[page].route for page, fonts in _matrix() if fonts == name} == {*PAGES}


def test_the_windows_are_those_in_which_a_page_changes(visit: Callable[..., Guest]) -> None:
    assert sorted(visit("lobby", "dejavu").page.evaluate("layoutEdges()")) == [320, 760, 1180, 1264]


def test_an_eliminated_seat_keeps_its_place_among_the_counters(visit: Callable[..., Guest]) -> None:
    """The class of its counter must not meet that of a page that is gone."""
    guest = visit("xchain, two eliminated", "dejavu")
    guest.page.set_viewport_size({"width": WIDEST, "height": 900})  # in a low window they share lines
    counters = guest.page.locator(".counters li")
    expect(counters).to_have_count(4)
    # In one call: the board draws new counters when its size changes.
    tops = counters.evaluate_all("counters => counters.map(counter => counter.getBoundingClientRect().y)")
    gaps = {round(below - above) for above, below in pairwise(tops)}
    assert len(gaps) == 1
    assert gaps.pop() < 60


# The check itself

WELL = """
<h1>A page</h1><p>Two lines of text in a paragraph, <a href="/">a link</a> and <b>a word</b>.</p>
<button>Press me</button> <button>Me too</button>
<p style="width: 120px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">Shortened on purpose</p>
<pre style="overflow: auto">May be scrolled sideways, since it is as it was written, however long.</pre>
<p style="position: absolute; clip-path: inset(50%); width: 1px; overflow: hidden">For screen readers</p>
<div style="height: 60px"></div><nav style="position: fixed; bottom: 0; height: 40px">A docked bar</nav>
"""

FAULTY = {
    'overlap: "one"': "<p>one</p><p style='margin-top: -35px'>two</p>",
    "overlap: body > svg": "<svg width='90' height='90'></svg><p style='margin-top: -50px'>behind a picture</p>",
    "overlap: body > button": "<button>Press me</button><button style='margin-left: -20px'>Me too</button>",
    "overlap: body > button and": "<p>text</p><button style='position: absolute; top: 10px'>Press me</button>",
    "sideways: the page": "<div style='width: 150vw; height: 9px'></div>",
    "sideways: div.box": "<div class='box' style='overflow: auto'><p style='width: 150vw'>wide</p></div>",
    "beyond the window": "<p style='position: absolute; left: -30px'>begins too early</p>",
    'cut off: "a long word"': "<p style='overflow: hidden; width: 40px; white-space: nowrap'>a long word</p>",
    'cut off: "half a line"': "<p style='overflow: hidden; height: 10px'>half a line</p>",
    "cut off: nothing is left": "<p style='overflow: hidden; width: 9px; text-overflow: ellipsis'>everything</p>",
    'cut off: "on a board"': "<svg width='90' height='90'><text x='60' y='50'>on a board</text></svg>",
    "cut off: the number": "<input type='number' value='123456' style='width: 30px'>",
    'leaves its box: "too long"': "<button style='width: 20px; white-space: nowrap; padding: 0'>too long</button>",
    'broken word: "unbroken"': "<p style='width: 30px; overflow-wrap: anywhere'>unbroken</p>",
    "covered at the end": "<p>the last line</p><nav style='position: fixed; bottom: 0; height: 80px'>bar</nav>",
}


def judge(guest: Guest, content: str) -> list[str]:
    guest.page.goto("about:blank")
    guest.page.set_viewport_size({"width": 400, "height": 100})
    guest.page.set_content(f"<!doctype html><html lang='en'><body>{content}")
    found: list[str] = guest.page.evaluate("layoutFaults(400)")
    return found


@pytest.mark.parametrize("fonts", FONT_SETS)
def test_the_check_is_content_with_a_good_page(guest_with: Callable[[str], Guest], fonts: str) -> None:
    assert judge(guest_with(fonts), WELL) == []


@pytest.mark.parametrize("fault", FAULTY)
def test_the_check_finds(guest_with: Callable[[str], Guest], fault: str) -> None:
    found = judge(guest_with("dejavu"), FAULTY[fault])
    assert [one for one in found if one.startswith(fault)], found
