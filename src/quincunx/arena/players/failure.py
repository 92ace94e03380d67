"""Failures of players."""

from __future__ import annotations

from typing import Literal


class Failure(Exception):
    """A player produced no legal move in time. It loses that match; nothing else is affected."""

    def __init__(self, kind: Literal["crash", "illegal", "timeout"], reason: str) -> None:
        super().__init__(reason)
        self.kind, self.reason = kind, reason
