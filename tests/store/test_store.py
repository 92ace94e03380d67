"""Stores: what was stored is found again, changes are atomic, and nobody overwrites what they have not seen."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from services import Postgres
from stored import ADA, BOB, NOW, SUMMARY, found, info, move, new, with_store

from quincunx import games
from quincunx.law.messages import Message
from quincunx.record import Pace
from quincunx.store import (
    Answer,
    Change,
    ChatLine,
    Conflict,
    ExecutedCommand,
    Opening,
    OpenSeat,
    Stamp,
    Store,
    StoreFailure,
    StoreRefusal,
    SummaryRow,
    open_store,
)
from quincunx.store.codec import read_event, read_info, write_info
from quincunx.store.group_commit import Writer
from quincunx.store.sqlite.schema import MIGRATIONS
from quincunx.store.sqlite.store import SqliteStore
from quincunx.table import Event, Seat, Series, Setup, computer, person
from quincunx.table import events as happened

Execute: TypeAlias = Callable[[str], None]


@pytest.fixture
def execute(request: pytest.FixtureRequest, url: str, path: Path) -> Execute:
    """What somebody does to the database behind our back."""
    if url.startswith("sqlite"):

        def execute(statement: str) -> None:
            connection = sqlite3.connect(path)
            connection.execute(statement)
            connection.close()

        return execute
    server: Postgres = request.getfixturevalue("database_server")
    return lambda statement: server.execute(statement, url=url)


# As text


EVENTS: list[Event] = [
    happened.Sat(NOW, 2, Seat("bot", "Röbo 😀", BOB, colour="plum")),
    happened.Sat(NOW, 2, computer("hard")),
    happened.Renamed(NOW, 2, "Bo ⭐"),
    happened.Began(NOW),
    happened.Began(NOW, first_moves_timed=True),
    happened.SentNonce(NOW, 1, "salt"),
    happened.Moved(NOW, 1, "a1"),
    happened.Rolled(NOW, 1, "7", (3, 4)),
    happened.Asked(NOW, 1, "undo"),
    happened.Answered(NOW, 2, True),
    happened.TookBack(NOW, 2),
    happened.Redid(NOW, 2),
    happened.AgreedDraw(NOW),
    happened.AllowedHints(NOW),
    happened.Resigned(NOW, 1),
    happened.Flagged(NOW, 2),
    happened.Forfeited(NOW, 2),
    happened.Abandoned(NOW),
    happened.Abandoned(NOW, "first-move"),
    happened.OfferedRematch(NOW, 1, 2),
    happened.OfferedRematch(NOW, 1, None),
    happened.AgreedRematch(NOW, 2),
    happened.AgreedRematch(NOW, None),
    happened.Reopened(NOW, 3600.5),
]


def test_every_event_is_read_as_it_was_written() -> None:
    assert {type(event) for event in EVENTS} == set(happened.KINDS.values())
    assert [read_event(json.dumps(happened.to_json(event))) for event in EVENTS] == EVENTS


def test_a_table_is_read_as_it_was_written() -> None:
    start = games.parse("xchain:seats=3 A1......./......../......../......../......../......../......../........ auu 2")
    seats = (Seat("person", "Ada ⭐", ADA, colour="red"), computer("easy"), None)
    setup = Setup(start.game, seats, "seed", "dice", Pace(300, 5), start, Series(3, 1, {ADA: 2}), 4)
    full = info(
        setup=setup,
        listed=False,
        invites={3: "i" * 64},
        open_seats={3: OpenSeat(True, "Robo", "plum")},
        previous="older",
        series="oldest",
    )
    assert read_info("first", write_info(full)) == full
    assert read_info("first", write_info(info())) == info()


# Keeping and finding


def test_what_is_kept_is_found_again_after_a_restart(url: str) -> None:
    done = ExecutedCommand(ADA, "a key", Answer(2), "digest")
    line = ChatLine(1, 1, "Ada", "hello 'you' 😀", NOW)

    async def keep(store: Store) -> None:
        await store.add(new())
        await store.append(move(executed=done, line=line))
        for event in EVENTS:
            version = len((await found(store)).events)
            await store.append(Change("first", Stamp(version, NOW), (event,), SUMMARY))

    async def look(store: Store) -> None:
        stored = await found(store)
        assert stored.info == info()
        assert stored.events == (happened.Began(NOW), happened.Moved(NOW, 1, "a1"), *EVENTS)
        assert stored.executed == {(ADA, "a key"): done}
        assert stored.lines == (line,)
        assert (stored.next, stored.updated) == (None, NOW)
        assert await store.find("second") is None

    with_store(url, keep)
    with_store(url, look)


def test_lists_of_tables(url: str) -> None:
    def at(second: int, **summary: Any) -> SummaryRow:
        return SUMMARY._replace(updated=NOW + second, **summary)

    async def work(store: Store) -> None:
        await store.add(new("open", at(1, waiting=True)))
        await store.add(new("open later", at(2, waiting=True)))
        await store.add(new("playing", at(3)))
        await store.add(new("clock", at(4, due=NOW + 300)))
        await store.add(new("thinking", at(5, thinks=True)))
        await store.add(new("private", at(6), listed=False))
        await store.add(new("over", at(7, over=True)))
        await store.add(new("others", at(8), owner=BOB, setup=replace(info().setup, seats=(None, person("Bob", BOB)))))
        assert sorted(await store.awake()) == ["clock", "thinking"]
        assert (await store.of(ADA, 9))[:2] == ["over", "private"]
        assert "others" not in await store.of(ADA, 9)
        assert await store.of(BOB, 1) == ["others"]
        await store.append(Change("others", Stamp(1, NOW + 8), (happened.Sat(NOW, 1, person("Ada", ADA)),), at(9)))
        assert (await store.of(ADA, 1)) == ["others"]
        await store.append(move("thinking", before=Stamp(1, NOW + 5), summary=at(10, over=True)))
        assert await store.awake() == ["clock"]

    with_store(url, work)


# Atomicity


def test_of_two_changes_of_one_version_one_is_kept(url: str) -> None:
    async def work(store: Store) -> None:
        await store.add(new())
        results = await asyncio.gather(
            *(store.append(move(token=token)) for token in ("a1", "b1", "c1")), return_exceptions=True
        )
        assert sorted(type(result).__name__ for result in results) == ["Conflict", "Conflict", "NoneType"]
        assert len((await found(store)).events) == 2

    with_store(url, work)


def test_a_change_of_an_old_version_or_of_no_table_is_a_conflict(url: str) -> None:
    async def work(store: Store) -> None:
        await store.add(new())
        await store.append(move())
        for change in (move(version=1), move(version=0), move(version=3), move("nowhere")):
            with pytest.raises(Conflict):
                await store.append(change)
        assert len((await found(store)).events) == 2

    with_store(url, work)


def test_a_action_that_was_done_is_not_kept_again_nor_anything_that_comes_with_it(url: str) -> None:
    async def work(store: Store) -> None:
        await store.add(new())
        await store.append(move(executed=ExecutedCommand(ADA, "key", Answer(2))))
        with pytest.raises(Conflict):
            await store.append(move(version=2, token="b1", executed=ExecutedCommand(ADA, "key", Answer(3))))
        assert len((await found(store)).events) == 2
        await store.append(move(version=2, token="b1", executed=ExecutedCommand(BOB, "key", Answer(3))))

    with_store(url, work)


def test_a_player_opens_one_table_under_a_key(url: str) -> None:
    async def work(store: Store) -> None:
        opening = Opening("key", "digest")
        tables = [replace(new(name), opening=opening) for name in ("first", "second", "third")]
        # Other tables that are stored at the same time are stored all the same.
        results = await asyncio.gather(*map(store.add, [*tables, new("other")]), return_exceptions=True)
        assert sorted(type(result).__name__ for result in results) == ["Conflict", "Conflict", "NoneType", "NoneType"]
        opened = await store.opened(ADA, "key")
        assert opened
        assert opened.body == "digest"
        assert [name for name in ("first", "second", "third") if await store.find(name)] == [opened.id]
        assert await store.find("other")
        assert await store.opened(BOB, "key") is None
        assert await store.opened(ADA, "another key") is None
        await store.remove(opened.id)
        assert await store.opened(ADA, "key") is None

    with_store(url, work)


def test_who_has_not_heard_what_was_said_changes_nothing(url: str) -> None:
    """Else nobody would ever miss it: the table looks as far as the one who changed it knows."""

    async def work(store: Store) -> None:
        await store.add(new())
        said = Change(
            "first", Stamp(1, NOW), (), SUMMARY._replace(updated=NOW + 1), line=ChatLine(1, 1, "Ada", "hello", NOW)
        )
        await store.append(said)
        with pytest.raises(Conflict):
            await store.append(move())
        with pytest.raises(Conflict):
            await store.append(said._replace(line=None, next=new("second")))
        assert (await found(store)).events == new().events
        assert await store.find("second") is None
        await store.append(move(before=Stamp(1, NOW + 1)))

    with_store(url, work)


def test_whatever_the_time_a_table_that_was_found_can_be_changed(url: str) -> None:
    async def work(store: Store) -> None:
        await store.add(new())
        draw = random.Random(3)
        for version in range(1, 200):
            updated = (await found(store)).updated
            summary = SUMMARY._replace(updated=NOW + 1e6 * draw.random())
            await store.append(move(before=Stamp(version, updated), summary=summary))

    with_store(url, work)


def test_there_is_one_rematch(url: str) -> None:
    async def work(store: Store) -> None:
        await store.add(new())
        rematch = Change("first", Stamp(1, NOW), (), SUMMARY, next=new("second", previous="first"))
        await store.append(rematch)
        with pytest.raises(Conflict):
            await store.append(rematch._replace(next=new("third", previous="first")))
        assert (await found(store)).next == "second"
        assert (await found(store, "second")).info.previous == "first"
        assert await store.find("third") is None
        await store.append(move())  # other changes leave it alone
        assert (await found(store)).next == "second"

    with_store(url, work)


def test_one_that_fails_among_many_fails_alone(url: str) -> None:
    async def work(store: Store) -> None:
        await asyncio.gather(*(store.add(new(f"table {n}")) for n in range(20)))
        changes = [move(f"table {n}", version=7 if n == 13 else 1) for n in range(20)]
        results = await asyncio.gather(*map(store.append, changes), return_exceptions=True)
        assert [n for n, result in enumerate(results) if result is not None] == [13]
        for n in range(20):
            assert len((await found(store, f"table {n}")).events) == (1 if n == 13 else 2)

    with_store(url, work)


def test_of_two_processes_one_has_each_change_and_neither_waits_for_ever(shared: str) -> None:
    """They come with the same tables in opposite order, many at a time."""

    async def work(store: Store) -> None:
        other = open_store(shared)
        try:
            tables = [f"table {n}" for n in range(40)]
            await asyncio.gather(*(store.add(new(table)) for table in tables))
            for version in range(1, 6):
                here = [store.append(move(table, version)) for table in tables]
                there = [other.append(move(table, version)) for table in reversed(tables)]
                results = await asyncio.gather(*here, *there, return_exceptions=True)
                assert {type(result) for result in results} == {type(None), Conflict}
                assert sum(result is None for result in results) == len(tables)
            assert {stamp.version for stamp in (await store.stamps(tables)).values()} == {6}
        finally:
            await other.close()

    with_store(shared, work)


def test_the_same_line_of_chat_from_two_processes_is_kept_once_and_sinks_nobody_else(shared: str) -> None:
    async def work(store: Store) -> None:
        other = open_store(shared)
        try:
            await asyncio.gather(*(store.add(new(table)) for table in ("first", "second", "third")))
            said = Change("first", Stamp(1, NOW), (), SUMMARY, line=ChatLine(1, 1, "Ada", "hello", NOW))
            results = await asyncio.gather(
                store.append(said),
                store.append(move("second")),
                other.append(said),
                other.append(move("third")),
                return_exceptions=True,
            )
            assert [results[1], results[3]] == [None, None]
            assert {type(results[0]), type(results[2])} == {type(None), Conflict}
            assert (await found(store)).lines == (said.line,)
        finally:
            await other.close()

    with_store(shared, work)


def test_only_the_last_lines_of_chat_are_kept(url: str) -> None:
    async def work(store: Store) -> None:
        await store.add(new())
        for n in range(1, 206):
            await store.append(Change("first", Stamp(1, NOW), (), SUMMARY, line=ChatLine(n, 1, "Ada", f"{n}", NOW)))
        assert [line.n for line in (await found(store)).lines] == list(range(6, 206))

    with_store(url, work)


def test_whatever_can_be_written_in_a_chat_is_read_again(url: str) -> None:
    line = ChatLine(1, 2, "Röbo\0", "a NUL \0, a tab\t, a quote ' and \\u0000 😀", NOW)

    async def work(store: Store) -> None:
        await store.add(new())
        await store.append(Change("first", Stamp(1, NOW), (), SUMMARY, line=line))
        assert (await found(store)).lines == (line,)

    with_store(url, work)


def test_news_are_what_came_since(url: str) -> None:
    async def work(store: Store) -> None:
        await store.add(new())
        for n in range(1, 5):
            line = ChatLine(n, 1, "Ada", f"line {n}", NOW)
            await store.append(
                move(version=n, token=f"a{n}", executed=ExecutedCommand(ADA, f"key {n}", Answer(n + 1)), line=line)
            )
        await store.append(Change("first", Stamp(5, NOW), (), SUMMARY._replace(updated=NOW + 9), next=new("second")))
        whole = await found(store)
        assert await store.news(whole.info, 0, 0) == whole
        news = await store.news(whole.info, 4, 3)
        assert news is not None
        assert news.events == (happened.Moved(NOW, 1, "a4"),)
        assert {key: done.answer for key, done in news.executed.items()} == {
            (ADA, "key 3"): Answer(4),
            (ADA, "key 4"): Answer(5),
        }
        assert [line.n for line in news.lines] == [4]
        assert (news.next, news.updated) == ("second", NOW + 9)
        assert await store.news(info("nowhere"), 0, 0) is None

    with_store(url, work)


def test_many_who_ask_for_news_at_once_each_get_their_own(url: str) -> None:
    async def work(store: Store) -> None:
        for n in range(20):
            await store.add(new(f"table {n}"))
            await store.append(move(f"table {n}", token=f"a{n + 1}"))
        asked = [(n, version) for n in range(21) for version in (0, 1, 2)]
        news = await asyncio.gather(*(store.news(info(f"table {n}"), version, 0) for n, version in asked))
        for (n, version), one in zip(asked, news, strict=True):
            if n == 20:
                assert one is None
            else:
                assert one is not None
                assert one.info.id == f"table {n}"
                assert one.events == (*new().events, happened.Moved(NOW, 1, f"a{n + 1}"))[version:]

    with_store(url, work)


def test_a_stamp_is_another_one_after_every_change(url: str) -> None:
    async def work(store: Store) -> None:
        await store.add(new())
        await store.add(new("second"))
        await store.append(move())
        later = SUMMARY._replace(updated=NOW + 0.000001)
        await store.append(Change("second", Stamp(1, NOW), (), later, line=ChatLine(1, 1, "Ada", "hello", NOW)))
        assert await store.stamps(["first", "second", "nowhere"]) == {
            "first": Stamp(2, NOW),
            "second": Stamp(1, NOW + 0.000001),
        }
        assert await store.stamps([]) == {}

    with_store(url, work)


# Trouble


def test_what_cannot_be_written_is_a_failure_and_the_next_one_may_succeed(url: str, execute: Execute) -> None:
    async def work(store: Store) -> None:
        await store.add(new())
        await asyncio.to_thread(execute, "ALTER TABLE events RENAME TO stolen")
        with pytest.raises(StoreFailure, match=r"no such table|does not exist"):
            await store.append(move())
        with pytest.raises(StoreFailure):
            await store.find("first")
        await asyncio.to_thread(execute, "ALTER TABLE stolen RENAME TO events")
        await store.append(move())
        assert len((await found(store)).events) == 2

    with_store(url, work)


def test_a_database_of_a_newer_quincunx_is_left_alone(path: Path) -> None:
    asyncio.run(open_store(str(path)).close())
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    connection.close()
    with pytest.raises(StoreRefusal) as refused:
        open_store(str(path))
    newer = Message("store.newer", version=len(MIGRATIONS) + 1, newest=len(MIGRATIONS))
    assert refused.value.message == Message("store.unopened", database=str(path), problem=newer)


def test_a_file_that_is_no_database(path: Path) -> None:
    path.parent.mkdir(parents=True)
    path.write_text("Dear diary, " * 100)
    with pytest.raises(StoreRefusal) as refused:
        open_store(f"sqlite:///{path}")
    problem = Message("store.error", error="file is not a database")
    assert refused.value.message == Message("store.unopened", database=str(path), problem=problem)
    assert path.read_text().startswith("Dear diary")


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("mysql://here/x", "store.scheme"),
        ("sqlite://x", "store.sqlite-address"),
        ("sqlite:///", "store.sqlite-address"),
        ("http://x", "store.scheme"),
    ],
)
def test_invalid_addresses(url: str, code: str) -> None:
    with pytest.raises(StoreRefusal) as refused:
        open_store(url)
    assert refused.value.code == code


@pytest.mark.parametrize(("sync", "level"), [("full", 2), ("normal", 1)])
def test_a_transaction_waits_for_the_disk_or_not(path: Path, sync: str, level: int) -> None:
    store = open_store(str(path), sync)
    assert isinstance(store, SqliteStore)
    assert store._connection.execute("PRAGMA synchronous").fetchone() == (level,)
    asyncio.run(store.close())


def test_another_way_to_write_is_refused(path: Path) -> None:
    with pytest.raises(StoreRefusal) as refused:
        open_store(str(path), "off")
    assert refused.value.message == Message("store.sync", sync="off", choices=["full", "normal"])
    assert not path.exists()


def test_the_last_time_that_the_server_was_open_is_known_after_a_restart(url: str) -> None:
    async def open_for_a_while(store: Store) -> None:
        assert await store.last_beat() == 0
        await store.beat(NOW)
        await store.beat(NOW + 5)

    async def open_again(store: Store) -> None:
        assert await store.last_beat() == NOW + 5

    with_store(url, open_for_a_while)
    with_store(url, open_again)


# Waiting together


def test_those_who_wait_share_one_transaction() -> None:
    held, batches = threading.Event(), []

    def write(jobs: Sequence[int]) -> None:
        batches.append(list(jobs))
        assert held.wait(30)

    async def work() -> None:
        writer: Writer[int] = Writer(write)
        jobs = [asyncio.create_task(writer.do(n)) for n in range(100)]
        while not batches:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0)
        held.set()
        await asyncio.gather(*jobs)
        writer.close()

    asyncio.run(work())
    assert [job for batch in batches for job in batch] == list(range(100))
    assert len(batches) <= 3
