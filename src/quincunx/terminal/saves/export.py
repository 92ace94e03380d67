"""Files that somebody at the screen asks for: a saved game, or a record."""

from __future__ import annotations

from pathlib import Path

from quincunx import atomic
from quincunx.games import Refused
from quincunx.terminal.match import Match


def place(typed: str) -> Path:
    """The file that was named; Refused where no name was given or it is a folder."""
    if not typed:
        raise Refused("name a file")
    path = Path(typed).expanduser()
    if path.is_dir():
        raise Refused(f"{path} is a folder: name a file in it")
    if not path.parent.is_dir():
        raise Refused(f"there is no folder {path.parent}")
    return path


def write(match: Match, what: str, path: Path) -> str:
    """Writes the match to a file, to `save` it or to `export` its record, and says so; Refused says why not.

    A file that is there is replaced: whoever calls this has asked.
    """
    data = match.snapshot() if what == "save" else match.record().encode()
    try:
        atomic.replace(path, data, private=what == "save")
    except (OSError, ValueError) as error:  # a name with a null character is a ValueError
        raise Refused(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}") from None
    return f"The game is saved in {path}." if what == "save" else f"The record is in {path}."
