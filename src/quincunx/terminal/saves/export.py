"""Files that the player names: a copy of the saved game, or a record."""

from __future__ import annotations

from pathlib import Path

from quincunx import atomic
from quincunx.games import Refused
from quincunx.terminal.match import Match


def place(typed: str) -> Path:
    """The path as typed; raises Refused if it is empty, a folder, or in no folder."""
    if not typed:
        raise Refused("name a file")
    path = Path(typed).expanduser()
    if path.is_dir():
        raise Refused(f"{path} is a folder: name a file in it")
    if not path.parent.is_dir():
        raise Refused(f"there is no folder {path.parent}")
    return path


def write(match: Match, what: str, path: Path) -> str:
    """Writes a save file (`save`) or a record (`export`) and returns a message; raises Refused if that fails.

    An existing file is replaced: the caller has asked for confirmation.
    """
    data = match.snapshot() if what == "save" else match.record().encode()
    try:
        atomic.replace(path, data, private=what == "save")
    except (OSError, ValueError) as error:  # a name with a null character is a ValueError
        raise Refused(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}") from None
    return f"The game is saved in {path}." if what == "save" else f"The record is in {path}."
