"""The events of a table. The list of events defines a match; everything else is computed from it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any, Literal

from quincunx.table.seats import Seat, TableRefusal

Request = Literal["undo", "redo", "draw", "hints", "abandon"]
"""What a player may ask the others: to undo moves, to redo them, to agree on a draw, to allow hints, to abandon the
match."""

Topic = Literal["undo", "redo", "draw", "hints", "abandon", "rematch"]
"""What an open question is about: a request, or a rematch that was offered."""


@dataclass(frozen=True, slots=True)
class Event:
    at: float
    """The time of day in seconds, as the caller gave it."""


@dataclass(frozen=True, slots=True)
class Sat(Event):
    """Somebody took an open seat, or took over a seat."""

    seat: int
    who: Seat


@dataclass(frozen=True, slots=True)
class Renamed(Event):
    """A player changed the name in a seat."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Began(Event):
    """All seats are taken."""

    first_moves_timed: bool = False
    """Whether the clocks run from here, as in the arena and before version 0.2, and not from each seat's first move."""


@dataclass(frozen=True, slots=True)
class SentNonce(Event):
    """A seat added its own salt to the dice."""

    seat: int
    nonce: str


@dataclass(frozen=True, slots=True)
class Moved(Event):
    seat: int
    move: str


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    seat: int
    roll: str
    faces: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class TookBack(Event):
    """The last moves were undone."""

    count: int


@dataclass(frozen=True, slots=True)
class Redid(Event):
    """The last undone moves were made again."""

    count: int


@dataclass(frozen=True, slots=True)
class Asked(Event):
    seat: int
    what: Request


@dataclass(frozen=True, slots=True)
class Answered(Event):
    """A seat agreed to a request, declined it, or withdrew its own."""

    seat: int
    yes: bool


@dataclass(frozen=True, slots=True)
class AgreedDraw(Event):
    """All seats still in the game agreed on a draw."""


@dataclass(frozen=True, slots=True)
class AllowedHints(Event):
    """All players agreed that hints may be shown."""


@dataclass(frozen=True, slots=True)
class Resigned(Event):
    seat: int


@dataclass(frozen=True, slots=True)
class Flagged(Event):
    """A seat ran out of time."""

    seat: int


@dataclass(frozen=True, slots=True)
class Forfeited(Event):
    """A seat was away for too long."""

    seat: int


@dataclass(frozen=True, slots=True)
class Abandoned(Event):
    """The match was abandoned; nobody won."""

    why: str = ""
    """A word for the reason, if it was not the players' decision: `first-move`, `operator`."""


@dataclass(frozen=True, slots=True)
class OfferedRematch(Event):
    """A seat offered another match, after the end of this one."""

    seat: int
    first: int | None
    """The seat of this match that would go first; None where the game draws it."""


@dataclass(frozen=True, slots=True)
class AgreedRematch(Event):
    """All players want the rematch."""

    first: int | None


@dataclass(frozen=True, slots=True)
class Reopened(Event):
    """The clock stood still for this many seconds: the server was down, or frozen, or its clock was set. Negative if
    its clock was set back."""

    closed: float


KINDS: dict[str, type[Event]] = {kind.__name__: kind for kind in Event.__subclasses__()}


FIELDS: dict[type[Event], tuple[str, ...]] = {
    kind: tuple(field.name for field in fields(kind)) for kind in KINDS.values()
}


def _from_0_1(data: dict[str, Any]) -> dict[str, Any]:
    """An event in the current form: databases of version 0.1 call a roll a throw, and lack later fields."""
    match data.get("event"):
        case "Threw":
            return {"roll" if key == "throw" else key: value for key, value in data.items()} | {"event": "Rolled"}
        case "Began":
            return {"first_moves_timed": True} | data
        case "Abandoned":
            return {"why": ""} | data
    return data


def to_json(event: Event) -> dict[str, Any]:
    data: dict[str, Any] = {"event": type(event).__name__}
    for name in FIELDS[type(event)]:
        data[name] = getattr(event, name)
    if isinstance(event, Sat):
        data["who"] = asdict(event.who)
    return data


def from_json(data: dict[str, Any]) -> Event:
    """The event that `to_json` wrote; TableRefusal for anything else."""
    data = _from_0_1(data)
    kind = KINDS.get(data.get("event", ""))
    if kind is None or set(data) != {"event", *FIELDS[kind]}:
        raise TableRefusal("table.event", written=repr(data))
    values = {key: value for key, value in data.items() if key != "event"}
    if kind is Sat:
        values["who"] = Seat(**values["who"])
    if kind is Rolled and values["faces"] is not None:
        values["faces"] = tuple(values["faces"])
    return kind(**values)
