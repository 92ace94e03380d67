"""The store keeps tables: SQLite by default, other databases by their address.

A change of a table is kept as a whole or not at all, under the version that the table had before it; two who change
the same version cannot both succeed.
"""

from __future__ import annotations

from pathlib import Path

from quincunx.store.store import (
    Answer,
    Change,
    Conflict,
    Done,
    Found,
    Kept,
    Line,
    New,
    Standing,
    Store,
    StoreFailure,
    StoreRefusal,
    Wish,
)

__all__ = [
    "Answer",
    "Change",
    "Conflict",
    "Done",
    "Found",
    "Kept",
    "Line",
    "New",
    "Standing",
    "Store",
    "StoreFailure",
    "StoreRefusal",
    "Wish",
    "default_url",
    "open_store",
]


def default_url() -> str:
    """SQLite in the platform's folder for data."""
    from platformdirs import user_data_path

    return f"sqlite:///{user_data_path('quincunx', appauthor=False) / 'house.sqlite'}"


def open_store(url: str, sync: str = "full") -> Store:
    """The store with an address: `sqlite:///PATH`, or the path of an SQLite file alone.

    What was kept survives the end of the process at any moment, and with `sync` full a power cut too; normal does not
    wait for the disk, and a power cut may take the last moves.
    """
    from quincunx.store.sqlite import SqliteStore

    scheme, separator, rest = url.partition("://")
    if not separator:
        return SqliteStore(Path(url), sync)
    if scheme != "sqlite":
        raise StoreRefusal(f"tables cannot be kept in a {scheme} database: write sqlite:///PATH")
    if not rest.startswith("/") or rest == "/":
        raise StoreRefusal("an SQLite database is written sqlite:///PATH")
    return SqliteStore(Path(rest[1:]), sync)
