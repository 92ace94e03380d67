"""Clocks that are set, and processes that freeze, while people play with clocks: it costs nobody."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from history_checker import check
from live_server import UNLIMITED, Player, invited, opened, wait_for
from random_players import Evening, Open

from quincunx.server import auth
from quincunx.server.auth import Caller
from quincunx.server.config import ServerConfig
from quincunx.server.tables.clocks import GAP, SLEW, ServerClock
from quincunx.server.tables.commands import COMMAND, Command
from quincunx.server.tables.creation import SeatRequest, TableRequest, create_table
from quincunx.server.tables.registry import TableRegistry
from quincunx.store import Change
from quincunx.store.sqlite.store import SqliteStore


class Settable:
    """A clock that can be set."""

    offset = 0.0

    def __init__(self, runs: Callable[[], float]) -> None:
        self._runs = runs

    def __call__(self) -> float:
        return self._runs() + self.offset


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Settable:
    """The time of day, which a server compares with its own twenty times a second."""
    monkeypatch.setattr("quincunx.server.tables.timekeeping.HEARTBEAT", 0.05)
    return Settable(time.time)


@contextmanager
def timed_match(url: str, pace: str) -> Iterator[tuple[Player, Player, str]]:
    """A match in which the clock of seat 1 runs."""
    with Player(url) as ada, Player(url) as bob:
        place = invited(ada, bob, "tactix", pace=pace)
        ada.do("move", place, seat=1, move="d4")
        bob.do("move", place, seat=2, move="c4")
        yield ada, bob, place


def test_the_clock_is_set_while_many_play(tmp_path: Path, wall: Settable) -> None:
    with opened(tmp_path / "games.sqlite", clock=ServerClock(wall)) as url:
        evening = Evening([Open(url)], ("tritoc", "tactix:size=6", "xchain"), pace="60+1")
        with evening.played():
            for offset in (-3600, 3600, 0, -86_400 * 365, 86_400 * 30, 0):
                evening.goes_on()
                wall.offset = offset
            evening.goes_on()
        check(evening, str(tmp_path / "games.sqlite"))


@pytest.mark.parametrize("step", [600.0, -600.0])
def test_a_clock_that_is_set_costs_and_gives_nobody_time(tmp_path: Path, wall: Settable, step: float) -> None:
    with (
        opened(tmp_path / "games.sqlite", clock=ServerClock(wall)) as url,
        timed_match(url, "300+0") as (ada, bob, place),
    ):
        wall.offset = step
        wait_for(lambda: ada.table(place)["last"]["event"] == "Reopened")
        table = ada.table(place)
        assert abs(table["now"] - wall()) < GAP
        assert all(250 < seat["left"] <= 300 for seat in table["seats"])
        wall.offset = 0.0  # and it is corrected
        wait_for(lambda: abs(ada.table(place)["now"] - wall()) < GAP)
        ada.do("move", place, seat=1, move="a1")
        bob.do("move", place, seat=2, move="b1")
        assert all(250 < seat["left"] <= 300 for seat in ada.table(place)["seats"])


def test_a_process_that_was_frozen_takes_no_time_from_anybody(tmp_path: Path, wall: Settable) -> None:
    monotonic = Settable(time.monotonic)
    with (
        opened(tmp_path / "games.sqlite", clock=ServerClock(wall, monotonic)) as url,
        timed_match(url, "300+0") as (ada, _, place),
    ):
        wall.offset = monotonic.offset = 3600.0  # both clocks went on while the process could do nothing
        wait_for(lambda: ada.table(place)["last"]["event"] == "Reopened")
        table = ada.table(place)
        assert 250 < table["seats"][0]["left"] <= 300
        assert abs(table["now"] - wall()) < GAP
        ada.do("move", place, seat=1, move="a1")


def test_nobody_can_be_claimed_because_a_clock_was_set(tmp_path: Path, wall: Settable) -> None:
    assert UNLIMITED.absence > 60
    with opened(tmp_path / "games.sqlite", clock=ServerClock(wall)) as url, Player(url) as ada, Player(url) as bob:
        place = invited(ada, bob, "tactix")
        ada.do("move", place, seat=1, move="a1")
        wall.offset = 86_400.0
        wait_for(lambda: abs(ada.table(place)["now"] - wall()) < GAP)
        assert ada.refused(409, "claim", place, seat=2).code == "server.claim-later"


def test_players_see_that_absences_are_counted_anew(tmp_path: Path, wall: Settable) -> None:
    assert UNLIMITED.absence > 60
    with opened(tmp_path / "games.sqlite", clock=ServerClock(wall)) as url, Player(url) as ada, Player(url) as bob:
        place = invited(ada, bob, "tactix")
        ada.do("move", place, seat=1, move="a1")
        with ada.at(place) as socket:
            began = socket.table()["now"]
            wall.offset = 86_400.0
            away = socket.table(lambda table: table["now"] > began + 3_600)["seats"][1]["away"]
            assert UNLIMITED.absence - 30 < away <= UNLIMITED.absence


class SteppedStore(SqliteStore):
    """A store in which something happens while a change is being stored."""

    meanwhile: Callable[[], Awaitable[None]] | None = None

    async def append(self, change: Change) -> None:
        if self.meanwhile:
            await self.meanwhile()
        await super().append(change)


@pytest.mark.parametrize("step", [86_400.0, -86_400.0])
@pytest.mark.parametrize("rematch", [False, True])
def test_a_match_that_begins_while_the_clock_is_set_loses_no_time(
    tmp_path: Path, wall: Settable, rematch: bool, step: float
) -> None:
    async def run() -> None:
        store = SteppedStore(tmp_path / "games.sqlite")
        registry = TableRegistry(store, ServerConfig(), clock=ServerClock(wall))
        await registry.open()

        async def set_clock() -> None:
            store.meanwhile = None
            wall.offset = step
            while abs(registry.now() - wall()) > GAP:
                await asyncio.sleep(0.01)

        try:
            ada, bob = (Caller.with_secret(name * 24) for name in "ab")
            assert ada
            assert bob
            seats = [SeatRequest(kind="person", name="Ada"), SeatRequest(kind="open")]
            wanted = TableRequest(game="tactix", seats=seats, pace="300+0")
            room = await registry.add(create_table(ada, wanted, registry.now()), ada)
            invite = auth.derive_code(ada.secret, "invite", room.id, 2)
            if not rematch:
                store.meanwhile = set_clock
            await registry.execute(room, bob, _command("sit", seat=2, invite=invite, name="Bob"))
            if rematch:
                await registry.execute(room, ada, _command("move", seat=1, move="a1"))
                await registry.execute(room, bob, _command("resign", seat=2))
                await registry.execute(room, ada, _command("rematch"))
                store.meanwhile = set_clock
                answer = await registry.execute(room, bob, _command("rematch"))
                assert answer.next
                found = await registry.find(answer.next)
                assert found
                room = found
            assert store.meanwhile is None
            await room.settle()
            due = room.table.due
            assert due is not None
            assert due - registry.now() == pytest.approx(300.0, abs=60.0)
        finally:
            await registry.close()

    asyncio.run(run())


def _command(do: str, **more: Any) -> Command:
    return COMMAND.validate_python({"do": do, "key": f"{do} {more}", **more})


def test_a_gap_counts_for_nobody() -> None:
    wall, monotonic = Settable(lambda: 1000.0), Settable(lambda: 0.0)
    clock = ServerClock(wall, monotonic)
    monotonic.offset += GAP
    assert clock() == 1000.0 + GAP, "time goes by"
    monotonic.offset += 3600
    assert clock() == 1000.0 + GAP, "it stands still over a gap"
    monotonic.offset += 1
    assert clock() == 1001.0 + GAP
    assert clock.sync(5000.0) == 5000.0 - 1001.0 - GAP
    assert clock() == 5000.0
    assert clock.sync(4000.0) == -1000.0
    assert clock() == 4000.0
    monotonic.offset += 3600
    clock.set(5000.0)
    assert clock() == 5000.0, "also when it is set after a gap"
    assert clock.sync(4000.0) == -1000.0
    assert clock.sync(4001.0) == 0.0
    assert clock() == pytest.approx(4000.0 + SLEW), "small differences are followed slowly"
