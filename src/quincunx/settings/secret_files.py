"""Secrets that are made once and kept in files of the platform's data folder, which only their owner can read."""

from __future__ import annotations

import contextlib
import os
import secrets
import tempfile
from pathlib import Path


def secret_path(name: str) -> Path:
    from platformdirs import user_data_path

    return user_data_path("quincunx", appauthor=False) / name


def kept_secret(name: str) -> str:
    """The secret with this name; a new one where there is none yet. OSError if it cannot be read or kept."""
    place = secret_path(name)
    with contextlib.suppress(FileNotFoundError):
        if kept := place.read_text("ascii").strip():
            return kept
        place.unlink()  # empty: the machine stopped while it was made
    return _new_secret(place)


def _new_secret(place: Path) -> str:
    """Creates the file; if another process was quicker, returns its secret."""
    place.parent.mkdir(parents=True, exist_ok=True)
    file, whole = tempfile.mkstemp(dir=place.parent, prefix=place.name)  # readable by its owner only
    try:
        with os.fdopen(file, "w", encoding="ascii") as out:
            out.write(secrets.token_urlsafe(24) + "\n")
            out.flush()
            os.fsync(file)
        with contextlib.suppress(FileExistsError):
            os.link(whole, place)  # nobody reads half of it
    finally:
        os.unlink(whole)
    return place.read_text("ascii").strip()
