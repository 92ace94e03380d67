"""The secret that identifies the player to servers."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from platformdirs import user_data_path


def secret() -> str:
    """The player's secret for all servers: QUINCUNX_SECRET, or one that is kept in the platform's data folder."""
    given = os.environ.get("QUINCUNX_SECRET")
    if given:
        return given
    place = user_data_path("quincunx", appauthor=False) / "player"
    try:
        return place.read_text("ascii").strip()
    except FileNotFoundError:
        return _new_secret(place)


def _new_secret(place: Path) -> str:
    """Creates the file, readable by its owner only; if another process was quicker, returns its secret."""
    made = secrets.token_urlsafe(24)
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        file = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return place.read_text("ascii").strip()
    with os.fdopen(file, "w") as out:
        out.write(made + "\n")
    return made
