"""The history checker: compares what players were told with what the store has, event by event, and counts."""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import orjson
from history import (
    Acknowledged,
    Fault,
    History,
    Json,
    Refused,
    SentAgain,
    Shown,
    Stuck,
    Unanswered,
    Unexpected,
    digest_of_plies,
)
from live_server import Player
from random_players import KEY, Evening

from quincunx.law import IllegalMove
from quincunx.server.auth import digest
from quincunx.server.tables import snapshot
from quincunx.store import StoredTable, backup, is_postgres, open_store
from quincunx.table import Table, TableRefusal, fold
from quincunx.table.events import Abandoned, Answered, Asked, Event, Flagged, Forfeited, Moved, Resigned, Rolled

MADE: dict[str, type[Event]] = {
    "move": Moved, "roll": Rolled, "ask": Asked, "answer": Answered, "resign": Resigned
}  # fmt: skip
"""The event that each action makes, exactly one; others may come with it."""

FAULTS = ("kill", "freeze", "cut", "step")

Tables = Mapping[str, StoredTable | None]

Versions = list[tuple[str, str, int]]
"""The version of each table that each process shows, or the status of its refusal: table, address, number."""


@dataclass
class Report:
    """What the history says. The lists have a line for each thing that is wrong."""

    tables: int = 0
    acknowledged: int = 0
    refused: int = 0
    unanswered: int = 0
    sent_again: int = 0
    shown: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    lost: list[str] = field(default_factory=list)
    """Acknowledged, and not in the store where it was told."""
    doubled: list[str] = field(default_factory=list)
    """In the store more often than it was acknowledged."""
    wrong: list[str] = field(default_factory=list)
    """Told otherwise than it is in the store."""
    timed_out: list[str] = field(default_factory=list)
    """Matches that a clock or an absence ended, though everybody played fast."""
    stuck: list[str] = field(default_factory=list)
    """Players who got no answer long after every fault was over."""

    @property
    def problems(self) -> list[str]:
        return [f"{name}: {line}" for name, lines in self._lists.items() for line in lines]

    def figures(self) -> dict[str, int]:
        played = {"tables": self.tables, "acknowledged": self.acknowledged, "refused": self.refused}
        played |= {"unanswered": self.unanswered, "sent again": self.sent_again, "shown": self.shown}
        found = {name: len(lines) for name, lines in self._lists.items()}
        return {**played, **{f"{kind}s": self.faults[kind] for kind in FAULTS}, **found}

    @property
    def _lists(self) -> dict[str, list[str]]:
        lists = {"lost": self.lost, "doubled": self.doubled, "wrong": self.wrong}
        return {**lists, "timed out": self.timed_out, "stuck": self.stuck}


def check(evening: Evening, database: str) -> Report:
    """The report; AssertionError with all problems if there is one."""
    report = examine(evening, database)
    assert not report.problems, "\n".join(report.problems)
    return report


def examine(evening: Evening, database: str) -> Report:
    """Compares a history with the database, and with what each process shows.

    A server may still write, when it notices that its time of day was set. So what it shows is compared with what was
    stored before it was asked and after.
    """
    before = asyncio.run(read_tables(database, evening.places))
    versions = _versions(evening)
    after = asyncio.run(read_tables(database, evening.places))
    report = compare(evening.history, after)
    compare_processes(report, versions, before, after)
    return report


async def read_tables(database: str, places: Iterable[str]) -> Tables:
    """All that is stored of some tables; None for one that is not there."""
    with tempfile.TemporaryDirectory() as folder:
        if not is_postgres(database):  # the server has the lock of the file itself
            copy = Path(folder) / "copy.sqlite"
            backup(database, copy)
            database = str(copy)
        store = open_store(database)
        try:
            return {place: await store.find(place) for place in places}
        finally:
            await store.close()


def compare(history: History, stored: Tables) -> Report:
    """Compares a history with the tables in a store."""
    report = Report(
        tables=len(stored),
        acknowledged=len(history.of(Acknowledged)),
        refused=len(history.of(Refused)),
        unanswered=len(history.of(Unanswered)),
        sent_again=len(history.of(SentAgain)),
        shown=len(history.of(Shown)),
        faults=Counter(fault.kind for fault in history.of(Fault)),
        wrong=[f"{record.place}: {record.what}" for record in history.of(Unexpected)],
        stuck=[record.player for record in history.of(Stuck)],
    )
    acknowledged, unanswered, shown = (
        history.by_place(Acknowledged),
        history.by_place(Unanswered),
        history.by_place(Shown),
    )
    for place, found in stored.items():
        done, maybe = acknowledged[place], unanswered[place]
        if not found:
            report.lost += [f"table {place}: {record.action}" for record in done] or [f"table {place}"]
            continue
        _compare_keys(report, found, done, maybe)
        _compare_events(report, found, done, maybe)
        _compare_chat(report, found, done, maybe)
        _compare_shown(report, found, shown[place])
    return report


def _compare_keys(report: Report, found: StoredTable, done: list[Acknowledged], maybe: list[Unanswered]) -> None:
    """The keys in the store are those that were acknowledged, each with the answer that was given."""
    place = found.info.id
    kept = {who: command.answer for who, command in found.executed.items() if who[1].startswith(KEY)}
    told = {(digest(record.secret), record.key): record for record in done}
    for who, record in told.items():
        if record.next and record.next != found.next:
            report.wrong.append(f"table {place}: {record.next} is not its rematch, {found.next} is")
        if answer := kept.get(who):
            if answer != (record.version, record.next):
                report.wrong.append(f"table {place}: {record.key} is stored with {answer}, not as {record}")
        elif not record.next:  # whoever wants the rematch that there is already changes nothing
            report.lost.append(f"table {place}: {record.key} {record.action}")
    if sum(answer.next is not None for answer in kept.values()) != bool(found.next):
        report.lost.append(f"table {place}: the rematch {found.next}, or who opened it")
    unknown = kept.keys() - told.keys() - {(digest(record.secret), record.key) for record in maybe}
    report.doubled += [f"table {place}: {key} was never acknowledged, and is done" for _, key in sorted(unknown)]


def _compare_events(report: Report, found: StoredTable, done: list[Acknowledged], maybe: list[Unanswered]) -> None:
    """Each action made its event, at the version that was told, and nothing else happened."""
    place = found.info.id
    made: set[int] = set()
    for record in done:
        if record.version > len(found.events):
            report.lost.append(f"table {place}: {record.action} made version {record.version}, which is not there")
        elif kind := MADE.get(record.action["do"]):
            at = next((n for n in reversed(range(record.version)) if isinstance(found.events[n], kind)), None)
            if at is None or at in made or not _matches(found.events[at], record.action):
                report.lost.append(f"table {place}: {record.action} is not at version {record.version}")
            else:
                made.add(at)
    kept = {key for _, key in found.executed}
    # Whoever asks for the rematch that somebody offers agrees to it.
    allowed: Counter[type[Event]] = Counter({Answered: sum(record.action["do"] == "rematch" for record in done)})
    allowed += Counter(MADE[r.action["do"]] for r in maybe if r.key in kept and r.action["do"] in MADE)
    for n, event in enumerate(found.events):
        if isinstance(event, Flagged | Forfeited | Abandoned):
            report.timed_out.append(f"table {place}: {event}")
        if type(event) in MADE.values() and n not in made:
            allowed[type(event)] -= 1
            if allowed[type(event)] < 0:
                report.doubled.append(f"table {place}: event {n}, {event}, was not acknowledged")


def _matches(event: Event, action: Json) -> bool:
    return all(getattr(event, key) == action[key] for key in ("seat", "move", "what", "yes") if key in action)


def _compare_chat(report: Report, found: StoredTable, done: list[Acknowledged], maybe: list[Unanswered]) -> None:
    said = Counter(record.action["text"] for record in done if record.action["do"] == "chat")
    perhaps = Counter(record.action["text"] for record in maybe if record.action["do"] == "chat")
    kept = Counter(line.text for line in found.lines)
    report.lost += [f"table {found.info.id}: the chat line {text!r}" for text in (said - kept).elements()]
    report.doubled += [f"table {found.info.id}: the chat line {text!r}" for text in (kept - said - perhaps).elements()]


def _compare_shown(report: Report, found: StoredTable, shown: list[Shown]) -> None:
    """Whatever was shown is the table as it is stored, at that version."""
    versions = {record.version for record in shown}
    expected: dict[int, tuple[Json | None, str]] = {}
    try:
        for version, table in enumerate(_replayed(found)):
            if version in versions:
                last: Json | None = orjson.loads(orjson.dumps(snapshot.last_with_steps(table)))  # lists, not tuples
                expected[version] = last, digest_of_plies((ply.kind, ply.token) for ply in table.plies)
    except (IllegalMove, TableRefusal) as refusal:
        report.wrong.append(f"table {found.info.id}: its events cannot be replayed: {refusal}")
    for record in shown:
        if expected.get(record.version) != (record.last, record.plies):
            report.wrong.append(f"table {found.info.id}: shown at version {record.version}: {record.last}")


def _replayed(found: StoredTable) -> Iterator[Table]:
    """The table at each version."""
    table = Table.open(found.info.setup, ())
    yield table
    for event in found.events:
        table = fold.after(table, event)
        yield table


def _versions(evening: Evening) -> Versions:
    versions: Versions = []
    for server in evening.processes:
        for player in evening.players:
            with Player(server.url, player.secret) as me:
                for place in player.places:
                    shown = me.http.get(f"/api/tables/{place}")
                    version = shown.json()["version"] if shown.is_success else shown.status_code
                    versions.append((place, server.url, version))
    return versions


def compare_processes(report: Report, versions: Versions, before: Tables, after: Tables) -> None:
    """Whichever process is asked, it shows what is stored."""
    for place, url, version in versions:
        first, last = before[place], after[place]
        if first and last and not len(first.events) <= version <= len(last.events):
            report.wrong.append(f"table {place}: {url} shows {version}, not {len(last.events)}")
