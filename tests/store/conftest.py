"""Every store keeps the same promises."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from services import Postgres, postgres


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "down" / "games.sqlite"


@pytest.fixture(scope="module")
def database_server() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, path: Path) -> str:
    """Every store keeps the same promises."""
    if request.param == "sqlite":
        return f"sqlite:///{path}"
    server: Postgres = request.getfixturevalue("database_server")
    return server.database()


@pytest.fixture
def shared(database_server: Postgres) -> str:
    """A database that several processes may use at the same time."""
    return database_server.database()
