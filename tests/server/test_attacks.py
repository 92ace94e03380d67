"""One address attacks the server in every way of attacks.py, and honest players at another one play on.

How fast they do is measured by bench/attack.py.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import Mock, patch

import attacks
import httpx
import pytest
from live_server import OPEN, PATIENCE, PROTOCOL, UNLIMITED, Player, get, opened, person, wait_for
from school import school
from services import Server, postgres, servers
from test_overload import port_of, read_all
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect as connect_now

from quincunx.server.config import ServerConfig
from quincunx.server.run import RECEIVE_BUFFER
from quincunx.server.transport import http_protocol
from quincunx.server.transport.http_protocol import MAX_HEAD_BYTES, MAX_HEADERS, MAX_REQUEST_BYTES
from quincunx.server.transport.websocket_protocol import FastWebSocketProtocol

pytestmark = pytest.mark.long

HONEST = "127.0.0.2"
Json = dict[str, Any]

linux = pytest.mark.skipif(sys.platform != "linux", reason="other systems have one loopback address, and no /proc")

SILENT = 300
SHORT = [
    "empty continuation frames, 40",
    "pings, 40",
    "refused actions, 40",
    "valid actions, 40",
    "pipelined requests",
    "endless trailers",
    "pages, 100",
    "/api/position/moves, 40",
    "previews, 40",
    "chat, 40 at one table",
    "valid actions, 40 that do not read",
    "pages, 100 that do not read",
]
"""Of each kind one."""


# All attacks


class Honest:
    """A player of both seats of a table, at another address."""

    def __init__(self, url: str) -> None:
        self.url = url
        headers = {"Authorization": f"Bearer {secrets.token_urlsafe(24)}"}
        transport = httpx.AsyncHTTPTransport(local_address=HONEST, verify=False)
        self.http = httpx.AsyncClient(base_url=url, headers=headers, transport=transport, timeout=PATIENCE)

    async def play(self, moves: int) -> None:
        """Opens a table and makes some moves on its websocket."""
        seats = [person("Ada"), person("Bo")]
        opened = await self.http.post("/api/tables", json={"game": "tactix:size=6", "seats": seats})
        address = f"{self.url.replace('http', 'ws')}api/tables/{opened.raise_for_status().json()['id']}/socket"
        async with connect(
            address, compression=None, subprotocols=PROTOCOL, local_addr=(HONEST, 0), open_timeout=PATIENCE
        ) as line:
            secret = self.http.headers["Authorization"].removeprefix("Bearer ")
            await line.send(json.dumps({"hello": {"secret": secret}}))
            for n in range(moves):
                move = {"do": "move", "seat": 1 + n % 2, "move": f"{'abcdef'[n % 6]}{1 + n // 6}", "key": str(n)}
                await line.send(json.dumps(move))
                while not (heard := json.loads(await line.recv())).keys() & {"done", "refused"}:
                    pass
                assert "done" in heard, heard

    async def visit(self) -> None:
        for path in ("/", "/api/games", "/api/tables"):
            assert (await self.http.get(path)).status_code == 200


def resident(server: Server) -> int:
    pages = int(Path(f"/proc/{server.pid}/statm").read_text().split()[1])
    return pages * 4096


@linux
def test_whatever_one_address_does_others_play_on_and_memory_stays(tmp_path: Path) -> None:
    limits = {"actions": "50", "requests": "100", "share_each": "25", "connections_each": "250"}

    async def bear(server: Server) -> None:
        target = attacks.Target("127.0.0.1", port_of(server.url))
        chosen: dict[str, attacks.Attack] = {name: attacks.ATTACKS[name] for name in SHORT}
        chosen["silent connections"] = partial(attacks.silent, many=SILENT)
        honest = Honest(server.url)
        await honest.play(1)
        before = resident(server)
        for name, attack in chosen.items():
            attacking = asyncio.create_task(attack(target))
            for _ in range(3):
                await honest.play(5)
                await honest.visit()
            assert not attacking.done(), attacking.exception()
            attacking.cancel()
            await asyncio.gather(attacking, return_exceptions=True)
            assert resident(server) - before < 100 * 2**20, name
        await honest.http.aclose()

    with servers(1, f"sqlite:///{tmp_path}/games.sqlite", **limits) as (server,):
        asyncio.run(asyncio.wait_for(bear(server), 5 * PATIENCE))
        assert server.log == ""


def test_a_school_behind_one_address_sees_no_refusal(tmp_path: Path) -> None:
    """Thirty load the first page, open a table each, and play against a computer, faster than people do."""

    with opened(tmp_path / "games.sqlite", ServerConfig()) as url:
        played = asyncio.run(school(url, pupils=30, level="random", most=5))
    assert len(played) == 30
    assert min(one.moves for one in played) >= 2


# HTTP


@contextmanager
def line_to(url: str, source: str = "127.0.0.1") -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port_of(url)), PATIENCE, (source, 0)) as line:
        yield line


def ask(url: str, *sent: bytes) -> bytes:
    """Sends, and reads to the end; the server may close before all was sent."""
    with line_to(url) as line:
        with contextlib.suppress(OSError):
            for some in sent:
                line.sendall(some)
        with contextlib.suppress(ConnectionResetError):
            return read_all(line)
        return b""


def test_requests_that_come_at_once_are_answered_one_after_the_other(url: str) -> None:
    many = 500
    with line_to(url) as line:
        posted = b"POST /api/position/roll HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}"
        line.sendall((b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" + posted) * many)
        line.sendall(b"GET /api/games HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        reply = read_all(line)
    statuses = [part.split(b" ", 1)[0] for part in reply.split(b"HTTP/1.1 ")[1:]]
    assert statuses == [b"200", b"422"] * many + [b"200"]


def test_what_is_pipelined_waits_in_the_network(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading goes on when the request before was answered; at most one more is known."""
    most = {"waiting": 0, "unread": 0}
    parse = http_protocol.BoundedHttpProtocol._parse_pieces

    def watched(protocol: http_protocol.BoundedHttpProtocol) -> None:
        most["unread"] = max(most["unread"], len(protocol._unread))
        parse(protocol)
        most["waiting"] = max(most["waiting"], len(protocol.pipeline))

    monkeypatch.setattr(http_protocol.BoundedHttpProtocol, "_parse_pieces", watched)
    request = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
    with line_to(url) as line, line.makefile("rb") as answers:
        for _ in range(20):
            line.sendall((request + b"\r\n") * 200)
        line.sendall(request + b"Connection: close\r\n\r\n")
        assert answers.read().count(b"HTTP/1.1 200") == 20 * 200 + 1
    assert most["waiting"] <= 1
    assert 0 < most["unread"] <= 4 * RECEIVE_BUFFER


CHUNKED = b"POST /api/position/roll HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    ("status", "sent"),
    [
        (431, b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: %s\r\n\r\n" % (b"x" * (MAX_HEAD_BYTES + 1))),
        (431, b"GET / HTTP/1.1\r\nHost: x\r\n%s\r\n" % (b"a:b\r\n" * MAX_HEADERS)),
        (431, CHUNKED + b"0\r\n" + b"a:b\r\n" * 2 * MAX_HEADERS),
        (413, CHUNKED + b"1;" + b"x" * (MAX_REQUEST_BYTES + 100_000)),
    ],
    ids=["head that comes at once", "headers", "trailers", "chunk extension"],
)
def test_no_part_of_a_request_is_endless(url: str, status: int, sent: bytes) -> None:
    reply = ask(url, sent)
    assert reply.startswith(b"HTTP/1.1 %d " % status) or not reply, reply[:100]
    assert get(f"{url}healthz").status_code == 200


def test_empty_lines_without_end_are_cut_off(url: str) -> None:
    endless = b"\r\n" * 10 * MAX_REQUEST_BYTES
    with line_to(url) as line, pytest.raises(OSError, match=r"reset|[Bb]roken pipe"):
        line.sendall(endless)


def test_a_redirect_never_leads_to_the_address_of_a_host_header(url: str) -> None:
    for path in ("/api/tables/", "/static", "/new/"):
        reply = ask(url, b"GET %s HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n" % path.encode())
        assert reply.startswith(b"HTTP/1.1 404 "), path
        assert b"evil.example" not in reply


def test_long_answers_are_made_as_they_are_read(ada: Player) -> None:
    position, moves = attacks.long_match()
    asked = {"position": position, "moves": moves}
    with ada.http.stream("POST", "/api/position/moves", json=asked) as answer:
        assert answer.headers["transfer-encoding"] == "chunked"
        found = json.loads(answer.read())
    assert len(found["views"]) == len(moves) + 1
    assert found["views"][0]["position"] == position
    assert found["views"][-1]["outcome"]


# Connections


@linux
def test_silent_connections_count_for_their_address(tmp_path: Path) -> None:
    with opened(tmp_path / "games.sqlite", replace(UNLIMITED, connections_each=3)) as url, ExitStack() as crowd:
        silent = [crowd.enter_context(line_to(url)) for _ in range(3)]
        assert ask(url).startswith(b"HTTP/1.1 503 ")
        with httpx.Client(transport=httpx.HTTPTransport(local_address=HONEST), timeout=PATIENCE) as other:
            assert other.get(f"{url}api/games").status_code == 200
        silent.pop().close()
        wait_for(lambda: get(f"{url}api/games").status_code == 200)


@linux
def test_a_websocket_counts_once_and_until_it_ends(tmp_path: Path) -> None:
    with opened(tmp_path / "games.sqlite", replace(UNLIMITED, connections_each=2)) as url, Player(url) as ada:
        place = ada.open("tactix", person(), OPEN)["id"]
        ada.http.close()
        for _ in range(3):
            with Player(url, ada.secret).at(place) as page:
                page.table()
                wait_for(lambda: get(f"{url}api/games").status_code == 200)
            wait_for(lambda: get(f"{url}api/games").status_code == 200)


@linux
def test_a_forwarded_address_counts_only_from_a_configured_proxy(tmp_path: Path) -> None:
    def hold(url: str, source: str, crowd: ExitStack) -> bytes:
        line = crowd.enter_context(line_to(url, source))
        with contextlib.suppress(OSError):
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: %d.2.3.4\r\n\r\n" % len(sources))
        sources.append(source)
        return line.recv(12)

    sources: list[str] = []
    one, few = [b"HTTP/1.1 200", b"HTTP/1.1 503"], replace(UNLIMITED, connections_each=1)
    with opened(tmp_path / "a.sqlite", replace(few, proxies="127.0.0.1")) as url, ExitStack() as crowd:
        assert [hold(url, "127.0.0.1", crowd) for _ in range(3)] == [b"HTTP/1.1 200"] * 3
        assert [hold(url, HONEST, crowd) for _ in range(2)] == one
    with opened(tmp_path / "b.sqlite", few) as url, ExitStack() as crowd:
        assert [hold(url, "127.0.0.1", crowd) for _ in range(2)] == one


def test_a_proxy_that_adds_nothing_does_not_show_the_numbers_to_everybody(url: str) -> None:
    for version, path in product((b"1.0", b"1.1"), (b"/metrics", b"/api/operator")):
        head = b"GET %s HTTP/%s\r\nHost: 127.0.0.1:%d\r\n" % (path, version, port_of(url))
        assert b" 401 " in ask(url, head + b"Connection: close\r\n\r\n").split(b"\r\n")[0]


@pytest.mark.parametrize("gone", [True, False])
def test_who_is_gone_before_the_handshake_fills_no_log(gone: bool) -> None:
    async def nothing(*_: object) -> None:
        """The application ends when its client has gone."""

    protocol = FastWebSocketProtocol.__new__(FastWebSocketProtocol)
    protocol.app, protocol.scope = nothing, {"extensions": {}}  # type: ignore[typeddict-item]
    protocol.transport, protocol.logger = Mock(), Mock()
    protocol.transport.is_closing.return_value = gone
    protocol.handshake_complete, protocol.close_timer = False, None
    with patch.object(protocol, "send_500_response"):
        asyncio.run(protocol.run_asgi())
    assert protocol.logger.error.called is not gone, "otherwise it is a fault of ours"
    assert protocol.app is nothing


# Tables


def test_no_address_of_a_table_makes_the_database_fail() -> None:
    with postgres() as database, servers(1, database.database()) as (server,):
        for name in ("%00", "a%00b", "%ED%A0%80", "x" * 1000, "%F0%9F%8E%B2"):
            assert get(f"{server.url}api/tables/{name}").status_code == 404
            address = f"{server.url.replace('http', 'ws')}api/tables/{name}/socket"
            with connect_now(address, subprotocols=PROTOCOL, open_timeout=PATIENCE) as line:
                line.send('{"hello": {}}')
                with pytest.raises(ConnectionClosed) as closed:
                    line.recv(PATIENCE)
            assert closed.value.rcvd
            assert closed.value.rcvd.code == 4404
