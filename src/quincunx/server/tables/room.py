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
from quincunx.server.config import Customs
from quincunx.server.errors import Refusal, no_table
from quincunx.server.ops import metrics
from quincunx.server.tables import handlers, snapshot
from quincunx.server.tables.commands import Deed, Sit
from quincunx.server.tables.handlers import Step
from quincunx.server.tables.presence import Presence
from quincunx.server.tables.summary import standing
from quincunx.server.transport.connection import DELETED, Closing, Watcher
from quincunx.store import Answer, Change, Conflict, Done, Found, Stamp, Store
from quincunx.store.interface import CHAT_KEPT, players
from quincunx.table import Event, Table, TableRefusal, fold

ATTEMPTS = 5
"""How often a deed is tried anew when others, in another process, change the table at the same time."""


class Guest(NamedTuple):
    """What somebody is at a table."""

    mine: tuple[int, ...]
    """The seats that are the guest's."""
    owner: bool
    knows: bool
    """Whether it is the guest's table: the owner's, and of whoever sits here or ever did."""


class Trouble(NamedTuple):
    """A computer that could not do what it had to."""

    version: int
    """Of the table; once that goes on the trouble is over."""
    seat: int
    reason: str


class Alone(asyncio.Lock):
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
        customs: Customs,
        found: Found,
        clock: Callable[[], float],
        changed: Callable[[Room], None],
    ) -> None:
        self._store = store
        self._clock = clock
        self._changed = changed
        self._alone = Alone()
        self._stale = False
        self._sheet: tuple[int, snapshot.Sheet] | None = None
        self._history = snapshot.History()
        self.customs = customs
        self.presence = Presence(clock())
        self.watchers: set[Watcher] = set()
        self.gone = False
        self._trouble: Trouble | None = None
        self.kept = found.kept
        self.table = Table.open(found.kept.setup, found.events)
        self.answers = dict(found.answers)
        self.lines = found.lines
        self.next = found.next
        self.updated = found.updated
        self._players = players(found.kept.setup, found.events)
        self._guests: dict[str, Guest] = {}
        """Who comes again and again, by player; until somebody sits down."""
        self.learned = self.stamp
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
        return bool(self.watchers) or self._alone.count > 0

    @property
    def trouble(self) -> Trouble | None:
        """The computer that cannot play, if one cannot now."""
        return self._trouble if self._trouble and self._trouble.version == self.table.version else None

    @property
    def crowded(self) -> bool:
        return len(self.watchers) >= self.customs.watchers

    # Who may what

    def guest(self, caller: Caller) -> Guest:
        """What the caller is at this table."""
        if known := self._guests.get(caller.player):
            return known
        seats = enumerate(self.table.seats, 1)
        mine = tuple(n for n, seat in seats if seat and seat.kind != "computer" and caller.is_player(seat.player))
        owner = caller.is_player(self.kept.owner)
        guest = Guest(mine, owner, owner or any(map(caller.is_player, self._players)))
        if guest.knows:  # strangers are forgotten at once
            self._guests[caller.player] = guest
        return guest

    def mine(self, caller: Caller) -> tuple[int, ...]:
        """The caller's seats."""
        return self.guest(caller).mine

    def owned_by(self, caller: Caller) -> bool:
        return self.guest(caller).owner

    def knows(self, caller: Caller) -> bool:
        return self.guest(caller).knows

    def shows(self, caller: Caller, code: str = "") -> bool:
        """Whether the caller may see the table, perhaps by its watch code or an invite."""
        if self.kept.listed or self.knows(caller):
            return True
        given = auth.digest(code)
        return any(auth.same(given, known) for known in (self.kept.watch, *self.kept.invites.values()))

    # Doing

    async def do(self, caller: Caller, deed: Deed) -> Answer:
        """Does a deed once, however often it comes. Refusal, or TableRefusal, says why it cannot be done."""
        if not caller.player:
            raise Refusal(401, "this needs a player's secret: send it as Authorization: Bearer SECRET")
        invite = deed.invite if isinstance(deed, Sit) else ""
        if not self.shows(caller, invite):
            if self._store.shared:  # perhaps the caller sat down in another process
                await self.catch_up()
            if not self.shows(caller, invite):
                raise no_table()
        self.see(caller)
        async with self._alone:
            for _ in range(ATTEMPTS):
                await self._refresh()
                known = self.answers.get((caller.player, deed.key))
                if known:
                    return known
                now = self._clock()
                try:
                    step = handlers.step(self, caller, deed, now)
                except (Refusal, Refused):
                    # Perhaps only because of what was done in another process, and is not known here yet.
                    if self._store.shared and await self._learn():
                        continue
                    raise
                answer = Answer(step.table.version, step.next.kept.id if step.next else step.next_id)
                try:
                    await self._keep(step, Done(caller.player, deed.key, answer), now)
                except Conflict:
                    continue
                return answer
            raise Refusal(503, "others change this table all the time: try again")

    async def change(self, verb: Callable[[Table, float], Table], version: int | None = None) -> bool:
        """What the house itself does at the table; False where it is refused or the table has gone on since."""
        async with self._alone:
            try:
                await self._refresh()
                if version is not None and self.table.version != version:
                    return False
                now = self._clock()
                await self._keep(Step(verb(self.table, now)), None, now)
            except Conflict:
                with suppress(Refusal):
                    await self._refresh()
                return False
            except (TableRefusal, Refusal):
                return False
        return True

    def get_stuck(self, trouble: Trouble) -> None:
        """Shows everybody that a computer cannot play."""
        if trouble != self._trouble:
            self._trouble = trouble
            self._show_change()

    async def begin_if_all_are_here(self) -> None:
        """Begins a match with clocks that waited for somebody to come."""
        if handlers.ready(self, self.table, self._clock()):
            await self.change(lambda table, now: table.begin(now))

    async def _keep(self, step: Step, done: Done | None, now: float) -> None:
        before = self.table.version
        stands = standing(step.table, now)
        change = Change(self.id, self.stamp, step.table.events[before:], stands, done, step.line, step.next)
        if change.events or change.line or change.next:
            # Should anything go wrong from here on, nobody knows what was kept: look it up before the next deed.
            self._stale = True
            began = time.perf_counter()
            await self._store.append(change)
            metrics.commit_seconds.observe(time.perf_counter() - began)
            self._stale = False
            self.updated = now
        if step.table.seats is not self.table.seats:
            self._players |= change.newcomers
            self._guests = {}
        self.table = step.table
        if done:
            self.answers[done.player, done.key] = done.answer
        if step.line:
            self.lines = (*self.lines, step.line)[-CHAT_KEPT:]
        if step.next:
            self.next = step.next.kept.id
        # The one who did it gets the answer first.
        asyncio.get_running_loop().call_soon(self._show_change)

    def _show_change(self) -> None:
        self.publish()
        self._changed(self)

    async def _refresh(self) -> None:
        if self._stale and not self.gone:
            await self._learn()
            self._stale = False
        if self.gone:
            raise no_table()

    # What others do in another process

    def lacks(self, stamp: Stamp) -> bool:
        """Whether a table that has come so far has something that is not known here."""
        return stamp != self.stamp and stamp.version >= self.table.version

    async def catch_up(self, stamp: Stamp | None = None) -> None:
        """Reads what was done elsewhere, unless it is known by now, and shows it."""
        async with self._alone:
            if not self.gone and (stamp is None or self.lacks(stamp)):
                await self._learn()

    async def _learn(self) -> bool:
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
            self.learned = self.stamp
            self._see_again(news.events)
        asyncio.get_running_loop().call_soon(self._show_change)
        return True

    def _see_again(self, events: tuple[Event, ...]) -> None:
        """Whoever did something elsewhere was there at that time."""
        for event in events:
            number = getattr(event, "seat", 0)
            if number and (sitting := self.table.seats[number - 1]):
                self.presence.see(sitting.player, event.at)

    def seated_here(self) -> frozenset[str]:
        """The players of this table who are here through this process."""
        seats = (seat.player for seat in self.table.seats if seat and seat.kind != "computer")
        return frozenset(filter(self.presence.connected, seats))

    def hear_of(self, process: str, players: frozenset[str]) -> None:
        """Which players are here through another process."""
        if self.presence.hear(process, players, self._clock()):
            self._show_change()

    async def remove(self) -> None:
        """Forgets the table; those who look at it are told."""
        async with self._alone:
            await self._store.remove(self.id)
            self.close(DELETED)

    # Showing

    def seen_by(self, caller: Caller) -> bytes:
        """The table as JSON, as the caller may see it."""
        now = self._clock()
        return snapshot.public(self, now) + snapshot.personal(self, caller, now)

    def publish(self) -> None:
        """Shows the table to everybody who is here."""
        if not self.watchers:
            return
        now = self._clock()
        public = snapshot.public(self, now)
        strangers = b""
        for watcher in self.watchers:
            if self.knows(watcher.caller):
                watcher.show(public, snapshot.personal(self, watcher.caller, now))
            else:
                strangers = strangers or snapshot.personal(self, auth.ANYBODY, now)
                watcher.show(public, strangers)

    def sheet(self) -> snapshot.Sheet:
        """What is to be drawn anew only when the match goes on."""
        if self._sheet is None or self._sheet[0] != self.table.version:
            self._sheet = (self.table.version, snapshot.sheet(self.table, self._history))
        return self._sheet[1]

    # Coming and going

    def enter(self, watcher: Watcher) -> None:
        """Somebody begins to look, and sees the table at once; the others are told if it is a player."""
        self.watchers.add(watcher)
        caller = watcher.caller
        if self.presence.come(caller.player) and self.mine(caller):
            self._show_change()
        else:
            watcher.show(self.seen_by(caller))

    def leave(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        caller = watcher.caller
        if self.presence.go(caller.player) and self.mine(caller):
            self.see(caller)
            self._show_change()

    def see(self, caller: Caller) -> None:
        """Remembers that somebody of this table was here just now; strangers are forgotten at once."""
        if self.knows(caller):
            self.presence.see(caller.player, self._clock())

    def close(self, closing: Closing) -> None:
        """Sends everybody away."""
        self.gone = self.gone or closing is DELETED
        for watcher in self.watchers:
            watcher.close(closing)
