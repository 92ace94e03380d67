"""The score of a series of matches: it follows players, not seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from quincunx.table.seats import TableRefusal

MOST_POINTS: Final = 1000
"""The highest target of a series."""


@dataclass(frozen=True, slots=True)
class Series:
    """The results of the earlier matches."""

    played: int = 0
    drawn: int = 0
    points: Mapping[str, int] = field(default_factory=dict)
    """What each player has: wins, and in tritoc the points of its own count."""
    target: int = 0
    """The points that win the series; 0 if it has no end."""

    def __post_init__(self) -> None:
        if not 0 <= self.target <= MOST_POINTS:
            raise TableRefusal("table.target", most=MOST_POINTS)

    def plus(self, players: Sequence[str], points: Sequence[int], *, drawn: bool) -> Series:
        """The series after one more match, with the points that the player in each seat made."""
        total = dict(self.points)
        for player, more in zip(players, points, strict=True):
            total[player] = total.get(player, 0) + more
        return Series(self.played + 1, self.drawn + drawn, total, self.target)

    @property
    def winner(self) -> str | None:
        """The player who has reached the target with more points than anybody else; None while there is none.

        >>> Series(2, points={"ada": 16, "bo": 9}, target=15).winner
        'ada'
        >>> Series(2, points={"ada": 16, "bo": 16}, target=15).winner is None
        True
        """
        best = max(self.points.values(), default=0)
        leaders = [player for player, points in self.points.items() if points == best]
        return leaders[0] if self.target and best >= self.target and len(leaders) == 1 else None

    def renamed(self, before: str, after: str) -> Series:
        """The series with the points of one player under another name."""
        if before == after or before not in self.points:
            return self
        points = {after if player == before else player: count for player, count in self.points.items()}
        return replace(self, points=points)
