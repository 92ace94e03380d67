"""Writes changes to PostgreSQL.

A commit waits for the disk, so the changes of many tables share one statement. Each is checked by its own stamp:
a stale one is left out and the others are stored.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from contextlib import nullcontext
from typing import Any, TypeAlias

from quincunx.store.codec import row_of
from quincunx.store.interface import CHAT_KEPT, SPECTATORS, Change, Conflict, NewTable
from quincunx.table.events import to_json

Work: TypeAlias = Callable[[Any], Awaitable[object]]
"""A function that uses a connection."""

APPEND = """
WITH new AS (
    SELECT * FROM unnest($1::text[], $2::int[], $3::int[], $4::float8[], $5::bool[], $6::bool[], $7::float8[],
        $8::bool[], $9::text[], $10::float8[], $11::text[], $12::text[], $13::int[], $14::text[], $15::text[])
    AS new (id, before, after, updated, over, waiting, due, thinks, next, known, player, key, answer, answer_next,
        body)
), held AS ( -- in one order, so that two processes never wait for each other
    SELECT id FROM tables WHERE id = ANY($1) ORDER BY id FOR UPDATE
), changed AS (
    UPDATE tables SET version = after, updated = new.updated, over = new.over, waiting = new.waiting, due = new.due,
        thinks = new.thinks, next = coalesce(tables.next, new.next)
    FROM new JOIN held USING (id)
    WHERE tables.id = new.id AND version = before AND tables.updated = known
        AND (tables.next IS NULL OR new.next IS NULL)
        AND NOT EXISTS (SELECT FROM deeds WHERE (deeds.id, deeds.player, deeds.key) = (new.id, new.player, new.key))
    RETURNING tables.id
), happened AS (
    INSERT INTO events SELECT id, n, event FROM unnest($16::text[], $17::int[], $18::text[]) AS fresh (id, n, event)
    JOIN changed USING (id)
), done AS (
    INSERT INTO deeds (id, player, key, version, next, body)
    SELECT id, player, key, answer, answer_next, body FROM new JOIN changed USING (id)
    WHERE key IS NOT NULL
)
SELECT id FROM changed
"""

# A line is a JSON array; PostgreSQL cannot read those in which \u0000 is written.
OLD_LINES = f"""
DELETE FROM lines WHERE id = $1 AND (split_part(line, ',', 2) = '{SPECTATORS}') = $2 AND n NOT IN (
    SELECT n FROM lines WHERE id = $1 AND (split_part(line, ',', 2) = '{SPECTATORS}') = $2
    ORDER BY n DESC LIMIT {CHAT_KEPT}
)
"""


async def together(connection: Any, jobs: Sequence[Change | Work]) -> list[Exception | None]:
    """Executes all jobs in one transaction; returns Conflict for each stale change."""
    errors: list[Exception | None] = [None] * len(jobs)
    turns: list[dict[str, int]] = []
    """Rounds of changes by table id: several changes to one table go into successive rounds."""
    for n, job in enumerate(jobs):
        if isinstance(job, Change):
            turn = next((turn for turn in turns if job.id not in turn), None)
            if turn is None:
                turns.append(turn := {})
            turn[job.id] = n
    works = [job for job in jobs if not isinstance(job, Change)]
    rest = any(isinstance(job, Change) and (job.line or job.next or job.newcomers) for job in jobs)
    alone = len(works) + len(turns) == 1 and not works and not rest  # a statement by itself is a transaction
    async with nullcontext() if alone else connection.transaction():
        for work in works:
            await work(connection)
        for turn in turns:
            changes = [job for n in turn.values() if isinstance(job := jobs[n], Change)]
            kept = await _append(connection, changes)
            for change in changes:
                if change.id in kept:
                    await _append_rest(connection, change)
                else:
                    errors[turn[change.id]] = Conflict()
    return errors


async def _append(connection: Any, changes: Sequence[Change]) -> set[str]:
    """Stores changes of different tables; returns the tables whose change was stored."""
    tables, events = [], []
    for change in changes:
        summary, executed = change.summary, change.executed
        flags = (summary.over, summary.waiting, summary.due, summary.thinks)
        answered = (executed.player, executed.key, *executed.answer, executed.body) if executed else (None,) * 5
        version, updated = change.before
        after, following = version + len(change.events), change.next and change.next.info.id
        tables.append((change.id, version, after, summary.updated, *flags, following, updated, *answered))
        events += [(change.id, version + n, _text(to_json(event))) for n, event in enumerate(change.events)]
    columns = (*zip(*tables, strict=True), *(zip(*events, strict=True) if events else ((), (), ())))
    return {row["id"] for row in await connection.fetch(APPEND, *columns)}


async def _append_rest(connection: Any, change: Change) -> None:
    """The parts that most changes lack."""
    if change.next:
        await add(connection, change.next)
    if line := change.line:
        text = _text([line.n, line.seat, line.name, line.text, line.at])
        await connection.execute("INSERT INTO lines VALUES ($1, $2, $3)", change.id, line.n, text)
        await connection.execute(OLD_LINES, change.id, line.seat == SPECTATORS)
    await _add_players(connection, change.id, change.newcomers)


async def add(connection: Any, new: NewTable) -> None:
    table = new.info.id
    await connection.execute("INSERT INTO tables VALUES ($1, $2, $3, $4, $5, $6, $7, $8, NULL, $9)", *row_of(new))
    events = [_text(to_json(event)) for event in new.events]
    await connection.execute(
        "INSERT INTO events SELECT $1, n - 1, event FROM unnest($2::text[]) WITH ORDINALITY AS e (event, n)",
        table,
        events,
    )
    await _add_players(connection, table, new.players)
    if opening := new.opening:
        query = "INSERT INTO openings VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING id"
        if await connection.fetchval(query, new.info.owner, opening.key, table, opening.body) is None:
            raise Conflict


async def _add_players(connection: Any, id: str, players: frozenset[str]) -> None:
    if players:
        query = "INSERT INTO players SELECT unnest($1::text[]), $2 ON CONFLICT DO NOTHING"
        await connection.execute(query, sorted(players), id)


def _text(data: object) -> str:
    return json.dumps(data, separators=(",", ":"))
