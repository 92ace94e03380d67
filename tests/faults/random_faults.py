"""Faults at random: kills, freezes, network cuts and clock steps, one or two at a time."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from cuttable_link import Link
from fault_injection import crash
from history import Fault, History
from services import Postgres, Redis, Server

STEPS = (600, -600, 86_400, 0)
"""Seconds by which the time of day of a server can be wrong."""

LONGEST = 6.0
"""Seconds that a fault lasts at most; most are shorter."""

LIBRARIES = ("usr/lib/*/faketime/libfaketime.so.1", "usr/lib64/faketime/libfaketime.so.1")


class LinkedServer:
    """A process of the server that players reach through a link; its address stays when it is killed."""

    def __init__(self, server: Server, way: Link) -> None:
        self.server, self.way = server, way
        self.url = f"http://127.0.0.1:{way.port}/"

    def start(self) -> None:
        self.server.start()
        self.way.target = self.server.port


class FakeClock:
    """The time of day of one server, set by libfaketime; its monotonic clock is the real one."""

    def __init__(self, file: Path) -> None:
        library = next((str(found) for pattern in LIBRARIES for found in Path("/").glob(pattern)), None)
        assert library, "libfaketime is not installed"
        self._file = file
        self.environment: Mapping[str, str] = {
            "LD_PRELOAD": library,
            "FAKETIME_TIMESTAMP_FILE": str(file),
            "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "DONT_FAKE_MONOTONIC": "1",  # its name in older versions
            "FAKETIME_FORCE_MONOTONIC_FIX": "0",  # else threads of Python wait for its lock too long, and nothing moves
        }
        self.set(0)

    def set(self, seconds: int) -> None:
        draft = self._file.with_suffix(".new")
        draft.write_text(f"{seconds:+d}s\n")
        draft.replace(self._file)


@dataclass(frozen=True)
class PossibleFault:
    kind: str
    part: str
    """No part has two faults at a time."""
    begin: Callable[[], object]
    repair: Callable[[], object] = lambda: None


def of_database(database: Postgres, way: Link) -> list[PossibleFault]:
    return [PossibleFault("kill", "database", partial(crash, database), database.start), *_of_way(way, "database")]


def of_bus(bus: Redis, way: Link) -> list[PossibleFault]:
    return [PossibleFault("kill", "bus", bus.end, bus.start), *_of_way(way, "bus")]


def of_server(draw: random.Random, name: str, server: LinkedServer, clock: FakeClock) -> list[PossibleFault]:
    return [
        PossibleFault("kill", name, server.server.end, server.start),
        PossibleFault("freeze", name, server.server.suspend, server.server.resume),
        PossibleFault("step", name, lambda: clock.set(draw.choice(STEPS))),
        *_of_way(server.way, name),
    ]


def _of_way(way: Link, part: str) -> list[PossibleFault]:
    return [PossibleFault("cut", part, begin, way.mend) for begin in (way.cut, way.hold)]


def break_something(draw: random.Random, faults: list[PossibleFault], history: History) -> None:
    """Lets one or two parts fail for a while. They are repaired in the order of `faults`: servers need a database."""
    kinds = sorted({fault.kind for fault in faults})
    kind = draw.choice(kinds)
    first = draw.choice([fault for fault in faults if fault.kind == kind])
    others = [fault for fault in faults if fault.part != first.part]
    chosen = [first, *draw.sample(others, min(len(others), draw.randrange(2)))]
    chosen.sort(key=faults.index)
    began = time.monotonic()
    with ExitStack() as repairs:
        for fault in reversed(chosen):
            repairs.enter_context(_recorded(fault, history, began))
        time.sleep(LONGEST * draw.random() ** 2)


@contextmanager
def _recorded(fault: PossibleFault, history: History, began: float) -> Iterator[None]:
    fault.begin()
    try:
        yield
    finally:
        fault.repair()
        history.add(Fault(fault.kind, fault.part, round(time.monotonic() - began, 1)))
