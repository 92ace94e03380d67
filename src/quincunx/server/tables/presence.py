"""Who is connected to a table, and since when others are away. In memory only: after a restart everybody reconnects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from quincunx.server.ops import metrics
from quincunx.server.transport.responses import customer


class PeerPresence(NamedTuple):
    """Who is connected to a table through one process."""

    players: frozenset[str]
    spectators: int


NOBODY_THERE = PeerPresence(frozenset(), 0)


class Presence:
    def __init__(self, now: float) -> None:
        self._since = now
        """When observation began; nobody counts as away for longer."""
        self._connections: Counter[str] = Counter()
        self._seen: dict[str, float] = {}
        self._elsewhere: dict[str, PeerPresence] = {}
        """Who is connected through other processes, by process."""
        self._recorded: frozenset[str] = frozenset()
        """Who is connected through other processes, as the database has it. It knows less soon, but never forgets."""
        self._gone: set[str] = set()
        """Known players whose last connection has ended."""
        self._sources: dict[str, str] = {}
        """The address from which each member came last, as `customer` has it."""
        self.changes = 0
        """Counts up when somebody may have come or left: while it stays the same, the same people are here."""

    def connect(self, player: str) -> bool:
        """Counts a connection; True if it is the player's first."""
        self.changes += 1
        self._connections[player] += 1
        if player in self._gone:
            self._gone.discard(player)
            metrics.reconnects.labels("player").inc()
        return self._connections[player] == 1

    def disconnect(self, player: str) -> bool:
        """Removes a connection; True if it was the player's last."""
        self.changes += 1
        self._connections[player] -= 1
        if self._connections[player] <= 0:
            del self._connections[player]
            if player in self._seen:  # strangers are not remembered
                self._gone.add(player)
        return player not in self._connections

    def mark_seen(self, player: str, now: float) -> None:
        """Notes activity of a player, who may have no live connection."""
        self._seen[player] = now

    def mark_source(self, player: str, address: str) -> None:
        """Notes the address of a member."""
        self._sources[player] = customer(address)

    def source(self, player: str) -> str:
        """The address from which a member came last; empty if that was through another process."""
        return self._sources.get(player, "")

    def update_peer(self, process: str, there: PeerPresence, now: float) -> bool:
        """Sets who is connected through another process; True if that is a change."""
        self.changes += 1
        before = self._elsewhere.pop(process, NOBODY_THERE)
        if there != NOBODY_THERE:
            self._elsewhere[process] = there
        for deleted in before.players - there.players:
            self.mark_seen(deleted, now)
        return there != before

    def update_recorded(self, here: frozenset[str], left: Mapping[str, float]) -> bool:
        """Sets who is connected through other processes, and until when others were; True if that is a change."""
        for player, until in left.items():
            self._seen[player] = max(until, self._seen.get(player, self._since))
        self.changes += 1
        before, self._recorded = self._recorded, here
        return here != before

    def through_here(self, seated: Iterable[str]) -> PeerPresence:
        """Who is connected through this process, if these are the players who sit at the table.

        Each connection without a secret is a spectator of its own.
        """
        players = frozenset(filter(self.is_connected, seated))
        others = len(self._connections) - len(players)
        if nameless := self._connections.get(""):
            others += nameless - 1
        return PeerPresence(players, others)

    def spectators(self, seated: Iterable[str]) -> int:
        """How many watch the table through all processes; one who uses two is counted twice."""
        return self.through_here(seated).spectators + sum(there.spectators for there in self._elsewhere.values())

    def restart(self, now: float) -> None:
        """Restarts all absences now: the server was frozen, or its clock was set."""
        self._since = now
        self._seen = dict.fromkeys(self._seen, now)

    def is_connected(self, player: str) -> bool:
        """True if the player is connected through this process."""
        return player in self._connections

    def is_here(self, player: str) -> bool:
        return (
            player in self._connections
            or player in self._recorded
            or any(player in there.players for there in self._elsewhere.values())
        )

    def away_since(self, player: str) -> float | None:
        """Time since when the player is away; None while present."""
        return None if self.is_here(player) else self._seen.get(player, self._since)

    def seen_since(self, player: str, when: float) -> bool:
        """True if the player is present or was active after that time."""
        return self.is_here(player) or self._seen.get(player, float("-inf")) >= when
