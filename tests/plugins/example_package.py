"""The example package, installed as a user would install it, into a folder of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "gomoku"
LAW = EXAMPLE / "src" / "quincunx_gomoku" / "law.py"

OFFLINE = ("--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check", "--quiet")
"""scikit-build-core, which builds the package, is installed with the tests."""


def install(folder: Path) -> Path:
    """Makes a folder for PYTHONPATH that holds gomoku with its entry point."""
    words = [sys.executable, "-m", "pip", "install", *OFFLINE, "--target", str(folder), str(EXAMPLE)]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder


def python(*words: str, path: Path | str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs Python with the packages of a folder beside those that are installed."""
    env = {**os.environ, **environment, "PYTHONPATH": str(path)}
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, env=env)
