"""Whole tournaments: repeatable, stopped and resumed without losing or repeating a match, on processes and on Dask."""

from __future__ import annotations

import json
import multiprocessing
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner
from click.testing import Result as Ran

from quincunx import arena, games, record
from quincunx.arena import ArenaRefusal, Result, ResultsFile, Tournament, executors, run_tournament
from quincunx.arena.match import play_batch
from quincunx.arena.schedule import wave
from quincunx.cli import main, progress
from quincunx.extras import install
from quincunx.law.messages import Message, text

PATIENCE = 60.0

RESULTS = sys.modules["quincunx.arena.results"]

EVENT = ["arena", "tactix:size=3", "random", "trivial", "easy", "--games", "100", "--seed", "s", "--workers", "2"]
"""300 matches that take a second or two."""


def run(*words: str) -> Ran:
    return CliRunner(catch_exceptions=False).invoke(main, list(words))


def wait_for(what: Callable[[], bool]) -> None:
    late = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < late, "this has not happened"
        time.sleep(0.005)


def lines(folder: Path) -> list[Result]:
    """The results on the sheet, as written."""
    path = folder / "results.jsonl"
    written = path.read_text() if path.exists() else ""
    return [Result.from_line(line) for line in written.splitlines(keepends=True) if line.endswith("\n")]


def played(folder: Path) -> list[Result]:
    """The results by number, less what they took; each match has to be there once."""
    found = lines(folder)
    assert len({result.match for result in found}) == len(found)
    return [replace(result, seconds=()) for result in sorted(found, key=lambda result: result.match)]


HELD = """
import sys
from quincunx.cli import main, progress
heard = progress.EventProgress.heard
def held(self, results):
    heard(self, results)
    if results:
        sys.stdin.read()
progress.EventProgress.heard = held
main(prog_name="quincunx")
"""
"""The program, which takes no more results after the first ones until its input ends."""


@contextmanager
def started(folder: Path, *more: str) -> Iterator[subprocess.Popen[str]]:
    """The tournament as a process of its own, with results on its sheet already. It goes on to the next ones when
    somebody communicates with it, however long that takes."""
    words = [sys.executable, "-c", HELD, *EVENT, "--out", str(folder), *more]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            wait_for(lambda: bool(lines(folder)))
            assert process.poll() is None
            yield process
        finally:
            process.kill()


def children(pid: int) -> list[int]:
    return list(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))


def alive(pid: int) -> bool:
    status = Path(f"/proc/{pid}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.fixture(scope="module")
def alone() -> list[Result]:
    """The results of the tournament, played here one after the other."""
    law = games.game("tactix:size=3")
    players = tuple(arena.entrant(name, law) for name in ("random", "trivial", "easy"))
    tournament = Tournament(str(law), players, "round-robin", 100, "s", plies=2)
    return [replace(result, seconds=()) for result in play_batch(tournament, wave(tournament, 0, {}))[0]]


def test_an_event_on_two_processes_is_the_same_as_on_none(tmp_path: Path, alone: list[Result]) -> None:
    ran = run(*EVENT, "--out", str(tmp_path))
    assert ran.exit_code == 0
    assert played(tmp_path) == alone
    assert ran.stdout.splitlines()[3].split()[:2] == ["3", "random"]
    records = record.read((tmp_path / "records.txt").read_text())
    assert [match.tags["Match"] for match in records] == [str(n) for n in range(1, 301)]
    again = run(*EVENT, "--out", str(tmp_path))
    assert again.stdout == ran.stdout
    assert len(lines(tmp_path)) == 300


def test_an_event_that_was_killed_goes_on_with_what_is_missing(tmp_path: Path, alone: list[Result]) -> None:
    with started(tmp_path) as process:
        workers = children(process.pid)
        process.kill()
    assert len(workers) >= 2
    wait_for(lambda: not any(map(alive, workers)))
    before = lines(tmp_path)
    assert 0 < len(before) < 300
    with (tmp_path / "results.jsonl").open("a") as file:
        file.write('{"match":17,"openi')  # as if it had been killed while it wrote
    assert run(*EVENT, "--out", str(tmp_path)).exit_code == 0
    assert lines(tmp_path)[: len(before)] == before
    assert played(tmp_path) == alone


def test_ctrl_c_stops_the_event_tells_where_it_stands_and_it_goes_on(tmp_path: Path, alone: list[Result]) -> None:
    with started(tmp_path) as process:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    before = lines(tmp_path)
    assert 0 < len(before) < 300
    assert text("cli.arena.stopped", n=len(before)) in err
    assert "player" in out
    assert "Traceback" not in err
    words = [word for word in EVENT if word not in ("--seed", "s")]  # the folder knows the seed
    assert run(*words, "--out", str(tmp_path)).exit_code == 0
    assert played(tmp_path) == alone


def test_a_worker_that_dies_costs_no_match(tmp_path: Path, alone: list[Result]) -> None:
    law = games.game("tactix:size=3")
    players = tuple(arena.entrant(name, law) for name in ("random", "trivial", "easy"))
    killed: list[int | None] = []

    def heard(results: Sequence[Result]) -> None:
        # After the first was killed there may be none for a moment: who worked beside it has gone too.
        if results and len(killed) < 2 and (children := multiprocessing.active_children()):
            killed.append(children[0].pid)
            children[0].kill()

    with ResultsFile(tmp_path, Tournament(str(law), players, "round-robin", 100, "s", plies=2)) as results_file:
        run_tournament(results_file, partial(executors.local, 2), heard)
    assert len(killed) == 2
    assert played(tmp_path) == alone


def test_workers_that_die_again_and_again_are_told(tmp_path: Path) -> None:
    (tmp_path / "deadly.py").write_text(
        "import os, signal\nclass Deadly:\n    def __init__(self, seed): pass\n"
        "    def choose(self, state, seconds): os.kill(os.getppid(), signal.SIGKILL); raise SystemExit\n"
    )
    words = [sys.executable, "-m", "quincunx", "arena", "tactix", "random", "deadly:Deadly", "--workers", "1"]
    ran = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert ran.returncode == 1
    assert text("arena.workers.failing", error="").partition("(")[0] in ran.stderr


@contextmanager
def cluster(folder: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A Dask scheduler and two workers, each a process; the address, and the workers."""
    file = folder / "scheduler.json"
    dask = [sys.executable, "-m", "distributed.cli.dask_"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    own = ["--host", "127.0.0.1", "--no-dashboard"]
    opened: list[subprocess.Popen[bytes]] = []

    def start(part: str, *words: str) -> None:
        opened.append(subprocess.Popen([*dask[:-1], dask[-1] + part, *own, *words], cwd=folder, **quiet))  # type: ignore[call-overload]

    try:
        start("scheduler", "--port", "0", "--scheduler-file", str(file))
        wait_for(lambda: file.exists() and file.read_text().endswith("}"))
        for name in ("one", "two"):
            words = ("--nthreads", "1", "--no-nanny", "--name", name, "--local-directory", str(folder / name))
            start("worker", "--scheduler-file", str(file), *words)
        yield json.loads(file.read_text())["address"], opened[1:]
    finally:
        for process in reversed(opened):
            process.kill()
            process.wait()


def test_a_dask_cluster_that_loses_a_worker_gives_the_same_results(tmp_path: Path, alone: list[Result]) -> None:
    with cluster(tmp_path) as (address, workers):
        with started(tmp_path / "tournament", "--dask", address) as process:
            workers[0].send_signal(signal.SIGKILL)
            workers[0].wait()
            out, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, workers[1].poll()) == (0, None), err
    assert played(tmp_path / "tournament") == alone
    assert "easy" in out


def test_a_scheduler_that_is_not_there_is_told(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "quincunx", *EVENT, "--out", str(tmp_path), "--dask", "nonsense"]
    ran = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert ran.returncode == 1
    assert text("arena.workers.unreachable", address="nonsense", error="") in ran.stderr


# The folder of a tournament


def test_a_folder_keeps_one_event(tmp_path: Path) -> None:
    words = ["arena", "tactix:size=3", "random", "easy", "--out", str(tmp_path), "--workers", "1"]
    assert run(*words, "--games", "2").exit_code == 0
    other = run(*words, "--games", "2", "--plies", "3")
    assert other.exit_code == 1
    assert text("arena.folder.another-tournament", folder=str(tmp_path), what="--plies", old=2, new=3) in other.stderr
    timed = run(*words, "--games", "2", "--move-time", "1")
    assert "(--move-time: none, not 1.0)" in timed.stderr
    before = lines(tmp_path)
    assert run(*words, "--games", "6").exit_code == 0  # more of the same tournament
    assert lines(tmp_path)[:2] == before
    assert len(lines(tmp_path)) == 6


def test_two_arenas_do_not_share_a_folder(tmp_path: Path) -> None:
    law = games.game("tactix:size=3")
    tournament = Tournament(str(law), (arena.entrant("easy", law), arena.entrant("random", law)), "round-robin", 2, "s")
    with ResultsFile(tmp_path, tournament), pytest.raises(ArenaRefusal) as refused:
        ResultsFile(tmp_path, tournament)
    assert refused.value.message == Message("arena.folder.busy", folder=str(tmp_path))
    with ResultsFile(tmp_path, tournament) as results_file:
        assert results_file.results == {}


@pytest.mark.parametrize(("name", "written"), [("event.json", "{"), ("event.json", "{}"), ("results.jsonl", "{}\n")])
def test_a_damaged_folder_is_reported_and_left_as_it_was(tmp_path: Path, name: str, written: str) -> None:
    words = ["arena", "tactix:size=3", "random", "easy", "--out", str(tmp_path), "--games", "2", "--workers", "1"]
    (tmp_path / name).write_text(written)
    ran = run(*words, "--seed", "s")
    assert (ran.exit_code, ran.stdout) == (1, "")
    assert str(tmp_path / name) in ran.stderr
    assert (tmp_path / name).read_text() == written


# The command


def test_a_player_who_cannot_begin_stops_the_event_before_it_begins(tmp_path: Path) -> None:
    ran = run("arena", "tactix", "easy", "x=engine:./missing", "--out", str(tmp_path), "--workers", "1")
    assert ran.exit_code == 1
    assert text("arena.player.cannot-play", name="x", spec="engine:./missing", reason="") in ran.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("player", ["engine:./missing", "nowhere:Class", "bot:http://127.0.0.1:9/"])
def test_a_refused_event_leaves_nothing_and_the_right_command_can_follow(tmp_path: Path, player: str) -> None:
    folder = tmp_path / "deep" / "tournament"
    words = ("arena", "tactix:size=3", "easy", "--games", "2", "--workers", "1", "--out", str(folder))
    ran = run(*words, f"x={player}")
    assert (ran.exit_code, ran.stdout) == (1, "")
    assert list(tmp_path.iterdir()) == []
    assert run(*words, "random").exit_code == 0
    kept = {path.name: path.read_bytes() for path in folder.iterdir()}
    refused = run(*words, f"x={player}")
    names = {"what": "players", "old": "easy, random", "new": "easy, x"}
    assert text("arena.folder.another-tournament", folder=str(folder), **names) in refused.stderr
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == kept


def test_more_games_that_are_refused_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(
        "class Mine:\n    def __init__(self, seed): ...\n    def choose(self, state, _): return state.moves()[0]\n"
    )
    words = (
        "arena",
        "tactix:size=3",
        "easy",
        "mine:Mine",
        "--workers",
        "1",
        "--seed",
        "s",
        "--out",
        "tournament",
        "--games",
    )
    assert run(*words, "2").exit_code == 0
    kept = {path.name: path.read_bytes() for path in Path("tournament").iterdir() if path.suffix != ".html"}
    Path("mine.py").unlink()
    assert run(*words, "4").exit_code == 1
    assert {path.name: path.read_bytes() for path in Path("tournament").iterdir() if path.suffix != ".html"} == kept


def test_an_event_of_which_nothing_was_played_may_be_replaced(tmp_path: Path) -> None:
    law = games.game("tactix:size=3")
    tournament = Tournament(str(law), (arena.entrant("easy", law), arena.entrant("random", law)), "round-robin", 2, "s")
    (tmp_path / "event.json").write_text(json.dumps(replace(tournament, plies=7).to_json()))
    (tmp_path / "results.jsonl").touch()
    with ResultsFile(tmp_path, tournament) as results_file:
        run_tournament(results_file, partial(executors.local, 1))
    assert json.loads((tmp_path / "event.json").read_text())["plies"] == 0
    assert len(lines(tmp_path)) == 2


def test_a_folder_that_others_wrote_to_is_not_removed(tmp_path: Path) -> None:
    law = games.game("tactix:size=3")
    tournament = Tournament(str(law), (arena.entrant("easy", law), arena.entrant("random", law)), "round-robin", 2, "s")
    with ResultsFile(tmp_path / "tournament", tournament):
        (tmp_path / "tournament" / "diary.txt").write_text("dear diary")
    assert [path.name for path in (tmp_path / "tournament").iterdir()] == ["diary.txt"]


def test_a_sheet_that_another_arena_removes_meanwhile_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    law = games.game("tactix:size=3")
    tournament = Tournament(str(law), (arena.entrant("easy", law), arena.entrant("random", law)), "round-robin", 2, "s")
    lock = RESULTS.fcntl.flock
    removed: list[bool] = []

    def removing(file: object, how: int) -> None:
        if not removed:  # between opening and locking, as one that closes without a result does
            removed.append(True)
            (tmp_path / "tournament" / "results.jsonl").unlink()
            (tmp_path / "tournament").rmdir()
        lock(file, how)

    monkeypatch.setattr(RESULTS.fcntl, "flock", removing)
    with ResultsFile(tmp_path / "tournament", tournament) as results_file:
        run_tournament(results_file, partial(executors.local, 1))
    assert removed
    assert len(lines(tmp_path / "tournament")) == 2


def test_options_of_the_settings_count_where_none_are_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINCUNX_CONFIG", str(tmp_path / "settings.toml"))
    monkeypatch.setenv("QUINCUNX_GAMES_TACTIX", "size=3")
    monkeypatch.chdir(tmp_path)
    words = ("easy", "random", "--games", "2", "--workers", "1")
    assert run("arena", "tactix", *words).exit_code == 0
    assert run("arena", "tactix:size=4", *words).exit_code == 0
    tournaments = {path.name: json.loads((path / "event.json").read_text())["game"] for path in tmp_path.iterdir()}
    assert tournaments == {"arena-tactix-size-3": "tactix:size=3", "arena-tactix": "tactix"}


def test_without_a_terminal_a_line_now_and_then_tells_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "HEARTBEAT", 0.0)
    ran = run(*EVENT, "--out", str(tmp_path))
    answer = re.findall(r"^\[#*\.*\] (\d+)/300 games  \S+/s  (\S+) (?:s|min) left$", ran.stderr, re.MULTILINE)
    assert answer
    assert answer[-1] == ("300", "0")
    assert len(answer) == len([line for line in ran.stderr.splitlines() if "games" in line])
    monkeypatch.setattr(progress, "HEARTBEAT", 1e9)
    assert run(*EVENT, "--out", str(tmp_path / "quiet")).stderr == ""


def test_faults_are_told_and_the_event_goes_on_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("liar.py").write_text("class Liar:\n    def __init__(self, seed): ...\n    choose = lambda *_: '<b>'\n")
    ran = run("arena", "tactix", "--players", "easy", "liar:Liar", "random", "--games", "2", "--workers", "1")
    assert ran.exit_code == 0
    assert len(lines(tmp_path / "arena-tactix")) == 6
    assert len(re.findall(r"^Game \d: liar:Liar: illegal: '<b>': ", ran.stderr, re.MULTILINE)) == 4
    assert text("arena.table.fault", name="liar:Liar", n=4, kind="illegal") in ran.stdout
    page = (tmp_path / "arena-tactix" / "report.html").read_text()
    assert "&lt;b&gt;" in page
    assert "<b>" not in page


def test_the_report_is_one_page_with_every_plot(tmp_path: Path) -> None:
    words = ("arena", "xchain:seats=3,size=3x3", "random", "trivial", "easy", "--games", "6", "--workers", "1")
    assert run(*words, "--out", str(tmp_path)).exit_code == 0
    page = (tmp_path / "report.html").read_text()
    assert page.count("<svg") == 3  # ratings, seats, lengths; the meetings are a table
    titles = ("ratings", "meetings", "seats", "lengths", "faults", "no-faults")
    for phrase in (*(text(f"arena.report.{title}") for title in titles), "Plackett", "light-dark"):
        assert phrase in page
    assert text("arena.table.seat-won", number=3) in page
    assert not re.search(r"(src|href)=|url\(|@import", page)  # nothing is loaded from elsewhere


def test_accuracy_is_printed_and_reported(tmp_path: Path) -> None:
    """On so small a board the engine knows every move's value, and who plays perfectly loses nothing."""
    words = ("arena", "tactix:size=3", "random", "perfect", "--games", "4", "--workers", "1", "--out", str(tmp_path))
    plain = run(*words)
    assert text("arena.report.accuracy") not in (tmp_path / "report.html").read_text()
    ran = run(*words, "--accuracy", "100000")
    assert ran.exit_code == 0
    more = [line.split() for line in ran.stdout.splitlines() if line not in plain.stdout.splitlines()]
    assert more[0] == [text("arena.table.player"), text("arena.table.accuracy")]
    assert more[1] == ["1", "perfect", "100.0"]
    assert more[2][:2] == ["2", "random"]
    assert 0 < float(more[2][2]) < 100
    page = (tmp_path / "report.html").read_text()
    assert text("arena.report.accuracy") in page
    assert f"<td>{more[2][2]}</td>" in page


def test_sprt_stops_when_it_is_decided(tmp_path: Path) -> None:
    words = ("arena", "tactix", "easy", "random", "--sprt", "0", "100", "--games", "1000", "--workers", "1")
    ran = run(*words, "--out", str(tmp_path))
    assert ran.exit_code == 0
    assert re.search(
        r"SPRT\(0, 100\): LLR (2\.9|[3-9]\.)\d+ \(-2\.94, 2\.94\) after \d+ pairs: H1 accepted", ran.stdout
    )
    assert len(lines(tmp_path)) < 500
    assert run(*words, "--out", str(tmp_path)).stdout == ran.stdout


def test_a_ladder_has_the_six_levels_and_tells_its_steps(tmp_path: Path) -> None:
    words = ("arena", "tactix:size=3", "--ladder", "--scale", "0.1", "--games", "2", "--workers", "2")
    ran = run(*words, "--out", str(tmp_path))
    assert ran.exit_code == 0
    assert re.search(r"trivial to easy +\S+ +2 ", ran.stdout)
    assert len(lines(tmp_path)) == 10


def test_a_swiss_event(tmp_path: Path) -> None:
    words = ("arena", "tactix:size=3", "random", "r2=random", "trivial", "easy", "medium", "--format", "swiss")
    assert run(*words, "--games", "2", "--workers", "1", "--out", str(tmp_path)).exit_code == 0
    assert len(lines(tmp_path)) == 3 * 2 * 2  # three rounds, two tables, both sides


def test_a_swiss_event_that_is_stopped_in_its_first_round_goes_on(tmp_path: Path) -> None:
    law = games.game("tactix:size=3")
    players = tuple(arena.entrant(f"{name}=random", law) for name in "abcd")
    tournament = Tournament(str(law), players, "swiss", games=2, seed="s", rounds=2)
    with ResultsFile(tmp_path, tournament) as results_file:
        run_tournament(results_file, partial(executors.local, 1), enough=lambda: bool(results_file.results))
        assert 0 < len(results_file.results) < 4
        run_tournament(results_file, partial(executors.local, 1))
        assert sorted(results_file.results) == list(range(1, 9))


def test_openings_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("# two of them\n\ntactix oooo/o..o/oooo/oooo 2  # a comment\ntactix oooo/oooo/oooo/...o 1\n")
    words = (
        "arena",
        "tactix",
        "easy",
        "random",
        "--games",
        "4",
        "--workers",
        "1",
        "--out",
        str(tmp_path / "tournament"),
    )
    assert run(*words, "--openings", str(file)).exit_code == 0
    starts = [str(match.first) for match in record.read((tmp_path / "tournament" / "records.txt").read_text())]
    assert starts == ["tactix oooo/o..o/oooo/oooo 2"] * 2 + ["tactix oooo/oooo/oooo/...o 1"] * 2
    file.write_text("# none\n")
    assert text("cli.arena.no-positions", file=str(file)) in run(*words, "--openings", str(file)).stderr
    file.write_text("# one\n\ntactix oooo/o..o 2\n")
    assert f"{file}, line 3: The board has 2 rows, not 4." in run(*words, "--openings", str(file)).stderr


def test_a_missing_extra_is_told_before_the_first_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    ran = run("arena", "tactix", "easy", "random", "--out", str(tmp_path / "tournament"))
    assert ran.exit_code == 1
    assert ran.stderr == f"quincunx: {text('cli.arena.needs', library='numpy', install=install('arena'))}\n"
    assert not (tmp_path / "tournament").exists()


def test_a_terminal_shows_how_far_the_event_is(tmp_path: Path) -> None:
    here, there = pty.openpty()
    words = [sys.executable, "-m", "quincunx", *EVENT, "--out", str(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=there) as process:
        os.close(there)
        shown = b""
        while process.poll() is None or select.select([here], [], [], 0)[0]:
            try:
                shown += os.read(here, 10_000)
            except OSError:  # the other side is closed
                break
    os.close(here)
    assert re.search(rb"\[#+\.+\] \d+/300 games  [\d.e+]+/s  \d+ s left", shown)
    assert shown.rpartition(b"games")[2].endswith(b"\r")  # and wipes it at the end


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("tactix", "easy"), 2),
        (("tactix", "easy", "hard", "--ladder"), 2),
        (("tactix", "easy", "easy"), 1),
        (("chess", "easy", "hard"), 1),
        (("tactix", "easy", "hard", "random", "--sprt", "0", "10"), 1),
        (("tactix", "easy", "hard", "--sprt", "10", "0"), 1),
        (("tactix", "easy", "hard", "--clock", "soon"), 1),
    ],
)
def test_what_cannot_be_held_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], code: int
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("arena", *words)
    assert (ran.exit_code, ran.stdout) == (code, "")
    assert ran.stderr
    assert os.listdir(tmp_path) == []
