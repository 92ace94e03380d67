"""Every part of the server fails while many play. Nothing acknowledged is lost, nothing is done twice, and
play resumes by itself."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from cuttable_link import Link, link
from fault_injection import crash, fill, held, small_disk
from history_checker import check
from live_server import Player, person
from random_players import Evening
from services import Postgres, Redis, Server, postgres, redis_server, servers

pytestmark = pytest.mark.faults

GAMES = ("tesseract", "tritoc", "tactix:size=6", "xchain", "xtic", "tactix:size=4")

MINUTES = float(os.environ.get("QUINCUNX_FAULTS_MINUTES", "3"))
"""How long the long evening is."""


@pytest.fixture
def database() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


@pytest.fixture
def bus() -> Iterator[Redis]:
    with redis_server() as server:
        yield server


def through(url: str, port: int, way: Link) -> str:
    """The address of a part by way of a link."""
    return url.replace(f":{port}/", f":{way.port}/")


# In the middle of a transaction


def test_a_move_whose_process_is_killed_in_its_transaction_is_made_once(database: Postgres, bus: Redis) -> None:
    url = database.database()
    with (
        servers(2, url, bus.url) as (first, second),
        Player(first.url) as ada,
        Player(second.url, ada.secret) as there,
        ThreadPoolExecutor(2) as pool,
    ):
        place = ada.open("tactix", person(), person("Bob"))["id"]
        there.table(place)
        with held(url, place) as lock:
            lost = pool.submit(ada.try_to, "move", place, seat=1, move="a1", key="k")
            lock.wait_for_others()
            first.end()
            with pytest.raises(httpx.TransportError):
                lost.result()
            again = pool.submit(there.do, "move", place, seat=1, move="a1", key="k")
            lock.wait_for_others(2)  # PostgreSQL has not noticed yet that nobody waits for the first one
            lock.let_go()
            version = again.result()["version"]
        table = there.table(place)
        assert [ply["token"] for ply in table["history"]] == ["a1"]
        assert table["version"] == version
        there.do("move", place, seat=2, move="b1")


def test_a_move_in_whose_transaction_the_database_dies_is_made_once(database: Postgres, bus: Redis) -> None:
    url = database.database()
    with (
        servers(2, url, bus.url) as (first, second),
        Player(first.url) as ada,
        Player(second.url, ada.secret) as there,
        ThreadPoolExecutor(1) as pool,
    ):
        place = ada.open("tactix", person(), person("Bob"))["id"]
        with held(url, place) as lock:
            trial = pool.submit(ada.try_to, "move", place, seat=1, move="a1", key="k")
            lock.wait_for_others()
            crash(database)
            assert trial.result().status_code == 503
        database.start()
        version = there.do("move", place, seat=1, move="a1", key="k")["version"]
        assert ada.do("move", place, seat=1, move="a1", key="k")["version"] == version
        assert [ply["token"] for ply in ada.table(place)["history"]] == ["a1"]
        ada.do("move", place, seat=2, move="b1")


# While many play


def test_the_database_dies_while_many_play(database: Postgres, bus: Redis) -> None:
    url = database.database()
    with servers(2, url, bus.url) as processes:
        evening = Evening(processes, GAMES)
        with evening.played():
            for _ in range(3):
                evening.goes_on()
                crash(database)
                evening.notices()
                database.start()
            evening.goes_on()
        print(check(evening, url).figures())


def test_the_bus_dies_while_many_play(database: Postgres) -> None:
    url = database.database()
    with redis_server() as bus, servers(2, url, bus.url) as processes:
        evening = Evening(processes, GAMES)
        with evening.played():
            for _ in range(2):
                evening.goes_on()
                bus.end()
                evening.goes_on()
                bus.start()
            evening.goes_on()
        print(check(evening, url).figures())


FAULTS: dict[str, Callable[[Link], None]] = {
    "cut": Link.cut,
    "held": Link.hold,
    "slow": lambda way: way.slow(0.1),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_way_to_the_database_is_broken(database: Postgres, bus: Redis, fault: str) -> None:
    url = database.database()
    with link(database.port) as way, servers(2, through(url, database.port, way), bus.url) as processes:
        evening = Evening(processes, GAMES)
        with evening.played():
            for _ in range(2):
                evening.goes_on()
                FAULTS[fault](way)
                if fault == "slow":
                    evening.goes_on(1)
                else:
                    evening.notices()
                way.mend()
            evening.goes_on()
        print(check(evening, url).figures())


@pytest.mark.parametrize("fault", FAULTS)
def test_the_way_to_the_bus_is_broken(database: Postgres, bus: Redis, fault: str) -> None:
    url = database.database()
    with link(bus.port) as way, servers(2, url, through(bus.url, bus.port, way)) as processes:
        evening = Evening(processes, GAMES)
        with evening.played():
            for _ in range(2):
                evening.goes_on()
                FAULTS[fault](way)
                evening.goes_on()
                way.mend()
            evening.goes_on()
        print(check(evening, url).figures())


# The disk


def test_the_disk_is_full_for_a_while(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 8_000) as disk:
        database = f"sqlite:///{disk}/games.sqlite"
        with servers(1, database) as processes:
            evening = Evening(processes, GAMES)
            with evening.played():
                for _ in range(2):
                    evening.goes_on()
                    filler = fill(disk)
                    evening.notices()
                    filler.unlink()
                evening.goes_on()
            print(check(evening, database).figures())


# All of it


def test_a_long_evening_with_everything_that_can_happen(database: Postgres, bus: Redis) -> None:
    url = database.database()
    draw = random.Random(os.environ.get("QUINCUNX_FAULTS_SEED", "1"))
    with (
        link(database.port) as to_database,
        link(bus.port) as to_bus,
        servers(3, through(url, database.port, to_database), through(bus.url, bus.port, to_bus)) as processes,
    ):

        def kill(server: Server) -> None:
            server.end()
            server.start()

        def kill_bus() -> None:
            bus.end()
            bus.start()

        def kill_database() -> None:
            crash(database)
            database.start()

        def hang(server: Server) -> None:
            server.suspend()
            time.sleep(5 * draw.random())
            server.resume()

        faults: list[Callable[[], None]] = [kill_database, kill_bus]
        faults += [lambda server=server: kill(server) for server in processes]  # type: ignore[misc]
        faults += [lambda server=server: hang(server) for server in processes]  # type: ignore[misc]
        faults += [
            lambda way=way, fault=fault: fault(way)  # type: ignore[misc]
            for way in (to_database, to_bus)
            for fault in FAULTS.values()
        ]
        evening = Evening(processes, GAMES * 2)
        end = time.monotonic() + 60 * MINUTES
        many = 0
        with evening.played():
            while time.monotonic() < end:
                evening.goes_on(draw.randint(1, 3))
                draw.choice(faults)()
                time.sleep(draw.random())  # how long it lasts
                for way in (to_database, to_bus):
                    way.mend()
                many += 1
            evening.goes_on()
        print({"faults": many, **check(evening, url).figures()})
