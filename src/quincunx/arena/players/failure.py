"""What a player can do wrong."""

from __future__ import annotations

from typing import Literal


class Failure(Exception):
    """A player gave no move, for the reason told. It loses that match, and nothing else happens."""

    def __init__(self, kind: Literal["crash", "illegal", "timeout"], reason: str) -> None:
        super().__init__(reason)
        self.kind, self.reason = kind, reason
