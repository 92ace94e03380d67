"""SQLite files: those of other programs stay as they are, and one server at a time has ours."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from quincunx.law.messages import Message
from quincunx.store import StoreRefusal, open_store, versions
from quincunx.store.sqlite import schema

DATA = Path(__file__).parent.parent / "data" / "0.1"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def pragma(path: Path, name: str) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def problem(path: Path) -> Message:
    """Why the file is refused."""
    with pytest.raises(StoreRefusal) as refused:
        open_store(f"sqlite:///{path}")
    assert refused.value.code == "store.unopened"
    found = refused.value.message.args["problem"]
    assert isinstance(found, Message)
    return found


def create(path: Path) -> None:
    asyncio.run(open_store(str(path)).close())


# Whose file it is


def test_a_new_file_is_marked(path: Path) -> None:
    create(path)
    assert pragma(path, "application_id") == schema.APPLICATION


def test_an_empty_file_becomes_a_database(path: Path) -> None:
    path.touch()
    create(path)
    assert versions(str(path)) == (schema.NEWEST, schema.NEWEST)


@pytest.mark.parametrize("name", ["a b?c#d%20e.sqlite", "/twice.sqlite"])
def test_whatever_a_file_is_called(tmp_path: Path, name: str) -> None:
    path = Path(f"/{tmp_path}/{name}") if name.startswith("/") else tmp_path / name
    assert str(path).startswith("//") == name.startswith("/"), "POSIX leaves a path of two slashes alone"
    create(path)
    assert versions(str(path)) == (schema.NEWEST, schema.NEWEST)


def test_a_file_of_version_0_1_is_recognized_and_marked(path: Path) -> None:
    shutil.copy(DATA / "house.sqlite", path)
    assert versions(str(path)) == (3, schema.NEWEST)
    assert pragma(path, "application_id") == 0
    create(path)
    assert versions(str(path)) == (schema.NEWEST, schema.NEWEST)
    assert pragma(path, "application_id") == schema.APPLICATION


@pytest.mark.parametrize(
    "statements",
    [
        ["CREATE TABLE moz_places (id)"],
        ["CREATE TABLE tables (id)", "CREATE TABLE events (id)"],
        ["CREATE TABLE tables (id)", "PRAGMA user_version = 1"],
        ["PRAGMA user_version = 3"],
        ["CREATE TABLE x (id)", f"PRAGMA user_version = {schema.NEWEST + 1}"],
        [*schema.MIGRATIONS[0], "PRAGMA user_version = 1", "PRAGMA application_id = 252006673"],  # Fossil's
    ],
)
def test_the_file_of_another_program_is_refused_and_stays_as_it_is(path: Path, statements: list[str]) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    before = path.read_bytes()
    assert problem(path) == Message("store.foreign")
    for upgrade in (False, True):
        with pytest.raises(StoreRefusal):
            versions(str(path), upgrade=upgrade)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_a_file_that_is_not_a_database_is_refused_and_stays_as_it_is(path: Path) -> None:
    path.write_text("Dear diary, " * 100)
    assert problem(path) == Message("store.error", error="file is not a database")
    assert path.read_text() == "Dear diary, " * 100
    assert list(path.parent.iterdir()) == [path]


def test_a_folder_is_refused(path: Path) -> None:
    path.mkdir()
    assert problem(path).code == "store.error"


# One server at a time


def test_a_second_server_on_the_same_file_is_refused(path: Path) -> None:
    store = open_store(str(path))
    link = path.with_name("link.sqlite")
    link.symlink_to(path)
    for name in (path, link):
        assert problem(name) == Message("store.in-use")
    asyncio.run(store.close())
    create(path)


def test_a_file_with_a_second_name_is_refused(path: Path) -> None:
    """SQLite's log belongs to a name: two would damage the database."""
    create(path)
    link = path.with_name("link.sqlite")
    link.hardlink_to(path)
    for name in (path, link):
        assert problem(name) == Message("store.linked")
    link.rename(path.with_name(f"{path.name}.before-20261117-143000"))  # of a restore that was interrupted
    create(path)


HOLD = """
import sys
from quincunx.store import open_store
store = open_store(sys.argv[1])
print("open", flush=True)
sys.stdin.read()
"""


def test_the_lock_of_a_killed_server_is_gone(path: Path) -> None:
    other = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with other:
        assert other.stdout
        assert other.stdout.readline() == "open\n"
        assert problem(path) == Message("store.in-use")
        other.kill()
    create(path)


def test_commands_that_only_look_work_beside_a_server(path: Path) -> None:
    store = open_store(str(path))
    assert versions(str(path)) == (schema.NEWEST, schema.NEWEST)
    assert versions(str(path), upgrade=True) == (schema.NEWEST, schema.NEWEST)
    asyncio.run(store.close())


def test_a_refused_file_is_not_locked(path: Path) -> None:
    create(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {schema.NEWEST + 1}")
    assert problem(path).code == "store.newer"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {schema.NEWEST}")
    create(path)


def test_only_its_owner_reads_the_file(path: Path) -> None:
    store = open_store(str(path))
    assert {file.stat().st_mode & 0o777 for file in path.parent.iterdir()} == {0o600}
    asyncio.run(store.close())
