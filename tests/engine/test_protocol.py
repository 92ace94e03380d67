"""The engine as a process: a conversation as another program would have it."""

import os
import re
import subprocess
import sys
import threading

import pytest

from quincunx.engine.protocol import Session, clock_share


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
    assert talk("go perft 2") == ["nodes 48"]  # worked by hand
    assert talk("quit") == []


def test_an_infinite_search_goes_on_until_it_is_stopped(talk: Talk) -> None:
    talk("position tactix:size=3 startpos")
    talk("go infinite")
    assert talk("isready") == ["readyok"]
    assert talk("go nodes 5") == ["error a search is running; `stop` ends it"]
    assert talk("position xtic startpos") == ["error a search is running; `stop` ends it"]
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
        ("dance", "unknown command 'dance'"),
        ("position", "write: position GAME startpos"),
        ("position chess startpos", "there is no game 'chess'"),
        ("position xtic 0123/..../..../.... =4", "a line is complete"),
        ("position xtic startpos moves =7 =8", "the piece 7 is in hand"),
        ("setoption Level", "write: setoption name NAME value VALUE"),
        ("setoption name Level value god", "xtic has no level 'god'"),
        ("setoption name Colour value red", "there is no option Colour"),
        ("setoption name Threads value two", "Threads needs a whole number, not 'two'"),
        ("setoption name Threads value 0", "threads is 0: it has to be from 1 to 256"),
        ("go depth", "depth needs a whole number, not ''"),
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
    assert talk("go") == ["error the game is over: there is nothing to think about"]


def test_a_search_that_cannot_be_is_told_and_the_next_may_come(talk: Talk) -> None:
    talk("setoption name Hash value 1000000000")
    talk("go nodes 5")
    assert "not as much memory" in talk.until("error")
    talk("setoption name Hash value 0")
    talk("go nodes 5")
    talk.until("bestmove")


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
