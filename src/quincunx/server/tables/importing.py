"""Importing a record as a table, to look at or to continue."""

from __future__ import annotations

from dataclasses import replace

from quincunx import record as records
from quincunx.engine import levels
from quincunx.games import CHANCE, NOBODY, Game, State
from quincunx.law import messages, suits
from quincunx.law.messages import Message
from quincunx.record import LONGEST_NAME, Dice, Player, Record
from quincunx.server import auth
from quincunx.server.auth import Caller
from quincunx.server.errors import ApiError, field_errors
from quincunx.server.tables.commands import is_visible
from quincunx.server.tables.creation import build_table, computer_seat, new_seat
from quincunx.store import NewTable
from quincunx.table import Clock, Event, Seat, Setup
from quincunx.table.dice import some_faces
from quincunx.table.events import (
    Abandoned,
    AgreedDraw,
    Began,
    Flagged,
    Forfeited,
    Moved,
    Resigned,
    Rolled,
    SentNonce,
)

LEFT: dict[str, type[Resigned | Flagged | Forfeited]] = {"resigned": Resigned, "time": Flagged, "absent": Forfeited}


def import_record(caller: Caller, text: str, now: float) -> NewTable:
    """A table owned by the caller with the match of a record, as if its last move had just been made."""
    with field_errors(None):
        found = records.read(text)
    record = only_record(found)
    setup = _setup(caller, record)
    with field_errors(None):
        took = _events(record, 0.0)[-1].at
        return build_table(caller, setup, _events(record, now - took), now)


def only_record(found: list[Record], field: str | None = None) -> Record:
    """The one record of a text; ApiError if there is none, or more."""
    if not found:
        raise ApiError(422, "server.no-record", field)
    if len(found) > 1:
        raise ApiError(422, Message("server.one-record", n=len(found)), field)
    return found[0]


def _setup(caller: Caller, record: Record) -> Setup:
    dealt = suits.defaults(record.game)
    seats = tuple(
        _seat(caller, record.game, n, player, suit)
        for n, (player, suit) in enumerate(zip(record.players, dealt, strict=True), 1)
    )
    drawn = record.seed is None and record.game.start_is_drawn
    dice = _known_dice(record)
    rolls = sum(isinstance(event, Rolled) for event in _events(record, 0.0))
    with field_errors(None):
        return Setup(
            record.game,
            seats,
            auth.new_seed() if record.seed is None else record.seed,
            dice.seed if dice and dice.seed else auth.new_seed(),
            record.clock,
            record.first if drawn else record.start,
            brought=dice.after if dice else rolls,
        )


def _known_dice(record: Record) -> Dice | None:
    """The dice of a finished match with a known seed. A match that continues gets a new, secret seed."""
    return record.dice if record.dice and record.dice.seed is not None and record.why else None


def _seat(caller: Caller, game: Game, number: int, player: Player, suit: str) -> Seat:
    """Known computer levels keep their seats; all other seats go to the caller."""
    kind, _, level = player.kind.partition(" ")
    name = " ".join("".join(letter if letter.isprintable() else " " for letter in player.name).split())
    name = name[:LONGEST_NAME].strip()
    if not is_visible(name):
        name = messages.text("law.seat", number=number)
    if kind == "computer" and level in levels.available(game):
        return computer_seat(game, number, level, suit, name)
    return new_seat("person", name, caller.player, suit)


def _events(record: Record, at: float) -> tuple[Event, ...]:
    """The events of the record, starting at a time; the record's clocks determine their spacing."""
    dice = _known_dice(record)
    nonces = dice.nonces if dice else ()  # other nonces belong to another seed
    events: list[Event] = [SentNonce(at, number, nonce) for number, nonce in enumerate(nonces, 1) if nonce]
    # A record does not say whether first moves were timed. Timed ones reproduce the clocks of both kinds.
    events.append(Began(at, first_moves_timed=True))
    clock = record.clock and replace(Clock.new(record.clock, record.game.seats), running=record.first.turn, since=at)
    for before, (entry, after) in zip((record.first, *record.states), record.replay(), strict=False):
        left = entry.departure
        number = left.seat if left else before.turn
        if clock and entry.clock is not None:
            # Records truncate to tenths: the middle of a tenth is written as the same tenth again.
            at = clock.since + max(0.0, clock.left[number - 1] - (entry.clock + 0.5) / 10)
        if clock:
            turn = None if after.turn == NOBODY else after.turn
            clock = clock.turned(turn, at, completed=turn != before.turn and not left)
        events.append(LEFT[left.why](at, number) if left else _event(before, entry.token, number, at))
    return (*events, *_end(record, at))


def _event(before: State, token: str, number: int, at: float) -> Event:
    if before.actor != CHANCE:
        return Moved(at, number, token)
    return Rolled(at, number, token, some_faces(token, before.chances()))


def _end(record: Record, at: float) -> tuple[Event, ...]:
    """How the match ended, where it did not end by the rules."""
    loser = 1 + record.result.startswith("1")
    if record.last.outcome:
        return ()
    if record.why in LEFT:
        return (LEFT[record.why](at, loser),)
    return {"agreed": (AgreedDraw(at),), "abandoned": (Abandoned(at),)}.get(record.why, ())
