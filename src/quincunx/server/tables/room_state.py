"""What this process knows of a table, without I/O: the match, chat, presence, and who may do what.

Handlers and snapshots read it; the room that owns it keeps it in step with the store.
"""

from __future__ import annotations

from functools import reduce
from typing import NamedTuple

from quincunx.law import suits
from quincunx.server import auth
from quincunx.server.auth import Caller
from quincunx.server.computers.trouble import ComputerTrouble
from quincunx.server.errors import key_reused
from quincunx.server.tables.presence import PeerPresence, Presence
from quincunx.store import Answer, Attendance, Change, ChatLine, NewTable, Stamp, StoredTable
from quincunx.store.interface import kept_lines, players
from quincunx.table import Event, Seat, Table, fold
from quincunx.table.events import Answered, Asked, SentNonce


class Membership(NamedTuple):
    """A caller's role at a table."""

    mine: tuple[int, ...]
    """The caller's seats."""
    owner: bool
    is_member: bool
    """True for the owner and for everybody who sits here or ever did."""
    reads_players: bool
    """True for everybody who sits here or ever did: they read the players' chat, all others the spectators'."""


class CommandResult(NamedTuple):
    """What a command changes: the table, and what is stored beside it."""

    table: Table
    line: ChatLine | None = None
    """A new line of chat."""
    next: NewTable | None = None
    """A rematch to open."""
    next_id: str | None = None
    """The rematch, where it is open already."""


class RoomState:
    def __init__(self, found: StoredTable, absence: float, now: float) -> None:
        self.absence = absence
        """Seconds after which an absent seat may be claimed."""
        self.presence = Presence(now)
        self.info = found.info
        self.id = found.info.id
        self.table = Table.open(found.info.setup, found.events)
        self._executed = dict(found.executed)
        """Executed commands by player and key: a repeated one gets the same answer."""
        self.lines = found.lines
        self.next = found.next
        self.updated = found.updated
        self.loaded_stamp = self.stamp
        """The stamp at the last read from the store."""
        self.reported_trouble: ComputerTrouble | None = None
        self._players = players(found.info.setup, found.events)
        self._suits_of: tuple[Seat | None, ...] | None = None
        """The seats to which the suits belong."""
        self._suits: tuple[str, ...] = ()
        self._seated_of: tuple[Seat | None, ...] | None = None
        """The seats to which the seated players belong."""
        self._seated_players: frozenset[str] = frozenset()
        self._memberships: dict[str, Membership] = {}
        """Cache by player; cleared when somebody sits down. Strangers are not cached."""

    @property
    def stamp(self) -> Stamp:
        """Version and time of the last change."""
        return Stamp(self.table.version, self.updated)

    @property
    def trouble(self) -> ComputerTrouble | None:
        """The computer that cannot play, while its position is on the board."""
        trouble = self.reported_trouble
        return trouble if trouble and trouble.version == self.table.version else None

    # Access

    def membership(self, caller: Caller) -> Membership:
        if known := self._memberships.get(caller.player):
            return known
        seats = enumerate(self.table.seats, 1)
        mine = tuple(n for n, seat in seats if seat and seat.kind != "computer" and caller.is_player(seat.player))
        owner = caller.is_player(self.info.owner)
        sat = any(map(caller.is_player, self._players))
        membership = Membership(mine, owner, owner or sat, sat)
        if membership.is_member:
            self._memberships[caller.player] = membership
        return membership

    def seats_of(self, caller: Caller) -> tuple[int, ...]:
        return self.membership(caller).mine

    def is_owner(self, caller: Caller) -> bool:
        return self.membership(caller).owner

    def is_member(self, caller: Caller) -> bool:
        return self.membership(caller).is_member

    def is_visible_to(self, caller: Caller, code: str = "") -> bool:
        """True if the caller may see the table; `code` is its watch code or an invite."""
        if self.info.listed or self.is_member(caller):
            return True
        given = auth.digest(code)
        return any(auth.digests_equal(given, known) for known in (self.info.watch, *self.info.invites.values()))

    # Changes

    def commit(self, result: CommandResult, change: Change, now: float) -> None:
        """Adopts a change that the store has kept, or that had nothing to keep."""
        if change.events or change.line or change.next:
            self.updated = now
        if result.table.seats is not self.table.seats:
            self._players |= change.newcomers
            self._memberships = {}
        self.table = result.table
        if change.executed:
            self._executed[change.executed.player, change.executed.key] = change.executed
        if result.line:
            self.lines = kept_lines((*self.lines, result.line))
        if result.next:
            self.next = result.next.info.id

    def answered(self, caller: Caller, key: str, body: str) -> Answer | None:
        """The answer to a command with this key, if it was executed before; ApiError if that was another command."""
        done = self._executed.get((caller.player, key))
        if done and done.body not in ("", body):
            raise key_reused(key)
        return done.answer if done else None

    def is_behind(self, stamp: Stamp) -> bool:
        """True if a table with this stamp may contain something unknown here."""
        return stamp != self.stamp and stamp.version >= self.table.version

    def has(self, news: StoredTable) -> bool:
        """True if the news contain nothing new."""
        stamp = Stamp(self.table.version + len(news.events), news.updated)
        return (stamp, news.next) == (self.stamp, self.next) and not news.lines

    def learn(self, news: StoredTable) -> None:
        """Adopts what other processes have stored."""
        self.table = reduce(fold.after, news.events, self.table)
        self._executed |= news.executed
        self.lines = kept_lines((*self.lines, *news.lines))
        self.next, self.updated = news.next, news.updated
        self._players |= players(None, news.events)
        self._memberships = {}
        self.loaded_stamp = self.stamp
        self._mark_active(news.events)

    def _mark_active(self, events: tuple[Event, ...]) -> None:
        """Whoever did something through another process was present at that time."""
        for event in events:
            number = getattr(event, "seat", 0)
            if number and (sitting := self.table.seats[number - 1]):
                self.presence.mark_seen(sitting.player, event.at)

    # Presence

    def local_presence(self) -> PeerPresence:
        """Who is connected to this table through this process."""
        return self.presence.through_here(self._seated())

    def spectators(self) -> int:
        return self.presence.spectators(self._seated())

    def attending(self) -> frozenset[str]:
        """The members, seated or the owner, who are connected through this process."""
        return frozenset(filter(self.presence.is_connected, (*self._seated(), self.info.owner)))

    def attendance(self, player: str, until: float | None = None) -> Attendance:
        """What other processes need to know of a member who is here, or was."""
        owner = player == self.info.owner
        return Attendance(self.id, player, owner, auth.vague_address(self.presence.source(player)), until)

    def attended_by(self, since: float) -> str | None:
        """A member who is here, or was since that time: the owner if a seat is open, else the owner or a player."""
        there = (self.info.owner,) if None in self.table.seats else (self.info.owner, *sorted(self._seated()))
        return next((player for player in there if self.presence.seen_since(player, since)), None)

    def _seated(self) -> frozenset[str]:
        if self._seated_of is not self.table.seats:
            self._seated_of = self.table.seats
            self._seated_players = frozenset(s.player for s in self.table.seats if s and s.kind != "computer")
        return self._seated_players

    def plays_elsewhere(self) -> bool:
        """True if the player to move is connected through another process, and not through this one."""
        sitting = self.table.seats[self.table.state.turn - 1] if self.table.due is not None else None
        if sitting is None or self.presence.is_connected(sitting.player):
            return False
        return self.presence.is_here(sitting.player)

    def can_begin(self, table: Table, now: float) -> bool:
        """True if all seats are taken and, with clocks, nobody is away who would lose time."""
        if table.began or table.over or None in table.seats:
            return False
        return table.clock is None or all(
            self.presence.seen_since(sitting.player, now - self.absence)
            for sitting in table.seats
            if sitting and sitting.kind != "computer"
        )

    def seconds_until_claim(self, number: int, now: float) -> float | None:
        """Seconds until an absent seat may be claimed; None while its player is here or nobody waits for it."""
        table = self.table
        sitting = table.seats[number - 1]
        if sitting is None or sitting.kind == "computer" or not table.began or table.over or table.state.turn != number:
            return None
        gone = self.presence.away_since(sitting.player)
        if gone is None:
            return None
        # Requests, answers and nonces do not change whose turn it is.
        turned = next(e.at for e in reversed(table.events) if not isinstance(e, Asked | Answered | SentNonce))
        return max(0.0, max(gone, min(turned, now)) + self.absence - now)  # the clock may have been set back

    def opponents(self, caller: Caller, now: float) -> tuple[int, ...]:
        """The seats of other people in a running match without whom the caller cannot end it.

        There are none if it is the turn of a seat that may be claimed, and all others have been away as long.
        """
        table = self.table
        if not table.began or table.over:
            return ()
        others = {
            number: seat.player
            for number in table.living
            if (seat := table.seat(number)).kind != "computer" and not caller.is_player(seat.player)
        }
        away = {number: self.presence.away_since(player) for number, player in others.items()}
        here = [number for number, since in away.items() if since is None or since + self.absence > now]
        turn = table.state.turn
        claimable = turn in others and self.seconds_until_claim(turn, now) == 0
        return () if claimable and not here else tuple(here or others)

    # Suits

    def seat_suits(self) -> tuple[str, ...]:
        """The suit of each seat: the one its player chose; for an open seat the owner's wish, if it is still free."""
        if self._suits_of is not self.table.seats:
            self._suits_of, self._suits = self.table.seats, self._assign_suits()
        return self._suits

    def _assign_suits(self) -> tuple[str, ...]:
        taken = [sitting.colour if sitting else "" for sitting in self.table.seats]
        for number, wanted in self.info.open_seats.items():
            if not taken[number - 1] and wanted.suit not in taken:
                taken[number - 1] = wanted.suit
        return suits.assign(taken, self.table.game.colours)

    def suit_of(self, number: int) -> str:
        dealt = self.seat_suits()
        return dealt[number - 1] if number <= len(dealt) else ""
