"""Failures of players."""

from __future__ import annotations

from typing import Literal

from quincunx.law.messages import Argument, Message


class Failure(Exception):
    """A player produced no legal move in time. It loses that game; nothing else is affected."""

    def __init__(self, kind: Literal["crash", "illegal", "timeout"], code: str, /, **args: Argument) -> None:
        super().__init__(code)
        self.kind, self.message = kind, Message(code, **args)

    @property
    def reason(self) -> str:
        return str(self.message)
