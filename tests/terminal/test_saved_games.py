"""Full screen: saving, exporting, continuing, and who plays under which name."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Select, Static

from quincunx import engine, games, record, settings
from quincunx.games import Refused
from quincunx.law.messages import text
from quincunx.terminal import preferences
from quincunx.terminal.match import Match
from quincunx.terminal.preferences import Preferences, SeatPreferences
from quincunx.terminal.request import MatchRequest
from quincunx.terminal.saved_games import SavedGames
from quincunx.terminal.saves import savefile
from quincunx.terminal.saves.autosave import FINISHED
from quincunx.terminal.screen.app import Quincunx
from quincunx.terminal.screen.command_input import CommandInput
from quincunx.terminal.screen.dialogs import ConfirmDialog
from quincunx.terminal.screen.new_game import NewGameDialog
from quincunx.terminal.screen.saved_games import LoadDialog, SaveDialog
from quincunx.terminal.screen.seats_form import SeatsForm

PATIENCE = 60.0


pytestmark = pytest.mark.usefixtures("settings_file")


@pytest.fixture
def saves(tmp_path: Path) -> SavedGames:
    return SavedGames(tmp_path / "games")


def begun(saves: SavedGames, game: str, *who: str, **more: Any) -> Match:
    return saves.begin(MatchRequest(games.game(game), who or ("person:Ada", "person:Bob"), seed="1", **more).setup())


class Screen:
    """The app, and somebody before it."""

    def __init__(self, app: Quincunx, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    async def until(self, what: Callable[[], object]) -> None:
        late = time.monotonic() + PATIENCE
        while not what():
            assert time.monotonic() < late, f"this has not happened; the status is {self.status!r}"
            await self.pilot.pause(0.005)

    async def shows(self, kind: type) -> None:
        await self.until(lambda: isinstance(self.app.screen, kind) and self.app.screen.is_mounted)

    async def type(self, words: str) -> None:
        line = self.app.query_one(CommandInput)
        line.value = words
        await self.pilot.press("enter")

    @property
    def match(self) -> Match:
        assert self.app.match
        return self.app.match

    @property
    def status(self) -> str:
        return str(self.app.query_one("#status", Static).render()).strip()

    def reply(self, part: str) -> str:
        return str(self.app.screen.query_one(part, Static).render())


@asynccontextmanager
async def sitting(
    match: Match | None, saves: SavedGames, size: tuple[int, int] = (80, 24), game: str = "tactix"
) -> AsyncIterator[Screen]:
    app = Quincunx(match, games.game(game), saves)
    async with app.run_test(size=size) as pilot:
        screen = Screen(app, pilot)
        await screen.until(lambda: app.match or isinstance(app.screen, NewGameDialog))
        yield screen
        if app.match:
            app.match.close()


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await test()

    asyncio.run(whole())


def test_what_is_saved_is_left_without_a_question_and_what_comes_next_is_said(saves: SavedGames) -> None:
    async def test() -> None:
        async with sitting(begun(saves, "tactix"), saves) as screen:
            await screen.type("a1")
            await screen.until(lambda: screen.match.saved_as)
            await screen.pilot.press("f10")
            await screen.until(lambda: not screen.app.is_running)
            assert screen.app.last_words == ["The game is saved as tactix-1. Continue it with: quincunx play --resume"]

    run(test)
    assert len(saves.resume().table["history"]) == 1


def test_saving_and_exporting_by_words_asks_before_it_replaces(saves: SavedGames, tmp_path: Path) -> None:
    path = tmp_path / "file"

    async def test() -> None:
        async with sitting(begun(saves, "tactix"), saves) as screen:
            await screen.type("a1")
            await screen.until(lambda: screen.match.table["history"])
            await screen.type(f"save {path}")
            await screen.until(lambda: screen.status == f"The game is saved in {path}.")
            await screen.type(f"export {path}")
            await screen.shows(ConfirmDialog)
            await screen.pilot.press("n")
            await screen.until(lambda: not isinstance(screen.app.screen, ConfirmDialog))
            assert len(savefile.load(path).table.plies) == 1
            await screen.type(f"export {path}")
            await screen.shows(ConfirmDialog)
            await screen.pilot.press("y")
            await screen.until(lambda: screen.status == f"The record is in {path}.")
            assert len(record.read(path.read_text("utf-8"))) == 1
            await screen.type("save")
            await screen.until(lambda: screen.status == "The game is saved as tactix-1.")
            await screen.type("save /dev/null/x")
            await screen.until(lambda: text("terminal.save.no-folder", folder="/dev/null") in screen.status)
            assert not screen.match.table["over"]

    run(test)


def test_the_dialog_writes_copies_and_records_and_tells_what_is_wrong(saves: SavedGames, tmp_path: Path) -> None:
    async def test() -> None:
        async with sitting(begun(saves, "tactix"), saves) as screen:
            await screen.pilot.press("f8")
            await screen.shows(SaveDialog)
            assert text("terminal.screen.not-saved") in str(screen.app.screen.query(Static).first().render())
            await screen.pilot.press("enter")
            await screen.until(lambda: text("terminal.save.no-file") in screen.reply("#error"))
            screen.app.screen.query_one("#file", Input).value = str(tmp_path / "copy")
            await screen.pilot.press("enter")
            await screen.until(lambda: "The game is saved in" in screen.status)
            await screen.type("export")
            await screen.shows(SaveDialog)
            screen.app.screen.query_one("#file", Input).value = str(tmp_path / "record")
            assert await screen.pilot.click("#export")
            await screen.until(lambda: "The record is in" in screen.status)
            await screen.pilot.press("f8")
            await screen.shows(SaveDialog)
            await screen.pilot.press("escape")
            await screen.until(lambda: not isinstance(screen.app.screen, SaveDialog))

    run(test)
    assert savefile.load(tmp_path / "copy").table.began
    assert record.read((tmp_path / "record").read_text("utf-8"))


def test_a_saved_game_is_continued_from_the_list_and_the_one_before_stays(saves: SavedGames) -> None:
    begun(saves, "xchain").close()
    other = begun(saves, "xchain", "person:Cleo", "person:Dora")
    other.do("move", 1, move="a1")
    other.close()
    (saves.folder / "broken-1.game").write_text("rubbish\n")
    os.utime(saves.folder / "broken-1.game", (0, 0))

    async def test() -> None:
        async with sitting(begun(saves, "tactix"), saves) as screen:
            await screen.type("a1")
            await screen.until(lambda: screen.match.saved_as)
            first = screen.match
            await screen.pilot.press("f9")
            await screen.shows(LoadDialog)
            listed = screen.app.screen.query_one(OptionList)
            await screen.until(lambda: listed.option_count == 3)
            await screen.pilot.press("enter")
            await screen.until(lambda: "tactix-1 is being played" in screen.reply("#error"))
            await screen.pilot.press("end", "enter")
            await screen.until(lambda: "broken-1: This is not a saved game" in screen.reply("#error"))
            listed.highlighted = 1
            await screen.pilot.press("enter")
            await screen.until(lambda: screen.match is not first)
            await screen.until(lambda: "Dora's turn" in screen.status)
            assert screen.match.saved_as == "xchain-1"

    run(test)
    assert len(saves.resume("tactix-1").table["history"]) == 1


def test_a_saved_game_is_deleted_from_the_list_after_a_question(saves: SavedGames) -> None:
    for _ in range(2):
        match = begun(saves, "xchain")
        match.do("move", 1, move="a1")
    match.close()

    async def test() -> None:
        async with sitting(begun(saves, "tactix"), saves) as screen:
            await screen.pilot.press("f9")
            await screen.shows(LoadDialog)
            listed = screen.app.screen.query_one(OptionList)
            await screen.until(lambda: listed.option_count == 2)
            for answer, left in (("n", 2), ("y", 1)):
                listed.highlighted = [entry.name for entry in saves.listing()].index("xchain-2")
                await screen.pilot.press("d")
                await screen.shows(ConfirmDialog)
                await screen.pilot.press(answer)
                await screen.shows(LoadDialog)
                await screen.until(lambda left=left: listed.option_count == left)  # type: ignore[misc]
            await screen.pilot.press("d")
            await screen.shows(ConfirmDialog)
            await screen.pilot.press("y")  # that one is still open
            await screen.until(lambda: "xchain-1 is being played" in screen.reply("#error"))

    run(test)
    assert saves.names() == ["xchain-1"]


def test_an_empty_list_says_so(saves: SavedGames) -> None:
    async def test() -> None:
        async with sitting(begun(saves, "tactix"), saves) as screen:
            await screen.pilot.press("f9")
            await screen.shows(LoadDialog)
            await screen.until(lambda: "There are no saved games." in screen.reply("#heading"))
            await screen.pilot.press("enter", "d", "escape")
            await screen.until(lambda: not isinstance(screen.app.screen, LoadDialog))

    run(test)


def test_a_game_that_cannot_be_saved_warns_and_asks_before_it_is_left() -> None:
    nowhere = SavedGames(Path("/dev/null/games"))

    async def test() -> None:
        async with sitting(begun(nowhere, "tactix"), nowhere) as screen:
            warned: list[str] = []
            screen.app.query_one("#desk").notify = lambda reply, **_: warned.append(reply)  # type: ignore[method-assign]
            await screen.type("a1")
            await screen.until(lambda: screen.match.table["history"] and warned)
            assert warned == [text("terminal.save.failing", reason="/dev/null/games: Not a directory")]
            await screen.type("a2")
            await screen.until(lambda: len(screen.match.table["history"]) == 2)
            await screen.pilot.press("f10")
            await screen.shows(ConfirmDialog)
            await screen.pilot.press("y")
            await screen.until(lambda: not screen.app.is_running)
            assert screen.app.last_words == []

    run(test)


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
def test_points_and_totals_are_shown_at_the_end(saves: SavedGames, size: tuple[int, int]) -> None:
    start = games.parse("tritoc rrr....../rrr....../...r.r..." + "/........." * 6 + " 1 - 0 0")

    async def test() -> None:
        async with sitting(begun(saves, "tritoc", start=start), saves, size) as screen:
            for typed in ("roll", "c1"):
                await screen.type(typed)
                await screen.until(lambda typed=typed: len(screen.match.table["history"]) == 1 + (typed == "c1"))  # type: ignore[misc]
            hidden = size[0] < 64
            await screen.until(
                lambda: (
                    "Points: Ada 8 · Bob 0." in screen.status
                    if hidden
                    else screen.reply("#points") == "Points:\n  Ada  8\n  Bob  0"
                )
            )
            first = screen.match
            await screen.type("y")
            await screen.until(lambda: screen.match is not first)
            await screen.type("resign")
            await screen.shows(ConfirmDialog)
            await screen.pilot.press("y")
            await screen.until(lambda: screen.match.table["over"])
            if not hidden:
                await screen.until(lambda: "Total after 2 games:\n  Ada  13\n  Bob  0" in screen.reply("#points"))
            await screen.pilot.press("f10")
            await screen.until(lambda: not screen.app.is_running)
            assert screen.app.last_words == [
                "Ada wins. Bob resigned. Points: Ada 5 · Bob 0. Total after 2 games: Ada 13 · Bob 0."
            ]

    run(test)


# The form


async def form_of(screen: Screen) -> NewGameDialog:
    await screen.shows(NewGameDialog)
    form = screen.app.screen
    assert isinstance(form, NewGameDialog)
    await screen.until(lambda: form.query("#name-2"))
    return form


def choose(form: NewGameDialog, **values: str) -> None:
    for name, value in values.items():
        control = form.query_one(f"#{name.replace('_', '-')}")
        assert isinstance(control, Select | Input)
        control.value = value


def test_names_colours_and_who_goes_first_are_asked_and_remembered(saves: SavedGames) -> None:
    async def test() -> None:
        async with sitting(None, saves) as screen:
            form = await form_of(screen)
            choose(form, name_1="Ada", colour_1="plum", seat_2="hard", colour_2="blue", first="computer")
            await screen.pilot.pause()
            await screen.pilot.press("f2")
            await screen.until(lambda: screen.app.match)
            seats = screen.match.table["seats"]
            assert [(seat["name"], seat["colour"]) for seat in seats] == [("hard", "blue"), ("Ada", "plum")]
            await screen.pilot.press("f2")
            form = await form_of(screen)
            found = {key: form.query_one(key, Select).value for key in ("#seat-1", "#seat-2", "#colour-1", "#first")}
            assert found == {"#seat-1": "person", "#seat-2": "hard", "#colour-1": "plum", "#first": "computer"}
            assert form.query_one("#name-1", Input).value == "Ada"
            assert form.query_one("#name-2", Input).disabled

    run(test)
    assert preferences.remembered(saves.folder) == Preferences(
        (
            SeatPreferences("person", "Ada", "plum"),
            SeatPreferences("hard", "", "blue"),
            SeatPreferences(),
            SeatPreferences(),
        ),
        "computer",
    )
    assert not settings.path().exists()


def test_who_can_go_first_follows_who_sits_there(saves: SavedGames) -> None:
    async def test() -> None:
        async with sitting(None, saves) as screen:
            form = await form_of(screen)
            first = form.query_one("#first", Select)
            assert first.value == "person"
            choose(form, seat_2="person")
            await screen.until(lambda: first.value == "1")
            assert not form.query_one("#name-2", Input).disabled
            choose(form, first="2", name_1="Ada", name_2="Bob")
            await screen.pilot.pause()
            await screen.pilot.press("f2")
            await screen.until(lambda: screen.app.match)
            assert [seat["name"] for seat in screen.match.table["seats"]] == ["Bob", "Ada"]

    run(test)


def test_what_cannot_be_is_told_in_the_form(saves: SavedGames) -> None:
    async def test() -> None:
        async with sitting(None, saves) as screen:
            form = await form_of(screen)
            choose(form, colour_1="red", colour_2="red")
            await screen.pilot.pause()
            await screen.pilot.press("f2")
            await screen.until(lambda: "Seats 1 and 2 cannot both be red." in screen.reply("#error"))
            choose(form, colour_2="any", name_1="x" * 41)
            await screen.pilot.pause()
            await screen.pilot.press("f2")
            await screen.until(lambda: "1 to 40 printable characters" in screen.reply("#error"))
            assert screen.app.match is None

    run(test)
    assert not saves.folder.exists()


def test_tritoc_has_its_own_colours_and_says_itself_who_begins(saves: SavedGames) -> None:
    preferences.remember(
        saves.folder, Preferences((SeatPreferences("person", "Ada", "plum"), *(SeatPreferences(),) * 3), "computer")
    )

    async def test() -> None:
        async with sitting(None, saves) as screen:
            form = await form_of(screen)
            choose(form, game="tritoc")
            await screen.until(lambda: not form.query("#colour-1") and form.query("#name-1"))
            await screen.until(lambda: not form.query_one("#first-field").display)
            await screen.pilot.press("f2")
            await screen.until(lambda: screen.app.match)
            assert [(seat["name"], seat["colour"]) for seat in screen.match.table["seats"]] == [
                ("Ada", ""),
                ("medium", ""),
            ]

    run(test)
    kept = preferences.remembered(saves.folder)
    assert (kept.seats[0].colour, kept.first) == ("plum", "computer")  # for the other games


def test_what_cannot_be_remembered_is_told_and_the_game_begins() -> None:
    nowhere = SavedGames(Path("/dev/null/games"))

    async def test() -> None:
        async with sitting(None, nowhere) as screen:
            warned: list[str] = []
            screen.app.query_one("#desk").notify = lambda reply, **_: warned.append(reply)  # type: ignore[method-assign]
            await form_of(screen)
            await screen.pilot.press("f2")
            await screen.until(lambda: screen.app.match)
            assert "Names and colours cannot be remembered" in warned[0]

    run(test)


# What is remembered


def test_settings_go_over_what_is_remembered(saves: SavedGames, monkeypatch: pytest.MonkeyPatch) -> None:
    preferences.remember(
        saves.folder,
        Preferences(
            (SeatPreferences("", "Ada", "plum"), SeatPreferences("", "Bob"), SeatPreferences(), SeatPreferences())
        ),
    )
    monkeypatch.setenv("QUINCUNX_PLAY_NAME1", "Cleo")
    monkeypatch.setenv("QUINCUNX_PLAY_COLOUR2", "blue")
    known = preferences.load(saves.folder)
    assert known.named(("person", "person:Dora")) == ("person:Cleo", "person:Dora")
    assert known.named(("person", "person")) == ("person:Cleo", "person:Bob")
    assert known.named(("easy", "person")) == ("easy", "person:Bob")
    assert known.coloured(games.game("xtic"), ["", ""]) == ("plum", "blue")
    assert known.coloured(games.game("xtic"), ["", "plum"]) == ("", "plum")
    assert known.coloured(games.game("tritoc"), ["", ""]) == ("", "")
    assert preferences.load(None).named(("person", "person")) == ("person:Cleo", "person")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"seats": 3, "first": ""}',
        '{"seats": [{"age": 3}], "first": ""}',
        '{"seats": [], "first": ' + "[" * 100_000,
    ],
)
def test_a_memory_that_is_broken_counts_as_none(saves: SavedGames, text: str) -> None:
    saves.folder.mkdir()
    (saves.folder / "players.json").write_text(text)
    assert preferences.remembered(saves.folder) == Preferences()


def test_what_nobody_could_have_chosen_is_left_out(saves: SavedGames) -> None:
    saves.folder.mkdir()
    seats = [{"name": " Ada", "colour": "pink"}, {"name": "Bob", "colour": "red"}]
    (saves.folder / "players.json").write_text(json.dumps({"seats": seats, "first": "x"}))
    assert preferences.remembered(saves.folder).seats[:2] == (SeatPreferences(), SeatPreferences("", "Bob", "red"))


def given(**some: str) -> dict[str, str | None]:
    return {f"{what}{n}": some.get(f"{what}{n}") for what in ("seat", "name", "colour") for n in range(1, 5)}


def test_seats_and_names_of_the_command_line(saves: SavedGames) -> None:
    tactix = games.game("tactix")
    assert preferences.seated(tactix, given(), "hard") == ("person", "hard")
    assert preferences.seated(tactix, given(name1="Ada"), "hard") == ("person:Ada", "hard")
    assert preferences.seated(tactix, given(seat1="easy", name2="Ada"), "hard") == ("easy", "person:Ada")
    for some, reason in (
        (given(seat3="easy"), "there is no seat 3."),
        (given(name4="Ada"), "there is no seat 4."),
        (given(colour3="red"), "there is no seat 3."),
        (given(name2="Ada"), text("terminal.seats.name", number=2, who="hard")),
        (given(seat1="person:Ada", name1="Bob"), text("terminal.seats.name", number=1, who="person:Ada")),
    ):
        with pytest.raises(Refused, match=reason):
            preferences.seated(tactix, some, "hard")
    preferences.remember_given(saves.folder, given(seat1="person:Ada", seat2="easy", name3="Cleo", colour1="red"))
    preferences.remember_given(saves.folder, given(colour1="blue"))
    kept = preferences.remembered(saves.folder).seats
    assert [(player.name, player.colour) for player in kept] == [("Ada", "blue"), ("", ""), ("Cleo", ""), ("", "")]


@pytest.mark.parametrize(
    ("game", "colours", "reason"),
    [
        ("tritoc", ("red", ""), "The colours of TriToc are always red, yellow."),
        ("xtic", ("pink", ""), "'pink' is not a colour for seat 1"),
        ("xchain:seats=3", ("red", "", "red"), "Seats 1 and 3 cannot both be red."),
    ],
)
def test_colours_that_cannot_be_are_refused(game: str, colours: tuple[str, ...], reason: str) -> None:
    chosen = games.game(game)
    with pytest.raises(Refused, match=reason):
        MatchRequest(chosen, ("person",) * chosen.seats, colours=colours)


def test_the_form_shows_the_results_against_the_chosen_level(saves: SavedGames) -> None:
    (saves.folder / FINISHED).mkdir(parents=True)
    players = (record.Player("Ada"), record.Player("hard", "computer hard"))
    won = record.Record(games.game("tactix"), players, result="1-0", why="resigned")
    (saves.folder / FINISHED / "one.txt").write_text(record.write([won]))

    async def test() -> None:
        async with sitting(None, saves) as screen:
            form = await form_of(screen)
            form.query_one("#game", Select).value = "tactix"
            await screen.until(lambda: bool(form.query("#results-2")) and bool(form.query("#option-size")))
            line = form.query_one("#results-2", Static)
            form.query_one("#seat-2", Select).value = "hard"
            await screen.until(lambda: str(line.render()) == "Against hard: 1 won, 0 drawn, 0 lost.")
            form.query_one("#seat-2", Select).value = "easy"
            await screen.until(lambda: not line.display)

    run(test)


def offered(form: NewGameDialog, seat: int) -> list[str]:
    """What the menu of a seat offers, in words."""
    menu = form.query_one(f"#seat-{seat}").query_one("SelectOverlay", OptionList)
    return [str(option.prompt) for option in menu.options]


def shown(form: NewGameDialog, seat: int) -> str:
    """What a seat shows as chosen; nothing while there is no such seat."""
    return "".join(str(label.render()) for label in form.query(f"#seat-{seat} SelectCurrent #label").results(Static))


def rated(game: str, level: str, called: str) -> str:
    rating = engine.rating(games.game(game), level)
    assert rating
    return f"computer: {called} ({rating})"


async def xchain_form(screen: Screen) -> NewGameDialog:
    """The form, once the menus of its two seats are there."""
    form = await form_of(screen)
    await screen.until(lambda: shown(form, 2).startswith("computer"))
    return form


def test_the_form_shows_the_ratings_of_the_variant(saves: SavedGames) -> None:
    async def test() -> None:
        async with sitting(None, saves, game="xchain:size=8x8") as screen:
            form = await xchain_form(screen)
            choose(form, name_1="Ada", seat_2="very-hard")
            await screen.until(lambda: shown(form, 2) == rated("xchain", "very-hard", "very hard"))
            assert offered(form, 2)[:2] == ["person", rated("xchain", "trivial", "trivial")]
            assert offered(form, 2)[-1] == "computer: random"
            choose(form, option_size="7x7")  # nobody measured these levels
            await screen.until(lambda: shown(form, 2) == "computer: very hard")
            assert offered(form, 1)[:2] == ["person", "computer: trivial"]
            choose(form, option_size="8x8", option_seats="3")
            await screen.until(lambda: shown(form, 3) == rated("xchain:seats=3", "medium", "medium"))
            assert shown(form, 2) == rated("xchain:seats=3", "very-hard", "very hard")
            assert form.query_one("#name-1", Input).value == "Ada"

    run(test)


def test_the_form_offers_the_levels_of_the_variant_and_keeps_the_choice(saves: SavedGames) -> None:
    (saves.folder / FINISHED).mkdir(parents=True)
    players = (record.Player("Ada"), record.Player("don't try", "computer dont-try"))
    lost = record.Record(games.game("xchain"), players, result="0-1", why="resigned")
    (saves.folder / FINISHED / "one.txt").write_text(record.write([lost]))

    async def test() -> None:
        async with sitting(None, saves, game="xchain:size=8x8") as screen:
            form = await xchain_form(screen)
            seat, results = form.query_one("#seat-2", Select), form.query_one("#results-2", Static)
            choose(form, seat_2="hard")
            choose(form, option_size="3x4")
            await screen.until(lambda: "computer: perfect" in offered(form, 2))
            assert seat.value == "hard"
            choose(form, seat_2="perfect")
            await screen.until(lambda: shown(form, 2) == "computer: perfect")
            assert not results.display
            choose(form, option_size="8x8")
            await screen.until(lambda: seat.value == "dont-try")
            assert "computer: perfect" not in offered(form, 1) + offered(form, 2)
            assert shown(form, 2) == rated("xchain", "dont-try", "don't try")
            assert str(results.render()) == "Against don't try: 0 won, 0 drawn, 1 lost."
            assert form.query_one("#name-2", Input).disabled
            await screen.pilot.press("f2")
            await screen.until(lambda: screen.app.match)
            assert [seat["level"] for seat in screen.match.table["seats"]] == ["", "dont-try"]

    run(test)


def test_the_form_goes_down_from_perfect_with_another_number_of_seats_too(saves: SavedGames) -> None:
    async def test() -> None:
        async with sitting(None, saves, game="xchain:size=3x4") as screen:
            form = await xchain_form(screen)
            choose(form, seat_2="perfect", option_seats="3")
            await screen.until(lambda: shown(form, 3) == "computer: medium")
            assert form.query_one("#seat-2", Select).value == "dont-try"

    run(test)


@pytest.mark.parametrize("option_first", [False, True])
def test_the_form_agrees_with_itself_when_seats_and_options_change_at_once(
    saves: SavedGames, option_first: bool
) -> None:
    async def test() -> None:
        async with sitting(None, saves, game="xchain:size=3x4") as screen:
            form = await xchain_form(screen)
            changes = [{"seat_1": "perfect", "seat_2": "person"}, {"option_size": "8x8"}]
            for change in reversed(changes) if option_first else changes:
                choose(form, **change)
            await screen.until(lambda: form.query_one("#seat-1", Select).value == "dont-try")
            await screen.until(lambda: form.query_one("#name-1").disabled and not form.query_one("#name-2").disabled)
            assert shown(form, 1) == rated("xchain", "dont-try", "don't try")
            assert form.query_one("#seat-2", Select).value == "person"
            await screen.pilot.press("f2")
            await screen.until(lambda: screen.app.match)
            assert [seat["kind"] for seat in screen.match.table["seats"]] == ["computer", "person"]

    run(test)


def test_a_seat_may_change_while_the_form_lays_other_seats(saves: SavedGames) -> None:
    async def test() -> None:
        async with sitting(None, saves, game="xchain:size=3x4") as screen:
            form = await xchain_form(screen)
            seating = form.query_one(SeatsForm)
            for moment in range(20):  # how many steps of the event loop later
                seats = 3 - moment % 2
                last = form.query_one(f"#seat-{5 - seats}", Select)
                choose(form, option_seats=str(seats))
                for _ in range(moment):
                    await asyncio.sleep(0)
                seating.post_message(Select.Changed(last, last.value))
                await screen.until(lambda n=seats: bool(shown(form, n)) and not form.query(f"#seat-{n + 1}"))  # type: ignore[misc]
                seating.post_message(Select.Changed(last, last.value))  # by a menu that is no longer there
                await screen.pilot.pause()

    run(test)


def test_the_full_screen_changes_the_level(saves: SavedGames) -> None:
    match = begun(saves, "tactix", "person:Ada", "easy")

    async def test() -> None:
        async with sitting(match, saves) as screen:
            await screen.type("level hard")
            await screen.until(lambda: text("terminal.level.changed", level="hard") in screen.status)
            assert screen.match.table["seats"][1]["level"] == "hard"
            await screen.type("level godlike")
            await screen.until(lambda: "Type level and one of" in screen.status)

    run(test)
