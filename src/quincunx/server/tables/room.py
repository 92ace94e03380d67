"""A room: a table in memory, with those who look at it. The store is the truth; a room is only quicker.

A deed is kept first, then answered, and then shown to everybody.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from functools import reduce
from typing import Literal, NamedTuple

from quincunx.games import Refused
from quincunx.server import auth
from quincunx.server.auth import Caller
from quincunx.server.config import ServerConfig
from quincunx.server.errors import ApiError, table_not_found
from quincunx.server.ops import metrics
from quincunx.server.tables import handlers, snapshot
from quincunx.server.tables.commands import Command, SitCommand
from quincunx.server.tables.handlers import CommandResult
from quincunx.server.tables.presence import Presence
from quincunx.server.tables.summary import summary_row
from quincunx.server.transport.connection import DELETED, CloseReason, Connection
from quincunx.store import Answer, Change, Conflict, Done, Found, Stamp, Store
from quincunx.store.interface import CHAT_KEPT, players
from quincunx.table import Event, Table, TableRefusal, fold

ATTEMPTS = 5
"""How often a deed is tried anew when others, in another process, change the table at the same time."""


class Membership(NamedTuple):
    """What somebody is at a table."""

    mine: tuple[int, ...]
    """The seats that are the guest's."""
    owner: bool
    is_member: bool
    """Whether it is the guest's table: the owner's, and of whoever sits here or ever did."""


class ComputerTrouble(NamedTuple):
    """A computer that could not do what it had to."""

    version: int
    """Of the table; once that goes on the trouble is over."""
    seat: int
    reason: str


class CountingLock(asyncio.Lock):
    """One at a time; and a room that is waited for is not given up."""

    count = 0
    """How many do something now, or wait for their turn to."""

    async def acquire(self) -> Literal[True]:
        self.count += 1
        try:
            return await super().acquire()
        except BaseException:
            self.count -= 1
            raise

    def release(self) -> None:
        self.count -= 1
        super().release()


class Room:
    def __init__(
        self,
        store: Store,
        config: ServerConfig,
        found: Found,
        clock: Callable[[], float],
        changed: Callable[[Room], None],
    ) -> None:
        self._store = store
        self._clock = clock
        self._changed = changed
        self._lock = CountingLock()
        self._stale = False
        self._sheet: tuple[int, snapshot.RenderedTable] | None = None
        self._history = snapshot.HistoryJson()
        self.config = config
        self.presence = Presence(clock())
        self.connections: set[Connection] = set()
        self.deleted = False
        self._trouble: ComputerTrouble | None = None
        self.kept = found.kept
        self.table = Table.open(found.kept.setup, found.events)
        self.answers = dict(found.answers)
        self.lines = found.lines
        self.next = found.next
        self.updated = found.updated
        self._players = players(found.kept.setup, found.events)
        self._guests: dict[str, Membership] = {}
        """Who comes again and again, by player; until somebody sits down."""
        self.loaded_stamp = self.stamp
        """How far the table had come when it was last read from the store."""

    @property
    def id(self) -> str:
        return self.kept.id

    @property
    def stamp(self) -> Stamp:
        """How far the table has come."""
        return Stamp(self.table.version, self.updated)

    @property
    def busy(self) -> bool:
        """Whether somebody is here, or something is being done."""
        return bool(self.connections) or self._lock.count > 0

    @property
    def trouble(self) -> ComputerTrouble | None:
        """The computer that cannot play, if one cannot now."""
        return self._trouble if self._trouble and self._trouble.version == self.table.version else None

    @property
    def is_full(self) -> bool:
        return len(self.connections) >= self.config.table_connections

    # Who may what

    def membership(self, caller: Caller) -> Membership:
        """What the caller is at this table."""
        if known := self._guests.get(caller.player):
            return known
        seats = enumerate(self.table.seats, 1)
        mine = tuple(n for n, seat in seats if seat and seat.kind != "computer" and caller.is_player(seat.player))
        owner = caller.is_player(self.kept.owner)
        membership = Membership(mine, owner, owner or any(map(caller.is_player, self._players)))
        if membership.is_member:  # strangers are forgotten at once
            self._guests[caller.player] = membership
        return membership

    def seats_of(self, caller: Caller) -> tuple[int, ...]:
        """The caller's seats."""
        return self.membership(caller).mine

    def is_owner(self, caller: Caller) -> bool:
        return self.membership(caller).owner

    def is_member(self, caller: Caller) -> bool:
        return self.membership(caller).is_member

    def is_visible_to(self, caller: Caller, code: str = "") -> bool:
        """Whether the caller may see the table, perhaps by its watch code or an invite."""
        if self.kept.listed or self.is_member(caller):
            return True
        given = auth.digest(code)
        return any(auth.digests_equal(given, known) for known in (self.kept.watch, *self.kept.invites.values()))

    # Doing

    async def execute(self, caller: Caller, command: Command) -> Answer:
        """Does a deed once, however often it comes. Refusal, or TableRefusal, says why it cannot be done."""
        if not caller.player:
            raise ApiError(401, "this needs a player's secret: send it as Authorization: Bearer SECRET")
        invite = command.invite if isinstance(command, SitCommand) else ""
        if not self.is_visible_to(caller, invite):
            if self._store.shared:  # perhaps the caller sat down in another process
                await self.catch_up()
            if not self.is_visible_to(caller, invite):
                raise table_not_found()
        self.mark_seen(caller)
        async with self._lock:
            for _ in range(ATTEMPTS):
                await self._refresh()
                known = self.answers.get((caller.player, command.key))
                if known:
                    return known
                now = self._clock()
                try:
                    result = handlers.result(self, caller, command, now)
                except (ApiError, Refused):
                    # Perhaps only because of what was done in another process, and is not known here yet.
                    if self._store.shared and await self._reload():
                        continue
                    raise
                answer = Answer(result.table.version, result.next.kept.id if result.next else result.next_id)
                try:
                    await self._commit(result, Done(caller.player, command.key, answer), now)
                except Conflict:
                    continue
                return answer
            raise ApiError(503, "others change this table all the time: try again")

    async def apply(self, change: Callable[[Table, float], Table], version: int | None = None) -> bool:
        """What the house itself does at the table; False where it is refused or the table has gone on since."""
        async with self._lock:
            try:
                await self._refresh()
                if version is not None and self.table.version != version:
                    return False
                now = self._clock()
                await self._commit(CommandResult(change(self.table, now)), None, now)
            except Conflict:
                with suppress(ApiError):
                    await self._refresh()
                return False
            except (TableRefusal, ApiError):
                return False
        return True

    def report_trouble(self, trouble: ComputerTrouble) -> None:
        """Shows everybody that a computer cannot play."""
        if trouble != self._trouble:
            self._trouble = trouble
            self._notify()

    async def begin_if_ready(self) -> None:
        """Begins a match with clocks that waited for somebody to come."""
        if handlers.can_begin(self, self.table, self._clock()):
            await self.apply(lambda table, now: table.begin(now))

    async def _commit(self, result: CommandResult, done: Done | None, now: float) -> None:
        before = self.table.version
        stands = summary_row(result.table, now)
        change = Change(self.id, self.stamp, result.table.events[before:], stands, done, result.line, result.next)
        if change.events or change.line or change.next:
            # Should anything go wrong from here on, nobody knows what was kept: look it up before the next deed.
            self._stale = True
            began = time.perf_counter()
            await self._store.append(change)
            metrics.commit_seconds.observe(time.perf_counter() - began)
            self._stale = False
            self.updated = now
        if result.table.seats is not self.table.seats:
            self._players |= change.newcomers
            self._guests = {}
        self.table = result.table
        if done:
            self.answers[done.player, done.key] = done.answer
        if result.line:
            self.lines = (*self.lines, result.line)[-CHAT_KEPT:]
        if result.next:
            self.next = result.next.kept.id
        # The one who did it gets the answer first.
        asyncio.get_running_loop().call_soon(self._notify)

    def _notify(self) -> None:
        self.publish()
        self._changed(self)

    async def _refresh(self) -> None:
        if self._stale and not self.deleted:
            await self._reload()
            self._stale = False
        if self.deleted:
            raise table_not_found()

    # What others do in another process

    def is_behind(self, stamp: Stamp) -> bool:
        """Whether a table that has come so far has something that is not known here."""
        return stamp != self.stamp and stamp.version >= self.table.version

    async def catch_up(self, stamp: Stamp | None = None) -> None:
        """Reads what was done elsewhere, unless it is known by now, and shows it."""
        async with self._lock:
            if not self.deleted and (stamp is None or self.is_behind(stamp)):
                await self._reload()

    async def _reload(self) -> bool:
        """Reads from the store what is not known here; whether there was anything."""
        version = self.table.version
        news = await self._store.news(self.kept, version, self.lines[-1].n if self.lines else 0)
        if news is None:
            self.close(DELETED)
        elif (version + len(news.events), news.updated, news.next) == (*self.stamp, self.next) and not news.lines:
            return False
        else:
            self.table = reduce(fold.after, news.events, self.table)
            self.answers |= news.answers
            self.lines = (*self.lines, *news.lines)[-CHAT_KEPT:]
            self.next, self.updated = news.next, news.updated
            self._players |= players(None, news.events)
            self._guests = {}
            self.loaded_stamp = self.stamp
            self._mark_active(news.events)
        asyncio.get_running_loop().call_soon(self._notify)
        return True

    def _mark_active(self, events: tuple[Event, ...]) -> None:
        """Whoever did something elsewhere was there at that time."""
        for event in events:
            number = getattr(event, "seat", 0)
            if number and (sitting := self.table.seats[number - 1]):
                self.presence.mark_seen(sitting.player, event.at)

    def local_players(self) -> frozenset[str]:
        """The players of this table who are here through this process."""
        seats = (seat.player for seat in self.table.seats if seat and seat.kind != "computer")
        return frozenset(filter(self.presence.is_connected, seats))

    def update_peer_presence(self, process: str, players: frozenset[str]) -> None:
        """Which players are here through another process."""
        if self.presence.update_peer(process, players, self._clock()):
            self._notify()

    async def remove(self) -> None:
        """Forgets the table; those who look at it are told."""
        async with self._lock:
            await self._store.remove(self.id)
            self.close(DELETED)

    # Showing

    def json_for(self, caller: Caller) -> bytes:
        """The table as JSON, as the caller may see it."""
        now = self._clock()
        return snapshot.public(self, now) + snapshot.personal(self, caller, now)

    def publish(self) -> None:
        """Shows the table to everybody who is here."""
        if not self.connections:
            return
        now = self._clock()
        public = snapshot.public(self, now)
        strangers = b""
        for connection in self.connections:
            if self.is_member(connection.caller):
                connection.send_table(public, snapshot.personal(self, connection.caller, now))
            else:
                strangers = strangers or snapshot.personal(self, auth.ANONYMOUS, now)
                connection.send_table(public, strangers)

    def rendered(self) -> snapshot.RenderedTable:
        """What is to be drawn anew only when the match goes on."""
        if self._sheet is None or self._sheet[0] != self.table.version:
            self._sheet = (self.table.version, snapshot.rendered(self.table, self._history))
        return self._sheet[1]

    # Coming and going

    def connect(self, connection: Connection) -> None:
        """Somebody begins to look, and sees the table at once; the others are told if it is a player."""
        self.connections.add(connection)
        caller = connection.caller
        if self.presence.connect(caller.player) and self.seats_of(caller):
            self._notify()
        else:
            connection.send_table(self.json_for(caller))

    def disconnect(self, connection: Connection) -> None:
        self.connections.discard(connection)
        caller = connection.caller
        if self.presence.disconnect(caller.player) and self.seats_of(caller):
            self.mark_seen(caller)
            self._notify()

    def mark_seen(self, caller: Caller) -> None:
        """Remembers that somebody of this table was here just now; strangers are forgotten at once."""
        if self.is_member(caller):
            self.presence.mark_seen(caller.player, self._clock())

    def close(self, closing: CloseReason) -> None:
        """Sends everybody away."""
        self.deleted = self.deleted or closing is DELETED
        for connection in self.connections:
            connection.close(closing)
