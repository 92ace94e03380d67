"""The table: the object that owns a match, for every front end.

A table is immutable. Each action (`move`, `roll`, `ask`, …) either gives the table after it, with the events it
added at the end of `events`, or raises TableRefusal with the reason and leaves everything as it was. The time
of day is an argument, the secrets are given at the start, and nothing is read or written: the caller stores the events
and shows the view.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from quincunx.games import CHANCE, IllegalMove
from quincunx.law import Message
from quincunx.table import dice, fold
from quincunx.table.clock import Clock
from quincunx.table.events import (
    Abandoned,
    AgreedDraw,
    AgreedRematch,
    AllowedHints,
    Answered,
    Asked,
    Began,
    Event,
    Flagged,
    Forfeited,
    Moved,
    OfferedRematch,
    Redid,
    Renamed,
    Reopened,
    Request,
    Resigned,
    Rolled,
    Sat,
    SentNonce,
    TookBack,
)
from quincunx.table.seats import Seat, TableRefusal
from quincunx.table.series import Series
from quincunx.table.setup import Setup
from quincunx.table.table_state import TableState

# The same object each time: these reasons are in the snapshots of every move.
NO_REDO = Message("table.no-redo")
HINTS = Message("table.hints")


@lru_cache
def _no_draws(game: str) -> Message:
    return Message("table.no-draws", game=game)


@lru_cache
def _no_undo(seat: int) -> Message:
    return Message("table.no-undo", seat=seat)


@dataclass(frozen=True)
class Table(TableState):
    """A match, and what can be done in it."""

    @classmethod
    def open(cls, setup: Setup, events: tuple[Event, ...] = ()) -> Table:
        """A new table, or an old one from its events."""
        count = setup.game.seats
        clock = setup.pace and Clock.new(setup.pace, count)
        return cls(setup, (), setup.seats, nonces=("",) * count, clock=clock)._with(*events)

    # Sitting down and beginning

    def sit(self, number: int, who: Seat, now: float) -> Table:
        """Takes an open seat."""
        if not 1 <= number <= self.game.seats:
            raise TableRefusal("law.no-seat", number=number, seats=self.game.seats)
        taken = self.seats[number - 1]
        if taken is not None:
            raise TableRefusal("table.taken", name=taken.name, number=number)
        if self.over:
            raise TableRefusal("law.over")
        return self._with(Sat(now, number, who))

    def take_over(self, number: int, who: Seat, now: float) -> Table:
        """Lets somebody else continue in a seat, for instance a computer for a person who left."""
        self.seat(number)
        _refuse(self._why_not_go_on(number))
        return self._with(Sat(now, number, who))

    def rename(self, number: int, name: str, now: float) -> Table:
        """Changes the name of whoever sits there."""
        if replace(self.seat(number), name=name) == self.seat(number):
            return self
        return self._with(Renamed(now, number, name))

    def begin(self, now: float, *, first_moves_timed: bool = False) -> Table:
        """Begins the match; each seat's clock runs from its first move, unless first moves are timed too."""
        if self.began:
            raise TableRefusal("table.began")
        for number in self._numbers:
            self.seat(number)
        return self._with(Began(now, first_moves_timed))

    def send_nonce(self, number: int, nonce: str, now: float) -> Table:
        self.seat(number)
        if not self.game.has_dice:
            raise TableRefusal("table.no-dice", game=self.game.title)
        if self.rolls > self.setup.brought:
            raise TableRefusal("table.nonce.late")
        if self.nonces[number - 1]:
            raise TableRefusal("table.nonce.twice", seat=number)
        if not dice.NONCE.fullmatch(nonce):
            raise TableRefusal("table.nonce.form")
        return self._with(SentNonce(now, number, nonce))

    # Playing

    def move(self, number: int, typed: str, now: float) -> Table:
        """Makes a move, given as a person types it."""
        self._in_play(number, now)
        if self.state.actor == CHANCE and self.state.turn == number:
            raise TableRefusal("law.roll-first")
        if self.state.actor != number:
            raise TableRefusal("table.turn", seat=number, next_seat=self.state.turn)
        try:
            return self._with(Moved(now, number, self.game.move(typed)))
        except IllegalMove as error:
            raise TableRefusal(error.message) from error

    def roll(self, number: int, now: float) -> Table:
        """Rolls the dice for the seat whose turn it is."""
        self._in_play(number, now)
        if self.state.actor != CHANCE:
            raise TableRefusal("table.no-roll")
        if self.state.turn != number:
            raise TableRefusal("table.turn", seat=number, next_seat=self.state.turn)
        token, faces = dice.roll(self.setup.dice_seed, self.nonces, self.rolls + 1, self.state.chances())
        return self._with(Rolled(now, number, token, faces))

    def resign(self, number: int, now: float) -> Table:
        self._in_play(number, now)
        return self._with(Resigned(now, number))

    def flag(self, now: float) -> Table:
        """Flags the seat whose clock ran out. Anybody may call it, at `clock.deadline` or later."""
        seat = self._late(now)
        if seat is None:
            raise TableRefusal("table.not-late")
        return self._with(Flagged(now, seat))

    @property
    def due(self) -> float | None:
        """When `expire` will have an effect: a clock runs out, or a first move is overdue."""
        if self.clock is None or self.over:
            return None
        return self.first_move_deadline if self.clock.running is None else self.clock.deadline

    @property
    def first_move_deadline(self) -> float | None:
        """The deadline of the awaited first move. Computers have none: they do not forget a match, and a slow machine
        must not abandon it."""
        if self.clock is None or self.clock.awaited is None or self.seat(self.clock.awaited).kind == "computer":
            return None
        return self.clock.first_move_deadline

    def expire(self, now: float) -> Table:
        """Flags the seat whose clock ran out, or abandons a match whose first move is overdue; for `due` or later."""
        due = self.due
        if due is not None and self.clock and self.clock.awaited and now >= due:
            return self._with(Abandoned(now, "first-move"))
        return self.flag(now)

    def reopen(self, closed: float, now: float) -> Table:
        """Gives back the time for which the server was down, from `closed` until now.

        If its clock was set back meanwhile, the turn begins as much earlier.
        """
        clock = self._going_clock()
        return self._with(Reopened(now, now - max(closed, clock.since)))

    def credit(self, seconds: float, now: float) -> Table:
        """Gives time back; a negative time follows a clock that was set back."""
        self._going_clock()
        return self._with(Reopened(now, seconds))

    def _going_clock(self) -> Clock:
        if self.clock is None or (self.clock.running is None and self.clock.awaited is None):
            raise TableRefusal("table.no-clock")
        return self.clock

    def forfeit(self, number: int, now: float) -> Table:
        """Ends the match of a seat that was away for too long; the caller decides how long that is."""
        self._in_play(number, now)
        return self._with(Forfeited(now, number))

    def abandon(self, now: float, why: str = "") -> Table:
        if self.over:
            raise TableRefusal("law.over")
        return self._with(Abandoned(now, why))

    # Requests

    def ask(self, number: int, what: Request, now: float) -> Table:
        """Asks the other players; a request that needs nobody's consent is granted at once."""
        self.seat(number)
        _refuse(self.why_not_ask(number, now, self.why_not_play(number, now))[what])
        asked = self._with(Asked(now, number, what))
        return asked._if_agreed(now)

    def answer(self, number: int, yes: bool, now: float) -> Table:
        """Accepts or declines a request or a rematch, or withdraws one's own."""
        if self.question is None or self.question.what != "rematch":
            self._in_play(number, now)
        if self.question is None:
            raise TableRefusal("table.no-question")
        if yes and number not in self.must_answer:
            raise TableRefusal("table.no-answer", seat=number)
        answered = self._with(Answered(now, number, yes))
        return answered._if_agreed(now) if yes else answered

    @property
    def must_answer(self) -> tuple[int, ...]:
        """The seats whose consent is still missing: those of other players, and for a draw computers too."""
        if self.question is None:
            return ()
        asker = self.seat(self.question.seat)
        return tuple(
            number
            for number in (self._numbers if self.question.what == "rematch" else self.living)
            if number not in self.question.agreed
            and self.seat(number).player != asker.player
            and (self.question.what == "draw" or self.seat(number).kind != "computer")
        )

    def why_not_ask(self, number: int, now: float, refusal: Message | None) -> dict[str, Message | None]:
        """For each request why a seat cannot ask for it now; None where it can. `refusal` is why it cannot play."""
        afterwards = self.why_not_play(number, now, even_over=True) if self.over else refusal
        if self.question:
            asked = Message("table.asked", seat=self.question.seat)
            refusal, afterwards = refusal or asked, afterwards or asked
        return {
            "undo": afterwards or self._undoable(number)[1],
            "redo": refusal or (None if self.undone else NO_REDO),
            "draw": refusal or (None if self.game.agreed_draws else _no_draws(self.game.title)),
            "hints": refusal or (HINTS if self.hints_allowed else None),
            "abandon": refusal,
        }

    def _undoable(self, number: int) -> tuple[int, Message | None]:
        """How many plies lie back to the player's own last decision, or why they cannot be taken back."""
        if self.verdict or self.abandoned or (self.over and self.between_people):
            return 0, Message("law.over")
        for count, ply in enumerate(reversed(self.plies), 1):
            if ply.kind == "roll":
                return 0, Message("table.rolled")
            if ply.kind == "left":
                return 0, Message("table.left", seat=ply.seat)
            if self._same_player(ply.seat, number):
                return count, None
        return 0, _no_undo(number)

    def _redoable(self, number: int) -> int:
        """How many plies lie ahead to the player's next decision."""
        for count in range(1, len(self.undone)):
            if self._same_player(self.undone[-count].after.actor, number):
                return count
        return len(self.undone)

    def _same_player(self, one: int, other: int) -> bool:
        """True if one player has both seats; of two people at one screen each takes back the last move of either."""
        return one == other or (one > 0 and self.seat(one).player == self.seat(other).player)

    def _if_agreed(self, now: float) -> Table:
        if self.question is None or self.must_answer:
            return self
        match self.question.what:
            case "undo":
                return self._with(TookBack(now, self._undoable(self.question.seat)[0]))
            case "redo":
                return self._with(Redid(now, self._redoable(self.question.seat)))
            case "draw":
                return self._with(AgreedDraw(now))
            case "hints":
                return self._with(AllowedHints(now))
            case "abandon":
                return self._with(Abandoned(now))
            case "rematch":
                return self._with(AgreedRematch(now, self.question.first))

    # Rematches

    def offer_rematch(self, number: int, first: int | None, now: float) -> Table:
        """Offers another match in which the seat `first` begins (None: as usual), or accepts the same offer of another.
        Another offer has to be answered: nobody agrees to what they have not seen.

        It is agreed (`AgreedRematch`) when all other people have accepted; computers always do.
        """
        if not self.over:
            raise TableRefusal("table.not-over")
        for each in (*self._numbers, number, first or 1):
            self.seat(each)
        offered = self.question
        wanted = first or self.next_first
        if offered and number in self.must_answer and wanted == offered.first:
            return self.answer(number, True, now)
        if offered:
            raise TableRefusal("table.asked", seat=offered.seat)
        return self._with(OfferedRematch(now, number, wanted))._if_agreed(now)

    def rematch(self, seed: str, dice_seed: str, first: int | None = None) -> Setup:
        """The next match of the series, or the first of a new one if this match has decided it.

        The seat `first` of this match begins it; None: as usual.
        """
        if not self.over:
            raise TableRefusal("table.not-over")
        players = tuple(self.seat(number) for number in self._numbers)
        series = self.series_after
        if series.winner is not None:
            series = Series(target=series.target)
        game, first = self.game, first or self.next_first
        if first is not None:
            self.seat(first)
            chosen = game.with_first(first)
            if chosen is None:
                players = (*players[first - 1 :], *players[: first - 1])
            game = chosen or game
        return Setup(game, players, seed, dice_seed, self.setup.pace, series=series)

    # Refusing

    def _late(self, now: float) -> int | None:
        deadline = self.clock.deadline if self.clock else None
        return self.clock.running if self.clock and deadline is not None and now >= deadline else None

    def why_not_play(self, number: int, now: float, *, even_over: bool = False) -> Message | None:
        """Why a seat cannot play (or resign) now, whosever turn it is; None if it can."""
        if not self.began:
            return Message("table.not-begun")
        if not (even_over and self.over) and (left := self._why_not_go_on(number)):
            return left
        late = self._late(now)
        return None if late is None else Message("table.late", seat=late)

    def _why_not_go_on(self, number: int) -> Message | None:
        if self.over:
            return Message("law.over")
        gone = self.began and not self.state.plays(number)
        return Message("table.eliminated", seat=number) if gone else None

    def _in_play(self, number: int, now: float) -> None:
        self.seat(number)
        _refuse(self.why_not_play(number, now))

    def _with(self, *events: Event) -> Table:
        table = self
        for event in events:
            table = fold.after(table, event)
        return table


def _refuse(reason: Message | None) -> None:
    if reason:
        raise TableRefusal(reason)
