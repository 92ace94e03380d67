"""A seat at a table of a real server, taken from the terminal."""

from __future__ import annotations

import asyncio
import os
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from live_server import OPEN, PATIENCE, Player, opened, person, wait_for
from textual.widgets import Static

from quincunx import games, record
from quincunx.law.messages import text
from quincunx.table.updates import Follower
from quincunx.terminal import client
from quincunx.terminal.client import NetworkMatch, NetworkRefusal, TableLink, api
from quincunx.terminal.match import Json
from quincunx.terminal.saved_games import SavedGames
from quincunx.terminal.saves import export
from quincunx.terminal.screen.app import Quincunx

NOWHERE = SavedGames(Path("/dev/null/games"), autosave=False)
SECRET = "a-secret-that-is-long-enough-for-it"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with opened(tmp_path_factory.mktemp("server") / "games.sqlite") as url:
        yield url


@pytest.fixture
def ada(url: str) -> Iterator[Player]:
    with Player(url) as ada:
        yield ada


def invited(ada: Player, game: str) -> str:
    """A table with Ada in seat 1; the link to seat 2."""
    table = ada.open(game, person("Ada"), OPEN)
    return f"{ada.url}t/{table['id']}/sit/2#invite={table['invites']['2']}&watch={table['watch']}"


def test_a_whole_match_and_its_rematch_on_the_screen(ada: Player) -> None:
    link = invited(ada, "tactix:size=3")
    match = NetworkMatch(TableLink.read(link), "Bob", SECRET)
    table = TableLink.read(link).table
    app = Quincunx(match, games.game("tactix:size=3"), NOWHERE)

    def status() -> str:
        return str(app.query_one("#status", Static).render())

    async def test() -> None:
        async with app.run_test() as pilot:

            async def until(what: Callable[[], bool]) -> None:
                late = time.monotonic() + PATIENCE
                while not what():
                    assert time.monotonic() < late, status()
                    await pilot.pause(0.01)

            await until(lambda: "Ada's turn" in status())
            await pilot.press(*"c3", "enter")
            await until(lambda: "It is not Bob's turn" in status())
            await asyncio.to_thread(ada.do, "move", table, seat=1, move="a1-c1")
            await until(lambda: "Bob's turn to" in status())
            await pilot.press("f3")
            await until(lambda: text("terminal.no-hints") in status())
            await pilot.press(*"a2-c2", "enter")
            await until(lambda: "Ada's turn" in status())
            await pilot.press("f5")
            await until(lambda: text("terminal.status.asked-undo") in status())
            await asyncio.to_thread(ada.do, "answer", table, seat=1, yes=True)
            await until(lambda: "Bob's turn" in status())
            await pilot.press(*"a2-c2", "enter")
            await until(lambda: "Ada's turn" in status())
            await asyncio.to_thread(ada.do, "ask", table, seat=1, what="hints")
            await until(lambda: "Yes or no" in status())
            await pilot.press("n", "enter")
            await until(lambda: "Ada's turn" in status())
            await asyncio.to_thread(ada.do, "move", table, seat=1, move="a3-b3")
            await until(lambda: "Bob's turn" in status())
            await pilot.press(*"c3", "enter")
            await until(lambda: "Ada wins" in status())
            await pilot.press("y", "enter")
            await until(lambda: bool(ada.table(table)["question"]))
            await asyncio.to_thread(ada.do, "rematch", table)
            await until(lambda: app.match is not match)
            await until(lambda: "Bob's turn" in status())
            await pilot.press("f10")
            await until(lambda: not app.is_running)

    async def and_close() -> None:
        try:
            await test()
        finally:
            if app.match:  # else a failure would wait for the thread that waits for the server
                app.match.close()

    asyncio.run(and_close())
    assert ada.table(table)["outcome"]["winner"] == 1


def test_a_match_line_by_line(ada: Player, tmp_path: Path) -> None:
    link = invited(ada, "tactix:size=3")
    table = TableLink.read(link).table
    words = [sys.executable, "-m", "quincunx", "play", "--plain", "--join", link, "--name", "Bob"]
    environment = {**os.environ, "QUINCUNX_CONFIG": str(tmp_path / "none"), "QUINCUNX_SECRET": SECRET}
    version = ada.table(table)["version"]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdin
        ada.wait_for_change(table, version)
        ada.do("move", table, seat=1, move="a1-c1")
        process.stdin.write("a1\na2-c2\n")
        process.stdin.flush()
        wait_for(lambda: len(ada.table(table)["history"]) == 2)
        ada.do("move", table, seat=1, move="a3-b3")
        reply, trouble = process.communicate("c3\nn\n", timeout=PATIENCE)
    assert (process.returncode, trouble) == (0, "")
    assert "Ada: a1-c1" in reply
    assert text("tactix.empty", square="a1") in reply
    assert "Ada wins. Bob took the last counter" in reply


def test_the_stream_brings_only_changes_and_what_was_lost_comes_again(
    ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    take, lost = Follower.take, list[Json]()

    def losing(follower: Follower, message: Json) -> bool:
        if message.get("update", {}).get("last", {}).get("move") == "c3":
            lost.append(message)
            return False
        return take(follower, message)

    monkeypatch.setattr(Follower, "take", losing)
    link = TableLink.read(invited(ada, "xchain:size=3x3"))
    match = NetworkMatch(link, "Bob", SECRET)
    for moves, (seat, move) in enumerate([(1, "a1"), (2, "c3"), (1, "a1")], 1):
        match.do("move", seat, move=move) if seat == 2 else ada.do("move", link.table, seat=seat, move=move)
        while len(match.table["history"]) < moves:
            match.proceed()
    whole = ada.table(link.table)
    assert len(lost) == 1
    assert whole["last"]["steps"], "a corner with two explodes"
    assert {key: match.table[key] for key in ("state", "last", "history")} == {
        key: whole[key] for key in ("state", "last", "history")
    }
    match.close()


def test_who_has_the_seat_already_comes_back_to_it(ada: Player) -> None:
    link = TableLink.read(invited(ada, "tactix"))
    first = NetworkMatch(link, "Bob", SECRET)
    again = NetworkMatch(link._replace(seat=None, invite="", watch=""), "Bob", SECRET)
    assert first.table["mine"] == again.table["mine"] == [2]
    first.close()
    again.close()
    again.proceed()  # nothing will happen any more, and nobody waits for it


def test_a_match_of_a_server_is_exported_here_and_saved_there(ada: Player, tmp_path: Path) -> None:
    link = TableLink.read(invited(ada, "tactix"))
    match = NetworkMatch(link, "Bob", SECRET)
    ada.do("move", link.table, seat=1, move="a1")
    assert export.write(match, "export", tmp_path / "record") == f"The record is in {tmp_path / 'record'}."
    (found,) = record.read((tmp_path / "record").read_text("utf-8"))
    assert ([entry.token for entry in found.entries], found.players[1].name) == (["a1"], "Bob")
    for refused in (match.save, lambda: export.write(match, "save", tmp_path / "save")):
        with pytest.raises(NetworkRefusal, match="keeps this game"):
            refused()
    assert not (tmp_path / "save").exists()
    assert (match.saved_as, match.notices()) == ("", [])
    match.close()


def test_what_the_server_refuses_is_told_in_its_words(ada: Player, url: str) -> None:
    link = TableLink.read(invited(ada, "tactix"))
    with pytest.raises(NetworkRefusal, match="private"):
        NetworkMatch(link._replace(invite="wrong"), "Bob", SECRET)
    with pytest.raises(NetworkRefusal, match="no seat at this table"):
        NetworkMatch(link._replace(seat=None), "Bob", SECRET)
    with pytest.raises(NetworkRefusal, match="no such table"):
        NetworkMatch(TableLink.read(f"{url}t/nothing"), "Bob", SECRET)
    with pytest.raises(NetworkRefusal, match="secret"):
        NetworkMatch(link, "Bob", "short")
    assert ada.table(link.table)["seats"][1]["open"]


def test_a_server_that_is_not_there_is_reported() -> None:
    with pytest.raises(NetworkRefusal, match=r"Can't reach the server at 127\.0\.0\.1:1: Connection refused\."):
        NetworkMatch(TableLink.read("http://127.0.0.1:1/t/abc"), "Bob", SECRET)


def test_a_lost_connection_is_opened_again_and_given_up_at_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quincunx.terminal.client.match.TRIES", 1)
    with opened(tmp_path / "games.sqlite") as url, Player(url) as ada:
        match = NetworkMatch(TableLink.read(invited(ada, "tactix")), "Bob", SECRET)
        match.proceed()
        assert match._stream
        match._stream[0].sock.shutdown(socket.SHUT_RDWR)
        ada.do("move", match.table["id"], seat=1, move="a1")
        while not match.table["history"]:
            match.proceed()
    with pytest.raises(NetworkRefusal, match="is lost"):
        hear_all(match)
    match.close()


def test_an_answer_that_comes_late_does_not_hide_what_was_heard_since(
    ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = NetworkMatch(TableLink.read(invited(ada, "tactix")), "Bob", SECRET)
    table = match.table["id"]
    ada.do("move", table, seat=1, move="a1")
    while not match.table["history"]:
        match.proceed()
    ask = api.ServerApi.ask

    def late(running: api.ServerApi, path: str, body: Json | None = None) -> Json:
        answer = ask(running, path, body)
        if body is None:
            ada.do("move", table, seat=1, move="c1")
            while len(match.table["history"]) < 3:
                match.proceed()
        return answer

    monkeypatch.setattr(api.ServerApi, "ask", late)
    match.do("move", 2, move="b1")
    assert [ply["token"] for ply in match.table["history"]] == ["a1", "b1", "c1"]
    match.close()


def test_a_refusal_is_told_at_once_and_as_it_is(ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    match = NetworkMatch(TableLink.read(invited(ada, "tactix")), "Bob", SECRET)
    ask, lost = api.ServerApi.ask, [OSError("lost")]

    def once_lost(running: api.ServerApi, path: str, body: Json | None = None) -> Json:
        if lost:
            raise lost.pop()
        return ask(running, path, body)

    monkeypatch.setattr(api.ServerApi, "ask", once_lost)
    with pytest.raises(NetworkRefusal, match=r"^[Ii]t is not [Ss]eat 2's turn"):
        match.do("move", 2, move="a1")
    ada.do("resign", match.table["id"], seat=1)
    ada.http.delete(f"/api/tables/{match.table['id']}").raise_for_status()
    with pytest.raises(NetworkRefusal, match="no such table"):  # and not after a minute of trying
        hear_all(match)
    match.close()


def test_what_is_no_server_is_told() -> None:
    class Elsewhere(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"<html>\xff")

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        threading.Thread(target=server.serve_forever).start()
        try:
            with pytest.raises(NetworkRefusal, match="Can't reach the server"):
                NetworkMatch(TableLink.read(f"http://127.0.0.1:{server.server_port}/t/abc"), "Bob", SECRET)
        finally:
            server.shutdown()


def hear_all(match: NetworkMatch) -> None:
    while True:
        match.proceed()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "http://x",
        "ftp://x/t/1",
        "http://x/t/1/sit/two",
        "http://x/table/1",
        "http:///t/1",
        "/t/1",
        "http://[::1/t/1",
        "http://x/t/é",
    ],
)
def test_what_is_no_link_is_refused(text: str) -> None:
    with pytest.raises(NetworkRefusal, match="is not a link to a table"):
        TableLink.read(text)


def test_ones_secret_is_made_once_and_kept_from_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QUINCUNX_SECRET", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    made = client.secret()
    assert len(made) >= 22
    assert client.secret() == made
    (file,) = (path for path in tmp_path.rglob("*") if path.is_file())
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    monkeypatch.setenv("QUINCUNX_SECRET", SECRET)
    assert client.secret() == SECRET


@pytest.mark.parametrize("typed", ["", "quit\n"])
def test_line_mode_ends_while_the_other_player_is_to_move(ada: Player, tmp_path: Path, typed: str) -> None:
    command = [sys.executable, "-m", "quincunx", "play", "--plain", "--join", invited(ada, "tactix")]
    done = subprocess.run(command, input=typed, text=True, capture_output=True, timeout=60, env={"HOME": str(tmp_path)})
    assert done.returncode == 0, done.stderr
