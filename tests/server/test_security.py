"""The threats of docs/security.md, each tried on a running server; test_safety.py has what strangers cannot see."""

from __future__ import annotations

import json
import re
import secrets
import socket
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from live_server import (
    AS_OPERATOR,
    OPEN,
    PATIENCE,
    UNLIMITED,
    Json,
    Player,
    computer,
    get,
    invited,
    opened,
    person,
    play_out,
    refusal,
)

from quincunx.engine import Analysis, Control, Limits, search
from quincunx.games import State
from quincunx.law.messages import Message
from quincunx.server.auth import derive_code
from quincunx.store import StoredTable
from quincunx.store.sqlite.store import SqliteStore

# Guessing seats

EVERY_ACTION_OF_A_SEAT: list[Json] = [
    {"do": "move", "move": "a1"},
    {"do": "roll"},
    {"do": "nonce", "nonce": "mine"},
    {"do": "resign"},
    {"do": "ask", "what": "undo"},
    {"do": "answer", "yes": True, "question": 1},
    {"do": "chat", "text": "hello"},
    {"do": "claim"},
    {"do": "stand_in", "level": "random"},
    {"do": "sit"},
    {"do": "abandon"},
    {"do": "rematch"},
]


@pytest.mark.parametrize("command", EVERY_ACTION_OF_A_SEAT, ids=lambda command: str(command["do"]))
def test_no_action_can_be_done_for_another_seat(ada: Player, bob: Player, url: str, command: Json) -> None:
    place = invited(ada, bob, "tactix", listed=True)
    before = ada.table(place)["version"]
    with Player(url) as stranger:
        for seat in (1, 2):
            asked = dict(command) if command["do"] in ("abandon", "rematch") else {**command, "seat": seat}
            answer = stranger.try_to(asked.pop("do"), place, **asked)
            assert answer.status_code in (403, 409), answer.text
    table = ada.table(place)
    assert (table["version"], table["chat"]) == (before, [])


def test_near_misses_of_a_secret_open_nothing(ada: Player, bob: Player, url: str) -> None:
    table = ada.open("tactix", person(), OPEN)
    invite = table["invites"]["2"]
    near = [ada.secret[:-1], ada.secret + "A", ada.secret.swapcase(), ada.secret[::-1]]
    for guess in near:
        with Player(url, guess) as thief:
            assert thief.http.get(f"/api/tables/{table['id']}").status_code == 404
    for guess in (invite[:-1], invite + "A", invite.swapcase(), table["watch"], "", " " + invite):
        assert bob.try_to("sit", table["id"], seat=2, invite=guess).status_code in (403, 404)
    assert ada.table(table["id"])["seats"][1]["open"]


def test_codes_have_more_bits_than_can_be_tried() -> None:
    made = {derive_code(secrets.token_urlsafe(24), "invite", "table", n) for n in range(1000)}
    assert {len(one) for one in made} == {22}  # of 6 bits each
    assert len(made) == 1000


def test_whoever_guesses_is_slowed_down(tmp_path: Path) -> None:
    with opened(tmp_path / "games.sqlite", replace(UNLIMITED, requests=5)) as url, Player(url) as thief:
        answers = [thief.http.get(f"/api/tables/{n:010}", params={"watch": "x" * 22}) for n in range(40)]
        assert {answer.status_code for answer in answers} == {404, 429}


# Cross-site requests


@pytest.mark.parametrize(
    "origin", ["http://[", "http://[::1", "//", "file://", "null", "http://a@{host}", "https://{host}.x"]
)
def test_strange_origins_are_foreign(ada: Player, url: str, origin: str) -> None:
    origin = origin.format(host=httpx.URL(url).netloc.decode())
    answer = ada.http.post(
        "/api/tables", json={"game": "tactix", "seats": [person(), OPEN]}, headers={"Origin": origin}
    )
    assert refusal(403, answer) == Message("server.cross-site")


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""]
)
def test_what_a_foreign_form_can_send_does_nothing(ada: Player, bob: Player, kind: str) -> None:
    """Browsers send these types to other sites without asking, and some send no Origin."""
    place = invited(ada, bob, "tactix")
    command = json.dumps({"do": "resign", "seat": 1, "key": "k"})
    for path in (f"/api/tables/{place}/actions", "/api/tables"):
        assert ada.http.post(path, content=command, headers={"Content-Type": kind}).status_code in (400, 415, 422)
    assert not ada.table(place)["over"]


def test_there_are_no_cookies_and_no_leave_for_other_origins(url: str) -> None:
    for path in ("/", "/api/games", "/api/tables", "/static/style.css", "/operator"):
        headers = get(url.rstrip("/") + path, headers={"Origin": "http://evil.example"}).headers
        assert not {name for name in headers if name.startswith("access-control-") or name == "set-cookie"}
    asked = httpx.options(
        f"{url}api/tables", headers={"Origin": "http://x", "Access-Control-Request-Method": "POST"}, timeout=PATIENCE
    )
    assert asked.status_code == 405


# Stored markup (in a real browser: tests/browser/test_network.py)


def test_names_and_chat_come_back_as_data_and_never_as_a_page(ada: Player, bob: Player) -> None:
    hostile = "</script><script>alert(1)</script>"
    place = ada.open("tactix", person(hostile), person("Bob"), listed=True)["id"]
    ada.do("chat", place, seat=1, text=hostile)
    assert ada.table(place)["chat"][0]["text"] == hostile
    for path in (f"/api/tables/{place}", "/api/tables", f"/api/tables/{place}/record", f"/t/{place}"):
        answer = bob.http.get(path)
        kind = answer.headers["content-type"].partition(";")[0]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert kind in ("application/json", "text/plain") or hostile not in answer.text


@pytest.mark.parametrize(
    "name",
    ["a\nb", "a\x00b", "\u202egnp.exe", "\u200b", "a\u2028b", "\ud800", "\u3164", "\u2800", "\ufe0f", "\uffa0\u3164"],
)
def test_what_cannot_be_seen_is_no_part_of_a_name(ada: Player, name: str) -> None:
    body = json.dumps({"game": "tactix", "seats": [person(name), OPEN]})
    answer = ada.http.post("/api/tables", content=body, headers={"Content-Type": "application/json"})
    if answer.status_code == 201:  # it was another kind of space, and became one
        assert answer.json()["table"]["seats"][0]["name"] == "a b"
    else:
        assert answer.status_code in (400, 422)


def test_what_spectators_call_themselves_changes_nothing_around_it(ada: Player, bob: Player) -> None:
    place = ada.open("tactix", person(), OPEN, listed=True)["id"]
    for name, shown in (("\u202egnp.exe", "gnp.exe"), ("a\nb\x1b[2J", "a b [2J"), ("\u200b", "Guest"), ("", "Guest")):
        if bob.try_to("chat", place, text="hello", name=name).status_code != 422:
            assert bob.table(place)["chat"][-1]["name"] == shown
    for text in ("\u3164", "\u200b", "\ufe0f", " \u2800 "):
        assert bob.refused(422, "chat", place, text=text).code == "server.chat-empty"


# Messages


@pytest.mark.parametrize(
    "message",
    [
        "[" * 60_000,
        '{"a":' * 10_000,
        '{"do":"move","seat":1e400,"move":"a1","key":"k"}',
        '{"do":"move","seat":' + "9" * 5000 + ',"move":"a1","key":"k"}',
        '{"do":"move","seat":NaN,"move":"a1","key":"k"}',
        '{"do":"move","seat":true,"move":"a1","key":"k"}',
        '{"do":"move","seat":1,"move":"\\ud800","key":"k"}',
        '{"do":"move","seat":1,"move":"a1","key":"\\u0000"}',
        '{"do":"move","seat":1,"move":"a1","key":"k","secret":"x"}',
        '{"do":["move"],"seat":1,"move":"a1","key":"k"}',
        '{"__proto__":{},"do":"move","seat":1,"move":"a1","key":"k"}',
    ],
    ids=range(11),
)
def test_a_malformed_message_is_refused_and_changes_nothing(ada: Player, bob: Player, message: str) -> None:
    place = invited(ada, bob, "tactix")
    with ada.at(place) as page:
        page.table()
        page.connection.send(message)
        assert "refused" in page.hear()
        posted = ada.http.post(
            f"/api/tables/{place}/actions", content=message.encode(), headers={"Content-Type": "application/json"}
        )
        assert posted.status_code in (400, 422)
        assert ada.table(place)["history"] == []
        page.send({"do": "move", "seat": 1, "move": "a1", "key": "good"})
        assert "done" in page.answer("good")


# Replays


def test_a_action_that_is_heard_again_does_nothing_even_after_the_server_was_closed(tmp_path: Path) -> None:
    command = {"do": "move", "seat": 1, "move": "a1", "key": "once"}
    with opened(tmp_path / "games.sqlite") as url, Player(url) as ada, Player(url) as bob:
        place = invited(ada, bob, "tactix")
        done = ada.http.post(f"/api/tables/{place}/actions", json=command).json()
        bob.do("move", place, seat=2, move="b1")
    with opened(tmp_path / "games.sqlite") as url, Player(url, ada.secret) as ada, Player(url, bob.secret) as bob:
        assert ada.http.post(f"/api/tables/{place}/actions", json=command).json() == done
        for other in ({**command, "move": "c1"}, {"do": "resign", "seat": 1, "key": "once"}):
            refused = ada.http.post(f"/api/tables/{place}/actions", json=other)
            assert (refused.status_code, refused.json()["error"]["code"]) == (422, "server.key-reused")
        table = ada.table(place)
        assert ([ply["token"] for ply in table["history"]], table["over"]) == (["a1", "b1"], False)
        # In another's hands the same words are another action, and not his to do.
        assert bob.http.post(f"/api/tables/{place}/actions", json=command).status_code == 403


def test_messages_in_another_order_are_judged_as_they_come(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "tactix")
    with ada.at(place) as page, bob.at(place) as other:
        page.table()
        other.table()
        moves = [{"do": "move", "seat": 1, "move": move, "key": move} for move in ("a1", "b1")]
        other.send({"do": "move", "seat": 2, "move": "d4", "key": "early"})
        assert "refused" in other.answer("early")
        for message in reversed(moves):
            page.send(message)
        assert "done" in page.answer("b1")
        assert "refused" in page.answer("a1")
        other.send({"do": "move", "seat": 2, "move": "d4", "key": "early"})  # what was refused left no key
        assert "done" in other.answer("early")
    assert [ply["token"] for ply in ada.table(place)["history"]] == ["b1", "d4"]


# Private tables


def test_to_look_for_a_private_table_costs_as_much_as_for_none(
    ada: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = ada.open("tactix", person(), OPEN)["id"]
    looked: list[str] = []
    find = SqliteStore.find

    async def counted(store: SqliteStore, id: str) -> StoredTable | None:
        looked.append(id)
        return await find(store, id)

    monkeypatch.setattr(SqliteStore, "find", counted)

    def cost(id: str) -> list[int]:
        costs = []
        for path in ("", "/plies/0", "/record", "/stream"):
            assert bob.http.get(f"/api/tables/{id}{path}").status_code == 404
            costs.append(len(looked))
        assert bob.refused(404, "move", id, seat=1, move="a1")
        costs.append(len(looked))
        looked.clear()
        return costs

    assert cost(place) == cost("2345678abc") == [1, 2, 3, 4, 5]


# Dice


def test_no_seed_is_told_anywhere_before_the_end(ada: Player, bob: Player, url: str, database: Path) -> None:
    place = invited(ada, bob, "tritoc", listed=True)
    ada.do("nonce", place, seat=1, nonce="from-Ada")
    with Player(url, "") as stranger, ada.at(place) as page, stranger.at(place) as seen:
        heard: list[str] = []
        with ada.http.stream("GET", f"/api/tables/{place}/stream") as stream:
            lines = stream.iter_lines()
            heard.append(next(lines))
            ada.do("roll", place, seat=1)
            heard.append(next(line for line in lines if line))
        heard += [json.dumps(socket.table()) for socket in (page, seen)]
        for player in (ada, bob, stranger):
            for path in ("", "/plies/1", "/record"):
                heard.append(player.http.get(f"/api/tables/{place}{path}").text)
            heard.append(player.http.get("/api/tables").text)
        heard += [get(f"{url}{path}", headers=AS_OPERATOR).text for path in ("metrics", "api/operator")]
    with closing(sqlite3.connect(database)) as connection:
        kept = connection.execute("SELECT data FROM tables WHERE id = ?", (place,)).fetchone()[0]
    setup = json.loads(kept)
    for seed in (setup["seed"], setup["dice_seed"]):
        assert len(seed) == 32
        assert not [reply for reply in heard if seed in reply]
    ada.do("resign", place, seat=1)
    assert setup["dice_seed"] in bob.http.get(f"/api/tables/{place}").text


# Expensive questions


def test_nobody_gets_more_time_to_think_than_the_server_gives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []
    think = search.analyse

    def noted(state: State, limits: Limits, control: Control | None = None, **more: Any) -> Analysis:
        given.append(limits.seconds)
        return think(state, replace(limits, seconds=0.01), control=control, **more)

    monkeypatch.setattr(search, "analyse", noted)
    config = replace(UNLIMITED, analysis_seconds=0.5)
    with opened(tmp_path / "games.sqlite", config) as url, Player(url) as ada:
        position = ada.http.get("/api/games/tesseract").json()["view"]["position"]
        assert ada.http.post("/api/analysis", json={"position": position, "seconds": 3600}).status_code == 200
        for much in (1e300, "NaN", -1, 0, 3601):
            assert ada.http.post("/api/analysis", json={"position": position, "seconds": much}).status_code == 422
        place = ada.open("tactix:size=3", computer(), computer())["id"]
        play_out(place, ada)
        study = ada.http.post("/api/study", json={"table": place, "seconds": 3600})
        assert study.text.splitlines()[-1] == '{"done":true}'
    assert given
    assert max(given) <= 0.5


# Paths and headers

TRICKS = [
    "/static/../atomic.py",
    "/static/%2e%2e/atomic.py",
    "/static/%252e%252e/atomic.py",
    "/static/..%2fatomic.py",
    "/static/..%5catomic.py",
    "/static//etc/passwd",
    "/static/%2fetc/passwd",
    "/static/style.css%00.js",
    "/static/0123456789ab/../../atomic.py",
    "//static/../../atomic.py",
    "/t/../static/../atomic.py",
    "/api/rules/..%2f..%2fREADME",
    "/api/rules/../architecture",
]


@pytest.mark.parametrize("path", TRICKS)
def test_no_path_leads_out_of_what_is_served(url: str, path: str) -> None:
    status, reply = ask(url, f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert status in (400, 404, 422), reply
    assert "import " not in reply
    assert "root:" not in reply


def ask(url: str, request: str | bytes) -> tuple[int, str]:
    """Sends bytes as they are; the first answer's status, and all that came until the server closed the connection."""
    address = httpx.URL(url)
    with socket.create_connection((address.host, address.port or 80), timeout=PATIENCE) as line:
        line.sendall(request if isinstance(request, bytes) else request.encode("latin-1"))
        reply = b""
        try:
            while some := line.recv(65536):
                reply += some
        except ConnectionResetError:  # it was closed before all was read
            pass
    assert reply.startswith(b"HTTP/1.1 ")
    return int(reply[9:12]), reply.decode("latin-1")


SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
DOUBLE = {
    "two lengths": f"Content-Length: 0\r\nContent-Length: {len(SMUGGLED)}\r\n\r\n{SMUGGLED}",
    "length and chunks": f"Content-Length: 99\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{SMUGGLED}",
    "chunks that are none": f"Transfer-Encoding: xchunked\r\n\r\n{SMUGGLED}",
    "a length with a sign": f"Content-Length: +{len(SMUGGLED)}\r\n\r\n{SMUGGLED}",
    "a length that is none": f"Content-Length: 0x10\r\n\r\n{SMUGGLED}",
    "an endless length": "Content-Length: " + "9" * 5000 + "\r\n\r\n",
    "a chunk without end": "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nx",
    "a space before the colon": f"Content-Length : 5\r\n\r\n{SMUGGLED}",
    "a header without name": ": x\r\n\r\n",
    "a zero byte": "X-A: a\x00b\r\n\r\n",
}


@pytest.mark.parametrize("rest", DOUBLE.values(), ids=DOUBLE)
def test_a_request_that_two_servers_would_read_differently_is_refused(url: str, rest: str) -> None:
    status, reply = ask(url, f"POST /api/tables HTTP/1.1\r\nHost: x\r\n{rest}")
    assert status == 400
    assert reply.count("HTTP/1.1 ") == 1, "nothing after it was answered"


@pytest.mark.parametrize("host", ["", "evil.example", "[", "a b", "x" * 5000, "127.0.0.1:1\r\nHost: other.example"])
def test_the_host_header_leads_nowhere(url: str, host: str) -> None:
    status, reply = ask(url, f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
    assert status == (400 if "Host" in host else 200)
    assert "evil.example" not in reply
    assert "other.example" not in reply
    assert "location:" not in reply.lower()


@pytest.mark.parametrize(
    "head",
    [
        f"GET /{'x' * 200_000} HTTP/1.1\r\n",
        f"GET / HTTP/1.1\r\nX-Long: {'x' * 200_000}",
        "GET / HTTP/1.1\r\n" + "".join(f"X-{n}: {n}\r\n" for n in range(20_000)),
    ],
    ids=["address", "header", "headers"],
)
def test_a_huge_head_is_refused_before_it_has_come(url: str, head: str) -> None:
    status, reply = ask(url, head)
    assert status == 431, reply[:200]
    assert get(f"{url}healthz").status_code == 200


def test_what_needs_somebody_is_not_done_for_two(url: str, ada: Player, bob: Player) -> None:
    """Two secrets in one request: whoever reads another of them than the server does is not to be fooled."""
    head = f"GET /api/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer {ada.secret}\r\n"
    status, _ = ask(url, f"{head}Authorization: Bearer {bob.secret}\r\n\r\n")
    assert status == 400


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "PUT", "PATCH", "BREW"])
def test_other_methods_do_nothing(url: str, method: str) -> None:
    status, reply = ask(url, f"{method} /api/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Echo: back\r\n\r\n")
    assert status in (400, 405)
    assert "back" not in reply


def test_every_test_that_the_page_on_security_names_is_there() -> None:
    root = Path(__file__).parents[2]
    named = set(re.findall(r"`(test_\w+)`", (root / "docs/security.md").read_text("utf-8")))
    written = "\n".join(path.read_text("utf-8") for path in (root / "tests").rglob("test_*.py"))
    assert len(named) > 30
    assert not {name for name in named if f"def {name}(" not in written}
