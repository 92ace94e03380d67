"""The schema of the SQLite database and its migrations."""

from __future__ import annotations

import sqlite3

from quincunx.store.interface import StoreRefusal

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE tables (
            id TEXT PRIMARY KEY,
            version INTEGER NOT NULL,
            listed INTEGER NOT NULL,
            updated REAL NOT NULL,
            over INTEGER NOT NULL,
            waiting INTEGER NOT NULL,
            due REAL,
            thinks INTEGER NOT NULL,
            next TEXT,
            data TEXT NOT NULL
        ) WITHOUT ROWID""",
        "CREATE INDEX listed ON tables (waiting) WHERE listed AND NOT over",
        "CREATE INDEX finished ON tables (updated) WHERE over",
        "CREATE INDEX awake ON tables (id) WHERE due IS NOT NULL OR thinks",
        """CREATE TABLE events (
            id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
            n INTEGER NOT NULL,
            event TEXT NOT NULL,
            PRIMARY KEY (id, n)
        ) WITHOUT ROWID""",
        # Executed commands; the name is that of version 0.1.
        """CREATE TABLE deeds (
            id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
            player TEXT NOT NULL,
            key TEXT NOT NULL,
            version INTEGER NOT NULL,
            next TEXT,
            PRIMARY KEY (id, player, key)
        ) WITHOUT ROWID""",
        """CREATE TABLE lines (
            id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
            n INTEGER NOT NULL,
            seat INTEGER NOT NULL,
            name TEXT NOT NULL,
            text TEXT NOT NULL,
            at REAL NOT NULL,
            PRIMARY KEY (id, n)
        ) WITHOUT ROWID""",
        """CREATE TABLE players (
            player TEXT NOT NULL,
            id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
            PRIMARY KEY (player, id)
        ) WITHOUT ROWID""",
        "CREATE INDEX players_by_table ON players (id)",
    ),
    (
        "CREATE TABLE beat (at REAL NOT NULL)",  # one row: when the server was last known to be running
        "INSERT INTO beat VALUES (0)",
    ),
    (
        # Which process plays the computers of a table, and when the leases of each process expire, by this
        # machine's clock: all leases of a process are renewed with one row.
        """CREATE TABLE leases (
            id TEXT PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
            holder TEXT NOT NULL
        ) WITHOUT ROWID""",
        "CREATE TABLE holders (holder TEXT PRIMARY KEY, until REAL NOT NULL) WITHOUT ROWID",
    ),
    (
        # A digest of what was sent under each key; empty where it was not kept yet.
        "ALTER TABLE deeds ADD COLUMN body TEXT NOT NULL DEFAULT ''",
        """CREATE TABLE openings (
            player TEXT NOT NULL,
            key TEXT NOT NULL,
            id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
            body TEXT NOT NULL,
            PRIMARY KEY (player, key)
        ) WITHOUT ROWID""",
        "CREATE INDEX openings_by_table ON openings (id)",
    ),
    (
        # One row: when tables that were left may be deleted at the earliest.
        "CREATE TABLE expiry (start REAL NOT NULL)",
        "INSERT INTO expiry VALUES (unixepoch() + 30 * 86400)",
        # Which members of a table are there through which process, or until when they were.
        """CREATE TABLE attendance (
            id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
            player TEXT NOT NULL,
            holder TEXT NOT NULL,
            owner INTEGER NOT NULL,
            source TEXT NOT NULL,
            until REAL,
            PRIMARY KEY (id, player, holder)
        ) WITHOUT ROWID""",
    ),
)
"""Migration n turns version n into version n + 1. Released migrations are never changed."""

NEWEST = len(MIGRATIONS)
BEFORE_EXPIRY = 4
"""The last version that deleted no tables that were left."""

APPLICATION = int.from_bytes(b"QNCX", "big")
"""Marks a file as ours (`PRAGMA application_id`). Files of version 0.1 have no mark."""


def check(connection: sqlite3.Connection) -> int:
    """The schema version, 0 for an empty database; raises StoreRefusal for the database of another program."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application not in (0, APPLICATION):
        raise StoreRefusal("store.foreign")
    tables = _tables(connection)
    if application == 0 and (version or tables) and not (version and _made(version) <= tables):
        raise StoreRefusal("store.foreign")
    return int(version)


def _made(version: int) -> set[str]:
    """The tables that the first migrations make."""
    scratch = sqlite3.connect(":memory:")
    try:
        for migration in MIGRATIONS[:version]:
            for statement in migration:
                scratch.execute(statement)
        return _tables(scratch)
    finally:
        scratch.close()


def _tables(connection: sqlite3.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def migrate(connection: sqlite3.Connection) -> None:
    """Upgrades a database to the newest version and marks it as ours, or leaves it unchanged."""
    connection.execute("BEGIN IMMEDIATE")  # two servers that start at once must not both migrate
    try:
        version = check(connection)
        if version > NEWEST:
            raise StoreRefusal("store.newer", version=version, newest=NEWEST)
        for migration in MIGRATIONS[version:]:
            for statement in migration:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {NEWEST}")
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
