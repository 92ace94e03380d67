"""What the computers at a table have to do next."""

from __future__ import annotations

from typing import Literal, NamedTuple

from quincunx.games import CHANCE
from quincunx.table import Table


class Job(NamedTuple):
    seat: int
    what: Literal["answer", "throw", "move"]


def job(table: Table) -> Job | None:
    """The next thing that waits for a computer: an offer of a draw, then its turn."""
    if not table.began or table.over:
        return None
    for seat in table.must_answer:
        if table.seat(seat).kind == "computer":
            return Job(seat, "answer")
    turn = table.state.turn
    if table.seat(turn).kind != "computer":
        return None
    return Job(turn, "throw" if table.state.actor == CHANCE else "move")
