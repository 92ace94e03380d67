"""The customs of the house: what an operator can settle."""

from __future__ import annotations

import os
from dataclasses import dataclass, field


@dataclass(frozen=True)
class ServerConfig:
    absence: float = 90.0
    """Seconds after which a seat that is away, and waited for, may be claimed."""
    keep_days: int = 90
    """How long finished tables are kept; 0: for ever."""
    threads: int = 0
    """Computers that think at the same time; 0: two for each core, so that a quick one need not wait for slow ones."""
    deeds: int = 50
    """Deeds a second of one player; 0: any number. Twice as many may come at once."""
    openings: int = 30
    """Tables a minute from one address; 0: any number."""
    requests: int = 100
    """Other requests a second from one address; 0: any number. Twice as many may come at once."""
    connections: int = 10_000
    """Connections to the house; 0: any number."""
    connections_each: int = 1000
    """Requests and websockets going on from one address; 0: any number. A school may be one address."""
    max_pending: int = 1000
    """Deeds being done, that is written down; and as many tables being looked up, and as many thoughts waiting."""
    operator: str = field(default="", repr=False)
    """The secret of whoever looks after the house; empty: only who sits at this machine does."""
    analyses: int = 60
    """Analyses a minute from one address; 0: any number."""
    analysis_seconds: float = 5.0
    """The longest analysis of a position."""
    rooms: int = 1000
    """Tables that are kept in memory though nobody looks at them."""
    table_connections: int = 500
    """Live connections to one table."""
    keep_alive_seconds: float = 5.0
    """Seconds between two empty lines of a stream."""
    hello_seconds: float = 10.0
    """Seconds in which a websocket has to say who it is."""
    nonce_seconds: float = 2.0
    """Seconds that a computer waits with the first throw of a match for the nonces of the others."""

    @property
    def engine_threads(self) -> int:
        return self.threads or 2 * (os.cpu_count() or 1)
