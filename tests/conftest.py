"""Fixtures for the tests of several folders."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files that take long come first, so that no worker is left with one at the end.

    Each of xdist's workers begins with an equal share of the list, and takes from others when it has nothing left.
    """
    long = [list(those) for _, those in groupby(filter(_is_long, items), lambda each: each.path)]
    others = [each for each in items if not _is_long(each)]
    workers, left = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", 1)), len(items)
    items.clear()
    for worker in range(workers):
        share = left // (workers - worker)
        left -= share
        first = [each for those in long[worker::workers] for each in those]
        room = max(share - len(first), 0)
        items += first + others[:room]
        del others[:room]
    items += others


def _is_long(item: pytest.Item) -> bool:
    return item.get_closest_marker("long") is not None


@pytest.fixture(scope="session", autouse=True)
def _own_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Programs that tests start find nothing of this machine's user, and leave nothing behind."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        yield


@pytest.fixture
def settings_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the settings are, in a file that does not exist yet; no environment variable sets anything else."""
    for variable in [name for name in os.environ if name.startswith("QUINCUNX_")]:
        monkeypatch.delenv(variable)
    place = tmp_path / "settings.toml"
    monkeypatch.setenv("QUINCUNX_CONFIG", str(place))
    return place
