"""Many processes on one PostgreSQL and one Redis; it does not matter which process a client uses."""

from __future__ import annotations

import asyncio
import random
import secrets
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis
from live_server import OPEN, PATIENCE, Json, Player, computer, invited, person, play_out, wait_for
from services import Postgres, Redis, Server, postgres, redis_server, servers
from websockets.exceptions import ConnectionClosed

from quincunx.law.messages import Message
from quincunx.server.peers.bus import CHANNEL, Bus

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


@pytest.fixture(scope="module")
def bus() -> Iterator[Redis]:
    with redis_server() as server:
        yield server


@pytest.fixture(scope="module")
def both(database: Postgres, bus: Redis) -> Iterator[tuple[str, str]]:
    """The addresses of two processes that nobody kills."""
    with servers(2, database.database(), bus.url) as (one, other):
        yield one.url, other.url
        assert (one.log, other.log) == ("", "")


@contextmanager
def everywhere(urls: tuple[str, str]) -> Iterator[tuple[Player, Player]]:
    """One player, through either process."""
    secret = secrets.token_urlsafe(24)
    with Player(urls[0], secret) as here, Player(urls[1], secret) as there:
        yield here, there


def at(version: int) -> Callable[[Json], bool]:
    return lambda table: bool(table["version"] == version)


def says(server: Server, what: str) -> Callable[[], bool]:
    return lambda: what in server.log


# What is done through one


def test_a_move_through_one_is_seen_through_the_other(both: tuple[str, str]) -> None:
    with Player(both[0]) as ada, Player(both[1]) as bob:
        place = invited(ada, bob, "tactix:size=3")
        with ada.at(place) as one, bob.at(place) as other:
            for n, (player, seat) in enumerate([(ada, 1), (bob, 2), (ada, 1), (bob, 2)]):
                move = f"{'abc'[n % 3]}{1 + n // 3}"
                version = player.do("move", place, seat=seat, move=move)["version"]
                for page in (one, other):
                    assert page.table(at(version))["history"][-1]["token"] == move
            bob.do("chat", place, seat=2, text="well played")
            assert one.table(lambda table: bool(table["chat"]))["chat"][0]["text"] == "well played"
            bob.do("resign", place, seat=2)
            bob.do("rematch", place)
            one.table(lambda table: bool(table["question"]))
            following = ada.do("rematch", place)["next"]
            assert one.table(lambda table: bool(table["next"]))["next"] == following
        assert ada.table(following)["previous"] == place


def test_what_was_acknowledged_is_there_at_once_whoever_is_asked(both: tuple[str, str]) -> None:
    with everywhere(both) as (here, there):
        place = here.open("tactix:size=3", person(), person("Bob"))["id"]
        for n, move in enumerate(["a1", "b1", "c1", "a2", "b2", "c2"]):
            doing, asking = (here, there) if n % 2 else (there, here)
            doing.do("move", place, seat=1 + n % 2, move=move)
            assert [ply["token"] for ply in asking.table(place)["history"]][n:] == [move]
            mine = {table["id"]: table["plies"] for table in asking.http.get("/api/tables").json()["mine"]}
            assert mine[place] == n + 1


def test_the_same_action_through_the_other_process_is_the_same_action(both: tuple[str, str]) -> None:
    with everywhere(both) as (here, there):
        place = here.open("tactix:size=3", person(), person("Bob"))["id"]
        there.table(place)
        answer = here.do("move", place, seat=1, move="a1", key="once")
        assert there.do("move", place, seat=1, move="a1", key="once") == answer
        assert len(here.table(place)["history"]) == 1


def test_of_two_moves_at_the_same_time_exactly_one_is_made(both: tuple[str, str]) -> None:
    with everywhere(both) as (here, there), ThreadPoolExecutor(2) as pool:
        place = here.open("tesseract", person(), person("Bob"))["id"]
        reply, draw = [], random.Random(7)
        for n in range(16):
            seat, moves = 1 + n % 2, draw.sample(here.table(place)["state"]["moves"], 2)
            tries = [
                pool.submit(player.try_to, "move", place, seat=seat, move=move)
                for player, move in ((here, moves[0]), (there, moves[1]))
            ]
            answers = [trial.result() for trial in tries]
            assert sorted(answer.status_code for answer in answers) == [200, 409], [answer.text for answer in answers]
            reply.append(moves[0] if answers[0].status_code == 200 else moves[1])
        for player in (here, there):
            assert [ply["token"] for ply in player.table(place)["history"]] == reply


def test_a_table_that_is_deleted_is_gone_everywhere(both: tuple[str, str]) -> None:
    with everywhere(both) as (here, there):
        place = here.open("xtic", person(), OPEN)["id"]
        with there.at(place) as page:
            page.table()
            assert here.http.delete(f"/api/tables/{place}").status_code == 204
            with pytest.raises(ConnectionClosed) as closed:
                page.table(lambda _: False)
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 4410
        assert there.http.get(f"/api/tables/{place}").status_code == 404


def test_who_is_here_through_another_process_is_here(both: tuple[str, str]) -> None:
    def present(table: Json) -> list[bool]:
        return [seat["present"] for seat in table["seats"]]

    with Player(both[0]) as ada, Player(both[1]) as bob:
        place = invited(ada, bob, "tactix")
        with ada.at(place) as page:
            page.table(lambda table: present(table) == [True, False])
            with bob.at(place) as other:
                other.table(lambda table: present(table) == [True, True])
                page.table(lambda table: present(table) == [True, True])
                assert ada.refused(409, "claim", place, seat=2)
            page.table(lambda table: present(table) == [True, False])


def test_a_match_with_clocks_begins_when_both_are_here_through_whichever_process(both: tuple[str, str]) -> None:
    with Player(both[0]) as ada, Player(both[1]) as bob:
        table = ada.open("tactix", person(), OPEN, pace="60+0")
        with ada.at(table["id"]) as page, bob.at(table["id"], watch=table["invites"]["2"]) as other:
            other.table()
            bob.do("sit", table["id"], seat=2, invite=table["invites"]["2"], name="Bob")
            assert page.table(lambda shown: shown["began"])["clock"]["awaited"] == 1


def test_a_computer_plays_once_whoever_moved_where(both: tuple[str, str]) -> None:
    with everywhere(both) as (here, there):
        for game in ("tactix:size=3", "tritoc"):
            place = here.open(game, person(), computer())["id"]
            table = here.table(place)
            while not table["over"]:
                player = here if len(table["history"]) % 4 < 2 else there
                if table["state"]["turn"] == 2:
                    player.wait_for_change(place, table["version"])
                elif table["state"]["actor"] == 0:
                    player.do("roll", place, seat=1)
                else:
                    player.do("move", place, seat=1, move=table["state"]["moves"][0])
                table = player.table(place)
            assert here.table(place)["history"] == there.table(place)["history"]


# Bad days


def test_who_comes_later_finds_clocks_as_they_are(database: Postgres, bus: Redis) -> None:
    url = database.database()
    with servers(1, url, bus.url) as (first,), Player(first.url) as ada:
        place = ada.open("tactix", person(), person("Bob"), pace="600+0")["id"]
        version = ada.table(place)["version"]
        with servers(1, url, bus.url) as (second,), Player(second.url, ada.secret) as there:
            assert there.table(place)["version"] == version
            there.do("move", place, seat=1, move="a1")
            assert ada.table(place)["version"] == version + 1
            second.end(signal.SIGTERM)
        ada.do("move", place, seat=2, move="b1")


def test_what_a_killed_process_has_left_is_taken_up(database: Postgres, bus: Redis) -> None:
    with (
        servers(2, database.database(), bus.url) as (first, second),
        Player(first.url) as ada,
        Player(first.url) as bob,
        Player(second.url, ada.secret) as there,
    ):
        clock = ada.open("tactix", person(), person("Bob"), pace="8+0")["id"]
        ada.do("move", clock, seat=1, move="a1")
        ada.do("move", clock, seat=2, move="b1")
        shared = invited(ada, bob, "tactix")
        with there.at(shared) as page:
            page.table()
            with bob.at(shared):
                page.table(lambda table: table["seats"][1]["present"])
                thinking = ada.open("xchain", computer("hard"), person())["id"]
                first.end()
            page.table(lambda table: not table["seats"][1]["present"])
            wait_for(lambda: len(there.table(thinking)["history"]) == 1)
            wait_for(lambda: there.table(clock)["over"])
        assert there.table(clock)["outcome"]["why"] == "time"
        moves = there.table(thinking)["state"]["moves"]
        there.do("move", thinking, seat=2, move=moves[0])
        wait_for(lambda: len(there.table(thinking)["history"]) == 3)


def test_a_process_that_closes_hands_its_computers_over(database: Postgres, bus: Redis) -> None:
    with (
        servers(2, database.database(), bus.url) as (first, second),
        Player(first.url) as ada,
        Player(second.url, ada.secret) as there,
    ):
        place = ada.open("tactix:size=3", person(), computer())["id"]
        ada.do("move", place, seat=1, move="a1")
        wait_for(lambda: len(ada.table(place)["history"]) == 2)
        first.end(signal.SIGTERM)
        assert play_out(place, there)["over"]


def test_without_the_bus_the_server_goes_on_and_says_so(database: Postgres) -> None:
    with (
        redis_server() as bus,
        servers(2, database.database(), bus.url) as (first, second),
        everywhere((first.url, second.url)) as (here, there),
    ):
        place = here.open("tactix", person(), person("Bob"))["id"]
        with there.at(place) as page:
            page.table()
            bus.end()
            for server in (first, second):
                wait_for(says(server, "the bus is down"))
            here.do("move", place, seat=1, move="a1")
            assert page.table(lambda table: len(table["history"]) == 1)
            bus.start()
            for server in (first, second):
                wait_for(says(server, "the bus is there"))
            here.do("move", place, seat=2, move="b1")
            assert page.table(lambda table: len(table["history"]) == 2)
        for server in (first, second):
            assert server.log.count("\n") == 2, server.log  # once that it is down, once that it is back


def test_while_the_database_is_away_nothing_is_promised_and_then_all_goes_on(bus: Redis) -> None:
    with (
        postgres() as database,
        servers(2, database.database(), bus.url) as (first, second),
        everywhere((first.url, second.url)) as (here, there),
    ):
        place = here.open("tactix:size=3", person(), computer())["id"]
        database.end()
        assert here.refused(503, "move", place, seat=1, move="a1", key="k") == Message("server.not-stored")
        database.start()
        wait_for(lambda: there.try_to("move", place, seat=1, move="a1", key="k").status_code == 200)
        assert here.do("move", place, seat=1, move="a1", key="k")["version"] == 2
        assert play_out(place, here)["over"]


# Settings that do not go together


def test_a_bus_without_a_database_to_share_is_refused(bus: Redis, tmp_path: Path) -> None:
    server = Server(tmp_path / "log", f"sqlite:///{tmp_path}/games.sqlite", bus.url)
    with pytest.raises(AssertionError, match="processes that share a database"):
        server.start()
    server.end()


# The bus


def test_what_others_say_on_the_bus_makes_nobody_deaf() -> None:
    heard: list[list[str]] = []

    async def listen(bus: Redis) -> None:
        ears, there, came = Bus(bus.url), asyncio.Event(), asyncio.Event()

        def hear(_: str, word: list[str]) -> None:
            heard.append(word)
            came.set()

        listening = asyncio.create_task(ears.listen(hear, there.set))
        async with asyncio.timeout(PATIENCE):
            await there.wait()
            with redis.Redis(port=bus.port) as client:
                nested = '["another", ' + "[" * 100_000 + "]" * 100_000 + "]"
                for said in (nested, "hello", "5", "[1, 2]", '["another", 5]', '["another", [["beat"]]]'):
                    client.publish(CHANNEL, said)
            await came.wait()
        listening.cancel()
        await ears.close()

    with redis_server() as bus:
        asyncio.run(listen(bus))
    assert heard == [["beat"]]
