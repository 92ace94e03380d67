"""What the table shows and offers besides the game: rolls, results, skins, a move on its way, refusals, lines."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from board_bench import Bench
from live_server import Json, computer, person
from playwright.sync_api import expect
from visitors import Guest

from quincunx import games, record
from quincunx.games import State
from quincunx.law import text
from quincunx.law.draws import Draws

sys.path.insert(0, str(Path(__file__).parents[1] / "engine"))

from test_dazzler import bytes_of


def resign(guest: Guest) -> None:
    guest.press(text("web.action.resign"))
    guest.dialog.get_by_role("button", name=text("web.sure.resign.yes")).click()


def test_the_rolls_so_far_have_a_panel(ada: Guest) -> None:
    ada.sit_at("tritoc", person("Ada"), person("Bo"))
    rolls = []
    for _ in range(3):
        while (state := ada.state).actor == 0:
            before = ada.plies
            ada.play(state, "")
            ada.wait_for_plies(before + 1)
        rolls = [ply["token"] for ply in ada.table["history"] if ply["kind"] == "roll"]
        before = ada.plies
        ada.play(ada.state, ada.state.moves()[0])
        ada.wait_for_plies(before + 1)
    ada.page.get_by_role("tab", name=text("web.panel.rolls")).click()
    panel = ada.page.get_by_role("region", name=text("web.rolls.label"))
    for seat, name in enumerate(("Ada", "Bo"), 1):
        mine = [ply["token"] for ply in ada.table["history"] if ply["kind"] == "roll" and ply["seat"] == seat]
        expect(panel.get_by_role("listitem").filter(has_text=name)).to_contain_text(", ".join(mine))
    row = panel.get_by_role("row").filter(has=ada.page.get_by_role("rowheader", name=rolls[0], exact=True))
    expect(row).to_contain_text(text("web.rolls.times", n=rolls.count(rolls[0])))


HAPPENED = """async ([game, last, turn, phase]) => {
    const { happened } = await import("/static/parts/table/status.js");
    const state = { game, turn, phase };
    const seats = [1, 2].map((seat) => ({ seat, name: `Player ${seat}`, kind: "person" }));
    const words = happened({ last: { seat: 1, ...last }, state, seats, mine: [], history: [] });
    return words.map((word) => word.em ?? word).join("").trim();
}"""
ROLLED = {"event": "Rolled", "roll": "3"}
STEPPED = {"event": "Moved", "move": "a1", "steps": [{}, {}]}


@pytest.mark.parametrize(
    ("game", "last", "turn", "phase", "more"),
    [
        ("tritoc", ROLLED, 2, "roll", "tritoc.board.turn-passed"),
        ("tritoc", ROLLED, 1, "roll", "tritoc.board.roll-again"),
        ("tritoc", ROLLED, 1, "place", ""),
        ("xchain:size=4x4", STEPPED, 2, "grow", "xchain.board.steps"),
        # Another game's turn may pass for any reason, and its steps need not be explosions.
        ("other", ROLLED, 2, "roll", ""),
        ("other", STEPPED, 2, "move", ""),
    ],
)
def test_rolls_and_steps_are_described_in_the_words_of_the_game(
    ada: Guest, game: str, last: Json, turn: int, phase: str, more: str
) -> None:
    ada.go("/rules")
    said = ada.page.evaluate(HAPPENED, [game, last, turn, phase])
    key, args = ("web.happened.rolled", {"roll": "3"}) if last is ROLLED else ("web.happened.moved", {"move": "a1"})
    first = text(key, who="Player 1", **args)
    assert said == (f"{first} {text(more, n=2)}" if more else first)


def test_a_game_without_dice_has_no_panel_for_rolls(ada: Guest) -> None:
    ada.sit_at("xtic", person("Ada"), computer("random"))
    expect(ada.page.get_by_role("tab")).to_have_count(0)


def test_results_against_a_level_are_counted_and_shown_where_it_is_chosen(ada: Guest) -> None:
    ada.hurry()
    ada.sit_at("tactix:size=3", person("Ada"), computer("easy"))
    resign(ada)
    expect(ada.page.locator(".telling.ended")).to_be_visible()
    ada.page.reload()  # a result counts once
    ada.arrive()
    ada.new_game("tactix", "computer")
    ada.opponent("easy")
    results = text("web.tally.line", won=0, drawn=0, lost=1)
    expect(ada.page.locator(".level-about")).to_contain_text(results)
    ada.page.get_by_label(text("web.form.level", n=2)).select_option("hard")
    expect(ada.page.locator(".level-about")).not_to_contain_text("lost")
    ada.page.locator("#header").get_by_role("button").last.click()
    ada.dialog.get_by_role("button", name=text("web.tally.title")).click()
    expect(ada.dialog.locator(".tally li")).to_have_text(["TacTix, easy1 game: 0 won, 0 drawn, 1 lost."])


def test_a_result_that_is_undone_is_replaced(ada: Guest) -> None:
    ada.hurry()
    ada.sit_at("tactix:size=3", person("Ada"), computer("random"), start="tactix:size=3 o../.../... 1")
    ada.play(ada.state, "a1")
    expect(ada.page.locator(".telling.ended")).to_be_visible()
    count = "localStorage.getItem('quincunx.tally')"
    assert '"lost":1' in cast(str, ada.page.evaluate(count))
    ada.press(text("web.action.undo"))
    expect(ada.page.locator(".telling.ended")).to_have_count(0)
    assert '"lost":1' not in cast(str, ada.page.evaluate(count))


def test_a_move_that_is_slow_to_arrive_is_told_of(ada: Guest) -> None:
    ada.sit_at("xtic", person("Ada"), person("Bo"))
    ada.is_reached = False
    ada.page.context.set_offline(True)
    ada.play(games.start("xtic"), "=7")
    expect(ada.notices).to_contain_text(text("web.notice.sending"))
    ada.page.context.set_offline(False)
    ada.page.evaluate("dispatchEvent(new Event('online'))")
    ada.wait_for_plies(1)
    expect(ada.notices).not_to_contain_text(text("web.notice.sending"))


def test_lines_are_off_between_people_until_the_end(ada: Guest, bo: Guest) -> None:
    ada.page.context.add_init_script(
        "if (location.protocol !== 'about:') localStorage.setItem('quincunx.lines', 'true')"
    )
    ada.sit_with(bo, "xtic", start="xtic .E8F/.562/4.../..1. =0")
    lines = ada.action("lines")
    expect(lines).to_have_attribute("aria-disabled", "true")
    expect(lines).to_have_attribute("title", text("web.off.lines"))
    expect(ada.page.locator(".board-place .fatal")).to_have_count(0)
    resign(ada)
    expect(ada.page.locator(".telling.ended")).to_be_visible()
    expect(lines).to_have_attribute("aria-disabled", "false")


def test_each_side_reads_a_verdict_about_itself(ada: Guest, bo: Guest) -> None:
    ada.sit_with(bo, "tactix")
    resign(ada)
    box = ".telling.ended"
    expect(ada.page.locator(box)).to_contain_text("You lose. You resigned.")
    expect(bo.page.locator(box)).to_contain_text("You win! Ada resigned.")


# Tesseract


@pytest.mark.parametrize("variant", ["tesseract", "tesseract:dims=3"])
def test_the_dazzlers_values_are_those_of_its_program(bench: Bench, variant: str) -> None:
    work = """async ([cells, turn, dims]) => {
        const { dazzlerValues } = await import("/games/tesseract/dazzler.js");
        return [...dazzlerValues(cells, turn, dims)];
    }"""
    draws, state = Draws("values", "skin"), games.start(variant)
    for _ in range(30):
        view = state.view()
        names = [cell["name"] for cell in view["cells"]]
        expected = {names[square]: value for square, value in bytes_of(state)[0].items()}
        found = bench.page.evaluate(work, [view["cells"], state.turn, int(len(names) ** 0.25 == 4) + 3])
        assert dict(found) == expected
        state = state.play(draws.choice(state.moves()))
        if state.outcome:
            break


def test_the_period_skin_is_chosen_in_the_menu(ada: Guest) -> None:
    ada.sit_at("tesseract:dims=3", person("Ada"), computer("random"))
    ada.press(text("web.action.more"))
    ada.dialog.get_by_role("switch", name=text("tesseract.board.skin.dazzler")).click()
    ada.keys("Escape")
    expect(ada.page.locator(".board-place .dazzler-value").first).to_have_text("0007")
    expect(ada.cell("00")).to_have_attribute("aria-label", "00, empty, value 0007")


FOUR = "tesseract:dims=3 xxx./..../..../..../ooo./..../..../..../..../..../..../..../..../..../..../...."


def test_a_persons_four_are_green_discs_and_the_computers_white_squares(ada: Guest) -> None:
    ada.hurry()
    ada.sit_at("tesseract:dims=3", person("Ada"), computer("easy"), start=FOUR)
    ada.play(ada.state, "03")
    expect(ada.page.locator(".board-place .four-disc")).to_have_count(4)
    expect(ada.page.locator(".board-place .four-square")).to_have_count(0)
    ada.sit_at("tesseract:dims=3", person("Ada"), computer("easy"), start=FOUR)
    ada.play(ada.state, "F0")
    expect(ada.page.locator(".board-place .four-square")).to_have_count(4)
    expect(ada.page.locator(".board-place .winning.by-computer")).to_have_count(1)
    expect(ada.cell("40")).to_have_attribute("aria-label", "40, red, in the computer's four")
    table = ada.table
    for elsewhere in (f"/study?table={table['id']}", f"/embed/t/{table['id']}#watch={table['watch']}"):
        ada.go(elsewhere)
        expect(ada.page.locator(".board-place .four-square")).to_have_count(4)
        expect(ada.page.locator(".board-place .four-disc")).to_have_count(0)


def test_the_last_move_of_a_tie_is_a_white_square(ada: Guest) -> None:
    ada.sit_at("tesseract:dims=3", person("Ada"), person("Bo"))
    ada.play(ada.state, "00")
    ada.wait_for_plies(1)
    ada.press(text("web.action.draw"))
    ada.dialog.get_by_role("button", name=text("web.sure.draw.yes")).click()
    expect(ada.page.locator(".telling.ended")).to_be_visible()
    expect(ada.page.locator(".board-place .four-square")).to_have_count(1)


def test_a_phone_says_what_to_do_after_the_first_tap(come: Callable[..., Guest]) -> None:
    ada = come(viewport={"width": 360, "height": 560}, has_touch=True, is_mobile=True)
    ada.sit_at("tactix", person("Ada"), person("Bo"))
    expect(ada.line).to_be_hidden()
    ada.cell("a1").tap()
    expect(ada.line).to_be_visible()
    expect(ada.line).to_have_text(text("tactix.board.select-last", square="a1"))


# Chains


def last_move() -> tuple[State, str]:
    """A position of xchain and a move whose long chain ends the game."""
    match = record.random_match(games.game("xchain:size=6x6"), "10")
    return match.states[-2], match.entries[-1].token


@pytest.mark.parametrize("opponent", [person("Bo"), computer("random")], ids=["person", "computer"])
def test_a_long_chain_takes_three_seconds_and_the_verdict_comes_with_its_last_wave(ada: Guest, opponent: Json) -> None:
    start, move = last_move()
    assert len(start.steps(move)) > 12
    ada.page.clock.install()
    seats = [person("Ada"), opponent] if start.turn == 1 else [opponent, person("Ada")]
    ada.sit_at("xchain:size=6x6", *seats, start=str(start))
    ada.stop_clock()
    ada.cell(move).click()
    ended = ada.page.locator(".telling.ended")
    expect(ada.page.locator(".burst").first).to_be_attached()
    ada.page.clock.run_for(2500)
    expect(ada.page.locator(".burst").first).to_be_attached()
    expect(ended).to_have_count(0)
    ada.page.clock.run_for(700)
    expect(ended).to_be_visible()
    expect(ada.page.locator(".burst")).to_have_count(0)


def test_what_is_refused_during_a_chain_is_still_told_after_it(ada: Guest) -> None:
    ada.page.context.add_init_script(
        "if (location.protocol !== 'about:') localStorage.setItem('quincunx.speed', JSON.stringify('step'))"
    )
    ada.sit_at("xchain:size=4x3", person("Ada"), person("Bo"), start="xchain:size=4x3 A1A2B1./A1.../.B1.. aa 1")
    waves = len(ada.state.steps("a1"))
    ada.cell("a1").click()
    ada.wait_for_plies(1)
    taken = next(cell["name"] for cell in ada.state.view()["cells"] if cell.get("seat") == 1)
    ada.cell(taken).click()
    expect(ada.line).to_have_class("board-line refused")
    reason = ada.line.inner_text()
    for _ in range(waves):
        ada.page.get_by_role("button", name=text("xchain.board.button.step")).click()
    expect(ada.page.locator(".burst")).to_have_count(0)
    expect(ada.line).to_have_text(reason)


def test_long_numbers_are_written_in_groups(bench: Bench) -> None:
    count = "async n => (await import('/text.js')).text('engine.basis.positions', { n })"
    assert bench.page.evaluate(count, 1479681) == "1,479,681 positions"
    assert bench.page.evaluate(count, 1393) == "1393 positions"
