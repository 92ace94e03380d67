"""Who sits where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from quincunx.games import Refused
from quincunx.record import LONGEST_NAME, is_name

Kind = Literal["person", "computer", "bot"]


class TableRefusal(Refused):
    """Something that cannot be done at this table now, with the reason for the player who asked."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat that is taken."""

    kind: Kind
    name: str
    player: str
    """Who it is. Seats of the same player do not need each other's consent."""
    level: str = ""
    """The level of a computer."""
    colour: str = ""
    """The colour the player chose; empty: the game's colour for this seat."""

    def __post_init__(self) -> None:
        if self.kind not in ("person", "computer", "bot"):
            raise TableRefusal("table.seat.kind", kind=self.kind)
        if not is_name(self.name):
            raise TableRefusal("table.seat.name", name=self.name, longest=LONGEST_NAME)
        if not self.player:
            raise TableRefusal("table.seat.player")
        if (self.kind == "computer") != bool(self.level):
            raise TableRefusal("table.seat.level")

    @property
    def who(self) -> str:
        """As a record writes it: `person`, `computer hard`, `bot`."""
        return f"{self.kind} {self.level}".strip()


def person(name: str, player: str | None = None) -> Seat:
    return Seat("person", name, player or name)


def computer(level: str, name: str | None = None) -> Seat:
    return Seat("computer", name or level, f"computer {level}", level)
