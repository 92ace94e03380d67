"""Results against the levels of the computer, another level in mid-game, and series to a number of points."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from quincunx import engine, record
from quincunx.cli import main
from quincunx.games import Refused, game
from quincunx.law.messages import text
from quincunx.record import Entry, Player, Record
from quincunx.terminal import messages
from quincunx.terminal.request import MatchRequest
from quincunx.terminal.saved_games import SavedGames
from quincunx.terminal.saves.autosave import FINISHED
from quincunx.terminal.tally import Tally, lines, sentence, tallies

ADA, HARD, EASY = Player("Ada"), Player("hard", "computer hard"), Player("easy", "computer easy")


@pytest.fixture
def saves(tmp_path: Path) -> SavedGames:
    return SavedGames(tmp_path)


def keep(folder: Path, *matches: Record) -> None:
    (folder / FINISHED).mkdir(exist_ok=True)
    for match in matches:
        (folder / FINISHED / f"{len(list((folder / FINISHED).iterdir()))}.txt").write_text(record.write([match]))


def resigned(name: str, players: tuple[Player, ...], result: str) -> Record:
    return Record(game(name), players, result=result, why="resigned")


def test_results_are_counted_by_game_and_level(tmp_path: Path) -> None:
    keep(
        tmp_path,
        resigned("tactix", (ADA, HARD), "1-0"),
        resigned("tactix:size=3", (HARD, ADA), "1-0"),
        Record(game("xtic"), (ADA, HARD), result="1/2-1/2", why="agreed"),
        resigned("xtic", (ADA, EASY), "0-1"),
        resigned("tactix", (ADA, Player("Bo")), "1-0"),  # two people
        Record(game("tactix"), (ADA, HARD), (Entry("a1"),), "*", "abandoned"),
    )
    (tmp_path / FINISHED / "broken.txt").write_text("?")
    found = tallies(tmp_path)
    assert found == {
        ("xtic", "easy"): Tally(lost=1),
        ("xtic", "hard"): Tally(drawn=1),
        ("tactix", "hard"): Tally(won=1, lost=1),
    }
    assert lines(found)[1].split() == ["TacTix", "hard", "2", "1", "0", "1"]
    assert sentence("hard", found["tactix", "hard"]) == "Against hard: 1 won, 0 drawn, 1 lost."


def test_points_are_added_up_where_a_game_counts_them(tmp_path: Path) -> None:
    keep(tmp_path, *[resigned("tritoc", (ADA, HARD), "1-0")] * 2)
    assert tallies(tmp_path) == {("tritoc", "hard"): Tally(won=2, points=10)}
    assert lines(tallies(tmp_path))[-1].endswith("10 : 0")


def test_a_finished_game_counts_at_once_and_no_longer_after_undo(saves: SavedGames) -> None:
    match = saves.begin(MatchRequest(game("tactix:size=3"), ("person:Ada", "easy"), seed="1").setup())
    while not match.table["over"]:
        if match.pending:
            match.proceed()
        else:
            match.do("move", 1, move=match.table["state"]["moves"][0])
    assert tallies(saves.folder)["tactix", "easy"].played == 1
    match.do("ask", 1, what="undo")
    assert tallies(saves.folder) == {}
    match.close()


def test_the_command_shows_the_tally(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINCUNX_PLAY_SAVES", str(tmp_path))
    run = CliRunner(catch_exceptions=False).invoke
    assert run(main, ["play", "--tally"]).output == f"{text('terminal.tally.none')}\n"
    keep(tmp_path, resigned("tactix", (ADA, HARD), "1-0"))
    assert "TacTix  hard   1       1    0      0" in run(main, ["play", "--tally"]).output
    assert run(main, ["play", "tactix", "--tally"]).exit_code == 2


def test_the_computer_plays_on_at_another_level(saves: SavedGames) -> None:
    match = saves.begin(MatchRequest(game("tactix"), ("person:Ada", "easy")).setup())
    seats, level = messages.other_level(match.table, "very hard")
    assert (seats, level) == ([2], "very-hard")
    for seat in seats:
        match.do("stand_in", seat, level=level)
    assert [(seat["name"], seat["level"]) for seat in match.table["seats"]] == [("Ada", ""), ("very hard", "very-hard")]
    with pytest.raises(Refused, match=r"medium \(1500\), .*, perfect, random\."):
        messages.other_level(match.table, "harder")
    with pytest.raises(Refused):
        match.do("stand_in", 1, level="hard")  # a person
    match.close()


def test_line_mode_changes_the_level_and_plays_to_a_target() -> None:
    typed = "level\nlevel hard\nresign\ny\nn\n"
    words = ["play", "tactix", "--against", "easy", "--first", "person", "--points", "1"]
    answer = CliRunner(catch_exceptions=False).invoke(main, words, input=typed).output
    trivial, easy = (engine.rating(game("tactix"), level) for level in ("trivial", "easy"))
    assert f"Type level and one of: trivial ({trivial}), easy ({easy})" in answer
    assert text("terminal.level.changed", level="hard") in answer
    assert "You lose. You resigned. hard won the series to 1." in answer.replace("\n", " ")
