"""The score sheet of an event: a folder with the event, a line for each result, and in the end the records.

A line is written when a match is over, whole or not at all; so an event can be stopped at any moment, and goes
on with the matches that have no line yet.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from quincunx.arena.event import ArenaRefusal, Event, Result


class Sheet:
    """Opened by one arena at a time; closed by leaving its block."""

    def __init__(self, folder: Path, event: Event) -> None:
        """Begins the event, or goes on with it. ArenaRefusal if another one is kept in that folder."""
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.event = folder, event
        self._file: IO[bytes] = (folder / "results.jsonl").open("a+b")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._settle()
            self.results = self._read()
        except BlockingIOError:
            self._file.close()
            raise ArenaRefusal(f"another arena is playing in {folder}") from None
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, results: Iterable[Result]) -> None:
        new = {result.match: result for result in results if result.match not in self.results}
        self._file.write("".join(f"{result.to_line()}\n" for result in new.values()).encode())
        self._file.flush()
        os.fsync(self._file.fileno())
        self.results |= new

    def write_records(self) -> Path:
        """Writes all records, in the order of their numbers, for people and for `quincunx record`."""
        path = self.folder / "records.txt"
        path.write_text("\n".join(self.results[match].record for match in sorted(self.results)), "utf-8")
        return path

    def _settle(self) -> None:
        """Compares with the event that is kept here. More or fewer games of it may be asked for, except in a Swiss."""
        path = self.folder / "event.json"
        if path.exists():
            kept = kept_event(self.folder)
            same = kept if self.event.format == "swiss" else replace(kept, games=self.event.games)
            if same != self.event:
                old, new = kept.to_json(), self.event.to_json()
                other = next(key for key in new if new[key] != old[key] and (key != "games" or kept.rounds))
                raise ArenaRefusal(
                    f"{self.folder} keeps another event: its {other} is {_short(old[other])}, not {_short(new[other])}."
                    " Choose another folder"
                )
        new_path = path.with_suffix(".new")
        new_path.write_text(json.dumps(self.event.to_json(), indent=1) + "\n", "utf-8")
        new_path.replace(path)

    def _read(self) -> dict[int, Result]:
        self._file.seek(0)
        found: dict[int, Result] = {}
        whole = 0
        for number, line in enumerate(self._file, 1):
            if not line.endswith(b"\n"):
                break  # it was being written when the arena was killed
            try:
                result = Result.from_line(line.decode())
            except ValueError as error:
                raise ArenaRefusal(f"{self._file.name}, line {number}: {error}") from None
            found[result.match] = result
            whole += len(line)
        self._file.truncate(whole)
        return found


def kept_event(folder: Path) -> Event:
    """The event that a folder keeps."""
    path = folder / "event.json"
    try:
        return Event.from_json(json.loads(path.read_text("utf-8")))
    except json.JSONDecodeError as error:
        raise ArenaRefusal(f"{path} is no event of an arena: {error}") from None


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
