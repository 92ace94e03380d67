"""The history checker reports every kind of broken history."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from history import Acknowledged, Fault, History, Record, Refused, Shown, Stuck, Unanswered, Unexpected
from history_checker import Report, Tables, compare, compare_processes, examine, read_tables
from live_server import opened
from random_players import Evening, Open

from quincunx.server.auth import digest
from quincunx.store import Answer, StoredTable
from quincunx.table.events import Flagged, Moved, Reopened


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Record], Tables]:
    """What was recorded of two tables, and what is stored of them."""
    database = tmp_path_factory.mktemp("history") / "games.sqlite"
    with opened(database) as url:
        evening = Evening([Open(url)], ("tactix:size=6", "xchain"))
        with evening.played():
            evening.goes_on(20)
            evening.until(lambda: any(_is_chat(record) for record in evening.history.of(Acknowledged)))
        report = examine(evening, str(database))
        assert report.problems == []
        assert report.acknowledged == evening.acknowledged >= 80
        assert report.shown > 0
        return evening.history.records, asyncio.run(read_tables(str(database), evening.places))


def _is_chat(record: Record) -> bool:
    return isinstance(record, Acknowledged) and record.action["do"] == "chat"


def _is_move(record: Record) -> bool:
    return isinstance(record, Acknowledged) and record.action["do"] == "move"


def _of_first(records: list[Record], wanted: Callable[[Record], bool]) -> Acknowledged:
    found = next(record for record in records if wanted(record))
    assert isinstance(found, Acknowledged)
    return found


def _changed(tables: Tables, place: str, change: Callable[[StoredTable], StoredTable]) -> Tables:
    found = tables[place]
    assert found
    return {**tables, place: change(found)}


Played = tuple[list[Record], Tables]


def test_what_is_whole_is_reported_so(played: Played) -> None:
    report = compare(History(played[0]), played[1])
    assert report.problems == []
    assert report.figures()["acknowledged"] == sum(isinstance(record, Acknowledged) for record in played[0])


def test_a_table_that_is_gone_loses_all_its_actions(played: Played) -> None:
    records, tables = played
    place = _of_first(records, _is_move).place
    report = compare(History(records), {**tables, place: None})
    assert len(report.lost) == sum(isinstance(r, Acknowledged) and r.place == place for r in records)


def test_events_that_are_gone_are_lost(played: Played) -> None:
    records, tables = played
    place = _of_first(records, _is_move).place
    report = compare(History(records), _changed(tables, place, lambda table: replace(table, events=table.events[:-3])))
    assert report.lost
    assert report.wrong, "and what was shown of them never happened"


def test_a_key_that_is_gone_is_lost(played: Played) -> None:
    records, tables = played
    move = _of_first(records, _is_move)
    who = digest(move.secret), move.key

    def without(table: StoredTable) -> StoredTable:
        return replace(table, executed={key: done for key, done in table.executed.items() if key != who})

    report = compare(History(records), _changed(tables, move.place, without))
    assert report.figures()["lost"] == 1
    assert move.key in report.lost[0]


def test_another_move_than_the_acknowledged_one_is_lost(played: Played) -> None:
    records, tables = played
    move = _of_first(records, _is_move)
    other = replace(move, action={**move.action, "move": "another"})
    report = compare(History([other if record is move else record for record in records]), tables)
    assert report.figures()["lost"] == 1


def test_an_event_twice_is_doubled(played: Played) -> None:
    records, tables = played
    # Counters that are taken are gone. In xchain the square may be empty after an explosion, and anybody's.
    place = next(place for place, table in tables.items() if table and table.info.setup.game.name == "tactix")

    def twice(table: StoredTable) -> StoredTable:
        last = max(n for n, event in enumerate(table.events) if isinstance(event, Moved))
        return replace(table, events=(*table.events[: last + 1], *table.events[last:]))

    report = compare(History(records), _changed(tables, place, twice))
    assert report.doubled, "more than one where other events, all a version later now, follow the move"
    assert "cannot be replayed" in report.wrong[0]


def test_what_was_refused_and_is_done_is_doubled(played: Played) -> None:
    records, tables = played
    move = _of_first(records, _is_move)
    refused = Refused(move.secret, move.place, move.key, move.action)
    report = compare(History([refused if record is move else record for record in records]), tables)
    assert len(report.doubled) == 2, "the key, and the event"
    unanswered = Unanswered(move.secret, move.place, move.key, move.action)
    report = compare(History([unanswered if record is move else record for record in records]), tables)
    assert report.problems == [], "without an answer either may be"
    assert report.figures()["unanswered"] == 1


def test_chat_is_counted_too(played: Played) -> None:
    records, tables = played
    place = _of_first(records, _is_chat).place
    report = compare(History(records), _changed(tables, place, lambda table: replace(table, lines=table.lines[1:])))
    assert report.figures()["lost"] == 1
    twice = _changed(tables, place, lambda table: replace(table, lines=(*table.lines, table.lines[0])))
    assert compare(History(records), twice).figures()["doubled"] == 1


def test_another_answer_than_the_stored_one_is_wrong(played: Played) -> None:
    records, tables = played
    chat = _of_first(records, _is_chat)
    who = digest(chat.secret), chat.key

    def other(table: StoredTable) -> StoredTable:
        done = table.executed[who]._replace(answer=Answer(chat.version + 1))
        return replace(table, executed={**table.executed, who: done})

    assert compare(History(records), _changed(tables, chat.place, other)).figures()["wrong"] == 1


@pytest.mark.parametrize("change", [{"plies": "0"}, {"last": {"event": "Moved"}}, {"version": 10_000}])
def test_a_table_that_was_shown_otherwise_is_wrong(played: Played, change: dict[str, object]) -> None:
    records, tables = played
    shown = next(record for record in records if isinstance(record, Shown))
    other = replace(shown, **change)  # type: ignore[arg-type]
    assert compare(History([*records, other]), tables).figures()["wrong"] == 1


def test_a_clock_that_ran_out_is_reported(played: Played) -> None:
    records, tables = played
    place = _of_first(records, _is_move).place
    flagged = _changed(tables, place, lambda table: replace(table, events=(*table.events, Flagged(0.0, 1))))
    assert compare(History(records), flagged).figures()["timed out"] == 1


def test_a_process_that_shows_another_version_is_wrong(played: Played) -> None:
    _, before = played
    place, found = next(iter(before.items()))
    assert found
    after = _changed(before, place, lambda table: replace(table, events=(*table.events, Reopened(0.0, 1.0))))
    stored = len(found.events)
    for version, wrong in ((stored - 1, 1), (stored, 0), (stored + 1, 0), (stored + 2, 1)):
        report = Report()
        compare_processes(report, [(place, "http://one/", version)], before, after)
        assert len(report.wrong) == wrong


def test_the_other_records_are_counted(played: Played) -> None:
    more: list[Record] = [
        Fault("kill", "server 1", 1.0),
        Fault("cut", "bus", 2.0),
        Stuck("Ada"),
        Unexpected("t", "500"),
    ]
    figures = compare(History([*played[0], *more]), played[1]).figures()
    counted = {name: figures[name] for name in ("kills", "freezes", "cuts", "steps", "stuck", "wrong")}
    assert counted == {"kills": 1, "freezes": 0, "cuts": 1, "steps": 0, "stuck": 1, "wrong": 1}


def test_a_history_is_saved_line_by_line(played: Played, tmp_path: Path) -> None:
    file = tmp_path / "history.jsonl"
    History(played[0]).save(file)
    assert len(file.read_text().splitlines()) == len(played[0])
