"""The folder of saved games: one file each."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

from quincunx import settings
from quincunx.games import GAMES
from quincunx.law.messages import text
from quincunx.table import Setup
from quincunx.terminal.local import LocalMatch
from quincunx.terminal.saves import savefile
from quincunx.terminal.saves.autosave import Autosave
from quincunx.terminal.saves.lock import SUFFIX, Slot, in_use
from quincunx.terminal.saves.savefile import SavedGame, SaveError

HEADINGS = (
    text("terminal.saved.name"),
    text("terminal.saved.game"),
    text("terminal.saved.players"),
    text("terminal.saved.moves"),
    text("terminal.saved.time"),
)


@dataclass(frozen=True)
class SavedGameEntry:
    """A saved game in the list."""

    name: str
    at: float
    saved: SavedGame | None
    """None if the file cannot be read."""
    problem: str = ""
    in_use: bool = False

    @property
    def row(self) -> tuple[str, ...]:
        """The columns of `HEADINGS`; for an unreadable file its name and the reason."""
        if self.saved is None:
            return self.name, self.problem
        table = self.saved.table
        players = " / ".join(seat.name if seat else text("terminal.open-seat") for seat in table.seats)
        moves = sum(ply.kind == "move" for ply in table.plies)
        date = time.strftime("%Y-%m-%d %H:%M", time.localtime(self.at))
        return self.name, str(table.game), players, str(moves), text("terminal.saved.in-use") if self.in_use else date


def lines(entries: Sequence[SavedGameEntry]) -> list[str]:
    """The list as lines of text, with headings."""
    rows = [HEADINGS, *(entry.row for entry in entries)]
    widths = [max(len(row[n]) for row in rows if len(row) == len(HEADINGS)) for n in range(len(HEADINGS))]
    widths[0] = max(len(row[0]) for row in rows)
    return ["  ".join(part.ljust(width) for part, width in zip(row, widths, strict=False)).rstrip() for row in rows]


@dataclass(frozen=True)
class SavedGames:
    """Where games are saved, and whether they are saved automatically."""

    folder: Path
    autosave: bool = True

    @classmethod
    def usual(cls) -> SavedGames:
        """According to the settings; without autosave if the input is not a terminal but a script."""
        found = settings.load()
        chosen = str(found["play.saves"].value)
        folder = Path(chosen).expanduser() if chosen else user_data_path("quincunx", appauthor=False) / "games"
        return cls(folder, bool(found["play.autosave"].value) and sys.stdin.isatty())

    def begin(self, setup: Setup, *, asks_first: bool = False) -> LocalMatch:
        """Begins a new match that is saved here."""
        return LocalMatch(setup, autosave=Autosave(self.folder, on=self.autosave), asks_first=asks_first)

    def resume(self, wanted: str = "") -> LocalMatch:
        """Resumes a saved game: by name, by game (the latest of it), from a file; or the latest of all.

        A game saved here keeps its name. A file elsewhere is only read; the match is then saved here like a new one.
        """
        name = self._named(wanted)
        if name is None:
            saved = savefile.load(Path(wanted).expanduser())
            return LocalMatch.resumed(saved, autosave=Autosave(self.folder, on=self.autosave))
        path = self.folder / f"{name}{SUFFIX}"
        try:
            slot = self._claim(name)
        except OSError:  # not writable: autosave will report it
            return LocalMatch.resumed(savefile.load(path), autosave=Autosave(self.folder, on=True, name=name))
        try:
            return LocalMatch.resumed(savefile.load(path), autosave=Autosave(self.folder, on=True, slot=slot))
        except SaveError:
            slot.release()
            raise

    def delete(self, name: str) -> None:
        if name not in self.names():
            raise SaveError("terminal.save.unknown", name=name, folder=str(self.folder))
        slot = self._claim(name)
        try:
            slot.path.unlink()
        finally:
            slot.release()

    def names(self) -> list[str]:
        """The names of all saved games, latest first."""
        try:
            found = [(path.stat().st_mtime, path.stem) for path in self.folder.glob(f"*{SUFFIX}") if path.is_file()]
        except OSError as error:
            raise SaveError(
                "terminal.save.system", path=str(self.folder), reason=error.strerror or str(error)
            ) from None
        return [name for _, name in sorted(found, reverse=True)]

    def listing(self) -> list[SavedGameEntry]:
        """All saved games, latest first; unreadable ones with the reason."""
        return [self._entry(name) for name in self.names()]

    def _entry(self, name: str) -> SavedGameEntry:
        path, used = self.folder / f"{name}{SUFFIX}", in_use(self.folder, name)
        try:
            saved = savefile.load(path)
        except SaveError as error:
            at = path.stat().st_mtime if path.exists() else 0.0
            return SavedGameEntry(name, at, None, str(error.message.args["reason"]), used)
        return SavedGameEntry(name, saved.at, saved, "", used)

    def _named(self, wanted: str) -> str | None:
        """The name of the wanted saved game; None for a file elsewhere."""
        names = self.names()
        if wanted in names:
            return wanted
        if not wanted or wanted in GAMES or any(name.rpartition("-")[0] == wanted for name in names):
            usable = [name for name in names if name.rpartition("-")[0] == wanted or not wanted]
            free = [name for name in usable if not in_use(self.folder, name)]
            if free:  # an unreadable file does not hide older games
                return next((name for name in free if not self._entry(name).problem), free[0])
            if usable:
                raise SaveError("terminal.save.in-use", name=usable[0])
            raise SaveError("terminal.save.none-of", game=wanted) if wanted else SaveError("terminal.save.none")
        path = Path(wanted).expanduser()
        if path.suffix == SUFFIX and path.stem in names and path.resolve().parent == self.folder.resolve():
            return path.stem
        if not path.exists():
            raise SaveError("terminal.save.unknown-file", name=wanted)
        return None

    def _claim(self, name: str) -> Slot:
        slot = Slot.claim(self.folder, name)
        if slot is None:
            raise SaveError("terminal.save.in-use", name=name)
        return slot
