"""What each deed does at a table. The table itself decides about the match; here is who may do it at all."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from quincunx.server import auth
from quincunx.server.auth import Caller
from quincunx.server.errors import ApiError
from quincunx.server.tables import suits
from quincunx.server.tables.commands import (
    AbandonCommand,
    AnswerCommand,
    AskCommand,
    ChatCommand,
    ClaimCommand,
    Command,
    MoveCommand,
    NonceCommand,
    RematchCommand,
    ResignCommand,
    SitCommand,
    StandInCommand,
    ThrowCommand,
)
from quincunx.server.tables.creation import computer_seat, new_seat
from quincunx.server.tables.summary import summary_row
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


class CommandResult(NamedTuple):
    """What a deed changes: the table, and what lies beside it."""

    table: Table
    line: Line | None = None
    next: New | None = None
    """A rematch to be opened."""
    next_id: str | None = None
    """The rematch that is there already."""


def result(room: Room, caller: Caller, command: Command, now: float) -> CommandResult:
    """The table after the deed, not kept yet; Refusal or TableRefusal where it cannot be done."""
    match command:
        case SitCommand():
            return CommandResult(_sit(room, caller, command, now))
        case StandInCommand():
            return CommandResult(_stand_in(room, caller, command, now))
        case ClaimCommand():
            _refuse_unless_away(room, caller, command.seat, now)
            return CommandResult(room.table.forfeit(command.seat, now))
        case AbandonCommand():
            _refuse_unless_owner(room, caller, "break off the match")
            return CommandResult(room.table.abandon(now))
        case RematchCommand():
            return _rematch(room, caller, now)
    return _handle_for_seat(room, caller, command, now)


def _handle_for_seat(
    room: Room,
    caller: Caller,
    command: MoveCommand | ThrowCommand | NonceCommand | ResignCommand | AskCommand | AnswerCommand | ChatCommand,
    now: float,
) -> CommandResult:
    table, number = room.table, command.seat
    table.seat(number)
    if number not in room.seats_of(caller):
        raise ApiError(403, f"seat {number} is not yours", "seat")
    match command:
        case MoveCommand():
            return CommandResult(table.move(number, command.move, now))
        case ThrowCommand():
            return CommandResult(table.throw(number, now))
        case NonceCommand():
            return CommandResult(table.send_nonce(number, command.nonce, now))
        case ResignCommand():
            return CommandResult(table.resign(number, now))
        case AskCommand():
            if table.version >= MOST_EVENTS:
                raise ApiError(409, "too much was asked and taken back at this table: play on, or open another one")
            return CommandResult(table.ask(number, command.what, now))
        case AnswerCommand():
            return CommandResult(table.answer(number, command.yes, now))
        case ChatCommand():
            return CommandResult(table, line=_chat_line(room, number, command.text, now))


# Sitting down


def can_begin(room: Room, table: Table, now: float) -> bool:
    """Whether the match can begin: all seats are taken, and with clocks nobody is away who would lose time."""
    if table.began or table.over or None in table.seats:
        return False
    return table.clock is None or all(
        room.presence.seen_since(sitting.player, now - room.config.absence)
        for sitting in table.seats
        if sitting and sitting.kind != "computer"
    )


def _begin_if_ready(room: Room, table: Table, now: float) -> Table:
    return table.begin(now) if can_begin(room, table, now) else table


def _sit(room: Room, caller: Caller, command: SitCommand, now: float) -> Table:
    table, number = room.table, command.seat
    invite = room.kept.invites.get(number, "")
    invited = bool(invite) and auth.digests_equal(auth.digest(command.invite), invite)
    if not (invited or room.kept.listed or room.is_owner(caller)):
        raise ApiError(403, f"this is no invite to seat {number}", "invite")
    wish = room.kept.wishes.get(number, Wish())
    if wish.bot and command.kind != "bot":
        raise ApiError(409, f"seat {number} is kept for a bot", "kind")
    name = command.name or wish.name or ("Bot" if command.kind == "bot" else "Guest")
    sat = table.sit(number, new_seat(command.kind, name, caller.player, _suit(room, command)), now)
    room.presence.mark_seen(caller.player, now)
    return _begin_if_ready(room, sat, now)


def _suit(room: Room, command: SitCommand) -> str:
    """The suit that is wished, if nobody in another seat has it; without a wish the one that the seat is shown in."""
    for number, sitting in enumerate(room.table.seats, 1):
        if sitting and number != command.seat and command.suit == sitting.colour:
            raise ApiError(409, f"{sitting.name} plays {command.suit}: choose another suit", "suit")
    return command.suit or suit_of(room, command.seat)


def suit_of(room: Room, number: int) -> str:
    dealt = seat_suits(room)
    return dealt[number - 1] if number <= len(dealt) else ""


def seat_suits(room: Room) -> tuple[str, ...]:
    """The suit of each seat; who sits has chosen, an open seat has what was wished for it unless that was taken."""
    taken = [sitting.colour if sitting else "" for sitting in room.table.seats]
    for number, wish in room.kept.wishes.items():
        if not taken[number - 1] and wish.suit not in taken:
            taken[number - 1] = wish.suit
    return suits.dealt(room.table.game, taken)


def _stand_in(room: Room, caller: Caller, command: StandInCommand, now: float) -> Table:
    table, number = room.table, command.seat
    who = computer_seat(table.game, number, command.level, suit_of(room, number))
    if number > len(table.seats) or table.seats[number - 1] is None:
        _refuse_unless_owner(room, caller, "let a computer take an open seat")
        return _begin_if_ready(room, table.sit(number, who, now), now)
    if room.trouble and room.trouble.seat == number:
        membership = room.membership(caller)
        if not (membership.mine or membership.owner):
            raise ApiError(403, "only who plays at this table can do that")
    else:
        _refuse_unless_away(room, caller, number, now)
    return table.take_over(number, who, now)


# Absence


def seconds_until_claim(room: Room, number: int, now: float) -> float | None:
    """Seconds until a seat may be claimed; None while its player is here, or nobody waits for it."""
    table = room.table
    sitting = table.seats[number - 1]
    if sitting is None or sitting.kind == "computer" or not table.began or table.over or table.state.turn != number:
        return None
    deleted = room.presence.away_since(sitting.player)
    if deleted is None:
        return None
    # What is only said does not make it anybody's turn.
    turned = next(e.at for e in reversed(table.events) if not isinstance(e, Asked | Answered | SentNonce))
    return max(0.0, max(deleted, turned) + room.config.absence - now)


def _refuse_unless_away(room: Room, caller: Caller, number: int, now: float) -> None:
    sitting = room.table.seat(number)
    mine = room.seats_of(caller)
    if not mine:
        raise ApiError(403, "only who plays at this table can do that")
    if number in mine:
        raise ApiError(403, f"seat {number} is your own", "seat")
    if sitting.kind == "computer":
        raise TableRefusal(f"a computer sits in seat {number}: it is never away")
    if room.presence.is_here(sitting.player):
        raise TableRefusal(f"{sitting.name} is here")
    left = seconds_until_claim(room, number, now)
    if left is None:
        raise TableRefusal(f"nobody waits for seat {number}")
    if left > 0:
        raise TableRefusal(f"{sitting.name} has {left:.0f} more seconds to come back")


def _refuse_unless_owner(room: Room, caller: Caller, what: str) -> None:
    if not room.is_owner(caller):
        raise ApiError(403, f"only who opened the table can {what}")


# Again, and talking


def _rematch(room: Room, caller: Caller, now: float) -> CommandResult:
    table = room.table
    if not room.seats_of(caller):
        raise ApiError(403, "only who plays at this table can do that")
    if room.next:
        return CommandResult(table, next_id=room.next)
    setup = table.rematch(auth.new_seed(), auth.new_seed())
    # No seat is open, so there are no invites; who watched the series goes on with the same code.
    kept = replace(room.kept, id=auth.new_id(), setup=setup, opened=now, invites={}, wishes={}, previous=room.id)
    again = _begin_if_ready(room, Table.open(setup), now)
    return CommandResult(table, next=New(kept, again.events, summary_row(again, now)))


def _chat_line(room: Room, number: int, text: str, now: float) -> Line:
    """A line of chat: one line, and nothing in it that does not print."""
    words = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    if not words:
        raise ApiError(422, "there is nothing in it to read", "text")
    n = room.lines[-1].n + 1 if room.lines else 1
    if n > MOST_LINES:
        raise ApiError(409, f"{MOST_LINES} lines were said at this table: no more can be kept")
    return Line(n, number, room.table.seat(number).name, words, now)
