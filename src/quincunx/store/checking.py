"""The result of checking a database: how many tables there are, and what is wrong with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from quincunx.law.messages import Message
from quincunx.store.codec import read_table
from quincunx.store.interface import Unavailable
from quincunx.table import Table

State: TypeAlias = Literal["waiting", "playing", "over", "unavailable"]


class Row(NamedTuple):
    """A table as it is stored."""

    id: str
    version: int
    over: bool
    waiting: bool
    data: str
    numbers: Sequence[int]
    """The numbers of its events, in order."""
    events: Sequence[str]
    updated: float


@dataclass
class DatabaseReport:
    version: int
    newest: int
    states: Counter[State] = field(default_factory=Counter)
    """How many tables there are in each state; `unavailable` ones are of a game that is not installed."""
    problems: list[Message] = field(default_factory=list)
    expiry_start: float | None = None
    """When tables that were left may be deleted at the earliest; None before an upgrade."""
    unfinished: list[float] = field(default_factory=list)
    """When each table that is not over was last changed."""

    def add(self, row: Row) -> None:
        """Counts a table and replays its events."""
        state: State = "over" if row.over else "waiting" if row.waiting else "playing"
        if list(row.numbers) != list(range(row.version)):
            self.problems.append(Message("store.check.events", table=row.id, found=len(row.numbers), n=row.version))
        try:
            info, events = read_table(row.id, row.data, row.events)
            table = Table.open(info.setup, events)
            if table.over != row.over:
                self.problems.append(Message("store.check.over", table=row.id))
        except Unavailable:
            state = "unavailable"
        except Exception as error:  # damaged data may raise anything
            said = f"{type(error).__name__}: {error}"
            self.problems.append(Message("store.check.replay", table=row.id, error=said))
        self.states[state] += 1
        if state in ("waiting", "playing"):
            self.unfinished.append(row.updated)
