"""Why a computer cannot play."""

from __future__ import annotations

from typing import NamedTuple


class ComputerTrouble(NamedTuple):
    """A computer that could not act."""

    version: int
    """The table's version; the trouble is over once the table has moved on."""
    seat: int
    reason: str
