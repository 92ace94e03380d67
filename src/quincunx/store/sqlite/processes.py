"""Leases and attendance in an SQLite file: what processes that share a database know about each other. Only tests share
an SQLite file; leases also serve to check that it can be written.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Sequence

from quincunx.store.interface import FORGOTTEN, Attendance, Attended

RENEW = "INSERT INTO holders VALUES (?, ?) ON CONFLICT (holder) DO UPDATE SET until = excluded.until"
LEASE = """
INSERT INTO leases SELECT tables.id, ? FROM tables JOIN json_each(?) ON tables.id = value WHERE true
ON CONFLICT (id) DO UPDATE SET holder = excluded.holder
WHERE leases.holder = excluded.holder
    OR NOT EXISTS (SELECT * FROM holders WHERE holder = leases.holder AND until > ?)
RETURNING id
"""
NEGLECTED = """
SELECT id FROM tables WHERE (due IS NOT NULL OR thinks) AND (
    due < ?
    OR (thinks AND NOT EXISTS (
        SELECT * FROM leases JOIN holders USING (holder) WHERE leases.id = tables.id AND until > ?
    ))
)
"""
LEFT = """
UPDATE attendance SET until = holders.until FROM holders
WHERE attendance.holder = holders.holder AND attendance.until IS NULL AND holders.until < ?
"""
FORGET = "DELETE FROM holders WHERE until < ?"

ATTEND = """
INSERT INTO attendance
SELECT tables.id, value ->> 1, ?, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?)
JOIN tables ON tables.id = value ->> 0 WHERE true
ON CONFLICT DO UPDATE SET source = excluded.source, until = excluded.until
"""
ATTENDING = """
SELECT attendance.id, player, owner, source,
    CASE WHEN attendance.until IS NULL AND holders.until > ?3 THEN NULL
    ELSE coalesce(attendance.until, holders.until, 0) END
FROM attendance LEFT JOIN holders USING (holder)
WHERE attendance.id IN (SELECT value FROM json_each(?1)) AND holder <> ?2
"""
ATTENDED = """
SELECT id, updated, player, source FROM (
    SELECT id, updated, player, source, max(owner)
    FROM tables JOIN attendance USING (id) LEFT JOIN holders USING (holder)
    WHERE listed AND NOT over AND waiting = ?1 AND (owner OR NOT ?1)
        AND (attendance.until >= ?2 OR (attendance.until IS NULL AND holders.until > ?3))
    GROUP BY id
) ORDER BY row_number() OVER (PARTITION BY source ORDER BY updated DESC), updated DESC LIMIT ?4
"""


def lease(connection: sqlite3.Connection, ids: Sequence[str], holder: str, seconds: float) -> set[str]:
    now = time.time()
    connection.execute(LEFT, (now - FORGOTTEN,))
    connection.execute(FORGET, (now - FORGOTTEN,))
    connection.execute(RENEW, (holder, now + seconds))
    return {row[0] for row in connection.execute(LEASE, (holder, json.dumps(ids), now)).fetchall()}


def attend(connection: sqlite3.Connection, holder: str, rows: Sequence[Attendance], seconds: float) -> None:
    connection.execute(RENEW, (holder, time.time() + seconds))
    connection.execute(ATTEND, (holder, json.dumps(rows)))


def attending(connection: sqlite3.Connection, ids: Sequence[str], holder: str) -> list[Attendance]:
    rows = connection.execute(ATTENDING, (json.dumps(ids), holder, time.time())).fetchall()
    return [Attendance(table, player, bool(owner), source, until) for table, player, owner, source, until in rows]


def attended(connection: sqlite3.Connection, waiting: bool, since: float, limit: int) -> list[Attended]:
    rows = connection.execute(ATTENDED, (waiting, since, time.time(), limit)).fetchall()
    return [Attended(*row) for row in rows]
