"""JSON snapshots of a table: the shared part is rendered once, the personal part per viewer."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import orjson

from quincunx.games import View, registry
from quincunx.law import Message
from quincunx.law.lazy import lazy
from quincunx.server import auth
from quincunx.server.auth import Caller
from quincunx.server.tables.room_state import RoomState
from quincunx.store import SPECTATORS
from quincunx.table import Table
from quincunx.table.events import Answered, Asked, Moved, OfferedRematch, Rolled, Sat, to_json
from quincunx.table.table_state import Ply
from quincunx.table.updates import chat_difference, difference, reasons_difference
from quincunx.table.view import Reasons, explained, front, milliseconds, reasons, seat_view

Json: TypeAlias = dict[str, Any]


class HistoryJson:
    """The plies of a table as JSON, each serialised once: every later snapshot contains all of them."""

    def __init__(self) -> None:
        self._plies: tuple[Ply, ...] = ()
        self._text = b"["

    def of(self, plies: tuple[Ply, ...]) -> orjson.Fragment:
        """Appends to the last text; starts again where moves were taken back."""
        known = len(self._plies)
        if known and (len(plies) < known or plies[known - 1] is not self._plies[-1]):
            known, self._text = 0, b"["
        for ply in plies[known:]:
            self._text += orjson.dumps(ply.view) + b","
        self._plies = plies
        return orjson.Fragment(self._text[:-1] + b"]" if plies else b"[]")


class PeopleJson:
    """The seats of a table and the number of its spectators, made again only when they may have changed."""

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._people: Json = {}

    def of(self, room: RoomState, now: float) -> Json:
        table = room.table
        key = (table.seats, table.setup, table.living, table.over, room.presence.changes)
        if key != self._key:
            seats = seats_json(room, now)
            self._people = {"seats": seats, "spectators": room.spectators()}
            # Clocks and absences run on; the end of a match adds points.
            lasts = not table.clock and not table.over and all(seat["present"] for seat in seats)
            self._key = key if lasts else ()
        return self._people


class FrontJson:
    """What a table shows besides position, history and seats, made again only when it may have changed."""

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._front: Json = {}

    def of(self, table: Table) -> Json:
        key = (table.setup, table.seats, table.began, table.over, table.hints_agreed, table.question, table.clock)
        if key != self._key:
            self._front = front(table)
            lasts = not table.over and not table.game.has_dice
            self._key = key if lasts else ()
        return self._front


class RenderedTable(NamedTuple):
    """The part of a snapshot that changes only with the table's version."""

    version: int
    head: bytes
    """The beginning of a JSON object, without its closing brace."""
    state: orjson.Fragment


class Snapshot:
    """A table at one moment, rendered for whoever is to see it: what viewers share is rendered once."""

    def __init__(
        self,
        room: RoomState,
        revision: int,
        now: float,
        front: Json,
        people: Json,
        render: Callable[[], RenderedTable],
    ) -> None:
        """`front` and `people` may be the same objects as in another snapshot; then nothing in them has changed.
        `render` is called while the table is still this one."""
        self.revision = revision
        """Counts the snapshots of a table in this process, so that a client notices if it has missed one."""
        self._room, self._now, self._render = room, now, render
        self._front, self._people = front, people
        self._table, self._lines = room.table, room.lines
        self._trouble, self._next = room.trouble, room.next
        self._may: dict[int, Reasons] = {}
        self._chats: dict[bool, list[Json]] = {}
        self._updates: dict[tuple[int, bool], tuple[bytes, bytes]] = {}

    def whole(self, caller: Caller) -> tuple[bytes, ...]:
        """The table as the caller may see it, as pieces of JSON."""
        return self._render().head, self._shared_rest, self._personal(caller)

    def message(self, caller: Caller) -> tuple[bytes, ...]:
        """The message with the whole table, to which updates can be applied."""
        return (b'{"table":', *self.whole(caller), b',"revision":%d}' % self.revision)

    def update(self, base: Snapshot, caller: Caller, *, fat: bool) -> tuple[bytes, ...]:
        """The message with what changed since another snapshot. The position comes with its picture if it is `fat`."""
        if base._table.seats is not self._table.seats:
            return self.message(caller)  # somebody sat down: seats and invites may be the caller's
        begun, end = self._update_frame(base, fat or not reads_positions(self._table.game.name))
        personal = self._personal_update(base, caller)
        if begun.endswith(b"{"):  # nothing else has changed, not even the time in milliseconds
            personal = personal.removeprefix(b",")
        return begun, personal, end

    # The shared part

    @lazy
    def _shared_rest(self) -> bytes:
        room = self._room
        fixed = {"id": room.id, "listed": room.info.listed, "previous": room.info.previous}
        return _rest({**fixed, **self._people, **self._moment})[:-1]

    @lazy
    def _moment(self) -> Json:
        """The fields that change on their own."""
        trouble = self._trouble
        return {
            "trouble": trouble and {"seat": trouble.seat, "reason": trouble.reason},
            "next": self._next,
            "now": milliseconds(self._now),
        }

    @lazy
    def _brief(self) -> Json:
        """The position as text only, and what led to it."""
        table = self._table
        return {
            "version": table.version,
            "state": table.state.brief(),
            "history": table.plies,
            "last": last(table),
        }

    @lazy
    def _fat(self) -> Json:
        """The same with the view of the position."""
        return {**self._brief, "state": self._table.state.view(), "last": last_with_steps(self._table)}

    def _changes(self, base: Snapshot, fat: bool) -> Json:
        """The update of what all share."""
        changes = difference(base._fat, self._fat) if fat else difference(base._brief, self._brief)
        pairs = (base._front, self._front), (base._people, self._people), (base._moment, self._moment)
        for old, new in pairs:
            if old is not new:
                changes |= difference(old, new)
        return changes

    def _update_frame(self, base: Snapshot, fat: bool) -> tuple[bytes, bytes]:
        """An update up to its shared members, and its end."""
        found = self._updates.get((base.revision, fat))
        if found is None:
            begun = b'{"update":' + orjson.dumps(self._changes(base, fat))[:-1]
            found = begun, b'},"from":%d,"revision":%d}' % (base.revision, self.revision)
            self._updates[base.revision, fat] = found
        return found

    # The personal part

    def _personal(self, caller: Caller) -> bytes:
        room = self._room
        membership = room.membership(caller)
        private = membership.owner and not room.info.listed
        return _rest(
            {
                "owner": membership.owner,
                "mine": membership.mine,
                "may": {number: explained(self._permissions(number)) for number in membership.mine},
                "invites": {
                    number: auth.derive_code(caller.secret, "invite", room.id, number)
                    for number in (room.info.invites if membership.owner else ())
                    if self._table.seats[number - 1] is None
                },
                "watch": auth.derive_code(caller.secret, "watch", room.info.series) if private else None,
                "chat": self._chat(membership.reads_players),
            }
        )

    def _personal_update(self, base: Snapshot, caller: Caller) -> bytes:
        membership = self._room.membership(caller)
        if not membership.is_member and base._lines is self._lines:
            return b""
        change: Json = {}
        may: Json = {}
        for number in membership.mine:
            if reasons := reasons_difference(base._permissions(number), self._permissions(number)):
                may[str(number)] = reasons
        if may:
            change["may"] = may
        if base._lines is not self._lines:
            players = membership.reads_players
            if chat := chat_difference(base._chat(players), self._chat(players)):
                change["chat"] = chat
        return b"," + orjson.dumps(change)[1:-1] if change else b""

    def _chat(self, players: bool) -> list[Json]:
        """The chat of the players, or that of the spectators."""
        if players not in self._chats:
            self._chats[players] = [
                {"seat": line.seat, "name": line.name, "text": line.text, "at": milliseconds(line.at)}
                for line in self._lines
                if (line.seat != SPECTATORS) == players
            ]
        return self._chats[players]

    def _permissions(self, number: int) -> Reasons:
        if number not in self._may:
            self._may[number] = permissions(self._table, number, self._now)
        return self._may[number]


class SnapshotRenderer:
    """Takes snapshots of one table, and caches what changes only with its version."""

    def __init__(self, state: RoomState) -> None:
        self._state = state
        self._history = HistoryJson()
        self._front, self._people = FrontJson(), PeopleJson()
        self._rendered: RenderedTable | None = None
        self._taken = 0

    def take(self, now: float) -> Snapshot:
        """The table as it is now."""
        self._taken += 1
        room = self._state
        return Snapshot(room, self._taken, now, self._front.of(room.table), self._people.of(room, now), self._render)

    def summary(self, caller: Caller, now: float, views: bool) -> Json:
        """The table's row in the lobby, with or without the view of its position."""
        room = self._state
        table, mine = room.table, room.seats_of(caller)
        return {
            "id": room.id,
            "game": str(table.game),
            "title": table.game.title,
            "listed": room.info.listed,
            "seats": [{**seat, "mine": seat["seat"] in mine} for seat in seats_json(room, now)],
            "turn": table.state.turn if table.began and not table.over else None,
            "my_turn": table.began and not table.over and table.state.turn in mine,
            "began": table.began,
            "over": table.over,
            "outcome": table.outcome and table.outcome.view(),
            "position": str(table.state),
            **({"view": self._render().state} if views else {}),
            "pace": table.clock and str(table.clock.pace),
            "plies": len(table.plies),
            "next": room.next,
            "opened": room.info.opened,
            "updated": room.updated,
        }

    def _render(self) -> RenderedTable:
        table = self._state.table
        if self._rendered is None or self._rendered.version != table.version:
            state = orjson.Fragment(orjson.dumps(table.state.view()))
            shown = {"version": table.version, **self._front.of(table), "state": state}
            shown |= {"history": self._history.of(table.plies), "last": last_with_steps(table)}
            self._rendered = RenderedTable(table.version, orjson.dumps(shown)[:-1], state)
        return self._rendered


def last(table: Table) -> Json | None:
    """The last event; a `Sat` without what is private, a move or roll with the seconds left on the clock."""
    if not table.events:
        return None
    event = table.events[-1]
    if isinstance(event, Sat):
        shown = {"event": "Sat", "seat": event.seat, "name": event.who.name, "kind": event.who.kind}
    elif isinstance(event, Moved | Rolled):
        shown = to_json(event) | {"left": table.plies[-1].view["left"]}
    elif isinstance(event, Answered):
        question = next(e for e in reversed(table.events[:-1]) if isinstance(e, Asked | OfferedRematch))
        what = question.what if isinstance(question, Asked) else "rematch"
        shown = to_json(event) | {"what": what, "asker": question.seat}
    else:
        shown = to_json(event)
    return shown | {"at": milliseconds(event.at)}


def last_with_steps(table: Table) -> Json | None:
    """The last event, with the views between if it is a move."""
    event = last(table)
    return event and (event | {"steps": steps(table, len(table.plies))} if event["event"] == "Moved" else event)


def steps(table: Table, n: int) -> list[View]:
    """The intermediate positions between ply n - 1 and ply n."""
    if n == 0 or table.plies[n - 1].kind != "move":
        return []
    before = table.plies[n - 2].after if n > 1 else table.setup.first
    return list(before.steps(table.plies[n - 1].token))


def seats_json(room: RoomState, now: float) -> list[Json]:
    return [_seat_json(room, number, suit, now) for number, suit in enumerate(room.seat_suits(), 1)]


def _seat_json(room: RoomState, number: int, suit: str, now: float) -> Json:
    shown = seat_view(room.table, number, now)
    shown["suit"] = suit
    if sitting := room.table.seats[number - 1]:
        shown["present"] = sitting.kind == "computer" or room.presence.is_here(sitting.player)
        shown["away"] = milliseconds(room.seconds_until_claim(number, now))
    else:
        wanted = room.info.open_seats.get(number)
        if wanted and wanted.bot:
            shown["kind"], shown["name"] = "bot", wanted.name
        shown["present"], shown["away"] = False, None
    return shown


NOT_OVER = Message("table.not-over")


@cache
def _no_answer(seat: int) -> Message:
    return Message("table.no-answer", seat=seat)


def permissions(table: Table, number: int, now: float) -> Reasons:
    """For each action of a seat why it is not allowed; None where it is."""
    found = reasons(table, number, now)
    found["answer"] = None if number in table.must_answer else _no_answer(number)
    found["rematch"] = None if table.over else NOT_OVER
    return found


@cache
def reads_positions(game: str) -> bool:
    """True if the game's board reads its squares from the text of a position."""
    return registry.file(game, "web", "position.js") is not None


def _rest(more: Json) -> bytes:
    """Further members of a JSON object, up to its closing brace."""
    return b"," + orjson.dumps(more, option=orjson.OPT_NON_STR_KEYS)[1:]
