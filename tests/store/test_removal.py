"""Tables that are deleted, and those that are old enough."""

from __future__ import annotations

import pytest
from stored import ADA, NOW, SUMMARY, found, move, new, with_store

from quincunx.store import Change, ChatLine, Stamp, Store


def test_removing(url: str) -> None:
    async def work(store: Store) -> None:
        await store.add(new("old", SUMMARY._replace(over=True, updated=NOW - 100)))
        await store.add(new("new", SUMMARY._replace(over=True)))
        await store.add(new("going on", SUMMARY._replace(updated=NOW - 100)))
        await store.append(move("going on", before=Stamp(1, NOW - 100), line=ChatLine(1, 1, "Ada", "hi", NOW)))
        assert await store.old(NOW - 50, 9, over=True) == ["old"]
        assert await store.remove_old(["old", "new", "going on"], NOW - 50, over=True) == ["old"]
        assert await store.remove_old(["old"], NOW - 50, over=True) == []
        await store.remove("going on")
        assert await store.find("going on") is None
        assert await store.of(ADA, 9) == ["new"]

    with_store(url, work)


@pytest.mark.parametrize("swept", [False, True])
def test_after_the_rematch_is_deleted_there_can_be_another_one(url: str, swept: bool) -> None:
    async def work(store: Store) -> None:
        await store.add(new())
        old = SUMMARY._replace(over=True, updated=NOW - 100)
        await store.append(Change("first", Stamp(1, NOW), (), SUMMARY, next=new("second", old, previous="first")))
        await store.add(new("unrelated", previous="first"))
        await store.remove("unrelated")
        assert (await found(store)).next == "second"
        if swept:
            assert await store.remove_old(["second"], NOW - 50, over=True) == ["second"]
        else:
            await store.remove("second")
        stored = await found(store)
        assert stored.next is None
        assert stored.updated > NOW, "other processes see that something changed"
        again = Change("first", Stamp(1, stored.updated), (), SUMMARY, next=new("third", previous="first"))
        await store.append(again)
        assert (await found(store)).next == "third"

    with_store(url, work)


def test_tables_that_were_left_are_found_and_one_that_is_used_again_stays(url: str) -> None:
    async def work(store: Store) -> None:
        old = SUMMARY._replace(updated=NOW - 100)
        await store.add(new("older", old._replace(updated=NOW - 200, waiting=True)))
        await store.add(new("old", old))
        await store.add(new("over", old._replace(over=True)))
        await store.add(new("new"))
        assert await store.old(NOW - 50, 9, over=False) == ["older", "old"]
        assert await store.old(NOW - 50, 1, over=False) == ["older"]
        assert await store.old(NOW - 50, 9, over=False, games=["xtic", "tac"]) == []
        assert await store.old(NOW - 50, 9, over=False, games=["xtic", "tactix"]) == ["older", "old"]
        await store.append(move("old", before=Stamp(1, NOW - 100)))  # before it is deleted somebody moves
        assert await store.remove_old(["older", "old"], NOW - 50, over=False) == ["older"]
        assert set(await store.of(ADA, 9)) == {"new", "old", "over"}

    with_store(url, work)


def test_when_tables_may_be_deleted_is_kept_and_only_delayed(url: str) -> None:
    async def work(store: Store) -> None:
        start = await store.expiry_start()
        assert abs(start - await store.time() - 30 * 86_400) < 3600, "30 days after the database was made or upgraded"
        await store.delay_expiry(start - 100)
        assert await store.expiry_start() == start
        await store.delay_expiry(start + 100)
        assert await store.expiry_start() == start + 100

    with_store(url, work)
