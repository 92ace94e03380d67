"""More than the server can hold: each request is refused at once, and a quiet table does not notice."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from live_server import (
    AS_OPERATOR,
    OPEN,
    PATIENCE,
    UNLIMITED,
    Player,
    Socket,
    computer,
    get,
    invited,
    opened,
    person,
    refusal,
    wait_for,
)
from websockets.exceptions import ConnectionClosed, InvalidStatus

from quincunx.engine import Analysis, Control, levels
from quincunx.games import State
from quincunx.server import run
from quincunx.server.errors import ApiError
from quincunx.server.routes.websocket import MAX_MALFORMED as NONSENSE_BORNE
from quincunx.server.transport import http_protocol
from quincunx.server.transport.limits import Gate, RateLimit
from quincunx.server.transport.responses import client_address
from quincunx.store import Change
from quincunx.store.sqlite.store import SqliteStore


def port_of(url: str) -> int:
    return int(url.rstrip("/").rpartition(":")[2])


def is_busy(answer: httpx.Response) -> bool:
    """Whether the server refused because it is busy; then it says when to try again."""
    if answer.status_code != 503:
        return False
    assert refusal(503, answer).code in ("server.busy", "server.analyses-busy")
    assert int(answer.headers["retry-after"]) >= 1
    return True


# Connections


def test_more_connections_than_the_server_holds_are_told_so_and_those_inside_go_on(tmp_path: Path) -> None:
    config = replace(UNLIMITED, connections=8)
    with (
        opened(tmp_path / "games.sqlite", config) as url,
        Player(url) as ada,
        Player(url) as bob,
        ExitStack() as crowd,
    ):
        place = invited(ada, bob, "tactix")
        page = crowd.enter_context(ada.at(place))
        page.table()
        for _ in range(7):
            crowd.enter_context(ada.at(place)).table()
        assert is_busy(bob.http.get("/api/games"))
        with pytest.raises(InvalidStatus) as full, ada.at(place):
            pass
        assert (full.value.response.status_code, full.value.response.headers["Retry-After"]) == (503, "1")
        page.send({"do": "move", "seat": 1, "move": "a1", "key": "k"})
        assert "done" in page.answer("k")
        assert bob.http.get("/healthz").status_code == 200, "a full server is not a dead one"
    with opened(tmp_path / "games.sqlite", config) as url, Player(url, ada.secret) as again:
        assert len(again.table(place)["history"]) == 1


def test_one_address_cannot_take_all_connections() -> None:
    gate = Gate(10, each=3)
    with ExitStack() as inside:
        for _ in range(3):
            inside.enter_context(gate.entered("crowd"))
        with pytest.raises(ApiError) as refused, gate.entered("crowd"):
            pass
        assert (refused.value.status, refused.value.code) == (503, "server.many-connections")
        assert refused.value.wait == 1
        with gate.entered("quiet"):
            assert gate.inside == 4
    assert gate.inside == 0
    with gate.entered("crowd"):
        assert gate.inside == 1


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("unix:", "unix:"),
    ],
)
def test_who_has_a_network_of_addresses_is_counted_as_one(host: str, counted: str) -> None:
    assert client_address({"client": (host, 4711)}) == counted
    assert client_address({"client": None}) == ""


def test_whoever_waits_as_long_as_told_is_let_in() -> None:
    now = 0.0
    limit = RateLimit(0.3, 1, "server.many-requests", lambda: now)
    limit.take("ada")
    with pytest.raises(ApiError) as refused:
        limit.take("ada")
    assert refused.value.wait
    now += refused.value.wait
    limit.take("ada")


def test_connections_that_ask_for_nothing_are_told_that_there_are_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "SPARE", 3)
    with opened(tmp_path / "games.sqlite", replace(UNLIMITED, connections=2)) as url, ExitStack() as crowd:
        silent = [crowd.enter_context(socket.create_connection(("127.0.0.1", port_of(url)))) for _ in range(5)]
        late = crowd.enter_context(socket.create_connection(("127.0.0.1", port_of(url)), timeout=PATIENCE))
        reply = read_all(late)
        assert reply.startswith(b"HTTP/1.1 503 ")
        assert b"retry-after: 1\r\n" in reply.lower()
        silent.pop().close()
        wait_for(lambda: get(f"{url}healthz").status_code == 200)


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        (b"GET /t/abc HTTP/1.1\r\nHost: x\r\nAccept: text/html,*/*;q=0.8\r\n\r\n", b"text/html"),
        (b"GET /api/games HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\n\r\n", b"application/json"),
        (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"application/json"),
        (b"\x16\x03\x01 not HTTP \xff", b"application/json"),
    ],
)
def test_a_connection_too_many_gets_a_page_if_it_asks_for_one(tmp_path: Path, head: bytes, kind: bytes) -> None:
    with (
        opened(tmp_path / "games.sqlite", replace(UNLIMITED, connections_each=1)) as url,
        socket.create_connection(("127.0.0.1", port_of(url))) as first,
    ):
        first.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert first.recv(12) == b"HTTP/1.1 200"
        with socket.create_connection(("127.0.0.1", port_of(url)), timeout=PATIENCE) as second:
            second.sendall(head)
            reply = read_all(second)
    assert reply.startswith(b"HTTP/1.1 503 ")
    assert b"content-type: " + kind in reply.lower()
    assert (b"<html" in reply) == (kind == b"text/html")


def test_only_some_refused_connections_may_wait_until_they_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "MAX_REFUSALS", 2)
    monkeypatch.setattr(http_protocol, "REFUSAL_SECONDS", PATIENCE)
    with opened(tmp_path / "games.sqlite", replace(UNLIMITED, connections_each=1)) as url, ExitStack() as crowd:
        lines = [
            crowd.enter_context(socket.create_connection(("127.0.0.1", port_of(url)), timeout=PATIENCE))
            for _ in range(5)
        ]
        for line in lines[3:]:
            assert read_all(line).startswith(b"HTTP/1.1 503 ")
        lines[1].close()
        wait_for(lambda: len(http_protocol.BoundedHttpProtocol.refusals) == 1)


def read_all(line: socket.socket) -> bytes:
    reply = b""
    while some := line.recv(4096):
        reply += some
    return reply


def test_a_request_that_does_not_come_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol.BoundedHttpProtocol, "head_seconds", 0.2)
    monkeypatch.setattr("quincunx.server.transport.middleware.BODY_SECONDS", 0.2)
    begun = (b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\nX-A: b", b"POST /api/records HTTP/1.1\r\nHost: x\r\n")
    with opened(tmp_path / "games.sqlite") as url, Player(url) as ada:
        for head in begun:
            with socket.create_connection(("127.0.0.1", port_of(url)), timeout=PATIENCE) as line:
                line.sendall(head)
                assert read_all(line).startswith(b"HTTP/1.1 408 ")
        with socket.create_connection(("127.0.0.1", port_of(url)), timeout=PATIENCE) as line:
            secret = f"Authorization: Bearer {ada.secret}\r\n".encode()
            line.sendall(begun[-1] + secret + b"Content-Length: 10\r\nConnection: close\r\n\r\nabc")
            assert b"408" in read_all(line).partition(b"\r\n")[0]
        assert ada.http.get("/api/games").status_code == 200


def test_a_reader_that_never_reads_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "STUCK", 1.0)
    with opened(tmp_path / "games.sqlite") as url, Player(url) as ada, Player(url) as bob:
        place = invited(ada, bob, "tactix")
        with socket.socket() as line, ada.at(place) as page:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.connect(("127.0.0.1", port_of(url)))
            head = f"GET /api/tables/{place}/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {bob.secret}\r\n\r\n"
            line.sendall(head.encode())
            page.table(lambda table: table["seats"][1]["present"])
            for n in range(300):
                page.send({"do": "chat", "seat": 1, "text": "x" * 500, "key": str(n)})
                assert "done" in page.answer(str(n))
            page.table(lambda table: not table["seats"][1]["present"])


# Messages


def rant(page: Socket) -> None:
    for _ in range(10 * NONSENSE_BORNE):
        page.connection.send('{"do": "everything"}')
        page.hear()


def test_a_connection_that_sends_only_nonsense_is_ended(tmp_path: Path) -> None:
    with opened(tmp_path / "games.sqlite") as url, Player(url) as ada, Player(url) as bob:
        place = invited(ada, bob, "tactix")
        with ada.at(place) as quiet, bob.at(place) as mad:
            quiet.table()
            mad.table()
            with pytest.raises(ConnectionClosed) as closed:
                rant(mad)
            assert closed.value.rcvd
            assert closed.value.rcvd.code == 4400
            quiet.send({"do": "move", "seat": 1, "move": "a1", "key": "k"})
            assert "done" in quiet.answer("k")


# Deeds


@contextmanager
def held_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """A store that writes nothing down until it is let go on."""
    go_on = threading.Event()
    append = SqliteStore.append

    async def waits(store: SqliteStore, change: Change) -> None:
        await asyncio.to_thread(go_on.wait, PATIENCE)
        await append(store, change)

    with monkeypatch.context() as patch:
        patch.setattr(SqliteStore, "append", waits)
        yield go_on.set
        go_on.set()


def test_actions_that_cannot_be_written_down_soon_are_refused_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = replace(UNLIMITED, max_pending=3)
    with opened(tmp_path / "games.sqlite", config) as url, Player(url) as ada:
        places = [ada.open("tactix", person("Ada"), person("Bob"))["id"] for _ in range(4)]
        with held_up(monkeypatch) as go_on, ThreadPoolExecutor(3) as hands:
            waiting = [hands.submit(ada.do, "move", place, seat=1, move="a1") for place in places[:3]]
            wait_for(lambda: json_of(url, "quincunx_doing") == 3)
            assert is_busy(ada.try_to("move", places[3], seat=1, move="a1"))
            assert is_busy(ada.http.post("/api/tables", json={"game": "tactix", "seats": [person(), OPEN]}))
            assert ada.table(places[3])["history"] == []  # looking needs no writing
            go_on()
            assert [done.result(PATIENCE)["version"] for done in waiting]
        ada.do("move", places[3], seat=1, move="a1")
        assert [len(ada.table(place)["history"]) for place in places] == [1, 1, 1, 1]


def json_of(url: str, name: str) -> float:
    reply = get(f"{url}api/operator", headers=AS_OPERATOR).json()["now"]
    return float(next(number["value"] for number in reply if number["name"] == name))


# Thinking


def test_a_flood_of_analyses_is_refused_while_tables_play(tmp_path: Path) -> None:
    with opened(tmp_path / "games.sqlite", replace(UNLIMITED, threads=1)) as url, Player(url) as ada:
        place = ada.open("tactix", person(), computer("random"))["id"]
        question = {"position": "xchain", "seconds": 1}
        question["position"] = ada.http.get("/api/games/xchain").json()["view"]["position"]
        with ThreadPoolExecutor(6) as crowd:
            asked = [crowd.submit(ada.http.post, "/api/analysis", json=question) for _ in range(6)]
            ada.do("move", place, seat=1, move="a1")
            wait_for(lambda: len(ada.table(place)["history"]) == 2)
            answers = [one.result(PATIENCE) for one in asked]
        assert {answer.status_code for answer in answers} == {200, 503}
        assert all(is_busy(answer) for answer in answers if answer.status_code == 503)


def test_tables_for_more_computers_than_can_think_are_refused(tmp_path: Path) -> None:
    held = threading.Event()

    def waits(state: State, _level: str, seed: str, control: Control) -> tuple[str, Analysis]:
        while not control.stopped and not held.wait(0.01):
            pass
        return levels.choose(state, "random", seed)

    config = replace(UNLIMITED, threads=1, max_pending=2)
    with opened(tmp_path / "games.sqlite", config, waits) as url, Player(url) as ada:
        seats = {"game": "tactix", "seats": [computer(), person()]}
        for _ in range(3):
            assert ada.http.post("/api/tables", json=seats).status_code == 201
        wait_for(lambda: json_of(url, "quincunx_players_waiting") == 2)
        assert is_busy(ada.http.post("/api/tables", json=seats))
        ada.open("tactix", person(), OPEN)  # people may play
        held.set()
        wait_for(lambda: ada.http.post("/api/tables", json=seats).status_code == 201)


# Rates


def test_who_comes_too_often_is_told_when_to_come_again(tmp_path: Path) -> None:
    config = replace(UNLIMITED, openings=1, analyses=1)
    with opened(tmp_path / "games.sqlite", config) as url, Player(url) as ada:
        ada.open("tactix", person(), OPEN)
        again = ada.http.post("/api/tables", json={"game": "tactix", "seats": [person(), OPEN]})
        refused = refusal(429, again)
        assert refused.code == "server.many-tables"
        assert 0 < int(again.headers["retry-after"]) == refused.args["n"] <= 60
        place = ada.http.get("/api/tables").json()["mine"][0]["id"]
        position = ada.table(place)["state"]["position"]
        for path in ("/api/analysis", "/api/study"):
            body = {"position": position, "seconds": 0.01} if "analysis" in path else {"table": place}
            ada.http.post(path, json=body)
            assert refusal(429, ada.http.post(path, json=body)).code == "server.many-analyses"
