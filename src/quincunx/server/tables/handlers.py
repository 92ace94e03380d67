"""What each deed does at a table. The table itself decides about the match; here is who may do it at all."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from quincunx.server import auth
from quincunx.server.auth import Caller
from quincunx.server.errors import Refusal
from quincunx.server.tables import suits
from quincunx.server.tables.commands import (
    Abandon,
    Ask,
    Chat,
    Claim,
    Deed,
    Move,
    Nonce,
    Rematch,
    Reply,
    Resign,
    Sit,
    StandIn,
    Throw,
)
from quincunx.server.tables.creation import computer, seat
from quincunx.server.tables.summary import standing
from quincunx.store import Line, New, Wish
from quincunx.table import Table, TableRefusal
from quincunx.table.events import Answered, Asked, SentNonce

if TYPE_CHECKING:
    from quincunx.server.tables.room import Room


MOST_EVENTS = 5_000
"""What may happen at a table before nothing more can be asked there. Every match ends long before; to ask never does,
and whoever reads the table has to go through all of it."""

MOST_LINES = 10_000
"""What may be said at a table: the keys of all lines are kept."""


class Step(NamedTuple):
    """What a deed changes: the table, and what lies beside it."""

    table: Table
    line: Line | None = None
    next: New | None = None
    """A rematch to be opened."""
    next_id: str | None = None
    """The rematch that is there already."""


def step(room: Room, caller: Caller, deed: Deed, now: float) -> Step:
    """The table after the deed, not kept yet; Refusal or TableRefusal where it cannot be done."""
    match deed:
        case Sit():
            return Step(_sit(room, caller, deed, now))
        case StandIn():
            return Step(_stand_in(room, caller, deed, now))
        case Claim():
            _refuse_unless_away(room, caller, deed.seat, now)
            return Step(room.table.forfeit(deed.seat, now))
        case Abandon():
            _refuse_unless_owner(room, caller, "break off the match")
            return Step(room.table.abandon(now))
        case Rematch():
            return _rematch(room, caller, now)
    return _step_of_seat(room, caller, deed, now)


def _step_of_seat(
    room: Room, caller: Caller, deed: Move | Throw | Nonce | Resign | Ask | Reply | Chat, now: float
) -> Step:
    table, number = room.table, deed.seat
    table.seat(number)
    if number not in room.mine(caller):
        raise Refusal(403, f"seat {number} is not yours", "seat")
    match deed:
        case Move():
            return Step(table.move(number, deed.move, now))
        case Throw():
            return Step(table.throw(number, now))
        case Nonce():
            return Step(table.send_nonce(number, deed.nonce, now))
        case Resign():
            return Step(table.resign(number, now))
        case Ask():
            if table.version >= MOST_EVENTS:
                raise Refusal(409, "too much was asked and taken back at this table: play on, or open another one")
            return Step(table.ask(number, deed.what, now))
        case Reply():
            return Step(table.answer(number, deed.yes, now))
        case Chat():
            return Step(table, line=_line(room, number, deed.text, now))


# Sitting down


def ready(room: Room, table: Table, now: float) -> bool:
    """Whether the match can begin: all seats are taken, and with clocks nobody is away who would lose time."""
    if table.began or table.over or None in table.seats:
        return False
    return table.clock is None or all(
        room.presence.seen_since(sitting.player, now - room.customs.absence)
        for sitting in table.seats
        if sitting and sitting.kind != "computer"
    )


def _begun(room: Room, table: Table, now: float) -> Table:
    return table.begin(now) if ready(room, table, now) else table


def _sit(room: Room, caller: Caller, deed: Sit, now: float) -> Table:
    table, number = room.table, deed.seat
    invite = room.kept.invites.get(number, "")
    invited = bool(invite) and auth.same(auth.digest(deed.invite), invite)
    if not (invited or room.kept.listed or room.owned_by(caller)):
        raise Refusal(403, f"this is no invite to seat {number}", "invite")
    wish = room.kept.wishes.get(number, Wish())
    if wish.bot and deed.kind != "bot":
        raise Refusal(409, f"seat {number} is kept for a bot", "kind")
    name = deed.name or wish.name or ("Bot" if deed.kind == "bot" else "Guest")
    sat = table.sit(number, seat(deed.kind, name, caller.player, _suit(room, deed)), now)
    room.presence.see(caller.player, now)
    return _begun(room, sat, now)


def _suit(room: Room, deed: Sit) -> str:
    """The suit that is wished, if nobody in another seat has it; without a wish the one that the seat is shown in."""
    for number, sitting in enumerate(room.table.seats, 1):
        if sitting and number != deed.seat and deed.suit == sitting.colour:
            raise Refusal(409, f"{sitting.name} plays {deed.suit}: choose another suit", "suit")
    return deed.suit or seat_suit(room, deed.seat)


def seat_suit(room: Room, number: int) -> str:
    dealt = all_suits(room)
    return dealt[number - 1] if number <= len(dealt) else ""


def all_suits(room: Room) -> tuple[str, ...]:
    """The suit of each seat; who sits has chosen, an open seat has what was wished for it unless that was taken."""
    taken = [sitting.colour if sitting else "" for sitting in room.table.seats]
    for number, wish in room.kept.wishes.items():
        if not taken[number - 1] and wish.suit not in taken:
            taken[number - 1] = wish.suit
    return suits.dealt(room.table.game, taken)


def _stand_in(room: Room, caller: Caller, deed: StandIn, now: float) -> Table:
    table, number = room.table, deed.seat
    who = computer(table.game, number, deed.level, seat_suit(room, number))
    if number > len(table.seats) or table.seats[number - 1] is None:
        _refuse_unless_owner(room, caller, "let a computer take an open seat")
        return _begun(room, table.sit(number, who, now), now)
    if room.trouble and room.trouble.seat == number:
        guest = room.guest(caller)
        if not (guest.mine or guest.owner):
            raise Refusal(403, "only who plays at this table can do that")
    else:
        _refuse_unless_away(room, caller, number, now)
    return table.take_over(number, who, now)


# Absence


def away(room: Room, number: int, now: float) -> float | None:
    """Seconds until a seat may be claimed; None while its player is here, or nobody waits for it."""
    table = room.table
    sitting = table.seats[number - 1]
    if sitting is None or sitting.kind == "computer" or not table.began or table.over or table.state.turn != number:
        return None
    gone = room.presence.away_since(sitting.player)
    if gone is None:
        return None
    # What is only said does not make it anybody's turn.
    turned = next(e.at for e in reversed(table.events) if not isinstance(e, Asked | Answered | SentNonce))
    return max(0.0, max(gone, turned) + room.customs.absence - now)


def _refuse_unless_away(room: Room, caller: Caller, number: int, now: float) -> None:
    sitting = room.table.seat(number)
    mine = room.mine(caller)
    if not mine:
        raise Refusal(403, "only who plays at this table can do that")
    if number in mine:
        raise Refusal(403, f"seat {number} is your own", "seat")
    if sitting.kind == "computer":
        raise TableRefusal(f"a computer sits in seat {number}: it is never away")
    if room.presence.here(sitting.player):
        raise TableRefusal(f"{sitting.name} is here")
    left = away(room, number, now)
    if left is None:
        raise TableRefusal(f"nobody waits for seat {number}")
    if left > 0:
        raise TableRefusal(f"{sitting.name} has {left:.0f} more seconds to come back")


def _refuse_unless_owner(room: Room, caller: Caller, what: str) -> None:
    if not room.owned_by(caller):
        raise Refusal(403, f"only who opened the table can {what}")


# Again, and talking


def _rematch(room: Room, caller: Caller, now: float) -> Step:
    table = room.table
    if not room.mine(caller):
        raise Refusal(403, "only who plays at this table can do that")
    if room.next:
        return Step(table, next_id=room.next)
    setup = table.rematch(auth.new_seed(), auth.new_seed())
    # No seat is open, so there are no invites; who watched the series goes on with the same code.
    kept = replace(room.kept, id=auth.new_id(), setup=setup, opened=now, invites={}, wishes={}, previous=room.id)
    again = _begun(room, Table.open(setup), now)
    return Step(table, next=New(kept, again.events, standing(again, now)))


def _line(room: Room, number: int, text: str, now: float) -> Line:
    """A line of chat: one line, and nothing in it that does not print."""
    words = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    if not words:
        raise Refusal(422, "there is nothing in it to read", "text")
    n = room.lines[-1].n + 1 if room.lines else 1
    if n > MOST_LINES:
        raise Refusal(409, f"{MOST_LINES} lines were said at this table: no more can be kept")
    return Line(n, number, room.table.seat(number).name, words, now)
