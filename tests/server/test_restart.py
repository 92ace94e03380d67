"""What survives: a server that is closed and opened again, and one that is killed at any moment."""

from __future__ import annotations

import os
import random
import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from live_server import (
    OPEN,
    PATIENCE,
    UNLIMITED,
    Player,
    Socket,
    computer,
    invited,
    opened,
    person,
    play_out,
    wait_for,
)
from services import Server
from websockets.exceptions import ConnectionClosed, WebSocketException

from quincunx import record
from quincunx.engine import Analysis, Control, EngineRefusal
from quincunx.games import State
from quincunx.law.messages import Message, text
from quincunx.store import StoreRefusal


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def reply(database: Path, query: str) -> list[tuple[object, ...]]:
    """What stands in the database, without asking the server, which would wake the table."""
    connection = sqlite3.connect(database)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


def tired(_state: State, _level: str, _seed: str, _control: Control) -> tuple[str, Analysis]:
    raise EngineRefusal("engine.memory", method="search")


def test_everything_goes_on_where_it_was(database: Path) -> None:
    with opened(database) as url, Player(url) as ada, Player(url) as bob:
        place = invited(ada, bob, "tritoc", pace="300+5")
        ada.do("nonce", place, seat=1, nonce="salt")
        answer = ada.do("roll", place, seat=1, key="rolled")
        bob.do("chat", place, seat=2, text="hello")
        waiting = ada.open("xtic", person(), OPEN)
        before = bob.table(place)
    with opened(database) as url, Player(url, ada.secret) as ada, Player(url, bob.secret) as bob:
        after = bob.table(place)
        for key in ("state", "history", "dice", "chat", "mine"):
            assert after[key] == before[key]
        assert after["clock"]["running"] == before["clock"]["running"]
        assert ada.do("roll", place, seat=1, key="rolled") == answer
        assert ada.table(waiting["id"])["invites"] == waiting["invites"]
        bob.do("sit", waiting["id"], seat=2, invite=waiting["invites"]["2"])
        assert bob.table(waiting["id"])["began"]


def test_a_computer_that_was_to_move_does_when_the_server_opens_again(
    database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with opened(database, choose=tired) as url, Player(url) as ada:
        place = ada.open("tactix:size=3", computer("hard"), person())["id"]
        wait_for(lambda: "the computer cannot play" in caplog.text)
        assert ada.table(place)["history"] == []
    with opened(database) as url, Player(url, ada.secret) as ada:
        wait_for(lambda: reply(database, "SELECT count(*) FROM events WHERE event LIKE '%Moved%'") == [(1,)])
        assert play_out(place, ada)["over"]


class Clock:
    """A clock on the wall that stands still until it is set."""

    def __init__(self) -> None:
        self.now = 1_790_000_000.0

    def __call__(self) -> float:
        return self.now


def test_nobody_loses_time_while_the_server_is_stopped(database: Path) -> None:
    clock = Clock()
    with opened(database, clock=clock) as url, Player(url) as ada:
        place = ada.open("tactix", person(), person("Bob"), pace="60+0")["id"]
        ada.do("move", place, seat=1, move="c4")
        ada.do("move", place, seat=2, move="d4")
        clock.now += 10
        ada.do("move", place, seat=1, move="a1")
        clock.now += 20
    clock.now += 86_400
    with opened(database, clock=clock) as url, Player(url, ada.secret) as ada:
        table = ada.table(place)
        assert [seat["left"] for seat in table["seats"]] == [50, 40]
        assert table["last"] == {"event": "Reopened", "at": clock.now, "closed": 86_400}
        clock.now += 15
        ada.do("move", place, seat=2, move="b1")
        assert [seat["left"] for seat in ada.table(place)["seats"]] == [50, 25]


def test_a_server_that_was_killed_was_open_until_it_was_last_noted(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quincunx.server.tables.timekeeping.HEARTBEAT", 0.01)
    clock = Clock()
    with opened(database, clock=clock) as url, Player(url) as ada:
        place = ada.open("tactix", person(), person("Bob"), pace="60+0")["id"]
        ada.do("move", place, seat=1, move="c4")
        ada.do("move", place, seat=2, move="d4")
        clock.now += 30
        wait_for(lambda: reply(database, "SELECT at FROM beat") == [(clock.now,)])
        killed = tmp_path / "killed.sqlite"  # what there would be if it were killed now
        reply(database, f"VACUUM INTO '{killed}'")
        clock.now += 4
    clock.now += 1000
    with opened(killed, clock=clock) as url, Player(url, ada.secret) as ada:
        assert ada.table(place)["seats"][0]["left"] == 30


def test_time_that_ran_out_before_the_server_stopped_has_run_out(database: Path) -> None:
    clock = Clock()
    with opened(database, clock=clock) as url, Player(url) as ada:
        place = ada.open("tactix", person(), person("Bob"), pace="10+0")["id"]
        ada.do("move", place, seat=1, move="c4")
        ada.do("move", place, seat=2, move="d4")
        ada.table(place)  # the alarm is set by now
        clock.now += 10  # the alarm, which goes by real time, has not rung yet
    assert reply(database, "SELECT over FROM tables") == [(0,)]
    with opened(database, clock=clock):
        wait_for(lambda: reply(database, "SELECT over FROM tables") == [(1,)])


def test_after_a_restart_everybody_gets_the_whole_time_to_come_back(database: Path) -> None:
    config = replace(UNLIMITED, absence=0.3)
    with opened(database, config) as url, Player(url) as ada, Player(url) as bob:
        place = invited(ada, bob, "tactix")
        ada.do("move", place, seat=1, move="a1")
    with opened(database, replace(UNLIMITED, absence=3600)) as url, Player(url, ada.secret) as ada:
        assert ada.table(place)["seats"][1]["away"] > 3500
        assert ada.refused(409, "claim", place, seat=2).code == "server.claim-later"
    with opened(database, config) as url, Player(url, ada.secret) as ada:
        wait_for(lambda: ada.table(place)["seats"][1]["away"] == 0)
        ada.do("claim", place, seat=2)
        assert ada.table(place)["outcome"]["winner"] == 1


def test_finished_tables_go_after_their_days_and_others_stay(database: Path) -> None:
    with opened(database) as url, Player(url) as ada:
        old, new, unfinished = (ada.open("tactix", person(), person("Bob"))["id"] for _ in range(3))
        for place in (old, new):
            ada.do("resign", place, seat=1)
    connection = sqlite3.connect(database)
    connection.execute("UPDATE tables SET updated = updated - 86400 * 91 WHERE id IN (?, ?)", (old, unfinished))
    connection.commit()
    connection.close()
    with opened(database, replace(UNLIMITED, keep_days=0)) as url, Player(url, ada.secret) as ada:
        assert ada.table(old)["over"]
    with opened(database, replace(UNLIMITED, keep_days=90)) as url, Player(url, ada.secret) as ada:
        wait_for(lambda: ada.http.get(f"/api/tables/{old}").status_code == 404)
        assert ada.table(new)["over"]
        assert not ada.table(unfinished)["over"]


def test_more_tables_than_fit_into_memory_are_no_trouble(database: Path) -> None:
    with opened(database, replace(UNLIMITED, rooms=2)) as url, Player(url) as ada, Player(url) as bob:
        places = [invited(ada, bob, "tactix:size=3") for _ in range(6)]
        for turn, (player, seat, move) in enumerate([(ada, 1, "a1"), (bob, 2, "b1"), (ada, 1, "c1")]):
            for place in places:
                player.do("move", place, seat=seat, move=move, key=str(turn))
                assert player.do("move", place, seat=seat, move=move, key=str(turn))["version"] == 3 + turn
        assert {len(ada.table(place)["history"]) for place in places} == {3}
        assert len(ada.http.get("/api/tables").json()["mine"]) == 6


def test_a_second_server_on_the_same_file_is_refused(database: Path) -> None:
    with opened(database) as url, Player(url) as ada:
        with pytest.raises(StoreRefusal) as refused, opened(database):
            pass
        assert refused.value.message.args["problem"] == Message("store.in-use")
        assert ada.http.get("/readyz").status_code == 200


def test_connections_are_closed_with_the_reason_when_the_server_stops(database: Path) -> None:
    with Player("") as ada:
        with opened(database) as url:
            ada.url, ada.http.base_url = url, httpx.URL(url)
            place = ada.open("tactix", person(), OPEN)["id"]
            sitting = ada.at(place)
            page = sitting.__enter__()
            page.table()
            stream = ada.http.stream("GET", f"/api/tables/{place}/stream")
            lines = stream.__enter__().iter_lines()
            assert next(lines)
        with pytest.raises(ConnectionClosed) as closed:
            page.connection.recv(PATIENCE)
        assert closed.value.rcvd
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1012, text("server.stopping"))
        assert [line for line in lines if line] == []  # it ended, and was not torn
        stream.__exit__(None, None, None)
        sitting.__exit__(None, None, None)


# Trouble


def test_a_database_that_fails_for_a_while_costs_an_answer_but_no_game(database: Path) -> None:
    def rename(one: str, other: str) -> None:
        connection = sqlite3.connect(database)
        connection.execute(f"ALTER TABLE {one} RENAME TO {other}")
        connection.close()

    with opened(database) as url, Player(url) as ada, ada.at(ada.open("tactix", person(), person("Bob"))["id"]) as page:
        place = page.table()["id"]
        rename("deeds", "stolen")
        assert ada.refused(503, "move", place, seat=1, move="a1", key="k") == Message("server.not-stored")
        page.send({"do": "move", "seat": 1, "move": "a1", "key": "k"})
        assert page.answer("k")["refused"] == {
            "key": "k",
            "code": "server.not-stored",
            "args": {},
            "reason": text("server.not-stored"),
            "field": None,
            "again": True,
        }
        rename("stolen", "deeds")
        page.send({"do": "move", "seat": 1, "move": "a1", "key": "k"})
        assert page.answer("k")["done"]["version"] == 2
        assert [ply["token"] for ply in ada.table(place)["history"]] == ["a1"]


# Killed


class Killable(Server):
    """The real program, killed and started again on the same database."""

    def __init__(self, database: Path, sync: str) -> None:
        super().__init__(database.with_suffix(".log"), str(database), sync=sync)
        self.open = threading.Event()

    def start(self) -> None:
        super().start()
        self.open.set()

    def kill(self) -> None:
        self.open.clear()
        self.end()


@contextmanager
def killable(database: Path, sync: str) -> Iterator[Killable]:
    registry = Killable(database, sync)
    registry.start()
    try:
        yield registry
    finally:
        registry.kill()


FULL = bool(os.environ.get("QUINCUNX_FULL"))
"""Whether it is killed as often as in `make test-more`."""

MOVES = 48 if FULL else 24


class PersistentPlayer:
    """A player who sends every move until it is acknowledged, whatever happens to the server."""

    def __init__(self, registry: Killable, place: str, secret: str, seat: int) -> None:
        self.registry, self.place, self.secret, self.seat = registry, place, secret, seat
        self.acknowledged: dict[int, str] = {}
        self._draw = random.Random(seat)

    def play(self) -> None:
        move = ""
        n = 0
        while True:
            assert self.registry.open.wait(PATIENCE)
            try:
                with Player(self.registry.url, self.secret) as me, me.at(self.place) as page:
                    table = page.table()
                    while len(table["history"]) < MOVES or move:
                        current = table["version"] >= max(self.acknowledged, default=0)
                        if move:
                            self.acknowledged[self.send(me, page, move, f"move {n}")] = move
                            move = ""
                            table = me.table(self.place)  # what came before the answer was not looked at
                        elif current and table["state"]["turn"] == self.seat:
                            move = self._draw.choice(table["state"]["moves"])
                            n += 1
                        else:
                            table = page.table()
                    return
            except (httpx.TransportError, WebSocketException, OSError, EOFError):
                continue  # the same move again, with the same key, to whichever server is running

    def send(self, me: Player, page: Socket, move: str, key: str) -> int:
        """One seat plays over HTTP, the other over the websocket."""
        if self.seat == 1:
            return int(me.do("move", self.place, seat=1, move=move, key=key)["version"])
        page.send({"do": "move", "seat": 2, "move": move, "key": key})
        return int(page.answer(key)["done"]["version"])


class Acknowledged:
    """Whether so many moves were acknowledged; what went wrong with a player is raised."""

    def __init__(self, players: list[PersistentPlayer], playing: list[Future[None]], many: int) -> None:
        self.players, self.playing, self.many = players, playing, many

    def __call__(self) -> bool:
        for game in self.playing:
            if game.done():
                game.result()
        return sum(len(player.acknowledged) for player in self.players) >= self.many


@pytest.mark.parametrize(("sync", "kills"), [("full", 4), ("normal", 2)] if FULL else [("full", 2), ("normal", 1)])
def test_every_acknowledged_move_survives_being_killed_again_and_again(database: Path, sync: str, kills: int) -> None:
    with killable(database, sync) as registry:
        with Player(registry.url) as ada, Player(registry.url) as bob:
            place = invited(ada, bob, "tesseract")
        players = [PersistentPlayer(registry, place, ada.secret, 1), PersistentPlayer(registry, place, bob.secret, 2)]
        with ThreadPoolExecutor(2) as pool:
            playing = [pool.submit(player.play) for player in players]
            for n in range(1, kills + 1):
                wait_for(Acknowledged(players, playing, n * MOVES // (kills + 1)))
                registry.kill()
                registry.start()
            for game in playing:
                game.result(2 * PATIENCE)
        with Player(registry.url, ada.secret) as ada:
            (match,) = record.read(ada.http.get(f"/api/tables/{place}/record").text)
    acknowledged = {version: move for player in players for version, move in player.acknowledged.items()}
    began = 2  # Bob sat down, the match began: two events
    assert [entry.token for entry in match.entries] == [acknowledged[began + n] for n in range(1, MOVES + 1)]
    assert len(acknowledged) == MOVES
