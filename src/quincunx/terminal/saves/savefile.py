"""The format of save files: everything about a match, so that it resumes exactly.

JSON lines in UTF-8. The first line says what the file is, its version, and the SHA-256 of all bytes after that
line. The second is the setup with both seeds, and when it was saved. Every further line is an event of the table,
in order: the state, what was undone, clocks and rolls all follow from these.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quincunx.games import GAMES, Refused
from quincunx.table import Event, Setup, Table, events, setup

KIND = "quincunx saved game"
VERSION = 1
"""Incremented when older programs could no longer read the file; every version reads all earlier ones."""
LARGEST = 16 * 1024 * 1024
"""Maximum size in bytes. The longest matches take about 100 KB."""


class SaveError(Refused):
    """A save file that cannot be read or written. The file has not been changed."""


@dataclass(frozen=True)
class SavedGame:
    """The contents of a save file."""

    setup: Setup
    events: tuple[Event, ...]
    at: float
    """When it was saved; clocks stand still from then on."""
    asks_first: bool = False
    """Whether each game of the series asks who goes first."""

    @property
    def table(self) -> Table:
        return Table.open(self.setup, self.events)


def write(saved: SavedGame) -> bytes:
    about = {
        **setup.to_json(saved.setup),
        "rules": saved.setup.game.rules_version,
        "saved": saved.at,
        "asks_first": saved.asks_first,
    }
    lines = [json.dumps(item, ensure_ascii=False) for item in (about, *map(events.to_json, saved.events))]
    body = "".join(f"{line}\n" for line in lines).encode()
    head = {"file": KIND, "version": VERSION, "sha256": hashlib.sha256(body).hexdigest()}
    return json.dumps(head).encode() + b"\n" + body


def load(place: Path) -> SavedGame:
    """Reads a save file; raises SaveError with the file and the reason."""
    try:
        with place.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise SaveError("terminal.save.system", path=str(place), reason=error.strerror or str(error)) from None
    try:
        return read(data)
    except SaveError as error:
        raise SaveError("terminal.save.place", path=str(place), reason=error.message) from None


def read(data: bytes) -> SavedGame:
    """Parses what `write` wrote; raises SaveError."""
    head, newline, body = data.partition(b"\n")
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"[Game "):
        raise SaveError("terminal.save.record")
    if len(data) > LARGEST or not newline:
        raise SaveError("terminal.save.not-a-save")
    version, checksum = _head(head)
    if version > VERSION:
        raise SaveError("terminal.save.newer", version=version, newest=VERSION)
    if checksum != hashlib.sha256(body).hexdigest():
        raise SaveError("terminal.save.checksum")
    try:
        return _body([json.loads(line) for line in body.decode().splitlines()])
    except SaveError:
        raise
    except Refused as error:
        raise SaveError("terminal.save.damaged", reason=error.message) from None
    except (AttributeError, LookupError, TypeError, ValueError, RecursionError):
        raise SaveError("terminal.save.inconsistent") from None


def _head(line: bytes) -> tuple[int, str]:
    """The version and the checksum in the first line."""
    try:
        head: Any = json.loads(line)
    except (ValueError, RecursionError):
        head = None
    if not isinstance(head, dict) or head.get("file") != KIND:
        raise SaveError("terminal.save.not-a-save")
    version = head.get("version")
    if type(version) is not int or version < 1:
        raise SaveError("terminal.save.no-version")
    return version, str(head.get("sha256"))


def _body(lines: list[dict[str, Any]]) -> SavedGame:
    about, *happened = lines
    game = str(about["game"]).partition(":")[0]
    if game not in GAMES:
        raise SaveError("terminal.save.not-installed", game=game)
    if about["rules"] != GAMES[game].rules_version:
        raise SaveError("terminal.save.rules", game=game, version=about["rules"], newest=GAMES[game].rules_version)
    saved = SavedGame(
        setup.from_json(about), tuple(map(events.from_json, happened)), float(about["saved"]), about["asks_first"]
    )
    if not saved.table.began:
        raise SaveError("terminal.save.not-started")
    return saved
