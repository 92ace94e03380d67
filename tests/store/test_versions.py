"""Databases of other versions: upgraded exactly once, or left alone with a message that says what to do."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from services import Postgres, free_port, postgres

from quincunx.cli import main
from quincunx.law.messages import Message, text
from quincunx.store import StoreRefusal, open_store, versions
from quincunx.store.postgres.schema import MIGRATIONS, NEWEST
from quincunx.store.sqlite import schema


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


def quincunx(*words: str) -> Result:
    return CliRunner().invoke(main, ["database", *words])


def test_a_server_leaves_a_database_alone_until_somebody_upgrades_it(server: Postgres) -> None:
    url = server.empty()
    with pytest.raises(StoreRefusal) as refused:
        open_store(url)
    assert refused.value.message.args["problem"] == Message("store.older", version=0, newest=NEWEST)
    older = text("cli.database.older", version=0, newest=NEWEST)
    assert quincunx("version", "--database", url).output == f"{older}\n"
    newest = text("cli.database.newest", version=NEWEST) + "\n"
    for _ in range(2):  # once more does nothing
        assert quincunx("upgrade", "--database", url).output == newest
    assert quincunx("version", "--database", url).output == newest
    open_store(url)


def test_many_upgrades_at_once_are_one(server: Postgres) -> None:
    url = server.empty()
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(lambda _: versions(url, upgrade=True), range(6))) == [(NEWEST, NEWEST)] * 6


def test_an_upgrade_that_fails_leaves_everything_as_it_was(server: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    url = server.database()
    broken = (*MIGRATIONS, ("CREATE TABLE later (n integer)", "CREATE TABLE tables (n integer)"))
    monkeypatch.setattr("quincunx.store.postgres.schema.MIGRATIONS", broken)
    monkeypatch.setattr("quincunx.store.postgres.schema.NEWEST", NEWEST + 1)
    done = quincunx("upgrade", "--database", url)
    assert done.exit_code == 1
    assert 'relation "tables" already exists' in done.output
    monkeypatch.undo()
    assert versions(url) == (NEWEST, NEWEST)
    server.execute("CREATE TABLE later (n integer)", url=url)  # it is not there


def test_a_database_of_a_newer_quincunx_is_left_alone(server: Postgres) -> None:
    url = server.database()
    server.execute(f"UPDATE schema_version SET version = {NEWEST + 1}", url=url)
    with pytest.raises(StoreRefusal) as refused:
        open_store(url)
    assert refused.value.message.args["problem"] == Message("store.newer", version=NEWEST + 1, newest=NEWEST)
    assert quincunx("upgrade", "--database", url).exit_code == 1
    assert versions(url)[0] == NEWEST + 1


@pytest.mark.parametrize("kind", ["text", "integer"])
def test_the_database_of_another_program_is_refused_and_stays_as_it_is(server: Postgres, kind: str) -> None:
    url = server.empty()
    server.execute(f"CREATE TABLE schema_version (version {kind})", url=url)
    server.execute(f"INSERT INTO schema_version VALUES ({NEWEST}::{kind})", url=url)
    with pytest.raises(StoreRefusal) as refused:
        open_store(url)
    assert refused.value.message.args["problem"] == Message("store.foreign-database")
    for command in ("version", "check", "upgrade"):
        done = quincunx(command, "--database", url)
        assert done.exit_code == 1, command
        assert text("store.foreign-database") in done.output
    server.execute("CREATE TABLE tables (n integer)", url=url)  # it is not there


def test_no_password_is_told() -> None:
    port = free_port()
    with pytest.raises(StoreRefusal) as refused:
        open_store(f"postgresql://ada:sesame@127.0.0.1:{port}/house")
    assert refused.value.code == "store.unopened"
    assert refused.value.message.args["database"] == f"postgresql://ada@127.0.0.1:{port}/house"
    assert "sesame" not in str(refused.value)


@pytest.mark.parametrize("url", ["postgresql://127.0.0.1:port/games", "postgresql://127.0.0.1/games?ssl=perhaps"])
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(StoreRefusal) as refused:
        open_store(url)
    assert refused.value.code == "store.unopened"


def test_an_older_sqlite_file_is_upgraded_by_itself(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    assert quincunx("version", "--database", str(path)).output.startswith("The database has version 0")
    assert not path.exists()
    connection = sqlite3.connect(path)
    for statement in schema.MIGRATIONS[0]:
        connection.execute(statement)
    connection.execute("PRAGMA user_version = 1")
    connection.close()
    assert versions(str(path)) == (1, schema.NEWEST)
    assert quincunx("upgrade", "--database", f"sqlite:///{path}").exit_code == 0
    assert versions(str(path)) == (schema.NEWEST, schema.NEWEST)
