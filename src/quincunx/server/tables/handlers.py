"""Command handlers: who may do what at a table. Whether it is legal in the match is for the table to decide."""

from __future__ import annotations

import math
from dataclasses import replace

from quincunx.law.messages import Message, text
from quincunx.server import auth
from quincunx.server.auth import Caller
from quincunx.server.errors import ApiError
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
    RenameCommand,
    ResignCommand,
    RollCommand,
    SitCommand,
    StandInCommand,
    is_visible,
)
from quincunx.server.tables.creation import computer_seat, new_seat
from quincunx.server.tables.room_state import CommandResult, RoomState
from quincunx.server.tables.summary import summary_row
from quincunx.store import SPECTATORS, ChatLine, NewTable, OpenSeat
from quincunx.table import Table, TableRefusal
from quincunx.table.events import (
    Abandoned,
    AgreedDraw,
    AgreedRematch,
    Flagged,
    Forfeited,
    Moved,
    Redid,
    Resigned,
    Rolled,
    TookBack,
)

MAX_EVENTS = 5_000
"""Events after which no more requests are accepted at a table. Every match ends long before that, but requests for a
draw or an undo have no natural end, and every reader of the table replays them all."""

MAX_LINES = 10_000
"""Lines of chat per table; the keys of all of them are kept."""

MAX_SPECTATOR_LINES = 5_000
"""Lines of chat after which only the players may write more."""


EARLY_CLAIM = 0.5
"""Seconds before the time at which a claim is accepted: a page counts them with its own clock, while the server's
follows the time of day and may fall a little behind."""

NEVER_STALE = (ChatCommand, NonceCommand, RenameCommand, SitCommand, RematchCommand)
"""Commands that mean the same in any position."""

POSITION_EVENTS = (Moved, Rolled, TookBack, Redid, Resigned, Flagged, Forfeited, AgreedDraw, Abandoned)
"""Events that change the position, or end the match in it."""


def handle(room: RoomState, caller: Caller, command: Command, now: float) -> CommandResult:
    """The result of a command, not stored yet; ApiError or TableRefusal where it is not allowed."""
    _refuse_if_stale(room.table, command)
    match command:
        case MoveCommand() | RollCommand():  # first: by far the most frequent commands
            return _handle_for_seat(room, caller, command, now)
        case SitCommand():
            return CommandResult(_sit(room, caller, command, now))
        case StandInCommand():
            return CommandResult(_stand_in(room, caller, command, now))
        case ClaimCommand():
            _refuse_unless_away(room, caller, command.seat, now)
            return CommandResult(room.table.forfeit(command.seat, now))
        case AbandonCommand():
            refuse_unless_owner(room, caller)
            refuse_ending_alone(room, caller, now)
            return CommandResult(room.table.abandon(now))
        case RematchCommand():
            return _rematch(room, caller, command, now)
        case ChatCommand(seat=None):
            return CommandResult(room.table, line=_spectator_line(room, caller, command, now))
    return _handle_for_seat(room, caller, command, now)


def _handle_for_seat(
    room: RoomState,
    caller: Caller,
    command: MoveCommand
    | RollCommand
    | NonceCommand
    | ResignCommand
    | AskCommand
    | AnswerCommand
    | RenameCommand
    | ChatCommand,
    now: float,
) -> CommandResult:
    table, number = room.table, command.seat or 0
    table.seat(number)
    if number not in room.seats_of(caller):
        raise ApiError(403, Message("server.not-your-seat", seat=number), "seat")
    match command:
        case MoveCommand():
            return CommandResult(table.move(number, command.move, now))
        case RollCommand():
            return CommandResult(table.roll(number, now))
        case NonceCommand():
            return CommandResult(table.send_nonce(number, command.nonce, now))
        case ResignCommand():
            return CommandResult(table.resign(number, now))
        case AskCommand():
            _refuse_if_long(table)
            return CommandResult(table.ask(number, command.what, now))
        case AnswerCommand():
            if table.question is None or table.question.asked != command.question:
                raise ApiError(409, "server.question-closed", "question")
            return _with_rematch(room, table.answer(number, command.yes, now), now)
        case RenameCommand():
            _refuse_if_long(table)
            return CommandResult(table.rename(number, " ".join(command.name.split()), now))
        case ChatCommand():
            return CommandResult(table, line=_chat_line(room, number, table.seat(number).name, command.text, now))


def _refuse_if_long(table: Table) -> None:
    if table.version >= MAX_EVENTS:
        raise ApiError(409, "server.too-many-events")


def _refuse_if_stale(table: Table, command: Command) -> None:
    """Refuses a command for a position that is no longer on the board."""
    seen = command.version
    if seen is None:
        return
    if seen > table.version:
        raise ApiError(422, Message("server.unknown-version", seen=seen, version=table.version), "version")
    if not isinstance(command, NEVER_STALE) and any(
        isinstance(event, POSITION_EVENTS) for event in table.events[seen:]
    ):
        raise ApiError(409, Message("server.stale", seen=seen, version=table.version), "version")


# Sitting down


def _begin_if_ready(room: RoomState, table: Table, now: float) -> Table:
    return table.begin(now) if room.can_begin(table, now) else table


def _sit(room: RoomState, caller: Caller, command: SitCommand, now: float) -> Table:
    table, number = room.table, command.seat
    invite = room.info.invites.get(number, "")
    invited = bool(invite) and auth.digests_equal(auth.digest(command.invite), invite)
    if not (invited or room.info.listed or room.is_owner(caller)):
        raise ApiError(403, Message("server.invite", seat=number), "invite")
    wanted = room.info.open_seats.get(number, OpenSeat())
    if wanted.bot and command.kind != "bot":
        raise ApiError(409, Message("server.bot-seat", seat=number), "kind")
    name = command.name or wanted.name or text("server.bot" if command.kind == "bot" else "server.guest")
    sat = table.sit(number, new_seat(command.kind, name, caller.player, _suit(room, command)), now)
    room.presence.mark_seen(caller.player, now)
    return _begin_if_ready(room, sat, now)


def _suit(room: RoomState, command: SitCommand) -> str:
    """The requested suit, if no other seat has it; without a request, and where the pieces have colours of their own,
    the one that the open seat is shown in."""
    if room.table.game.colours:
        return room.suit_of(command.seat)
    for number, sitting in enumerate(room.table.seats, 1):
        if sitting and number != command.seat and command.suit == sitting.colour:
            raise ApiError(409, Message("server.suit-taken", name=sitting.name, suit=command.suit), "suit")
    return command.suit or room.suit_of(command.seat)


def _stand_in(room: RoomState, caller: Caller, command: StandInCommand, now: float) -> Table:
    table, number = room.table, command.seat
    who = computer_seat(table.game, number, command.level, room.suit_of(number))
    if number > len(table.seats) or table.seats[number - 1] is None:
        refuse_unless_owner(room, caller)
        return _begin_if_ready(room, table.sit(number, who, now), now)
    sitting = table.seat(number)
    if room.trouble and room.trouble.seat == number:
        membership = room.membership(caller)
        if not (membership.mine or membership.owner):
            raise ApiError(403, "server.players-only")
    elif sitting.kind == "computer" and room.seats_of(caller) and not table.between_people:
        # Another level for the computer: its points in the series stay its own.
        who = replace(who, name=sitting.name, player=sitting.player)
    else:
        _refuse_unless_away(room, caller, number, now)
    return table.take_over(number, who, now)


# Absence


def _refuse_unless_away(room: RoomState, caller: Caller, number: int, now: float) -> None:
    sitting = room.table.seat(number)
    mine = room.seats_of(caller)
    if not mine:
        raise ApiError(403, "server.players-only")
    if number in mine:
        raise ApiError(403, Message("server.own-seat", seat=number), "seat")
    if sitting.kind == "computer":
        raise TableRefusal("server.never-away", seat=number)
    if room.presence.is_here(sitting.player):
        raise TableRefusal("server.present", name=sitting.name)
    left = room.seconds_until_claim(number, now)
    if left is None:
        raise TableRefusal("server.not-waiting", seat=number)
    if left > EARLY_CLAIM:
        raise TableRefusal("server.claim-later", name=sitting.name, n=math.ceil(left))


# Owner's commands


def refuse_unless_owner(room: RoomState, caller: Caller) -> None:
    if not room.is_owner(caller):
        raise ApiError(403, "server.owner-only")


def refuse_ending_alone(room: RoomState, caller: Caller, now: float) -> None:
    """Nobody ends or deletes a running match between people alone."""
    if others := room.opponents(caller, now):
        raise ApiError(409, Message("server.others-playing", seat=others[0]))


# Rematch and chat


def _rematch(room: RoomState, caller: Caller, command: RematchCommand, now: float) -> CommandResult:
    """Offers a rematch or accepts it; the one that has been opened is the answer to both."""
    mine = room.seats_of(caller)
    if not mine:
        raise ApiError(403, "server.players-only")
    if room.next:
        return CommandResult(room.table, next_id=room.next)
    _refuse_if_long(room.table)
    number = next((number for number in mine if number in room.table.must_answer), mine[0])
    return _with_rematch(room, room.table.offer_rematch(number, command.first, now), now)


def _with_rematch(room: RoomState, table: Table, now: float) -> CommandResult:
    """Opens the rematch if the last event is that all agreed on it."""
    agreed = table.events[-1]
    if not isinstance(agreed, AgreedRematch):
        return CommandResult(table)
    setup = table.rematch(auth.new_seed(), auth.new_seed(), agreed.first)
    # No seat is open, so there are no invites; the watch code of the series stays valid.
    info = replace(room.info, id=auth.new_id(), setup=setup, opened=now, invites={}, open_seats={}, previous=room.id)
    again = _begin_if_ready(room, Table.open(setup), now)
    return CommandResult(table, next=NewTable(info, again.events, summary_row(again, now)))


def _spectator_line(room: RoomState, caller: Caller, command: ChatCommand, now: float) -> ChatLine:
    if room.membership(caller).reads_players:
        raise ApiError(403, "server.chat-seat", "seat")
    if room.lines and room.lines[-1].n >= MAX_SPECTATOR_LINES:
        raise ApiError(409, Message("server.chat-full", lines=MAX_SPECTATOR_LINES))
    name = _one_line(command.name or "")
    name = name if is_visible(name) else text("server.guest")
    return _chat_line(room, SPECTATORS, name, command.text, now)


def _chat_line(room: RoomState, number: int, name: str, said: str, now: float) -> ChatLine:
    words = _one_line(said)
    if not is_visible(words):
        raise ApiError(422, "server.chat-empty", "text")
    n = room.lines[-1].n + 1 if room.lines else 1
    if n > MAX_LINES:
        raise ApiError(409, Message("server.chat-full", lines=MAX_LINES))
    return ChatLine(n, number, name, words, now)


def _one_line(said: str) -> str:
    """A text on one line, without unprintable characters: they could change how the text around it is shown."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in said).split())
