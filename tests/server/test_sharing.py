"""Computers shared by cost: who is charged for a search, who goes first, and when nobody thinks at all."""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from live_server import AS_OPERATOR, PATIENCE, UNLIMITED, Player, computer, get, opened, person, wait_for

from quincunx import games
from quincunx.engine import Analysis, Control, Limits, levels, search
from quincunx.games import State
from quincunx.server.auth import Caller
from quincunx.server.computers.pool import PLACES, EnginePool, SearchRequest
from quincunx.server.computers.service import ComputerService
from quincunx.server.computers.usage import HALF_LIFE, Usage, cpu_clock
from quincunx.server.errors import ApiError
from quincunx.server.tables.commands import COMMAND
from quincunx.server.tables.creation import SeatRequest, TableRequest, create_table
from quincunx.server.tables.registry import TableRegistry
from quincunx.server.tables.room import Room
from quincunx.server.transport.connection import Connection
from quincunx.store.sqlite.store import SqliteStore

HONEST = "127.0.0.2"
WIDE = games.game("xchain:size=12x12,seats=4").start("seed")


def spin(seconds: float = 0.005) -> None:
    """Uses this much CPU time."""
    clock = cpu_clock()
    end = clock() + seconds
    while clock() < end:
        pass


# The pool


@contextmanager
def pool(threads: int = 1) -> Iterator[tuple[EnginePool, Usage]]:
    usage = Usage()
    with ThreadPoolExecutor(EnginePool.workers(threads)) as executor:
        yield EnginePool(executor, threads, usage), usage


async def started(work: EnginePool, *searches: SearchRequest[Any]) -> list[asyncio.Task[Any]]:
    tasks = []
    for each in searches:
        tasks.append(asyncio.create_task(work.run(each)))
        await asyncio.sleep(0)
    return tasks


def endless(control: Control, address: str, **more: Any) -> SearchRequest[None]:
    """A search that ends when it is stopped."""

    def work() -> None:
        while not control.stopped:
            spin()
            control.wait_while_paused()

    return SearchRequest(work=work, address=address, control=control, **more)


def run(work: Any) -> None:
    asyncio.run(asyncio.wait_for(work, PATIENCE))


def test_whoever_has_used_least_goes_first_and_then_whichever_table_has() -> None:
    order: list[str] = []

    def noted(name: str, address: str, table: str) -> SearchRequest[None]:
        return SearchRequest(work=partial(order.append, name), address=address, table=table)

    async def use() -> None:
        held = threading.Event()
        with pool() as (work, usage):
            usage.charge("school", "long", 2.0)
            usage.charge("school", "short", 1.0)
            usage.charge("quiet", "any", 0.5)
            tasks = await started(
                work,
                SearchRequest(work=lambda: held.wait(PATIENCE), address="first"),
                noted("long", "school", "long"),
                noted("short", "school", "short"),
                noted("quiet", "quiet", "any"),
                noted("new", "new", ""),
            )
            assert (work.waiting, work.count(running=True, analyses=True)) == (4, 1)
            held.set()
            await asyncio.gather(*tasks)

    run(use())
    assert order == ["new", "quiet", "short", "long"]


def test_what_was_used_long_ago_is_forgotten() -> None:
    now = 0.0
    usage = Usage(lambda: now)
    usage.charge("a", "table", 8.0)
    usage.charge("b", "table", 0.001)
    now = 2 * HALF_LIFE
    assert usage.most(5) == [("a", 2.0)]
    assert usage.at("a", "table") == 2.0
    assert usage.at("b", "table") == usage.of("b") == 0


def test_a_long_search_is_paused_for_a_cheaper_client_and_finds_the_same() -> None:
    limits = Limits(nodes=100_000, seed=3)

    async def use() -> tuple[bool, Analysis]:
        control = Control()
        long = partial(search.analyse, WIDE, limits, control=control)
        with pool() as (work, usage):
            (thinking,) = await started(work, SearchRequest(work=long, address="greedy", control=control))
            while not control.nodes:
                await asyncio.sleep(0)
            usage.charge("greedy", "", 1.0)
            paused = await work.run(SearchRequest(work=lambda: control.paused, address="quiet", control=Control()))
            assert not thinking.done()
            return paused, await thinking

    paused, found = asyncio.run(asyncio.wait_for(use(), PATIENCE))
    assert paused
    assert found.moves == search.analyse(WIDE, limits).moves


def test_thirty_endless_searches_of_one_address_keep_nobody_waiting() -> None:
    async def use() -> None:
        controls = [Control() for _ in range(30)]
        with pool(2) as (work, usage):
            greedy = [endless(control, "greedy", table=str(n)) for n, control in enumerate(controls)]
            tasks = await started(work, *greedy)
            while not usage.of("greedy"):
                await asyncio.sleep(0.01)
            for n in range(20):
                assert await work.run(SearchRequest(work=lambda n=n: n, address="quiet", control=Control())) == n  # type: ignore[misc]
            # A cheap table of the same address does not wait either.
            short = SearchRequest(work=lambda: "here", address="greedy", table="new", control=Control(), short=True)
            assert await work.run(short) == "here"
            for control in controls:
                control.stop()
            await asyncio.gather(*tasks)

    run(use())


def test_of_one_address_only_a_few_long_searches_hold_memory() -> None:
    begun: set[str] = set()

    def counted(search: SearchRequest[None], name: str) -> SearchRequest[None]:
        work = search.work

        def count() -> None:
            begun.add(name)
            work()

        return replace(search, work=count)

    async def use() -> None:
        controls = [Control() for _ in range(20)]
        with pool() as (work, usage):
            some = [counted(endless(control, "one", table=str(n)), "one") for n, control in enumerate(controls[:5])]
            many = [counted(endless(control, f"{n}"), f"{n}") for n, control in enumerate(controls[5:])]
            tasks = await started(work, *some, *many)
            while len(begun) < PLACES:
                await asyncio.sleep(0.01)
            for _ in range(5):  # turns go round among those that are begun
                before = usage.most(PLACES)
                while usage.most(PLACES) == before:
                    await asyncio.sleep(0.01)
            assert len(begun) == PLACES
            for control in controls:
                control.stop()
            await asyncio.gather(*tasks)
        assert len(begun) == 16

    run(use())


def test_one_search_in_python_runs_at_a_time() -> None:
    """All others that began are paused, whenever one looks."""
    running: set[Control] = set()
    seen: list[int] = []

    async def use() -> None:
        loop = asyncio.get_running_loop()

        async def look() -> None:
            seen.append(sum(not control.paused for control in list(running)))

        def work(control: Control) -> None:
            running.add(control)
            for _ in range(10):
                spin(0.001)
                asyncio.run_coroutine_threadsafe(look(), loop).result(PATIENCE)
                control.wait_while_paused()
            running.remove(control)

        with pool(2) as (work_pool, _):
            controls = [Control() for _ in range(6)]
            tasks = await started(
                work_pool,
                *(
                    SearchRequest(work=partial(work, control), address=str(n), control=control, python=True)
                    for n, control in enumerate(controls)
                ),
            )
            assert work_pool.count(running=True, analyses=True) == 1
            await asyncio.gather(*tasks)

    run(use())
    assert len(seen) == 60
    assert max(seen) <= 1


def test_searches_nobody_waits_for_give_their_turn_away() -> None:
    async def give_up() -> None:
        with pool() as (work, _):
            held = threading.Event()
            first, *others = await started(
                work,
                SearchRequest(work=lambda: held.wait(PATIENCE), address="a"),
                *(SearchRequest(work=lambda: True, address="b") for _ in range(3)),
            )
            for task in (first, *others[:2]):
                task.cancel()
            await asyncio.gather(first, *others[:2], return_exceptions=True)
            assert (work.count(running=True, analyses=True), work.waiting) == (1, 1), "its thread searches on"
            held.set()
            assert await others[2]
            while work.count(running=True, analyses=True):  # the thread says so a moment later
                await asyncio.sleep(0)

    run(give_up())


def test_an_error_of_a_search_reaches_whoever_waits_for_it() -> None:
    def fail() -> None:
        raise ValueError("no such method")

    async def use() -> None:
        with pool() as (work, _):
            with pytest.raises(ValueError, match="no such method"):
                await work.run(SearchRequest(work=fail, address="a"))
            assert await work.run(SearchRequest(work=lambda: 1, address="a")) == 1

    run(use())


def test_too_many_analyses_are_refused_and_one_address_leaves_room_for_others() -> None:
    async def fill() -> None:
        computers = ComputerService(1)
        ask = partial(computers.analyse, WIDE, 60.0, None)
        tasks = [asyncio.create_task(ask(who)) for who in ("a", "a", "b", "c")]
        await asyncio.sleep(0)
        for who in ("a", "d"):
            with pytest.raises(ApiError) as refused:
                await ask(who)
            assert (refused.value.status, refused.value.wait) == (503, 1)
        for task in tasks:
            task.cancel()  # that ends their searches too
        await asyncio.gather(*tasks, return_exceptions=True)
        assert await computers.analyse(games.game("tactix:size=3").start("seed"), 1.0, None, "a")
        assert computers.usage.of("a") > 0
        await computers.close()

    run(fill())


# Tables


def player(address: str) -> Caller:
    caller = Caller.with_secret(secrets.token_urlsafe(24), address)
    assert caller
    return caller


def costly(state: State, _level: str, seed: str, control: Control) -> tuple[str, Analysis]:
    spin()
    return levels.choose(state, "random", seed, control)


@pytest.fixture
def tables(tmp_path: Path) -> Callable[..., TableRegistry]:
    return partial(TableRegistry, SqliteStore(tmp_path / "tables.sqlite"), replace(UNLIMITED, threads=1))


async def table(registry: TableRegistry, owner: Caller, *seats: str, game: str = "tactix:size=3") -> Room:
    asked = [
        SeatRequest(kind="person") if seat == "person" else SeatRequest(kind="computer", level=seat) for seat in seats
    ]
    return await registry.add(create_table(owner, TableRequest(game=game, seats=asked), time.time()), owner)


async def until(what: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not what():
            await asyncio.sleep(0.005)


async def idle(registry: TableRegistry) -> None:
    """A computer has moved meanwhile elsewhere: whatever was to be done here has begun."""
    room = await table(registry, player("elsewhere"), "random", "person")
    await until(lambda: len(room.table.plies) == 1)


def test_a_search_is_charged_to_whoever_acted_last_and_to_the_table(tables: Callable[..., TableRegistry]) -> None:
    async def work() -> None:
        registry = tables(costly)
        used = registry.computers.usage
        owner = player("192.0.2.1")
        room = await table(registry, owner, "easy", "person")
        await until(lambda: len(room.table.plies) == 1)
        assert used.at("192.0.2.1", room.id) > 0
        elsewhere = replace(owner, address="192.0.2.2")
        move = {"do": "move", "seat": 2, "move": room.table.state.moves()[0], "key": "k"}
        assert not used.of("192.0.2.2")
        await registry.execute(room, elsewhere, COMMAND.validate_python(move))
        await until(lambda: len(room.table.plies) == 3)
        assert used.at("192.0.2.2", room.id) > 0
        await registry.close()

    asyncio.run(work())


def test_where_only_computers_play_they_do_so_while_somebody_watches(tables: Callable[..., TableRegistry]) -> None:
    async def work() -> None:
        registry = tables(costly)
        room = await table(registry, player("192.0.2.1"), "easy", "easy", game="tactix:size=6")
        await idle(registry)
        assert not room.table.plies
        watching = Connection(player("192.0.2.3"))
        room.connect(watching)
        await until(lambda: len(room.table.plies) >= 3)
        room.disconnect(watching)
        await until(lambda: not registry.computers.busy(room))
        assert not room.table.over
        seen = len(room.table.plies)
        await idle(registry)
        assert len(room.table.plies) == seen
        room.connect(Connection(player("192.0.2.3")))
        await until(lambda: room.table.over)
        assert registry.computers.usage.at("192.0.2.1", room.id) > 0, "who opened the table is charged"
        assert not registry.computers.usage.of("192.0.2.3")
        await registry.close()

    asyncio.run(work())


def test_computers_with_clocks_do_not_lose_their_time_when_nobody_watches(
    tables: Callable[..., TableRegistry],
) -> None:
    async def work() -> None:
        registry = tables(costly)
        seats = [SeatRequest(kind="computer", level="easy")] * 2
        owner = player("a")
        asked = TableRequest(game="tactix:size=3", seats=seats, pace="60+0")
        room = await registry.add(create_table(owner, asked, time.time()), owner)
        await until(lambda: room.table.over)
        await registry.close()

    asyncio.run(work())


# The attack


def endlessly(state: State, level: str, seed: str, control: Control) -> tuple[str, Analysis]:
    """The strongest level never finds a move."""
    if level == "dont-try":
        search.analyse(state, Limits(), control=control)
    return levels.choose(state, "random", seed)


def test_thirty_tables_of_strong_computers_do_not_take_them_away_from_others(tmp_path: Path) -> None:
    """As in the review: each with a fresh secret, and here even watched. All threads would be taken for ever."""
    strong = [computer("dont-try")] * 4
    config = replace(UNLIMITED, threads=2)
    with opened(tmp_path / "tables.sqlite", config, endlessly) as url, ExitStack() as crowd:
        ids = []
        for n in range(30):
            attacker = crowd.enter_context(Player(url))
            ids.append(attacker.open("xchain:size=12x12,seats=4", *strong, listed=True)["id"])
            if n % 10 == 0:
                crowd.enter_context(attacker.at(ids[-1])).table()
        wait_for(lambda: numbers(url)["quincunx_players_thinking"] == 2)
        assert numbers(url)["quincunx_players_waiting"] == 1, "unwatched tables do not think"
        headers = {"Authorization": f"Bearer {secrets.token_urlsafe(24)}"}
        transport = httpx.HTTPTransport(local_address=HONEST)
        with httpx.Client(base_url=url, transport=transport, headers=headers, timeout=PATIENCE) as honest:
            asked = {"game": "tactix", "seats": [person(), computer("easy")]}
            place = honest.post("/api/tables", json=asked).json()["id"]
            for n in range(3):
                state = honest.get(f"/api/tables/{place}").json()["state"]
                move = {"do": "move", "seat": 1, "move": state["moves"][0], "key": str(n)}
                assert honest.post(f"/api/tables/{place}/actions", json=move).status_code == 200
                wait_for(lambda: honest.get(f"/api/tables/{place}").json()["state"]["turn"] == 1)
        used = {
            one["address"]: one["seconds"] for one in get(f"{url}api/operator", headers=AS_OPERATOR).json()["searching"]
        }
        assert used["127.0.0.1"] > used.get(HONEST, 0)


def numbers(url: str) -> dict[str, float]:
    return {one["name"]: one["value"] for one in get(f"{url}api/operator", headers=AS_OPERATOR).json()["now"]}
