"""Saved games: nothing of a match is lost, and nothing that is wrong with a file or a disk stops or spoils anything."""

from __future__ import annotations

import hashlib
import json
import os
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from quincunx import games, record
from quincunx.cli import main
from quincunx.games import Refused
from quincunx.law.messages import text
from quincunx.record import Pace
from quincunx.table import Setup
from quincunx.table.events import Reopened
from quincunx.terminal.local import LocalMatch
from quincunx.terminal.request import MatchRequest
from quincunx.terminal.saved_games import SavedGames, lines
from quincunx.terminal.saves import autosave, export, lock, savefile
from quincunx.terminal.saves.savefile import SavedGame, SaveError


@pytest.fixture(autouse=True)
def _own_settings(settings_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINCUNX_PLAY_SAVES", str(settings_file.parent / "games"))


@pytest.fixture
def saves(tmp_path: Path) -> SavedGames:
    return SavedGames(tmp_path / "games")


def setup(game: str, *who: str, **more: Any) -> Setup:
    chosen = games.game(game)
    return MatchRequest(chosen, who or ("person",) * chosen.seats, seed="7", **more).setup()


def played(match: LocalMatch, count: int) -> LocalMatch:
    """The match after so many more moves and rolls, or at its end."""
    for _ in range(count):
        table = match.table
        if table["over"]:
            break
        if match.pending:
            match.proceed()
        elif table["state"]["actor"] == 0:
            match.do("roll", table["state"]["turn"])
        else:
            moves = table["state"]["moves"]
            match.do("move", table["state"]["actor"], move=moves[len(moves) // 2])
    return match


def whole(match: LocalMatch) -> dict[str, Any]:
    """All that a front end sees of a match, and what is secret; without the number of events."""
    table = match._table
    answer = {key: value for key, value in match.table.items() if key not in ("version", "last")}
    return {**answer, "seeds": (table.setup.seed, table.setup.dice_seed), "undone": table.undone, "series": table.setup}


# The format


@pytest.mark.parametrize("game", games.variants())
def test_a_match_of_every_variant_goes_on_exactly_where_it_was(game: str, saves: SavedGames) -> None:
    match = played(saves.begin(setup(game)), 2)
    before = whole(match)
    match.close()
    again = saves.resume()
    assert whole(again) == before
    assert played(again, 3).table["history"][: len(before["history"])] == before["history"]
    again.close()


def test_names_levels_colours_undo_dice_and_series_are_kept(saves: SavedGames) -> None:
    wished = setup("xchain:seats=3", "person:Ada", "easy", "person:Bob", colours=("plum", "", "red"))
    match = played(saves.begin(wished), 6)
    match.do("resign", 1)
    match.do("resign", 3)
    match = match.again()
    played(match, 9)
    match.do("ask", 3, what="undo")
    before = whole(match)
    assert before["undone"]
    match.close()
    again = saves.resume("xchain")
    assert whole(again) == before
    assert [seat["points"] for seat in again.table["seats"]] == [0, 1, 0]
    assert [seat["colour"] for seat in again.table["seats"]] == ["plum", "", "red"]
    again.do("ask", 3, what="redo")
    assert len(again.table["history"]) > len(before["history"])
    again.close()


def test_the_dice_go_on_as_they_would_have() -> None:
    straight, saved = LocalMatch(setup("tritoc")), LocalMatch(setup("tritoc"))
    for _ in range(12):
        played(straight, 1)
        saved = LocalMatch.resumed(savefile.read(played(saved, 1).snapshot()))
    assert saved.table["history"] == straight.table["history"]
    assert [ply["token"] for ply in saved.table["history"] if ply["kind"] == "roll"]


def test_clocks_stand_still_while_a_game_is_closed(saves: SavedGames) -> None:
    now = [1000.0]
    match = LocalMatch(setup("tactix", pace=Pace(60)), lambda: now[0], autosave.Autosave(saves.folder, on=True))
    match.do("move", 1, move="a1")
    match.do("move", 2, move="b1")
    now[0] += 10
    match.close()
    now[0] += 100_000
    saved = savefile.load(saves.folder / "tactix-1.game")
    again = LocalMatch.resumed(saved, lambda: now[0])
    assert again.table["seats"][0]["left"] == pytest.approx(50)
    assert isinstance(again._table.events[-1], Reopened)
    now[0] += 51
    again.tick()
    assert again.table["outcome"]["why"] == "time"


def test_when_the_time_of_day_is_set_it_costs_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    match = LocalMatch(setup("tactix", pace=Pace(60)))
    match.do("move", 1, move="a1")
    match.do("move", 2, move="b1")
    wall = time.time()
    monkeypatch.setattr(time, "time", lambda: wall + 86_400)
    assert not match.tick()
    assert match.table["seats"][0]["left"] > 0
    match.close()


def test_a_file_of_the_first_version_is_read_by_every_later_one() -> None:
    saved = savefile.load(Path(__file__).with_name("saved-1.game"))
    table = saved.table
    assert str(table.state) == "tactix:size=3 .oo/.oo/o.o 1"
    assert [ply.token for ply in table.plies] == ["a1-a2", "b3"]
    assert [ply.token for ply in table.undone] == ["b1"]
    assert [seat and (seat.name, seat.level, seat.colour) for seat in table.seats] == [
        ("Ada", "", "plum"),
        ("hard", "hard", ""),
    ]
    assert table.clock
    assert table.clock.left_at(1, saved.at) == pytest.approx(292)
    assert (table.setup.series.played, dict(table.setup.series.points)) == (1, {"here": 0, "computer 2 hard": 1})
    assert saved.asks_first


def damaged(data: bytes) -> dict[str, tuple[bytes, str]]:
    """Files that are not what they should be, and the key of what is said about each."""

    def resealed(body: bytes, **head: object) -> bytes:
        answer = {"file": savefile.KIND, "version": 1, "sha256": hashlib.sha256(body).hexdigest(), **head}
        return json.dumps(answer).encode() + b"\n" + body

    _, _, body = data.partition(b"\n")
    about, _, happened = body.partition(b"\n")
    other = json.loads(about)
    return {
        "cut": (data[:-20], "checksum"),
        "changed": (data.replace(b"Moved", b"Mowed"), "checksum"),
        "empty": (b"", "not-a-save"),
        "foreign": (b"\x7fELF\n\xff\xfe", "not-a-save"),
        "another json": (b'{"a": 1}\n{}', "not-a-save"),
        "deep": (b"[" * 100_000 + b"\n", "not-a-save"),
        "record": (b'\xef\xbb\xbf[Game "tactix"]\n', "record"),
        "newer": (resealed(body, version=2), "newer"),
        "no version": (resealed(body, version="1"), "no-version"),
        "no setup": (resealed(b"[]\n"), "inconsistent"),
        "nothing": (resealed(b""), "inconsistent"),
        "no json": (resealed(b"{\n"), "inconsistent"),
        "bad move": (resealed(body.replace(b'"a1"', b'"z9"')), "damaged"),
        "strange event": (resealed(body + b'{"event": "Danced"}\n'), "damaged"),
        "not begun": (resealed(about + b"\n"), "not-started"),
        "other rules": (
            resealed(json.dumps(other | {"rules": 99}).encode() + b"\n" + happened),
            "rules",
        ),
        "unknown game": (
            resealed(json.dumps(other | {"game": "chess"}).encode() + b"\n" + happened),
            "not-installed",
        ),
    }


@pytest.mark.parametrize("what", damaged(b"\n{}"))
def test_a_file_that_is_damaged_foreign_or_newer_is_refused_and_left_as_it_is(what: str, saves: SavedGames) -> None:
    match = saves.begin(setup("tactix", "person:Ada", "person:Bob"))
    match.do("move", 1, move="a1")
    match.close()
    path = saves.folder / "tactix-1.game"
    data, reason = damaged(path.read_bytes())[what]
    path.write_bytes(data)
    for wanted in ("", "tactix", "tactix-1", str(path)):
        with pytest.raises(SaveError) as refusal:
            saves.resume(wanted)
        message = refusal.value.message
        assert (message.code, message.args["path"]) == ("terminal.save.place", str(path))
        assert message.args["reason"].code == f"terminal.save.{reason}"
    assert path.read_bytes() == data
    assert [entry.name for entry in saves.folder.iterdir()] == [path.name]
    assert str(message.args["reason"]) in lines(saves.listing())[1]


def test_a_file_of_any_size_is_refused_at_once(saves: SavedGames) -> None:
    with pytest.raises(SaveError, match="/dev/zero: This is not a saved game"):
        saves.resume("/dev/zero")


# The folder


def test_a_game_is_saved_after_every_move_and_not_before_the_first(saves: SavedGames) -> None:
    match = saves.begin(setup("tactix"))
    assert not saves.folder.exists()
    assert match.saved_as == ""
    for moves in range(1, 4):
        played(match, 1)
        assert len(savefile.load(saves.folder / "tactix-1.game").table.plies) == moves
    assert match.saved_as == "tactix-1"
    match.close()
    assert match.saved_as == "tactix-1"
    assert [path.name for path in saves.folder.iterdir()] == ["tactix-1.game"]


def test_a_series_is_saved_though_its_next_game_has_not_begun(saves: SavedGames) -> None:
    match = saves.begin(setup("tactix", "person:Ada", "person:Bob"))
    match.do("resign", 1)
    match.again().close()
    assert [seat["points"] for seat in saves.resume().table["seats"]] == [1, 0]  # Bob begins now


def test_computers_that_play_each_other_are_saved_too(saves: SavedGames) -> None:
    match = played(saves.begin(setup("tactix", "random", "random")), 3)
    match.close()
    assert len(saves.resume().table["history"]) == 3


def test_a_game_that_is_over_leaves_its_record_and_no_saved_game(saves: SavedGames) -> None:
    match = played(saves.begin(setup("tactix:size=3", "person", "random")), 100)
    assert match.table["over"]
    (path,) = (saves.folder / "finished").iterdir()
    (kept,) = record.read(path.read_text("utf-8"))
    assert kept.result == match.table["outcome"]["score"]
    assert saves.names() == []
    match.do("ask", 1, what="undo")
    assert saves.names() == ["tactix-1"]
    assert not path.exists()
    played(match, 100)
    match.close()
    assert saves.names() == []
    assert len(list((saves.folder / "finished").iterdir())) == 1


def test_records_of_games_that_began_in_the_same_second_are_all_kept(saves: SavedGames) -> None:
    for _ in range(3):
        match = LocalMatch(setup("tactix:size=3"), lambda: 1e9, autosave.Autosave(saves.folder, on=True))
        played(match, 100).close()
    assert len(list((saves.folder / "finished").iterdir())) == 3


def test_every_game_has_a_name_of_its_own(saves: SavedGames) -> None:
    matches = [played(saves.begin(setup(name)), 1) for name in ("tactix", "xtic", "tactix", "tactix")]
    assert [match.saved_as for match in matches] == ["tactix-1", "xtic-1", "tactix-2", "tactix-3"]
    matches[0].close()
    saves.delete("tactix-1")
    assert played(saves.begin(setup("tactix")), 1).saved_as == "tactix-1"


def test_without_autosave_a_game_is_saved_when_somebody_says_so(tmp_path: Path) -> None:
    saves = SavedGames(tmp_path / "games", autosave=False)
    match = played(saves.begin(setup("tactix")), 1)
    assert not saves.folder.exists()
    assert match.save() == "tactix-1"
    played(match, 1)
    match.close()
    assert len(saves.resume().table["history"]) == 2


def test_the_last_game_is_the_one_that_was_played_last(saves: SavedGames) -> None:
    for number, name in enumerate(("tactix", "xtic", "tactix")):
        match = played(saves.begin(setup(name)), 1)
        path = saves.folder / f"{match.saved_as}.game"
        match.close()
        os.utime(path, (number, number))
    assert saves.names() == ["tactix-2", "xtic-1", "tactix-1"]
    for wanted, name in (("", "tactix-2"), ("xtic", "xtic-1"), ("tactix", "tactix-2"), ("tactix-1", "tactix-1")):
        times = {path: path.stat().st_mtime_ns for path in saves.folder.glob("*.game")}
        match = saves.resume(wanted)
        assert match.saved_as == name
        match.close()
        for path, at in times.items():
            os.utime(path, ns=(at, at))


def test_an_unreadable_file_does_not_hide_an_older_game(saves: SavedGames) -> None:
    for count in (1, 2):
        played(saves.begin(setup("tactix")), count).close()
    newest = saves.folder / "tactix-2.game"
    newest.write_text("damaged")
    os.utime(newest, (2**31, 2**31))
    for wanted in ("", "tactix"):
        match = saves.resume(wanted)
        assert match.saved_as == "tactix-1"
        match.close()
        os.utime(newest, (2**32, 2**32))
    assert newest.read_text() == "damaged"
    with pytest.raises(SaveError):
        saves.resume("tactix-2")


def test_a_game_that_is_being_played_is_not_played_twice(saves: SavedGames) -> None:
    one, two = (played(saves.begin(setup("tactix")), count) for count in (1, 2))
    one.close()
    again = saves.resume()
    assert again.saved_as == "tactix-1"  # the other one is open
    for wanted in ("", "tactix", "tactix-2"):
        with pytest.raises(SaveError, match=r"tactix-\d is being played in another terminal"):
            saves.resume(wanted)
    with pytest.raises(SaveError, match="tactix-2 is being played"):
        saves.delete("tactix-2")
    assert [entry.row[-1] for entry in saves.listing()] == ["being played"] * 2
    two.close()
    assert saves.resume("tactix-2").saved_as == "tactix-2"


def test_a_lock_whose_owner_died_holds_nobody_off(saves: SavedGames) -> None:
    played(saves.begin(setup("tactix")), 1).close()
    (saves.folder / ".tactix-1.lock").touch()
    assert saves.resume().saved_as == "tactix-1"


def test_a_lock_that_was_removed_by_its_owner_is_taken_again(
    saves: SavedGames, monkeypatch: pytest.MonkeyPatch
) -> None:
    saves.folder.mkdir()
    original, tries = lock._locked, 0

    def locked(file: int) -> bool:
        nonlocal tries
        tries += 1
        if tries == 1:  # just now the one who had it goes
            (saves.folder / ".tactix-1.lock").unlink()
        return original(file)

    monkeypatch.setattr(lock, "_locked", locked)
    slot = lock.Slot.claim(saves.folder, "tactix-1")
    assert slot
    assert tries == 2
    assert lock.in_use(saves.folder, "tactix-1")
    slot.release()


def test_a_file_elsewhere_is_continued_and_not_changed(saves: SavedGames, tmp_path: Path) -> None:
    match = played(saves.begin(setup("tactix")), 2)
    path = tmp_path / "copy"
    assert export.write(match, "save", path) == f"The game is saved in {path}."
    data = path.read_bytes()
    match.close()
    again = played(saves.resume(str(path)), 1)
    assert again.saved_as == "tactix-2"
    assert len(again.table["history"]) == 3
    again.close()
    assert path.read_bytes() == data
    assert path.stat().st_mode & 0o777 == 0o600


def test_the_path_of_a_saved_game_is_as_good_as_its_name(saves: SavedGames) -> None:
    played(saves.begin(setup("tactix")), 1).close()
    assert saves.resume(str(saves.folder / "tactix-1.game")).saved_as == "tactix-1"


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ("", text("terminal.save.none")),
        ("xtic", text("terminal.save.none-of", game="xtic")),
        ("nosuch-1", text("terminal.save.unknown-file", name="nosuch-1")),
        ("/", "/: Is a directory."),
    ],
)
def test_what_is_not_there_is_said(saves: SavedGames, wanted: str, reason: str) -> None:
    with pytest.raises(SaveError, match=reason):
        saves.resume(wanted)
    assert not saves.folder.exists()


def test_the_list_tells_game_players_moves_and_date(saves: SavedGames) -> None:
    assert lines([]) == ["NAME  GAME  PLAYERS  MOVES  SAVED"]
    match = played(saves.begin(setup("tactix:size=3", "person:Ada", "hard")), 2)
    match.close()
    heading, row = lines(saves.listing())
    assert heading.split() == ["NAME", "GAME", "PLAYERS", "MOVES", "SAVED"]
    assert row.startswith("tactix-1  tactix:size=3  Ada / hard  2      20")
    assert row.index("tactix:") == heading.index("GAME")


# Trouble


def full(*_: object, **__: object) -> None:
    raise OSError(28, "No space left on device")


def test_a_full_disk_is_told_once_and_play_goes_on(saves: SavedGames, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(saves.begin(setup("tactix")), 1)
    before = (saves.folder / "tactix-1.game").read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        played(match, 2)
        (notice,) = match.notices()
        assert "The game cannot be saved: " in notice
        assert "No space left on device. You can keep playing." in notice
        assert match.notices() == []
        assert match.saved_as == ""
        with pytest.raises(Refused, match="No space left"):
            match.save()
    assert (saves.folder / "tactix-1.game").read_bytes() == before
    played(match, 1)
    assert match.notices() == ["Saving works again."]
    assert match.saved_as == "tactix-1"
    match.close()
    assert len(saves.resume().table["history"]) == 4
    assert [path.name for path in saves.folder.iterdir() if path.suffix == ".tmp"] == []


def test_a_folder_that_cannot_be_made_is_told_and_play_goes_on() -> None:
    match = played(SavedGames(Path("/dev/null/games")).begin(setup("tactix")), 2)
    assert len(match.table["history"]) == 2
    assert match.notices() == [text("terminal.save.failing", reason="/dev/null/games: Not a directory")]


def test_a_saved_game_can_be_continued_where_nothing_can_be_written(
    saves: SavedGames, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(saves.begin(setup("tactix")), 2).close()
    original = os.open

    def read_only(path: Any, flags: int, *mode: Any, **more: Any) -> int:
        if flags & os.O_CREAT:
            raise OSError(30, "Read-only file system", str(path))
        return original(path, flags, *mode, **more)

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", read_only)
        match = played(saves.resume(), 1)
        assert "Read-only file system" in match.notices()[0]
    played(match, 1)
    assert match.saved_as == "tactix-1"
    match.close()
    assert len(saves.resume().table["history"]) == 4


def test_a_file_that_cannot_be_written_is_said(saves: SavedGames, tmp_path: Path) -> None:
    match = played(saves.begin(setup("tactix")), 1)
    for name, reason in (
        ("", "Name a file."),
        (str(tmp_path), "is a folder"),
        ("/dev/null/x", "There is no folder /dev/null."),
    ):
        with pytest.raises(Refused, match=reason):
            export.write(match, "export", export.place(name))
    with pytest.raises(Refused, match="cannot be written"):
        export.write(match, "export", tmp_path / "a\0b")
    match.close()


def test_an_exported_record_can_be_read_by_others_and_has_no_seeds_while_the_game_goes_on(
    saves: SavedGames, tmp_path: Path
) -> None:
    match = played(saves.begin(setup("xchain:preset=random3")), 3)
    before = os.umask(0o022)
    try:
        export.write(match, "export", tmp_path / "record")
    finally:
        os.umask(before)
    (found,) = record.read((tmp_path / "record").read_text("utf-8"))
    assert [entry.token for entry in found.entries] == [ply["token"] for ply in match.table["history"]]
    assert found.seed is None
    assert (tmp_path / "record").stat().st_mode & 0o777 == 0o644
    match.close()


# The command


def invoke(*words: str, lines: str = "") -> tuple[int, str]:
    done = CliRunner(catch_exceptions=False).invoke(main, ["play", *words], input=lines)
    return done.exit_code, done.output


def test_a_piped_game_is_saved_when_asked_and_resumed_by_name(saves: SavedGames) -> None:
    code, answer = invoke("tactix", "--first", "person", "--against", "random", "--seed", "2", lines="a1\nsave\nb4\n")
    assert (code, "The game is saved as tactix-1.\n" in answer) == (0, True)
    unsaved = invoke("tactix", "--first", "person", lines="a1\nquit\n")[1]
    assert unsaved.endswith(f"{text('terminal.goodbye')}\n")
    assert saves.names() == ["tactix-1"]
    history = savefile.load(saves.folder / "tactix-1.game").table.plies
    assert [ply.token for ply in history if ply.seat == 1] == ["a1", "b4"]
    code, answer = invoke("--resume", lines="undo\nundo\nredo\nquit\n")
    assert code == 0
    assert "You: b4" in answer
    assert answer.count(text("terminal.plain.undone")) == 2
    assert f"{text('terminal.save.resume', name='tactix-1')}\n{text('terminal.goodbye')}\n" in answer


def test_saving_and_exporting_to_files_line_by_line(tmp_path: Path) -> None:
    save, exported = tmp_path / "a game", tmp_path / "record"
    typed = f"a1\nsave {save}\nexport {exported}\nsave {save}\nn\nSAVE {save}\ny\nexport\nsave {tmp_path}\nquit\n"
    code, answer = invoke("tactix", "--seat1", "person:Ada", "--seat2", "person:Bob", lines=typed)
    assert code == 0
    assert answer.count(f"The game is saved in {save}.") == 2
    assert f"The record is in {exported}." in answer
    assert answer.count(f"{save} exists. Replace it? (y/n)") == 2
    assert '[Seat1 "Ada"]' in answer
    assert text("terminal.save.folder", path=str(tmp_path)) in answer
    code, answer = invoke("--resume", str(save), lines="quit\n")
    assert (code, "Bob's turn " in answer) == (0, True)
    assert record.read(exported.read_text("utf-8"))[0].entries[0].token == "a1"


def test_who_goes_first_is_asked_again_in_every_game_of_a_resumed_series(saves: SavedGames, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    answer = invoke("tactix:size=3", "--against", "random", lines=f"y\nsave {copy}\n")[1]
    assert "Do you want to go first?" in answer
    answer = invoke("--resume", str(copy), lines="resign\ny\ny\nn\nresign\ny\nn\n")[1]
    assert "Another game? (y/n) Do you want to go first? (y/n)" in answer
    assert answer.index("Do you want") < answer.index("random: ")
    assert "Total after 2 games: random 2 · You 0." in answer
    assert saves.names() == []


def test_saved_games_are_listed_and_deleted(saves: SavedGames) -> None:
    assert invoke("--saved") == (0, f"There are no saved games in {saves.folder}.\n")
    played(saves.begin(setup("tactix", "person:Ada", "hard")), 1).close()
    code, answer = invoke("--saved")
    assert (code, "tactix-1  tactix  Ada / hard" in answer, str(saves.folder) in answer) == (0, True, True)
    assert invoke("--delete", "tactix-2")[0] == 1
    assert invoke("--delete", "tactix-1") == (0, "tactix-1 is deleted.\n")
    assert saves.names() == []


@pytest.mark.parametrize(
    "words",
    [
        ("tactix", "--saved"),
        ("--resume", "--pace", "5+5"),
        ("--resume", "tactix", "--name1", "Ada"),
        ("--resume", "--join", "http://x/t/1"),
        ("--saved", "--delete", "tactix-1"),
    ],
)
def test_what_does_not_go_together_is_said(words: tuple[str, ...]) -> None:
    code, answer = invoke(*words)
    assert code == 2
    assert "cannot be combined" in answer


def test_a_damaged_game_ends_the_command_with_the_reason(saves: SavedGames) -> None:
    saves.folder.mkdir()
    (saves.folder / "tactix-1.game").write_text("rubbish\n")
    code, answer = invoke("--resume")
    assert (code, answer) == (1, f"quincunx: {saves.folder / 'tactix-1.game'}: This is not a saved game of Quincunx.\n")
    assert text("terminal.save.not-a-save") in invoke("--saved")[1]


# Writing as a whole


@pytest.mark.parametrize("interrupt", [KeyboardInterrupt, OSError])
def test_a_write_that_is_interrupted_leaves_nothing_behind(
    interrupt: type[BaseException], saves: SavedGames, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = played(saves.begin(setup("tactix")), 1)

    def broken(_file: int) -> None:
        raise interrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", broken)
        if interrupt is KeyboardInterrupt:
            with pytest.raises(KeyboardInterrupt):
                played(match, 1)
        else:
            played(match, 1)
    assert sorted(path.name for path in saves.folder.iterdir()) == [".tactix-1.lock", "tactix-1.game"]
    match.close()  # what Ctrl-C interrupted is written when the game is left
    assert len(saves.resume().table["history"]) == 2


# Points


def test_points_and_totals_are_told_at_the_end() -> None:
    won = "tritoc rrr....../rrr....../...r.r..." + "/........." * 6 + " 1 - 0 0"
    typed = "\nc1\ny\nresign\ny\nn\n"
    answer = invoke("--position", won, "--seat1", "person:Ada", "--seat2", "person:Bob", "--seed", "1", lines=typed)[1]
    assert ".\nPoints: Ada 8 · Bob 0.\nAnother game?" in answer
    assert "Points: Ada 5 · Bob 0. Total after 2 games: Ada 13 · Bob 0.\n" in answer


def test_a_game_that_counts_wins_tells_totals_from_the_second_one_on() -> None:
    typed = "resign\ny\ny\nresign\ny\nn\n"
    answer = invoke("tactix:size=3", "--seat1", "person:Ada", "--seat2", "person:Bob", lines=typed)[1]
    assert answer.count("Points:") == 0
    assert answer.count("Total after 2 games: Bob 1 · Ada 1.") == 1


def test_saved_is_a_value() -> None:
    match = LocalMatch(setup("tactix"))
    saved = SavedGame(match._table.setup, match._table.events, 5.0, True)
    assert savefile.read(savefile.write(saved)) == saved
