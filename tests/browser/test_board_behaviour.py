"""The manners of each board: what its old program did for a player, and what ours does beyond."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from board_bench import Bench

from quincunx.games.tesseract.law import lines_through, squares
from quincunx.law import text

MakeBench = Callable[..., Bench]

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}

CHAIN = "xchain:size=3x3 A1B2B1/B1../..B1 aa 1"
"""Growing a1 explodes a1, b1 and c1, one after the other."""


def test_lines_in_danger_wrap_around_and_carry_letters(bench: Bench) -> None:
    """c1 d2 a3 and the empty b4 are one line of a torus: horizontal pieces, and one in hand."""
    position = "xtic:type=torus ..8./...9/4.../.... =0"
    bench.lay(position, lines=True)
    assert bench.page.locator(".letter text").all_text_contents() == ["A", "A"]
    assert "1 square loses at once. Line A: horizontal." in bench.line
    assert bench.label("b4").endswith("loses at once")
    bench.show(lines=False)
    assert bench.page.locator(".letter, .line").count() == 0


def test_the_tray_is_one_tab_stop_and_arrows_go_over_its_gaps(bench: Bench) -> None:
    bench.lay("xtic 2.../.3../..../.... -")
    tray = bench.page.get_by_role("toolbar", name=text("xtic.board.tray"))
    assert tray.locator("[tabindex='0']").count() == 1
    tray.locator("[tabindex='0']").focus()
    bench.press("ArrowRight", "ArrowRight", "End", "Home", "ArrowRight")
    assert bench.page.evaluate("document.activeElement.dataset.piece") == "1"
    bench.press("Enter")
    bench.wait(1)
    assert bench.played == ["=1"]


def test_a_completed_line_wins_where_that_is_the_goal(bench: Bench) -> None:
    bench.lay("xtic:goal=complete 015./..../..../.... =3", lines=True)
    assert bench.label("d1").endswith("wins at once")
    assert bench.page.locator(".verdict.good").count() == 1


def test_the_span_is_previewed_before_it_is_taken(bench: Bench) -> None:
    bench.lay("tactix", values={"a2-c2": {"kind": "loss", "text": "Loss 5"}})
    bench.click("a2")
    bench.page.hover(bench.cell("c2"))
    assert bench.page.locator(".counter.chosen").count() == 3
    assert bench.page.locator(".well-name").inner_text() == "a2\N{EN DASH}c2"
    assert bench.page.locator(".well-worth").inner_text() == "Loss 5"
    bench.page.get_by_role("button", name=text("tactix.board.clear")).click()
    assert bench.page.locator(".counter.chosen").count() == 0
    bench.click("a2")
    bench.page.hover(bench.cell("c2"))
    bench.page.get_by_role("button", name=text("tactix.board.take")).click()
    bench.wait(1)
    assert bench.played == ["a2-c2"]


def test_a_span_can_be_dragged(bench: Bench) -> None:
    bench.lay("tactix")
    bench.page.drag_and_drop(bench.cell("d4"), bench.cell("b4"))
    bench.wait(1)
    assert bench.played == ["b4-d4"]
    bench.page.drag_and_drop(bench.cell("a4"), bench.cell("c4"))
    bench.expect_line(bench.objection("c4"))
    assert bench.played == ["b4-d4"]


def test_a_finger_can_drag_too(make_bench: MakeBench) -> None:
    bench = make_bench(**PHONE)
    bench.lay("tactix")
    touch = bench.page.context.new_cdp_session(bench.page)
    points = [_middle(bench, name) for name in ("a1", "b1", "c1")]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [points[0]]})
    for point in points[1:]:
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    bench.page.wait_for_function("() => document.querySelectorAll('.counter.chosen').length === 3")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    bench.wait(1)
    assert bench.played == ["a1-c1"]


def test_a_choice_that_is_no_longer_legal_is_dropped(bench: Bench) -> None:
    bench.lay("tactix")
    bench.click("a1")
    bench.lay("tactix .ooo/oooo/oooo/oooo 1")
    assert bench.page.locator(".counter.chosen").count() == 0
    bench.click("b1", "d1")
    bench.wait(1)
    assert bench.played == ["b1-d1"]


def test_arrows_reach_every_lit_hole(bench: Bench) -> None:
    bench.lay(f"tritoc {'/'.join(['.........'] * 9)} 1 6 0 0")
    bench.enter()
    reached = set()
    for way in ("ArrowRight", "ArrowLeft", "ArrowRight"):
        keys = ["ArrowDown", way, way]
        for key in keys:
            bench.press(key)
            reached.add(bench.focused)
    assert reached == {f"{field}{row}.6" for field in "abc" for row in (1, 2, 3)}
    bench.press("Shift+ArrowLeft")
    assert bench.focused == "b3.8"


@pytest.mark.parametrize(
    ("roll", "words"), [("2", "one of your own pieces"), ("12", "one of your opponent's pieces, or pass")]
)
def test_two_and_twelve_are_explained(bench: Bench, roll: str, words: str) -> None:
    bench.lay(f"tritoc r......../y......../{'/'.join(['.........'] * 7)} 1 {roll} 0 0")
    assert words in bench.page.locator(".dice-meaning").inner_text()
    assert bench.line.startswith(f"A {roll}: remove")
    assert bench.page.get_by_role("button", name=text("tritoc.board.pass")).is_visible() == (roll == "12")


def test_a_useless_roll_is_rolled_again(bench: Bench) -> None:
    bench.lay("tritoc")
    bench.rolls = lambda _: "12"
    bench.page.click(".dice")
    bench.wait(1)
    assert text("tritoc.board.roll-again") in bench.line
    assert text("tritoc.board.try.1") in bench.page.locator("#well").inner_text()


@pytest.mark.parametrize("dims", ["3", "4"])
def test_the_picture_knows_all_lines_of_the_law(bench: Bench, dims: str) -> None:
    bench.lay(f"tesseract:dims={dims}" if dims == "3" else "tesseract")
    found = bench.page.evaluate(
        """async ([names, dims]) => {
            const { linesThrough } = await import("/games/tesseract/hyper.js");
            return names.map((name) => linesThrough(name, dims));
        }""",
        [list(squares(dims)), int(dims)],
    )
    for name, lines in zip(squares(dims), found, strict=True):
        assert {frozenset(line) for line in lines} == {frozenset(line) for line in lines_through(dims, name)}


def test_the_lines_through_a_square_are_counted_by_whose_they_can_become(bench: Bench) -> None:
    """15 lines go through 33: 30 is ours and 03 theirs, FF ours and CC theirs on the long diagonal."""
    bench.lay("tesseract")
    for move in ("30", "03", "FF", "CC"):
        bench.state = bench.state.play(move)
    bench.show(lines=True, mine=[1])
    bench.page.hover(bench.cell("33"))
    counts = dict(
        zip(
            ("yours", "theirs", "empty", "dead"),
            map(int, bench.page.locator(".line-key b").all_inner_texts()),
            strict=True,
        )
    )
    assert sum(counts.values()) == 15
    ours, theirs = {"30", "FF"}, {"03", "CC"}
    expected = {"yours": 0, "theirs": 0, "empty": 0, "dead": 0}
    for line in lines_through("4", "33"):
        mine, other = bool(ours & set(line)), bool(theirs & set(line))
        expected["dead" if mine and other else "yours" if mine else "theirs" if other else "empty"] += 1
    assert counts == expected
    assert bench.page.locator(".board-tesseract .through").count() == 15


def test_what_is_typed_must_be_a_square(bench: Bench) -> None:
    bench.lay("tesseract:dims=3")
    bench.enter()
    bench.press("3", "A")
    bench.expect_line(bench.objection("3A"))
    bench.press("3", "2", "Enter")
    bench.wait(1)
    assert bench.played == ["32"]


def test_a_chain_is_shown_wave_by_wave(bench: Bench) -> None:
    bench.lay(CHAIN, speed="step")
    waves = bench.state.steps("a1")
    bench.enter()
    bench.press("Enter")
    bench.wait(1)
    for wave in waves:
        assert bench.page.locator(".burst").count() == len(wave["exploding"])
        assert _counters(bench) == wave["counters"]
        assert f"{wave['exploding'][0]} explodes" in bench.line
        bench.press("s")
    assert bench.page.locator(".burst").count() == 0
    assert _counters(bench) == bench.state.view()["counters"]


def test_a_chain_runs_by_itself_to_its_end(bench: Bench) -> None:
    bench.lay(CHAIN, speed="fast")
    waves = bench.state.steps("a1")
    # Written down as it happens: who looks only now and then, as a busy machine does, misses a wave.
    bench.page.evaluate(
        "window.seen = []; new MutationObserver(() => window.seen.push(document.querySelectorAll('.burst').length))"
        ".observe(document.querySelector('#board'), { subtree: true, childList: true })"
    )
    bench.click("a1")
    bench.page.wait_for_function("() => window.seen.some(Boolean) && window.seen.at(-1) === 0")
    assert len(waves) == 3
    assert [n for n in bench.page.evaluate("window.seen") if n] == [len(wave["exploding"]) for wave in waves]
    assert _counters(bench) == bench.state.view()["counters"]


def test_a_running_chain_holds_nothing_back(bench: Bench) -> None:
    """A click plays in the position that is coming; what the chain still had to show is over."""
    bench.lay(CHAIN, speed="step")
    bench.click("a1")
    bench.wait(1)
    assert bench.page.locator(".burst").count() == 1
    bench.click("c3")
    bench.wait(2)
    assert bench.played == ["a1", "c3"]


def test_a_refused_move_is_not_marked_as_chosen_any_more(bench: Bench) -> None:
    """The page shows the board again after a refusal, whoever refused."""
    bench.lay(CHAIN)
    bench.page.evaluate("told.answer = window.law; window.law = () => Promise.resolve({ refused: 'not now' })")
    bench.click("b2")
    bench.wait(1)
    assert bench.refused == ["not now"]
    assert bench.page.locator(".cell-chosen").count() == 0
    bench.page.evaluate("void (window.law = told.answer)")  # a function as the value would be called
    bench.click("b2")
    bench.wait(2)
    assert bench.played == ["b2", "b2"]


def test_the_same_position_shown_again_lets_the_chain_run_on(bench: Bench) -> None:
    bench.lay(CHAIN, speed="step")
    bench.click("a1")
    bench.wait(1)
    assert "Wave 1" in bench.line
    bench.press("s")
    bench.show(hint="c3")
    assert bench.page.locator(".burst text").text_content() == "3"
    assert "Wave 2" in bench.line
    bench.press("Enter")
    assert bench.page.locator(".burst").count() == 0


def test_a_chain_is_shown_to_its_end_before_the_answer_to_it(bench: Bench) -> None:
    """The other's move, with a chain of its own, came while the player still steps through the first one."""
    bench.lay(CHAIN, speed="step")
    first = bench.state.steps("a1")
    bench.click("a1")
    bench.wait(1)
    answer = bench.state.moves()[0]
    bench.state, steps = bench.state.play(answer), first[:1]
    bench.show(steps=steps, follows=True, last={"seat": bench.state.turn, "tokens": [answer]})
    for wave in first:
        assert bench.page.locator(".burst").count() == len(wave["exploding"])
        assert bench.page.locator(".last-move").count() == 0, "the answer is not to be seen yet"
        bench.press("s")
    assert "Wave 1" in bench.line
    assert bench.page.locator(".last-move").count() > 0
    bench.press("s")
    assert bench.page.locator(".burst").count() == 0
    assert _counters(bench) == bench.state.view()["counters"]


def test_the_speed_is_kept_by_the_page(bench: Bench) -> None:
    bench.lay(CHAIN, speed="normal")
    slider = bench.page.get_by_role("slider", name=text("xchain.board.speed"))
    slider.focus()
    bench.press("ArrowRight")
    assert bench.page.evaluate("told.kept") == {"speed": "fast"}
    assert slider.get_attribute("aria-valuetext") == "fast"


def test_without_motion_a_chain_shows_its_end_and_says_how_long_it_was(make_bench: MakeBench) -> None:
    bench = make_bench(reduced_motion="reduce")
    bench.lay(CHAIN, speed="slow")
    bench.click("a1")
    bench.wait(1)
    assert bench.page.locator(".burst").count() == 0
    assert bench.line == text("xchain.board.ended", n=3)


@pytest.mark.parametrize(
    ("game", "wide", "far", "near"), [("tesseract", 390, "A7", "96"), ("xchain:size=12x12", 320, "f6", "g7")]
)
def test_small_squares_have_a_loupe(make_bench: MakeBench, game: str, wide: int, far: str, near: str) -> None:
    bench = make_bench(**{**PHONE, "viewport": {"width": wide, "height": 844}})
    bench.lay(game)
    bench.page.tap(bench.cell(far))
    assert bench.page.locator(".choice-box").inner_text() == far
    square = bench.page.locator(f".loupe [data-name='{near}']")
    box = square.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    square.tap()
    assert bench.page.locator(".choice-box").inner_text() == near
    assert bench.played == []
    bench.page.get_by_role("button", name=text("web.board.confirm")).tap()
    bench.wait(1)
    assert bench.played == [near]


def test_large_squares_have_none(bench: Bench) -> None:
    bench.lay("xchain:size=12x12")
    assert not bench.page.locator(".loupe").is_visible()
    bench.click("f6")
    bench.wait(1)
    assert bench.played == ["f6"]


def _counters(bench: Bench) -> list[int]:
    return [int(text.split()[-1]) for text in bench.page.locator(".counters li").all_inner_texts()]


def _middle(bench: Bench, name: str) -> dict[str, float]:
    box = bench.page.locator(bench.cell(name)).bounding_box()
    assert box is not None
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
