"""Files that the player names: a copy of the saved game, or a record."""

from __future__ import annotations

from pathlib import Path

from quincunx import atomic
from quincunx.games import Refused
from quincunx.law.messages import text
from quincunx.terminal.match import Match


def place(typed: str) -> Path:
    """The path as typed; raises Refused if it is empty, a folder, or in no folder."""
    if not typed:
        raise Refused("terminal.save.no-file")
    path = Path(typed).expanduser()
    if path.is_dir():
        raise Refused("terminal.save.folder", path=str(path))
    if not path.parent.is_dir():
        raise Refused("terminal.save.no-folder", folder=str(path.parent))
    return path


def write(match: Match, what: str, path: Path) -> str:
    """Writes a save file (`save`) or a record (`export`) and returns a message; raises Refused if that fails.

    An existing file is replaced: the caller has asked for confirmation.
    """
    data = match.snapshot() if what == "save" else match.record().encode()
    try:
        atomic.replace(path, data, private=what == "save")
    except (OSError, ValueError) as error:  # a name with a null character is a ValueError
        reason = getattr(error, "strerror", None) or str(error)
        raise Refused("terminal.save.unwritable", path=str(path), reason=reason) from None
    if what == "save":
        return text("terminal.save.copied", path=str(path))
    return text("terminal.save.exported", path=str(path))
