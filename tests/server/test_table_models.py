"""What OpenAPI says of a table is what clients get: every key, and no other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from live_server import OPEN, Json, Player, computer, invited, person
from pydantic import BaseModel

from quincunx.server.routes.models.tables import CreatedTable, LobbyView, TableSnapshot

GAMES = ("tactix", "tesseract", "tritoc", "xchain:seats=3,size=3x3", "xtic")


def exact(model: type[BaseModel], data: Json) -> None:
    """Every key is described, and everything described is there."""
    assert model.model_validate_json(json.dumps(data), strict=True).model_dump(mode="json", exclude_unset=True) == data


def seen(place: str, *players: Player) -> Json:
    """Checks the table as each of the players sees it; the first one's."""
    tables = [player.table(place) for player in players]
    for table in tables:
        exact(TableSnapshot, table)
    return tables[0]


def act(player: Player, table: Json) -> None:
    state, seat = table["state"], table["state"]["turn"]
    if state["actor"] == 0:
        player.do("roll", table["id"], seat=seat)
    else:
        player.do("move", table["id"], seat=seat, move=state["moves"][len(state["moves"]) // 3])


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_is_as_described(ada: Player, game: str) -> None:
    seats = [person(name) for name in ("Ada", "Bob", "Cyn")][: 3 if "seats=3" in game else 2]
    table = ada.open(game, *seats)
    while not table["over"]:
        act(ada, table)
        table = seen(table["id"], ada)
    assert table["outcome"]
    assert table["seed"]


def states(ada: Player, bob: Player) -> Iterator[Json]:
    """Tables in states that a match alone does not reach."""
    waiting = ada.open("xtic", person(), {"kind": "bot", "name": "Robo"}, pace="60+1")
    yield waiting
    place = invited(ada, bob, "tritoc", pace="300+5")
    ada.do("chat", place, seat=1, text="hello")
    ada.do("nonce", place, seat=1, nonce="salt")
    yield seen(place, ada, bob)
    act(ada, ada.table(place))
    yield seen(place, ada, bob)
    place = invited(ada, bob, "xtic", pace="300+5")
    act(ada, ada.table(place))
    for what, yes in (("undo", True), ("redo", True), ("hints", True), ("draw", False), ("abandon", True)):
        ada.do("ask", place, seat=1, what=what)
        yield seen(place, ada, bob)
        bob.do("answer", place, seat=2, yes=yes)
        yield seen(place, ada, bob)
    bob.do("rematch", place, first=1)
    yield seen(place, ada, bob)
    ada.do("answer", place, seat=1, yes=False)
    yield seen(place, ada, bob)
    for player in (ada, bob):
        player.do("rename", place, seat=player.table(place)["mine"][0], name="A new name")
        yield seen(place, ada, bob)
        player.do("rematch", place)
        yield seen(place, ada, bob)
    yield seen(ada.table(place)["next"], ada, bob)
    place = invited(ada, bob, "xtic")
    bob.do("resign", place, seat=2)
    yield seen(place, ada, bob)
    place = ada.open("xchain:seats=3,size=3x3", person(), person(), person())["id"]
    ada.do("resign", place, seat=1)
    yield seen(place, ada)


def test_every_state_of_a_table_is_as_described(ada: Player, bob: Player) -> None:
    for table in states(ada, bob):
        exact(TableSnapshot, table)
    exact(LobbyView, ada.http.get("/api/tables").json())


def test_who_watches_sees_what_is_described(ada: Player, url: str) -> None:
    request = {"game": "tactix", "seats": [person(), OPEN], "listed": True}
    opened = ada.http.post("/api/tables", json=request).json()
    exact(CreatedTable, opened)
    with Player(url, "") as stranger:
        table = seen(opened["id"], stranger)
        assert (table["mine"], table["may"], table["chat"], table["invites"]) == ([], {}, [], {})
        exact(LobbyView, stranger.http.get("/api/tables").json())


def test_a_computer_that_plays_is_as_described(ada: Player) -> None:
    table = ada.open("tactix", computer(), person())
    ada.wait_for_change(table["id"], table["version"])
    seen(table["id"], ada)


def test_a_generated_client_knows_all_that_a_bot_needs(ada: Player) -> None:
    schemas: dict[str, Any] = ada.http.get("/api/openapi.json").json()["components"]["schemas"]
    table = set(schemas["TableSnapshot"]["required"])
    assert {"outcome", "question", "clock", "series", "hints", "dice", "seed", "state", "history", "last"} <= table
    assert schemas["TableSnapshot"]["properties"]["state"] == {"$ref": "#/components/schemas/StateView"}
    assert "description" in schemas["StateView"]["properties"]["actor"]
    assert schemas["ErrorDetail"]["required"] == ["code", "args", "reason", "field"]


def test_the_lobby_without_views_has_positions_as_text(ada: Player) -> None:
    place = ada.open("tactix", person(), person())["id"]
    brief = ada.http.get("/api/tables", params={"views": False}).json()
    exact(LobbyView, brief)
    (row,) = (row for row in brief["mine"] if row["id"] == place)
    assert "view" not in row
    assert row["position"] == ada.table(place)["state"]["position"]
