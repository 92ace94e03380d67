"""What a table shows to a seat or to a spectator, ready for JSON."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias

from quincunx.games import CHANCE
from quincunx.law import Message
from quincunx.table import dice
from quincunx.table.events import Rolled
from quincunx.table.table import Table

Refusal: TypeAlias = dict[str, Any]

Reasons: TypeAlias = dict[str, Message | None]
"""For each action of a seat why it is not allowed; None where it is."""

# The same object each time: these reasons are in the snapshots of every move.
ROLL_FIRST = Message("law.roll-first")
NO_ROLL = Message("table.no-roll")


@lru_cache
def not_turn(seat: int, next_seat: int) -> Message:
    return Message("table.turn", seat=seat, next_seat=next_seat)


def view(table: Table, now: float, seat: int | None = None) -> dict[str, Any]:
    """The table as one seat (None: a spectator) may see it; the seeds only when the match is over."""
    return {
        "version": table.version,
        **front(table),
        "state": table.state.view(),
        "seats": [seat_view(table, number, now) for number in range(1, table.game.seats + 1)],
        "may": None if seat is None else may(table, seat, now),
        "history": [ply.view for ply in table.plies],
    }


def front(table: Table) -> dict[str, Any]:
    """What depends only on the table's version, except the version itself, the position and the history."""
    return {
        "game": str(table.game),
        "title": table.game.title,
        "began": table.began,
        "over": table.over,
        "abandoned": table.abandoned,
        "abandoned_why": Message(f"table.abandoned.{table.abandoned_why}").explained() if table.abandoned_why else None,
        "outcome": table.outcome and table.outcome.view(),
        "question": table.question
        and {
            "id": table.question.asked,
            "seat": table.question.seat,
            "what": table.question.what,
            "agreed": sorted(table.question.agreed),
            "waiting": list(table.must_answer),
            "first": table.question.first,
        },
        "clock": table.clock
        and {
            "pace": str(table.clock.pace),
            "running": table.clock.running,
            "deadline": milliseconds(table.clock.deadline),
            "awaited": table.clock.awaited,
            "first_move_deadline": milliseconds(table.first_move_deadline),
        },
        "series": {
            "played": table.setup.series.played,
            "drawn": table.setup.series.drawn,
            "target": table.setup.series.target or None,
            "winner": table.series_winner,
            "counts_points": table.state.counts_points(),
        },
        "hints": table.hints_allowed,
        "dice": _dice(table) if table.game.has_dice else None,
        "seed": table.setup.seed if table.over else None,
    }


def reasons(table: Table, seat: int, now: float) -> Reasons:
    refusal, state = table.why_not_play(seat, now), table.state
    next_seat = state.turn
    turn = not_turn(seat, next_seat) if next_seat != seat else None
    chance = state.actor == CHANCE
    return {
        "move": refusal or turn or (ROLL_FIRST if chance else None),
        "roll": refusal or (turn if chance else NO_ROLL),
        "resign": refusal,
        **table.why_not_ask(seat, now, refusal),
    }


def may(table: Table, seat: int, now: float) -> dict[str, Refusal | None]:
    """The `reasons` as JSON."""
    return explained(reasons(table, seat, now))


def explained(reasons: Reasons) -> dict[str, Refusal | None]:
    return {action: reason.explained() if reason else None for action, reason in reasons.items()}


def seat_view(table: Table, number: int, now: float) -> dict[str, Any]:
    """Who sits in a seat, and their status."""
    seat = table.seats[number - 1]
    if seat is None:
        return {
            "seat": number,
            "open": True,
            "name": "",
            "kind": "open",
            "level": "",
            "colour": "",
            "plays": True,
            "points": 0,
            "made": None,
            "left": None,
        }
    points = table.setup.series.points
    return {
        "seat": number,
        "open": False,
        "name": seat.name,
        "kind": seat.kind,
        "level": seat.level,
        "colour": seat.colour,
        "plays": table.state.plays(number),
        "points": points.get(table.scorer(number), 0) if points else 0,
        "made": table.points and table.points[number - 1],
        "left": table.clock and milliseconds(table.clock.left_at(number, now)),
    }


def milliseconds(seconds: float | None) -> float | None:
    """A time as clients get it, rounded to milliseconds."""
    return None if seconds is None else round(seconds, 3)


def _dice(table: Table) -> dict[str, Any]:
    faces = next((event.faces for event in reversed(table.events) if isinstance(event, Rolled)), None)
    return {
        "hash": dice.commitment(table.setup.dice_seed),
        "nonces": list(table.nonces),
        "brought": table.setup.brought,
        "seed": table.setup.dice_seed if table.over else None,
        "faces": faces and list(faces),
    }
