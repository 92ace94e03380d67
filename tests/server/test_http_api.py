"""What can be asked without sitting down: games, rules, positions, analysis; and records, out and in."""

from __future__ import annotations

from pathlib import Path

import pytest
from live_server import (
    LATE_TRITOC,
    OPEN,
    UNLIMITED,
    Player,
    computer,
    invited,
    opened,
    person,
    play_out,
    refusal,
    wait_for,
)

from quincunx import games, record
from quincunx.engine import levels
from quincunx.games import GAMES
from quincunx.law import Message, text
from quincunx.record import Record, random_match
from quincunx.table.dice import verify

# Games and positions


def test_the_games_describe_all_that_a_form_needs(ada: Player) -> None:
    found = ada.http.get("/api/games").json()
    assert [game["name"] for game in found] == list(GAMES)
    for shown in found:
        game = GAMES[shown["name"]]
        assert (shown["title"], shown["summary"], shown["has_dice"]) == (game.title, game.summary, game.has_dice)
        assert [option["key"] for option in shown["options"]] == list(game.options())
        assert [level["name"] for level in shown["levels"]] == list(levels.available(game()))
        for option in shown["options"]:
            assert set(option) > {"label", "help", "default", "kind"}
            chosen = games.game(f"{game.name}:{option['key']}={option['default']}")
            assert str(chosen) == game.name  # it is the default
    assert {game["name"]: game["suits"][:2] for game in found}["tritoc"] == ["red", "yellow"]


@pytest.mark.parametrize("variant", games.variants())
def test_every_variant_of_every_game_shows_its_start_and_can_be_opened(ada: Player, variant: str) -> None:
    shown = ada.http.get(f"/api/games/{variant}").json()
    assert shown["random"] == games.game(variant).start_is_drawn
    assert shown["game"] == str(games.game(variant))
    assert shown["view"]["moves"]
    table = ada.open(variant, *[person(f"Seat {n}") for n in range(shown["seats"])])
    assert table["state"]["game"] == shown["game"]


def test_options_that_do_not_go_together_are_refused(ada: Player) -> None:
    answer = ada.http.get("/api/games/xchain:seats=9")
    assert refusal(422, answer).code == "law.option.value"
    assert answer.json()["error"]["field"] == "game"


def test_the_rules_can_be_read(ada: Player) -> None:
    for name in GAMES:
        answer = ada.http.get(f"/api/rules/{name}")
        assert answer.headers["content-type"] == "text/markdown; charset=utf-8"
        assert answer.text.startswith("# ")
    for name in ("chess", "..", "%2e%2e%2fsettings"):
        assert ada.http.get(f"/api/rules/{name}").status_code == 404


def test_a_position_is_shown_or_refused_by_the_law(ada: Player) -> None:
    position = "tactix:size=3 o.o/.../..o 1"
    shown = ada.http.get("/api/position", params={"position": position}).json()["view"]
    assert shown == games.parse(position).view()
    assert refusal(422, ada.http.get("/api/position", params={"position": "tactix:size=3 o.o 1"}))
    assert refusal(422, ada.http.get("/api/position"))


def test_moves_are_followed_from_a_position(ada: Player) -> None:
    asked = {"position": "tactix:size=3 ooo/ooo/ooo 1", "moves": ["B1-a1", "c3"]}
    views = ada.http.post("/api/position/moves", json=asked).json()["views"]
    assert [view["left"] for view in views] == [9, 7, 6]
    asked["moves"] = ["a1", "a1"]
    answer = ada.http.post("/api/position/moves", json=asked)
    empty = Message("tactix.empty", square="a1")
    assert refusal(422, answer) == Message("server.nth-move", number=2, reason=empty)
    assert answer.json()["error"]["field"] == "moves"


# Analysis


def test_an_analysis_gives_the_worth_of_every_move(ada: Player) -> None:
    position = "tactix:size=3 ooo/.../... 1"
    found = ada.http.post("/api/analysis", json={"position": position, "seconds": 1}).json()
    assert (found["position"], found["actor"], found["best"]) == (position, 1, "a1-b1")
    assert {move["move"] for move in found["moves"]} == set(games.parse(position).moves())
    worth = [move["value"]["seats"][0] for move in found["moves"]]
    assert worth == sorted(worth, reverse=True)
    best = found["moves"][0]
    assert best["move"] == "a1-b1"
    assert best["value"] == {"seats": [1.0, 0.0], "exact": True, "distance": 2}
    chosen = ada.http.post("/api/analysis", json={"position": position, "level": "random"}).json()
    assert chosen["best"] in games.parse(position).moves()


@pytest.mark.parametrize(
    ("question", "field"),
    [
        ({"position": "tactix:size=3 .../.../... 1"}, "position"),
        ({"position": "chess"}, "position"),
        ({"position": "tactix:size=3 ooo/.../... 1", "level": "divine"}, "level"),
        ({"position": "tactix:size=3 ooo/.../... 1", "seconds": -1}, "seconds"),
        ({"position": "tactix:size=3 ooo/.../... 1", "seconds": "long"}, "seconds"),
        ({"position": str(games.start("tritoc")), "level": "random"}, "level"),
    ],
)
def test_a_question_that_has_no_answer(ada: Player, question: dict[str, object], field: str) -> None:
    answer = ada.http.post("/api/analysis", json=question)
    assert refusal(422, answer)
    assert answer.json()["error"]["field"] == field


def test_analyses_are_limited(tmp_path: Path) -> None:
    from dataclasses import replace

    with opened(tmp_path / "games.sqlite", replace(UNLIMITED, analyses=2)) as url, Player(url) as ada:
        question = {"position": "tactix:size=3 ooo/.../... 1", "level": "random"}
        answers = [ada.http.post("/api/analysis", json=question) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]


# Records


def bring(player: Player, match: Record) -> dict[str, object]:
    answer = player.http.post("/api/records", content=record.write([match]), headers={"Content-Type": "text/plain"})
    assert answer.status_code == 201, answer.text
    table: dict[str, object] = answer.json()["table"]
    return table


@pytest.mark.parametrize("game", games.variants())
def test_a_finished_match_comes_in_and_goes_out_the_same(ada: Player, game: str) -> None:
    match = random_match(games.game(game), "a seed")
    table = bring(ada, match)
    assert table["over"]
    (again,) = record.read(ada.http.get(f"/api/tables/{table['id']}/record").text)
    assert (again.entries, again.result, again.why, again.first) == (
        match.entries,
        match.result,
        match.why,
        match.first,
    )


def test_a_game_of_the_server_comes_in_with_its_clocks_and_dice(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "tritoc", pace="300+5", start=LATE_TRITOC)
    ada.do("nonce", place, seat=1, nonce="salt")
    play_out(place, ada, bob)
    text = bob.http.get(f"/api/tables/{place}/record").text
    (match,) = record.read(text)
    table = bring(bob, match)
    (again,) = record.read(bob.http.get(f"/api/tables/{table['id']}/record").text)
    assert (again.entries, again.result, again.clock, again.dice) == (
        match.entries,
        match.result,
        match.clock,
        match.dice,
    )
    assert verify(again) == verify(match) > 0


@pytest.mark.parametrize(("end", "reason"), [("resign", text("table.outcome.resigned", seat=2)), ("abandon", None)])
def test_how_a_match_ended_at_the_table_comes_in_too(ada: Player, bob: Player, end: str, reason: str | None) -> None:
    place = invited(ada, bob, "xtic")
    if end == "resign":
        bob.do("resign", place, seat=2)
    else:
        ada.do("ask", place, seat=1, what="abandon")
        bob.do("answer", place, seat=2, yes=True)
    (match,) = record.read(ada.http.get(f"/api/tables/{place}/record").text)
    table = bring(ada, match)
    assert table["over"]
    outcome = table["outcome"]
    assert (outcome["reason"] if isinstance(outcome, dict) else None) == reason


def test_an_agreed_draw_and_a_seat_that_left_come_in(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "xtic")
    ada.do("ask", place, seat=1, what="draw")
    bob.do("answer", place, seat=2, yes=True)
    (match,) = record.read(ada.http.get(f"/api/tables/{place}/record").text)
    assert bring(ada, match)["outcome"] == ada.table(place)["outcome"]
    four = ada.open("xchain:seats=4", *[person(f"Seat {n}") for n in range(1, 5)])["id"]
    ada.do("move", four, seat=1, move="a1")
    ada.do("resign", four, seat=3)
    (match,) = record.read(ada.http.get(f"/api/tables/{four}/record").text)
    table = bring(ada, match)
    assert table["history"] == ada.table(four)["history"]
    assert not table["over"]


def test_an_unfinished_match_is_played_on_where_it_was(ada: Player) -> None:
    game = "xchain:size=4x4,preset=random4,values=ones"  # no two moves can end it
    place = ada.open(game, person("Grandma"), computer())["id"]
    ada.do("move", place, seat=1, move=ada.table(place)["state"]["moves"][0])
    wait_for(lambda: len(ada.table(place)["history"]) == 2)
    (match,) = record.read(ada.http.get(f"/api/tables/{place}/record").text)
    with Player(ada.url) as other:
        table = bring(other, match)
        assert table["mine"] == [1]
        assert table["state"] == ada.table(place)["state"]
        seats = other.table(str(table["id"]))["seats"]
        assert [(seat["name"], seat["kind"]) for seat in seats] == [("Grandma", "person"), ("Computer", "computer")]
        assert play_out(str(table["id"]), other)["over"]


def roll_thrice(place: str, *players: Player) -> None:
    for _ in range(3):
        turn = players[0].table(place)["state"]["turn"]
        players[turn - 1].do("roll", place, seat=turn)
        state = players[0].table(place)["state"]
        if state["phase"] != "roll":
            players[turn - 1].do("move", place, seat=turn, move=state["moves"][0])


def test_an_unfinished_match_with_dice_gets_new_dice_and_says_so(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "tritoc")
    ada.do("nonce", place, seat=1, nonce="old-salt")
    roll_thrice(place, ada, bob)
    (match,) = record.read(ada.http.get(f"/api/tables/{place}/record").text)
    played_on = str(bring(ada, match)["id"])
    dice = ada.table(played_on)["dice"]
    assert (dice["brought"], dice["nonces"]) == (3, ["", ""])
    assert dice["hash"] != ada.table(place)["dice"]["hash"]
    ada.do("nonce", played_on, seat=1, nonce="new-salt")
    roll_thrice(played_on, ada, ada)
    ada.do("resign", played_on, seat=1)
    (again,) = record.read(ada.http.get(f"/api/tables/{played_on}/record").text)
    assert again.entries[: len(match.entries)] == match.entries
    assert again.dice
    assert (again.dice.after, again.dice.nonces) == (3, ("new-salt", ""))
    assert verify(again) == sum(entry.token.isdecimal() for entry in again.entries) - 3 > 0
    # It comes in once more, over now, with all that is known of its dice.
    (third,) = record.read(ada.http.get(f"/api/tables/{bring(ada, again)['id']}/record").text)
    assert third.dice == again.dice


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (b"", "server.no-record"),
        (b"nonsense", "record.at"),
        (record.write([random_match(games.game("tactix"), "1")] * 2).encode(), "server.one-record"),
        (b'[Game "chess"]\n*', "record.at"),
    ],
)
def test_only_a_record_of_one_game_is_accepted(ada: Player, text: bytes, code: str) -> None:
    assert refusal(422, ada.http.post("/api/records", content=text)).code == code


def test_a_record_that_is_not_text(ada: Player) -> None:
    assert refusal(400, ada.http.post("/api/records", content=b"\xff")) == Message("server.record-utf8")


def test_there_is_no_record_before_all_seats_are_taken(ada: Player) -> None:
    place = ada.open("tactix", person(), OPEN)["id"]
    assert refusal(409, ada.http.get(f"/api/tables/{place}/record")) == Message("table.open", seat=2)


# The description


def test_the_api_describes_itself(ada: Player) -> None:
    described = ada.http.get("/api/openapi.json").json()
    assert "/api/tables/{id}/actions" in described["paths"]
    page = ada.http.get("/api/docs")
    assert page.headers["content-type"].startswith("text/html")
    assert "http" not in page.text  # nothing from another host
    assert "'unsafe-" not in page.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/nothing", "/api/nothing", "/api/tables/x/nothing"])
def test_what_is_not_there_has_the_shape_of_every_error(ada: Player, path: str) -> None:
    assert refusal(404, ada.http.get(path)) == Message("server.http-error", status=404, phrase="Not Found")
    refused = refusal(405, ada.http.delete("/api/games"))
    assert refused == Message("server.http-error", status=405, phrase="Method Not Allowed")
