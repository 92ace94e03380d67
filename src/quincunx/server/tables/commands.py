"""Commands that clients send to a table."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter

from quincunx.law.messages import Message
from quincunx.law.suits import Suit
from quincunx.record import LONGEST_NAME
from quincunx.table.events import Request


def _printable(key: str) -> str:
    if not key.isprintable():
        raise ValueError(Message("server.printable"))
    return key


BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that show nothing: fillers of Hangul, a Braille pattern without dots."""


def is_visible(text: str) -> bool:
    """True if a text has a visible character."""
    return any(unicodedata.category(letter)[0] in "LNPS" and letter not in BLANK for letter in text)


def _visible(name: str) -> str:
    if name.strip() and not is_visible(name):
        raise ValueError(Message("server.visible"))
    return name


Key: TypeAlias = Annotated[str, Field(min_length=1, max_length=100), AfterValidator(_printable)]
Word: TypeAlias = Annotated[str, Field(min_length=1, max_length=64)]
"""Long enough for any move, level or nonce; the law checks the rest."""
Name: TypeAlias = Annotated[str, Field(max_length=LONGEST_NAME), AfterValidator(_visible)]
"""Empty: no name chosen."""
SeatNumber: TypeAlias = Annotated[int, Field(ge=1, le=99)]
Version: TypeAlias = Annotated[int, Field(ge=0, le=2**31 - 1)]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _Command(Strict):
    key: Key
    """Idempotency key, unique among the caller's commands at this table."""
    version: Version | None = None
    """The version of the table that the caller has seen: the command is refused if the position has changed since."""


class _SeatCommand(_Command):
    seat: SeatNumber


class MoveCommand(_SeatCommand):
    do: Literal["move"]
    move: Word


class RollCommand(_SeatCommand):
    do: Literal["roll"]


class NonceCommand(_SeatCommand):
    do: Literal["nonce"]
    nonce: Word


class ResignCommand(_SeatCommand):
    do: Literal["resign"]


class AskCommand(_SeatCommand):
    do: Literal["ask"]
    what: Request


class AnswerCommand(_SeatCommand):
    """Agrees to a request, declines it, or (whoever asked) withdraws it."""

    do: Literal["answer"]
    question: Version
    """The `id` of the question that is answered."""
    yes: bool


class SitCommand(_SeatCommand):
    do: Literal["sit"]
    invite: Annotated[str, Field(max_length=128, repr=False)] = ""
    """Required at private tables."""
    name: Name | None = None
    suit: Suit | None = None
    kind: Literal["person", "bot"] = "person"


class StandInCommand(_SeatCommand):
    do: Literal["stand_in"]
    level: Word


class ClaimCommand(_SeatCommand):
    do: Literal["claim"]


class AbandonCommand(_Command):
    do: Literal["abandon"]


class RematchCommand(_Command):
    """Offers a rematch, or accepts the one that is offered."""

    do: Literal["rematch"]
    first: SeatNumber | None = None
    """The seat of this match that goes first in the next one; None: whoever does by default."""


class RenameCommand(_SeatCommand):
    do: Literal["rename"]
    name: Annotated[Name, Field(min_length=1)]


class ChatCommand(_Command):
    """A line of chat: from a seat to the players, or from a spectator to the spectators."""

    do: Literal["chat"]
    seat: SeatNumber | None = None
    """None for a spectator."""
    text: Annotated[str, Field(min_length=1, max_length=500)]
    name: Name | None = None
    """Of a spectator."""
    watch: Annotated[str, Field(max_length=128, repr=False)] = ""
    """The watch code: a spectator of a private table needs it."""


AnyCommand: TypeAlias = (
    MoveCommand
    | RollCommand
    | NonceCommand
    | ResignCommand
    | AskCommand
    | AnswerCommand
    | SitCommand
    | StandInCommand
    | ClaimCommand
    | AbandonCommand
    | RematchCommand
    | RenameCommand
    | ChatCommand
)
Command: TypeAlias = Annotated[AnyCommand, Field(discriminator="do")]

ACTIONS: tuple[str, ...] = tuple(get_args(kind.model_fields["do"].annotation)[0] for kind in get_args(AnyCommand))
"""The values of `do`."""

COMMAND: TypeAdapter[Command] = TypeAdapter(Command)
