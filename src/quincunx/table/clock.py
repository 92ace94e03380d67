"""Clocks: time for each seat, plus an increment for each turn. The time of day is always an argument."""

from __future__ import annotations

from dataclasses import dataclass, replace

from quincunx.record import Pace


@dataclass(frozen=True, slots=True)
class Clock:
    """The time left to each seat, which seat's time is running, and since when."""

    pace: Pace
    left: tuple[float, ...]
    running: int | None = None
    """The seat whose time runs; None before the start and after the end."""
    since: float = 0

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

    def turned(self, seat: int | None, now: float, *, completed: bool) -> Clock:
        """The clock when it becomes `seat`'s turn (None: the game ended); a completed turn adds the increment."""
        left = list(self.left)
        if self.running is not None:
            left[self.running - 1] = self.left_at(self.running, now)
            if completed and seat != self.running:
                left[self.running - 1] += self.pace.increment
        return replace(self, left=tuple(left), running=seat, since=now)
