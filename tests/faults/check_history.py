"""The history checker as a tool: `make check-history MINUTES=…`.

Plays with clocks against SQLite, and against PostgreSQL and Redis with two processes, while servers are killed and
frozen, the network is cut and the time of day is set at random. Then everything that players were told is compared
with what is stored.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent / "server")]

from cuttable_link import Link, link  # noqa: E402
from history_checker import check  # noqa: E402
from random_players import Evening, summary  # noqa: E402
from services import Server, postgres, redis_server, servers  # noqa: E402

GAMES = ("tesseract", "tritoc", "tactix:size=6", "xchain")
PACE = "600+5"
STEPS = (600, -600, 86_400, 0)
"""Seconds by which the time of day of a server is wrong."""

LIBRARIES = ("/usr/lib/*/faketime/libfaketime.so.1", "/usr/lib64/faketime/libfaketime.so.1")


def main() -> None:
    minutes, seed = float(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else str(time.time_ns())
    print(f"seed {seed}", flush=True)
    for name, place in (("SQLite", sqlite), ("PostgreSQL and Redis, two processes", cluster)):
        with tempfile.TemporaryDirectory() as folder, fake_time(Path(folder) / "time") as set_clock, place() as parts:
            database, processes, links = parts
            counts = disturb(random.Random(seed), 30 * minutes, processes, links, set_clock, database)
            print({"store": name, **counts, "lost": 0, "doubled": 0, "stuck": 0}, flush=True)


def disturb(
    draw: random.Random,
    seconds: float,
    processes: list[Server],
    links: list[Link],
    set_clock: Callable[[int], None],
    database: str,
) -> dict[str, object]:
    """Plays through faults at random; AssertionError if anything was lost, done twice, or got stuck."""
    counts: Counter[str] = Counter(kills=0, freezes=0, cuts=0, steps=0)

    def kill() -> None:
        server = draw.choice(processes)
        server.end()
        server.start()

    def freeze() -> None:
        server = draw.choice(processes)
        server.suspend()
        time.sleep(6 * draw.random())
        server.resume()

    def cut() -> None:
        way = draw.choice(links)
        draw.choice((Link.cut, Link.hold))(way)
        time.sleep(2 * draw.random())
        way.mend()

    faults: dict[str, Callable[[], object]] = {
        "kills": kill,
        "freezes": freeze,
        "steps": lambda: set_clock(draw.choice(STEPS)),
    }
    if links:
        faults["cuts"] = cut
    evening = Evening(processes, GAMES, pace=PACE)
    end = time.monotonic() + seconds
    with evening.played():
        while time.monotonic() < end:
            evening.goes_on(draw.randint(1, 3))
            kind = draw.choice(sorted(faults))
            faults[kind]()
            counts[kind] += 1
        evening.goes_on()
    check(evening, database)
    return {**summary(evening), **counts}


@contextmanager
def sqlite() -> Iterator[tuple[str, list[Server], list[Link]]]:
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/games.sqlite"
        with servers(1, database) as processes:
            yield database, processes, []


@contextmanager
def cluster() -> Iterator[tuple[str, list[Server], list[Link]]]:
    with ExitStack() as stack:
        database, bus = stack.enter_context(postgres()), stack.enter_context(redis_server())
        ways = [stack.enter_context(link(part.port)) for part in (database, bus)]
        url = database.database()
        through = [
            address.replace(f":{part.port}/", f":{way.port}/")
            for address, part, way in ((url, database, ways[0]), (bus.url, bus, ways[1]))
        ]
        yield url, stack.enter_context(servers(2, *through)), ways


@contextmanager
def fake_time(file: Path) -> Iterator[Callable[[int], None]]:
    """Servers that are started inside have the time of day that is set; their monotonic clock is the real one."""
    library = next((str(found) for pattern in LIBRARIES for found in Path("/").glob(pattern[1:])), None)
    assert library, "libfaketime is not installed"

    def set_clock(seconds: int) -> None:
        draft = file.with_suffix(".new")
        draft.write_text(f"{seconds:+d}s\n")
        draft.replace(file)

    set_clock(0)
    fakes = {"FAKETIME_TIMESTAMP_FILE": str(file), "FAKETIME_CACHE_DURATION": "1", "DONT_FAKE_MONOTONIC": "1"}
    fakes |= {"FAKETIME_DONT_FAKE_MONOTONIC": "1", "QUINCUNX_FAKETIME": library}
    os.environ.update(fakes)
    try:
        yield set_clock
    finally:
        for name in fakes:
            del os.environ[name]


if __name__ == "__main__":
    main()
