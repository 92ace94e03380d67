"""What is known about a match at a table: the events, and what was computed from them.

`fold` adds an event to it; `Table` adds the actions, which decide whether there is one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from quincunx.games import Game, Outcome, State
from quincunx.law.lazy import lazy
from quincunx.table.clock import Clock
from quincunx.table.events import Event, Rolled, Topic
from quincunx.table.seats import Seat, TableRefusal
from quincunx.table.series import Series
from quincunx.table.setup import Setup


@dataclass(frozen=True)
class Ply:
    """One entry of the history: a move, a roll, or a seat that left a game of three or four."""

    seat: int
    token: str
    after: State
    kind: str
    """`move`, `roll` or `left`."""
    left: float | None = None
    """The time left to the seat, if there are clocks."""

    @lazy
    def view(self) -> dict[str, Any]:
        """What a table shows of it."""
        left = None if self.left is None else round(self.left, 3)
        return {"seat": self.seat, "kind": self.kind, "token": self.token, "left": left}


@dataclass(frozen=True, slots=True)
class Question:
    """A request of one seat to the others, and who has agreed so far."""

    seat: int
    what: Topic
    asked: int
    """The version of the table with which it was asked; an answer names it."""
    agreed: frozenset[int] = frozenset()
    first: int | None = None
    """For a rematch: the seat that would go first; None where the game draws it."""


@dataclass(frozen=True)
class TableState:
    """A match. All fields except `setup` and `events` are computed from the events; of the setup, only the names in the
    series can change."""

    setup: Setup
    events: tuple[Event, ...] = ()
    seats: tuple[Seat | None, ...] = ()
    began: bool = False
    plies: tuple[Ply, ...] = ()
    undone: tuple[Ply, ...] = ()
    """Undone moves that can be made again, the next one last."""
    question: Question | None = None
    nonces: tuple[str, ...] = ()
    clock: Clock | None = None
    hints_agreed: bool = False
    verdict: Outcome | None = None
    """How the match ended at the table (resigned, time, agreed), if the law did not end it."""
    abandoned: bool = False
    abandoned_why: str = ""
    """A word for the reason, if it was not the players' decision (see `Abandoned`)."""

    def changed(self, **changes: Any) -> Self:
        """The table with other fields: like `dataclasses.replace`, which is much slower: it was a twentieth of the
        server's time per move."""
        table = object.__new__(type(self))
        values = vars(table)
        values.update(vars(self))
        for name in LAZY if "seats" in changes else LAZY_EXCEPT_SEATS:
            values.pop(name, None)
        values.update(changes)
        return table

    @lazy
    def game(self) -> Game:
        return self.setup.game

    @property
    def version(self) -> int:
        """Increases with every event: two tables of one match with the same version are equal."""
        return len(self.events)

    @lazy
    def state(self) -> State:
        return self.plies[-1].after if self.plies else self.setup.first

    @lazy
    def outcome(self) -> Outcome | None:
        return self.verdict or self.state.outcome

    @lazy
    def over(self) -> bool:
        return self.abandoned or self.outcome is not None

    @property
    def living(self) -> tuple[int, ...]:
        """The seats still in the game."""
        plays = self.state.plays
        return tuple([seat for seat in self._numbers if plays(seat)])

    @property
    def rolls(self) -> int:
        """The number of dice rolls so far, imported ones included."""
        return sum(isinstance(event, Rolled) for event in self.events)

    @property
    def secrets(self) -> tuple[str, str] | None:
        """Match seed and dice seed, once the match is over."""
        return (self.setup.seed, self.setup.dice_seed) if self.over else None

    @lazy
    def between_people(self) -> bool:
        """Whether more than one player here is not a computer."""
        return len({seat.player for seat in self.seats if seat and seat.kind != "computer"}) > 1

    @lazy
    def has_computers(self) -> bool:
        return any(seat and seat.kind == "computer" for seat in self.seats)

    @property
    def hints_allowed(self) -> bool:
        return self.over or self.hints_agreed or not self.between_people

    def seat(self, number: int) -> Seat:
        """Who sits there."""
        seats = self.seats
        if not 1 <= number <= len(seats):
            raise TableRefusal("law.no-seat", number=number, seats=len(seats))
        seat = seats[number - 1]
        if seat is None:
            raise TableRefusal("table.open", seat=number)
        return seat

    @property
    def _numbers(self) -> range:
        return range(1, self.game.seats + 1)

    def scorer(self, number: int) -> str:
        """Who gets a seat's points in a series: the player, or each name if one player has several seats."""
        seat = self.seat(number)
        alone = sum(other is not None and other.player == seat.player for other in self.seats) == 1
        return seat.player if alone else f"{seat.player}/{seat.name}"

    @property
    def next_first(self) -> int | None:
        """The seat that usually goes first in a rematch: the next one. None where the game draws it."""
        return None if self.game.draws_first else self.setup.first.turn % self.game.seats + 1

    @property
    def points(self) -> tuple[int, ...] | None:
        """The points that each seat made in this match; None before its end, or if it was abandoned."""
        return self.state.points(self.outcome.winner) if self.outcome else None

    @lazy
    def series_after(self) -> Series:
        """The series with this match, once that has a result."""
        if self.outcome is None or self.points is None:
            return self.setup.series
        players = [self.scorer(number) for number in self._numbers]
        return self.setup.series.plus(players, self.points, drawn=self.outcome.winner is None)

    @property
    def series_winner(self) -> int | None:
        """The seat whose player has won the series with this match; None if nobody has."""
        winner = self.series_after.winner if self.over else None
        return next((number for number in self._numbers if self.scorer(number) == winner), None) if winner else None


LAZY = frozenset(name for name, value in vars(TableState).items() if isinstance(value, lazy))
"""What is computed from the fields."""

LAZY_EXCEPT_SEATS = LAZY - {"between_people", "has_computers"}
"""The same without what is computed from the seats alone."""
