"""The folder of a tournament: `event.json`, one line per result in `results.jsonl`, and finally the records.

A line is written when a match is over, completely or not at all. So a tournament can be stopped at any moment and
continues with the matches that have no line yet. A tournament without results leaves nothing behind.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from quincunx.arena.tournament import ArenaRefusal, Result, Tournament
from quincunx.games import Refused
from quincunx.law.messages import Message, text


class ResultsFile:
    """A context manager; only one process can open the same folder at a time."""

    def __init__(self, folder: Path, tournament: Tournament) -> None:
        """Begins or continues the tournament; raises ArenaRefusal if the folder belongs to another tournament."""
        self.folder, self.tournament = folder, tournament
        self._made = [place for place in (folder, *folder.parents) if not place.exists()]
        self._file = _opened(folder / "results.jsonl")
        try:
            self.results, whole = self._read()
            self._settled = self._settle()
            self._file.truncate(whole)
        except BaseException:
            self._close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def add(self, results: Iterable[Result]) -> None:
        if not self._settled:
            self._write_event()
        new = {result.match: result for result in results if result.match not in self.results}
        self._file.write("".join(f"{result.to_line()}\n" for result in new.values()).encode())
        self._file.flush()
        os.fsync(self._file.fileno())
        self.results |= new

    def write_records(self) -> Path:
        """Writes all records in the order of their numbers, readable by `quincunx record`."""
        path = self.folder / "records.txt"
        path.write_text("\n".join(self.results[match].record for match in sorted(self.results)), "utf-8")
        return path

    def _settle(self) -> bool:
        """Compares with the stored tournament; True if it is the same.

        The number of games may differ, except in a Swiss tournament; and a tournament without results may be replaced.
        """
        if not (self.folder / "event.json").exists():
            return False
        kept = kept_tournament(self.folder)
        same = kept if self.tournament.format == "swiss" else replace(kept, games=self.tournament.games)
        if self.results and same != self.tournament:
            old, new = kept.to_json(), self.tournament.to_json()
            other = next(key for key in new if new[key] != old[key] and (key != "games" or kept.rounds))
            typed = other if other in ("game", "players") else f"--{other.replace('_', '-')}"
            was, now = _short(old[other]), _short(new[other])
            raise ArenaRefusal("arena.folder.another-tournament", folder=str(self.folder), what=typed, old=was, new=now)
        return kept == self.tournament

    def _write_event(self) -> None:
        path = self.folder / "event.json"
        new_path = path.with_suffix(".new")
        new_path.write_text(json.dumps(self.tournament.to_json(), indent=1) + "\n", "utf-8")
        new_path.replace(path)
        self._settled = True

    def _close(self) -> None:
        """Closes the file; without a result the folder is left as it was found."""
        if not os.fstat(self._file.fileno()).st_size:
            with contextlib.suppress(OSError):
                (self.folder / "results.jsonl").unlink()
                for place in self._made:
                    place.rmdir()
        self._file.close()

    def _read(self) -> tuple[dict[int, Result], int]:
        """The results, and the length of the complete lines in bytes."""
        self._file.seek(0)
        found: dict[int, Result] = {}
        whole = 0
        for number, line in enumerate(self._file, 1):
            if not line.endswith(b"\n"):
                break  # incomplete: the process was killed while writing it
            try:
                result = Result.from_line(line.decode(errors="replace"))
            except ArenaRefusal as refused:
                file = self._file.name
                raise ArenaRefusal("arena.folder.line", file=file, line=number, problem=refused.message) from None
            found[result.match] = result
            whole += len(line)
        return found, whole


def _opened(path: Path) -> IO[bytes]:
    """Opens and locks the file, creating it if necessary; raises ArenaRefusal if it is locked."""
    while True:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            file = path.open("a+b")
        except FileNotFoundError:  # another process has just removed the folder
            continue
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            raise ArenaRefusal("arena.folder.busy", folder=str(path.parent)) from None
        with contextlib.suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(file.fileno()), path.stat()):
                return file
        file.close()  # removed before we locked it


def kept_tournament(folder: Path) -> Tournament:
    """The tournament stored in a folder."""
    path = folder / "event.json"
    try:
        return Tournament.from_json(json.loads(path.read_text("utf-8")))
    except json.JSONDecodeError as error:
        problem = Message("arena.tournament.none", error=str(error))
    except Refused as refused:
        problem = refused.message
    raise ArenaRefusal("arena.folder.invalid", file=str(path), problem=problem)


def _short(value: Any) -> str:
    players = isinstance(value, list | tuple) and all(isinstance(item, dict) for item in value)
    if value is None:
        return text("arena.folder.none")
    shown = ", ".join(item["name"] for item in value) if value and players else json.dumps(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}..."
