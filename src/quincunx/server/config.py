"""Server configuration: limits and policies. The defaults and bounds of what operators can set are in `settings`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from quincunx.settings import SETTINGS


def _default(name: str) -> Any:
    return SETTINGS[f"server.{name}"].default


@dataclass(frozen=True)
class ServerConfig:
    """For every limit, 0 means no limit unless noted otherwise."""

    url: str = _default("url")
    """The public address of the server; empty: not known."""
    offline: bool = _default("offline")
    """Whether browsers keep the pages for use without a connection; if not, they remove what they have kept."""
    absence: float = _default("absence")
    """Seconds after which a seat that is absent, and waited for, may be claimed."""
    keep_days: int = _default("keep_days")
    """How long finished tables are kept; 0: for ever."""
    expire_days: int = _default("expire_days")
    """Days without an action after which a table that is not over is deleted; 0: never."""
    threads: int = _default("threads")
    """Searches at a time; 0: one per core. With a cluster so many run there; 0: two per core of the cluster."""
    actions: int = _default("actions")
    """Commands a second per player; bursts may be twice as large."""
    openings: int = _default("openings")
    """New tables a minute per address."""
    requests: int = _default("requests")
    """Other requests a second per address; bursts may be twice as large."""
    connections: int = _default("connections")
    """Connections at a time."""
    connections_each: int = _default("connections_each")
    """Connections at a time per address, silent ones included. A school may be one address."""
    share_each: int = _default("share_each")
    """Percent of the event loop's time per address; beyond that its input waits."""
    proxies: str = _default("proxies")
    """Addresses whose X-Forwarded-For counts, separated by commas; `*`: all."""
    operator: str = field(default=_default("operator"), repr=False)
    """The operator's token; empty: nobody is the operator."""
    analyses: int = _default("analyses")
    """Analyses a minute per address."""
    analysis_seconds: float = _default("analysis_seconds")
    """The longest analysis of a position."""
    rooms: int = _default("rooms")
    """Tables kept in memory without a connection."""

    # Not settings:

    cluster_threads: int = 0
    """Searches at a time on the cluster."""
    max_pending: int = 1000
    """Commands being stored at a time, tables being loaded, and searches waiting: so many of each."""
    unread_bytes: int = 32 * 2**20
    """Bytes per address that its clients do not read, besides what the kernel keeps for them."""
    table_connections: int = 2000
    """Live connections per table."""
    keep_alive_seconds: float = 5.0
    """Interval of the empty lines that keep a stream open."""
    hello_seconds: float = 10.0
    """Time for the first message of a websocket."""
    nonce_seconds: float = 2.0
    """How long a computer waits before the first roll for the nonces of the others."""

    @classmethod
    def from_settings(cls, values: Mapping[str, str | int]) -> ServerConfig:
        """The configuration from the `server.` settings, by their names without that prefix."""
        return cls(**{each.name: values[each.name] for each in fields(cls) if each.name in values})  # type: ignore[arg-type]

    @property
    def engine_threads(self) -> int:
        """Searches at a time in this process."""
        if self.threads and not self.cluster_threads:
            return self.threads
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
