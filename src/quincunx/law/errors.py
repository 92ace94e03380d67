"""What the law refuses. Every message says what was wrong and what would be right."""

from __future__ import annotations


class Refused(ValueError):
    """Something asked for cannot be had; nothing was changed."""


class InvalidOption(Refused):
    """An unknown game or option, or a value that an option cannot take."""


class InvalidPosition(Refused):
    """A text that is no position of the game."""


class IllegalMove(Refused):
    """A move that cannot be made here, with the reason in words for a player."""
