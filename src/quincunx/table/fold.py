"""The fold: a table after one more event. Only this module knows what an event means."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from quincunx.games import NOBODY, Outcome, State
from quincunx.law import Message
from quincunx.record import Departure
from quincunx.table.clock import Clock
from quincunx.table.events import (
    Abandoned,
    AgreedDraw,
    AgreedRematch,
    AllowedHints,
    Answered,
    Asked,
    Began,
    Event,
    Flagged,
    Forfeited,
    Moved,
    OfferedRematch,
    Redid,
    Renamed,
    Reopened,
    Resigned,
    Rolled,
    Sat,
    SentNonce,
    TookBack,
)
from quincunx.table.seats import TableRefusal
from quincunx.table.table_state import Ply, Question, TableState

AnyTable = TypeVar("AnyTable", bound=TableState)


def after(table: AnyTable, event: Event) -> AnyTable:
    """The table after an event; IllegalMove if the law forbids it."""
    folded = table.changed(events=(*table.events, event), **_changes(table, event))
    return folded.changed(clock=_clock(table, folded, event)) if folded.clock and folded.began else folded


def _changes(table: TableState, event: Event) -> dict[str, Any]:
    """The fields of the table that an event changes, the clock's apart."""
    match event:
        case Moved(seat=number, move=move):
            return _played(table, number, move, table.state.play(move), "move", event.at)
        case Rolled(seat=number, roll=roll):
            return _played(table, number, roll, table.state.play(roll), "roll", event.at)
        case Sat(seat=number, who=who):
            return {"seats": (*table.seats[: number - 1], who, *table.seats[number:]), "question": None}
        case Renamed(seat=number, name=name):
            return _renamed(table, number, name)
        case Began():
            return {"began": True}
        case SentNonce(seat=number, nonce=nonce):
            return {"nonces": (*table.nonces[: number - 1], nonce, *table.nonces[number:])}
        case TookBack(count=count):
            keep = len(table.plies) - count
            undone = (*table.undone, *reversed(table.plies[keep:]))
            return {"plies": table.plies[:keep], "undone": undone, "question": None}
        case Redid(count=count):
            keep = len(table.undone) - count
            plies = (*table.plies, *reversed(table.undone[keep:]))
            return {"plies": plies, "undone": table.undone[:keep], "question": None}
        case Asked(seat=number, what=what):
            return {"question": Question(number, what, table.version + 1)}
        case Answered(seat=number, yes=yes):
            question = table.question
            if question is None or not yes:
                return {"question": None}
            return {"question": replace(question, agreed=question.agreed | {number})}
        case AgreedDraw():
            verdict = Outcome(table.game.seats, None, "agreed", Message("table.outcome.agreed"))
            return {"question": None, "verdict": verdict}
        case AllowedHints():
            return {"question": None, "hints_agreed": True}
        case Resigned(seat=number):
            return _left(table, number, "resigned", event.at)
        case Flagged(seat=number):
            return _left(table, number, "time", event.at)
        case Forfeited(seat=number):
            return _left(table, number, "absent", event.at)
        case Abandoned(why=why):
            return {"question": None, "abandoned": True, "abandoned_why": why}
        case OfferedRematch(seat=number, first=first):
            return {"question": Question(number, "rematch", table.version + 1, first=first)}
        case AgreedRematch():
            return {"question": None}
        case Reopened():
            return {}
    raise TableRefusal("table.event", written=repr(event))


def _played(table: TableState, number: int, token: str, state: State, kind: str, at: float) -> dict[str, Any]:
    left = table.clock.left_at(number, at) if table.clock else None
    return {"plies": (*table.plies, Ply(number, token, state, kind, left)), "undone": (), "question": None}


def _renamed(table: TableState, number: int, name: str) -> dict[str, Any]:
    """A seat with another name, under which its points in the series are counted on."""
    renamed = replace(table.seat(number), name=name)
    seats = (*table.seats[: number - 1], renamed, *table.seats[number:])
    before, after = table.scorer(number), replace(table, seats=seats).scorer(number)
    return {"seats": seats, "setup": replace(table.setup, series=table.setup.series.renamed(before, after))}


def _left(table: TableState, number: int, why: str, at: float) -> dict[str, Any]:
    if table.game.seats == 2:
        return {"question": None, "verdict": Outcome(2, 3 - number, why, Message(f"table.outcome.{why}", seat=number))}
    return _played(table, number, str(Departure(number, why)), table.state.leave(number), "left", at)


def _clock(before: TableState, folded: TableState, event: Event) -> Clock:
    """The clock after an event: it runs for the seat whose turn it is."""
    assert folded.clock
    running = None if folded.over or folded.state.turn == NOBODY else folded.state.turn
    if isinstance(event, Began):
        unmoved = frozenset[int]() if event.first_moves_timed else frozenset(range(1, folded.game.seats + 1))
        return folded.clock.began(folded.state.turn, event.at, unmoved)
    if isinstance(event, Reopened):
        return folded.clock.shifted(event.closed)
    completed = isinstance(event, Moved | Rolled) and before.state.turn != folded.state.turn
    clock = folded.clock
    if isinstance(event, Moved) or (isinstance(event, Rolled) and completed):
        clock = clock.moved(event.seat)
    return clock.turned(running, event.at, completed=completed)
