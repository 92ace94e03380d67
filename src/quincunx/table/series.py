"""The score of a series of matches: it follows players, not seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Series:
    """The results of the earlier matches."""

    played: int = 0
    drawn: int = 0
    points: Mapping[str, int] = field(default_factory=dict)
    """What each player has: wins, and in tritoc the points of its own count."""

    def plus(self, players: Sequence[str], points: Sequence[int], *, drawn: bool) -> Series:
        """The series after one more match, with the points that the player in each seat made."""
        total = dict(self.points)
        for player, more in zip(players, points, strict=True):
            total[player] = total.get(player, 0) + more
        return Series(self.played + 1, self.drawn + drawn, total)

    def renamed(self, before: str, after: str) -> Series:
        """The series with the points of one player under another name."""
        if before == after or before not in self.points:
            return self
        points = {after if player == before else player: count for player, count in self.points.items()}
        return replace(self, points=points)
