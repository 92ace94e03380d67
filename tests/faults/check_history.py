"""The history checker as a tool: `make check-history MINUTES=…`.

Plays with clocks against SQLite, and against PostgreSQL and Redis with two processes, while servers, database and bus
are killed, servers are frozen, connections are cut and the servers' time of day is set, at random. Then everything that
players were told is compared with what is stored. The report counts from the recorded history, which is kept in
build/history. Exits with 1 if anything was lost, done twice, told wrongly or stuck.
"""

from __future__ import annotations

import argparse
import platform
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent / "server")]

from cuttable_link import link  # noqa: E402
from history_checker import Report, examine  # noqa: E402
from random_faults import (  # noqa: E402
    FakeClock,
    LinkedServer,
    PossibleFault,
    break_something,
    of_bus,
    of_database,
    of_server,
)
from random_players import Evening, StuckError  # noqa: E402
from services import postgres, redis_server, servers_in  # noqa: E402

GAMES = ("tesseract", "tritoc", "tactix:size=6", "xchain", "xtic", "tactix")
PACE = "600+5"
FOLDER = Path(__file__).parents[2] / "build" / "history"
MEMORY = Path("/dev/shm")
"""Whoever is killed loses nothing that is in a file, and a disk that is slow to sync only allows fewer actions."""

SHOWN = 20
"""How many problems are printed."""


@dataclass
class Place:
    """Where people play: the database, and what can fail."""

    database: str
    processes: list[LinkedServer]
    faults: list[PossibleFault]


def main() -> int:
    options = argparse.ArgumentParser(description="Random faults, and a check of all that players were told.")
    options.add_argument("minutes", type=float, help="in all; half of it for each store")
    options.add_argument("--seed", default=str(time.time_ns()))
    options.add_argument("--store", choices=STORES, action="append", help="only this one")
    given = options.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    print(f"seed {given.seed}, {time.strftime('%d %B %Y')}, {platform.machine()}", flush=True)
    reports = []
    for name in given.store or STORES:
        draw = random.Random(f"{given.seed} {name}")
        with STORES[name](draw) as place:
            reports.append(run(draw, 30 * given.minutes, place, FOLDER / f"{name}.jsonl"))
        print({"store": name, **reports[-1].figures()}, flush=True)
        print("\n".join(reports[-1].problems[:SHOWN]), flush=True)
    return int(any(report.problems for report in reports))


def run(draw: random.Random, seconds: float, place: Place, file: Path) -> Report:
    """Plays through faults at random, saves the history and examines it."""
    evening = Evening(place.processes, GAMES, pace=PACE)
    end = time.monotonic() + seconds
    try:
        with suppress(StuckError), evening.played():
            while time.monotonic() < end:
                break_something(draw, place.faults, evening.history)
                evening.goes_on(draw.randint(1, 3))
            evening.goes_on()
    finally:
        evening.history.save(file)
    return examine(evening, place.database)


@contextmanager
def sqlite(draw: random.Random) -> Iterator[Place]:
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder, ExitStack() as stack:
        database = f"sqlite:///{folder}/games.sqlite"
        yield _place(stack, draw, 1, database, database, "", [])


@contextmanager
def cluster(draw: random.Random) -> Iterator[Place]:
    with ExitStack() as stack:
        database, bus = stack.enter_context(postgres()), stack.enter_context(redis_server())
        to_database, to_bus = (stack.enter_context(link(part.port)) for part in (database, bus))
        url = database.database()
        by_link = url.replace(f":{database.port}/", f":{to_database.port}/")
        bus_by_link = bus.url.replace(f":{bus.port}/", f":{to_bus.port}/")
        faults = of_database(database, to_database) + of_bus(bus, to_bus)
        yield _place(stack, draw, 2, url, by_link, bus_by_link, faults)


def _place(
    stack: ExitStack, draw: random.Random, count: int, database: str, url: str, bus: str, faults: list[PossibleFault]
) -> Place:
    """Starts the servers, each with a clock and a link of its own."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    clocks = [FakeClock(folder / f"clock {n}") for n in range(count)]
    started = stack.enter_context(servers_in([clock.environment for clock in clocks], url, bus))
    linked = [LinkedServer(server, stack.enter_context(link(server.port))) for server in started]
    for n, (server, clock) in enumerate(zip(linked, clocks, strict=True), 1):
        faults = faults + of_server(draw, f"server {n}", server, clock)
    return Place(database, linked, faults)


STORES = {"sqlite": sqlite, "postgresql": cluster}

if __name__ == "__main__":
    sys.exit(main())
