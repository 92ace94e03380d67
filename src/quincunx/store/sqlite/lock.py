"""One server at a time on an SQLite file.

A server holds all tables it serves in memory, so a second one on the same file would show stale tables. SQLite's own
exclusive mode would keep backups out as well, so the lock is on a separate file next to the database. It is an empty
SQLite database with an open transaction: that works on every system, and the lock goes with the process however it
ends.
"""

from __future__ import annotations

import glob
import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from quincunx.store.interface import StoreRefusal

WAIT = 1.0
"""Seconds to wait for a server that is just closing."""


def own_like(made: Path, model: Path) -> None:
    """Gives a file made by the superuser to the owner of another one, if that exists. Otherwise the server, which
    usually has its own user, could not open it.
    """
    if hasattr(os, "geteuid") and os.geteuid() == 0 and model.exists():
        found = model.stat()
        os.chown(made, found.st_uid, found.st_gid)


def _other_names(database: Path) -> bool:
    """True if the file has hard links, besides one that an interrupted restore has made."""
    if not database.exists():
        return False
    aside = database.parent.glob(f"{glob.escape(database.name)}.before-*")
    return database.stat().st_nlink > 1 + sum(each.samefile(database) for each in aside if each.is_file())


class Lock:
    """Held from its creation to `release`; raises StoreRefusal if another process has it."""

    def __init__(self, database: Path) -> None:
        real = database.resolve()  # the same file under another name is the same database
        if _other_names(real):
            raise StoreRefusal("store.linked")
        path = real.with_name(f"{real.name}-lock")
        # Never open it a second time in this process: closing it would drop the lock (POSIX).
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            own_like(path, real)
        self._connection = sqlite3.connect(path, timeout=WAIT, isolation_level=None, check_same_thread=False)
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            self._connection.close()
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                raise StoreRefusal("store.in-use") from None
            raise

    def release(self) -> None:
        self._connection.close()
