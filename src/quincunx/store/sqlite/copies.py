"""Backup, restore and check of an SQLite file. Backup and check work while a server uses it."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from quincunx import atomic
from quincunx.law.messages import Message
from quincunx.store.checking import DatabaseReport, Row
from quincunx.store.interface import StoreRefusal
from quincunx.store.sqlite import file, lock, schema
from quincunx.store.sqlite.lock import Lock

ROWS = "SELECT id, version, over, waiting, data, updated FROM tables ORDER BY id"
EVENTS = "SELECT n, event FROM events WHERE id = ? ORDER BY n"

BESIDE = ("-wal", "-journal", "-shm")
"""Files of SQLite's own beside a database. In another database's place they would damage it."""


def backup(path: Path, target: Path) -> None:
    """Copies a database as it is at one moment to a new file that only its owner can read."""
    _require(path)
    if os.path.lexists(target):
        raise StoreRefusal("store.exists", path=str(target))
    with _copied(path, target) as draft:
        try:
            atomic.publish(draft, target)
        except FileExistsError:
            raise StoreRefusal("store.exists", path=str(target)) from None


def restore(path: Path, source: Path) -> Path | None:
    """Puts a copy of a backup in the place of a database; returns where the old database is now, if there was one.

    A server must not be using it. If anything fails, everything stays as it was.
    """
    path = path.resolve()
    version = _require(source)
    if version > schema.NEWEST:
        raise StoreRefusal(
            "store.unopened",
            database=str(source),
            problem=Message("store.newer", version=version, newest=schema.NEWEST),
        )
    if path.exists() and path.samefile(source):
        raise StoreRefusal("store.same", path=str(path))
    with file.opening(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        held = Lock(path)
    try:
        with _copied(source, path) as draft:
            if path.exists():
                with file.opening(path):
                    _close(path)
            return _replace(path, draft)
    finally:
        held.release()


def check(path: Path) -> DatabaseReport:
    """Checks the file, and replays the events of every table."""
    report = DatabaseReport(_require(path), schema.NEWEST)
    with file.opening(path), closing(file.read_only(path)) as connection:
        connection.execute("BEGIN")  # a consistent snapshot for all reads
        report.problems += [Message("store.check.file", problem=problem) for problem in _faults(connection)]
        if report.version > schema.BEFORE_EXPIRY:
            (report.expiry_start,) = connection.execute("SELECT start FROM expiry").fetchone()
        for table, version, over, waiting, data, updated in connection.execute(ROWS):
            events = connection.execute(EVENTS, (table,)).fetchall()
            numbers, texts = [n for n, _ in events], [event for _, event in events]
            report.add(Row(table, version, over, waiting, data, numbers, texts, updated))
    return report


def _require(path: Path) -> int:
    """The version of a database of ours, which must exist."""
    version = file.version(path)
    if version == 0:
        raise StoreRefusal("store.missing", path=str(path))
    return version


def _faults(connection: sqlite3.Connection) -> Iterator[str]:
    for (said,) in connection.execute("PRAGMA integrity_check"):
        if said != "ok":
            yield said
    for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check"):
        yield f"{table}, row {row}: not in {parent}"


@contextmanager
def _copied(path: Path, target: Path) -> Iterator[Path]:
    """A copy of a database beside the target, complete and on the disk; it is removed unless it is moved away."""
    with atomic.draft(target) as draft:
        with file.opening(path), closing(file.read_only(path)) as source, closing(sqlite3.connect(draft)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, complete by itself
            if next(_faults(copy), None):
                raise StoreRefusal("store.damaged")
        atomic.sync(draft)
        yield draft


def _close(path: Path) -> None:
    """Moves what is in the write-ahead log into the database; refuses while any program has it open."""
    try:
        with closing(file.read_only(path)) as connection:
            schema.check(connection)
        with closing(sqlite3.connect(path, timeout=1, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise StoreRefusal("store.in-use") from None
        # It is damaged, which may be why it is being restored. It is kept as it is.


def _replace(path: Path, draft: Path) -> Path | None:
    """Moves a database and its side files out of the way, and the draft into its place.

    A server that starts at any moment finds one of the two, and does not begin with an empty database.
    """
    aside = _unused(path.with_name(f"{path.name}.before-{time.strftime('%Y%m%d-%H%M%S')}"))
    moved: list[tuple[Path, Path]] = []
    try:
        for end in BESIDE:
            old, new = path.with_name(path.name + end), aside.with_name(aside.name + end)
            with suppress(FileNotFoundError):
                old.rename(new)
                moved.append((old, new))
        lock.own_like(draft, path)
        if path.exists():
            _link(path, aside)
            moved.append((path, aside))
        atomic.take_place(draft, path)
    except BaseException:
        for old, new in moved:
            if old.exists():  # then both are names of one file
                new.unlink()
            else:
                new.rename(old)
        raise
    return aside if moved else None


def _link(path: Path, aside: Path) -> None:
    """Gives a file another name; where there are no links, it loses the first one."""
    try:
        os.link(path, aside)
    except OSError:
        path.rename(aside)


def _unused(path: Path) -> Path:
    numbered = (path.with_name(f"{path.name}-{n}") for n in range(2, 1000))
    return next(each for each in (path, *numbered) if not each.exists())
