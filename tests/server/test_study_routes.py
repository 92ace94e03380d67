"""Studying: a match judged ply by ply, rolls for oneself, and what a board editor needs."""

from __future__ import annotations

import asyncio
import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from live_server import UNLIMITED, Player, computer, invited, opened, person, play_out, refusal, wait_for

from quincunx import games, record
from quincunx.games import CHANCE
from quincunx.law import Message
from quincunx.server.auth import Caller
from quincunx.server.routes.study import StudyRequest, _match
from quincunx.server.tables.registry import TableRegistry
from quincunx.server.transport.turns import BURST
from quincunx.store import open_store


def study(player: Player, **question: Any) -> list[dict[str, Any]]:
    """The lines of a study that must succeed; the last one says that it is complete."""
    answer = player.http.post("/api/study", json={"seconds": 0.1, **question})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    *lines, last = map(json.loads, answer.text.splitlines())
    assert last == {"done": True}
    return lines


# A match, ply by ply

BLUNDER = """[Game "tactix:size=3"]
[Rules "1"]
[Seat1 "Ada"]
[Kind1 "person"]
[Seat2 "Bo"]
[Kind2 "person"]
[Start "tactix:size=3 oo./.../... 1"]
[Result "0-1"]
[Why "last"]

1. a1-b1 0-1
"""


def test_a_mistake_is_shown_with_what_was_better(ada: Player) -> None:
    sheet, first, last = study(ada, record=BLUNDER)
    assert [seat["name"] for seat in sheet["seats"]] == ["Ada", "Bo"]
    assert [ply["token"] for ply in sheet["plies"]] == ["a1-b1"]
    assert (first["value"]["seats"], first["value"]["exact"], first["best"]) == ([1.0, 0.0], True, "a1")
    assert first["slip"] == {"lost": 1.0, "exact": True}
    assert first["accuracy"] == pytest.approx(100 * math.exp(-4.354))
    assert last["value"] == {"seats": [0.0, 1.0], "exact": True, "distance": 0}


def test_seats_have_their_kind_and_points(ada: Player) -> None:
    won = (Path(__file__).parents[1] / "data" / "0.1" / "records" / "match-tritoc.txt").read_text()
    expected = {won: [("computer", 9), ("computer", 2)], BLUNDER: [("person", None), ("person", None)]}
    for text, seats in expected.items():
        sheet = ada.http.post("/api/study", json={"record": text, "judge": False}).json()
        assert [(seat["kind"], seat["made"]) for seat in sheet["seats"]] == seats


def test_who_analyses_alone_gets_the_plies_only(ada: Player) -> None:
    answer = ada.http.post("/api/study", json={"record": BLUNDER, "judge": False})
    assert [json.loads(line) for line in answer.text.splitlines()] == study(ada, record=BLUNDER)[:1]


def test_a_good_move_is_no_mistake(ada: Player) -> None:
    good = BLUNDER.replace("1. a1-b1 0-1", "1. a1 2. b1 1-0").replace('"0-1"', '"1-0"')
    judged = study(ada, record=good)[1:]
    assert [line["slip"] for line in judged] == [None, None, None]
    assert [line.get("accuracy") for line in judged] == [100.0, None, None]  # the second move was the only one


@pytest.mark.parametrize("game", ["xtic", "tactix:size=3", "tritoc", "tesseract:dims=3", "xchain:seats=3,size=3x3"])
def test_every_position_with_a_choice_is_judged(ada: Player, game: str) -> None:
    match = record.random_match(games.game(game), "study")
    sheet, *values = study(ada, record=record.write([match]), seconds=0.01)
    assert [ply["position"] for ply in sheet["plies"]] == list(map(str, match.states))
    positions = [match.first, *match.states]
    assert [line["ply"] for line in values] == [n for n, state in enumerate(positions) if state.actor != CHANCE]
    for line in values:
        assert sum(line["value"]["seats"]) == pytest.approx(1)
        if line["best"]:
            assert line["best"] in positions[line["ply"]].moves()


def test_a_game_between_people_is_studied_when_it_is_over_and_not_before(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "tactix:size=3")
    asked = {"table": place}
    assert refusal(409, ada.http.post("/api/study", json=asked)) == Message("server.study-not-over")
    bob.do("resign", place, seat=2)
    assert study(ada, **asked)


def test_a_running_game_against_the_computer_is_studied_from_a_ply_on(ada: Player) -> None:
    table = ada.open("tactix:size=3", person(), computer())
    ada.do("move", table["id"], seat=1, move="a1")
    wait_for(lambda: len(ada.table(table["id"])["history"]) == 2)
    sheet, *judged = study(ada, table=table["id"])
    assert len(sheet["plies"]) == 2
    assert [line["ply"] for line in judged] == [0, 1, 2]
    assert [line["ply"] for line in study(ada, table=table["id"], since=1)[1:]] == [1, 2]
    assert study(ada, table=table["id"], since=9)[1:] == []


def test_a_finished_table_is_studied_by_whoever_may_see_it(ada: Player, bob: Player) -> None:
    table = ada.open("tactix:size=3", person(), computer())
    asked = {"table": table["id"]}
    over = play_out(table["id"], ada)
    sheet, *_ = study(ada, **asked)
    assert [ply["token"] for ply in sheet["plies"]] == [ply["token"] for ply in over["history"]]
    assert [seat["suit"] for seat in sheet["seats"]] == [seat["suit"] for seat in over["seats"]]
    private = refusal(404, bob.http.post("/api/study", json=asked))
    assert private == Message("server.table-not-found")
    assert study(bob, **asked, watch=over["watch"])


def test_what_cannot_be_studied_is_refused_with_the_reason(ada: Player) -> None:
    ask = "/api/study"

    def at(line: int, column: int, reason: Message) -> Message:
        return Message("record.at", line=line, column=column, reason=reason)

    for question, refused in (
        ({}, Message("server.study-source")),
        ({"table": "x", "record": "y"}, Message("server.study-source")),
        ({"record": "1. a1"}, at(1, 1, Message("record.no-tags"))),
        ({"record": BLUNDER + "\n" + BLUNDER}, Message("server.one-record", n=2)),
        ({"record": "\n"}, Message("server.no-record")),
        ({"record": BLUNDER.replace("a1-b1", "b1-c1")}, at(11, 4, Message("tactix.gap", square="c1"))),
    ):
        assert refusal(422, ada.http.post(ask, json=question)) == refused


def test_studies_count_as_analyses(tmp_path_factory: pytest.TempPathFactory) -> None:
    few = replace(UNLIMITED, analyses=1)
    with opened(tmp_path_factory.mktemp("server") / "few.sqlite", few) as url, Player(url) as ada:
        study(ada, record=BLUNDER)
        assert refusal(429, ada.http.post("/api/study", json={"record": BLUNDER})).code == "server.many-analyses"
        for _ in range(3):  # the page of a game asks for the plies at every move, and analyses them itself
            assert ada.http.post("/api/study", json={"record": BLUNDER, "judge": False}).status_code == 200


# Dice


def test_a_roll_for_oneself_is_one_of_the_law(ada: Player) -> None:
    start = games.start("tritoc:dice=equal")
    found = ada.http.post("/api/position/roll", json={"position": str(start)}).json()
    assert found["view"] == start.play(found["roll"]).view()
    rolled = {"position": str(start.play("7"))}
    assert refusal(422, ada.http.post("/api/position/roll", json=rolled)) == Message("server.no-dice")
    refused = refusal(422, ada.http.post("/api/position/roll", json={"position": "tactix 1"}))
    assert refused == Message("tactix.position")


# The board editor


@pytest.mark.parametrize("variant", games.variants())
def test_a_palette_writes_positions_that_the_law_understands(ada: Player, variant: str) -> None:
    """Every symbol on the first square: accepted as the picture says, or refused for what the law finds wrong."""
    palette = ada.http.get(f"/api/palette/{variant}").json()
    squares, width, blank = palette["squares"], palette["width"], palette["blank"]
    assert sorted(squares) == sorted(cell["name"] for cell in blank["cells"])
    complaints: list[Message] = []
    for symbol in palette["symbols"]:
        cells = [symbol["text"], *[palette["empty"]] * (len(squares) - 1)]
        board = "/".join("".join(cells[i : i + width]) for i in range(0, len(cells), width))
        fields = blank["position"].split(" ")[2:]
        asked = ada.http.get("/api/position", params={"position": " ".join([palette["game"], board, *fields])})
        if asked.status_code == 422:
            complaints.append(refusal(422, asked))
            continue
        there = next(cell for cell in asked.json()["view"]["cells"] if cell["name"] == squares[0])
        assert symbol["cell"].items() <= there.items()
    # A square of xchain needs an owner who is alive, and a mark of tesseract's second seat one of the first.
    assert "law.cell" not in {complaint.code for complaint in complaints}, "every symbol is known to the game"
    assert len(complaints) < len(palette["symbols"]) or variant.startswith("xchain")


def test_no_palette_for_no_game(ada: Player) -> None:
    assert refusal(422, ada.http.get("/api/palette/go")).code == "games.unknown"


def test_reading_a_record_is_charged_to_the_address(tmp_path: Path) -> None:
    async def read() -> float:
        registry = TableRegistry(open_store(str(tmp_path / "games.sqlite")), replace(UNLIMITED, share_each=1))
        await _match(registry, StudyRequest(record=BLUNDER), Caller(address="192.0.2.1"))
        return registry.addresses.turns._account("192.0.2.1").left

    assert asyncio.run(read()) < BURST
