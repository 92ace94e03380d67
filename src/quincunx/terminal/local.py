"""A match on this machine, between people at this screen and computers."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import replace

from quincunx import engine, table
from quincunx import record as records
from quincunx.engine import Control
from quincunx.engine.timing import move_seconds
from quincunx.games import CHANCE, Refused
from quincunx.table import Setup, Table, pending_action, to_record
from quincunx.table.events import Moved, to_json
from quincunx.table.pending import DRAW_SHARE
from quincunx.table.view import may
from quincunx.terminal.match import Json
from quincunx.terminal.request import First, beginning
from quincunx.terminal.saves import savefile
from quincunx.terminal.saves.autosave import Autosave
from quincunx.terminal.saves.savefile import SavedGame


def steady_clock() -> Callable[[], float]:
    """A clock that starts at the time of day and then follows the monotonic clock: nobody loses time when the time of
    day is set, or the machine sleeps."""
    offset = time.time() - time.monotonic()
    return lambda: offset + time.monotonic()


class LocalMatch:
    def __init__(
        self,
        setup: Setup,
        now: Callable[[], float] | None = None,
        autosave: Autosave | None = None,
        *,
        asks_first: bool = False,
        begun: Table | None = None,
    ) -> None:
        self._now = now = now or steady_clock()
        self._lock = threading.Lock()
        self._control = Control()
        self._closed = False
        self._autosave = autosave
        self.asks_first = asks_first
        """Whether each game of the series asks who goes first."""
        self._table = begun or Table.open(setup).begin(now())
        self._keep()

    @classmethod
    def resumed(
        cls, saved: SavedGame, now: Callable[[], float] | None = None, autosave: Autosave | None = None
    ) -> LocalMatch:
        """Resumes a saved match; its clocks stood still meanwhile."""
        at, now = saved.table, now or steady_clock()
        if at.due is not None:
            at = at.reopen(saved.at, now())
        return cls(saved.setup, now, autosave, asks_first=saved.asks_first, begun=at)

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
        return not self._closed and pending_action(self._table) is not None

    @property
    def remote(self) -> bool:
        return False

    def proceed(self) -> None:
        control = self._control = Control()  # before reading the table, so that any later change stops this search
        at = self._table
        job = pending_action(at)
        if job is None or self._closed:
            return
        seat, what = job
        if what == "roll":
            self._change(at, lambda: at.roll(seat, self._now()))
            return
        move, value = "", 0.0
        if at.state.actor != CHANCE:  # before a roll there is no position to decide about a draw
            move, value = self._thought(at, seat, control)
        if what == "answer":
            self._change(at, lambda: at.answer(seat, bool(move) and value <= DRAW_SHARE, self._now()))
        else:
            self._change(at, lambda: at.move(seat, move, self._now()))

    def do(self, do: str, seat: int, **more: object) -> None:
        self.tick()
        with self._lock:
            self._table = self._done(self._table, do, seat, more)
            self._keep()
        self._control.stop()  # stops any search of the previous position

    def tick(self) -> bool:
        with self._lock:
            clock = self._table.clock
            late = clock is not None and clock.deadline is not None and self._now() >= clock.deadline
            if late:
                self._table = self._table.flag(self._now())
                self._keep()
        return late

    def hurry(self) -> None:
        self._control.stop()

    def again(self, first: First | None = None) -> LocalMatch:
        setup = self._table.rematch(secrets.token_hex(16), secrets.token_hex(16))
        if first:
            seats = tuple(seat for seat in setup.seats if seat)
            game, seats = beginning(setup.game, seats, first, setup.seed)
            setup = replace(setup, game=game, seats=seats)
        autosave = self._autosave.next() if self._autosave else None
        return LocalMatch(setup, self._now, autosave, asks_first=self.asks_first)

    def close(self) -> None:
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._control.stop()
            if self._autosave:
                self._keep()  # once more, because the clock stops here
                self._autosave.release()

    # Saving

    @property
    def saved_as(self) -> str:
        return self._autosave.name if self._autosave else ""

    def save(self) -> str:
        with self._lock:
            if self._autosave is None or self._closed:
                raise Refused("terminal.save.off")
            if self._table.over:
                raise Refused("terminal.save.over")
            self._autosave.keep(self._table, self._snapshot(), asked=True)
            if self._autosave.trouble:
                raise Refused("terminal.save.failed", reason=self._autosave.trouble)
            return self._autosave.name

    def notices(self) -> list[str]:
        return self._autosave.notices() if self._autosave else []

    def snapshot(self) -> bytes:
        return savefile.write(self._snapshot())

    def record(self) -> str:
        return records.write([to_record(self._table)])

    def _snapshot(self) -> SavedGame:
        return SavedGame(self._table.setup, self._table.events, self._now(), self.asks_first)

    def _keep(self) -> None:
        if self._autosave:
            self._autosave.keep(self._table, self._snapshot())

    def _done(self, at: Table, do: str, seat: int, more: dict[str, object]) -> Table:
        now = self._now()
        match do, more:
            case "move", {"move": str(typed)}:
                return at.move(seat, typed, now)
            case "roll", {}:
                return at.roll(seat, now)
            case "resign", {}:
                return at.resign(seat, now)
            case "ask", {"what": "undo" | "redo" | "draw" | "hints" as what}:
                return at.ask(seat, what, now)
            case "answer", {"yes": bool(yes)}:
                return at.answer(seat, yes, now)
            case "stand_in", {"level": str(level)} if at.seat(seat).kind == "computer":
                # Its points in the series stay its own: the player is the same.
                return at.take_over(seat, replace(at.seat(seat), name=engine.title(level), level=level), now)
        raise Refused("terminal.network.unknown-action", action=do)

    def _change(self, before: Table, action: Callable[[], Table]) -> None:
        """Applies a computer's action, unless the table has changed since or its time has run out."""
        self.tick()
        with self._lock:
            if self._table is before and not self._closed:
                self._table = action()
                self._keep()

    def _thought(self, at: Table, seat: int, control: Control) -> tuple[str, float]:
        """A computer's move and what it expects, within a fair share of its time if it has a clock."""
        timer = None
        if at.clock:
            seconds = move_seconds(at.clock.left[seat - 1], at.clock.pace.increment)
            timer = threading.Timer(seconds, control.stop)
            timer.start()
        try:
            move, analysis = engine.choose(at.state, at.seat(seat).level, at.setup.seed, control)
        finally:
            if timer:
                timer.cancel()
        return move, analysis.best.value.seats[seat - 1]


def _steps(at: Table) -> list[Json]:
    """The intermediate positions of the last move, if a move was the last event."""
    event = at.events[-1]
    if not isinstance(event, Moved):
        return []
    before = at.plies[-2].after if len(at.plies) > 1 else at.setup.first
    return list(before.steps(event.move))
