"""Request and response models, except those with whole tables (see `tables`)."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from pydantic import Field

from quincunx.server.routes.models.tables import Refusal, Schema, StateView
from quincunx.server.tables.commands import Strict, Word

LONGEST_POSITION = 2000
Position: TypeAlias = Annotated[str, Field(min_length=1, max_length=LONGEST_POSITION)]

MOST_MOVES = 1000
"""Moves per request."""


class ErrorDetail(Refusal):
    field: str | None
    """The field of the request that is at fault."""


class ErrorResponse(Schema):
    """An error."""

    error: ErrorDetail


class MovesRequest(Strict):
    position: Position
    moves: Annotated[list[Word], Field(max_length=MOST_MOVES)]


class AnalysisRequest(Strict):
    """A position to analyse."""

    position: Position
    level: Word | None = None
    """Choose this level's move instead of the best one."""
    seconds: Annotated[float, Field(gt=0, le=3600, strict=False)] | None = None
    """Upper bound; the server has one too."""


class LevelInfo(Schema):
    name: str
    title: str
    about: str
    """What the level sees, in a sentence."""
    rating: int | None
    """Its measured rating among the levels of this game; None where it was not measured."""


class OptionInfo(Schema, extra="allow"):
    key: str
    label: str
    help: str
    default: str
    kind: str
    """`choice`, `whole`, `size` or `counted`."""


class GameInfo(Schema):
    name: str
    title: str
    summary: str
    seats: int
    """How many, with its standard options."""
    has_dice: bool
    agreed_draws: bool
    options: list[OptionInfo]
    levels: list[LevelInfo]
    suits: list[str]
    variants: list[str]
    example: str
    """A position after a few random moves, for a picture of the game."""


class OptionLeft(Schema):
    """What the other options leave of an option."""

    choices: list[str] | None
    """The tokens that are possible; None if the option is a number or a size."""
    most: dict[str, int]
    """For a word with a number, the largest one."""


class GameStart(Schema):
    game: str
    seats: int
    random: bool
    """Whether each game has a start of its own; then this one is an example."""
    levels: list[LevelInfo]
    options: dict[str, OptionLeft | None]
    """For each option what the others leave of it; None if it means nothing beside them."""
    view: StateView


class PositionView(Schema):
    view: StateView


class PositionViews(Schema):
    views: list[StateView]
    steps: list[StateView]
    """The intermediate positions of the last move."""


class PlyView(Schema):
    view: StateView
    steps: list[StateView]


class MoveEvaluation(Schema, extra="allow"):
    move: str
    value: dict[str, Any]
    line: list[str]


class AnalysisView(Schema):
    position: str
    actor: int
    best: str
    moves: list[MoveEvaluation]
    basis: str
    basis_message: dict[str, Any]
    nodes: int
    seconds: float


class CommandDone(Schema):
    """An action was executed."""

    version: int
    """The version of the table after it."""
    next: str | None = None
    """The table of the rematch."""
