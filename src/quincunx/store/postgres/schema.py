"""The schema of the PostgreSQL database and its migrations (`quincunx database upgrade`)."""

from __future__ import annotations

from typing import Any

from quincunx.store.interface import StoreRefusal

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE tables (
            id text PRIMARY KEY,
            version integer NOT NULL,
            listed boolean NOT NULL,
            updated double precision NOT NULL,
            over boolean NOT NULL,
            waiting boolean NOT NULL,
            due double precision,
            thinks boolean NOT NULL,
            next text,
            data text NOT NULL
        ) WITH (fillfactor = 70)""",  # every command updates its row: leave room for the new version on the same page
        "CREATE INDEX listed ON tables (waiting) WHERE listed AND NOT over",
        "CREATE INDEX finished ON tables (updated) WHERE over",
        "CREATE INDEX awake ON tables (id) WHERE due IS NOT NULL OR thinks",
        """CREATE TABLE events (
            id text NOT NULL REFERENCES tables ON DELETE CASCADE,
            n integer NOT NULL,
            event text NOT NULL,
            PRIMARY KEY (id, n)
        )""",
        # Executed commands; the name is that of version 0.1.
        """CREATE TABLE deeds (
            id text NOT NULL REFERENCES tables ON DELETE CASCADE,
            player text NOT NULL,
            key text NOT NULL,
            version integer NOT NULL,
            next text,
            PRIMARY KEY (id, player, key)
        )""",
        # A line is JSON because chat may contain NUL, and a PostgreSQL text may not.
        """CREATE TABLE lines (
            id text NOT NULL REFERENCES tables ON DELETE CASCADE,
            n integer NOT NULL,
            line text NOT NULL,
            PRIMARY KEY (id, n)
        )""",
        """CREATE TABLE players (
            player text NOT NULL,
            id text NOT NULL REFERENCES tables ON DELETE CASCADE,
            PRIMARY KEY (player, id)
        )""",
        "CREATE INDEX players_by_table ON players (id)",
        "CREATE TABLE beat (at double precision NOT NULL)",  # one row: when the server was last known to be running
        "INSERT INTO beat VALUES (0)",
        # Which process plays the computers of a table, and when the leases of each process expire, by the
        # database's clock: all leases of a process are renewed with one row.
        """CREATE TABLE leases (
            id text PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
            holder text NOT NULL
        )""",
        "CREATE TABLE holders (holder text PRIMARY KEY, until timestamptz NOT NULL)",
    ),
    (
        # A digest of what was sent under each key; empty where it was not kept yet.
        "ALTER TABLE deeds ADD COLUMN body text NOT NULL DEFAULT ''",
        """CREATE TABLE openings (
            player text NOT NULL,
            key text NOT NULL,
            id text NOT NULL REFERENCES tables ON DELETE CASCADE,
            body text NOT NULL,
            PRIMARY KEY (player, key)
        )""",
        "CREATE INDEX openings_by_table ON openings (id)",
    ),
    (
        # One row: when tables that were left may be deleted at the earliest.
        "CREATE TABLE expiry (start double precision NOT NULL)",
        "INSERT INTO expiry VALUES (extract(epoch FROM now()) + 30 * 86400)",
        # Which members of a table are there through which process, or until when they were.
        """CREATE TABLE attendance (
            id text NOT NULL REFERENCES tables ON DELETE CASCADE,
            player text NOT NULL,
            holder text NOT NULL,
            owner boolean NOT NULL,
            source text NOT NULL,
            until double precision,
            PRIMARY KEY (id, player, holder)
        )""",
        "CREATE INDEX attendance_by_holder ON attendance (holder)",
    ),
)
"""Migration n turns version n into version n + 1. Released migrations are never changed."""

NEWEST = len(MIGRATIONS)
BEFORE_EXPIRY = 2
"""The last version that deleted no tables that were left."""

LOCK = 0x9_17C_0C5
"""The key of the advisory lock held during migration."""


OURS = """
SELECT to_regclass('tables') IS NOT NULL AND to_regclass('events') IS NOT NULL AND to_regclass('deeds') IS NOT NULL
    AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass('schema_version')
        AND attname = 'version' AND atttypid = 'integer'::regtype)
"""
"""Other programs have a table schema_version too."""


async def version(connection: Any) -> int:
    """The schema version; 0 if there are no tables of ours. StoreRefusal for the database of another program."""
    if await connection.fetchval("SELECT to_regclass('schema_version') IS NULL"):
        return 0
    if not await connection.fetchval(OURS):
        raise StoreRefusal("store.foreign-database")
    return int(await connection.fetchval("SELECT version FROM schema_version"))


async def upgraded(connection: Any) -> int:
    """Upgrades a database to the newest version, or leaves it unchanged. Concurrent upgrades wait for the first."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
        found = await version(connection)
        _refuse_newer(found)
        if found == 0:
            await connection.execute("CREATE TABLE schema_version (version integer NOT NULL)")
            await connection.execute("INSERT INTO schema_version VALUES (0)")
        for migration in MIGRATIONS[found:]:
            for statement in migration:
                await connection.execute(statement)
        await connection.execute("UPDATE schema_version SET version = $1", NEWEST)
    return NEWEST


async def check(connection: Any) -> None:
    """Raises StoreRefusal unless the database is up to date: other servers may be using an older one."""
    found = await version(connection)
    _refuse_newer(found)
    if found < NEWEST:
        raise StoreRefusal("store.older", version=found, newest=NEWEST)


def _refuse_newer(found: int) -> None:
    if found > NEWEST:
        raise StoreRefusal("store.newer", version=found, newest=NEWEST)
