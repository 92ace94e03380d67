"""Who is at a table now, and since when others are not. Known in memory only: after a restart everybody comes anew."""

from __future__ import annotations

from collections import Counter

from quincunx.server.ops import metrics


class Presence:
    def __init__(self, now: float) -> None:
        self._since = now
        """When the house began to look; nobody can be said to be away for longer."""
        self._connections: Counter[str] = Counter()
        self._seen: dict[str, float] = {}
        self._elsewhere: dict[str, frozenset[str]] = {}
        """Who is here through other processes of the house, by process."""
        self._gone: set[str] = set()
        """Those of the seen whose last connection has ended."""

    def connect(self, player: str) -> bool:
        """Counts a live connection; whether it is the player's first."""
        self._connections[player] += 1
        if player in self._gone:
            self._gone.discard(player)
            metrics.reconnects.labels("player").inc()
        return self._connections[player] == 1

    def disconnect(self, player: str) -> bool:
        """Counts it off; whether it was the last."""
        self._connections[player] -= 1
        if self._connections[player] <= 0:
            del self._connections[player]
            if player in self._seen:  # strangers are not remembered
                self._gone.add(player)
        return player not in self._connections

    def mark_seen(self, player: str, now: float) -> None:
        """The player did something, without a live connection perhaps."""
        self._seen[player] = now

    def update_peer(self, process: str, players: frozenset[str], now: float) -> bool:
        """Who is here through another process; whether that is new."""
        before = self._elsewhere.pop(process, frozenset())
        if players:
            self._elsewhere[process] = players
        for deleted in before - players:
            self.mark_seen(deleted, now)
        return players != before

    def is_connected(self, player: str) -> bool:
        """Whether the player is here through this process."""
        return player in self._connections

    def is_here(self, player: str) -> bool:
        return player in self._connections or any(player in there for there in self._elsewhere.values())

    def away_since(self, player: str) -> float | None:
        """None while the player is here."""
        return None if self.is_here(player) else self._seen.get(player, self._since)

    def seen_since(self, player: str, when: float) -> bool:
        """Whether the player is here, or was after that time."""
        return self.is_here(player) or self._seen.get(player, float("-inf")) >= when
