"""Deletes tables from an SQLite file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection

UNLINK = """
UPDATE tables SET next = NULL, updated = updated + 0.001
WHERE id IN (SELECT data ->> 'previous' FROM tables WHERE id IN (SELECT value FROM json_each(?1)))
    AND next IN (SELECT value FROM json_each(?1)) AND id NOT IN (SELECT value FROM json_each(?1))
"""
"""Before tables are deleted: they are no longer rematches of others. The new stamp shows everybody the change."""

DELETE = "DELETE FROM tables WHERE id IN (SELECT value FROM json_each(?))"

OLD = """
SELECT id FROM tables WHERE over AND updated < ?1 AND (
    ?2 IS NULL OR
    substr(data ->> 'game', 1, instr((data ->> 'game') || ':', ':') - 1) IN (SELECT value FROM json_each(?2))
) ORDER BY updated LIMIT ?3
"""
OLD_UNFINISHED = OLD.replace("over", "NOT over")
STILL_OLD = "SELECT id FROM tables WHERE id IN (SELECT value FROM json_each(?)) AND over = ? AND updated < ?"


def remove(connection: sqlite3.Connection, ids: Collection[str]) -> None:
    written = json.dumps(list(ids))
    connection.execute(UNLINK, (written,))
    connection.execute(DELETE, (written,))


def remove_old(connection: sqlite3.Connection, ids: Collection[str], before: float, over: bool) -> list[str]:
    """Deletes those of the tables that nobody has changed since they were looked up."""
    rows = connection.execute(STILL_OLD, (json.dumps(list(ids)), over, before)).fetchall()
    removed = [row[0] for row in rows]
    remove(connection, removed)
    return removed
