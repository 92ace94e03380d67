"""Keeps a match on the disk while it goes on. What goes wrong is told once and never stops the game."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from quincunx import atomic, record
from quincunx.table import Table, to_record
from quincunx.table.events import Began
from quincunx.terminal.saves import savefile
from quincunx.terminal.saves.lock import Slot, free_slot
from quincunx.terminal.saves.savefile import SavedGame

FINISHED = "finished"
"""The folder, in that of the saved games, for the records of those that are over."""


class Autosave:
    """Writes a match after every change: a saved game while it goes on, a record when it is over."""

    def __init__(self, folder: Path, *, on: bool, slot: Slot | None = None, name: str = "") -> None:
        """With a `slot` or a `name` it goes on keeping a match that was saved before."""
        self._folder = folder
        self._wanted = name
        self._on = on
        """Whether it keeps the match by itself; else from the first time that somebody asks for it."""
        self._slot = slot
        self._name = slot.name if slot else ""
        self._record: Path | None = None
        self._trouble = ""
        self._notices: list[str] = []

    @property
    def name(self) -> str:
        """Under which name the match is saved as it is now; empty where it is not."""
        return "" if self._trouble else self._name

    @property
    def trouble(self) -> str:
        """Why the match could not be saved the last time; empty where it could."""
        return self._trouble

    def notices(self) -> list[str]:
        """What the players have not been told yet: that saving fails, or works again."""
        told, self._notices = self._notices, []
        return told

    def keep(self, table: Table, saved: SavedGame, *, asked: bool = False) -> None:
        """Keeps the match as it is now. One in which nothing has happened is not worth a file, unless `asked` for."""
        self._on = self._on or asked
        if not self._on:
            return
        try:
            if table.over:
                self._write_record(table)
                self._remove_save()
            elif table.plies or table.undone or table.setup.series.played or asked:
                self._write_save(table, saved)
                self._remove_record()
        except OSError as error:
            trouble = f"{error.filename or self._folder}: {error.strerror or error}"
            if not self._trouble:
                self._notices.append(f"This game cannot be saved: {trouble}. You can go on playing.")
            self._trouble = trouble
        else:
            if self._trouble:
                self._notices.append("Saving works again.")
            self._trouble = ""

    def release(self) -> None:
        """Lets the name go; the file stays."""
        if self._slot:
            self._slot.release()
        self._slot, self._on = None, False

    def next(self) -> Autosave:
        """One for the next match of the series."""
        return Autosave(self._folder, on=self._on)

    def _write_save(self, table: Table, saved: SavedGame) -> None:
        if self._slot is None:
            own = Slot.claim(self._folder, self._wanted) if self._wanted else None
            self._slot = own or free_slot(self._folder, table.game.name)
        atomic.replace(self._slot.path, savefile.write(saved))
        self._name = self._slot.name

    def _remove_save(self) -> None:
        if self._slot:
            self._slot.path.unlink(missing_ok=True)
        self._name = ""

    def _write_record(self, table: Table) -> None:
        text = record.write([to_record(table)])
        if self._record is None:
            self._record = _free_record(self._folder / FINISHED, table)
        atomic.replace(self._record, text.encode())

    def _remove_record(self) -> None:
        if self._record:
            self._record.unlink(missing_ok=True)
        self._record = None


def _free_record(folder: Path, table: Table) -> Path:
    """A file for the record of a match, named by when it began: `2026-11-16-215054-tactix.txt`."""
    began = next(event.at for event in table.events if isinstance(event, Began))
    stem = f"{time.strftime('%Y-%m-%d-%H%M%S', time.localtime(began))}-{table.game.name}"
    names: Any = (f"{stem}{more}.txt" for more in ("", *(f"-{number}" for number in range(2, 1000))))
    return next(path for path in map(folder.joinpath, names) if not os.path.lexists(path))
