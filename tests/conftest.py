"""Fixtures for the tests of several folders."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture
def settings_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the settings are, in a file that does not exist yet; no environment variable sets anything else."""
    for variable in [name for name in os.environ if name.startswith("QUINCUNX_")]:
        monkeypatch.delenv(variable)
    place = tmp_path / "settings.toml"
    monkeypatch.setenv("QUINCUNX_CONFIG", str(place))
    return place
