"""Backup, restore and check of databases."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from services import Postgres, postgres

from quincunx import games
from quincunx.cli import main
from quincunx.law.messages import text
from quincunx.store import Change, NewTable, Stamp, Store, SummaryRow, TableInfo, open_store
from quincunx.store.sqlite import schema
from quincunx.table import Setup, person
from quincunx.table import events as happened

DATA = Path(__file__).parent.parent / "data" / "0.1"


ADA, BOB = "a" * 64, "b" * 64
SUMMARY = SummaryRow(5.0, over=False, waiting=False, due=None, thinks=False)


def new(id: str = "first") -> NewTable:
    setup = Setup(games.game("tactix:size=3"), (person("Ada", ADA), person("Bob", BOB)), "seed", "dice")
    return NewTable(TableInfo(id, setup, ADA, True, "w" * 64, id, 5.0), (happened.Began(5.0),), SUMMARY)


def quincunx(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["database", *map(str, words)])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database with one table."""
    path = tmp_path / "games.sqlite"
    fill(str(path), new())
    return path


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return tmp_path / "copy.sqlite"


@pytest.fixture(scope="module")
def database_server() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


def fill(url: str, *tables: NewTable) -> None:
    async def work() -> None:
        store = open_store(url)
        for table in tables:
            await store.add(table)
        await store.close()

    asyncio.run(work())


def tables(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {row[0] for row in connection.execute("SELECT id FROM tables")}


def execute(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def files(folder: Path) -> set[str]:
    """The files in a folder, without those that SQLite or we leave beside a database."""
    return {path.name for path in folder.iterdir() if not path.name.endswith(("-lock", "-wal", "-shm"))}


# Backup


def test_a_backup_is_complete_private_and_one_file(path: Path, copy: Path) -> None:
    umask = os.umask(0)
    try:
        done = quincunx("backup", copy, "--database", path)
    finally:
        os.umask(umask)
    assert (done.exit_code, done.output) == (0, text("cli.database.backup.done", file=str(copy)) + "\n")
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert tables(copy) == {"first"}
    assert files(path.parent) == {path.name, copy.name}
    assert quincunx("check", "--database", copy).exit_code == 0


def test_a_backup_beside_a_server_has_what_was_acknowledged(path: Path, copy: Path) -> None:
    async def work() -> Store:
        store = open_store(str(path))
        await store.add(new("second"))
        await store.append(Change("first", Stamp(1, 5.0), (happened.Moved(6.0, 1, "a1"),), SUMMARY))
        return store

    store = asyncio.run(work())
    assert quincunx("backup", copy, "--database", path).exit_code == 0
    assert quincunx("check", "--database", path).exit_code == 0
    asyncio.run(store.close())
    assert tables(copy) == {"first", "second"}


def test_a_backup_overwrites_nothing(path: Path, copy: Path) -> None:
    copy.write_text("Dear diary")
    done = quincunx("backup", copy, "--database", path)
    assert (done.exit_code, done.output) == (1, f"quincunx: {text('store.exists', path=str(copy))}\n")
    assert copy.read_text() == "Dear diary"
    copy.unlink()
    copy.symlink_to("nowhere")
    assert quincunx("backup", copy, "--database", path).exit_code == 1
    assert files(path.parent) == {path.name, copy.name}


@pytest.mark.parametrize("there", ["nothing", "empty", "foreign", "text"])
def test_what_is_not_our_database_is_not_copied(tmp_path: Path, copy: Path, there: str) -> None:
    path = tmp_path / "other.sqlite"
    if there == "empty":
        path.touch()
    elif there == "foreign":
        execute(path, "CREATE TABLE own (x)")
    elif there == "text":
        path.write_text("Dear diary" * 100)
    before = files(tmp_path)
    for words in (["backup", copy], ["check"]):
        assert quincunx(*words, "--database", path).exit_code == 1
    assert files(tmp_path) == before


def test_a_backup_into_a_folder_that_is_missing_is_refused(path: Path) -> None:
    done = quincunx("backup", path.parent / "no" / "copy", "--database", path)
    assert done.exit_code == 1
    assert files(path.parent) == {path.name}


def damage(path: Path) -> None:
    """Overwrites pages in the middle of a database."""
    data = bytearray(path.read_bytes())
    data[8192 : len(data) - 4096] = b"\xff" * (len(data) - 12288)
    path.write_bytes(data)


def test_a_damaged_database_is_not_backed_up_without_a_word(path: Path, copy: Path) -> None:
    damage(path)
    assert quincunx("backup", copy, "--database", path).exit_code == 1
    assert files(path.parent) == {path.name}


# Restore


def test_a_restore_keeps_the_old_database_aside(path: Path, copy: Path) -> None:
    quincunx("backup", copy, "--database", path)
    fill(str(path), new("later"))
    done = quincunx("restore", copy, "--database", path)
    assert done.exit_code == 0, done.output
    (aside,) = files(path.parent) - {path.name, copy.name}
    assert text("cli.database.restore.aside", file=str(path.with_name(aside))) in done.output
    assert (tables(path), tables(path.with_name(aside))) == ({"first"}, {"first", "later"})
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert quincunx("check", "--database", path).exit_code == 0
    assert quincunx("restore", copy, "--database", path).exit_code == 0  # in the same second, perhaps
    assert len(files(path.parent)) == 4


@pytest.mark.parametrize("damaged", [False, True])
def test_a_restore_over_a_killed_server_leaves_no_old_log(path: Path, copy: Path, damaged: bool) -> None:
    """Beside another database the write-ahead log of the killed one would damage it."""
    quincunx("backup", copy, "--database", path)
    store = open_store(str(path))
    asyncio.run(store.add(new("later")))
    killed = path.with_name("killed.sqlite")
    for end in ("", "-wal", "-shm"):
        shutil.copy(path.with_name(path.name + end), killed.with_name(killed.name + end))
    asyncio.run(store.close())
    if damaged:  # what is in the log cannot be moved into the database
        log = killed.with_name("killed.sqlite-wal")
        log.write_bytes(log.read_bytes()[:32] + b"\xff" * 4096)
        killed.write_bytes(killed.read_bytes()[:100] + b"\xff" * 8192)
    assert quincunx("restore", copy, "--database", killed).exit_code == 0
    assert not killed.with_name("killed.sqlite-wal").exists()
    assert tables(killed) == {"first"}
    assert quincunx("check", "--database", killed).exit_code == 0
    (aside,) = (name for name in files(path.parent) if name.startswith("killed.sqlite.before-"))
    if not damaged:
        assert tables(path.with_name(aside)) == {"first", "later"}


def test_a_restore_beside_a_server_is_refused(path: Path, copy: Path) -> None:
    quincunx("backup", copy, "--database", path)
    store = open_store(str(path))
    done = quincunx("restore", copy, "--database", path)
    assert done.exit_code == 1
    assert text("store.in-use") in done.output
    asyncio.run(store.close())
    other = sqlite3.connect(path)  # a program that knows nothing of our lock
    other.execute("SELECT * FROM tables").fetchall()
    execute(path, "PRAGMA journal_mode = WAL")
    other.execute("BEGIN")
    other.execute("SELECT * FROM tables").fetchall()
    assert text("store.in-use") in quincunx("restore", copy, "--database", path).output
    other.close()
    assert quincunx("restore", copy, "--database", path).exit_code == 0


def test_a_restore_in_an_empty_place(path: Path, tmp_path: Path) -> None:
    place = tmp_path / "deep" / "games.sqlite"
    done = quincunx("restore", path, "--database", place)
    assert (done.exit_code, done.output) == (0, text("cli.database.restore.done", file=str(path)) + "\n")
    assert tables(place) == {"first"}


def test_a_damaged_database_can_be_restored(path: Path, copy: Path) -> None:
    quincunx("backup", copy, "--database", path)
    damage(path)
    damaged = path.read_bytes()
    assert quincunx("restore", copy, "--database", path).exit_code == 0
    assert tables(path) == {"first"}
    (aside,) = files(path.parent) - {path.name, copy.name}
    assert path.with_name(aside).read_bytes()[4096:] == damaged[4096:]


@pytest.mark.parametrize("source", ["nothing", "text", "foreign", "newer", "damaged", "same"])
def test_only_a_good_backup_is_restored(path: Path, copy: Path, source: str) -> None:
    if source == "text":
        copy.write_text("Dear diary" * 100)
    elif source == "foreign":
        execute(copy, "CREATE TABLE own (x)")
    elif source == "same":
        copy.symlink_to(path)
    elif source != "nothing":
        quincunx("backup", copy, "--database", path)
        if source == "newer":
            execute(copy, f"PRAGMA user_version = {schema.NEWEST + 1}")
        else:
            damage(copy)
    before, there = path.read_bytes(), files(path.parent)
    assert quincunx("restore", copy, "--database", path).exit_code == 1
    assert path.read_bytes() == before
    assert files(path.parent) == there


def test_another_programs_database_is_not_replaced(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    execute(other, "CREATE TABLE own (x)")
    done = quincunx("restore", path, "--database", other)
    assert done.exit_code == 1
    assert text("store.foreign") in done.output


def test_a_restore_that_fails_puts_everything_back(path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quincunx("backup", copy, "--database", path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    fill(str(path), new("later"))
    there = files(path.parent)
    monkeypatch.setattr("quincunx.atomic.take_place", full)
    assert quincunx("restore", copy, "--database", path).exit_code == 1
    assert tables(path) == {"first", "later"}
    assert files(path.parent) == there


def test_at_every_moment_of_a_restore_there_is_a_database(
    path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quincunx("backup", copy, "--database", path)
    fill(str(path), new("later"))
    seen = []

    def kill(*_: object) -> None:
        seen.append(tables(path))
        raise KeyboardInterrupt

    monkeypatch.setattr("quincunx.atomic.take_place", kill)
    quincunx("restore", copy, "--database", path)
    assert seen == [{"first", "later"}]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only the superuser can give files away")
def test_what_the_superuser_restores_belongs_to_the_server(path: Path, copy: Path) -> None:
    quincunx("backup", copy, "--database", path)
    lock = path.with_name(f"{path.name}-lock")
    lock.unlink()
    os.chown(path, 12345, 23456)
    assert quincunx("restore", copy, "--database", path).exit_code == 0
    for file in (path, lock):
        assert (file.stat().st_uid, file.stat().st_gid) == (12345, 23456)


# Check


def test_a_check_counts_tables_by_state(path: Path) -> None:
    done = quincunx("check", "--database", path)
    lines = [
        text("cli.database.newest", version=schema.NEWEST),
        text("cli.database.check.tables", n=1, waiting=0, playing=1, over=0),
    ]
    assert (done.exit_code, done.output.splitlines()[:2]) == (0, lines)


def test_a_check_announces_what_will_be_deleted_when(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE tables SET updated = unixepoch('2031-01-01')")
        connection.execute("UPDATE expiry SET start = unixepoch('2031-06-29 12:00')")
        connection.commit()
    said = text("cli.database.check.expiry", days=180, date="2031-06-29", n=0)
    assert quincunx("check", "--database", path).output.splitlines()[2:] == [said]
    monkeypatch.setenv("QUINCUNX_SERVER_EXPIRE_DAYS", "179")
    said = text("cli.database.check.expiry", days=179, date="2031-06-29", n=1)
    assert quincunx("check", "--database", path).output.splitlines()[2:] == [said]
    monkeypatch.setenv("QUINCUNX_SERVER_EXPIRE_DAYS", "0")
    assert len(quincunx("check", "--database", path).output.splitlines()) == 2


def test_a_check_reads_a_database_of_version_0_1(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    shutil.copy(DATA / "house.sqlite", path)
    done = quincunx("check", "--database", path)
    assert done.exit_code == 0, done.output
    assert text("cli.database.older", version=3, newest=schema.NEWEST) in done.output
    assert text("cli.database.check.expiry-later", days=180) in done.output


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("UPDATE events SET event = 'nonsense'", "replay"),
        ("""UPDATE events SET event = '{"event": "Moved", "at": 1, "seat": 1, "token": "z9"}'""", "replay"),
        ("UPDATE tables SET data = '[]'", "replay"),
        ("DELETE FROM events", "events"),
        ("UPDATE events SET n = 7", "events"),
        ("UPDATE tables SET over = 1", "over"),
        ("INSERT INTO events VALUES ('nowhere', 0, '{}')", "file"),
    ],
)
def test_a_check_finds_what_is_wrong(path: Path, statement: str, code: str) -> None:
    execute(path, statement)
    done = quincunx("check", "--database", path)
    assert done.exit_code == 1
    start = text(f"store.check.{code}", table="first", problem="", error="", n=1, found=0)[:20]
    assert start in done.output, done.output
    assert text("cli.database.check.failed", n=1) in done.output


def test_a_check_of_a_damaged_file(path: Path) -> None:
    damage(path)
    assert quincunx("check", "--database", path).exit_code == 1


# PostgreSQL


def test_a_postgresql_database_is_dumped_and_checked(
    database_server: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, dump = database_server.database(), tmp_path / "house.dump"
    fill(url, new())
    done = quincunx("backup", dump, "--database", url)
    assert done.exit_code == 0, done.output
    assert dump.read_bytes().startswith(b"PGDMP")
    assert stat.S_IMODE(dump.stat().st_mode) == 0o600
    assert quincunx("backup", dump, "--database", url).exit_code == 1
    done = quincunx("check", "--database", url)
    assert done.exit_code == 0, done.output
    assert text("cli.database.check.tables", n=1, waiting=0, playing=1, over=0) in done.output
    database_server.execute("UPDATE events SET event = 'nonsense'", url=url)
    assert quincunx("check", "--database", url).exit_code == 1
    assert quincunx("check", "--database", database_server.empty()).exit_code == 1

    shown = url.replace(":a-secret", "")
    done = quincunx("restore", dump, "--database", url)
    assert done.exit_code == 1
    assert f"pg_restore --no-owner --dbname={shown} {dump}" in done.output
    missing = quincunx("backup", tmp_path / "other", "--database", database_server.url("nowhere"))
    assert missing.exit_code == 1
    assert not (tmp_path / "other").exists()
    monkeypatch.setenv("PATH", "")
    done = quincunx("backup", tmp_path / "other", "--database", url)
    assert done.exit_code == 1
    assert f"pg_dump --format=custom --file={tmp_path / 'other'} --dbname={shown}" in done.output
    assert "a-secret" not in done.output + missing.output


def test_checking_and_copying_need_no_packages_of_the_server(path: Path, copy: Path) -> None:
    work = f"store.check({str(path)!r}); store.backup({str(path)!r}, Path({str(copy)!r}))"
    code = f"import sys; sys.modules['orjson'] = None; from pathlib import Path; from quincunx import store; {work}"
    subprocess.run([sys.executable, "-c", code], check=True)
    assert copy.exists()
