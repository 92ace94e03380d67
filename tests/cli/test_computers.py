"""`match` and what long work prints: refusals, settings, Ctrl-C, progress where there is no terminal."""

from __future__ import annotations

import contextlib
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from quincunx import arena, games
from quincunx.arena.players import ArenaPlayer, open_player
from quincunx.arena.players.failure import Failure
from quincunx.cli import main
from quincunx.cli import progress as arena_progress
from quincunx.cli import proofs as proof_commands
from quincunx.law.messages import text
from quincunx.proofs import Progress

PATIENCE = 60.0


@pytest.fixture(autouse=True)
def _here(settings_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(settings_file.parent)


def run(*words: str) -> Result:
    return CliRunner(catch_exceptions=False).invoke(main, list(words))


# Who cannot begin


@pytest.mark.parametrize(
    ("player", "reason"),
    [
        ("x=engine:/nosuch", "/nosuch cannot be started: No such file or directory"),
        ("x=engine:false", text("arena.failure.exit", code=1)),
        ("nowhere:Class", "stderr: ModuleNotFoundError"),
        (
            "x=bot:http://127.0.0.1:9/",
            text("arena.failure.unreachable", host="127.0.0.1", port=9, error="Connection refused"),
        ),
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_a_match_with_a_player_who_cannot_begin_is_refused(player: str, reason: str, first: bool) -> None:
    ran = run("match", "tactix:size=3", *((player, "easy") if first else ("easy", player)))
    assert (ran.exit_code, ran.stdout) == (1, "")
    assert ran.stderr.startswith("quincunx: ")
    assert reason in ran.stderr


def test_a_player_who_fails_later_loses_and_the_record_is_printed() -> None:
    Path("liar.py").write_text("class Liar:\n    def __init__(self, seed): ...\n    choose = lambda *_: 'z9'\n")
    ran = run("match", "tactix:size=3", "easy", "liar:Liar")
    assert ran.exit_code == 0
    assert ran.stderr.startswith("Seat 2: illegal: 'z9': ")
    assert '[Result "1-0"]' in ran.stdout


def test_options_of_the_settings_count_where_none_are_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINCUNX_GAMES_TACTIX", "size=3")
    assert '[Game "tactix:size=3"]' in run("match", "tactix", "easy", "easy").stdout
    assert '[Game "tactix"]' in run("match", "tactix:size=4", "easy", "easy").stdout
    monkeypatch.setenv("QUINCUNX_GAMES_XCHAIN", "seats=3,size=3x3")
    ran = run("match", "xchain", "easy", "easy")
    assert ran.exit_code == 2
    assert "xchain:seats=3,size=3x3 needs 3 players, got 2" in ran.stderr


# Ctrl-C

PLAYERS = """
class Slow:
    def __init__(self, seed): ...
    def choose(self, state, seconds):
        print("thinking", flush=True)
        while True: ...
"""


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("a level", ["tritoc", "dont-try", "slow:Slow"]),
        ("another level", ["xchain", "dont-try", "slow:Slow"]),
        ("a class", ["tactix", "slow:Slow", "easy"]),
    ],
)
def test_ctrl_c_stops_a_match_at_once(name: str, words: list[str]) -> None:
    """It is sent as soon as a thought has begun that would take an hour or for ever."""
    Path("slow.py").write_text(PLAYERS)
    program = (
        "import signal, sys, threading; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from quincunx.arena import players; from quincunx.arena.players import process\n"
        "def told(choose):\n"
        "    def asked(self, *words):\n"
        "        print('thinking', file=sys.stderr, flush=True)\n"
        "        return choose(self, *words)\n"
        "    return asked\n"
        "for kind in (players.LevelPlayer, process.ProcessPlayer): kind.choose = told(kind.choose)\n"
        "opened = players.open_player\n"
        "players.open_player = lambda entrant, game, _: opened(entrant, game, 1000.0)\n"
        "from quincunx.cli import main; main(prog_name='quincunx')\n"
    )
    started = [sys.executable, "-c", program, "match", *words]
    with subprocess.Popen(started, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr
        assert running.stderr.readline() == "thinking\n", name
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=PATIENCE)
    assert (running.returncode, out, err.replace("thinking\n", "")) == (130, "", "")


def ended(player: ArenaPlayer, work: Callable[[], object]) -> bool:
    """Whether the work, begun in a thread, ends when the player is stopped."""
    begun = threading.Thread(target=_quietly, args=(work,), daemon=True)
    begun.start()
    player.stop()
    begun.join(PATIENCE)
    return not begun.is_alive()


def _quietly(work: Callable[[], object]) -> None:
    with contextlib.suppress(Failure):
        work()


@pytest.mark.parametrize("spec", ["dont-try", "slow:Slow", "engine:cat", "bot:http://127.0.0.1:9/"])
def test_every_kind_of_player_can_be_stopped_before_or_while_it_thinks(spec: str) -> None:
    Path("slow.py").write_text(PLAYERS)
    law = games.game("tritoc")
    state = law.start("").play("7")
    player = open_player(arena.entrant(spec, law), law, 1000.0)

    def work() -> None:
        player.begin(1)
        player.choose(state, None, 3600.0)

    try:
        assert ended(player, work)
        assert ended(player, work)  # and it stays so
    finally:
        player.close()


# Progress where there is no terminal


def test_a_match_tells_now_and_then_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena_progress, "HEARTBEAT", 0.0)
    ran = run("match", "tactix:size=3", "easy", "easy", "--seed", "1")
    assert ran.exit_code == 0
    assert ran.stderr.splitlines()[:2] == ["1 move", "2 moves"]


@pytest.mark.parametrize("heartbeat", [0.0, 1e9])
def test_a_proof_tells_that_it_goes_on_though_nothing_new_is_proved(
    heartbeat: float, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(proof_commands, "HEARTBEAT", heartbeat)
    tell = proof_commands.teller(0.0)
    for nodes in (1, 2, 3):
        tell(Progress(0.5, "looking", nodes))
    tell(Progress(0.52, "looking", 4))
    lines = capsys.readouterr().err.splitlines()
    assert [re.findall(r"(\d) nodes", line) for line in lines] == (
        [["1"], ["4"]] if heartbeat else [["1"], ["2"], ["3"], ["4"]]
    )
    assert re.fullmatch(r" 50\.0%  looking  1 nodes, 0\.00 M/s  \d+:\d\d", lines[0])
