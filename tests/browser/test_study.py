"""Study, the board editor, lessons and puzzles in a real browser, by clicks and by keys."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from full_run import some_games
from live_server import Player, person, play_out
from playwright.sync_api import Locator, expect
from visitors import Guest, ServerProcess

import quincunx
from quincunx import engine, games, puzzles, record
from quincunx.engine import accuracy
from quincunx.games import CHANCE, GAMES, State
from quincunx.law import text
from quincunx.server.routes.study import judgement

LATE = "xtic .E8F/.562/4.../..1. =0"
THREE = "tactix:size=3 ooo/.../... 1"
LESSONS = Path(quincunx.__file__).parent / "games"

BLUNDER = """[Game "tactix:size=3"]
[Rules "1"]
[Seat1 "Ada"]
[Kind1 "person"]
[Seat2 "Bo"]
[Kind2 "person"]
[Start "tactix:size=3 ooo/.../.o. 1"]
[Result "0-1"]
[Why "last"]

1. a1-b1 2. b3 3. c1 0-1
"""


def at(ada: Guest) -> State:
    """The position that the study shows, from its address."""
    position = ada.page.evaluate("new URLSearchParams(location.search).get('position')")
    return games.parse(position)


@pytest.fixture
def where(ada: Guest) -> Locator:
    return ada.page.locator(".where")


# Any position


def test_the_value_of_every_move_is_on_the_board(ada: Guest) -> None:
    ada.go(f"/study?position={quote(LATE)}")
    expect(ada.status).to_have_text(
        " ".join((text("web.study.proven.draw"), text("web.study.holding", n=7), text("web.study.losing", n=1)))
    )
    expect(ada.cell("a2")).to_have_accessible_name("a2, empty, legal, Loss 1")
    expect(ada.cell("b3")).to_have_accessible_name("b3, empty, legal, Draw")
    ada.action("values").click()
    expect(ada.cell("a2")).to_have_accessible_name("a2, empty, legal")


def test_estimates_are_told_as_such(ada: Guest) -> None:
    ada.go("/study?position=" + quote(str(games.start("xchain"))))
    expect(ada.status).to_contain_text("Estimate, not proven")
    expect(ada.page.locator(".value-estimate").first).to_be_visible()
    ada.page.get_by_label(text("web.study.level"), exact=True).select_option("trivial")
    expect(ada.page.get_by_text(text("web.study.level-note", level="trivial"))).to_be_visible()
    expect(ada.status).to_contain_text("Estimate, not proven")


def test_both_sides_are_played_and_the_line_is_left_by_playing_something_else(ada: Guest, where: Locator) -> None:
    ada.go(f"/study?position={quote(THREE)}")
    for n, move in enumerate(["a1", "b1", "c1"], 1):
        ada.play(at(ada), move)
        ada.wait_for_plies(n)
    expect(ada.status).to_have_text(text("web.study.won", name="Red"))
    ada.page.get_by_role("button", name=text("web.move-list.first")).click()
    expect(ada.status).to_contain_text("2 moves win")
    ada.play(games.parse(THREE), "a1-b1")
    expect(ada.page.locator(".ply")).to_have_count(1)
    expect(where).to_have_text(text("web.move-list.now", plies=1))


def test_a_line_by_keys(ada: Guest, where: Locator) -> None:
    ada.go(f"/study?position={quote(THREE)}")
    ada.tab_to("[role=gridcell]")
    ada.walk("b1")
    ada.keys("Enter", "Enter")
    expect(where).to_have_text(text("web.move-list.now", plies=1))
    ada.keys(",")
    expect(where).to_have_text(text("web.move-list.at", at=0, plies=1))
    ada.keys(".")
    expect(where).to_have_text(text("web.move-list.now", plies=1))
    ada.keys("v")
    expect(ada.action("values")).to_have_attribute("aria-pressed", "false")


def test_rolls_are_chosen_or_rolled(ada: Guest) -> None:
    ada.go("/study?position=" + quote(str(games.start("tritoc"))))
    ada.page.get_by_role("group", name=text("web.study.choose-roll")).get_by_role("button", name="7").click()
    expect(ada.cell("b2.7")).to_have_accessible_name("field centre, hole 7, highlighted")
    ada.play(at(ada), "b2")
    ada.wait_for_plies(2)
    ada.page.locator(".dice").click()
    ada.wait_for_plies(3)
    assert at(ada).turn == 2


# A game


@pytest.fixture
def finished(server: ServerProcess) -> dict[str, Any]:
    """A listed table on which every counter was taken by itself."""
    with Player(server.url) as player:
        table = player.open("tactix:size=3", person("Ada"), person("Bo"), listed=True)
        return play_out(table["id"], player)


def test_a_finished_game_has_a_graph_that_keys_go_along(ada: Guest, finished: dict[str, Any], where: Locator) -> None:
    plies = len(finished["history"])
    ada.go(f"/t/{finished['id']}")
    ada.page.get_by_role("button", name=text("web.over.study")).click()
    slider = ada.page.get_by_role("slider")
    expect(slider).to_have_attribute("aria-valuemax", str(plies))
    expect(ada.page.locator(".graph-key")).to_have_text(text("web.graph.proven"))
    ada.tab_to("[role=slider]")
    ada.keys("Home")
    expect(where).to_have_text(f"0 of {plies}")
    expect(slider).to_have_attribute("aria-valuetext", "at the start, Ada wins in 6 moves (proven)")
    ada.keys("ArrowRight", "ArrowRight")
    expect(where).to_have_text(f"2 of {plies}")
    ada.keys("End")
    expect(slider).to_have_attribute("aria-valuetext", "after step 9, Bo wins (proven)")


def test_mistakes_are_marked_and_lead_to_what_was_better(ada: Guest, where: Locator) -> None:
    ada.go(f"/study?position={quote(THREE)}")
    ada.action("record").click()
    ada.dialog.get_by_label(text("web.record.text")).fill("nonsense")
    ada.press(text("web.puzzles.study"))
    expect(ada.dialog.get_by_role("alert")).to_contain_text(text("record.no-tags"))
    ada.dialog.get_by_label(text("web.record.text")).fill(BLUNDER.replace("c1 0-1", "c1 1-0"))
    ada.press(text("web.puzzles.study"))
    expect(ada.dialog.get_by_role("alert")).to_contain_text(text("record.last-word", written="1-0", result="0-1"))
    ada.dialog.get_by_label(text("web.record.text")).fill(BLUNDER)
    ada.press(text("web.puzzles.study"))
    expect(ada.dialog).to_have_count(0)
    slips = ada.page.locator(".slip")
    expect(slips).to_have_text("Step 1, a1\u2013b1: throws away a win (proven). Better: a1\u2013c1.")
    expect(ada.page.locator(".slip-mark")).to_have_count(1)
    each = [text("web.graph.accuracy-of", name=name, n=n) for name, n in (("Ada", 1), ("Bo", 100))]
    expect(ada.page.locator(".accuracy")).to_have_text(text("web.graph.accuracy", each=each))
    slips.click()
    expect(where).to_have_text(text("web.move-list.at", at=0, plies=3))
    expect(ada.status).to_contain_text(text("web.study.proven-in.win", name="Ada", moves=text("web.moves", n=2)))
    ada.play(games.parse("tactix:size=3 ooo/.../.o. 1"), "b1")
    expect(ada.notices).to_contain_text(text("web.study.variation"))
    ada.press(text("web.study.back"))
    expect(where).to_have_text(text("web.move-list.at", at=0, plies=3))
    expect(ada.page.locator(".ply")).to_have_count(3)


JUDGE = """async (questions) => {
    const { accuracies, judgement } = await import("/static/engine/match.js");
    const judged = questions.map(([ply, found, played]) => judgement(ply, found, played));
    const seats = questions.map(([, found]) => found.actor);
    return [judged, accuracies(judged, (ply) => seats[ply], 2)];
}"""


@pytest.mark.parametrize("game", ["xtic", "tactix:size=3", "xchain:size=4x4", "tesseract:dims=3"])
def test_the_page_judges_moves_as_the_server_and_the_arena_do(ada: Guest, game: str) -> None:
    """A match of random moves; the values are the same for all three."""
    match = record.random_match(games.game(game), "accuracy")
    states = (match.first, *match.states)
    made = [(state, entry.token) for state, entry in zip(states, match.entries, strict=False)]
    analyses = [(engine.analyse(state, engine.Limits(nodes=500)), move) for state, move in made]
    ranked = [{"actor": found.actor, "moves": as_page_gets(found)} for found, _ in analyses]
    questions = [(ply, found, move) for ply, (found, (_, move)) in enumerate(zip(ranked, made, strict=True))]
    ada.go("/rules")
    judged, means = ada.page.evaluate(JUDGE, questions)
    choices = [accuracy.choice(found, move) for found, move in analyses]
    for ply, (here, (found, move), chosen) in enumerate(zip(judged, analyses, choices, strict=True)):
        there = judgement(ply, found, move)
        assert here["accuracy"] == pytest.approx(there["accuracy"])
        assert here["accuracy"] == pytest.approx(chosen and chosen.accuracy)
        assert here["slip"] == there["slip"]
    assert means == pytest.approx(list(accuracy.accuracies(filter(None, choices), 2)))


def as_page_gets(found: engine.Analysis) -> list[dict[str, Any]]:
    """The moves of an analysis, best first, as the API sends them."""
    moves = {each["move"]: each for each in found.to_json()["moves"]}
    return [moves[each.move] for each in found.ranked()]


def test_a_game_that_goes_on_is_not_judged(ada: Guest, server: ServerProcess) -> None:
    with Player(server.url) as player:
        table = player.open("tactix", person("Cy"), person("Di"), listed=True)
    ada.go(f"/study?table={table['id']}")
    expect(ada.page.get_by_role("alert").first).to_have_text(text("server.study-not-over"))


# The editor


def test_a_position_is_set_up_under_the_eyes_of_the_law(ada: Guest) -> None:
    ada.go("/study?edit")
    ada.page.get_by_label(text("web.editor.game"), exact=True).select_option("xtic")
    expect(ada.page.get_by_label(text("web.editor.position"))).to_have_value(str(games.start("xtic")))
    expect(ada.line).to_have_text(text("web.editor.legal"))
    ada.cell("a1").click()
    expect(ada.page.get_by_label(text("web.editor.position"))).to_have_value("xtic 0.../..../..../.... -")
    ada.page.get_by_label("In hand").select_option(label="0: black, horizontal, solid, round")
    expect(ada.line).to_have_text(text("xtic.both", piece="0"))
    expect(ada.page.get_by_role("button", name=text("web.over.study"), exact=True)).to_be_disabled()
    expect(ada.cell("a1")).to_have_accessible_name("a1, black horizontal solid round")
    ada.cell("a1").click()
    expect(ada.line).to_have_text(text("web.editor.legal"))
    expect(ada.cell("a1")).to_have_accessible_name("a1, empty")
    ada.page.get_by_role("button", name=text("web.over.study"), exact=True).click()
    expect(ada.page.get_by_role("heading", name=text("web.study.of", game="xtic"))).to_be_visible()
    assert str(at(ada)) == "xtic ..../..../..../.... =0"


def test_on_a_phone_the_editor_opens_with_the_board(come: Callable[..., Guest]) -> None:
    ada = come(viewport={"width": 360, "height": 640})
    ada.go("/study?edit")
    expect(ada.line).to_have_text(text("web.editor.legal"))
    expect(ada.page.get_by_role("heading", name=text("web.editor.title"))).to_be_focused()
    expect(ada.cell("a1")).to_be_in_viewport()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_set_up(ada: Guest, game: str) -> None:
    ada.go("/study?edit")
    ada.page.get_by_label(text("web.editor.game"), exact=True).select_option(game)
    line = ada.page.get_by_label(text("web.editor.position"))
    expect(line).to_have_value(str(games.start(game)))
    ada.press(text("web.editor.clear"))
    expect(ada.page.locator(".brush-sample svg").first).to_be_visible()
    square = {"tritoc": "b2.7", "tesseract": "5A"}.get(game, "b2")
    ada.cell(square).click()
    ada.page.wait_for_function(
        "start => document.querySelector('.editor-panel input.code').value !== start", arg=str(games.start(game))
    )
    assert line.input_value() != str(games.start(game))
    ada.press(text("web.editor.start"))
    expect(line).to_have_value(str(games.start(game)))


def test_the_editor_by_keys(ada: Guest) -> None:
    ada.go(f"/study?position={quote(THREE)}&edit")
    ada.tab_to("[role=gridcell]")
    ada.walk("b2")
    ada.keys("Enter")
    line = ada.page.get_by_label(text("web.editor.position"))
    expect(line).to_have_value("tactix:size=3 ooo/.o./... 1")
    expect(ada.cell("b2")).to_be_focused()
    ada.keys(" ")
    expect(line).to_have_value(THREE)
    ada.tab_to(".editor-panel input.code")
    line.fill("tactix:size=3 o.o/.../... 3")
    ada.keys("Enter")
    expect(ada.line).to_have_text(text("law.turn", written="3", seats=["1", "2"]))
    line.fill("tactix:size=3 o.o/.../... 2")
    ada.keys("Enter")
    expect(ada.line).to_have_text(text("web.editor.legal"))
    ada.tab_to(".editor-panel .button.plain.main")
    ada.keys("Enter")
    expect(ada.page.get_by_role("heading", name=text("web.form.from", game="TacTix"))).to_be_visible()


def test_a_link_to_a_wrong_position_leads_to_the_editor_with_the_reason(ada: Guest) -> None:
    ada.go("/study?position=" + quote("tactix oooo/oooo/oo/oooo 1"))
    expect(ada.line).to_have_text("Row 3 has 2 squares, not 4.")
    expect(ada.page.get_by_label(text("web.editor.position"))).to_have_value("tactix oooo/oooo/oo/oooo 1")


# Lessons


def wanted(step: dict[str, Any], state: State) -> str:
    moves, avoid = step.get("moves"), step.get("avoid", [])
    return next(move for move in (moves if isinstance(moves, list) else state.moves()) if move not in avoid)


def finish(ada: Guest, state: State, make: Any) -> None:
    """Plays the last game of a lesson as the engine would, again where the dice were against it."""
    feedback, retry = (
        ada.page.locator(".lesson-feedback"),
        ada.page.get_by_role("button", name=text("web.lessons.retry")),
    )
    link = ada.page.get_by_role("link", name=text("web.lessons.study"))
    for _ in range(200):
        if "You won!" in feedback.inner_text():
            return
        if retry.is_visible():
            retry.click()
            ada.page.wait_for_function(
                "p => document.querySelector('a[href*=study]').href.endsWith(p)", arg=quote(str(state))
            )
        here = link.get_attribute("href") or ""
        state_now = games.parse(ada.page.evaluate("link => new URL(link).searchParams.get('position')", here))
        rolls = state_now.actor == CHANCE
        make(state_now, "" if rolls else engine.analyse(state_now, engine.Limits(nodes=50_000)).best.move)
        ada.page.wait_for_function(
            """before => document.querySelector('.lesson-actions a[href*=study]').href !== before
                && !document.querySelector('.lesson-feedback').textContent.includes('thinking')""",
            arg=here,
        )
    raise AssertionError("the lesson's game has no end")


@pytest.mark.parametrize("game", some_games(*GAMES))
def test_a_lesson_by_clicks(ada: Guest, game: str) -> None:
    """Every step as it asks, and the game at the end won; then the browser remembers that."""
    *steps, last = json.loads((LESSONS / game / "web" / "lesson.json").read_text("utf-8"))["steps"]
    ada.go(f"/lessons/{game}")
    for step in steps:
        expect(ada.page.get_by_role("heading", name=step["title"], exact=True)).to_be_visible()
        if "moves" in step or "avoid" in step:
            state = games.parse(step["position"])
            ada.play(state, wanted(step, state))
            expect(ada.page.locator(".lesson-feedback")).to_have_text(step["right"])
        ada.press(text("web.lessons.next"))
    expect(ada.page.get_by_role("heading", name=last["title"])).to_be_visible()
    finish(ada, games.parse(last["play"]), ada.play)
    ada.go("/lessons")
    expect(ada.page.get_by_role("listitem").filter(has_text=GAMES[game].title)).to_contain_text(
        text("web.lessons.completed")
    )


def test_a_lesson_by_keys_with_mistakes(ada: Guest) -> None:
    ada.go("/lessons/tactix#step=7")
    ada.keys("Tab")
    ada.tab_to(".lesson-actions .main")
    ada.keys("Enter")
    expect(ada.line).to_have_text(text("web.lessons.first"))
    ada.page.locator(".board-place [tabindex='0']").focus()
    ada.walk("a1")
    ada.keys("Enter")
    ada.walk("b1")
    ada.keys("Enter")
    expect(ada.line).to_have_text("Then you took the last one as well. Leave it to your opponent.")
    ada.walk("a1")
    ada.keys("Escape", "Enter", "Enter")
    expect(ada.page.locator(".lesson-feedback")).to_have_text("Your opponent has to take the last one.")
    ada.tab_to(".lesson-actions .main")
    ada.keys("Enter")
    expect(ada.page.get_by_role("heading", name="Three in a row")).to_be_focused()
    ada.press(text("web.lessons.hint"))
    expect(ada.page.locator(".lesson-feedback")).to_contain_text("Best: ")


def test_a_lesson_speaks_of_keys_only_where_there_are_some(come: Callable[..., Guest]) -> None:
    words = {}
    for touch in (False, True):
        guest = come(has_touch=touch, is_mobile=touch)
        guest.go("/lessons/tritoc#step=2")
        words[touch] = guest.page.locator(".lesson-text").inner_text()
    assert words[False] == f"{words[True]} You can also press T while the board is focused."


def test_beginners_switch_on_the_lines_in_danger(ada: Guest) -> None:
    ada.go("/lessons/tesseract#step=7")
    expect(ada.page.get_by_role("button", name=text("web.action.lines"))).to_have_attribute("aria-pressed", "true")
    expect(ada.cell("50")).to_have_accessible_name("50, empty, wins at once")
    expect(ada.cell("30")).to_have_accessible_name("30, empty, must be blocked")
    assert ada.page.evaluate("localStorage.getItem('quincunx.lines')") is None, "a lesson changes no setting"
    ada.press(text("web.action.lines"))
    expect(ada.cell("50")).to_have_accessible_name("50, empty")


def test_the_study_page_lists_finished_games(ada: Guest) -> None:
    ada.sit_at("tactix:size=3", person("Ada"), person("Bo"), start="tactix:size=3 .../.../.oo 1")
    ada.play(ada.state, "b3-c3")
    expect(ada.action("rematch")).to_be_visible()
    ada.go("/study")
    ada.page.get_by_role("link", name=text("web.study.game", game="TacTix", names=("Ada", "Bo"))).click()
    expect(ada.page.get_by_role("heading", name=text("web.study.of", game="TacTix"))).to_be_visible()


# Puzzles


def solve(ada: Guest, puzzle: puzzles.Puzzle) -> None:
    """Finds the moves as the engine would, until the page says that it is solved."""
    state = games.parse(puzzle.position)
    move: str | None = puzzle.move
    while True:
        here = ada.page.get_by_role("link", name=text("web.puzzles.study")).get_attribute("href") or ""
        ada.play(state, move or engine.analyse(state, engine.Limits(seconds=2)).best.move)
        ada.page.wait_for_function(
            """before => /Correct|Solved|help/.test(document.querySelector('.lesson-feedback').textContent)
                && document.querySelector('.lesson-actions a[href*=study]').href !== before""",
            arg=here,
        )
        if re.search("Solved|help", ada.page.locator(".lesson-feedback").inner_text()):
            return
        here = ada.page.get_by_role("link", name=text("web.puzzles.study")).get_attribute("href") or ""
        state = games.parse(ada.page.evaluate("link => new URL(link).searchParams.get('position')", here))
        move = None


@pytest.fixture(scope="module")
def tactix() -> puzzles.Puzzle:
    return next(puzzle for puzzle in puzzles.load() if puzzle.game == "tactix" and puzzle.grade <= 3)


def test_a_puzzle_is_solved_against_resistance_and_remembered(ada: Guest, tactix: puzzles.Puzzle) -> None:
    state = games.parse(tactix.position)
    ada.go(f"/puzzles/{tactix.id}")
    expect(ada.page.locator(".puzzle-goal")).to_contain_text("to move and win")
    ada.play(state, next(move for move in state.moves() if move != tactix.move and "-" not in move))
    expect(ada.line).to_contain_text("loses")
    ada.keys("Escape")
    solve(ada, tactix)
    expect(ada.page.get_by_role("link", name=text("web.puzzles.next"))).to_be_visible()
    ada.page.get_by_role("link", name=text("web.puzzles.all")).click()
    number = int(tactix.id.split("-")[1])
    expect(ada.page.get_by_role("link", name=f"TacTix, puzzle {number}, solved", exact=True)).to_be_visible()
    ada.page.get_by_role("region", name="TacTix").get_by_role("link", name=text("web.puzzles.next")).click()
    ada.page.wait_for_url(lambda url: "/puzzles/tactix-" in url and tactix.id not in url)


def test_a_puzzle_with_dice_asks_for_the_best_chances(ada: Guest) -> None:
    puzzle = next(puzzle for puzzle in puzzles.load() if puzzle.game == "tritoc" and puzzle.grade <= 3)
    state = games.parse(puzzle.position)
    ada.go(f"/puzzles/{puzzle.id}")
    expect(ada.page.locator(".puzzle-goal")).to_contain_text("best chances")
    values = {each.move: each.value.seats[state.turn - 1] for each in engine.analyse(state, engine.Limits()).moves}
    second = sorted(values, key=lambda move: -values[move])[1]
    ada.play(state, second)
    expect(ada.line).to_contain_text(text("web.percent", n=round(values[second] * 100)))
    ada.keys("Escape")
    ada.play(state, puzzle.move)
    expect(ada.page.locator(".lesson-feedback")).to_have_text(text("web.puzzles.done-best"))


def test_a_puzzle_by_keys(ada: Guest, tactix: puzzles.Puzzle) -> None:
    first, _, last = tactix.move.partition("-")
    feedback = ada.page.locator(".lesson-feedback")
    ada.go(f"/puzzles/{tactix.id}")
    ada.tab_to(".lesson-actions .button:not(.main)")
    ada.keys("Enter")
    expect(feedback).to_contain_text("The move is ")
    ada.cell(first).focus()
    ada.keys("Enter")
    if last:
        ada.walk(last)
    ada.keys("Enter")
    expect(feedback).to_have_text(re.compile("Correct!|with help"))


def test_puzzles_have_a_rating_and_a_streak_and_help_does_not_count(ada: Guest, tactix: puzzles.Puzzle) -> None:
    """The first try counts; a wrong move ends the streak, and what was shown is not solved."""
    kept = "JSON.parse(localStorage.getItem('quincunx.puzzle-score'))"
    ada.go(f"/puzzles/{tactix.id}")
    solve(ada, tactix)
    first = ada.page.evaluate(kept)
    assert (first["streak"], first["tried"]) == (1, [tactix.id])
    assert first["rating"] > 1000
    shown = next(one for one in puzzles.load() if one.game == "tactix" and one.id != tactix.id)
    ada.go(f"/puzzles/{shown.id}")
    ada.press(text("web.puzzles.hint"))
    expect(ada.page.locator(".lesson-feedback")).to_contain_text("The move is ")
    solve(ada, shown)
    expect(ada.page.locator(".lesson-feedback")).to_have_text(text("web.puzzles.helped"))
    second = ada.page.evaluate(kept)
    assert (second["rating"], second["streak"]) == (first["rating"], 1)
    assert ada.page.evaluate("JSON.parse(localStorage.getItem('quincunx.puzzles'))") == [tactix.id]
    lost = next(one for one in puzzles.load() if one.game == "tesseract")
    ada.go(f"/puzzles/{lost.id}")
    wrong = next(move for move in games.parse(lost.position).moves() if move != lost.move)
    ada.cell(wrong).click()
    ada.press(text("web.board.confirm"))
    expect(ada.page.locator(".board-line.refused")).to_be_visible()
    expect(ada.page.locator(".cell-chosen")).to_have_count(0)
    confirm = ada.page.get_by_role("button", name=text("web.board.confirm"))
    expect(confirm).to_have_css("background-color", "rgba(0, 0, 0, 0)")  # though the pointer is still there
    third = ada.page.evaluate(kept)
    assert (third["streak"], third["best"]) == (0, 1)
    assert third["rating"] < second["rating"]
    ada.go("/puzzles")
    expect(ada.page.locator(".puzzle-score")).to_contain_text(str(third["rating"]))


def test_the_lobby_has_the_puzzle_of_the_day(ada: Guest) -> None:
    ada.go("/")
    ada.page.get_by_role("link", name=text("web.puzzles.daily")).click()
    ada.page.wait_for_url("**/puzzles/*")
    expect(ada.page.locator(".puzzle-goal")).to_be_visible()
    ada.go("/puzzles")
    expect(ada.page.get_by_role("region", name=text("web.puzzles.daily"))).to_be_visible()
    ada.go("/puzzles/xtic-none")
    expect(ada.page.get_by_role("alert").first).to_contain_text("There is no puzzle 'xtic-none'.")
