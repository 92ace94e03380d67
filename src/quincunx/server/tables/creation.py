"""Creating a table from a request."""

from __future__ import annotations

from random import SystemRandom
from typing import Annotated, Literal

from pydantic import Field

from quincunx import games
from quincunx.engine import levels
from quincunx.games import Game
from quincunx.law import suits
from quincunx.law.messages import Message, text
from quincunx.record import Pace
from quincunx.server import auth
from quincunx.server.auth import Caller
from quincunx.server.errors import ApiError, field_errors
from quincunx.server.tables.commands import Key, Name, Strict, Word
from quincunx.server.tables.summary import summary_row
from quincunx.store import NewTable, OpenSeat, TableInfo
from quincunx.table import Event, Seat, Series, Setup, Table
from quincunx.table.series import MOST_POINTS


class SeatRequest(Strict):
    """Who is to take a seat."""

    kind: Literal["person", "computer", "open", "bot"]
    """`person` is the caller; `open` and `bot` wait for a friend or a program with the invite."""
    name: Name | None = None
    suit: suits.Suit | None = None
    level: Word | None = None
    """For a computer."""


class TableRequest(Strict):
    game: Annotated[str, Field(min_length=1, max_length=200)]
    seats: Annotated[list[SeatRequest], Field(min_length=1, max_length=4)]
    pace: Annotated[str, Field(max_length=20)] | None = None
    listed: bool = False
    start: Annotated[str, Field(max_length=2000)] | None = None
    shuffle: bool = False
    target: Annotated[int, Field(ge=1, le=MOST_POINTS)] | None = None
    """The points that win the series of rematches."""
    key: Key | None = None
    """Idempotency key, unique among the tables that the caller opens."""


def create_table(caller: Caller, table_request: TableRequest, now: float) -> NewTable:
    """The new table; ApiError names the field at fault."""
    with field_errors("game"):
        game = games.game(table_request.game)
    requests = list(table_request.seats)
    if table_request.shuffle:
        SystemRandom().shuffle(requests)
    seats = _seats(caller, game, requests)
    with field_errors("pace"):
        pace = None if table_request.pace is None else Pace.read(table_request.pace)
    with field_errors("start"):
        start = None if table_request.start is None else games.parse(table_request.start)
        series = Series(target=table_request.target or 0)
        setup = Setup(game, seats, auth.new_seed(), auth.new_seed(), pace, start, series)
    open_seats = {
        number: OpenSeat(request.kind == "bot", request.name or "", "" if game.colours else request.suit or "")
        for number, request in enumerate(requests, 1)
        if seats[number - 1] is None
    }
    return build_table(caller, setup, (), now, listed=table_request.listed, open_seats=open_seats)


def build_table(
    caller: Caller,
    setup: Setup,
    events: tuple[Event, ...],
    now: float,
    *,
    listed: bool = False,
    open_seats: dict[int, OpenSeat] | None = None,
) -> NewTable:
    """A table owned by the caller. The match begins immediately if no seat is open."""
    name = auth.new_id()
    table = Table.open(setup, events)
    if not table.began and None not in table.seats:
        table = table.begin(now)
    info = TableInfo(
        name,
        setup,
        caller.player,
        listed,
        auth.digest(auth.derive_code(caller.secret, "watch", name)),
        name,
        now,
        {number: auth.digest(auth.derive_code(caller.secret, "invite", name, number)) for number in open_seats or ()},
        open_seats or {},
    )
    return NewTable(info, table.events, summary_row(table, now))


def _seats(caller: Caller, game: Game, requests: list[SeatRequest]) -> tuple[Seat | None, ...]:
    if len(requests) != game.seats:
        raise ApiError(422, Message("server.seats", game=str(game), seats=game.seats, n=len(requests)), "seats")
    suits_wanted = [request.suit for request in requests if request.suit]
    if len(set(suits_wanted)) < len(suits_wanted):
        raise ApiError(422, "server.same-suit", "seats")
    # Where the pieces have colours of their own, nobody chooses another one.
    dealt = game.colours[: game.seats] or suits.assign([request.suit or "" for request in requests])
    return tuple(
        _seat(caller, game, n, request, suit) for n, (request, suit) in enumerate(zip(requests, dealt, strict=True), 1)
    )


def _seat(caller: Caller, game: Game, number: int, request: SeatRequest, suit: str) -> Seat | None:
    if (request.kind == "computer") != (request.level is not None):
        raise ApiError(422, "server.seat-level", "seats")
    if request.kind == "person":
        return new_seat("person", request.name or text("server.guest"), caller.player, suit)
    if request.kind == "computer":
        return computer_seat(game, number, request.level or "", suit, request.name, field="seats")
    return None


def new_seat(kind: Literal["person", "bot"], name: str, player: str, suit: str) -> Seat:
    """A person or bot in a seat, with normalised spaces in the name."""
    with field_errors("name"):
        return Seat(kind, " ".join(name.split()), player, colour=suit)


def computer_seat(
    game: Game, number: int, level: str, suit: str, name: str | None = None, field: str = "level"
) -> Seat:
    """A computer in a seat. Its player id contains the seat, so that a series can tell two of the same level apart."""
    with field_errors(field):
        levels.level(game, level)
        shown = " ".join((name or text("server.computer")).split())
        return Seat("computer", shown, f"computer {number} {level}", level, suit)
