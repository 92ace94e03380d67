"""What is decided before a match begins."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

from quincunx import games
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
    """The dice seed: also secret until then; only its hash is public."""
    pace: Pace | None = None
    start: State | None = None
    """Where play begins, if not at the game's own start."""
    series: Series = field(default_factory=Series)
    brought: int = 0
    """The number of imported rolls, which were not drawn from this dice seed."""

    def __post_init__(self) -> None:
        if len(self.seats) != self.game.seats:
            raise TableRefusal("table.seats", game=str(self.game), seats=self.game.seats, n=len(self.seats))
        if self.start and self.start.game != self.game:
            raise TableRefusal("record.start", start=str(self.start.game), game=str(self.game))
        if self.start and self.start.outcome:
            raise TableRefusal("table.start-over", reason=self.start.outcome.message)

    @cached_property
    def first(self) -> State:
        return self.start or self.game.start(self.seed)


def to_json(setup: Setup) -> dict[str, Any]:
    """The setup as JSON with both secrets, for storage; not for showing to players."""
    return {
        "game": str(setup.game),
        "seats": [seat and asdict(seat) for seat in setup.seats],
        "seed": setup.seed,
        "dice_seed": setup.dice_seed,
        "pace": setup.pace and str(setup.pace),
        "start": setup.start and str(setup.start),
        "played": setup.series.played,
        "drawn": setup.series.drawn,
        "points": dict(setup.series.points),
        "target": setup.series.target,
        "brought": setup.brought,
    }


def from_json(data: dict[str, Any]) -> Setup:
    """The setup that `to_json` wrote. Other keys are ignored."""
    return Setup(
        games.game(data["game"]),
        tuple(seat and Seat(**seat) for seat in data["seats"]),
        data["seed"],
        data["dice_seed"],
        data["pace"] and Pace.read(data["pace"]),
        data["start"] and games.parse(data["start"]),
        Series(data["played"], data["drawn"], data["points"], data.get("target", 0)),  # 0.1 had no targets
        data.get("brought", 0),  # databases older than 0.1 lack it
    )
