"""Saves a match after every change. Failures are reported once and never stop the game."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from quincunx import atomic, record
from quincunx.law.messages import text
from quincunx.table import Table, to_record
from quincunx.table.events import Began
from quincunx.terminal.saves import savefile
from quincunx.terminal.saves.lock import Slot, free_slot
from quincunx.terminal.saves.savefile import SavedGame

FINISHED = "finished"
"""The subfolder for records of finished games."""


class Autosave:
    """Writes a match after every change: a save file while it is in progress, a record when it is over."""

    def __init__(self, folder: Path, *, on: bool, slot: Slot | None = None, name: str = "") -> None:
        """With a `slot` or a `name` it continues a match that was saved before."""
        self._folder = folder
        self._wanted = name
        self._on = on
        """Whether it saves automatically; otherwise only after the first explicit request."""
        self._slot = slot
        self._name = slot.name if slot else ""
        self._record: Path | None = None
        self._trouble = ""
        self._notices: list[str] = []

    @property
    def name(self) -> str:
        """The name of the save file that holds the current state; empty if there is none."""
        return "" if self._trouble else self._name

    @property
    def trouble(self) -> str:
        """Why the last attempt to save failed; empty if it did not."""
        return self._trouble

    def notices(self) -> list[str]:
        """New messages for the players: saving has failed, or works again."""
        new, self._notices = self._notices, []
        return new

    def keep(self, table: Table, saved: SavedGame, *, asked: bool = False) -> None:
        """Saves the current state. A match without moves is not saved unless `asked` for."""
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
                self._notices.append(text("terminal.save.failing", reason=trouble))
            self._trouble = trouble
        else:
            if self._trouble:
                self._notices.append(text("terminal.save.works-again"))
            self._trouble = ""

    def release(self) -> None:
        """Releases the lock; the file stays."""
        if self._slot:
            self._slot.release()
        self._slot, self._on = None, False

    def next(self) -> Autosave:
        """The autosave of the next match in the series."""
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
        written = record.write([to_record(table)])
        if self._record is None:
            self._record = _free_record(self._folder / FINISHED, table)
        atomic.replace(self._record, written.encode())

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
