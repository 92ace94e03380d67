"""Leases and attendance in a PostgreSQL database: what the processes that share it know about each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quincunx.store.interface import FORGOTTEN, Attendance, Attended

RENEW = """
INSERT INTO holders VALUES ($1, clock_timestamp() + $2 * interval '1 second')
ON CONFLICT (holder) DO UPDATE SET until = excluded.until
"""

LEASE = """
INSERT INTO leases SELECT id, $2 FROM tables WHERE id = ANY($1) ORDER BY id
ON CONFLICT (id) DO UPDATE SET holder = excluded.holder
WHERE leases.holder = excluded.holder
    OR NOT EXISTS (SELECT FROM holders WHERE holder = leases.holder AND until > clock_timestamp())
RETURNING id
"""

FORGET = """
WITH dead AS (
    DELETE FROM holders WHERE holder IN (
        SELECT holder FROM holders WHERE until < clock_timestamp() - $1 * interval '1 second'
        FOR UPDATE SKIP LOCKED -- another process deletes or renews it
    ) RETURNING holder, until
)
UPDATE attendance SET until = extract(epoch FROM dead.until) FROM dead
WHERE attendance.holder = dead.holder AND attendance.until IS NULL
"""

NEGLECTED = """
SELECT id FROM tables WHERE (due IS NOT NULL OR thinks) AND (
    due < $1
    OR (thinks AND NOT EXISTS (
        SELECT FROM leases JOIN holders USING (holder) WHERE leases.id = tables.id AND until > clock_timestamp()
    ))
)
"""

ATTEND = """
INSERT INTO attendance
SELECT tables.id, row.player, $1, row.owner, row.source, row.until
FROM unnest($2::text[], $3::text[], $4::bool[], $5::text[], $6::float8[]) AS row (id, player, owner, source, until)
JOIN tables USING (id) ORDER BY 1, 2
FOR KEY SHARE OF tables -- a table that is being deleted is left out
ON CONFLICT (id, player, holder) DO UPDATE SET source = excluded.source, until = excluded.until
"""

ATTENDING = """
SELECT id, player, owner, source,
    CASE WHEN attendance.until IS NULL AND holders.until > clock_timestamp() THEN NULL
    ELSE coalesce(attendance.until, extract(epoch FROM holders.until)::float8, 0) END
FROM attendance LEFT JOIN holders USING (holder)
WHERE id = ANY($1) AND holder <> $2
"""

ATTENDED = """
SELECT id, updated, player, source FROM (
    SELECT DISTINCT ON (id) id, updated, player, source
    FROM tables JOIN attendance USING (id) LEFT JOIN holders USING (holder)
    WHERE listed AND NOT over AND waiting = $1 AND (owner OR NOT $1)
        AND (attendance.until >= $2 OR (attendance.until IS NULL AND holders.until > clock_timestamp()))
    ORDER BY id, owner DESC
) AS attended
-- No address, however many tables it has, takes the places of others.
ORDER BY row_number() OVER (PARTITION BY source ORDER BY updated DESC), updated DESC LIMIT $3
"""


async def lease(connection: Any, ids: Sequence[str], holder: str, seconds: float) -> set[str]:
    async with connection.transaction():
        # Lock the rows, so that concurrent requests see each other's leases.
        await connection.execute("SELECT FROM tables WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE", ids)
        await connection.execute(RENEW, holder, seconds)
        held = {row["id"] for row in await connection.fetch(LEASE, ids, holder)}
        await connection.execute(FORGET, FORGOTTEN)
        return held


async def attend(connection: Any, holder: str, rows: Sequence[Attendance], seconds: float) -> None:
    async with connection.transaction():
        await connection.execute(RENEW, holder, seconds)
        if rows:
            await connection.execute(ATTEND, holder, *zip(*rows, strict=True))


async def attending(connection: Any, ids: Sequence[str], holder: str) -> list[Attendance]:
    return [Attendance(*row) for row in await connection.fetch(ATTENDING, ids, holder)]


async def attended(connection: Any, waiting: bool, since: float, limit: int) -> list[Attended]:
    return [Attended(*row) for row in await connection.fetch(ATTENDED, waiting, since, limit)]
