"""The history of a run: what players sent and were told, and which faults there were."""

from __future__ import annotations

import hashlib
import json
import threading
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

Json = dict[str, Any]


@dataclass(frozen=True)
class Acknowledged:
    """An action that was answered with 200 or `done`."""

    secret: str
    place: str
    key: str
    action: Json
    version: int
    next: str | None


@dataclass(frozen=True)
class Refused:
    """An action that was refused for good."""

    secret: str
    place: str
    key: str
    action: Json


@dataclass(frozen=True)
class Unanswered:
    """An action that had no answer when its player had to give up: it may be done or not."""

    secret: str
    place: str
    key: str
    action: Json


@dataclass(frozen=True)
class SentAgain:
    """A connection ended with an action unanswered, which is then sent again."""

    place: str
    key: str


@dataclass(frozen=True)
class Shown:
    """A table as a player saw it."""

    place: str
    version: int
    last: Json | None
    plies: str
    """A digest: thousands of whole tables are too much to keep."""


@dataclass(frozen=True)
class Unexpected:
    """An answer that no fault explains."""

    place: str
    what: str


@dataclass(frozen=True)
class Stuck:
    """A player who got no further, with what it waits for."""

    player: str


@dataclass(frozen=True)
class Fault:
    """Something that was broken, and repaired after some seconds."""

    kind: str
    part: str
    seconds: float


Record = Acknowledged | Refused | Unanswered | SentAgain | Shown | Unexpected | Stuck | Fault
R = TypeVar("R", bound=Record)
P = TypeVar("P", Acknowledged, Unanswered, Shown)


class History:
    """Records in the order in which they were made, by any thread."""

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self._records = list(records)
        self._lock = threading.Lock()

    def add(self, record: Record) -> None:
        with self._lock:
            self._records.append(record)

    @property
    def records(self) -> list[Record]:
        with self._lock:
            return list(self._records)

    def of(self, kind: type[R]) -> list[R]:
        """All records of a kind."""
        return [record for record in self.records if isinstance(record, kind)]

    def by_place(self, kind: type[P]) -> defaultdict[str, list[P]]:
        """All records of a kind by table."""
        found: defaultdict[str, list[P]] = defaultdict(list)
        for record in self.of(kind):
            found[record.place].append(record)
        return found

    def save(self, file: Path) -> None:
        """Writes a line of JSON for each record. The secrets are those of a server that is gone."""
        with file.open("w") as lines:
            for record in self.records:
                lines.write(json.dumps({"record": type(record).__name__, **asdict(record)}) + "\n")


def digest_of_plies(plies: Iterable[tuple[str, str]]) -> str:
    """Of kinds and tokens."""
    return hashlib.sha256(json.dumps([list(ply) for ply in plies]).encode()).hexdigest()[:16]
