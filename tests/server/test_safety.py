"""What strangers cannot see, the headers that browsers get, and the limits of requests."""

from __future__ import annotations

import json
import logging
import re
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from live_server import OPEN, PATIENCE, UNLIMITED, Player, computer, invited, message, opened, person, refusal, wait_for
from websockets.exceptions import ConnectionClosed

from quincunx import games
from quincunx.law.messages import Message, text
from quincunx.server.auth import Caller, digest
from quincunx.server.ops.logs import without_codes
from quincunx.server.routes.web.pages import WEB
from quincunx.server.routes.web.pages import WORKER as SERVICE_WORKER
from quincunx.server.transport.middleware import WORKER

# Private tables


def test_a_private_table_is_nothing_at_all_to_strangers(ada: Player, bob: Player) -> None:
    place = ada.open("tactix", person(), OPEN)["id"]
    nowhere = bob.http.get("/api/tables/nowhere")
    for path in ("", "/plies/0", "/record", "/stream"):
        for code in ("", "x" * 22, ada.secret):
            answer = bob.http.get(f"/api/tables/{place}{path}", params={"watch": code})
            assert (answer.status_code, answer.json()) == (nowhere.status_code, nowhere.json())
    assert bob.http.delete(f"/api/tables/{place}").json() == nowhere.json()
    for command in ({"do": "sit"}, {"do": "move", "move": "a1"}, {"do": "claim"}, {"do": "chat", "text": "hi"}):
        refused = bob.refused(404, command.pop("do"), place, seat=1, **command)
        assert refused == Message("server.table-not-found")


def test_the_watch_code_and_an_invite_show_a_private_table_but_give_nothing_else(ada: Player, bob: Player) -> None:
    table = ada.open("tactix", person(), OPEN)
    for code in (table["watch"], table["invites"]["2"]):
        seen = bob.table(table["id"], watch=code)
        assert (seen["mine"], seen["owner"], seen["invites"], seen["watch"]) == ([], False, {}, None)
        assert bob.http.get(f"/api/tables/{table['id']}/plies/0", params={"watch": code}).status_code == 200
        with bob.at(table["id"], watch=code) as page:
            assert page.table()["mine"] == []
            page.send({"do": "move", "seat": 1, "move": "a1", "key": "k"})
            assert "refused" in page.answer("k")
    assert bob.refused(404, "sit", table["id"], seat=2, invite="")


def test_an_invite_opens_only_its_own_seat(ada: Player, bob: Player) -> None:
    table = ada.open("xchain:seats=3", person(), OPEN, OPEN)
    refused = bob.refused(403, "sit", table["id"], seat=3, invite=table["invites"]["2"])
    assert refused == Message("server.invite", seat=3)


def test_the_owner_sees_the_codes_again_but_the_server_does_not_store_them(
    ada: Player, bob: Player, database: Path
) -> None:
    table = ada.open("tactix", person(), OPEN)
    place, codes = table["id"], (table["watch"], table["invites"]["2"])
    seen = ada.table(place)
    assert (seen["watch"], seen["invites"]["2"]) == codes
    bob.do("sit", place, seat=2, invite=codes[1])
    assert ada.table(place)["invites"] == {}
    with sqlite3.connect(database) as connection:
        kept = "\n".join(connection.iterdump())
    assert place in kept
    assert digest(bob.secret) in kept
    for secret in (*codes, ada.secret, bob.secret):
        assert secret not in kept
    connection.close()


def test_nobody_is_given_the_secrets_of_others(ada: Player, bob: Player, url: str) -> None:
    place = invited(ada, bob, "tritoc", listed=True)
    with Player(url, "") as stranger:
        pictures = [player.http.get(f"/api/tables/{place}").text for player in (ada, bob, stranger)]
        pictures += [player.http.get("/api/tables").text for player in (ada, bob, stranger)]
        pictures.append(stranger.http.get(f"/api/tables/{place}/record").text)
    for picture in pictures:
        for secret in (ada.secret, bob.secret, digest(ada.secret), digest(bob.secret)):
            assert secret not in picture


def test_the_lobby_lists_what_is_listed_and_what_is_mine(ada: Player, bob: Player, url: str) -> None:
    private = ada.open("tactix", person(), OPEN)["id"]
    free = ada.open("tactix", person(), OPEN, listed=True)["id"]
    going_on = ada.open("xtic", person(), person("Bob"), listed=True)["id"]

    def lobby(player: Player) -> dict[str, set[str]]:
        return {
            kind: {table["id"] for table in tables} for kind, tables in player.http.get("/api/tables").json().items()
        }

    mine, others = lobby(ada), lobby(bob)
    assert {private, free, going_on} <= mine["mine"]
    assert (free in others["open"], going_on in others["playing"], private in str(others)) == (True, True, False)
    assert others["mine"] == set()
    ada.do("resign", going_on, seat=1)
    assert going_on not in lobby(bob)["playing"]
    assert going_on in lobby(ada)["mine"]
    newest = ada.http.get("/api/tables").json()["mine"][0]
    assert (newest["id"], newest["over"]) == (going_on, True)
    assert newest["outcome"]["reason"] == text("table.outcome.resigned", seat=1)
    assert [seat["mine"] for seat in newest["seats"]] == [True, True]
    with Player(url, "") as stranger:
        assert lobby(stranger)["mine"] == set()
    with Player(url, ada.secret) as elsewhere:  # another device with the same secret
        assert private in lobby(elsewhere)["mine"]
        assert elsewhere.table(private)["mine"] == [1]


# Secrets


@pytest.mark.parametrize(
    "header", ["Bearer short", "Bearer " + "ü" * 30, "Basic QWRhOkJvYg==", "Bearer " + "x" * 129, "x"]
)
def test_a_bad_secret_is_refused_and_never_repeated(url: str, header: str) -> None:
    with Player(url, "") as stranger:
        answer = stranger.http.get("/api/tables", headers={b"Authorization": header.encode()})
        assert refusal(401, answer)
        assert answer.headers["www-authenticate"] == "Bearer"
        assert header.split()[-1] not in answer.text


def test_what_needs_a_player_says_so(url: str, ada: Player) -> None:
    place = ada.open("tactix", person(), OPEN, listed=True)["id"]
    with Player(url, "") as stranger:
        needed = Message("server.secret-needed")
        assert stranger.refused(401, "sit", place, seat=2) == needed
        assert refusal(401, stranger.http.post("/api/tables", json={})) == needed
        assert refusal(401, stranger.http.post("/api/records", content="x")) == needed
        assert refusal(401, stranger.http.delete(f"/api/tables/{place}")) == needed
        assert stranger.table(place)["mine"] == []
        with stranger.at(place) as page:
            page.send({"do": "sit", "seat": 2, "key": "k"})
            assert message(page.answer("k")["refused"]) == needed


def test_a_caller_does_not_print_its_secret() -> None:
    assert "s" * 30 not in repr(Caller.with_secret("s" * 30))


def test_codes_in_addresses_are_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger("uvicorn.access")
    caplog.handler.addFilter(without_codes)
    with caplog.at_level(logging.INFO, "uvicorn.access"):
        log.propagate = True
        log.info('%s - "%s %s HTTP/%s" %d', "127.0.0.1:1", "GET", "/api/tables/x?watch=SECRET&more=OTHER", "1.1", 200)
    assert "/api/tables/x?watch=…&more=…" in caplog.text
    assert "SECRET" not in caplog.text
    assert "OTHER" not in caplog.text


# Deleting


def test_the_owner_deletes_a_table_chat_included(ada: Player, bob: Player, database: Path) -> None:
    place = invited(ada, bob, "tactix")
    ada.do("chat", place, seat=1, text="something embarrassing")
    assert refusal(403, bob.http.delete(f"/api/tables/{place}")) == Message("server.owner-only")
    bob.do("resign", place, seat=2)
    with bob.at(place) as page:
        page.table()
        assert ada.http.delete(f"/api/tables/{place}").status_code == 204
        with pytest.raises(ConnectionClosed) as closed:
            page.connection.recv(PATIENCE)
    assert closed.value.rcvd
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4410, text("server.deleted"))
    assert ada.http.get(f"/api/tables/{place}").status_code == 404
    assert bob.refused(404, "move", place, seat=1, move="a1")
    assert ada.http.delete(f"/api/tables/{place}").status_code == 404
    connection = sqlite3.connect(database)
    for table in ("tables", "events", "deeds", "lines", "players"):
        assert connection.execute(f"SELECT count(*) FROM {table} WHERE id = ?", (place,)).fetchone() == (0,)
    connection.close()


def test_a_table_is_deleted_while_its_computer_thinks(tmp_path: Path) -> None:
    with opened(tmp_path / "games.sqlite") as url, Player(url) as ada:
        place = ada.open("xtic", computer(), person())["id"]
        assert ada.http.delete(f"/api/tables/{place}").status_code == 204
        assert ada.http.get(f"/api/tables/{place}").status_code == 404


# Headers for browsers


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/new",
        "/t/x",
        "/t/x/sit/1",
        "/rules/xtic",
        "/static/icon.svg",
        "/static/engine/worker.js",
        "/api/games",
        "/x",
    ],
)
def test_every_answer_is_strict(url: str, path: str) -> None:
    with Player(url, "") as stranger:
        headers = stranger.http.get(path).headers
    assert headers["content-security-policy"] == (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
        "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    )
    assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "no-referrer")
    isolation = {"opener": "same-origin", "embedder": "require-corp", "resource": "same-origin"}
    assert {of: headers[f"cross-origin-{of}-policy"] for of in isolation} == isolation
    assert headers["cache-control"] == ("no-store" if path.startswith("/api") else "no-cache")
    assert "server" not in headers


@pytest.mark.parametrize("path", ["/static/style.css", "/static/api.js"])
def test_files_of_a_page_leave_the_policy_to_the_page(url: str, path: str) -> None:
    with Player(url, "") as stranger:
        headers = stranger.http.get(path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    # WebKit starts no worker in an isolated page without it, not even of the modules that the worker imports.
    assert headers["cross-origin-embedder-policy"] == "require-corp"
    assert not {"content-security-policy", "cross-origin-opener-policy", "referrer-policy"} & set(headers)


def test_the_names_of_workers_say_what_they_are() -> None:
    """By them the server knows which scripts have a policy of their own. A worker made of a blob has its page's."""
    scripts = [*WEB.rglob("*.js"), *Path(games.__file__).parent.glob("*/web/*.js")]
    addresses = re.compile(r'\bnew Worker\((?:new URL\()?"([^"]+)"')
    started = [name for script in scripts for name in addresses.findall(script.read_text())]
    assert started
    assert all(name.endswith(WORKER) for name in [*started, SERVICE_WORKER])


def test_pages_and_files_are_asked_for_again_but_sent_once(url: str) -> None:
    with Player(url, "") as stranger:
        for path in ("/", "/static/style.css"):
            first = stranger.http.get(path)
            assert first.status_code == 200
            assert stranger.http.head(path).headers["etag"] == first.headers["etag"]
            again = stranger.http.get(path, headers={"If-None-Match": first.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
        for path in ("/static/../atomic.py", "/static/%2e%2e/atomic.py", "/static/nothing.js", "/static/"):
            assert stranger.http.get(path).status_code == 404


# Limits


def test_what_is_too_large_is_refused(ada: Player) -> None:
    too_large = Message("server.too-large", most=64 * 1024)
    assert refusal(413, ada.http.post("/api/records", content=b"x" * (64 * 1024 + 1))) == too_large
    pieces = (b"x" * 1024 for _ in range(65))  # without telling its length
    assert refusal(413, ada.http.post("/api/records", content=pieces)) == too_large
    assert refusal(422, ada.http.post("/api/records", content=b"x" * 64 * 1024))
    place = ada.open("tactix", person(), OPEN)["id"]
    with ada.at(place) as page:
        page.table()
        page.connection.send("x" * (64 * 1024 + 1))
        with pytest.raises(ConnectionClosed) as closed:
            page.connection.recv(PATIENCE)
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 1009


def test_what_comes_too_often_is_refused_and_later_allowed(tmp_path: Path) -> None:
    config = replace(UNLIMITED, actions=10, openings=3)
    with opened(tmp_path / "games.sqlite", config) as url, Player(url) as ada, Player(url) as bob:
        places = [ada.open("tactix", person(), OPEN, listed=True)["id"] for _ in range(3)]
        full = ada.http.post("/api/tables", json={"game": "tactix", "seats": [person(), OPEN]})
        refused = refusal(429, full)
        assert refused.code == "server.many-tables"
        assert 0 < int(str(refused.args["n"])) <= 20
        assert refusal(429, bob.http.post("/api/records", content="x")).code == "server.many-tables"
        with ada.at(places[0]) as page:
            for n in range(100):
                page.send({"do": "chat", "seat": 1, "text": str(n), "key": str(n)})
            answers = [page.answer(str(n)) for n in range(100)]
        refusals = {message(answer["refused"]) for answer in answers if "refused" in answer}
        assert refusals == {Message("server.many-actions", n=1)}
        assert 20 <= sum("done" in answer for answer in answers) < 100
        bob.do("sit", places[0], seat=2)  # one player's haste is not another's
        wait_for(lambda: ada.try_to("chat", places[0], seat=1, text="again").status_code == 200)


def test_requests_from_one_address_are_limited(tmp_path: Path) -> None:
    with opened(tmp_path / "games.sqlite", replace(UNLIMITED, requests=2)) as url, Player(url, "") as stranger:
        answers = [stranger.http.get("/api/games/xtic") for _ in range(12)]
        assert [answer.status_code for answer in answers[:4]] == [200] * 4
        assert {answer.status_code for answer in answers[4:]} >= {429}
        assert refusal(429, next(a for a in answers if a.status_code == 429)).code == "server.many-requests"
        assert {stranger.http.get("/static/style.css").status_code for _ in range(12)} == {200}


def test_no_table_is_looked_at_by_too_many(tmp_path: Path) -> None:
    with opened(tmp_path / "games.sqlite", replace(UNLIMITED, table_connections=2)) as url, Player(url) as ada:
        place = ada.open("tactix", person(), OPEN)["id"]
        with ada.at(place) as one, ada.at(place) as two:
            one.table()
            two.table()
            full = ada.http.get(f"/api/tables/{place}/stream")
            assert refusal(503, full) == Message("server.table-full")
            assert full.headers["retry-after"] == "1"
            with ada.at(place) as three, pytest.raises(ConnectionClosed) as closed:
                three.connection.recv(PATIENCE)
            assert closed.value.rcvd
            assert closed.value.rcvd.code == 4503


def test_hello_cannot_carry_more_than_it_should(ada: Player) -> None:
    place = ada.open("tactix", person(), OPEN)["id"]
    with ada.at(place) as page:
        page.table()
        page.send({"hello": {"secret": ada.secret}})
        refused = page.hear()["refused"]
        assert ada.secret not in json.dumps(refused)


def test_a_rematch_counts_as_an_opening_and_what_was_refused_does_not(tmp_path: Path) -> None:
    with opened(tmp_path / "games.sqlite", replace(UNLIMITED, openings=2)) as url, Player(url) as ada:
        for wrong in ({"game": "chess"}, {"game": "tactix:size=99"}, {"game": "tactix", "pace": "no"}):
            asked = {"seats": [person(), person()], **wrong}
            assert ada.http.post("/api/tables", json=asked).status_code == 422
        assert ada.http.post("/api/records", content="nonsense").status_code == 422
        place = ada.open("tactix:size=3", person(), person())["id"]
        assert ada.try_to("rematch", place).status_code == 409
        ada.do("resign", place, seat=1)
        again = ada.do("rematch", place)["next"]
        assert ada.do("rematch", place)["next"] == again
        ada.do("resign", again, seat=1)
        assert ada.refused(429, "rematch", again).code == "server.many-tables"


def test_a_watch_code_is_sent_as_a_header(ada: Player, bob: Player) -> None:
    table = ada.open("tactix", person(), person())
    place, watch = table["id"], table["watch"]
    for path in ("", "/plies/0", "/record"):
        address = f"/api/tables/{place}{path}"
        assert bob.http.get(address).status_code == 404
        assert bob.http.get(address, headers={"Watch-Code": watch}).status_code == 200
        assert bob.http.get(address, params={"watch": watch}).status_code == 200, "as older clients do"
