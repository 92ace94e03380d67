"""Deeds: what can be done at a table, as it comes over the wire."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter

from quincunx.table.events import Request

Suit: TypeAlias = Literal["blue", "red", "yellow", "plum"]


def _printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError("only printable characters can stand here")
    return text


Key: TypeAlias = Annotated[str, Field(min_length=1, max_length=100), AfterValidator(_printable)]
Word: TypeAlias = Annotated[str, Field(min_length=1, max_length=64)]
"""Room for any move, level or nonce; the law says what it has to be."""
Name: TypeAlias = Annotated[str, Field(max_length=40)]
"""Empty: none was chosen."""
SeatNumber: TypeAlias = Annotated[int, Field(ge=1, le=99)]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _Deed(Strict):
    key: Key
    """Not used by the caller for any other deed at this table."""


class _OfSeat(_Deed):
    seat: SeatNumber


class Move(_OfSeat):
    do: Literal["move"]
    move: Word


class Throw(_OfSeat):
    do: Literal["throw"]


class Nonce(_OfSeat):
    do: Literal["nonce"]
    nonce: Word


class Resign(_OfSeat):
    do: Literal["resign"]


class Ask(_OfSeat):
    do: Literal["ask"]
    what: Request


class Reply(_OfSeat):
    """The deed `answer`."""

    do: Literal["answer"]
    yes: bool


class Sit(_OfSeat):
    do: Literal["sit"]
    invite: Annotated[str, Field(max_length=128, repr=False)] = ""
    """Needed at private tables."""
    name: Name | None = None
    suit: Suit | None = None
    kind: Literal["person", "bot"] = "person"


class StandIn(_OfSeat):
    do: Literal["stand_in"]
    level: Word


class Claim(_OfSeat):
    do: Literal["claim"]


class Abandon(_Deed):
    do: Literal["abandon"]


class Rematch(_Deed):
    do: Literal["rematch"]


class Chat(_OfSeat):
    do: Literal["chat"]
    text: Annotated[str, Field(min_length=1, max_length=500)]


Deed: TypeAlias = Annotated[
    Move | Throw | Nonce | Resign | Ask | Reply | Sit | StandIn | Claim | Abandon | Rematch | Chat,
    Field(discriminator="do"),
]

DEED: TypeAdapter[Deed] = TypeAdapter(Deed)
