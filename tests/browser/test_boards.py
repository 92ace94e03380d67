"""The five boards in a real browser: played to the end by clicks and by keys, against the law."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import pytest
from board_bench import Bench
from playwright.sync_api import expect

from quincunx.games import CHANCE, GAMES, State
from quincunx.games.tesseract.law import lines_through
from quincunx.law import text
from quincunx.server.routes.web.pages import games_with

GRIDS = {
    "xtic": (4, 4),
    "tactix:size=6": (6, 6),
    "tritoc": (9, 9),
    "tesseract": (16, 16),
    "tesseract:dims=3": (16, 4),
    "xchain:size=12x5": (5, 12),
}
"""Rows and columns as the pictures have them: the cube's four boards are a stack."""

MIDDLES = """() => Object.fromEntries([...document.querySelectorAll("[role=gridcell]")].map((cell) => {
  const { x, y, width, height } = cell.getBoundingClientRect();
  return [cell.dataset.name, [x + width / 2, y + height / 2]];
}))"""
"""The middles of the squares, in pixels."""

A_FOUR = ["00", "10", "01", "11", "02", "12", "03"]
"""A short game of tesseract, in either number of dimensions."""


def player(seed: int) -> Callable[[State], str]:
    """Chooses at random, the same each time."""
    draw = random.Random(seed)
    return lambda state: draw.choice(state.moves())


def test_every_game_of_the_law_has_a_board(bench: Bench) -> None:
    assert set(games_with("board.js")) == set(GAMES)
    for game in GAMES:
        bench.clear()
        bench.lay(game)
        assert bench.page.locator(f"#board svg.board-{game}").count() == 1


# Whole games


def test_xtic_by_clicks(bench: Bench) -> None:
    bench.lay("xtic:type=torus", lines=True)
    choose = player(198)
    moves: list[str] = []
    while not bench.over:
        moves.append(choose(bench.state))
        if moves[-1][0] == "=":
            bench.page.click(f".tray [data-piece='{moves[-1][1]}']")
        else:
            bench.click(moves[-1])
        bench.wait(len(moves))
    assert bench.played == moves
    assert bench.refused == []


def test_xtic_by_keys(bench: Bench) -> None:
    bench.lay("xtic")
    bench.enter()
    choose = player(198)
    moves: list[str] = []
    while not bench.over:
        moves.append(choose(bench.state))
        if moves[-1][0] == "=":
            bench.press(moves[-1][1].lower())
        else:
            bench.walk(moves[-1])
            bench.press("Enter")
        bench.wait(len(moves))
    assert bench.played == moves
    assert bench.refused == []


def test_tactix_by_clicks(bench: Bench) -> None:
    bench.lay("tactix")
    choose = player(4)
    moves: list[str] = []
    while not bench.over:
        moves.append(choose(bench.state))
        first, _, last = moves[-1].partition("-")
        bench.click(first, last or first)
        bench.wait(len(moves))
    assert bench.played == moves
    assert bench.refused == []


def test_tactix_by_keys(bench: Bench) -> None:
    bench.lay("tactix:size=5")
    bench.enter()
    choose = player(129)
    moves: list[str] = []
    while not bench.over:
        moves.append(choose(bench.state))
        first, _, last = moves[-1].partition("-")
        for name in (last or first, first):  # either end may be the first
            bench.walk(name)
            bench.press("Enter")
        bench.wait(len(moves))
    assert bench.played == moves
    assert bench.refused == []


def test_tritoc_by_clicks(bench: Bench) -> None:
    """A game's last third. The seed is one with which a piece is taken away and another one left."""
    fields = "rrr....../rrr....../rr.rr..../yyy....../yyy....../yy.yy..../r..y...../y..r...../........."
    bench.lay(f"tritoc:level=red3 {fields} 1 - 0 0")
    choose = player(2)
    bench.rolls = choose
    plies = 0
    while not bench.over:
        plies += 1
        if bench.state.actor == CHANCE:
            bench.page.click(".dice")
        else:
            move = choose(bench.state)
            roll = bench.state.view()["roll"]
            if move == "-":
                bench.page.get_by_role("button", name=text("tritoc.board.pass")).click()
            else:
                bench.click(move.removeprefix("x") if "." in move else f"{move}.{roll}")
        bench.wait(plies)
    assert bench.refused == []
    assert "-" in bench.played
    assert any(move.startswith("x") for move in bench.played)


def test_tritoc_by_keys(bench: Bench) -> None:
    """T rolls; arrows go from lit hole to lit hole."""
    bench.lay(
        "tritoc rrr....../rrr....../rr.rr..../yyy....../yyy....../yy.yy..../ryrryyyrr/ryrryyyrr/......... 1 - 0 0"
    )
    bench.rolls = player(16)
    draw = random.Random(6)
    bench.enter()
    plies = 0
    while not bench.over:
        if bench.state.actor == CHANCE:
            bench.press("t")
        else:
            bench.press(draw.choice(["ArrowLeft", "ArrowUp"]), draw.choice(["ArrowRight", "ArrowDown"]))
            label = bench.label(bench.focused)
            if text("tritoc.board.lit") not in label and text("tritoc.board.removable") not in label:
                continue
            bench.press("Enter")
        plies += 1
        bench.wait(plies)
    assert bench.refused == []


@pytest.mark.parametrize("game", ["tesseract", "tesseract:dims=3"])
def test_tesseract_by_clicks(bench: Bench, game: str) -> None:
    """A first click chooses, a second one or the button confirms."""
    bench.lay(game)
    for n, name in enumerate(A_FOUR):
        bench.click(name)
        assert bench.played == A_FOUR[:n]
        if n % 2:
            bench.page.get_by_role("button", name=text("web.board.confirm")).click()
        else:
            bench.click(name)
        bench.wait(n + 1)
    assert bench.over
    assert bench.played == A_FOUR
    assert "in the winning four" in bench.label("02")


@pytest.mark.parametrize(("game", "lines"), [("tesseract", 520), ("tesseract:dims=3", 76)])
def test_lines_of_tesseract_are_straight(bench: Bench, game: str, lines: int) -> None:
    """Each is drawn from its first square to its last, and goes through the centres of the other two."""
    bench.lay(game, lines=True)
    expect(bench.page.get_by_role("row")).to_have_count(16)  # not the shape for a phone
    middle: dict[str, tuple[float, float]] = bench.page.evaluate(MIDDLES)
    dims = "3" if ":" in game else "4"
    fours = {tuple(sorted(four)) for name in middle for four in lines_through(dims, name)}
    assert len(fours) == lines
    for four in fours:
        (x1, y1), *between, (x2, y2) = (middle[name] for name in four)
        for x, y in between:
            assert abs((x - x1) * (y2 - y1) - (y - y1) * (x2 - x1)) < math.hypot(x2 - x1, y2 - y1)
    bench.enter()
    drawn = bench.page.locator("polyline.through").evaluate_all("all => all.map(one => one.points.numberOfItems)")
    assert drawn == [2] * len(lines_through(dims, "00"))


def test_on_a_phone_the_cube_is_two_by_two(make_bench: Callable[..., Bench]) -> None:
    """A stack would have squares too small for a finger."""
    phone = make_bench(viewport={"width": 360, "height": 640})
    phone.lay("tesseract:dims=3")
    grid = phone.page.get_by_role("grid")
    assert (grid.get_by_role("row").count(), grid.get_by_role("gridcell").count()) == (8, 64)
    phone.page.set_viewport_size({"width": 900, "height": 900})
    expect(grid.get_by_role("row")).to_have_count(16)


def test_tesseract_by_keys(bench: Bench) -> None:
    """Two hex digits choose, Return confirms; Space and Escape take back."""
    bench.lay("tesseract")
    bench.enter()
    bench.press("c", "6", "Space", "5", "Escape", "Enter", "Escape")
    assert bench.played == []
    moves = ["0E", "00", "5A", "03", "A6", "30", "F2"]
    for n, name in enumerate(moves, 1):
        bench.press(*name.lower(), "Enter")
        bench.wait(n)
    assert bench.over
    assert bench.played == moves


@pytest.mark.parametrize("game", ["xchain:size=4x4", "xchain:seats=4,size=5x3"])
def test_xchain_by_clicks(bench: Bench, game: str) -> None:
    bench.lay(game, speed="fast", suits=["plum", "yellow", "red", "blue"])
    choose = player(75)
    moves: list[str] = []
    while not bench.over:
        moves.append(choose(bench.state))
        bench.click(moves[-1])
        bench.wait(len(moves))
    assert bench.played == moves
    assert bench.refused == []


def test_xchain_by_keys(bench: Bench) -> None:
    bench.lay("xchain:seats=3,size=4x3", speed="off")
    bench.enter()
    choose = player(8)
    moves: list[str] = []
    while not bench.over:
        moves.append(choose(bench.state))
        bench.walk(moves[-1])
        bench.press(random.Random(len(moves)).choice(["Enter", "Space"]))
        bench.wait(len(moves))
    assert bench.played == moves
    assert bench.refused == []


# What is refused


@pytest.mark.parametrize(
    ("position", "clicks", "move"),
    [
        ("xtic 7.../..../..../.... =8", ["a1"], "a1"),
        ("tactix oooo/o.oo/oooo/oooo 1", ["b2"], "b2"),
        ("tactix oooo/o.oo/oooo/oooo 1", ["a2", "d2"], "a2-d2"),
        ("tactix oooo/o.oo/oooo/oooo 1", ["a1", "c2"], "a1-c2"),
        (f"tritoc {'/'.join(['.....y...'] * 9)} 1 8 0 0".replace("y", ".", 1), ["c3.8"], "c3"),
        (f"tritoc r......../{'/'.join(['y........'] * 8)} 1 2 0 0", ["b1.3"], "xb1.3"),
        ("tesseract:dims=3 x.../" + "/".join(["...."] * 15), ["00"], "00"),
        ("xchain:size=3x3 A1.B1/.../... aa 1", ["c1"], "c1"),
    ],
)
def test_an_illegal_move_is_refused_with_the_reason_of_the_law(
    bench: Bench, position: str, clicks: list[str], move: str
) -> None:
    bench.lay(position)
    bench.click(*clicks)
    bench.expect_line(bench.objection(move))
    assert bench.refused == [bench.line]
    assert bench.played == []


@pytest.mark.parametrize(
    ("position", "clicks", "reason"),
    [
        ("xtic", ["a1"], text("xtic.board.give-first")),
        ("tritoc", ["b2.7"], text("tritoc.board.roll-first")),
        (f"tritoc {'/'.join(['.........'] * 9)} 1 7 0 0", ["b2.8"], text("tritoc.board.other-hole", roll=7)),
    ],
)
def test_what_cannot_be_done_now_is_refused_with_what_can(
    bench: Bench, position: str, clicks: list[str], reason: str
) -> None:
    bench.lay(position)
    bench.click(*clicks)
    assert reason in bench.line
    assert bench.refused == [bench.line]
    assert bench.played == []


@pytest.mark.parametrize("game", ["xtic", "tactix", "tritoc", "tesseract", "xchain"])
def test_who_is_not_to_move_is_told_so(bench: Bench, game: str) -> None:
    bench.lay(game, mine=[])
    name = "b2.7" if game == "tritoc" else "11" if game == "tesseract" else "b2"
    bench.click(name)
    assert bench.line == text("web.board.not-your-turn")
    assert bench.played == []


def test_the_dice_are_not_rolled_twice(bench: Bench) -> None:
    bench.lay(f"tritoc {'/'.join(['.........'] * 9)} 1 8 0 0", dice={"faces": [4, 4]})
    bench.page.click(".dice", force=True)  # it says that it is off, and can be pressed all the same
    assert bench.line == text("tritoc.board.use-first", roll=8)
    assert bench.played == []


def test_pieces_that_are_gone_cannot_be_given(bench: Bench) -> None:
    bench.lay("xtic 7.../..../..../.... -")
    bench.enter()
    bench.press("7")
    bench.expect_line(bench.objection("=7"))
    assert bench.played == []


# The grid


@pytest.mark.parametrize("game", GRIDS)
def test_a_board_is_a_labelled_grid_with_one_tab_stop(bench: Bench, game: str) -> None:
    rows, columns = GRIDS[game]
    bench.lay(game, label="The board")
    grid = bench.page.get_by_role("grid", name="The board")
    assert grid.get_by_role("row").count() == rows
    for row in (0, rows - 1):
        assert grid.get_by_role("row").nth(row).get_by_role("gridcell").count() == columns
    assert grid.locator("[tabindex='0']").count() == 1
    assert all(cell.get_attribute("aria-label") for cell in grid.get_by_role("gridcell").all()[:20])


def test_arrows_home_and_end_move_the_focus(bench: Bench) -> None:
    bench.lay("xchain")
    bench.enter()
    assert bench.focused == "a1"
    bench.press("ArrowLeft", "ArrowUp")
    assert bench.focused == "a1"
    bench.press("ArrowRight", "ArrowDown", "ArrowDown")
    assert bench.focused == "b3"
    bench.press("End")
    assert bench.focused == "h3"
    bench.press("Home")
    assert bench.focused == "a3"


def test_the_focus_stays_where_it_is_when_the_board_is_shown_again(bench: Bench) -> None:
    bench.lay("xtic 7.../..../..../.... =8")
    bench.enter()
    bench.walk("c3")
    bench.press("Enter")
    bench.wait(1)
    assert bench.focused == "c3"
    assert bench.page.locator(".ring-inner").is_visible()


@pytest.mark.parametrize(
    ("position", "look", "labels"),
    [
        (
            "xtic 7.../..../..../.... =8",
            {
                "last": {"seat": 2, "tokens": ["a1", "=8"]},
                "hint": "b2",
                "values": {"c3": {"kind": "win", "text": "Win 6"}},
            },
            {
                "a1": "a1, brown vertical hollow round, last move",
                "b2": "b2, empty, legal, hint",
                "c3": "c3, empty, legal, Win 6",
            },
        ),
        (
            "xtic 015./..../..../.... =3",
            {"lines": True},
            {"d1": "d1, empty, legal, loses at once"},
        ),
        (
            "tactix o.oo/oooo/oooo/oooo 1",
            {"last": {"seat": 2, "tokens": ["b1"]}, "hint": "c1-d1"},
            {"a1": "a1, counter", "b1": "b1, empty, last move", "d1": "d1, counter, hint"},
        ),
        (
            f"tritoc rrr....../.y......./{'/'.join(['.........'] * 7)} 1 3 0 0",
            {"last": {"seat": 2, "tokens": ["4", "b1"]}},
            {
                "a1.3": "field top left, hole 3, red, won by red",
                "b1.3": "field top, hole 3, highlighted",
                "b1.4": "field top, hole 4, yellow, last move",
            },
        ),
        (
            f"tritoc r......../.y......./{'/'.join(['.........'] * 7)} 1 12 0 0",
            {},
            {"b1.4": "field top, hole 4, yellow, can be removed", "a1.3": "field top left, hole 3, red"},
        ),
        (
            "tesseract:dims=3 x.../" + "/".join(["...."] * 15),
            {"last": {"seat": 1, "tokens": ["00"]}},
            {"00": "00, blue, last move", "32": "32, empty"},
        ),
        (
            "xchain:size=3x3 .B2./.../.A1. aa 1",
            {},
            {"b1": "b1, red, 2 of 2", "b3": "b3, blue, 1 of 2, legal", "a1": "a1, empty, legal"},
        ),
    ],
)
def test_a_square_says_its_place_what_it_holds_and_its_state(
    bench: Bench, position: str, look: dict[str, Any], labels: dict[str, str]
) -> None:
    bench.lay(position, **look)
    for name, label in labels.items():
        assert bench.label(name) == label


@pytest.mark.parametrize("game", GRIDS)
def test_a_thumbnail_is_a_picture_that_nothing_can_be_done_with(bench: Bench, game: str) -> None:
    bench.lay(game, mine=[], still=True, label="A game going on")
    assert bench.page.get_by_role("img", name="A game going on").is_visible()
    assert bench.page.locator("[tabindex], [role=grid], button, .rim-label").count() == 0


def test_letters_can_be_turned_off(bench: Bench) -> None:
    bench.lay("xtic", letters=False)
    bench.enter()
    bench.press("7")
    assert bench.played == []
    bench.show(letters=True)
    bench.press("7")
    bench.wait(1)
    assert bench.played == ["=7"]


@pytest.mark.parametrize("game", GRIDS)
def test_no_board_is_wider_than_a_phone(make_bench: Callable[..., Bench], game: str) -> None:
    bench = make_bench(viewport={"width": 390, "height": 844})
    bench.lay(game, lines=True)
    assert bench.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
