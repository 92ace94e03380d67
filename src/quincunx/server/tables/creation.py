"""Opening a table: what a form sends, and the table that comes of it."""

from __future__ import annotations

from random import SystemRandom
from typing import Annotated, Literal

from pydantic import Field

from quincunx import games
from quincunx.engine import levels
from quincunx.games import Game
from quincunx.record import Pace
from quincunx.server import auth
from quincunx.server.auth import Caller
from quincunx.server.errors import Refusal, blaming
from quincunx.server.tables import suits
from quincunx.server.tables.commands import Name, Strict, Suit, Word
from quincunx.server.tables.summary import standing
from quincunx.store import Kept, New, Wish
from quincunx.table import Event, Seat, Setup, Table


class SeatWish(Strict):
    """Who is to sit in a seat."""

    kind: Literal["person", "computer", "open", "bot"]
    """`person` is the caller, `open` a friend with the invite, `bot` a program with the invite."""
    name: Name | None = None
    suit: Suit | None = None
    level: Word | None = None
    """Of a computer."""


class Opening(Strict):
    game: Annotated[str, Field(min_length=1, max_length=200)]
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=4)]
    pace: Annotated[str, Field(max_length=20)] | None = None
    listed: bool = False
    start: Annotated[str, Field(max_length=2000)] | None = None
    shuffle: bool = False


def opened(caller: Caller, opening: Opening, now: float) -> New:
    """The new table; Refusal names the field that is to blame."""
    with blaming("game"):
        game = games.game(opening.game)
    wishes = list(opening.seats)
    if opening.shuffle:
        SystemRandom().shuffle(wishes)
    seats = _seats(caller, game, wishes)
    with blaming("pace"):
        pace = None if opening.pace is None else Pace.read(opening.pace)
    with blaming("start"):
        start = None if opening.start is None else games.parse(opening.start)
        setup = Setup(game, seats, auth.new_seed(), auth.new_seed(), pace, start)
    waiting = {
        number: Wish(wish.kind == "bot", wish.name or "", wish.suit or "")
        for number, wish in enumerate(wishes, 1)
        if seats[number - 1] is None
    }
    return new_table(caller, setup, (), now, listed=opening.listed, wishes=waiting)


def new_table(
    caller: Caller,
    setup: Setup,
    events: tuple[Event, ...],
    now: float,
    *,
    listed: bool = False,
    wishes: dict[int, Wish] | None = None,
) -> New:
    """A table of the caller's. It begins at once if nobody is waited for."""
    name = auth.new_id()
    table = Table.open(setup, events)
    if not table.began and None not in table.seats:
        table = table.begin(now)
    kept = Kept(
        name,
        setup,
        caller.player,
        listed,
        auth.digest(auth.code(caller.secret, "watch", name)),
        name,
        now,
        {number: auth.digest(auth.code(caller.secret, "invite", name, number)) for number in wishes or ()},
        wishes or {},
    )
    return New(kept, table.events, standing(table, now))


def _seats(caller: Caller, game: Game, wishes: list[SeatWish]) -> tuple[Seat | None, ...]:
    if len(wishes) != game.seats:
        raise Refusal(422, f"{game} has {game.seats} seats, not {len(wishes)}", "seats")
    wished = [wish.suit for wish in wishes if wish.suit]
    if len(set(wished)) < len(wished):
        raise Refusal(422, "two seats cannot have the same suit", "seats")
    dealt = suits.dealt(game, [wish.suit or "" for wish in wishes])
    return tuple(
        _seat(caller, game, n, wish, suit) for n, (wish, suit) in enumerate(zip(wishes, dealt, strict=True), 1)
    )


def _seat(caller: Caller, game: Game, number: int, wish: SeatWish, suit: str) -> Seat | None:
    if (wish.kind == "computer") != (wish.level is not None):
        raise Refusal(422, "a computer has a level, and nobody else has one", "seats")
    if wish.kind == "person":
        return seat("person", wish.name or "Guest", caller.player, suit)
    if wish.kind == "computer":
        return computer(game, number, wish.level or "", suit, wish.name, field="seats")
    return None


def seat(kind: Literal["person", "bot"], name: str, player: str, suit: str) -> Seat:
    """Somebody in a seat; spaces around the name are nobody's."""
    with blaming("name"):
        return Seat(kind, " ".join(name.split()), player, colour=suit)


def computer(game: Game, number: int, level: str, suit: str, name: str | None = None, field: str = "level") -> Seat:
    """A computer in a seat. It is a player of its own there, so that a series counts two of one level apart."""
    with blaming(field):
        levels.level(game, level)
        return Seat("computer", " ".join((name or "Computer").split()), f"computer {number} {level}", level, suit)
