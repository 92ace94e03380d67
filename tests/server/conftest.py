"""A server that is open for the tests of a file, and two who come to it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from live_server import Player, opened


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("server") / "games.sqlite"


@pytest.fixture(scope="module")
def url(database: Path) -> Iterator[str]:
    with opened(database) as url:
        yield url


@pytest.fixture
def ada(url: str) -> Iterator[Player]:
    with Player(url) as player:
        yield player


@pytest.fixture
def bob(url: str) -> Iterator[Player]:
    with Player(url) as player:
        yield player
