"""A table as JSON: what everybody may see, drawn once for all, and what only one may see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import orjson

from quincunx.games import View
from quincunx.server import auth
from quincunx.server.auth import Caller
from quincunx.server.tables import handlers
from quincunx.table import Table
from quincunx.table.events import Moved, Sat, to_json
from quincunx.table.fold import Ply
from quincunx.table.view import front, may, seat_view

if TYPE_CHECKING:
    from quincunx.server.tables.room import Room

Json: TypeAlias = dict[str, Any]


class HistoryJson:
    """The plies of a table as JSON. Each is written once: all of them are shown again with every later change."""

    def __init__(self) -> None:
        self._plies: tuple[Ply, ...] = ()
        self._text = b"["

    def of(self, plies: tuple[Ply, ...]) -> orjson.Fragment:
        """What was shown before is mostly the beginning of it; all is written anew where something was taken back."""
        known = len(self._plies)
        if known and (len(plies) < known or plies[known - 1] is not self._plies[-1]):
            known, self._text = 0, b"["
        for ply in plies[known:]:
            self._text += orjson.dumps(ply.view) + b","
        self._plies = plies
        return orjson.Fragment(self._text[:-1] + b"]" if plies else b"[]")


class RenderedTable(NamedTuple):
    """What changes only with the version, as text already."""

    first: bytes
    """The beginning of an object."""
    state: orjson.Fragment


def rendered(table: Table, history: HistoryJson) -> RenderedTable:
    shown = front(table)
    game = shown["state"]["game"]
    shown["state"] = state = orjson.Fragment(orjson.dumps(shown["state"]))
    shown |= {"game": game, "history": history.of(table.plies), "last": last(table)}
    return RenderedTable(orjson.dumps(shown)[:-1], state)


def last(table: Table) -> Json | None:
    """The last event, with the pictures on the way; who sat down without what only the house knows of them."""
    if not table.events:
        return None
    event = table.events[-1]
    if isinstance(event, Sat):
        return {"event": "Sat", "at": event.at, "seat": event.seat, "name": event.who.name, "kind": event.who.kind}
    return {**to_json(event), "steps": steps(table, len(table.plies)) if isinstance(event, Moved) else []}


def steps(table: Table, n: int) -> list[View]:
    """The pictures between the position after n - 1 plies and that after n."""
    if n == 0 or table.plies[n - 1].kind != "move":
        return []
    before = table.plies[n - 2].after if n > 1 else table.setup.first
    return list(before.steps(table.plies[n - 1].token))


def public(room: Room, now: float) -> bytes:
    """What everybody who may see the table sees: the beginning of an object."""
    return (
        room.rendered().first
        + _rest(
            {
                "id": room.id,
                "listed": room.kept.listed,
                "seats": seats(room, now),
                "trouble": room.trouble and {"seat": room.trouble.seat, "reason": room.trouble.reason},
                "next": room.next,
                "previous": room.kept.previous,
                "now": now,
            }
        )[:-1]
    )


def seats(room: Room, now: float) -> list[Json]:
    return [seat(room, number, suit, now) for number, suit in enumerate(handlers.seat_suits(room), 1)]


def seat(room: Room, number: int, suit: str, now: float) -> Json:
    shown = seat_view(room.table, number, now)
    shown["suit"] = suit
    if sitting := room.table.seats[number - 1]:
        shown["present"] = sitting.kind == "computer" or room.presence.is_here(sitting.player)
        shown["away"] = handlers.seconds_until_claim(room, number, now)
    else:
        wish = room.kept.wishes.get(number)
        shown["kind"], shown["name"] = ("bot", wish.name) if wish and wish.bot else ("open", "")
        shown |= {"level": "", "present": False, "away": None}
    return shown


def personal(room: Room, caller: Caller, now: float) -> bytes:
    """What only the caller sees of it: the rest of that object."""
    table, membership = room.table, room.membership(caller)
    private = membership.owner and not room.kept.listed
    return _rest(
        {
            "owner": membership.owner,
            "mine": membership.mine,
            "may": {number: permissions(room, number, now) for number in membership.mine},
            "invites": {
                number: auth.derive_code(caller.secret, "invite", room.id, number)
                for number in (room.kept.invites if membership.owner else ())
                if table.seats[number - 1] is None
            },
            "watch": auth.derive_code(caller.secret, "watch", room.kept.series) if private else None,
            "chat": [
                {"seat": line.seat, "name": line.name, "text": line.text, "at": line.at}
                for line in (room.lines if membership.is_member else ())
            ],
        }
    )


def permissions(room: Room, number: int, now: float) -> dict[str, str]:
    """For each verb of a seat the reason why not, or nothing."""
    table = room.table
    return {
        **may(table, number, now),
        "answer": "" if number in table.must_answer else "nothing was asked that this seat has to answer",
        "rematch": "" if table.over else "the match is not over yet",
    }


def _rest(more: Json) -> bytes:
    """More of an object whose beginning is there, up to its end."""
    return b"," + orjson.dumps(more, option=orjson.OPT_NON_STR_KEYS)[1:]


def summary(room: Room, caller: Caller, now: float) -> Json:
    """A line of the lobby."""
    table, mine = room.table, room.seats_of(caller)
    return {
        "id": room.id,
        "game": str(table.game),
        "title": table.game.title,
        "listed": room.kept.listed,
        "seats": [{**seat, "mine": seat["seat"] in mine} for seat in seats(room, now)],
        "turn": table.state.turn if table.began and not table.over else None,
        "my_turn": table.began and not table.over and table.state.turn in mine,
        "began": table.began,
        "over": table.over,
        "outcome": table.outcome and table.outcome.view(),
        "view": room.rendered().state,
        "plies": len(table.plies),
        "next": room.next,
        "opened": room.kept.opened,
        "updated": room.updated,
    }
