"""The interface of stores and the data they keep."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from quincunx.games import Refused
from quincunx.law.messages import Message
from quincunx.table import Event, Setup
from quincunx.table.events import Sat
from quincunx.table.updates import CHAT_KEPT as CHAT_KEPT

SPECTATORS = 0
"""The `seat` of a chat line that a spectator wrote."""

FORGOTTEN = 60.0
"""Seconds after the end of its leases until a holder's row is deleted: its process is dead."""


class StoreRefusal(Refused):
    """A database that cannot be opened, and why."""


class StoreFailure(Exception):
    """The database failed (a full disk, a broken connection). It is unknown whether the change was stored."""

    def __init__(self, said: str, reason: Message | None = None) -> None:
        super().__init__(said)
        self.reason = reason
        """Why, if it is known and everybody may know it."""


class Conflict(Exception):
    """The table was changed meanwhile, or the same command was executed already. Nothing was stored."""


class Unavailable(Exception):
    """A table that is stored but cannot be opened: its game is not installed, or no longer accepts the match."""

    def __init__(self, id: str, game: str, message: Message, access: Access) -> None:
        super().__init__(str(message))
        self.id, self.game, self.message, self.access = id, game, message, access


class Access(NamedTuple):
    """Who may see a table."""

    listed: bool
    players: frozenset[str]
    codes: tuple[str, ...]
    """The watch code and the invites, as digests."""
    owner: str


class OpenSeat(NamedTuple):
    """What the owner wants for an open seat; empty where it does not matter."""

    bot: bool = False
    """Whether the seat is reserved for a program."""
    name: str = ""
    suit: str = ""


@dataclass(frozen=True)
class TableInfo:
    """The fixed data of a table, set when it is opened. Secrets are stored only as hex SHA-256."""

    id: str
    setup: Setup
    owner: str
    """The player who opened it."""
    listed: bool
    watch: str
    """The code that gives access to a private table."""
    series: str
    """The first table of a series of rematches, which share its watch code."""
    opened: float
    invites: Mapping[int, str] = field(default_factory=dict)
    """The invite of each seat that was open, by seat number."""
    open_seats: Mapping[int, OpenSeat] = field(default_factory=dict)
    """What the owner wants for each of them."""
    previous: str | None = None
    """The table that this one is a rematch of."""


class SummaryRow(NamedTuple):
    """What lists of tables and a restart need to know without replaying the match."""

    updated: float
    over: bool
    waiting: bool
    """Whether a seat is open."""
    due: float | None
    """When the running clock ends."""
    thinks: bool
    """Whether a computer has to act."""


class Answer(NamedTuple):
    """The answer to an executed command."""

    version: int
    next: str | None = None
    """The table of the rematch."""


class Stamp(NamedTuple):
    """Identifies a state of a table; it changes with every change, chat included."""

    version: int
    updated: float


class ExecutedCommand(NamedTuple):
    """An executed command, for idempotency: its player, its key, its answer and what was sent."""

    player: str
    key: str
    answer: Answer
    body: str = ""
    """A digest of the command. Empty for those stored before digests were kept."""


class Opening(NamedTuple):
    """The key under which a table was opened or imported, and a digest of the request."""

    key: str
    body: str


class Opened(NamedTuple):
    """A table that was opened under a key."""

    id: str
    body: str
    """The digest of the request that opened it."""


@dataclass(frozen=True, slots=True)
class ChatLine:
    """One line of chat."""

    n: int
    seat: int
    """Of the player who wrote it, or SPECTATORS."""
    name: str
    text: str
    at: float


class Attendance(NamedTuple):
    """A member of a table, who is connected to it through one process, or was."""

    id: str
    player: str
    owner: bool
    """Whether the player owns the table."""
    source: str
    """Where they come from, so vaguely that it does not identify anybody."""
    until: float | None = None
    """When they were last there; None while they are."""


class Attended(NamedTuple):
    """A listed table, and one of its members who is there: its owner, if the owner is."""

    id: str
    updated: float
    player: str
    source: str


@dataclass(frozen=True)
class NewTable:
    """A new table to store."""

    info: TableInfo
    events: tuple[Event, ...]
    summary: SummaryRow
    opening: Opening | None = None
    """Its owner's key for opening it."""

    @property
    def players(self) -> frozenset[str]:
        """The owner and everybody who sits at the table."""
        return frozenset({self.info.owner, *players(self.info.setup, self.events)})


class Change(NamedTuple):
    """The changes of one command."""

    id: str
    before: Stamp
    """The stamp before the change; if the table has another one by now, the change is rejected."""
    events: tuple[Event, ...]
    summary: SummaryRow
    executed: ExecutedCommand | None = None
    line: ChatLine | None = None
    next: NewTable | None = None
    """The rematch."""

    @property
    def newcomers(self) -> frozenset[str]:
        return players(None, self.events)


@dataclass(frozen=True)
class StoredTable:
    """All stored data of a table."""

    info: TableInfo
    events: tuple[Event, ...]
    executed: Mapping[tuple[str, str], ExecutedCommand]
    """The executed commands by player and key."""
    lines: tuple[ChatLine, ...]
    next: str | None
    updated: float


def players(setup: Setup | None, events: tuple[Event, ...]) -> frozenset[str]:
    """Everybody who ever sat at a table, except computers."""
    sat = [event.who for event in events if isinstance(event, Sat)]
    return frozenset(
        seat.player for seat in (*(setup.seats if setup else ()), *sat) if seat and seat.kind != "computer"
    )


def kept_lines(lines: tuple[ChatLine, ...]) -> tuple[ChatLine, ...]:
    """The last lines of the players and of the spectators, in order."""
    if len(lines) <= CHAT_KEPT:
        return lines
    players = [line for line in lines if line.seat != SPECTATORS][-CHAT_KEPT:]
    spectators = [line for line in lines if line.seat == SPECTATORS][-CHAT_KEPT:]
    return tuple(sorted((*players, *spectators), key=lambda line: line.n))


def unavailable(found: StoredTable, message: Message) -> Unavailable:
    """The table that was found, as one that cannot be opened."""
    info = found.info
    people = frozenset({info.owner, *players(info.setup, found.events)})
    codes = (info.watch, *info.invites.values())
    return Unavailable(info.id, str(info.setup.game), message, Access(info.listed, people, codes, info.owner))


class Store(ABC):
    """Stores tables. When a writing method returns, its data survives a crash of the process.

    Every method may raise StoreFailure.
    """

    shared = False
    """Whether other processes may use the same database."""

    @abstractmethod
    async def add(self, new: NewTable) -> None:
        """Stores a new table, or raises Conflict if its owner has used the key of its opening before."""

    @abstractmethod
    async def opened(self, player: str, key: str) -> Opened | None:
        """The table that a player opened under a key; None also if it was deleted."""

    @abstractmethod
    async def append(self, change: Change) -> None:
        """Stores a change as a whole, or raises Conflict and stores nothing."""

    @abstractmethod
    async def find(self, id: str) -> StoredTable | None: ...

    @abstractmethod
    async def news(self, info: TableInfo, version: int, line: int) -> StoredTable | None:
        """Like `find`, but only events and answers from a version on, and chat after a line."""

    @abstractmethod
    async def stamps(self, ids: Sequence[str]) -> dict[str, Stamp]:
        """The stamps of tables; deleted tables are omitted."""

    async def awake(self) -> list[str]:
        """The tables with a running clock or a computer that has to act."""
        return await self._ids("SELECT id FROM tables WHERE due IS NOT NULL OR thinks")

    async def unfinished(self, limit: int) -> list[str]:
        """The tables that are not over, the latest first."""
        return await self._ids("SELECT id FROM tables WHERE NOT over ORDER BY updated DESC LIMIT $1", limit)

    async def of(self, player: str, limit: int) -> list[str]:
        """The tables of a player, the latest first."""
        query = "SELECT id FROM players JOIN tables USING (id) WHERE player = $1 ORDER BY updated DESC LIMIT $2"
        return await self._ids(query, player, limit)

    @abstractmethod
    async def _ids(self, query: str, *values: object) -> list[str]:
        """The ids that a query selects; `$1`, `$2` in it stand for the values."""

    @abstractmethod
    async def remove(self, id: str) -> None:
        """Deletes a table, including its chat. If it was a rematch, there can be another one."""

    @abstractmethod
    async def old(self, before: float, limit: int, *, over: bool, games: Collection[str] | None = None) -> list[str]:
        """Tables that have not changed since that time: those that are over, or the others; only of certain games if
        `games` is given."""

    @abstractmethod
    async def remove_old(self, ids: Sequence[str], before: float, *, over: bool) -> list[str]:
        """Deletes the tables that have not changed since `old` found them; returns their ids."""

    @abstractmethod
    async def expiry_start(self) -> float:
        """When tables that were left may be deleted at the earliest."""

    @abstractmethod
    async def delay_expiry(self, start: float) -> None:
        """Lets tables that were left be deleted at that time at the earliest."""

    # Who is at which table, for processes that share the database

    @abstractmethod
    async def attend(self, holder: str, rows: Sequence[Attendance], seconds: float) -> None:
        """Records who is at which table through a process, and renews its leases. Deleted tables are left out.

        What is recorded of a process counts only as long as its leases.
        """

    @abstractmethod
    async def attending(self, ids: Sequence[str], holder: str) -> list[Attendance]:
        """Who is at these tables through all processes but one, or was; of a dead process, until it died."""

    @abstractmethod
    async def attended(self, *, waiting: bool, since: float, limit: int) -> list[Attended]:
        """Listed tables that are not over and at which somebody is, or was since that time: addresses take turns,
        and of each the latest comes first.

        Either those with an open seat (`waiting`) at which their owner is, or those with none.
        """

    @abstractmethod
    async def forget_attendance(self, before: float) -> None:
        """Forgets who was at tables before that time."""

    # Processes

    @abstractmethod
    async def lease(self, ids: Sequence[str], holder: str, seconds: float) -> set[str]:
        """Renews all leases of a holder and takes those of the given tables; returns which of these it holds now.

        Expired leases can be taken by anybody. Holders that have not renewed theirs for long are forgotten.
        """

    @abstractmethod
    async def release(self, ids: Sequence[str], holder: str) -> None:
        """Releases leases of this holder."""

    @abstractmethod
    async def neglected(self, due: float) -> list[str]:
        """Tables that need attention: a clock ends before `due`, or a computer has to act and has no lease holder."""

    async def time(self) -> float:
        """The time of day that decides between the processes that share the database."""
        return time.time()

    @abstractmethod
    async def beat(self, now: float) -> None:
        """Records that the server is running at this time."""

    @abstractmethod
    async def last_beat(self) -> float:
        """When the server was last known to be running; 0 if never."""

    @abstractmethod
    async def close(self) -> None:
        """Waits for pending writes and closes the database."""
