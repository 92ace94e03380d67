"""Errors of the law. Every message says what was wrong and what would be right."""

from __future__ import annotations

from quincunx.law.messages import Argument, Message


class Refused(ValueError):
    """A request that cannot be carried out; nothing was changed. `message` says why.

    >>> refused = Refused("law.leave", seat=1, seats=2)
    >>> refused.code, str(refused)
    ('law.leave', 'Seat 1 cannot leave a game of 2.')
    """

    def __init__(self, message: str | Message, /, **args: Argument) -> None:
        """`message` is a key with arguments, or a whole message."""
        super().__init__(message)
        self.message = Message(message, **args) if isinstance(message, str) else message

    @property
    def code(self) -> str:
        return self.message.code

    def __str__(self) -> str:
        return str(self.message)


class InvalidOption(Refused):
    """An unknown game or option, or a value that an option cannot take."""


class InvalidPosition(Refused):
    """A text that is not a position of the game."""


class IllegalMove(Refused):
    """A move that is not legal here."""
