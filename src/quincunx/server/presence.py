"""Who is at a table now, and since when others are not. Known in memory only: after a restart everybody comes anew."""

from __future__ import annotations

from collections import Counter


class Presence:
    def __init__(self, now: float) -> None:
        self._since = now
        """When the house began to look; nobody can be said to be away for longer."""
        self._connections: Counter[str] = Counter()
        self._seen: dict[str, float] = {}

    def come(self, player: str) -> bool:
        """Counts a live connection; whether it is the player's first."""
        self._connections[player] += 1
        return self._connections[player] == 1

    def go(self, player: str) -> bool:
        """Counts it off; whether it was the last."""
        self._connections[player] -= 1
        if self._connections[player] <= 0:
            del self._connections[player]
        return player not in self._connections

    def see(self, player: str, now: float) -> None:
        """The player did something, without a live connection perhaps."""
        self._seen[player] = now

    def here(self, player: str) -> bool:
        return player in self._connections

    def away_since(self, player: str) -> float | None:
        """None while the player is here."""
        return None if self.here(player) else self._seen.get(player, self._since)

    def seen_since(self, player: str, when: float) -> bool:
        """Whether the player is here, or was after that time."""
        return self.here(player) or self._seen.get(player, float("-inf")) >= when
