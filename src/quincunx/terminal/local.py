"""A match on this machine: people at this screen, and computers."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from quincunx import engine, table
from quincunx.engine import Control, EngineRefusal
from quincunx.games import CHANCE, Game, Refused, State
from quincunx.games.draw import Draws
from quincunx.table import Pace, Seat, Setup, Table, TableRefusal
from quincunx.table.events import Moved, to_json
from quincunx.table.view import may
from quincunx.terminal.match import Json

PLAYER = "here"
"""Who all the people at this screen are: they need nobody's consent among themselves."""

CONTENT = 0.45
"""A computer agrees to a draw when it expects no more than this."""

First: TypeAlias = Literal["person", "computer", "random"]
Begun: TypeAlias = tuple[Game, tuple[Seat, ...]]


def seating(game: Game, words: Sequence[str]) -> tuple[Seat, ...]:
    """Who sits where: for each seat `person`, `person:NAME` or a level of the computer."""
    if len(words) != game.seats:
        raise TableRefusal(f"{game} has {game.seats} seats, so {len(words)} players cannot sit down")
    people = sum(word.partition(":")[0] == "person" for word in words)
    seats = []
    for number, word in enumerate(words, 1):
        kind, colon, name = word.partition(":")
        if kind == "person":
            seats.append(table.person(name if colon else "You" if people == 1 else f"Player {number}", PLAYER))
        elif word in engine.available(game):
            seats.append(table.computer(word, engine.TITLES[word]))
        else:
            levels = ", ".join(engine.available(game))
            raise EngineRefusal(f"{word!r} cannot sit in seat {number}: person, person:NAME or a level can: {levels}")
    return tuple(seats)


def beginning(game: Game, seats: tuple[Seat, ...], first: First, seed: str, start: State | None = None) -> Begun:
    """The game and its seats, with a person or a computer to begin; the players move round where nothing else helps."""
    if first == "random":
        first = Draws(seed, "beginner").choice(("person", "computer"))
    count = game.seats
    number = next((n for n, seat in enumerate(seats) if seat.kind == first), 0)
    if "first" in game.options() and not start:
        return replace(game, first=str(number + 1)), seats  # type: ignore[call-arg]
    shift = number - (start.turn - 1 if start else 0)
    return game, tuple(seats[(n + shift) % count] for n in range(count))


@dataclass(frozen=True)
class Wish:
    """A match as it is asked for."""

    game: Game
    who: tuple[str, ...]
    """For each seat `person`, `person:NAME` or a level of the computer."""
    first: First | None = None
    """Who begins; None leaves it to the seats as they are."""
    seed: str | None = None
    pace: Pace | None = None
    start: State | None = None
    seated: bool = False
    """Whether it was said who sits where, so that nobody asks who begins."""

    def __post_init__(self) -> None:
        seating(self.game, self.who)  # refused before anybody is asked anything

    @property
    def leaves_first_open(self) -> bool:
        """Whether a person and a computer play a game in which either may begin, and nobody said who."""
        kinds = {word.partition(":")[0] == "person" for word in self.who}
        told = self.first or self.start or self.seated
        return not told and len(kinds) == 2 and "first" not in self.game.options()

    def setup(self) -> Setup:
        """The match to begin; without a seed both of its secrets are new."""
        seed = secrets.token_hex(16) if self.seed is None else self.seed
        game, seats = self.game, seating(self.game, self.who)
        if self.first:
            game, seats = beginning(game, seats, self.first, seed, self.start)
        dice = secrets.token_hex(16) if self.seed is None else f"{seed}-dice"
        return Setup(game, seats, seed, dice, self.pace, self.start)


class LocalMatch:
    def __init__(self, setup: Setup, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._control = Control()
        self._closed = False
        self._table = Table.open(setup).begin(now())

    @property
    def table(self) -> Json:
        at, now = self._table, self._now()
        mine = [number for number, seat in enumerate(at.seats, 1) if seat and seat.kind == "person"]
        return {
            **table.view(at, now),
            "game": str(at.game),
            "mine": mine,
            "may": {str(number): may(at, number, now) for number in mine},
            "last": {**to_json(at.events[-1]), "steps": _steps(at)},
        }

    @property
    def pending(self) -> bool:
        return not self._closed and _job(self._table) is not None

    def proceed(self) -> None:
        control = self._control = Control()  # before the table is looked at: any change after that stops the thought
        at = self._table
        job = _job(at)
        if job is None or self._closed:
            return
        seat, what = job
        if what == "throw":
            self._change(at, lambda: at.throw(seat, self._now()))
            return
        move, value = "", 0.0
        if at.state.actor != CHANCE:  # dice are no ground to judge a draw on
            move, value = self._thought(at, seat, control)
        if what == "answer":
            self._change(at, lambda: at.answer(seat, bool(move) and value <= CONTENT, self._now()))
        else:
            self._change(at, lambda: at.move(seat, move, self._now()))

    def do(self, do: str, seat: int, **more: object) -> None:
        self.tick()
        with self._lock:
            self._table = self._done(self._table, do, seat, more)
        self._control.stop()  # a thought about the table as it was

    def tick(self) -> bool:
        with self._lock:
            clock = self._table.clock
            late = clock is not None and clock.deadline is not None and self._now() >= clock.deadline
            if late:
                self._table = self._table.flag(self._now())
        return late

    def hurry(self) -> None:
        self._control.stop()

    def again(self) -> LocalMatch:
        return LocalMatch(self._table.rematch(secrets.token_hex(16), secrets.token_hex(16)), self._now)

    def close(self) -> None:
        self._closed = True
        self._control.stop()

    def _done(self, at: Table, do: str, seat: int, more: dict[str, object]) -> Table:
        now = self._now()
        match do, more:
            case "move", {"move": str(typed)}:
                return at.move(seat, typed, now)
            case "throw", {}:
                return at.throw(seat, now)
            case "resign", {}:
                return at.resign(seat, now)
            case "ask", {"what": "undo" | "redo" | "draw" | "hints" as what}:
                return at.ask(seat, what, now)
            case "answer", {"yes": bool(yes)}:
                return at.answer(seat, yes, now)
        raise Refused(f"{do!r} is nothing that can be done at a table on this machine")

    def _change(self, before: Table, deed: Callable[[], Table]) -> None:
        """A computer's deed, unless the table has changed since, or its time has run out."""
        self.tick()
        with self._lock:
            if self._table is before and not self._closed:
                self._table = deed()

    def _thought(self, at: Table, seat: int, control: Control) -> tuple[str, float]:
        """A computer's move and what it expects, within a fair share of its time where it has a clock."""
        timer = None
        if at.clock:
            left = at.clock.left[seat - 1]
            timer = threading.Timer(min(left / 20 + at.clock.pace.increment * 0.8, left / 2), control.stop)
            timer.start()
        try:
            move, analysis = engine.choose(at.state, at.seat(seat).level, at.setup.seed, control)
        finally:
            if timer:
                timer.cancel()
        return move, analysis.best.value.seats[seat - 1]


def _job(at: Table) -> tuple[int, Literal["answer", "throw", "move"]] | None:
    """What waits for a computer: to answer an offer of a draw, then its turn."""
    if at.over:
        return None
    for number in at.must_answer:
        return number, "answer"
    turn = at.state.turn
    if at.seat(turn).kind != "computer":
        return None
    return turn, "throw" if at.state.actor == CHANCE else "move"


def _steps(at: Table) -> list[Json]:
    """The pictures on the way of the last move, where a move was the last thing that happened."""
    event = at.events[-1]
    if not isinstance(event, Moved):
        return []
    before = at.plies[-2].after if len(at.plies) > 1 else at.setup.first
    return list(before.steps(event.move))
