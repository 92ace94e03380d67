"""Storage of tables: SQLite by default, or PostgreSQL by URL.

A change is stored as a whole or not at all, with the table's previous stamp as compare-and-swap key. So of two
simultaneous changes to a table only one succeeds, and nobody overwrites a change they have not seen.
"""

from __future__ import annotations

from pathlib import Path

from quincunx.store.checking import DatabaseReport
from quincunx.store.interface import (
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
    Opening,
    OpenSeat,
    Stamp,
    Store,
    StoredTable,
    StoreFailure,
    StoreRefusal,
    SummaryRow,
    TableInfo,
    Unavailable,
    unavailable,
)
from quincunx.urls import HIDDEN, shown

__all__ = [
    "SPECTATORS",
    "Answer",
    "Attendance",
    "Attended",
    "Change",
    "ChatLine",
    "Conflict",
    "DatabaseReport",
    "ExecutedCommand",
    "NewTable",
    "OpenSeat",
    "Opened",
    "Opening",
    "Stamp",
    "Store",
    "StoreFailure",
    "StoreRefusal",
    "StoredTable",
    "SummaryRow",
    "TableInfo",
    "Unavailable",
    "backup",
    "check",
    "default_url",
    "is_postgres",
    "open_store",
    "restore",
    "unavailable",
    "versions",
]

SUFFIXES = (".db", ".sqlite", ".sqlite3")
"""Suffixes of SQLite files that are given as a plain path."""

MAGIC = b"SQLite format 3\0"
"""The first bytes of an SQLite file."""


def default_url() -> str:
    """SQLite in the platform's data folder; a file of version 0.1 keeps its name."""
    from platformdirs import user_data_path

    folder = user_data_path("quincunx", appauthor=False)
    old = folder / "house.sqlite"
    return f"sqlite:///{old if old.exists() else folder / 'games.sqlite'}"


def open_store(url: str, sync: str = "full") -> Store:
    """The store with an address: `sqlite:///PATH`, `postgresql://…`, or the path of an SQLite file alone, which ends in
    .db, .sqlite or .sqlite3 where there is no such file yet.

    Committed data survives the end of the process at any moment, and with `sync` full a power cut too; normal does not
    wait for the disk, and a power cut may lose the last moves.
    """
    if is_postgres(url):
        from quincunx.store.postgres.store import PostgresStore

        return PostgresStore(url, sync)
    from quincunx.store.sqlite.store import SqliteStore

    return SqliteStore(_file(url), sync)


def versions(url: str, *, upgrade: bool = False) -> tuple[int, int]:
    """The schema version of a database, after an optional upgrade, and the newest version."""
    if is_postgres(url):
        from quincunx.store.postgres import schema as postgres_schema
        from quincunx.store.postgres.store import visit

        work = postgres_schema.upgraded if upgrade else postgres_schema.version
        return visit(url, work), postgres_schema.NEWEST
    from quincunx.store.sqlite import file
    from quincunx.store.sqlite import schema as sqlite_schema

    path = _file(url)
    if upgrade:
        file.upgrade(path)
    return file.version(path), sqlite_schema.NEWEST


def backup(url: str, target: Path) -> None:
    """Writes a copy of a database, as it is at one moment, to a new file."""
    if is_postgres(url):
        from quincunx.store.postgres import dump

        return dump.backup(url, target)
    from quincunx.store.sqlite import copies

    return copies.backup(_file(url), target)


def restore(url: str, source: Path) -> Path | None:
    """Puts a backup in the place of a database; returns where the old database is now, if there was one."""
    if is_postgres(url):
        from quincunx.store.postgres import dump

        dump.restore(url, source)
    from quincunx.store.sqlite import copies

    return copies.restore(_file(url), source)


def check(url: str) -> DatabaseReport:
    """Checks a database: whether it can be read, and the events of every table replayed."""
    if is_postgres(url):
        from quincunx.store.postgres import dump

        return dump.check(url)
    from quincunx.store.sqlite import copies

    return copies.check(_file(url))


def is_postgres(url: str) -> bool:
    return url.startswith(("postgresql://", "postgres://"))


def _file(url: str) -> Path:
    scheme, separator, rest = url.partition("://")
    if not separator or shown(url) == HIDDEN:
        return _named(Path(url))
    if scheme != "sqlite":
        raise StoreRefusal("store.scheme", scheme=scheme)
    if not rest.startswith("/") or rest == "/":
        raise StoreRefusal("store.sqlite-address")
    return Path(rest[1:])


def _named(path: Path) -> Path:
    """Checks a plain path: a mistyped URL must not silently create a new file."""
    if shown(str(path)) == HIDDEN and not path.exists():  # sqlite:games.db, or host=db.example password=…
        raise StoreRefusal("store.sqlite-address")
    if path.suffix in SUFFIXES or _is_sqlite(path):
        return path
    code = "store.not-sqlite" if path.exists() else "store.not-address"
    raise StoreRefusal(code, path=shown(str(path)), suffixes=SUFFIXES)


def _is_sqlite(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False
