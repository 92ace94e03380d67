"""Tables in an SQLite file.

One thread writes (see `group_commit`), one reads. Every step of a statement releases the GIL and has to reacquire
it, which is slow in a busy process. So a whole group of changes is passed as JSON and written by one statement for
each kind of row.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from pathlib import Path
from typing import TypeAlias, TypeVar

import orjson

from quincunx.law.messages import Message
from quincunx.store.codec import read_event, read_table, row_of
from quincunx.store.group_commit import Writer
from quincunx.store.interface import (
    CHAT_KEPT,
    SPECTATORS,
    Answer,
    Attendance,
    Attended,
    Change,
    ChatLine,
    Conflict,
    ExecutedCommand,
    NewTable,
    Opened,
    Stamp,
    Store,
    StoredTable,
    StoreFailure,
    StoreRefusal,
    TableInfo,
)
from quincunx.store.sqlite import file, processes, removal
from quincunx.table.events import to_json

T = TypeVar("T")
Work: TypeAlias = Callable[[sqlite3.Connection], object]

SYNCS = ("full", "normal")
"""Whether a transaction waits for the disk, or only for the operating system."""

UPDATE = """
UPDATE tables SET version = new.value ->> 2, updated = new.value ->> 3, over = new.value ->> 4,
    waiting = new.value ->> 5, due = new.value ->> 6, thinks = new.value ->> 7, next = coalesce(next, new.value ->> 8)
FROM json_each(?) AS new
WHERE tables.id = new.value ->> 0 AND version = new.value ->> 1 AND (next IS NULL OR new.value ->> 8 IS NULL)
    AND abs(updated - (new.value ->> 9)) < 5e-7 -- JSON does not preserve every float exactly
"""
EVENTS = "INSERT INTO events SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)"
COMMANDS = """
INSERT INTO deeds (id, player, key, version, next, body)
SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5 FROM json_each(?)
"""

OLD_LINES = f"""
DELETE FROM lines WHERE id = ?1 AND (seat = {SPECTATORS}) = ?2 AND n NOT IN (
    SELECT n FROM lines WHERE id = ?1 AND (seat = {SPECTATORS}) = ?2 ORDER BY n DESC LIMIT {CHAT_KEPT}
)
"""

REASONS = {sqlite3.SQLITE_FULL: "store.full", sqlite3.SQLITE_READONLY: "store.read-only"}


class SqliteStore(Store):
    def __init__(self, path: Path, sync: str = "full") -> None:
        self._path = path
        if sync not in SYNCS:
            raise StoreRefusal("store.sync", sync=sync, choices=list(SYNCS))
        if sqlite3.sqlite_version_info < (3, 38):
            raise StoreRefusal("store.sqlite-version", version=sqlite3.sqlite_version)
        file.version(path)  # refuses another program's file before anything is written
        with file.opening(path):
            self._lock = file.create(path)
            try:
                self._connection, self._reading = file.connect(path, sync), file.connect(path, sync)
            except BaseException:
                self._lock.release()
                raise
        self._writer: Writer[Change | Work] = Writer(self._write)
        self._reader = ThreadPoolExecutor(1, "store-reader")

    async def add(self, new: NewTable) -> None:
        await self._do(lambda connection: _add(connection, new))

    async def opened(self, player: str, key: str) -> Opened | None:
        query = "SELECT id, body FROM openings WHERE player = ? AND key = ?"
        row = await self._read(lambda connection: connection.execute(query, (player, key)).fetchone())
        return row and Opened(*row)

    async def append(self, change: Change) -> None:
        await self._do(change)

    async def remove(self, id: str) -> None:
        await self._do(lambda connection: removal.remove(connection, [id]))

    async def old(self, before: float, limit: int, *, over: bool, games: Collection[str] | None = None) -> list[str]:
        query = removal.OLD if over else removal.OLD_UNFINISHED
        return await self._ids(query, before, None if games is None else json.dumps(list(games)), limit)

    async def remove_old(self, ids: Sequence[str], before: float, *, over: bool) -> list[str]:
        return await self._done(lambda connection: removal.remove_old(connection, ids, before, over))

    async def expiry_start(self) -> float:
        return await self._read(lambda connection: float(connection.execute("SELECT start FROM expiry").fetchone()[0]))

    async def delay_expiry(self, start: float) -> None:
        await self._do(lambda connection: connection.execute("UPDATE expiry SET start = max(start, ?)", (start,)))

    async def beat(self, now: float) -> None:
        await self._do(lambda connection: connection.execute("UPDATE beat SET at = ?", (now,)))

    async def last_beat(self) -> float:
        return await self._read(lambda connection: float(connection.execute("SELECT at FROM beat").fetchone()[0]))

    async def find(self, id: str) -> StoredTable | None:
        return await self._read(lambda connection: _find(connection, id))

    async def news(self, info: TableInfo, version: int, line: int) -> StoredTable | None:
        return await self._read(lambda connection: _find(connection, info.id, info, version, line))

    async def stamps(self, ids: Sequence[str]) -> dict[str, Stamp]:
        query = "SELECT tables.id, version, updated FROM tables JOIN json_each(?) ON tables.id = value"
        rows = await self._read(lambda connection: connection.execute(query, (json.dumps(ids),)).fetchall())
        return {table: Stamp(version, updated) for table, version, updated in rows}

    async def lease(self, ids: Sequence[str], holder: str, seconds: float) -> set[str]:
        return await self._done(lambda connection: processes.lease(connection, ids, holder, seconds))

    async def release(self, ids: Sequence[str], holder: str) -> None:
        query = "DELETE FROM leases WHERE holder = ? AND id IN (SELECT value FROM json_each(?))"
        await self._do(lambda connection: connection.execute(query, (holder, json.dumps(ids))))

    async def neglected(self, due: float) -> list[str]:
        return await self._ids(processes.NEGLECTED, due, time.time())

    async def attend(self, holder: str, rows: Sequence[Attendance], seconds: float) -> None:
        await self._do(lambda connection: processes.attend(connection, holder, rows, seconds))

    async def attending(self, ids: Sequence[str], holder: str) -> list[Attendance]:
        return await self._read(lambda connection: processes.attending(connection, ids, holder))

    async def attended(self, *, waiting: bool, since: float, limit: int) -> list[Attended]:
        return await self._read(lambda connection: processes.attended(connection, waiting, since, limit))

    async def forget_attendance(self, before: float) -> None:
        await self._do(lambda connection: connection.execute("DELETE FROM attendance WHERE until < ?", (before,)))

    async def close(self) -> None:
        await asyncio.to_thread(self._writer.close)
        await asyncio.to_thread(self._reader.shutdown)
        self._reading.close()
        self._connection.close()
        self._lock.release()

    # Writing

    async def _do(self, job: Change | Work) -> None:
        try:
            await self._writer.do(job)
        except sqlite3.Error as error:
            raise StoreFailure(f"{self._path}: {error}", _reason(error)) from error

    async def _done(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What the work returned on its last attempt: a transaction that fails is repeated."""
        results: list[T] = []
        await self._do(lambda connection: results.append(work(connection)))
        return results[-1]

    def _write(self, jobs: Sequence[Change | Work]) -> None:
        """Executes all jobs in one transaction, in order."""
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            for alike, group in groupby(jobs, lambda job: isinstance(job, Change)):
                if alike:
                    _append(connection, [job for job in group if isinstance(job, Change)])
                else:
                    for job in group:
                        assert not isinstance(job, Change)
                        job(connection)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    # Reading

    async def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._reader, work, self._reading)
        except sqlite3.Error as error:
            raise StoreFailure(f"{self._path}: {error}", _reason(error)) from error

    async def _ids(self, query: str, *values: object) -> list[str]:
        query = query.replace("$", "?")  # SQLite writes numbered parameters ?1, ?2
        return await self._read(lambda connection: [row[0] for row in connection.execute(query, values).fetchall()])


def _reason(error: sqlite3.Error) -> Message | None:
    # Errors of the sqlite3 module itself have no code.
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return Message(REASONS[code]) if code in REASONS else None


def _add(connection: sqlite3.Connection, new: NewTable) -> None:
    table = new.info.id
    connection.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, ?)", row_of(new))
    rows = [(table, n, to_json(event)) for n, event in enumerate(new.events)]
    connection.execute(EVENTS, (_rows(rows),))
    connection.executemany("INSERT INTO players VALUES (?, ?)", [(player, table) for player in new.players])
    if opening := new.opening:
        values = (new.info.owner, opening.key, table, opening.body)
        if not connection.execute("INSERT OR IGNORE INTO openings VALUES (?, ?, ?, ?)", values).rowcount:
            raise Conflict


def _append(connection: sqlite3.Connection, changes: Sequence[Change]) -> None:
    tables: list[tuple[object, ...]] = []
    events: list[tuple[object, ...]] = []
    commands: list[tuple[object, ...]] = []
    for change in changes:
        summary = change.summary
        version, updated = change.before
        after, following = version + len(change.events), change.next and change.next.info.id
        flags = (int(summary.over), int(summary.waiting), summary.due, int(summary.thinks))
        tables.append((change.id, version, after, summary.updated, *flags, following, updated))
        events += [(change.id, version + n, to_json(event)) for n, event in enumerate(change.events)]
        if executed := change.executed:
            commands.append((change.id, executed.player, executed.key, *executed.answer, executed.body))
    try:
        if connection.execute(UPDATE, (_rows(tables),)).rowcount != len(changes):
            raise Conflict
        if events:
            connection.execute(EVENTS, (_rows(events),))
        if commands:
            connection.execute(COMMANDS, (_rows(commands),))
        for change in changes:
            _append_rest(connection, change)
    except sqlite3.IntegrityError as error:
        raise Conflict from error


def _rows(rows: Sequence[tuple[object, ...]]) -> str:
    """Rows as JSON. With the standard library this took a quarter of the writer's time, and all of it with the GIL."""
    return orjson.dumps(rows).decode()


def _append_rest(connection: sqlite3.Connection, change: Change) -> None:
    """The parts that most changes lack."""
    if change.next:
        _add(connection, change.next)
    if line := change.line:
        values = (change.id, line.n, line.seat, line.name, line.text, line.at)
        connection.execute("INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?)", values)
        connection.execute(OLD_LINES, (change.id, line.seat == SPECTATORS))
    for player in change.newcomers:
        connection.execute("INSERT OR IGNORE INTO players VALUES (?, ?)", (player, change.id))


def _find(
    connection: sqlite3.Connection, id: str, info: TableInfo | None = None, version: int = 0, line: int = 0
) -> StoredTable | None:
    connection.execute("BEGIN")  # a consistent snapshot of all four
    try:
        table = connection.execute("SELECT data, next, updated FROM tables WHERE id = ?", (id,)).fetchone()
        if table is None:
            return None
        query = "SELECT event FROM events WHERE id = ? AND n >= ? ORDER BY n"
        happened = connection.execute(query, (id, version)).fetchall()
        commands = connection.execute(
            "SELECT player, key, version, next, body FROM deeds WHERE id = ? AND version >= ?", (id, version)
        ).fetchall()
        lines = connection.execute(
            "SELECT n, seat, name, text, at FROM lines WHERE id = ? AND n > ? ORDER BY n", (id, line)
        ).fetchall()
    finally:
        connection.execute("COMMIT")
    data, following, updated = table
    texts = [event for (event,) in happened]
    known, events = (info, tuple(map(read_event, texts))) if info else read_table(id, data, texts)
    return StoredTable(
        known,
        events,
        {
            (player, key): ExecutedCommand(player, key, Answer(version, after), body)
            for player, key, version, after, body in commands
        },
        tuple(ChatLine(*line) for line in lines),
        following,
        updated,
    )
