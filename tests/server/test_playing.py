"""Playing over the network: whole games, what is refused, races, and what survives."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from live_server import LATE_TRITOC, OPEN, Json, Player, computer, invited, opened, person, play_out, refusal, wait_for

from quincunx import record
from quincunx.games import GAMES
from quincunx.law.messages import Message
from quincunx.table.dice import verify

# Whole games


def later(start: str) -> dict[str, str]:
    """How to open a table at a position; nothing for a game from its beginning."""
    return {"start": start} if " " in start else {}


@pytest.mark.parametrize(
    "start", ["xtic:type=torus", "tactix:size=3", LATE_TRITOC, "tesseract:dims=3", "xchain:size=3x3,first=random"]
)
def test_a_whole_game_of_two_people(ada: Player, bob: Player, start: str) -> None:
    place = invited(ada, bob, start.split()[0], **later(start))
    table = play_out(place, ada, bob)
    assert table["outcome"] == table["state"]["outcome"] or table["outcome"]["reason"]
    (match,) = record.read(bob.http.get(f"/api/tables/{place}/record").text)
    assert [entry.token for entry in match.entries] == [ply["token"] for ply in table["history"]]
    assert (str(match.last), match.result) == (table["state"]["position"], table["outcome"]["score"])
    assert [(player.name, player.kind) for player in match.players] == [("Ada", "person"), ("Bob", "person")]
    if match.game.has_dice:
        assert verify(match) == sum(ply["kind"] == "roll" for ply in table["history"])


RED_TO_ROLL = "tritoc rrr....../rrr....../r.r...r.r/yyy....../yyy....../rrr....../rrr....../yyy....../yyy...... 1 - 0 0"


@pytest.mark.parametrize("start", ["xtic", "tactix:size=3", RED_TO_ROLL, "tesseract:dims=3", "xchain:size=3x3"])
def test_a_whole_game_against_the_computer_which_begins(ada: Player, start: str) -> None:
    place = ada.open(start.split()[0], computer(), person(), **later(start))["id"]
    table = play_out(place, ada)
    assert table["outcome"]["winner"] in (None, 1, 2)
    assert {ply["seat"] for ply in table["history"]} <= {1, 2}


def test_two_people_at_one_screen(ada: Player) -> None:
    table = ada.open("tactix:size=3", person("Ada"), person("Bob"))
    assert table["began"]
    assert table["mine"] == [1, 2]
    assert play_out(table["id"], ada)["over"]


def test_computers_play_a_match_by_themselves(ada: Player) -> None:
    place = ada.open("xtic", computer(), computer())["id"]
    with ada.at(place):
        wait_for(lambda: bool(ada.table(place)["over"]))


def test_four_seats_of_chain_reaction_people_bot_and_computers_mixed(ada: Player, bob: Player, url: str) -> None:
    table = ada.open("xchain:seats=4,size=3x3", person(), computer(), OPEN, {"kind": "bot", "name": "Robo"})
    place, invites = table["id"], table["invites"]
    assert set(invites) == {"3", "4"}
    assert [seat["kind"] for seat in table["seats"]] == ["person", "computer", "open", "bot"]
    bob.do("sit", place, seat=3, invite=invites["3"], name="Bob")
    assert not ada.table(place)["began"]
    with Player(url) as robo:
        refused = robo.refused(409, "sit", place, seat=4, invite=invites["4"], kind="person")
        assert refused == Message("server.bot-seat", seat=4)
        robo.do("sit", place, seat=4, invite=invites["4"], kind="bot")
        seats = ada.table(place)["seats"]
        assert [(seat["name"], seat["kind"]) for seat in seats][2:] == [("Bob", "person"), ("Robo", "bot")]
        # Bob leaves in the middle: the others play on.
        wait_for(lambda: ada.table(place)["state"]["turn"] == 1)
        ada.do("move", place, seat=1, move=ada.table(place)["state"]["moves"][0])
        bob.do("resign", place, seat=3)
        table = play_out(place, ada, robo)
    assert table["outcome"]["winner"] in (1, 2, 4)
    assert "out3:resigned" in [ply["token"] for ply in table["history"]]


# Sitting down


def test_looking_at_a_seat_does_not_take_it(ada: Player, bob: Player, url: str) -> None:
    table = ada.open("xtic", person(), OPEN)
    place, invite = table["id"], table["invites"]["2"]
    for method in ("GET", "HEAD"):
        assert bob.http.request(method, f"/t/{place}/sit/2").status_code == 200
    assert bob.table(place, watch=invite)["seats"][1]["open"]
    assert bob.refused(404, "sit", place, seat=2, invite="x" * 22) == Message("server.table-not-found")
    assert bob.refused(404, "sit", place, seat=2)
    bob.do("sit", place, seat=2, invite=invite, name="  Bob  the   builder ", suit="plum")
    seat = ada.table(place)["seats"][1]
    assert (seat["name"], seat["suit"], seat["open"]) == ("Bob the builder", "plum", False)
    with Player(url) as late:
        taken = Message("table.taken", name="Bob the builder", number=2)
        assert late.refused(409, "sit", place, seat=2, invite=invite) == taken
        suit = bob.table(place)["seats"][1]["suit"]
        assert late.refused(409, "sit", place, seat=2, invite=invite, suit=suit) == taken


def test_at_a_listed_table_anybody_may_sit_down_without_an_invite(ada: Player, bob: Player) -> None:
    place = ada.open("xtic", OPEN, person(), listed=True)["id"]
    assert bob.table(place)["mine"] == []
    bob.do("sit", place, seat=1)
    table = bob.table(place)
    assert table["mine"] == [1]
    assert table["began"]
    assert table["seats"][0]["name"] == "Guest"


def test_two_suits_cannot_be_the_same(ada: Player, bob: Player) -> None:
    table = ada.open("xtic", person(suit="red"), OPEN)
    assert [seat["suit"] for seat in table["seats"]] == ["red", "blue"]
    invite = table["invites"]["2"]
    refused = bob.refused(409, "sit", table["id"], seat=2, invite=invite, suit="red")
    assert refused == Message("server.suit-taken", name="Ada", suit="red")
    bob.do("sit", table["id"], seat=2, invite=invite)
    assert ada.table(table["id"])["seats"][1]["suit"] == "blue"


def test_wishes_for_an_open_seat_are_kept_for_it(ada: Player) -> None:
    table = ada.open("xtic", person(), {"kind": "bot", "name": "Robo", "suit": "plum"})
    assert [seat["suit"] for seat in table["seats"]] == ["blue", "plum"]
    ada.do("sit", table["id"], seat=2, kind="bot")
    seat = ada.table(table["id"])["seats"][1]
    assert (seat["name"], seat["suit"]) == ("Robo", "plum")


def test_pieces_that_have_colours_of_their_own_keep_them(ada: Player, bob: Player) -> None:
    """Rules and options speak of them: red and yellow in TriToc."""
    table = ada.open("tritoc", {**person(), "suit": "plum"}, {**OPEN, "suit": "blue"})
    assert [seat["suit"] for seat in table["seats"]] == ["red", "yellow"]
    bob.do("sit", table["id"], seat=2, invite=table["invites"]["2"], suit="blue")
    assert ada.table(table["id"])["seats"][1]["suit"] == "yellow"


def test_a_game_can_have_colours_for_more_seats_than_play(ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAMES["xchain"], "colours", ("plum", "blue", "red", "yellow"))
    table = ada.open("xchain", person(), OPEN)
    assert [seat["suit"] for seat in table["seats"]] == ["plum", "blue"]


def test_shuffled_seats_keep_who_was_wished(ada: Player) -> None:
    firsts = set()
    for _ in range(40):
        table = ada.open("xtic", person("Ada"), OPEN, shuffle=True)
        assert set(table["invites"]) == {str(seat["seat"]) for seat in table["seats"] if seat["open"]}
        firsts.add(table["seats"][0]["open"])
        if len(firsts) == 2:
            return
    pytest.fail("the order of the seats was never drawn")


def test_the_owner_lets_a_computer_take_an_open_seat(ada: Player, bob: Player) -> None:
    place = ada.open("tactix:size=3", person(), OPEN, listed=True)["id"]
    assert bob.refused(403, "stand_in", place, seat=2, level="random") == Message("server.owner-only")
    assert ada.refused(422, "stand_in", place, seat=2, level="divine").code == "engine.no-level"
    ada.do("stand_in", place, seat=2, level="random")
    assert ada.table(place)["seats"][1]["kind"] == "computer"
    assert play_out(place, ada)["over"]


# What is refused


def test_the_table_says_why_it_refuses(ada: Player, bob: Player) -> None:
    place = ada.open("tactix:size=3", person(), OPEN)["id"]
    assert ada.refused(409, "move", place, seat=1, move="a1") == Message("table.not-begun")
    assert ada.refused(409, "move", place, seat=2, move="a1") == Message("table.open", seat=2)
    bob.do("sit", place, seat=2, invite=ada.table(place)["invites"]["2"])
    assert bob.refused(409, "move", place, seat=2, move="a1") == Message("table.turn", seat=2, next_seat=1)
    assert bob.refused(403, "move", place, seat=1, move="a1") == Message("server.not-your-seat", seat=1)
    assert ada.refused(409, "move", place, seat=3, move="a1") == Message("law.no-seat", number=3, seats=2)
    ada.do("move", place, seat=1, move="B1-a1")
    assert bob.refused(409, "move", place, seat=2, move="a1") == Message("tactix.empty", square="a1")
    assert bob.refused(409, "roll", place, seat=2) == Message("table.no-roll")
    assert bob.refused(409, "ask", place, seat=2, what="draw") == Message("table.no-draws", game="TacTix")
    assert bob.refused(409, "rematch", place) == Message("table.not-over")
    assert bob.refused(403, "abandon", place) == Message("server.owner-only")
    assert ada.table(place)["version"] == 3


@pytest.mark.parametrize(
    ("command", "status", "field"),
    [
        ({"do": "dance", "key": "k"}, 422, "do"),
        ({"key": "k"}, 422, "do"),
        ({"do": "move", "seat": 1, "move": "a1"}, 422, "key"),
        ({"do": "move", "key": "k", "seat": 1}, 422, "move"),
        ({"do": "move", "key": "k", "seat": "one", "move": "a1"}, 422, "seat"),
        ({"do": "move", "key": "k", "seat": 1, "move": "a" * 65}, 422, "move"),
        ({"do": "move", "key": "k", "seat": 1, "move": "a1", "more": 1}, 422, "more"),
        ({"do": "chat", "key": "k", "seat": 1, "text": "a" * 501}, 422, "text"),
        ({"do": "chat", "key": "k", "seat": 1, "text": " \t\n"}, 422, "text"),
        ({"do": "move", "key": "\n", "seat": 1, "move": "a1"}, 422, "key"),
        ([], 422, None),
    ],
)
def test_an_action_that_cannot_be_understood(ada: Player, command: Any, status: int, field: str | None) -> None:
    place = ada.open("tactix", person(), person("Bob"))["id"]
    answer = ada.http.post(f"/api/tables/{place}/actions", json=command)
    assert refusal(status, answer)
    assert answer.json()["error"]["field"] == field


def test_an_action_that_is_not_json(ada: Player) -> None:
    place = ada.open("tactix", person(), person("Bob"))["id"]
    json = {"Content-Type": "application/json"}
    path = f"/api/tables/{place}/actions"
    assert refusal(400, ada.http.post(path, content=b"{", headers=json)) == Message("server.not-json")
    assert refusal(422, ada.http.post(path, content=b"{}")) == Message("server.json-object")
    assert refusal(422, ada.http.post(path)) == Message("server.json-object")


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        ({"game": "chess"}, "game", "games.unknown"),
        ({"game": "tactix:size=9"}, "game", "law.option.value"),
        ({"seats": [person()]}, "seats", "server.seats"),
        ({"seats": [person(), computer("divine")]}, "seats", "engine.no-level"),
        ({"seats": [person(), {"kind": "computer"}]}, "seats", "server.seat-level"),
        ({"seats": [person(suit="red"), person(suit="red")]}, "seats", "server.same-suit"),
        ({"seats": [person("\u202e"), OPEN]}, "name", "server.invalid-field"),
        ({"pace": "5 minutes"}, "pace", "record.clock"),
        ({"pace": "0+5"}, "pace", "record.clock"),
        ({"start": "xtic"}, "start", "xtic.position"),
        ({"start": "xtic 7.../..../..../.... -"}, "start", "record.start"),
        ({"start": "tactix ..../..../..../.... 1"}, "start", "table.start-over"),
        ({"shuffle": "yes"}, "shuffle", "server.invalid-field"),
    ],
)
def test_a_table_that_cannot_be_opened(ada: Player, change: Json, field: str, code: str) -> None:
    table_request = {"game": "tactix", "seats": [person(), OPEN], **change}
    answer = ada.http.post("/api/tables", json=table_request)
    assert refusal(422, answer).code == code
    assert answer.json()["error"]["field"] == field


def test_a_match_may_begin_anywhere(ada: Player) -> None:
    start = "tactix:size=3 .../.oo/... 2"
    table = ada.open("tactix:size=3", person(), person("Bob"), start=start)
    assert table["state"]["position"] == start
    ada.do("move", table["id"], seat=2, move="b2-c2")
    assert ada.table(table["id"])["outcome"]["winner"] == 1


# Once


def test_an_action_sent_again_counts_once_and_gets_the_same_answer(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "tactix")
    first = ada.do("move", place, seat=1, move="a1", key="mine")
    assert ada.do("move", place, seat=1, move="a1", key="mine") == first
    bob.do("move", place, seat=2, move="b1", key="mine")  # another player's keys are others
    assert ada.do("move", place, seat=1, move="a1", key="mine") == first
    assert [ply["token"] for ply in ada.table(place)["history"]] == ["a1", "b1"]


def test_of_two_who_race_for_one_move_exactly_one_wins(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "tactix")
    with ThreadPoolExecutor(8) as pool:
        answers = list(
            pool.map(lambda move: ada.try_to("move", place, seat=1, move=move), ["a1", "b1", "c1", "d1"] * 2)
        )
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
    refusals = {refusal(409, answer) for answer in answers if answer.status_code == 409}
    assert refusals == {Message("table.turn", seat=1, next_seat=2)}
    assert len(ada.table(place)["history"]) == 1


def test_of_two_who_race_for_one_seat_exactly_one_gets_it(ada: Player, url: str) -> None:
    table = ada.open("xtic", person(), OPEN, listed=True)
    guests = [Player(url) for _ in range(6)]
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda guest: guest.try_to("sit", table["id"], seat=2), guests))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 5
    winner = next(guest for guest, answer in zip(guests, answers, strict=True) if answer.status_code == 200)
    assert winner.table(table["id"])["mine"] == [2]
    for guest in guests:
        guest.http.close()


def test_the_same_key_sent_by_many_at_once_counts_once(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "tactix")
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: ada.do("move", place, seat=1, move="a1", key="k"), range(8)))
    assert answers == [{"version": 3, "next": None}] * 8
    assert len(ada.table(place)["history"]) == 1


# Asking, resigning, again


def test_taking_back_needs_the_other_player(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "tactix")
    ada.do("move", place, seat=1, move="a1")
    ada.do("ask", place, seat=1, what="undo")
    table = bob.table(place)
    question = {"id": table["version"], "seat": 1, "what": "undo", "agreed": [], "waiting": [2], "first": None}
    assert table["question"] == question
    assert table["may"]["2"]["answer"] is None
    bob.do("answer", place, seat=2, yes=False)
    assert ada.table(place)["question"] is None
    assert len(ada.table(place)["history"]) == 1
    ada.do("ask", place, seat=1, what="undo")
    bob.do("answer", place, seat=2, yes=True)
    assert ada.table(place)["history"] == []
    assert bob.refused(409, "answer", place, seat=2, yes=True) == Message("server.question-closed")


def test_against_a_computer_moves_are_taken_back_at_once(ada: Player) -> None:
    place = ada.open("tactix", person(), computer())["id"]
    ada.do("move", place, seat=1, move="a1")
    wait_for(lambda: len(ada.table(place)["history"]) == 2)
    ada.do("ask", place, seat=1, what="undo")
    assert ada.table(place)["history"] == []
    ada.do("ask", place, seat=1, what="redo")
    assert len(ada.table(place)["history"]) == 2


def test_a_rematch_is_a_new_table_with_another_starter(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "xtic")
    bob.do("resign", place, seat=2)
    assert bob.do("rematch", place)["next"] is None
    again = ada.do("rematch", place)["next"]
    assert bob.table(place)["next"] == again
    assert bob.do("rematch", place)["next"] == again
    table = ada.table(again)
    assert (table["previous"], table["began"], table["mine"], table["owner"]) == (place, True, [2], True)
    assert [(seat["name"], seat["points"]) for seat in table["seats"]] == [("Bob", 0), ("Ada", 1)]
    with Player(ada.url) as stranger:
        assert refusal(404, stranger.http.get(f"/api/tables/{again}"))
        watch = ada.table(place)["watch"]
        assert stranger.table(again, watch=watch)["mine"] == []
        assert stranger.refused(404, "rematch", place)


def test_after_the_rematch_was_deleted_there_can_be_another_one(ada: Player) -> None:
    place = ada.open("xtic", person(), computer())["id"]
    ada.do("resign", place, seat=1)
    first = ada.do("rematch", place)["next"]
    with ada.at(place) as page:
        assert page.table()["next"] == first
        assert ada.http.delete(f"/api/tables/{first}").status_code == 204
        assert page.table()["next"] is None
    second = ada.do("rematch", place)["next"]
    assert second not in (None, first)
    assert ada.table(second)["previous"] == place


def test_a_rematch_against_a_computer_that_begins(ada: Player) -> None:
    place = ada.open("xtic", person(), computer())["id"]
    ada.do("resign", place, seat=1)
    again = ada.do("rematch", place)["next"]
    wait_for(lambda: len(ada.table(again)["history"]) > 0)


def test_the_players_abandon_a_match_together(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "xtic")
    ada.do("ask", place, seat=1, what="abandon")
    bob.do("answer", place, seat=2, yes=True)
    table = bob.table(place)
    assert (table["over"], table["abandoned"], table["outcome"]) == (True, True, None)
    assert bob.refused(409, "move", place, seat=2, move="=0") == Message("law.over")


# Dice


def test_the_seeds_are_nobodys_until_the_end(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "tritoc")
    ada.do("nonce", place, seat=1, nonce="from-Ada")
    assert ada.refused(409, "nonce", place, seat=1, nonce="another") == Message("table.nonce.twice", seat=1)
    ada.do("roll", place, seat=1)
    for player in (ada, bob):
        table = player.table(place)
        assert (table["seed"], table["dice"]["seed"]) == (None, None)
        assert "Seed" not in player.http.get(f"/api/tables/{place}/record").text
    assert bob.refused(409, "nonce", place, seat=2, nonce="late") == Message("table.nonce.late")
    ada.do("resign", place, seat=1)
    table = bob.table(place)
    assert table["seed"]
    assert table["dice"]["seed"]
    (match,) = record.read(bob.http.get(f"/api/tables/{place}/record").text)
    assert match.dice
    assert match.dice.nonces == ("from-Ada", "")
    assert verify(match) == 1


def test_a_computer_that_begins_waits_with_its_first_roll_for_nonces(tmp_path: Path) -> None:
    from quincunx.server.config import ServerConfig

    with opened(tmp_path / "games.sqlite", ServerConfig(nonce_seconds=3600)) as url, Player(url) as ada:
        place = ada.open("tritoc", computer(), person())["id"]
        ada.do("nonce", place, seat=2, nonce="mine")
        wait_for(lambda: len(ada.table(place)["history"]) > 0)
        assert ada.table(place)["dice"]["nonces"] == ["", "mine"]
