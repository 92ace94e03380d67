"""An SQLite file of ours: connections to it, its version, its upgrade."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from quincunx.law.messages import Message
from quincunx.store.interface import StoreRefusal
from quincunx.store.sqlite import schema
from quincunx.store.sqlite.lock import Lock


def version(path: Path) -> int:
    """The schema version of a file; 0 if it does not exist or is empty. Raises StoreRefusal if it is not ours."""
    with opening(path):
        if not path.exists():
            return 0
        with closing(read_only(path)) as connection:
            return schema.check(connection)


def upgrade(path: Path) -> None:
    """Upgrades a file to the newest version, or creates it. One that is up to date may be in use."""
    if version(path) == schema.NEWEST:
        return
    with opening(path):
        lock = create(path)
        try:
            connect(path).close()
        finally:
            lock.release()


def create(path: Path) -> Lock:
    """Locks a file, and creates it if it does not exist."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = Lock(path)
    try:
        # It contains the seeds of running matches: only its owner may read it.
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except BaseException:
        lock.release()
        raise
    return lock


def connect(path: Path, sync: str = "full") -> sqlite3.Connection:
    """A connection for one thread, which need not be the one that opens and closes it; upgrades the file."""
    connection = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {sync}")
        connection.execute("PRAGMA foreign_keys = ON")
        schema.migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def read_only(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", timeout=10, uri=True, isolation_level=None)


@contextmanager
def opening(path: Path) -> Iterator[None]:
    """Turns whatever goes wrong into a StoreRefusal that names the file."""
    try:
        yield
    except OSError as error:
        raise _unopened(path, Message("store.error", error=error.strerror or str(error))) from None
    except sqlite3.Error as error:
        raise _unopened(path, Message("store.error", error=str(error))) from None
    except StoreRefusal as refusal:
        raise _unopened(path, refusal.message) from None


def _unopened(path: Path, problem: Message) -> StoreRefusal:
    return StoreRefusal("store.unopened", database=str(path), problem=problem)
