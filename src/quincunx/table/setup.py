"""What is settled before a match begins."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from quincunx.games import Game, State
from quincunx.record import Pace
from quincunx.table.seats import Seat, TableRefusal
from quincunx.table.series import Series


@dataclass(frozen=True)
class Setup:
    """Game, seats and secrets of a match."""

    game: Game
    seats: tuple[Seat | None, ...]
    """Who sits where; None is an open seat."""
    seed: str
    """The match seed: secret until the match is over."""
    dice_seed: str
    """The seed of the dice, the same; only its hash is public."""
    pace: Pace | None = None
    start: State | None = None
    """Where play begins, if not at the game's own start."""
    series: Series = field(default_factory=Series)
    brought: int = 0
    """So many throws a match brought along from elsewhere: they were not drawn from this dice seed."""

    def __post_init__(self) -> None:
        if len(self.seats) != self.game.seats:
            raise TableRefusal(f"{self.game} has {self.game.seats} seats, not {len(self.seats)}")
        if self.start and self.start.game != self.game:
            raise TableRefusal(f"the position to begin with is one of {self.start.game}, not of {self.game}")
        if self.start and self.start.outcome:
            raise TableRefusal(f"in the position to begin with the game is over: {self.start.outcome.words}")

    @cached_property
    def first(self) -> State:
        return self.start or self.game.start(self.seed)
