"""The SQLite store."""

from quincunx.store.sqlite.store import SqliteStore, version

__all__ = ["SqliteStore", "version"]
