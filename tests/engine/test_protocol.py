"""The engine as a process: a conversation as another program would have it."""

import io
import os
import re
import subprocess
import sys
import threading
import time
from itertools import count
from typing import Any

import pytest

from quincunx import games
from quincunx.cli import main
from quincunx.engine import Analysis, Limits, book, levels, search
from quincunx.engine.process import protocol
from quincunx.engine.process.protocol import Session, clock_share
from quincunx.games import Game, State
from quincunx.law.messages import text


class Talk:
    """A session whose answers are collected; `until` waits for one, as a real partner would."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.said = threading.Condition()
        self.session = Session(self.hear)

    def hear(self, line: str) -> None:
        with self.said:
            self.lines.append(line)
            self.said.notify_all()

    def __call__(self, line: str) -> list[str]:
        """What is answered at once."""
        before = len(self.lines)
        self.session.handle(line)
        return self.lines[before:]

    def until(self, start: str) -> str:
        with self.said:
            assert self.said.wait_for(lambda: any(line.startswith(start) for line in self.lines), timeout=60)
            return next(line for line in reversed(self.lines) if line.startswith(start))


@pytest.fixture
def talk() -> Talk:
    return Talk()


def test_a_whole_conversation(talk: Talk) -> None:
    assert talk("uci")[-1] == "uciok"
    assert talk("isready") == ["readyok"]
    assert talk("position tactix:size=3 startpos moves b1-b3 A1") == []
    assert talk("d")[-1] == "position tactix:size=3 ..o/o.o/o.o 1"
    talk("go nodes 1000")
    assert re.fullmatch(r"bestmove [a-c][1-3](-[a-c][1-3])?", talk.until("bestmove"))
    assert talk.until("info multipv 1 ").split()[3:7:3] == ["value", "exact"]
    talk("go perft 2")
    assert talk.until("nodes") == "nodes 48"  # worked by hand
    assert talk("quit") == []


def test_nothing_is_said_of_a_search_after_its_answer(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "TICK", 0.0)
    talk("position xtic startpos")
    for _ in range(50):
        talk.lines.clear()
        talk("go nodes 200")
        talk.until("bestmove")
        talk("stop")  # waits until the search is over
        assert talk.lines[-1].startswith("bestmove")


def test_a_line_is_written_in_one_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches and their progress are written by different threads, which could write between two pieces."""
    written: list[str] = []

    class Output(io.StringIO):
        def write(self, text: str) -> int:
            written.append(text)
            return len(text)

    monkeypatch.setattr(sys, "stdin", io.StringIO("isready\nquit\n"))
    monkeypatch.setattr(sys, "stdout", Output())
    main(["engine"], standalone_mode=False)  # as `engine.main` would leave `quincunx engine` without -h
    assert written == ["readyok\n"]


def test_an_infinite_search_goes_on_until_it_is_stopped(talk: Talk) -> None:
    talk("position tactix:size=3 startpos")
    talk("go infinite")
    assert talk("isready") == ["readyok"]
    assert talk("go nodes 5") == [f"error {text('engine.protocol.busy')}"]
    assert talk("position xtic startpos") == [f"error {text('engine.protocol.busy')}"]
    assert talk("stop")[-1].startswith("bestmove")


def test_whoever_hears_the_move_may_ask_the_next_thing_at_once() -> None:
    heard: list[str] = []
    ended = threading.Event()

    def hear(line: str) -> None:
        heard.append(line)
        if line.startswith("bestmove"):
            session.handle("position tactix:size=3 startpos")
            ended.set()

    session = Session(hear)
    session.handle("go nodes 5")
    assert ended.wait(60)
    assert not [line for line in heard if line.startswith("error")]


def test_levels_choose_from_the_seed(talk: Talk) -> None:
    talk("setoption name Game value xtic")
    talk("setoption name Level value easy")
    talk("setoption name Seed value 7")
    talk("go")
    first = talk.until("bestmove")
    again = Talk()
    for line in ("position xtic startpos", "setoption name Level value easy", "setoption name Seed value 7", "go"):
        again(line)
    assert again.until("bestmove") == first


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("dance", text("engine.protocol.command", command="dance")),
        ("position", text("engine.protocol.position")),
        ("position chess startpos", ""),
        ("position xtic 0123/..../..../.... =4", ""),
        ("position xtic startpos moves =7 =8", ""),
        ("setoption Level", text("engine.protocol.setoption")),
        ("setoption name Level value god", "xtic has no level 'god'"),
        ("setoption name Colour value red", text("engine.protocol.option", name="Colour")),
        ("setoption name Threads value two", "Threads must be a whole number from 1 to 256, not 'two'"),
        ("setoption name Threads value 0", "Threads must be a whole number from 1 to 256, not '0'"),
        ("setoption name Hash value 99999999999", "Hash must be a whole number from 0 to 1048576, not '99999999999'"),
        (f"setoption name Seed value {2**63}", f"Seed must be a whole number from 0 to {2**63 - 1}, not"),
        ("go depth", "depth must be a whole number from 0 to 999999, not ''"),
        (f"go nodes {'9' * 5000}", f"not '{'9' * 30}…'"),
        ("z" * 5000, text("engine.protocol.command", command="z" * 30 + "…")),
        (f"go {'z' * 5000}", text("engine.protocol.go", word="z" * 30 + "…")),
        (f"setoption name {'z' * 5000} value 1", text("engine.protocol.option", name="z" * 30 + "…")),
        ("go perft 257", "perft must be a whole number from 0 to 256, not '257'"),
        ("go perft 99999999999999999999999", "perft must be a whole number from 0 to 256"),
        ("go time1 -5", "time1 must be a whole number"),
        ("go time5 1000", "'time5' is not one of depth, nodes"),
        ("go fast", "'fast' is not one of depth, nodes"),
    ],
)
def test_what_is_wrong_is_said_and_changes_nothing(talk: Talk, line: str, error: str) -> None:
    before = talk("d")
    (answer,) = talk(line)
    assert answer.startswith("error ")
    assert error in answer
    assert talk("d") == before


def test_nothing_to_think_about_when_it_is_over(talk: Talk) -> None:
    talk("position tactix:size=3 .../.../... 1")
    assert talk("go") == [f"error {text('engine.over')}"]


def test_a_search_that_cannot_be_is_told_and_the_next_may_come(talk: Talk) -> None:
    talk("setoption name Hash value 1048576")
    talk("go nodes 5")
    assert text("engine.memory", method="playouts") in talk.until("error")
    talk("setoption name Hash value 0")
    talk("go nodes 5")
    talk.until("bestmove")


# A count and the signature run beside the conversation, as a search does


def test_a_count_that_lasts_for_ever_can_be_asked_about_and_stopped(talk: Talk) -> None:
    talk("go perft 25")
    assert talk("isready") == ["readyok"]
    assert talk("position xtic startpos") == [f"error {text('engine.protocol.busy')}"]
    assert talk("stop") == [f"error {text('engine.protocol.perft-stopped')}"]
    talk("go perft 1")
    assert talk.until("nodes") == "nodes 16"


def test_the_signature_can_be_stopped(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "signature", lambda: (f"line {n}" for n in count()))
    talk("bench")
    assert talk("isready")[-1] == "readyok"
    talk("stop")
    assert talk.until("error") == f"error {text('engine.protocol.bench-stopped')}"


def test_a_process_that_counts_can_be_ended() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "quincunx", "engine"],
        input="go perft 25\nisready\nquit\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert result.stdout.splitlines()[0] == "readyok"


# Dice


def test_while_dice_are_to_be_rolled_nobody_chooses(talk: Talk) -> None:
    talk("position tritoc startpos")
    talk("go nodes 100")
    assert talk.until("bestmove") == "bestmove (none)"
    reply = [line.rpartition(" pv ")[2] for line in talk.lines if line.startswith("info multipv")]
    assert sorted(reply, key=int) == [str(roll) for roll in range(2, 13)]
    level = Talk()
    for line in ("setoption name Game value tritoc", "setoption name Level value easy", "go"):
        level(line)
    level.until("bestmove")
    assert level.lines == ["bestmove (none)"]
    level("position tritoc startpos moves 7")
    level.lines.clear()
    level("go")
    assert level.until("bestmove").removeprefix("bestmove ") in games.start("tritoc").play("7").moves()


# Time


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What a session asked the engine for, instead of asking."""
    found: dict[str, Any] = {}

    def analyse(state: State, limits: Limits, *_: object) -> Analysis:
        found.update(level="none", limits=limits)
        return search.analyse(state, Limits(nodes=5))

    def choose(state: State, level: str, *_: object, seconds: float) -> tuple[str, Analysis]:
        found.update(level=level, seconds=seconds)
        return state.moves()[0], search.analyse(state, Limits(nodes=5))

    monkeypatch.setattr(protocol, "analyse", analyse)
    monkeypatch.setattr(levels, "choose", choose)
    return found


@pytest.mark.parametrize(
    ("line", "seconds"),
    [
        ("go", 1.0),
        ("go time1 0 time2 0", search.SHORTEST),
        ("go time1 0 time2 60000 inc1 1000", search.SHORTEST),
        ("go movetime 0", search.SHORTEST),
        ("go time1 60000 time2 0", 3.0),
        ("go time2 0", 1.0),
        ("go time1 60000 movetime 500", 0.5),
        ("go time1 60000 nodes 9", 3.0),
        ("go nodes 9", 0.0),
        ("go infinite", 0.0),
    ],
)
def test_how_long_it_thinks(talk: Talk, asked: dict[str, Any], line: str, seconds: float) -> None:
    """No time left is a reason to answer at once, not to think as if there were no limit."""
    talk(line)
    talk("stop")
    assert asked["limits"].seconds == seconds


@pytest.mark.parametrize(
    ("line", "level", "seconds"),
    [
        ("go", "easy", 0.0),
        ("go time1 60000 time2 60000 inc1 1000", "easy", 3.8),
        ("go time1 0", "easy", search.SHORTEST),
        ("go movetime 500", "easy", 0.5),
        ("go nodes 9", "none", None),
        ("go depth 2", "none", None),
        ("go infinite", "none", None),
    ],
)
def test_a_level_plays_its_own_budget_within_its_time(
    talk: Talk, asked: dict[str, Any], line: str, level: str, seconds: float | None
) -> None:
    talk("setoption name Level value easy")
    talk(line)
    talk("stop")
    assert (asked["level"], asked.get("seconds")) == (level, seconds)


def test_clocks_do_not_change_what_a_level_plays(talk: Talk) -> None:
    for line in ("setoption name Level value easy", "setoption name Seed value 7", "go"):
        talk(line)
    move = talk.until("bestmove")
    talk.lines.clear()
    talk("go time1 600000 time2 600000")
    assert talk.until("bestmove") == move


@pytest.mark.parametrize("line", ["position tesseract startpos", "setoption name Game value tesseract", "ucinewgame"])
def test_the_book_is_read_before_the_time_of_a_search_runs(
    line: str, talk: Talk, asked: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    talk("position tesseract startpos moves 00")
    read: list[str] = []
    monkeypatch.setattr(book, "prepare", lambda game: read.append(str(game)))
    talk(line)
    assert read == ["tesseract"]
    assert not asked
    talk("isready")
    assert read == ["tesseract", "tesseract"]
    talk("go infinite")
    assert talk("isready")[0] == "readyok"
    assert read == ["tesseract", "tesseract"]  # nobody waits for it while a search is running
    talk("stop")


@pytest.mark.parametrize(("between", "seconds"), [((), 0.2), (("isready",), 0.5)])
def test_what_the_book_took_is_taken_off_the_first_move(
    between: tuple[str, ...], seconds: float, talk: Talk, asked: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a clock that only the book moves on, when it is read for the first time."""
    steps = [0.3]
    now = [100.0]

    def prepare(_: Game) -> None:
        now[0] += steps.pop() if steps else 0.0

    monkeypatch.setattr(book, "prepare", prepare)
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    for line in ("position tesseract startpos", *between, "go movetime 500", "stop"):
        talk(line)
    assert asked["limits"].seconds == pytest.approx(seconds)
    for line in ("go movetime 500", "stop"):
        talk(line)
    assert asked["limits"].seconds == pytest.approx(0.5)


def test_a_share_of_the_clock() -> None:
    assert clock_share({"time1": 60_000, "inc1": 1_000}, 1) == 3.8
    assert clock_share({"time1": 100, "inc1": 5_000}, 1) == 0.05  # never over half of what is left
    assert clock_share({"time2": 60_000}, 1) == 0


def test_a_real_process() -> None:
    script = "uci\nposition tactix:size=3 startpos\ngo nodes 500\n"
    result = subprocess.run(
        [sys.executable, "-m", "quincunx", "engine"],
        input=script,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    lines = result.stdout.splitlines()
    assert "uciok" in lines
    assert lines[-1].startswith("bestmove ")
    assert result.stderr == ""


def test_bytes_that_are_no_text_are_answered_and_the_conversation_goes_on() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "quincunx", "engine"],
        input=b"setoption name Method value \xff\ngo nodes 5\nstop\nisready\n",
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"},
        timeout=60,
        check=True,
    )
    first, second = result.stdout.decode().splitlines()
    assert first.startswith("error xtic has no method")
    assert second == "readyok"
    assert result.stderr == b""


def test_only_some_moves_are_searched(talk: Talk) -> None:
    talk("position tactix:size=3 ooo/.../... 1")
    talk("go nodes 100 searchmoves a1 C1")
    assert talk.until("bestmove") in ("bestmove a1", "bestmove c1")
    assert sum(line.startswith("info multipv") for line in talk.lines) == 2


@pytest.mark.parametrize("line", ["go searchmoves", "go searchmoves a1 a2", "go movestogo 0", "ponderhit"])
def test_what_cannot_be_searched_is_refused(talk: Talk, line: str) -> None:
    talk("position tactix:size=3 ooo/.../... 1")
    assert [said.split()[0] for said in talk(line)] == ["error"]


def test_moves_to_go_share_the_clock(talk: Talk, asked: dict[str, Any]) -> None:
    talk("go time1 60000 movestogo 4")
    talk("stop")
    assert asked["limits"].seconds == 15.0


@pytest.mark.parametrize("end", ["ponderhit", "stop"])
def test_pondering_answers_only_after_the_expected_move(talk: Talk, asked: dict[str, Any], end: str) -> None:
    talk("go ponder movetime 60000")
    assert talk("isready") == ["readyok"]
    assert not any(line.startswith("bestmove") for line in talk.lines)
    talk(end)
    assert talk.until("bestmove")
    assert asked["limits"].seconds == 0.0  # the opponent's time is free


def test_the_time_runs_from_the_expected_move_on(talk: Talk) -> None:
    talk("position tactix:size=6 startpos")
    talk("setoption name Method value playouts")
    talk("go ponder movetime 1")
    talk("ponderhit")
    assert talk.until("bestmove")
    assert talk("ponderhit")[0].startswith("error")
