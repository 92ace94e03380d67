"""JSON snapshots of a table: the shared part is rendered once, the personal part per viewer."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import orjson

from quincunx.games import View
from quincunx.law import Message
from quincunx.server import auth
from quincunx.server.auth import Caller
from quincunx.server.tables.room_state import RoomState
from quincunx.table import Table
from quincunx.table.events import Moved, Sat, to_json
from quincunx.table.fold import Ply
from quincunx.table.view import explained, front, may, seat_view

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


class RenderedTable(NamedTuple):
    """The part of a snapshot that changes only with the table's version."""

    version: int
    head: bytes
    """The beginning of a JSON object, without its closing brace."""
    state: orjson.Fragment


class SnapshotRenderer:
    """Renders one table and caches what all viewers share."""

    def __init__(self, state: RoomState) -> None:
        self._state = state
        self._history = HistoryJson()
        self._rendered: RenderedTable | None = None

    def shared(self, now: float) -> bytes:
        """What everybody who may see the table sees: the beginning of a JSON object."""
        room = self._state
        return (
            self._render().head
            + _rest(
                {
                    "id": room.id,
                    "listed": room.info.listed,
                    "seats": seats_json(room, now),
                    "trouble": room.trouble and {"seat": room.trouble.seat, "reason": room.trouble.reason},
                    "next": room.next,
                    "previous": room.info.previous,
                    "now": now,
                }
            )[:-1]
        )

    def personal(self, caller: Caller, now: float) -> bytes:
        """What only the caller sees: the rest of that object."""
        room = self._state
        membership = room.membership(caller)
        private = membership.owner and not room.info.listed
        return _rest(
            {
                "owner": membership.owner,
                "mine": membership.mine,
                "may": {number: permissions(room.table, number, now) for number in membership.mine},
                "invites": {
                    number: auth.derive_code(caller.secret, "invite", room.id, number)
                    for number in (room.info.invites if membership.owner else ())
                    if room.table.seats[number - 1] is None
                },
                "watch": auth.derive_code(caller.secret, "watch", room.info.series) if private else None,
                "chat": [
                    {"seat": line.seat, "name": line.name, "text": line.text, "at": line.at}
                    for line in (room.lines if membership.is_member else ())
                ],
            }
        )

    def summary(self, caller: Caller, now: float) -> Json:
        """The table's row in the lobby."""
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
            "view": self._render().state,
            "plies": len(table.plies),
            "next": room.next,
            "opened": room.info.opened,
            "updated": room.updated,
        }

    def _render(self) -> RenderedTable:
        table = self._state.table
        if self._rendered is None or self._rendered.version != table.version:
            shown = front(table)
            game = shown["state"]["game"]
            shown["state"] = state = orjson.Fragment(orjson.dumps(shown["state"]))
            shown |= {"game": game, "history": self._history.of(table.plies), "last": last(table)}
            self._rendered = RenderedTable(table.version, orjson.dumps(shown)[:-1], state)
        return self._rendered


def last(table: Table) -> Json | None:
    """The last event, with the intermediate positions of a move; a `Sat` without what is private."""
    if not table.events:
        return None
    event = table.events[-1]
    if isinstance(event, Sat):
        return {"event": "Sat", "at": event.at, "seat": event.seat, "name": event.who.name, "kind": event.who.kind}
    if isinstance(event, Moved):
        return {**to_json(event), "steps": steps(table, len(table.plies))}
    return to_json(event)


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
        shown["away"] = room.seconds_until_claim(number, now)
    else:
        wanted = room.info.open_seats.get(number)
        if wanted and wanted.bot:
            shown["kind"], shown["name"] = "bot", wanted.name
        shown["present"], shown["away"] = False, None
    return shown


def permissions(table: Table, number: int, now: float) -> dict[str, Json | None]:
    """For each action of a seat why it is not allowed; None where it is."""
    return {
        **may(table, number, now),
        "answer": None if number in table.must_answer else explained(Message("table.no-answer", seat=number)),
        "rematch": None if table.over else explained(Message("table.not-over")),
    }


def _rest(more: Json) -> bytes:
    """Further members of a JSON object, up to its closing brace."""
    return b"," + orjson.dumps(more, option=orjson.OPT_NON_STR_KEYS)[1:]
