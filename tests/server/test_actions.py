"""What actions name: the version that was seen, the question that is answered, and the key of what was sent."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from live_server import OPEN, PATIENCE, PROTOCOL, UNLIMITED, Json, Player, computer, invited, opened, person, refusal
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


def code(status: int, answer: httpx.Response) -> str:
    found = refusal(status, answer)
    assert set(answer.json()["error"]) == {"code", "args", "reason", "field"}
    return found.code


# Versions


def test_a_move_for_an_older_position_is_refused_as_stale(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "xtic")
    seen = ada.table(place)["version"]
    ada.do("move", place, seat=1, move="=7", version=seen)
    refused = ada.try_to("move", place, seat=1, move="=7", version=seen)
    assert code(409, refused) == "server.stale"
    assert refused.json()["error"]["args"] == {"seen": seen, "version": seen + 1}
    for do, more in (("ask", {"what": "undo"}), ("resign", {}), ("roll", {})):
        assert code(409, bob.try_to(do, place, seat=2, version=seen, **more)) == "server.stale"
    assert ada.table(place)["version"] == seen + 1


def test_questions_chat_and_nonces_do_not_make_a_move_stale(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "tactix")
    seen = ada.table(place)["version"]
    bob.do("ask", place, seat=2, what="hints")
    bob.do("answer", place, seat=2, yes=False)
    bob.do("chat", place, seat=2, text="hello")
    ada.do("move", place, seat=1, move="a1", version=seen)


def test_chat_is_never_stale(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "tactix")
    seen = ada.table(place)["version"]
    ada.do("move", place, seat=1, move="a1")
    bob.do("chat", place, seat=2, text="well", version=seen)


def test_a_version_that_does_not_exist_yet_is_refused(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "tactix")
    ahead = ada.table(place)["version"] + 1
    assert code(422, ada.try_to("move", place, seat=1, move="a1", version=ahead)) == "server.unknown-version"
    assert code(422, ada.try_to("move", place, seat=1, move="a1", version=-1)) == "server.invalid-field"


# Answers


def test_consent_cannot_be_exchanged(ada: Player, bob: Player) -> None:
    """Ada asks for hints; Bob sees it; she withdraws and offers a draw; his yes was not for that."""
    place = invited(ada, bob, "xtic")
    ada.do("ask", place, seat=1, what="hints")
    seen = bob.table(place)["question"]["id"]
    ada.do("answer", place, seat=1, yes=False)
    ada.do("ask", place, seat=1, what="draw")
    assert code(409, bob.try_to("answer", place, seat=2, yes=True, question=seen)) == "server.question-closed"
    table = bob.table(place)
    assert not table["over"]
    assert table["question"]["what"] == "draw"
    bob.do("answer", place, seat=2, yes=True, question=table["question"]["id"])
    assert bob.table(place)["outcome"]["why"] == "agreed"


def test_the_same_question_asked_again_is_another_one(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "xtic")
    ada.do("ask", place, seat=1, what="draw")
    seen = bob.table(place)["question"]["id"]
    ada.do("answer", place, seat=1, yes=False)
    ada.do("ask", place, seat=1, what="draw")
    assert code(409, bob.try_to("answer", place, seat=2, yes=True, question=seen)) == "server.question-closed"


def test_a_rematch_of_ones_own_is_no_consent_to_another_one(ada: Player, bob: Player) -> None:
    """Bob wants a rematch as usual; just before, Ada has offered one in which she begins again."""
    place = invited(ada, bob, "xtic")
    ada.do("resign", place, seat=1)
    ada.do("rematch", place, first=1)
    assert code(409, bob.try_to("rematch", place)) == "table.asked"
    assert code(409, bob.try_to("rematch", place, first=2)) == "table.asked"
    assert bob.table(place)["next"] is None
    assert bob.do("rematch", place, first=1)["next"]


def test_an_answer_must_name_its_question(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "xtic")
    ada.do("ask", place, seat=1, what="draw")
    answer = {"do": "answer", "seat": 2, "yes": True, "key": "k"}
    refused = bob.http.post(f"/api/tables/{place}/actions", json=answer)
    assert code(422, refused) == "server.invalid-field"
    assert refused.json()["error"]["field"] == "question"


def test_the_consent_of_others_leaves_a_question_open(ada: Player, bob: Player, url: str) -> None:
    table = ada.open("xchain:seats=3", person("Ada"), OPEN, OPEN)
    place = table["id"]
    with Player(url) as cyn:
        for player, seat in ((bob, 2), (cyn, 3)):
            player.do("sit", place, seat=seat, invite=table["invites"][str(seat)])
        ada.do("ask", place, seat=1, what="hints")
        asked = cyn.table(place)["question"]["id"]
        bob.do("answer", place, seat=2, yes=True, question=asked)
        cyn.do("answer", place, seat=3, yes=True, question=asked)
    assert ada.table(place)["hints"]


# Keys


def test_a_key_belongs_to_what_was_sent_with_it(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "tactix")
    done = ada.do("move", place, seat=1, move="a1", key="k")
    assert ada.do("move", place, key="k", move="a1", seat=1) == done
    refused = ada.try_to("move", place, seat=1, move="b1", key="k")
    assert code(422, refused) == "server.key-reused"
    assert len(ada.table(place)["history"]) == 1


def test_a_key_on_the_websocket_is_the_same_key(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "tactix")
    move = {"do": "move", "seat": 1, "move": "a1", "key": "k"}
    done = ada.http.post(f"/api/tables/{place}/actions", json=move).json()
    with ada.at(place) as page:
        page.send(move)
        assert page.answer("k")["done"] == {"key": "k", **done}
        page.send({**move, "move": "b1"})
        refused = page.answer("k")["refused"]
        assert (refused["code"], refused["field"], refused["again"]) == ("server.key-reused", "key", False)


def test_of_many_bodies_with_one_key_one_is_done(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "tactix")

    def send(n: int) -> httpx.Response:
        return ada.try_to("move", place, seat=1, move="abc"[n % 3] + "1", key="k")

    with ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(send, range(12)))
    done = [answer.json() for answer in answers if answer.status_code == 200]
    assert len(done) == 4
    assert all(answer == done[0] for answer in done)
    assert {code(422, answer) for answer in answers if answer.status_code != 200} == {"server.key-reused"}
    assert len(ada.table(place)["history"]) == 1


def test_of_many_openings_with_one_key_one_is_done(ada: Player) -> None:
    with ThreadPoolExecutor(12) as pool:
        bodies = [opening(listed=bool(n % 2)) for n in range(12)]
        answers = list(pool.map(lambda body: ada.http.post("/api/tables", json=body), bodies))
    opened = [answer.json()["id"] for answer in answers if answer.status_code == 201]
    assert (len(opened), len(set(opened))) == (6, 1)
    assert {code(422, answer) for answer in answers if answer.status_code != 201} == {"server.key-reused"}
    assert len(ada.http.get("/api/tables").json()["mine"]) == 1


def opening(**more: Any) -> Json:
    return {"game": "tactix", "seats": [person(), OPEN], "key": "open me", **more}


def test_a_table_is_opened_once_under_a_key(ada: Player, bob: Player) -> None:
    first, second = (ada.http.post("/api/tables", json=opening()) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json()["id"] == second.json()["id"]
    assert first.json()["table"]["invites"] == second.json()["table"]["invites"]
    assert len(ada.http.get("/api/tables").json()["mine"]) == 1
    assert code(422, ada.http.post("/api/tables", json=opening(listed=True))) == "server.key-reused"
    assert bob.http.post("/api/tables", json=opening()).json()["id"] != first.json()["id"], "a key is a player's own"
    ada.http.delete(f"/api/tables/{first.json()['id']}").raise_for_status()
    again = ada.http.post("/api/tables", json=opening())
    assert again.status_code == 201
    assert again.json()["id"] != first.json()["id"]


def test_an_opening_that_is_refused_leaves_its_key_free(ada: Player) -> None:
    assert ada.http.post("/api/tables", json=opening(game="nonsense")).status_code == 422
    assert ada.http.post("/api/tables", json=opening()).status_code == 201


def test_a_record_is_imported_once_under_a_key(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "tactix")
    text = ada.http.get(f"/api/tables/{place}/record").text

    def bring(written: str, key: str) -> httpx.Response:
        return ada.http.post("/api/records", content=written, params={"key": key})

    first, second, other = bring(text, "r"), bring(text, "r"), bring(text, "s")
    assert first.json()["id"] == second.json()["id"] != other.json()["id"]
    assert code(422, bring(text + "\n", "r")) == "server.key-reused"
    assert code(422, bring(text, "x" * 101)) == "server.invalid-field"


def test_keys_of_openings_are_kept_when_the_server_restarts(tmp_path: Path) -> None:
    with opened(tmp_path / "games.sqlite") as url, Player(url) as ada:
        first = ada.http.post("/api/tables", json=opening()).json()["id"]
    with opened(tmp_path / "games.sqlite") as url, Player(url, ada.secret) as ada:
        assert ada.http.post("/api/tables", json=opening()).json()["id"] == first


# Ending a match


ENDINGS: list[Callable[[Player, str], httpx.Response]] = [
    lambda player, place: player.try_to("abandon", place),
    lambda player, place: player.http.delete(f"/api/tables/{place}"),
]


@pytest.mark.parametrize("end", ENDINGS, ids=["abandon", "delete"])
def test_nobody_ends_a_running_match_between_people_alone(
    ada: Player, bob: Player, end: Callable[[Player, str], httpx.Response]
) -> None:
    place = invited(ada, bob, "tactix")
    refused = end(ada, place)
    assert code(409, refused) == "server.others-playing"
    assert refused.json()["error"]["args"] == {"seat": 2}
    with bob.at(place):
        assert code(409, end(ada, place)) == "server.others-playing"
    assert not bob.table(place)["over"]
    assert code(403, end(bob, place)) == "server.owner-only"


@pytest.mark.parametrize("end", ENDINGS, ids=["abandon", "delete"])
def test_the_owner_ends_a_match_whose_next_player_is_away_too_long(
    tmp_path: Path, end: Callable[[Player, str], httpx.Response]
) -> None:
    later = 0.0
    config = replace(UNLIMITED, absence=90)
    server = opened(tmp_path / "games.sqlite", config, clock=lambda: time.time() + later)
    with server as url, Player(url) as ada, Player(url) as bob:
        place = invited(ada, bob, "tactix")
        later = 1000.0
        assert code(409, end(ada, place)) == "server.others-playing", "it is her turn: nobody keeps her waiting"
        ada.do("move", place, seat=1, move="a1")
        later += 80
        assert code(409, end(ada, place)) == "server.others-playing"
        later += 20
        assert end(ada, place).is_success


def test_a_match_with_computers_is_its_owners_to_end(ada: Player) -> None:
    place = ada.open("tactix", person(), computer())["id"]
    ada.do("abandon", place)
    assert ada.http.delete(f"/api/tables/{place}").status_code == 204


def test_a_match_that_has_not_begun_is_its_owners_to_end(ada: Player, bob: Player) -> None:
    table = ada.open("xchain:seats=3", person(), OPEN, OPEN)
    bob.do("sit", table["id"], seat=2, invite=table["invites"]["2"])
    assert ada.http.delete(f"/api/tables/{table['id']}").status_code == 204


# Old clients


def test_a_websocket_without_the_subprotocol_is_closed_with_a_reason(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "tactix")
    address = f"{ada.url.replace('http', 'ws')}api/tables/{place}/socket"
    with connect(address, open_timeout=PATIENCE) as old, pytest.raises(ConnectionClosed) as closed:
        old.recv()
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 4406
    assert "quincunx.2" in closed.value.rcvd.reason
    with ada.at(place) as page:
        assert page.connection.subprotocol == "quincunx.2"


def test_a_client_that_can_merge_updates_may_say_so(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "tactix")
    address = f"{ada.url.replace('http', 'ws')}api/tables/{place}/socket"
    with connect(address, subprotocols=PROTOCOL, open_timeout=PATIENCE) as page:
        page.send(json.dumps({"hello": {"secret": ada.secret, "updates": "position"}}))
        assert json.loads(page.recv(PATIENCE))["table"]["id"] == place


def test_paths_of_protocol_1_say_where_to_go(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "tactix")
    move = {"do": "move", "seat": 1, "move": "a1", "key": "k"}
    old = ada.http.post(f"/api/tables/{place}/deeds", json=move)
    assert code(410, old) == "server.protocol-1"
    assert old.json()["error"]["args"] == {"path": f"/api/tables/{place}/actions"}
    assert code(410, ada.http.post("/api/position/throw", json={"position": "tritoc"})) == "server.protocol-1"
    for path in (f"/api/tables/{place}/deeds", "/api/position/throw"):
        assert code(410, ada.http.get(path)) == "server.protocol-1"
    assert not ada.table(place)["history"]


@pytest.mark.parametrize(
    ("body", "field", "problem"),
    [
        ({"do": "move", "seat": 1}, "move", "server.field.missing"),
        ({"do": "move", "seat": "1", "move": "a1"}, "seat", "server.field.whole"),
        ({"do": "move", "seat": 0, "move": "a1"}, "seat", "server.field.at-least"),
        ({"do": "move", "seat": 100, "move": "a1"}, "seat", "server.field.at-most"),
        ({"do": "move", "seat": 1, "move": 5}, "move", "server.field.text"),
        ({"do": "move", "seat": 1, "move": ""}, "move", "server.field.short"),
        ({"do": "move", "seat": 1, "move": "a" * 65}, "move", "server.field.long"),
        ({"do": "move", "seat": 1, "move": "a1", "speed": 1}, "speed", "server.field.unknown"),
        ({"do": "ask", "seat": 1, "what": "tea"}, "what", "server.field.one-of"),
        ({"do": "answer", "seat": 1, "yes": "yes", "question": 1}, "yes", "server.field.bool"),
        ({"do": "chat", "key": "\u0007", "text": "Hi."}, "key", "server.printable"),
    ],
)
def test_an_invalid_field_is_named_with_its_problem(
    ada: Player, bob: Player, body: dict[str, object], field: str, problem: str
) -> None:
    place = invited(ada, bob, "tactix")
    refused = ada.http.post(f"/api/tables/{place}/actions", json={"key": "k", **body})
    assert code(422, refused) == "server.invalid-field"
    error = refused.json()["error"]
    assert (error["field"], error["args"]["field"], error["args"]["problem"]["code"]) == (field, field, problem)


def test_no_action_names_a_version_that_was_not_yet(ada: Player) -> None:
    place = ada.open("tactix", person(), person())["id"]
    seen = ada.table(place)["version"] + 1
    assert ada.refused(422, "chat", place, seat=1, text="Hello", version=seen).code == "server.unknown-version"
    assert not ada.table(place)["chat"]
