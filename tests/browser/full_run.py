"""Which tests `make test` leaves to `make test-more`."""

from __future__ import annotations

import os

FULL = bool(os.environ.get("QUINCUNX_FULL"))
"""Whether `make test-more` runs the tests: every game, page and window, where `make test` takes some."""


def some_games(*games: str) -> tuple[str, ...]:
    """Those in which a test is repeated by `make test`: the one with dice, and the one with chains."""
    return tuple(game for game in games if FULL or game.partition(":")[0] in ("tritoc", "xchain"))
