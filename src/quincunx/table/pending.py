"""Pending actions of the computers at a table."""

from __future__ import annotations

from typing import Literal, NamedTuple

from quincunx.games import CHANCE
from quincunx.table.table import Table

DRAW_SHARE = 0.45
"""A computer accepts a draw when it expects at most this share of a win. web/local/table/room.js has the same."""


class PendingAction(NamedTuple):
    """An action that the table expects from a computer."""

    seat: int
    kind: Literal["answer", "roll", "move"]


def pending_action(table: Table) -> PendingAction | None:
    """The next action that waits for a computer: first a request to answer, then its turn."""
    if not table.has_computers or not table.began or table.over:
        return None
    for seat in table.must_answer:
        if table.seat(seat).kind == "computer":
            return PendingAction(seat, "answer")
    turn = table.state.turn
    if table.seat(turn).kind != "computer":
        return None
    return PendingAction(turn, "roll" if table.state.actor == CHANCE else "move")


def only_computers_play(table: Table) -> bool:
    """Whether only computers are still in the game and no clock runs: nobody waits for such a match."""
    living = [table.seats[number - 1] for number in table.living]
    return table.clock is None and all(seat and seat.kind == "computer" for seat in living)
