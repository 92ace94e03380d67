"""The SQLite store."""

from quincunx.store.sqlite.store import SqliteStore

__all__ = ["SqliteStore"]
