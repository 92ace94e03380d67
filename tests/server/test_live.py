"""Live tables: websockets, streams, who is there, chat, clocks, absence."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest
from live_server import (
    OPEN,
    PATIENCE,
    PROTOCOL,
    UNLIMITED,
    Json,
    Player,
    computer,
    invited,
    message,
    opened,
    person,
    play_out,
    refusal,
    wait_for,
)
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from quincunx.engine import Analysis, Control, EngineRefusal, MoveValue, Value, levels
from quincunx.games import State
from quincunx.law import text
from quincunx.law.messages import Message
from quincunx.server.computers.service import Choose

# Websockets


def test_both_see_a_move_and_the_mover_hears_first_that_it_is_done(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "xchain:size=3x3")
    with ada.at(place) as one, bob.at(place) as other:
        assert one.table()["mine"] == [1]
        assert other.table()["mine"] == [2]
        one.table(lambda table: table["seats"][1]["present"])
        one.send({"do": "move", "seat": 1, "move": "a1", "key": "first"})
        assert one.hear() == {"done": {"key": "first", "version": 3, "next": None}}
        for page in (one, other):
            table = page.table(lambda table: table["version"] == 3)
            assert table["last"]["move"] == "a1"
        other.send({"do": "move", "seat": 2, "move": "a1", "key": "second"})
        refused = other.answer("second")["refused"]
        assert message(refused) == Message("xchain.owned", square="a1", seat=1)
        assert refused["field"] is None


def test_every_change_is_shown_whole_with_the_pictures_on_the_way(ada: Player) -> None:
    place = ada.open("xchain:size=3x3", person(), person("Bob"))["id"]
    with ada.at(place) as page:
        for key, (seat, move) in enumerate([(1, "a1"), (2, "c3"), (1, "a1")]):
            page.send({"do": "move", "seat": seat, "move": move, "key": str(key)})
        table = page.table(lambda table: len(table["history"]) == 3)
    assert table["last"]["steps"], "a corner with two explodes"
    assert {cell["name"]: cell.get("seat") for cell in table["last"]["steps"][0]["cells"]}["a1"] == 1
    ply = ada.http.get(f"/api/tables/{place}/plies/3").json()
    assert ply == {"view": table["state"], "steps": table["last"]["steps"]}
    assert ada.http.get(f"/api/tables/{place}/plies/0").json()["steps"] == []
    assert refusal(404, ada.http.get(f"/api/tables/{place}/plies/4")) == Message("server.ply", n=3)


def test_who_comes_again_sees_the_current_state_and_what_was_unanswered_counts_once(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "tactix")
    with ada.at(place) as page:
        page.send({"do": "move", "seat": 1, "move": "a1", "key": "mine"})
        wait_for(lambda: len(bob.table(place)["history"]) == 1)  # done, but Ada goes before she hears it
    bob.do("move", place, seat=2, move="b1")
    with ada.at(place) as page:
        assert [ply["token"] for ply in page.table()["history"]] == ["a1", "b1"]
        page.send({"do": "move", "seat": 1, "move": "a1", "key": "mine"})
        assert page.answer("mine") == {"done": {"key": "mine", "version": 3, "next": None}}
    assert len(bob.table(place)["history"]) == 2


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ("nonsense", "server.not-json"),
        ("[]", "server.json-object"),
        ('{"do": "fly", "key": "k"}', "server.action-unknown"),
        ('{"do": "move", "key": 5}', "server.invalid-field"),
        (b"\xff", "server.not-json"),
    ],
)
def test_a_message_that_cannot_be_understood_is_refused(ada: Player, sent: str | bytes, code: str) -> None:
    place = ada.open("tactix", person(), person("Bob"))["id"]
    with ada.at(place) as page:
        page.table()
        page.connection.send(sent)
        assert message(page.hear()["refused"]).code == code
        page.send({"do": "move", "seat": 1, "move": "a1", "key": "k"})
        assert "done" in page.answer("k")


def closing(url: str, place: str, *messages: str | bytes) -> tuple[int, str]:
    """How the server closes a websocket after these messages."""
    address = f"{url.replace('http', 'ws')}api/tables/{place}/socket"
    with connect(address, subprotocols=PROTOCOL, open_timeout=PATIENCE) as connection:
        for sent in messages:
            connection.send(sent)
        with pytest.raises(ConnectionClosed) as closed:
            connection.recv(PATIENCE)
    assert closed.value.rcvd
    return closed.value.rcvd.code, closed.value.rcvd.reason


def test_a_websocket_that_does_not_say_hello_is_closed_with_the_reason(ada: Player, url: str, tmp_path: Path) -> None:
    place = ada.open("tactix", person(), OPEN)["id"]
    assert closing(url, place, "hello") == (4408, text("server.no-hello"))
    assert closing(url, place, b"hello")[0] == 4408
    assert closing(url, place, '{"hello": {"secret": "short"}}')[0] == 4401
    assert closing(url, place, '{"hello": {}}')[0] == 4404
    assert closing(url, place, json.dumps({"hello": {"secret": "s" * 30, "watch": "w" * 22}}))[0] == 4404
    assert closing(url, "nowhere", json.dumps({"hello": {"secret": ada.secret}}))[0] == 4404
    with opened(tmp_path / "games.sqlite", replace(UNLIMITED, hello_seconds=0.05)) as impatient:
        assert closing(impatient, place)[0] == 4408


def test_pages_of_other_sites_cannot_open_a_websocket_or_do_anything(ada: Player, url: str) -> None:
    table = ada.open("tactix", person(), OPEN, listed=True)
    for origin in ("http://evil.example", "null", f"{url.rstrip('/')}.evil.example", "http://127.0.0.1:1"):
        with pytest.raises(InvalidStatus) as refused, ada.at(table["id"], origin=origin):
            pass
        assert refused.value.response.status_code == 403
        answer = ada.http.post("/api/tables", json={}, headers={"Origin": origin})
        assert refusal(403, answer) == Message("server.cross-site")
        assert ada.http.delete(f"/api/tables/{table['id']}", headers={"Origin": origin}).status_code == 403
    with ada.at(table["id"], origin=url.rstrip("/")) as page:
        assert page.table()["id"] == table["id"]


def read_all(connection: ClientConnection) -> None:
    while True:
        connection.recv(PATIENCE)


def test_a_reader_that_is_too_slow_is_cut_off(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "tactix")
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", int(bob.url.rstrip("/").rpartition(":")[2])))
    address = f"{bob.url.replace('http', 'ws')}api/tables/{place}/socket"
    with connect(address, sock=line, compression=None, subprotocols=PROTOCOL, open_timeout=PATIENCE) as slow:
        slow.send(json.dumps({"hello": {"secret": bob.secret}}))
        slow.recv(PATIENCE)
        # Chat makes tables large: what is not read fills the line, and then the patience of the server.
        with ada.at(place) as quick:
            for n in range(300):
                quick.send({"do": "chat", "seat": 1, "text": "x" * 500, "key": str(n)})
            assert "done" in quick.answer("299")
        with pytest.raises(ConnectionClosed) as closed:
            read_all(slow)
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 4429
    with bob.at(place) as again:
        assert len(again.table()["chat"]) == 200


# Streams


def lines_of(player: Player, place: str, many: int) -> list[Json]:
    """The first lines of a stream that are not empty."""
    found: list[Json] = []
    with player.http.stream("GET", f"/api/tables/{place}/stream") as stream:
        assert stream.headers["content-type"].startswith("application/x-ndjson")
        for line in stream.iter_lines():
            if line:
                found.append(json.loads(line))
            if len(found) == many:
                return found
    return found


def test_a_stream_tells_the_whole_table_at_once_and_after_each_change(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "tactix")
    heard: list[Json] = []
    listener = Thread(target=lambda: heard.extend(lines_of(bob, place, 3)))
    listener.start()
    wait_for(lambda: bool(ada.table(place)["seats"][1]["present"]))
    ada.do("move", place, seat=1, move="a1")
    bob.do("move", place, seat=2, move="b1")
    listener.join(PATIENCE)
    assert [len(table["history"]) for table in heard] == [0, 1, 2]
    assert all(table["mine"] == [2] for table in heard)
    wait_for(lambda: not ada.table(place)["seats"][1]["present"])


def test_an_idle_stream_is_kept_alive_by_empty_lines(tmp_path: Path) -> None:
    with opened(tmp_path / "games.sqlite", replace(UNLIMITED, keep_alive_seconds=0.02)) as url, Player(url) as ada:
        place = ada.open("tactix", person(), OPEN)["id"]
        with ada.http.stream("GET", f"/api/tables/{place}/stream") as stream:
            lines = stream.iter_lines()
            assert json.loads(next(lines))["id"] == place
            assert [next(lines) for _ in range(3)] == ["", "", ""]


# Who is there


def test_coming_and_going_is_told(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "tactix")
    with ada.at(place) as page:
        assert [seat["present"] for seat in page.table()["seats"]] == [True, False]
        with bob.at(place), bob.at(place):
            page.table(lambda table: table["seats"][1]["present"])
        assert page.table(lambda table: not table["seats"][1]["present"])["seats"][1]["away"] is None


def test_who_only_watches_is_nobody_at_the_table_until_sitting_down(ada: Player, bob: Player) -> None:
    place = ada.open("tactix", person(), OPEN, listed=True)["id"]
    with bob.at(place) as page:
        assert page.table()["mine"] == []
        page.send({"do": "sit", "seat": 2, "key": "k"})
        table = page.table(lambda table: table["mine"] == [2])
        assert table["seats"][1]["present"]


# Absence


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that allows almost no absence."""
    with opened(tmp_path_factory.mktemp("strict") / "games.sqlite", replace(UNLIMITED, absence=0.2)) as url:
        yield url


def test_a_seat_that_is_away_too_long_may_be_claimed(strict: str) -> None:
    with Player(strict) as ada, Player(strict) as bob, Player(strict) as stranger:
        place = invited(ada, bob, "tactix", listed=True)
        assert ada.refused(409, "claim", place, seat=2) == Message("server.not-waiting", seat=2)
        with bob.at(place) as page:
            page.table()
            ada.do("move", place, seat=1, move="a1")
            assert ada.refused(409, "claim", place, seat=2) == Message("server.present", name="Bob")
        wait_for(lambda: ada.table(place)["seats"][1]["away"] == 0)
        assert stranger.refused(403, "claim", place, seat=2) == Message("server.players-only")
        assert bob.refused(403, "claim", place, seat=2) == Message("server.own-seat", seat=2)
        wait_for(lambda: ada.table(place)["seats"][1]["away"] == 0)  # Bob was heard of just now
        ada.do("claim", place, seat=2)
        outcome = ada.table(place)["outcome"]
        assert (outcome["winner"], outcome["why"], outcome["code"]) == (1, "absent", "table.outcome.absent")


def test_the_time_to_come_back_is_shown_and_kept(tmp_path: Path) -> None:
    with opened(tmp_path / "games.sqlite", replace(UNLIMITED, absence=3600)) as url, Player(url) as ada:
        with Player(url) as bob:
            place = invited(ada, bob, "tactix")
        ada.do("move", place, seat=1, move="a1")
        seats = ada.table(place)["seats"]
        assert seats[0]["away"] is None
        assert 3500 < seats[1]["away"] <= 3600
        for refused in (
            ada.refused(409, "claim", place, seat=2),
            ada.refused(409, "stand_in", place, seat=2, level="random"),
        ):
            assert (refused.code, refused.args["name"]) == ("server.claim-later", "Bob")
            assert 3500 < refused.args["n"] <= 3600


def test_a_computer_may_take_over_from_a_player_who_is_away(strict: str) -> None:
    with Player(strict) as ada, Player(strict) as bob:
        place = invited(ada, bob, "tactix:size=3")
        ada.do("move", place, seat=1, move="a1")
        wait_for(lambda: ada.table(place)["seats"][1]["away"] == 0)
        ada.do("stand_in", place, seat=2, level="random")
        assert ada.table(place)["seats"][1]["kind"] == "computer"
        assert play_out(place, ada)["over"]
        assert bob.table(place)["mine"] == []  # he may look, but it is not his game any more
        assert ada.refused(409, "claim", place, seat=2) == Message("server.never-away", seat=2)


# Chat


def test_chat_is_plain_text_between_the_seats(ada: Player, bob: Player, url: str) -> None:
    place = ada.open("tactix", person("<b>Ada</b>"), OPEN, listed=True)["id"]
    bob.do("sit", place, seat=2, name="Bob")
    ada.do("chat", place, seat=1, text="  <script>alert(1)</script>\n\u202e there ")
    (line,) = bob.table(place)["chat"]
    assert (line["seat"], line["name"], line["text"]) == (1, "<b>Ada</b>", "<script>alert(1)</script> there")
    assert bob.refused(403, "chat", place, seat=1, text="I am Ada") == Message("server.not-your-seat", seat=1)
    with Player(url) as stranger, stranger.at(place) as page:
        assert page.table()["chat"] == []
        assert stranger.refused(403, "chat", place, seat=1, text="hello")


def test_only_the_last_lines_of_chat_are_kept(ada: Player) -> None:
    place = ada.open("tactix", person(), OPEN)["id"]
    for n in range(203):
        ada.do("chat", place, seat=1, text=f"line {n}")
    assert [line["text"] for line in ada.table(place)["chat"]] == [f"line {n}" for n in range(3, 203)]


# Clocks


def test_a_clock_that_runs_out_ends_the_match_by_itself(ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "tactix", pace="1+0")
    ada.do("move", place, seat=1, move="d4")
    bob.do("move", place, seat=2, move="c4")
    with bob.at(place) as page:
        table = page.table(lambda table: table["over"])
    assert (table["outcome"]["why"], table["outcome"]["winner"]) == ("time", 2)
    assert table["seats"][0]["left"] == 0
    assert ada.refused(409, "move", place, seat=1, move="a1") == Message("law.over")


def test_time_is_shown_and_the_increment_added(tmp_path: Path) -> None:
    now = 1_790_000_000.0
    with opened(tmp_path / "games.sqlite", clock=lambda: now) as url, Player(url) as ada, Player(url) as bob:
        place = invited(ada, bob, "tactix", pace="300+5")
        assert ada.table(place)["clock"]["awaited"] == 1
        ada.do("move", place, seat=1, move="d4")
        bob.do("move", place, seat=2, move="c4")
        now += 2
        table = ada.table(place)
        assert (table["clock"]["running"], table["seats"][0]["left"]) == (1, 298)
        assert table["clock"]["deadline"] - table["now"] == 298
        ada.do("move", place, seat=1, move="a1")
        table = ada.table(place)
        assert (table["clock"]["running"], table["seats"][0]["left"]) == (2, 303)


def test_a_match_with_clocks_waits_for_who_is_away(strict: str) -> None:
    with Player(strict) as ada, Player(strict) as bob:
        table = ada.open("tactix", person(), OPEN, pace="300+0")
        gone = table["now"]
        wait_for(lambda: bob.table(table["id"], watch=table["invites"]["2"])["now"] > gone + 0.3)
        bob.do("sit", table["id"], seat=2, invite=table["invites"]["2"])
        assert not bob.table(table["id"])["began"]
        with bob.at(table["id"]), ada.at(table["id"]) as page:
            assert page.table(lambda table: table["began"])["clock"]["awaited"] == 1


# Computers


def slow(state: State, _level: str, seed: str, control: Control) -> tuple[str, Analysis]:
    """A computer that thinks until somebody stops it."""
    while not control.stopped:
        time.sleep(0.005)
    return levels.choose(state, "random", seed)


def test_a_thinking_computer_delays_nobody_and_stops_when_it_is_not_needed(tmp_path: Path) -> None:
    config = replace(UNLIMITED, threads=1)
    with opened(tmp_path / "games.sqlite", config, slow) as url, Player(url) as ada, Player(url) as bob:
        place = ada.open("tactix", person(), computer("dont-try"))["id"]
        ada.do("move", place, seat=1, move="a1")
        elsewhere = invited(ada, bob, "tactix")
        ada.do("move", elsewhere, seat=1, move="a1")
        ada.do("ask", place, seat=1, what="undo")  # stops the thought, and nothing comes of it
        assert ada.table(place)["history"] == []
        ada.do("move", place, seat=1, move="b1")
        ada.do("resign", place, seat=1)
        # The only thread is free again: another table's computer gets its turn, and its clock stops it in time.
        quick = ada.open("tactix", computer("dont-try"), person(), pace="2+0")["id"]
        wait_for(lambda: len(ada.table(quick)["history"]) == 1)
        assert len(ada.table(place)["history"]) == 1


def never_hard(state: State, level: str, seed: str, control: Control) -> tuple[str, Analysis]:
    """The level hard is tired, easy is broken; the others play."""
    if level == "hard":
        raise EngineRefusal("engine.memory", method="search")
    if level == "easy":
        raise ZeroDivisionError
    return levels.choose(state, "random", seed, control)


def test_the_level_of_a_computer_changes_in_mid_game(ada: Player, bob: Player) -> None:
    place = ada.open("tactix", person(), computer("trivial"), listed=True)["id"]
    before = ada.table(place)["seats"][1]
    assert ada.do("stand_in", place, seat=2, level="hard")
    after = ada.table(place)["seats"][1]
    assert (before["level"], after["level"]) == ("trivial", "hard")
    assert (before["name"], before["suit"]) == (after["name"], after["suit"])
    assert bob.refused(403, "stand_in", place, seat=2, level="easy") == Message("server.players-only")
    assert ada.refused(422, "stand_in", place, seat=2, level="none").code == "engine.no-level"
    shared = ada.open("xchain:seats=3", person(), OPEN, computer("trivial"), listed=True)["id"]
    bob.do("sit", shared, seat=2, name="Bob")
    assert ada.refused(409, "stand_in", shared, seat=3, level="hard") == Message("server.never-away", seat=3)


def test_a_computer_that_cannot_play_is_reported_and_another_level_takes_its_seat(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with opened(tmp_path / "games.sqlite", UNLIMITED, never_hard) as url, Player(url) as ada, Player(url) as stranger:
        place = ada.open("tactix:size=3", person(), computer("hard"), listed=True)["id"]
        with ada.at(place) as page:
            assert page.table()["trouble"] is None
            ada.do("move", place, seat=1, move="a1")
            table = page.table(lambda table: table["trouble"] is not None)
            assert table["trouble"] == {"seat": 2, "reason": text("engine.memory", method="search")}
            refused = stranger.refused(403, "stand_in", place, seat=2, level="random")
            assert refused == Message("server.players-only")
            ada.do("stand_in", place, seat=2, level="easy")
            table = page.table(lambda table: table["trouble"] is not None and table["seats"][1]["level"] == "easy")
            assert table["trouble"] == {"seat": 2, "reason": text("server.internal-error")}
            assert "ZeroDivisionError" in caplog.text
            ada.do("stand_in", place, seat=2, level="random")
            table = page.table(lambda table: len(table["history"]) == 2)
            assert table["trouble"] is None
        assert play_out(place, ada)["over"]


def test_a_computer_tries_again_when_it_is_asked_to(tmp_path: Path) -> None:
    tries = []

    def shy(state: State, level: str, seed: str, control: Control) -> tuple[str, Analysis]:
        tries.append(level)
        if len(tries) == 1:
            raise EngineRefusal("engine.memory", method="search")
        return levels.choose(state, level, seed, control)

    with opened(tmp_path / "games.sqlite", UNLIMITED, shy) as url, Player(url) as ada:
        place = ada.open("tactix:size=3", computer("hard"), computer("random"))["id"]
        trouble = {"seat": 1, "reason": text("engine.memory", method="search")}
        with ada.at(place):
            wait_for(lambda: ada.table(place)["trouble"] == trouble)
            ada.do("stand_in", place, seat=1, level="hard")  # the owner may, though nobody but computers plays
            wait_for(lambda: ada.table(place)["over"])
        assert tries[:2] == ["hard", "hard"]


def sure_of(value: float) -> Choose:
    """A computer that expects so much, whatever happens."""

    def choose(state: State, _level: str, _seed: str, _control: Control) -> tuple[str, Analysis]:
        found = tuple(MoveValue(move, Value((value, value), False), (move,)) for move in state.moves())
        return state.moves()[0], Analysis(str(state), state.actor, found, Message("engine.basis.random"), 1, 0.0)

    return choose


@pytest.mark.parametrize(("expects", "agrees"), [(0.45, True), (0.46, False)])
def test_a_computer_agrees_to_a_draw_when_it_expects_no_more(tmp_path: Path, expects: float, agrees: bool) -> None:
    with opened(tmp_path / "games.sqlite", UNLIMITED, sure_of(expects)) as url, Player(url) as ada:
        place = ada.open("xtic", person(), computer("hard"))["id"]
        ada.do("ask", place, seat=1, what="draw")
        wait_for(lambda: ada.table(place)["question"] is None)
        assert ada.table(place)["over"] == agrees


def test_a_computer_declines_a_draw_while_dice_are_to_be_rolled(ada: Player) -> None:
    place = ada.open("tritoc", person(), computer())["id"]
    ada.do("ask", place, seat=1, what="draw")
    wait_for(lambda: ada.table(place)["question"] is None)
    assert not ada.table(place)["over"]
