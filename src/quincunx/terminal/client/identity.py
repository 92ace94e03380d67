"""The secret that identifies the player to servers."""

from __future__ import annotations

import os

from quincunx.settings import kept_secret


def secret() -> str:
    """The player's secret for all servers: QUINCUNX_SECRET, or one that is kept in the platform's data folder."""
    return os.environ.get("QUINCUNX_SECRET") or kept_secret("player")
