"""Fixtures for the tests of several folders."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest


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
