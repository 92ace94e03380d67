"""Deletes tables from a PostgreSQL database."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

UNLINK = """
UPDATE tables SET next = NULL, updated = updated + 0.001
WHERE id IN (SELECT data::json ->> 'previous' FROM tables WHERE id = ANY($1))
    AND next = ANY($1) AND NOT id = ANY($1)
"""
"""Before tables are deleted: they are no longer rematches of others. The new stamp shows everybody the change."""

OLD = """
SELECT id FROM tables WHERE over AND updated < $1
    AND ($2::text[] IS NULL OR split_part(data::json ->> 'game', ':', 1) = ANY($2))
ORDER BY updated LIMIT $3
"""
OLD_UNFINISHED = OLD.replace("over", "NOT over")

STILL_OLD = """
SELECT id FROM tables WHERE id = ANY($1) AND over = $2 AND updated < $3
ORDER BY id FOR UPDATE SKIP LOCKED -- another process changes or deletes it
"""


async def remove(connection: Any, ids: Collection[str]) -> None:
    async with connection.transaction():
        await connection.execute(UNLINK, ids)
        await connection.execute("DELETE FROM tables WHERE id = ANY($1)", ids)


async def remove_old(connection: Any, ids: Collection[str], before: float, over: bool) -> list[str]:
    """Deletes those of the tables that nobody has changed since they were looked up."""
    async with connection.transaction():
        removed = [row["id"] for row in await connection.fetch(STILL_OLD, ids, over, before)]
        await remove(connection, removed)
        return removed
