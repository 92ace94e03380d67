"""Clocks: time for each seat, plus an increment for each turn. The time of day is always an argument.

A seat's time runs only after it has made its first move, so that nobody loses time before noticing that the match has
begun. Matches that began before version 0.2 have no such rule.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from quincunx.record import Pace

FIRST_MOVE = 60.0
"""Seconds that a seat has for its first move, or all of its time if that is more; then the match may be abandoned."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The time left to each seat, which seat's time is running, and since when."""

    pace: Pace
    left: tuple[float, ...]
    running: int | None = None
    """The seat whose time runs; None before the start, after the end, and while a first move is awaited."""
    since: float = 0
    """Since when `running` or `awaited` has the turn."""
    awaited: int | None = None
    """The seat whose first move is awaited."""
    unmoved: frozenset[int] = frozenset()
    """The seats whose time does not run yet, because they have not made a move."""

    @classmethod
    def new(cls, pace: Pace, seats: int) -> Clock:
        return cls(pace, (float(pace.seconds),) * seats)

    def left_at(self, seat: int, now: float) -> float:
        """The time left to a seat. If the time of day jumps back, nobody gains or loses time."""
        spent = max(0.0, now - self.since) if seat == self.running else 0.0
        return max(0.0, self.left[seat - 1] - spent)

    @property
    def deadline(self) -> float | None:
        """When the running seat's time ends."""
        return None if self.running is None else self.since + self.left[self.running - 1]

    @property
    def first_move_deadline(self) -> float | None:
        """The deadline of the awaited first move."""
        return None if self.awaited is None else self.since + max(FIRST_MOVE, self.left[self.awaited - 1])

    def began(self, turn: int, now: float, unmoved: frozenset[int]) -> Clock:
        """The clock at the beginning of the match."""
        return replace(self, unmoved=unmoved).turned(turn, now, completed=False)

    def moved(self, seat: int) -> Clock:
        """The clock of a seat that has made a move: from its next turn on its time runs."""
        return replace(self, unmoved=self.unmoved - {seat}) if seat in self.unmoved else self

    def shifted(self, seconds: float) -> Clock:
        """The clock as if the turn had begun that much later, or earlier."""
        return replace(self, since=self.since + seconds)

    def turned(self, seat: int | None, now: float, *, completed: bool) -> Clock:
        """The clock when it becomes `seat`'s turn (None: the game ended); a completed turn adds the increment.

        A first move is not timed, and adds no increment.
        """
        if seat is not None and seat == self.awaited and seat in self.unmoved:
            return self  # nothing changes while a first move is awaited
        left = list(self.left)
        if self.running is not None:
            left[self.running - 1] = self.left_at(self.running, now)
            if completed and seat != self.running:
                left[self.running - 1] += self.pace.increment
        timed = seat if seat not in self.unmoved else None
        return replace(self, left=tuple(left), running=timed, awaited=None if timed else seat, since=now)
