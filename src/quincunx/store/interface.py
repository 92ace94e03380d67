"""What every store does, and the things that are kept."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from quincunx.games import Refused
from quincunx.table import Event, Setup
from quincunx.table.events import Sat

CHAT_KEPT = 200
"""The lines of chat that a table keeps; older ones go."""


class StoreRefusal(Refused):
    """A database that cannot be opened, and why."""


class StoreFailure(Exception):
    """The database did not do what it should (a full disk, a connection that broke). Nobody knows what was kept."""


class Conflict(Exception):
    """Somebody else did something at the table, or the same deed, in the meantime. Nothing was kept."""


class Wish(NamedTuple):
    """What is wished for an open seat; empty where nothing is."""

    bot: bool = False
    """Whether it is kept for a program."""
    name: str = ""
    suit: str = ""


@dataclass(frozen=True)
class Kept:
    """What is settled when a table is opened. Secrets are here only as their SHA-256, in hex."""

    id: str
    setup: Setup
    owner: str
    """The player who opened it."""
    listed: bool
    watch: str
    """The code that lets one see a private table."""
    series: str
    """The first table of a series of rematches; all have its watch code."""
    opened: float
    invites: Mapping[int, str] = field(default_factory=dict)
    """The invite of each seat that was open, by seat number."""
    wishes: Mapping[int, Wish] = field(default_factory=dict)
    """What was wished for each of these seats."""
    previous: str | None = None
    """The table of which this is the rematch."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What the lists of tables, and whoever wakes tables after a restart, must know without replaying a match."""

    updated: float
    over: bool
    waiting: bool
    """Whether a seat is open."""
    due: float | None
    """When the running clock ends."""
    thinks: bool
    """Whether a computer has something to do."""


class Answer(NamedTuple):
    """What a deed that was done is answered with."""

    version: int
    next: str | None = None
    """The table of the rematch."""


class Stamp(NamedTuple):
    """How far a table has come: it is another one after every change, chat included."""

    version: int
    updated: float


@dataclass(frozen=True, slots=True)
class Done:
    """A deed that must not be done again: whose, under which key, and its answer."""

    player: str
    key: str
    answer: Answer


@dataclass(frozen=True, slots=True)
class Line:
    """One line of chat."""

    n: int
    seat: int
    name: str
    text: str
    at: float


@dataclass(frozen=True)
class New:
    """A table to be kept from now on."""

    kept: Kept
    events: tuple[Event, ...]
    standing: Standing

    @property
    def players(self) -> frozenset[str]:
        """Whose table this is: the owner's, and of everybody who sits there."""
        return frozenset({self.kept.owner, *players(self.kept.setup, self.events)})


@dataclass(frozen=True, slots=True)
class Change:
    """What one deed changes at a table."""

    id: str
    before: Stamp
    """How far the table had come before it, as far as is known: whoever does not know all changes nothing."""
    events: tuple[Event, ...]
    standing: Standing
    done: Done | None = None
    line: Line | None = None
    next: New | None = None
    """The rematch."""

    @property
    def newcomers(self) -> frozenset[str]:
        return players(None, self.events)


@dataclass(frozen=True)
class Found:
    """All that is kept of a table."""

    kept: Kept
    events: tuple[Event, ...]
    answers: Mapping[tuple[str, str], Answer]
    """By player and key."""
    lines: tuple[Line, ...]
    next: str | None
    updated: float


def players(setup: Setup | None, events: tuple[Event, ...]) -> frozenset[str]:
    """Everybody who ever sat at a table, computers not counted."""
    sat = [event.who for event in events if isinstance(event, Sat)]
    return frozenset(
        seat.player for seat in (*(setup.seats if setup else ()), *sat) if seat and seat.kind != "computer"
    )


class Store(ABC):
    """Keeps tables. When a method that writes returns, what it wrote survives the end of the process at any moment.

    Every method may raise StoreFailure.
    """

    shared = False
    """Whether other processes are to be expected that keep their tables here too."""

    @abstractmethod
    async def add(self, new: New) -> None:
        """Keeps a new table."""

    @abstractmethod
    async def append(self, change: Change) -> None:
        """Keeps all of a change, or raises Conflict and keeps nothing of it."""

    @abstractmethod
    async def find(self, id: str) -> Found | None: ...

    @abstractmethod
    async def news(self, kept: Kept, version: int, line: int) -> Found | None:
        """What is found of a table, but only events from a version on, answers not older, and lines after a line."""

    @abstractmethod
    async def stamps(self, ids: Sequence[str]) -> dict[str, Stamp]:
        """How far tables have come; those that are gone are not among them."""

    @abstractmethod
    async def awake(self) -> list[str]:
        """The tables with a running clock or a computer that has something to do."""

    @abstractmethod
    async def listed(self, *, waiting: bool, limit: int) -> list[str]:
        """Listed tables that are not over, the latest first: with an open seat (`waiting`), or with none."""

    @abstractmethod
    async def of(self, player: str, limit: int) -> list[str]:
        """The tables of a player, the latest first."""

    @abstractmethod
    async def remove(self, id: str) -> None:
        """Forgets a table, chat included."""

    @abstractmethod
    async def remove_finished(self, before: float) -> list[str]:
        """Forgets the tables that were over before that time, and tells which."""

    @abstractmethod
    async def lease(self, ids: Sequence[str], holder: str, seconds: float) -> set[str]:
        """Renews all that a holder has, takes the leases of tables, and tells which of these the holder has now.

        Those of a holder that did not renew them in time are anybody's.
        """

    @abstractmethod
    async def release(self, ids: Sequence[str], holder: str) -> None:
        """Lets go of leases; those that others hold are left alone."""

    @abstractmethod
    async def neglected(self, due: float) -> list[str]:
        """Tables that somebody has to look after: a clock ends before then, or a computer is to act and no one has
        the lease."""

    @abstractmethod
    async def beat(self, now: float) -> None:
        """Remembers that the house is open at this time."""

    @abstractmethod
    async def last_beat(self) -> float:
        """When the house was last known to be open; 0 if it never was."""

    @abstractmethod
    async def close(self) -> None:
        """Waits for what is being written, and lets go of the database."""
