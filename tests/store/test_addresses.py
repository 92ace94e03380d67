"""Addresses of databases: a mistyped one must not quietly become a new file."""

from __future__ import annotations

from pathlib import Path

import pytest

from quincunx.law.messages import Message
from quincunx.store import StoreRefusal, versions


@pytest.mark.parametrize("name", ["games.db", "games.sqlite", "games.sqlite3"])
def test_a_path_that_looks_like_an_sqlite_file_is_one(tmp_path: Path, name: str) -> None:
    assert versions(str(tmp_path / name))[0] == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["foo", "house.sqlit", "house.txt", ".db", "postgres:", "db.example"])
def test_any_other_path_is_refused_with_what_would_be_right(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with pytest.raises(StoreRefusal) as refused:
        versions(str(path), upgrade=True)
    assert refused.value.message == Message(
        "store.not-address", path=str(path), suffixes=(".db", ".sqlite", ".sqlite3")
    )
    assert list(tmp_path.iterdir()) == []


def test_sqlite_before_it_makes_any_name_right(tmp_path: Path) -> None:
    assert versions(f"sqlite:///{tmp_path}/foo") == (0, versions(f"sqlite:///{tmp_path}/foo")[1])
    version, newest = versions(f"sqlite:///{tmp_path}/foo", upgrade=True)
    assert version == newest
    assert versions(str(tmp_path / "foo")) == (newest, newest)  # an SQLite file that is there has any name


def test_a_file_of_somebody_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "diary").write_text("Dear diary")
    with pytest.raises(StoreRefusal) as refused:
        versions(str(tmp_path / "diary"), upgrade=True)
    assert refused.value.code == "store.not-sqlite"
    assert (tmp_path / "diary").read_text() == "Dear diary"


@pytest.mark.parametrize("address", ["sqlite:games.db", "sqlite:/tmp/games.db", "postgres:games.sqlite"])
def test_an_address_with_too_few_slashes_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StoreRefusal) as refused:
        versions(address, upgrade=True)
    assert refused.value.code == "store.sqlite-address"
    assert list(tmp_path.iterdir()) == []
