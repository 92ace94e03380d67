"""The full-screen game: whole games by keys and by clicks, and everything else that people do there."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import card_game
import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Select, Static

from quincunx import engine, games
from quincunx.engine import Control
from quincunx.games import GAMES, State
from quincunx.law.messages import text
from quincunx.record import Pace
from quincunx.terminal import local, messages
from quincunx.terminal.local import LocalMatch
from quincunx.terminal.request import MatchRequest
from quincunx.terminal.saved_games import SavedGames
from quincunx.terminal.screen import paint
from quincunx.terminal.screen.app import Quincunx
from quincunx.terminal.screen.board import BoardWidget
from quincunx.terminal.screen.command_input import CommandInput
from quincunx.terminal.screen.dialogs import ConfirmDialog, HelpDialog
from quincunx.terminal.screen.layout import fit
from quincunx.terminal.screen.new_game import NewGameDialog
from quincunx.terminal.screen.panel import DiceWidget
from quincunx.terminal.screen.table_view import TableView

PATIENCE = 60.0
"""Seconds after which a test stops waiting for what should have happened long ago."""

SHORT = {
    "xtic": "xtic 012./..../..../.... =4",
    "tactix": "tactix:size=3 ooo/ooo/ooo 1",
    "tritoc": "tritoc rrr....../rrr....../...r.r..." + "/........." * 6 + " 1 - 0 0",
    "tesseract": "tesseract:dims=3 xxx./ooo./...." + "/...." * 13,
    "xchain": "xchain:size=3x3 .../.../... uu 1",
}
"""A position of every game from which it does not take long."""
SEVEN = "1"
"""A seed whose first roll is a 7."""


NOWHERE = SavedGames(Path("/dev/null/games"), autosave=False)
"""For games that are not to be saved."""


@pytest.fixture(autouse=True)
def _no_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINCUNX_CONFIG", str(tmp_path / "settings.toml"))


def wished(game: str, *who: str, **more: Any) -> MatchRequest:
    chosen = games.game(game)
    return MatchRequest(chosen, who or ("person",) * chosen.seats, seed=SEVEN, **more)


def short(name: str) -> MatchRequest:
    start = games.parse(SHORT[name])
    return wished(str(start.game), start=start)


class Screen:
    """A game on a screen, and somebody before it."""

    def __init__(self, app: Quincunx, pilot: Pilot[None], match: LocalMatch) -> None:
        self.app, self.pilot, self.match = app, pilot, match

    async def until(self, what: Callable[[], bool]) -> None:
        late = time.monotonic() + PATIENCE
        while not what():
            assert time.monotonic() < late, f"this has not happened; the status is {self.status!r}"
            await self.pilot.pause(0.005)

    async def type(self, words: str) -> None:
        """Types a line, and waits until it is read."""
        line = self.app.query_one(CommandInput)
        line.value = ""
        await self.pilot.press(*("space" if letter == " " else letter for letter in words), "enter")
        await self.until(lambda: not line.value)

    async def click(self, square: str) -> None:
        await self.pilot.pause()  # the layout may still change
        board = self.app.query_one(BoardWidget)
        assert board.board_layout
        (left, top), (x, y) = board.origin(), board.board_layout.places[square]
        await self.pilot.click(BoardWidget, offset=(left + x + 1, top + y))

    async def version_after(self, before: int) -> None:
        await self.until(lambda: self.match.table["version"] > before)

    async def settled(self) -> None:
        """Waits until the screen shows the table as it is, and somebody here is to act or the game is over."""
        await self.until(
            lambda: (
                not self.match.pending
                and self.app.query_one(TableView).resting
                and self.shows == self.match.table["state"]
            )
        )

    @property
    def status(self) -> str:
        return str(self.app.query_one("#status", Static).render()).strip()

    @property
    def refused(self) -> bool:
        return self.app.query_one("#status").has_class("refused")

    @property
    def shows(self) -> Any:
        return self.app.query_one(BoardWidget)._view

    @property
    def text(self) -> list[str]:
        """The board as it is on the screen."""
        board = self.app.query_one(BoardWidget)
        return [board.render_line(y).text.rstrip() for y in range(board.size.height)]

    def answer(self, part: str) -> str:
        return str(self.app.query_one(part, Static).render())


@asynccontextmanager
async def sitting(request: MatchRequest, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Screen]:
    match = LocalMatch(request.setup())
    app = Quincunx(match, request.game, NOWHERE)
    async with app.run_test(size=size) as pilot:
        screen = Screen(app, pilot, match)
        await screen.until(lambda: screen.shows is not None)
        yield screen
        match.close()


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await test()

    asyncio.run(whole())


def some(state: State) -> str:
    """A legal move that ends the game if one does."""
    moves = state.moves()
    return next((move for move in moves if state.play(move).outcome), moves[len(moves) // 2])


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_can_be_typed(name: str) -> None:
    async def test() -> None:
        async with sitting(short(name)) as screen:
            match = screen.match
            while not match.table["over"]:
                table = match.table
                state = table["state"]
                if state["actor"] == 0:
                    await screen.pilot.press("space")
                else:
                    await screen.type(some(games.parse(state["position"])))
                await screen.version_after(table["version"])
                await screen.settled()
            assert screen.status == messages.ended(match.table)
            assert screen.app.query_one("#ending").display

    run(test)


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_can_be_played_with_the_mouse(name: str) -> None:
    async def test() -> None:
        async with sitting(short(name), (120, 50)) as screen:
            match = screen.match
            while not match.table["over"]:
                table = match.table
                state = table["state"]
                move = some(games.parse(state["position"]))
                match state["phase"]:
                    case "roll":
                        await screen.pilot.click(DiceWidget)
                    case "take":
                        first, _, last = move.partition("-")
                        await screen.click(first)
                        await screen.click(last or first)
                    case "mark":
                        await screen.click(move)
                        assert match.table["version"] == table["version"]
                        await screen.click(move)
                    case "place" if state.get("roll"):
                        await screen.click(f"{move}.{state['roll']}")
                    case "remove":
                        await screen.click(move.removeprefix("x"))
                    case _:
                        await screen.click(move)
                await screen.version_after(table["version"])
                await screen.settled()
            assert screen.status == messages.ended(match.table)

    run(test)


def test_arrows_and_return_play_too() -> None:
    async def test() -> None:
        async with sitting(wished("tactix:size=3")) as screen:
            board = screen.app.query_one(BoardWidget)
            await screen.until(lambda: board.board_layout is not None)
            await screen.pilot.press("down", "up", "up", "left", "left", "enter")
            await screen.until(lambda: board.marks.chosen == "a1")
            await screen.pilot.press("right", "right", "enter")
            await screen.until(lambda: bool(screen.match.table["history"]))
            assert screen.match.table["history"][0]["token"] == "a1-c1"

    run(test)


def test_a_refused_move_tells_why_in_the_laws_words_and_changes_nothing() -> None:
    async def test() -> None:
        async with sitting(wished("tactix")) as screen:
            before = screen.match.table["version"]
            for typed, reason in (
                ("b1-c2", text("tactix.line", first="b1", last="c2")),
                ("zz", text("law.square", square="zz", last="d4")),
                ("roll", text("table.no-roll")),
                ("redo", text("table.no-redo")),
                ("yes", text("table.no-question")),
            ):
                await screen.type(typed)
                await screen.until(lambda reason=reason: reason in screen.status)  # type: ignore[misc]
                assert screen.refused
            assert screen.match.table["version"] == before

    run(test)


def test_a_move_spelled_like_a_command_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    card_game.install(tmp_path, monkeypatch)

    async def test() -> None:
        async with sitting(wished("gomoku")) as screen:
            await screen.type("draw")
            await screen.until(lambda: bool(screen.match.table["history"] or screen.match.table["question"]))
            assert [ply["token"] for ply in screen.match.table["history"]] == ["draw"]

    run(test)


def test_what_is_chosen_can_be_taken_back_before_it_is_played() -> None:
    async def test() -> None:
        async with sitting(wished("tesseract")) as screen:
            board = screen.app.query_one(BoardWidget)
            for key in ("space", "escape"):
                await screen.click("3A")
                await screen.until(lambda: board.marks.chosen == "3A")
                assert "Return confirms" in screen.status
                await screen.pilot.press(key)
                await screen.until(lambda: not board.marks.chosen)
            await screen.click("3A")
            await screen.click("4B")
            await screen.pilot.press("enter")
            await screen.until(lambda: bool(screen.match.table["history"]))
            assert [ply["token"] for ply in screen.match.table["history"]] == ["4B"]

    run(test)


def test_undo_goes_back_to_ones_own_move_and_redo_forward_again() -> None:
    async def test() -> None:
        async with sitting(wished("tactix", "person", "random")) as screen:
            await screen.type("a1")
            await screen.until(lambda: len(screen.match.table["history"]) == 2)
            await screen.pilot.press("f5")
            await screen.until(lambda: not screen.match.table["history"])
            await screen.pilot.press("f6")
            await screen.until(lambda: len(screen.match.table["history"]) == 2)
            await screen.settled()
            assert "1. 1: a1" in screen.answer("#moves")

    run(test)


def test_a_roll_cannot_be_undone() -> None:
    async def test() -> None:
        async with sitting(wished("tritoc")) as screen:
            await screen.pilot.press("space")
            await screen.until(lambda: bool(screen.match.table["history"]))
            await screen.type("undo")
            await screen.until(lambda: text("table.rolled") in screen.status)

    run(test)


def test_resigning_asks_first() -> None:
    async def test() -> None:
        async with sitting(wished("xtic", "person", "random")) as screen:
            await screen.pilot.press("f7")
            await screen.until(lambda: isinstance(screen.app.screen, ConfirmDialog))
            await screen.pilot.press("n")
            await screen.until(lambda: not isinstance(screen.app.screen, ConfirmDialog))
            assert not screen.match.table["over"]
            await screen.type("resign")
            await screen.until(lambda: bool(screen.app.screen.query("#yes")))
            await screen.pilot.click("#yes")
            await screen.until(lambda: "You lose. You resigned." in screen.status)

    run(test)


def test_hint_and_values_are_shown_when_asked_for_and_gone_after_the_move() -> None:
    async def test() -> None:
        start = games.parse("tactix:size=3 .../ooo/... 1")
        async with sitting(wished("tactix:size=3", start=start)) as screen:
            board = screen.app.query_one(BoardWidget)
            assert not board.marks.hint
            await screen.pilot.press("f3")
            await screen.until(lambda: bool(board.marks.hint))
            assert screen.status.startswith("a2-b2: win") or screen.status.startswith("b2-c2: win")
            assert not screen.answer("#values")
            await screen.pilot.press("f4")
            await screen.until(lambda: "loss" in screen.answer("#values"))
            await screen.type("a2-b2")
            await screen.until(lambda: not board.marks.hint and not screen.answer("#values"))

    run(test)


def test_a_computer_thinks_beside_and_can_be_told_to_move(monkeypatch: pytest.MonkeyPatch) -> None:
    thinking = threading.Event()

    def choose(state: State, _level: str, _seed: str, control: Control) -> tuple[str, engine.Analysis]:
        thinking.set()
        late = time.monotonic() + PATIENCE
        while not control.stopped and time.monotonic() < late:
            time.sleep(0.001)
        return state.moves()[0], engine.analyse(state, engine.Limits(nodes=1))

    monkeypatch.setattr(engine, "choose", choose)

    async def test() -> None:
        async with sitting(wished("tactix", "person", "hard")) as screen:
            await screen.type("d4")
            await screen.until(thinking.is_set)
            await screen.pilot.press("up", "up")  # the screen goes on
            await screen.until(lambda: bool(screen.app.query_one(BoardWidget).marks.cursor))
            assert "Escape" in screen.status
            assert len(screen.match.table["history"]) == 1
            await screen.pilot.press("escape")
            await screen.until(lambda: len(screen.match.table["history"]) == 2)
            thinking.clear()
            await screen.type("d3")
            await screen.until(thinking.is_set)
            await screen.pilot.press("f5")  # a thought about a position that is gone is rolled away
            await screen.until(lambda: len(screen.match.table["history"]) == 2)
            await screen.settled()
            assert screen.match.table["state"]["turn"] == 1

    run(test)


def test_waves_are_shown_one_after_the_other_and_hold_nothing_up() -> None:
    async def test() -> None:
        start = games.parse("xchain:size=4x3 A1A2../B1.../..B1. aa 1")
        async with sitting(wished("xchain:size=4x3", start=start)) as screen:
            seen: list[object] = []
            original = screen.app.query_one(BoardWidget).show

            def show(view: Any, suits: Any) -> None:
                seen.append(view["cells"])
                original(view, suits)

            screen.app.query_one(BoardWidget).show = show  # type: ignore[method-assign]
            steps = [step["cells"] for step in start.steps("a1")]
            assert len(steps) > 1
            await screen.type("a1")
            await screen.until(lambda: len(seen) >= len(steps) + 1)
            assert seen == [*steps, start.play("a1").view()["cells"]]

    run(test)


def test_a_move_does_not_wait_for_the_waves_of_the_last_one() -> None:
    async def test() -> None:
        start = games.parse("xchain:size=4x3 A1A2../B1.../..B1. aa 1")
        async with sitting(wished("xchain:size=4x3", start=start)) as screen:
            await screen.type("a1")
            await screen.until(lambda: len(screen.match.table["history"]) == 1)
            await screen.type(screen.match.table["state"]["moves"][-1])
            await screen.until(lambda: len(screen.match.table["history"]) == 2)
            await screen.settled()

    run(test)


def test_a_table_that_changes_just_as_the_computer_begins_to_think_is_not_thought_about(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = LocalMatch(wished("tactix", "person", "hard").setup())
    match.do("move", 1, move="a1")

    def control() -> Control:
        if match.table["history"]:
            match.do("ask", 1, what="undo")
        return Control()

    monkeypatch.setattr(local, "Control", control)
    monkeypatch.setattr(engine, "choose", lambda *_: pytest.fail("this move was taken back"))
    match.proceed()
    assert match.table["history"] == []


def test_the_form_proposes_the_options_of_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINCUNX_GAMES_XCHAIN", "seats=3")

    async def test() -> None:
        async with sitting(wished("tactix")) as screen:
            await screen.pilot.press("f2")
            await screen.until(lambda: bool(screen.app.screen.query("#option-size")))
            form = screen.app.screen
            form.query_one("#game", Select).value = "xchain"
            await screen.until(lambda: len(form.query("#places .field")) == 3)
            assert form.query_one("#option-seats", Input).value == "3"

    run(test)


def test_the_form_is_made_from_the_options_and_tells_what_does_not_go_together() -> None:
    async def test() -> None:
        async with sitting(wished("tactix")) as screen:
            app = screen.app
            await screen.pilot.press("f2")
            await screen.until(lambda: isinstance(app.screen, NewGameDialog) and bool(app.screen.query("#option-size")))
            form = app.screen
            for name in (*(name for name in GAMES if name != "xchain"), "xchain"):
                kind = GAMES[name]
                form.query_one("#game", Select).value = name
                await screen.until(lambda kind=kind: all(form.query(f"#option-{key}") for key in kind.options()))  # type: ignore[misc]
            await screen.until(lambda: len(form.query("#places .field")) == 2)
            form.query_one("#option-seats", Input).value = "3"
            await screen.until(lambda: len(form.query("#places .field")) == 3)
            form.query_one("#option-size", Input).value = "99"
            await screen.pilot.press("f2")
            await screen.until(lambda: "is not a board size" in str(form.query_one("#error", Static).render()))
            assert app.screen is form
            form.query_one("#option-size", Input).value = "5x4"
            form.query_one("#option-preset", Select).value = "random"
            await screen.until(lambda: not form.query_one("#option-preset-number", Input).disabled)
            form.query_one("#option-preset-number", Input).value = "3"
            form.query_one("#pace", Input).value = "60"
            await screen.pilot.pause()
            await screen.pilot.press("f2")
            wrong = text("record.clock", written="60")
            await screen.until(lambda: wrong in str(form.query_one("#error", Static).render()))
            form.query_one("#pace", Input).value = "60+1"
            form.query_one("#target", Input).value = "7"
            await screen.pilot.pause()
            assert await screen.pilot.click("#start")
            await screen.until(lambda: app.screen is not form)
            assert app.match
            assert app.match.table["game"] == "xchain:seats=3,size=5x4,preset=random3"
            assert [seat["kind"] for seat in app.match.table["seats"]] == ["person", "computer", "computer"]
            assert app.match.table["clock"]["pace"] == "60+1"
            assert app.match.table["series"]["target"] == 7
            app.match.close()

    run(test)


def test_without_a_game_the_form_asks_and_cancelling_it_leaves() -> None:
    async def test() -> None:
        app = Quincunx(None, games.game("tritoc"), NOWHERE)
        async with app.run_test() as pilot:
            await pilot.pause()
            assert isinstance(app.screen, NewGameDialog)
            assert app.screen.query_one("#game", Select).value == "tritoc"
            await pilot.press("escape")
            await pilot.pause()
        assert not app.is_running

    run(test)


def test_another_game_changes_who_begins() -> None:
    async def test() -> None:
        start = games.parse("tactix:size=3 .../.o./... 1")
        async with sitting(wished("tactix:size=3", "person:Ada", "person:Bob", start=start)) as screen:
            await screen.type("b2")
            await screen.until(lambda: "Bob wins" in screen.status)
            await screen.type("y")
            await screen.until(lambda: screen.app.match is not screen.match)
            assert screen.app.match
            assert [seat["name"] for seat in screen.app.match.table["seats"]] == ["Bob", "Ada"]
            assert [seat["points"] for seat in screen.app.match.table["seats"]] == [1, 0]
            assert not screen.app.query_one("#ending").display

    run(test)


def test_leaving_a_game_that_goes_on_asks_first() -> None:
    async def test() -> None:
        async with sitting(wished("tactix")) as screen:
            await screen.type("a1")
            await screen.until(lambda: bool(screen.match.table["history"]))
            await screen.pilot.press("f10")
            await screen.until(lambda: isinstance(screen.app.screen, ConfirmDialog))
            await screen.pilot.press("escape")
            await screen.until(lambda: not isinstance(screen.app.screen, ConfirmDialog))
            await screen.type("quit")
            await screen.until(lambda: isinstance(screen.app.screen, ConfirmDialog))
            await screen.pilot.press("y")
            await screen.until(lambda: not screen.app.is_running)

    run(test)


def test_a_clock_that_has_run_out_ends_the_game() -> None:
    async def test() -> None:
        now = [1000.0]
        match = LocalMatch(wished("tactix", pace=Pace(60)).setup(), now=lambda: now[0])
        app = Quincunx(match, games.game("tactix"), NOWHERE)
        async with app.run_test() as pilot:
            screen = Screen(app, pilot, match)
            await screen.until(lambda: "1:00" in screen.answer("#seats"))
            match.do("move", 1, move="a1")
            match.do("move", 2, move="b1")
            now[0] += 61
            await screen.until(lambda: "Player 2 wins. Player 1 ran out of time." in screen.status)

    run(test)


def test_too_small_a_screen_says_so_and_moves_can_still_be_typed() -> None:
    async def test() -> None:
        async with sitting(wished("tesseract"), (40, 20)) as screen:
            await screen.until(lambda: text("terminal.screen.no-room") in screen.text[0])
            await screen.type("3a")
            await screen.until(lambda: bool(screen.match.table["history"]))
            await screen.pilot.resize_terminal(100, 40)
            await screen.until(lambda: screen.app.query_one(BoardWidget).board_layout is not None)

    run(test)


@pytest.mark.parametrize("game", games.variants())
def test_every_board_fits_into_80_by_24_and_grows_with_the_screen(game: str) -> None:
    view = games.start(game, "seed").view()
    small, large = fit(view, 58, 20), fit(view, 150, 70)
    assert small
    assert large
    assert large.wide >= max(small.wide, 5)
    assert small.size[0] <= 58
    assert small.size[1] <= 20
    for name, (x, y) in small.places.items():
        assert small.at(x, y) == small.at(x + small.wide - 1, y + small.high - 1) == name


def test_without_colour_the_shapes_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def test() -> None:
        start = games.parse("xtic 012./..../..../.... =3")
        async with sitting(wished("xtic", start=start)) as screen:
            await screen.type("d1")
            await screen.until(lambda: screen.match.table["over"])
            await screen.settled()
            assert sum(line.count("[") for line in screen.text[:4]) == 4
            picture = screen.app.export_screenshot()
            for colour in ("#f6c945", "#7fe0c4", "#93501b"):
                assert colour not in picture.lower()

    run(test)


def test_a_square_is_marked_as_full_only_where_it_says_how_much_it_holds() -> None:
    assert paint.picture({"text": "3", "value": 3, "most": 3}, 5, 1) == ["3!".center(5)]
    assert paint.picture({"text": "3", "value": 3}, 5, 1) == ["3".center(5)]


def test_a_tray_and_pieces_of_another_form_are_drawn_too() -> None:
    view = games.start("tactix:size=3").view()
    king = {**view["cells"][0], "text": "K", "words": ["white"]}
    pieces = [{"piece": str(n), "free": n != 4} for n in range(9)]
    for extra, names in (({"tray": pieces}, [f"={n}" for n in range(9)]), ({"tray": ["p"], "hand": "p"}, [])):
        other = {**view, **extra, "cells": [king, *view["cells"][1:]]}
        layout = fit(other, 80, 40)
        assert layout
        assert [name for name in layout.places if name.startswith("=")] == names
        lines = paint.paint(other, layout, paint.Marks(), ["#ff0000", "#0000ff"])
        assert any("K" in "".join(segment.text for segment in line) for line in lines)
    assert "".join(paint.picture(king, 7, 3)).split() == ["K"]


@pytest.mark.parametrize(("game", "origin"), [("tactix", "Piet Hein"), ("xchain", "Acorn Archimedes")])
def test_help_has_the_commands_the_marks_and_the_rules(game: str, origin: str) -> None:
    async def test() -> None:
        async with sitting(wished(game)) as screen:
            await screen.type("help")
            await screen.until(lambda: isinstance(screen.app.screen, HelpDialog))
            answer = str(screen.app.screen.query_one(Static).render())
            assert "resign" in answer
            assert origin in answer
            assert ("one more and it explodes" in answer) == (game == "xchain")
            await screen.pilot.press("escape")
            await screen.until(lambda: not isinstance(screen.app.screen, HelpDialog))

    run(test)


def test_a_computer_answers_an_offer_of_a_draw() -> None:
    async def test() -> None:
        async with sitting(wished("xtic", "person", "random")) as screen:
            await screen.type("draw")
            await screen.until(lambda: screen.match.table["question"] is None or screen.match.table["over"])

    run(test)
