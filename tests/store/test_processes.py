"""What processes that share a database know of each other: leases, and who is at which table."""

from __future__ import annotations

import asyncio
from typing import Any

from stored import ADA, BOB, NOW, SUMMARY, new, with_store

from quincunx.store import Attendance, Attended, Store
from quincunx.store.interface import FORGOTTEN

# Leases


def test_one_holder_has_the_lease_until_it_lets_go(url: str) -> None:
    async def work(store: Store) -> None:
        await store.add(new())
        await store.add(new("second"))
        assert await store.lease(["first", "nowhere"], "one", 60) == {"first"}
        assert await store.lease(["first", "second"], "two", 60) == {"second"}
        assert await store.lease(["first"], "one", 60) == {"first"}, "it has it already"
        await store.release(["first", "second"], "two")
        assert await store.lease(["first", "second"], "three", 60) == {"second"}
        await store.release(["first"], "one")
        assert await store.lease(["first"], "three", 60) == {"first"}

    with_store(url, work)


def test_a_lease_that_ran_out_is_anybodys(url: str) -> None:
    async def work(store: Store) -> None:
        await store.add(new())
        assert await store.lease(["first"], "one", -1) == {"first"}
        assert await store.lease(["first"], "two", 60) == {"first"}
        assert await store.lease(["first"], "one", 60) == set()

    with_store(url, work)


def test_dead_holders_are_forgotten(url: str) -> None:
    async def work(store: Store) -> None:
        await store.add(new())
        await store.lease(["first"], "dead", -FORGOTTEN - 1)
        await store.lease([], "late", -1)
        await store.lease([], "alive", 60)
        assert await store._ids("SELECT holder AS id FROM holders ORDER BY holder") == ["alive", "late"]
        assert await store.lease(["first"], "alive", 60) == {"first"}

    with_store(url, work)


def test_a_holder_renews_all_its_leases_at_once(url: str) -> None:
    async def work(store: Store) -> None:
        await store.add(new())
        await store.add(new("second"))
        assert await store.lease(["first", "second"], "one", -1) == {"first", "second"}
        assert await store.lease([], "one", 60) == set()
        assert await store.lease(["first", "second"], "two", 60) == set()

    with_store(url, work)


def test_of_many_who_want_a_lease_one_gets_it(url: str) -> None:
    async def work(store: Store) -> None:
        for times in range(10):
            await store.add(new(f"table {times}"))
            held = await asyncio.gather(*(store.lease([f"table {times}"], f"{times} {n}", 60) for n in range(10)))
            assert sorted(map(len, held)) == [0] * 9 + [1]

    with_store(url, work)


def test_what_nobody_looks_after_is_known(url: str) -> None:
    async def work(store: Store) -> None:
        for table in ("held", "dropped", "free"):
            await store.add(new(table, SUMMARY._replace(thinks=True)))
        await store.add(new("clock", SUMMARY._replace(due=NOW + 10)))
        await store.add(new("both", SUMMARY._replace(thinks=True, due=NOW + 10)))
        await store.add(new("person"))
        await store.lease(["held", "both"], "one", 60)
        await store.lease(["dropped"], "two", -1)
        assert sorted(await store.neglected(NOW + 5)) == ["dropped", "free"]
        assert sorted(await store.neglected(NOW + 15)) == ["both", "clock", "dropped", "free"]

    with_store(url, work)


# Attendance


def test_who_is_at_a_table_through_another_process_is_known(url: str) -> None:
    async def work(store: Store) -> None:
        await store.add(new())
        ada, bob = Attendance("first", ADA, True, "a1"), Attendance("first", BOB, False, "b2")
        await store.attend("one", [ada, bob, Attendance("nowhere", ADA, True, "a1")], 60)
        assert sorted(await store.attending(["first", "nowhere"], "two")) == [ada, bob]
        assert await store.attending(["first"], "one") == [], "it knows that itself"
        assert await store.attending(["other"], "two") == []
        await store.attend("one", [bob._replace(until=NOW)], 60)
        assert sorted(await store.attending(["first"], "two")) == [ada, bob._replace(until=NOW)]
        await store.forget_attendance(NOW - 1)
        assert len(await store.attending(["first"], "two")) == 2
        await store.forget_attendance(NOW + 1)
        assert await store.attending(["first"], "two") == [ada]
        await store.remove("first")
        assert await store.attending(["first"], "two") == []

    with_store(url, work)


def test_of_a_dead_process_nobody_is_there_but_until_when_is_known(url: str) -> None:
    async def work(store: Store) -> None:
        await store.add(new())
        before = await store.time()
        await store.attend("dead", [Attendance("first", ADA, True, "")], -5)
        (found,) = await store.attending(["first"], "two")
        assert found.until is not None
        assert before - 5 <= found.until <= await store.time() - 5
        await store.attend("dead", [], 60)
        assert (await store.attending(["first"], "two"))[0].until is None, "it was only slow"
        await store.attend("dead", [], -FORGOTTEN - 1)
        await store.lease([], "two", 60)  # forgets dead processes
        (found,) = await store.attending(["first"], "two")
        assert found.until is not None
        assert found.until < await store.time() - FORGOTTEN

    with_store(url, work)


def test_the_lobby_lists_tables_at_which_somebody_is(url: str) -> None:
    def at(second: int, **summary: Any) -> Any:
        return SUMMARY._replace(updated=NOW + second, **summary)

    def here(id: str, player: str = ADA, until: float | None = None) -> Attendance:
        return Attendance(id, player, player == ADA, player[:2], until)

    async def work(store: Store) -> None:
        await store.add(new("open", at(1, waiting=True)))
        await store.add(new("left", at(2, waiting=True)))
        await store.add(new("dead", at(3, waiting=True)))
        await store.add(new("guest", at(4, waiting=True)))
        await store.add(new("just left", at(5, waiting=True)))
        await store.add(new("playing", at(6)))
        await store.add(new("empty", at(7)))
        await store.add(new("private", at(8), listed=False))
        await store.add(new("over", at(9, over=True)))
        rows = [here(table) for table in ("open", "private", "over")]
        rows += [here("left", until=NOW - 100), here("just left", until=NOW - 10), here("guest", BOB)]
        await store.attend("one", [*rows, here("playing", BOB)], 60)
        await store.attend("dead", [here("dead")], -60)
        found = await store.attended(waiting=True, since=NOW - 50, limit=9)
        assert found == [Attended("just left", NOW + 5, ADA, "aa"), Attended("open", NOW + 1, ADA, "aa")]
        assert [table.id for table in await store.attended(waiting=True, since=NOW - 50, limit=1)] == ["just left"]
        playing = Attended("playing", NOW + 6, BOB, "bb")
        assert await store.attended(waiting=False, since=NOW - 50, limit=9) == [playing]
        await store.attend("two", [here("playing")], 60)
        mine = playing._replace(player=ADA, source="aa")
        assert await store.attended(waiting=False, since=NOW - 50, limit=9) == [mine], "once, by its owner"

    with_store(url, work)


def test_no_address_takes_all_places_of_the_lobby(url: str) -> None:
    """The lobby chooses among a limited number of tables: those of everybody must be among them."""

    async def work(store: Store) -> None:
        await store.add(new("old", SUMMARY._replace(waiting=True)))
        many = [f"many {n}" for n in range(9)]
        for n, id in enumerate(many, 1):  # noqa: A001
            await store.add(new(id, SUMMARY._replace(updated=NOW + n, waiting=True)))
        rows = [Attendance(id, ADA, True, "eeee", None) for id in many]  # noqa: A001
        await store.attend("one", [*rows, Attendance("old", ADA, True, "aaaa", None)], 60)
        found = await store.attended(waiting=True, since=NOW, limit=4)
        assert [table.id for table in found] == ["many 8", "old", "many 7", "many 6"]

    with_store(url, work)
