"""Tables in a PostgreSQL database, shared by any number of processes.

It uses asyncio without threads. Writes are batched (`group_commit`, `writes`), and so are reads of tables that other
processes changed.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, TypeVar

from quincunx.law.messages import Message
from quincunx.store.codec import read_event, read_table
from quincunx.store.group_commit import Gathering
from quincunx.store.interface import (
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
from quincunx.store.postgres import processes, removal, schema
from quincunx.store.postgres.writes import Work, add, together
from quincunx.urls import problem, shown

try:
    import asyncpg
except ModuleNotFoundError:
    from quincunx.extras import install

    raise StoreRefusal("store.asyncpg", install=install("postgres")) from None

T = TypeVar("T")
SYNCS = {"full": "on", "normal": "off"}
"""Whether a commit waits for the disk: values of synchronous_commit."""

CONNECTIONS = 6
"""Pool size of a process: one connection writes, the others read."""

PATIENCE = 10.0
"""Timeout in seconds."""

TROUBLE = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, TimeoutError)
"""What asyncpg raises when the database fails."""

REASONS = {asyncpg.DiskFullError: "store.full", asyncpg.ReadOnlySQLTransactionError: "store.read-only"}

FIND = """
SELECT wanted.n, data, next, updated,
    ARRAY(SELECT event FROM events WHERE events.id = tables.id AND n >= wanted.version ORDER BY n) AS events,
    (SELECT json_agg(json_build_array(player, key, deeds.version, deeds.next, deeds.body)) FROM deeds
        WHERE deeds.id = tables.id AND deeds.version >= wanted.version) AS deeds,
    ARRAY(SELECT line FROM lines WHERE lines.id = tables.id AND n > wanted.line ORDER BY n) AS lines
FROM unnest($1::text[], $2::int[], $3::int[]) WITH ORDINALITY AS wanted (id, version, line, n) JOIN tables USING (id)
"""


class Wanted(NamedTuple):
    """What to read of a table: events from a version on, and chat after a line."""

    id: str
    info: TableInfo | None = None
    """The fixed data, if known."""
    version: int = 0
    line: int = 0


class PostgresStore(Store):
    shared = True

    def __init__(self, url: str, sync: str = "full") -> None:
        if sync not in SYNCS:
            raise StoreRefusal("store.sync", sync=sync, choices=list(SYNCS))
        visit(url, schema.check)
        self._url = url
        self._sync = sync
        self._pool: Any = None
        self._writer: Gathering[Change | Work, None] = Gathering(self._write)
        self._reader = Gathering(self._read)

    async def add(self, new: NewTable) -> None:
        await self._writer.do(lambda connection: add(connection, new))

    async def opened(self, player: str, key: str) -> Opened | None:
        query = "SELECT id, body FROM openings WHERE player = $1 AND key = $2"
        row = await self._ask(lambda connection: connection.fetchrow(query, player, key))
        return row and Opened(*row)

    async def append(self, change: Change) -> None:
        await self._writer.do(change)

    async def remove(self, id: str) -> None:
        await self._ask(lambda connection: removal.remove(connection, [id]))

    async def old(self, before: float, limit: int, *, over: bool, games: Collection[str] | None = None) -> list[str]:
        query = removal.OLD if over else removal.OLD_UNFINISHED
        return await self._ids(query, before, None if games is None else list(games), limit)

    async def remove_old(self, ids: Sequence[str], before: float, *, over: bool) -> list[str]:
        return await self._ask(lambda connection: removal.remove_old(connection, ids, before, over))

    async def expiry_start(self) -> float:
        return float(await self._ask(lambda connection: connection.fetchval("SELECT start FROM expiry")))

    async def delay_expiry(self, start: float) -> None:
        query = "UPDATE expiry SET start = greatest(start, $1)"
        await self._ask(lambda connection: connection.execute(query, start))

    async def lease(self, ids: Sequence[str], holder: str, seconds: float) -> set[str]:
        return await self._ask(lambda connection: processes.lease(connection, ids, holder, seconds))

    async def release(self, ids: Sequence[str], holder: str) -> None:
        await self._ids("DELETE FROM leases WHERE id = ANY($1) AND holder = $2", ids, holder)

    async def neglected(self, due: float) -> list[str]:
        return await self._ids(processes.NEGLECTED, due)

    async def attend(self, holder: str, rows: Sequence[Attendance], seconds: float) -> None:
        await self._ask(lambda connection: processes.attend(connection, holder, rows, seconds))

    async def attending(self, ids: Sequence[str], holder: str) -> list[Attendance]:
        return await self._ask(lambda connection: processes.attending(connection, ids, holder))

    async def attended(self, *, waiting: bool, since: float, limit: int) -> list[Attended]:
        return await self._ask(lambda connection: processes.attended(connection, waiting, since, limit))

    async def forget_attendance(self, before: float) -> None:
        query = "DELETE FROM attendance WHERE until < $1"
        await self._ask(lambda connection: connection.execute(query, before))

    async def time(self) -> float:
        query = "SELECT extract(epoch FROM clock_timestamp())::float8"
        return float(await self._ask(lambda connection: connection.fetchval(query)))

    async def beat(self, now: float) -> None:
        await self._ask(lambda connection: connection.execute("UPDATE beat SET at = $1", now))

    async def last_beat(self) -> float:
        return float(await self._ask(lambda connection: connection.fetchval("SELECT at FROM beat")))

    async def find(self, id: str) -> StoredTable | None:
        return (await self._read([Wanted(id)]))[0]

    async def news(self, info: TableInfo, version: int, line: int) -> StoredTable | None:
        return await self._reader.do(Wanted(info.id, info, version, line))

    async def stamps(self, ids: Sequence[str]) -> dict[str, Stamp]:
        query = "SELECT id, version, updated FROM tables WHERE id = ANY($1)"
        rows = await self._ask(lambda connection: connection.fetch(query, ids))
        return {row["id"]: Stamp(row["version"], row["updated"]) for row in rows}

    async def close(self) -> None:
        await self._writer.close()
        await self._reader.close()
        if self._pool:
            try:
                await asyncio.wait_for(self._pool.close(), PATIENCE)
            except TROUBLE:
                self._pool.terminate()  # do not wait for a database that does not answer

    # Connections

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Any]:
        try:
            if self._pool is None:
                self._pool = asyncpg.create_pool(
                    self._url,
                    min_size=0,
                    max_size=CONNECTIONS,
                    timeout=PATIENCE,
                    command_timeout=PATIENCE,
                    server_settings={
                        "application_name": "quincunx",
                        "synchronous_commit": SYNCS[self._sync],
                        # A process that freezes inside a transaction must not block the others.
                        "idle_in_transaction_session_timeout": f"{PATIENCE // 2 * 1000:.0f}",
                    },
                )
            await self._pool  # connects lazily
            async with self._pool.acquire(timeout=PATIENCE) as connection:
                try:
                    yield connection
                except asyncio.CancelledError:
                    connection.terminate()  # do not wait until the database has handled the cancellation
                    raise
        except TROUBLE as error:
            reason = next((Message(code) for kind, code in REASONS.items() if isinstance(error, kind)), None)
            raise StoreFailure(f"{shown(self._url)}: {_problem(self._url, error)}", reason) from error

    async def _ask(self, work: Callable[[Any], Awaitable[T]]) -> T:
        async with self._connection() as connection:
            return await work(connection)

    async def _ids(self, query: str, *values: object) -> list[str]:
        return [row["id"] for row in await self._ask(lambda connection: connection.fetch(query, *values))]

    async def _read(self, wanted: Sequence[Wanted]) -> list[StoredTable | None]:
        columns = [[getattr(one, name) for one in wanted] for name in ("id", "version", "line")]
        rows = await self._ask(lambda connection: connection.fetch(FIND, *columns))
        found = {row["n"]: row for row in rows}
        return [_found(one, found.get(n)) for n, one in enumerate(wanted, 1)]

    async def _write(self, jobs: Sequence[Change | Work]) -> list[Exception | None]:
        """Executes all jobs in one transaction; if that fails, each by itself, so that only the faulty one fails."""
        try:
            async with self._connection() as connection:
                return await together(connection, jobs)
        except Conflict as conflict:
            return [conflict] if len(jobs) == 1 else [(await self._write([job]))[0] for job in jobs]
        except StoreFailure as failure:
            if not isinstance(failure.__cause__, ALONE):
                return [failure] * len(jobs)
            if len(jobs) > 1:
                return [(await self._write([job]))[0] for job in jobs]
            taken = isinstance(failure.__cause__, asyncpg.IntegrityConstraintViolationError)
            return [Conflict() if taken and isinstance(jobs[0], Change) else failure]


ALONE = (
    asyncpg.IntegrityConstraintViolationError,
    asyncpg.TransactionRollbackError,  # a deadlock, which the database resolves by aborting one transaction
    asyncpg.DataError,
    asyncpg.SyntaxOrAccessError,
)
"""Errors caused by one job, or by chance."""


def _found(wanted: Wanted, row: Any) -> StoredTable | None:
    if row is None:
        return None
    commands = json.loads(row["deeds"] or "[]")
    if wanted.info:
        info, events = wanted.info, tuple(map(read_event, row["events"]))
    else:
        info, events = read_table(wanted.id, row["data"], row["events"])
    return StoredTable(
        info,
        events,
        {(player, key): ExecutedCommand(player, key, Answer(*answer), body) for player, key, *answer, body in commands},
        tuple(ChatLine(*json.loads(line)) for line in row["lines"]),
        row["next"],
        row["updated"],
    )


def visit(url: str, work: Callable[[Any], Awaitable[T]]) -> T:
    """Runs `work` with a new connection, from any context; raises StoreRefusal if that fails."""

    async def there() -> T:
        connection = await asyncpg.connect(url, timeout=PATIENCE)
        try:
            return await work(connection)
        finally:
            await connection.close(timeout=PATIENCE)

    with ThreadPoolExecutor(1) as thread:  # the caller may be inside a running event loop
        try:
            return thread.submit(lambda: asyncio.run(there())).result()
        except (*TROUBLE, ValueError, StoreRefusal) as error:
            raise StoreRefusal("store.unopened", database=shown(url), problem=_problem(url, error)) from None


def _problem(url: str, error: BaseException) -> Message:
    """The error in one line; a timeout has no text of its own."""
    if isinstance(error, StoreRefusal):
        return error.message
    said = problem(url, error)
    return Message("store.error", error=said) if said else Message("store.silent")
