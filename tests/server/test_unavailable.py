"""Tables of a game that was uninstalled: kept and listed as unavailable, and playable once it is back."""

from __future__ import annotations

import logging
import time
from pathlib import Path

import pytest
from example_package import LAW
from live_server import AS_OPERATOR, Player, computer, opened, person, refusal, wait_for
from websockets.exceptions import ConnectionClosed

from quincunx.games import GAMES, Game, locate
from quincunx.law.messages import Message

MISSING = Message("store.not-installed", game="gomoku")


@pytest.fixture(scope="module")
def gomoku() -> type[Game]:
    return locate.find(str(LAW))


def test_a_table_waits_for_its_game(
    tmp_path: Path, gomoku: type[Game], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    database = tmp_path / "server.sqlite"
    with monkeypatch.context() as installed, opened(database) as url, Player(url) as ada:
        installed.setitem(GAMES, "gomoku", gomoku)
        table = ada.open("gomoku:size=7", person("Ada"), computer("random"), listed=True)["id"]
        ada.open("tactix", person("Ada"), computer("random"))
        version = ada.do("move", table, seat=1, move="d4")["version"]
        ada.wait_for_change(table, version)
        before = ada.table(table)["history"]
        left = ada.open("gomoku", person("Ada"), computer("random"))["id"]
        clocked = ada.open("gomoku", person("Ada"), person("Bo"), pace="300+5")["id"]

    with opened(database) as url, Player(url, ada.secret) as ada, Player(url) as bob:
        with caplog.at_level(logging.WARNING):
            wait_for(lambda: f"table {clocked} is kept, but cannot be opened: {MISSING}" in caplog.text)
        lobby = ada.http.get("/api/tables").json()
        assert [each["title"] for each in lobby["mine"]] == ["TacTix"]
        assert lobby["playing"] == []
        gone = {"id": table, "game": "gomoku:size=7", **MISSING.view(), "reason": str(MISSING)}
        assert gone in lobby["unavailable"]
        assert bob.http.get("/api/tables").json()["unavailable"] == []
        for path in ("", "/plies/1", "/record", "/stream"):
            assert refusal(409, ada.http.get(f"/api/tables/{table}{path}")) == MISSING
        assert ada.refused(409, "move", table, seat=1, move="a1") == MISSING
        assert refusal(409, bob.http.delete(f"/api/tables/{table}")) == MISSING
        assert refusal(404, bob.http.delete(f"/api/tables/{left}"))
        assert ada.http.delete(f"/api/tables/{left}").status_code == 204
        assert ada.http.get(f"/api/tables/{left}").status_code == 404
        assert refusal(409, bob.http.put(f"/api/operator/tables/{table}/end", headers=AS_OPERATOR)) == MISSING
        # A private table is not there for others.
        refusal(404, bob.http.get(f"/api/tables/{clocked}"))
        assert refusal(409, ada.http.get(f"/api/tables/{clocked}")) == MISSING
        with pytest.raises(ConnectionClosed) as closed, ada.at(table) as socket:
            socket.hear()
        assert closed.value.rcvd
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4409, str(MISSING))

    with monkeypatch.context() as installed, opened(database) as url, Player(url, ada.secret) as ada:
        installed.setitem(GAMES, "gomoku", gomoku)
        assert ada.http.get("/api/tables").json()["unavailable"] == []
        assert ada.table(table)["history"] == before
        free = next(move for move in ada.table(table)["state"]["moves"])
        ada.do("move", table, seat=1, move=free)


def test_time_does_not_run_out_without_the_game(
    tmp_path: Path, gomoku: type[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    database, hour = tmp_path / "server.sqlite", 3600.0
    with monkeypatch.context() as installed, opened(database) as url, Player(url) as ada:
        installed.setitem(GAMES, "gomoku", gomoku)
        table = ada.open("gomoku", person("Ada"), person("Bo"), pace="300+5")["id"]
        other = ada.open("tactix", person("Ada"), person("Bo"), pace="9000+5")["id"]
    with opened(database, clock=lambda: time.time() + hour) as url, Player(url, ada.secret) as ada:
        ada.do("move", other, seat=1, move="a1")  # a clock runs here: the server notes that it is open
        refusal(409, ada.http.get(f"/api/tables/{table}"))
    with monkeypatch.context() as installed:
        installed.setitem(GAMES, "gomoku", gomoku)
        with opened(database, clock=lambda: time.time() + hour + 60) as url, Player(url, ada.secret) as ada:
            assert not ada.table(table)["over"]
            ada.do("move", table, seat=1, move="e5")


def test_a_match_that_the_game_no_longer_accepts_is_kept_too(
    tmp_path: Path, gomoku: type[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    database = tmp_path / "server.sqlite"
    monkeypatch.setitem(GAMES, "gomoku", gomoku)
    with opened(database) as url, Player(url) as ada:
        table = ada.open("gomoku", person("Ada"), person("Bo"))["id"]
        ada.do("move", table, seat=1, move="i9")

    class Smaller(gomoku):  # type: ignore[valid-type, misc]
        """The next version of the package has only small boards."""

        @property
        def actions(self) -> tuple[str, ...]:
            return tuple(each for each in super().actions if each != "i9")

    monkeypatch.setitem(GAMES, "gomoku", Smaller)
    with opened(database) as url, Player(url, ada.secret) as ada:
        (row,) = ada.http.get("/api/tables").json()["unavailable"]
        assert row["id"] == table
        assert "i9" in row["reason"]
        assert "i9" in str(refusal(409, ada.http.get(f"/api/tables/{table}")))


def test_a_law_that_fails_takes_neither_a_table_nor_the_lobby(
    tmp_path: Path, gomoku: type[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "gomoku", gomoku)
    state = type(gomoku().start(""))
    with opened(tmp_path / "server.sqlite") as url, Player(url) as ada, Player(url) as bob:
        places = [ada.open(game, person("Ada"), person("Bo"), listed=True)["id"] for game in ("gomoku", "tactix")]

        def fail(_: object) -> None:
            raise ValueError("a mistake in the law")

        monkeypatch.setattr(state, "picture", fail)
        seats = [person("Ada"), person("Bo")]
        refusal(500, ada.http.post("/api/tables", json={"game": "gomoku:size=7", "seats": seats, "listed": True}))
        monkeypatch.undo()
        monkeypatch.setitem(GAMES, "gomoku", gomoku)
        with Player(url, ada.secret) as ada:  # the server closes a connection on which it failed
            assert len(ada.http.get("/api/tables").json()["mine"]) == 2, "a failed opening must not be stored"
    monkeypatch.setattr(state, "picture", fail)
    with opened(tmp_path / "server.sqlite") as url, Player(url, bob.secret) as bob:
        for place in places:  # they are listed while somebody is there
            with Player(url, ada.secret) as ada:
                ada.http.get(f"/api/tables/{place}")
        assert [row["title"] for row in bob.http.get("/api/tables").json()["playing"]] == ["TacTix"]
