"""Players of every kind, and all the ways in which one can fail: each costs that match and nothing else."""

from __future__ import annotations

import json
import os
import select
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from textwrap import dedent

import pytest

from quincunx import arena, books, games, record
from quincunx.arena import match
from quincunx.arena.match import play_batch
from quincunx.arena.players import check, open_player
from quincunx.arena.players.process import ProcessPlayer
from quincunx.arena.schedule import wave
from quincunx.arena.tournament import Result, Tournament
from quincunx.games import Refused
from quincunx.games.tactix import book as tactix
from quincunx.law.messages import Message, text

CLASSES = '''
    """Classes as somebody might bring them."""
    import os, sys, time

    class First:
        """Takes the first legal move, and tells the world."""
        def __init__(self, seed):
            self.seed = seed
        def choose(self, state, seconds):
            print("bestmove nonsense")  # heard by nobody
            return state.moves()[0]

    class Remembering(First):
        """Plays differently in its second match, if anything were kept from the first."""
        def choose(self, state, seconds):
            if not hasattr(self, "count"):
                self.count = 0
            self.count += 1
            return state.moves()[self.count % len(state.moves())]

    class Shelf(First, dict):
        """Empty, and so false, at first."""
        def choose(self, state, seconds):
            self.count = getattr(self, "count", 0) + 1
            return state.moves()[self.count % len(state.moves())]

    class Raises(First):
        def choose(self, state, seconds):
            raise RuntimeError("no idea")

    class Dies(First):
        def choose(self, state, seconds):
            os._exit(7)

    class Hangs(First):
        def choose(self, state, seconds):
            while True:
                pass

    class Lies(First):
        def choose(self, state, seconds):
            return "z99"

    class Nothing(First):
        def choose(self, state, seconds):
            return None

    class Unborn:
        def __init__(self, seed):
            raise ValueError("not today")
        def choose(self, state, seconds):
            return ""

    class OnTime(First):
        def choose(self, state, seconds):
            assert seconds == 0.5, seconds
            return state.moves()[-1]

    class NoPlayer:
        pass
'''


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the classes in it, as a bot writer's would be."""
    (tmp_path / "mine.py").write_text(dedent(CLASSES))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def meet(*specs: str, game: str = "tactix:size=3", games_each: int = 2, move_time: float | None = None) -> list[Result]:
    law = games.game(game)
    tournament = Tournament(
        game, tuple(arena.entrant(s, law) for s in specs), "round-robin", games_each, "s", move_time=move_time
    )
    results, _ = play_batch(tournament, wave(tournament, 0, {}))
    for result in results:
        (match,) = record.read(result.record)  # which checks every move and the ending
        assert match.result == result.score
    return results


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """An arena in which a player on a busy machine may be late."""
    monkeypatch.setattr(match, "GRACE", match.PATIENCE)


def faults(results: list[Result]) -> list[tuple[int, str]]:
    """The player and the kind of every fault."""
    return [(result.seats[fault.seat - 1], fault.kind) for result in results for fault in result.faults]


def test_levels_meet_and_every_match_can_be_repeated() -> None:
    results = meet("easy", "other=easy", "random", games_each=4)
    assert not faults(results)
    again = meet("easy", "other=easy", "random", games_each=4)
    assert [result.record for result in again] == [result.record for result in results]


@pytest.mark.parametrize("game", ["xtic", "tritoc", "tesseract:dims=3", "xchain:size=3x3"])
def test_a_class_plays_every_game_and_what_it_prints_disturbs_nobody(game: str) -> None:
    results = meet("mine:First", "random", game=game)
    assert not faults(results)
    assert '[Kind1 "bot"]' in results[0].record


def test_a_player_that_is_false_is_kept_for_its_match_all_the_same() -> None:
    def moves(spec: str) -> list[str]:
        return [result.record.partition("\n\n")[2] for result in meet(f"mine=mine:{spec}", "easy", game="tactix")]

    assert moves("Shelf") == moves("Remembering")


def test_a_class_is_made_anew_for_every_match() -> None:
    alone = meet("mine:Remembering", "easy")
    law = games.game("tactix:size=3")
    tournament = Tournament(
        str(law), (arena.entrant("mine:Remembering", law), arena.entrant("easy", law)), "round-robin", 2, "s"
    )
    both = wave(tournament, 0, {})
    one_by_one = [play_batch(tournament, [pairing])[0][0] for pairing in both]
    assert [result.record for result in one_by_one] == [result.record for result in alone]


def exited(code: int, line: str = "") -> str:
    """What is said of a process that ended, with its last line on stderr."""
    how = Message("arena.failure.exit", code=code)
    return text("arena.failure.complaint", how=how, line=line) if line else str(how)


@pytest.mark.parametrize(
    ("name", "kind", "reason"),
    [
        ("Raises", "crash", exited(1, "RuntimeError: no idea")),
        ("Dies", "crash", exited(7)),
        ("Lies", "illegal", text("arena.failure.illegal", move="z99", reason="")),
        ("Nothing", "illegal", text("arena.failure.illegal", move="None", reason="")),
        ("Unborn", "crash", exited(1, "ValueError: not today")),
    ],
)
def test_a_class_that_fails_loses_that_match_and_is_told(name: str, kind: str, reason: str) -> None:
    results = meet(f"mine:{name}", "random")
    assert faults(results) == [(0, kind)] * 2
    assert all(result.points[result.seats.index(0)] == 0 for result in results)
    assert results[0].faults[0].reason.startswith(reason)
    assert f'[Fault1 "{kind}: ' in results[0].record


def test_a_class_that_hangs_is_ended_and_plays_the_next_match() -> None:
    results = meet("mine:Hangs", "random", move_time=0.05)
    assert faults(results) == [(0, "timeout")] * 2
    assert results[0].faults[0].reason == text("arena.failure.no-word", word="bestmove", seconds="0.3")


@pytest.mark.usefixtures("patient")
def test_players_are_told_the_time_for_a_move() -> None:
    assert not faults(meet("mine:OnTime", "easy", move_time=0.5))


def test_of_three_who_fails_leaves_and_the_others_play_on() -> None:
    results = meet("mine:Lies", "random", "easy", game="xchain:seats=3,size=3x3", games_each=3)
    assert faults(results) == [(0, "illegal")] * 3
    for result in results:
        assert result.places[result.seats.index(0)] == 3
        assert sorted(result.places) == [1, 2, 3]
        assert ":absent" in result.record


def test_a_clock_that_runs_out_is_told_as_time() -> None:
    law = games.game("tactix:size=3")
    players = (arena.entrant("mine:Hangs", law), arena.entrant("easy", law))
    tournament = Tournament(str(law), players, "round-robin", 2, "s", clock="1+0")
    ((result,), _) = play_batch(tournament, wave(tournament, 0, {})[:1])
    assert (result.why, faults([result])) == ("time", [(0, "timeout")])
    (match,) = record.read(result.record)
    assert str(match.clock) == "1+0"


# Engines

ENGINE = f"engine:{sys.executable} -m quincunx engine"


@pytest.mark.usefixtures("patient")
def test_our_own_engine_plays_as_a_process() -> None:
    results = meet(f"house={ENGINE}", "random", move_time=0.05)
    assert not faults(results)


def test_an_engine_of_ten_lines_in_any_language(here: Path) -> None:
    script = here / "engine.sh"
    script.write_text(
        dedent("""\
        while read -r word rest; do
          case $word in
            uci) echo id name shell; echo uciok ;;
            isready) echo readyok ;;
            go) echo info nothing; echo bestmove a1 ;;
            quit) exit ;;
          esac
        done
        """)
    )
    results = meet(f"shell=engine:sh {script}", "random")
    assert faults(results) == [(0, "illegal")] * 2  # a1 again and again
    assert "a1" in results[0].faults[0].reason


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        (
            "echo uciok; read a; read b; echo 'error out of wits'; cat",
            text("arena.failure.said", line="error out of wits"),
        ),
        ("echo alas >&2; exit 3", exited(3, "alas")),
        ("echo uciok; exec <&- >&-; sleep 60", text("arena.failure.pipes")),
    ],
)
def test_engines_that_fail(here: Path, script: str, reason: str) -> None:
    (here / "bad.sh").write_text(script)
    results = meet("bad=engine:sh bad.sh", "random")
    assert faults(results) == [(0, "crash")] * 2
    assert reason in results[0].faults[0].reason


def test_an_engine_that_talks_without_end_is_ended_with_all_it_started(here: Path) -> None:
    os.mkfifo(here / "sign of life")
    (here / "talker.py").write_text(
        'sign = open("sign of life", "w")\nsign.write("alive")\nsign.flush()\n'
        'print("readyok")\n'  # here, and not by its parent: the time of a move is short for a program to start
        'while True: print("bestmove" * 1000, "info" * 1000)\n'
    )
    (here / "parent.sh").write_text(f"echo uciok; {sys.executable} talker.py; cat")
    sign = os.open(here / "sign of life", os.O_RDONLY | os.O_NONBLOCK)
    try:
        results = meet("talker=engine:sh parent.sh", "random", games_each=1, move_time=1.0)
        assert faults(results) == [(0, "timeout")] * 2
        heard = b""
        while select.select([sign], [], [], 30)[0] and (more := os.read(sign, 100)):
            heard += more
        assert heard == b"alive" * 2  # and then an end: nobody holds the other side any more
        assert select.select([sign], [], [], 0)[0]
    finally:
        os.close(sign)


def test_what_an_engine_left_behind_is_not_waited_for(here: Path) -> None:
    os.mkfifo(here / "left")
    os.mkfifo(here / "never")
    # It leaves the process group, says so, holds the pipes, and ends only when somebody opens the other side.
    (here / "parent.sh").write_text("setsid sh -c 'echo > left; read a < never' & read a < left; exec sh engine.sh")
    (here / "engine.sh").write_text("echo uciok; read a; read b; read c; echo readyok; read d")
    player = ProcessPlayer(["sh", "parent.sh"])
    player.begin(0)
    closing = threading.Thread(target=player.close, daemon=True)
    closing.start()
    closing.join(20)
    held = closing.is_alive()
    os.close(os.open(here / "never", os.O_WRONLY))
    assert not held


# Bots


@pytest.fixture
def bot() -> Iterator[Callable[[Callable[[BaseHTTPRequestHandler, dict[str, object]], None]], str]]:
    """Opens a bot that answers a question as the given function does; its address."""
    servers: list[ThreadingHTTPServer] = []

    def open_bot(answer: Callable[[BaseHTTPRequestHandler, dict[str, object]], None]) -> str:
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                answer(self, json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

            def log_message(self, format: str, *args: object) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        server.block_on_close = False
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        servers.append(server)
        return f"bot:http://127.0.0.1:{server.server_port}/"

    yield open_bot
    for server in servers:
        server.shutdown()
        server.server_close()


OpenBot = Callable[[Callable[[BaseHTTPRequestHandler, dict[str, object]], None]], str]


def say(handler: BaseHTTPRequestHandler, body: bytes, code: int = 200) -> None:
    handler.send_response(code)
    handler.end_headers()
    handler.wfile.write(body)


def test_a_bot_is_sent_the_position_and_answers_with_a_move(bot: OpenBot) -> None:
    asked = []

    def answer(handler: BaseHTTPRequestHandler, question: dict[str, object]) -> None:
        asked.append(question)
        say(handler, json.dumps({"move": question["moves"][-1]}).encode())  # type: ignore[index]

    results = meet(f"far={bot(answer)}", "easy", move_time=5)
    assert not faults(results)
    for question in asked:
        state = games.parse(str(question["position"]))
        assert question["moves"] == list(state.moves())
        assert (question["seat"], question["seconds"]) == (state.actor, 5)


NONSENSE = text("arena.failure.answer", answer="").removesuffix(".")


@pytest.mark.parametrize(
    ("body", "code", "kind", "reason"),
    [
        (b"{}", 500, "crash", text("arena.failure.http", status=500, error="Internal Server Error")),
        (b"<html>", 200, "crash", NONSENSE),
        (b'{"move": 3}', 200, "crash", NONSENSE),
        (b"[]", 200, "crash", NONSENSE),
        (b'{"move": "z9"}', 200, "illegal", text("arena.failure.illegal", move="z9", reason="")),
    ],
)
def test_bots_that_answer_nonsense(bot: OpenBot, body: bytes, code: int, kind: str, reason: str) -> None:
    results = meet(f"far={bot(lambda handler, _: say(handler, body, code))}", "random")
    assert faults(results) == [(0, kind)] * 2
    assert results[0].faults[0].reason.startswith(reason)


def test_a_bot_that_trickles_its_answer_is_not_waited_for(bot: OpenBot) -> None:
    ended = threading.Event()

    def answer(handler: BaseHTTPRequestHandler, question: dict[str, object]) -> None:  # noqa: ARG001
        handler.send_response(200)
        handler.end_headers()
        while not ended.wait(0.02):
            handler.wfile.write(b" ")

    try:
        results = meet(f"far={bot(answer)}", "random", move_time=0.05)
    finally:
        ended.set()
    assert faults(results) == [(0, "timeout")] * 2


def test_a_bot_has_to_listen_before_the_first_match(bot: OpenBot, monkeypatch: pytest.MonkeyPatch) -> None:
    tactix = games.game("tactix")
    there = bot(lambda handler, _: say(handler, b"{}"))
    assert check(arena.entrant(there, tactix), "tactix") is None
    gone = arena.entrant("far=bot:http://127.0.0.1:9/", tactix)
    assert check(gone, "tactix") == Message(
        "arena.failure.unreachable", host="127.0.0.1", port=9, error="Connection refused"
    )
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9/")
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    assert check(gone, "tactix") is None  # only the proxy could tell


def test_a_bot_that_is_not_there() -> None:
    results = meet("far=bot:http://127.0.0.1:9/", "random")
    assert faults(results) == [(0, "crash")] * 2


# Names


@pytest.mark.parametrize(
    ("spec", "code"),
    [
        ("god", ""),
        ("engine:", "arena.player.no-command"),
        ("engine:'half", "arena.player.command"),
        ("bot:ftp://x/", "arena.player.url"),
        ("bot:nowhere", "arena.player.url"),
        ("my module:Class", "arena.player.unknown"),
        ("mine:", "arena.player.unknown"),
        ("bot:http://127.0.0.1:99999/", "arena.player.url"),
        ("bot:http://127.0.0.1:0/", "arena.player.url"),
        ("a*=easy", "arena.player.name"),
        ("=easy", "arena.player.name"),
        ("-x=easy", "arena.player.name"),
        ("Ada =", "arena.player.name"),
        ("é=engine:./mine", "arena.player.name"),
        (f"{'x' * 41}=easy", ""),
    ],
)
def test_specs_that_name_nobody_are_refused(spec: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        arena.entrant(spec, games.game("tactix"))
    assert refused.value.code.startswith(code)


def test_names() -> None:
    tactix = games.game("tactix")
    named = {
        "easy": "easy",
        "strong one=hard": "strong one",
        "mine:First": "mine:First",
        "engine:/usr/bin/env python --x=1": "env python --x=1",
        "bot:http://127.0.0.1:8000/play": "http://127.0.0.1:8000/play",
    }
    for spec, name in named.items():
        assert arena.entrant(spec, tactix).name == name


@pytest.mark.parametrize("name", ["A", "7 of 9", "my.bot_2-b", "x" * 40])
def test_what_a_name_may_be(name: str) -> None:
    assert arena.entrant(f"{name}=easy", games.game("tactix")).name == name


@pytest.mark.parametrize("spec", ["mine:NoPlayer", "mine:Missing", "nowhere:Class", "engine:./missing", "mine:Unborn"])
def test_who_cannot_begin_is_found_before_the_event(spec: str) -> None:
    tactix = games.game("tactix")
    assert check(arena.entrant(spec, tactix), "tactix")
    assert check(arena.entrant("mine:First", tactix), "tactix") is None


def test_a_book_is_opened_before_the_time_of_a_move_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    law = games.game("tactix:size=6")
    player = open_player(arena.entrant("perfect", law), law, 1.0)
    tactix._lines.cache_clear()
    player.begin(1)
    monkeypatch.setattr(books, "load", lambda name: pytest.fail(f"{name} is opened during the first move"))
    assert player.choose(law.start(""), None, 60.0) in law.start("").moves()


def test_budgets_are_scaled_together() -> None:
    law = games.game("tactix:size=5")
    players = (arena.entrant("dont-try", law), arena.entrant("hard", law))
    matches = [
        play_batch(tournament, wave(tournament, 0, {}))[0][0].record
        for tournament in (Tournament(str(law), players, "round-robin", 1, "s", scale=scale) for scale in (1.0, 0.001))
    ]
    assert matches[0] != matches[1]
