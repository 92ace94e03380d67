"""Schemas of requests and responses."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from pydantic import BaseModel, Field

from quincunx.server.tables.commands import Strict, Word

Position: TypeAlias = Annotated[str, Field(min_length=1, max_length=2000)]
View: TypeAlias = dict[str, Any]

MOST_MOVES = 1000
"""Moves per request."""


class ErrorDetail(BaseModel):
    reason: str
    field: str | None = None


class ErrorResponse(BaseModel):
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


class LevelInfo(BaseModel):
    name: str
    title: str


class OptionInfo(BaseModel, extra="allow"):
    key: str
    label: str
    help: str
    default: str
    kind: str
    """`choice`, `whole`, `size` or `counted`."""


class GameInfo(BaseModel):
    name: str
    title: str
    summary: str
    has_dice: bool
    agreed_draws: bool
    options: list[OptionInfo]
    levels: list[LevelInfo]
    suits: list[str]
    variants: list[str]


class GameStart(BaseModel):
    game: str
    seats: int
    view: View


class PositionView(BaseModel):
    view: View


class PositionViews(BaseModel):
    views: list[View]
    steps: list[View]
    """The intermediate positions of the last move."""


class PlyView(BaseModel):
    view: View
    steps: list[View]


class MoveEvaluation(BaseModel, extra="allow"):
    move: str
    value: dict[str, Any]
    line: list[str]


class AnalysisView(BaseModel):
    position: str
    actor: int
    best: str
    moves: list[MoveEvaluation]
    basis: str
    nodes: int
    seconds: float


class SeatView(BaseModel, extra="allow"):
    seat: int
    open: bool
    kind: str
    name: str
    suit: str
    present: bool
    away: float | None


class TableSummary(BaseModel, extra="allow"):
    id: str
    game: str
    title: str
    seats: list[SeatView]
    turn: int | None
    my_turn: bool
    over: bool
    outcome: dict[str, Any] | None
    """How it ended; None while it is in progress, and if it was abandoned."""
    view: View
    plies: int
    updated: float


class LobbyView(BaseModel):
    open: list[TableSummary]
    playing: list[TableSummary]
    mine: list[TableSummary]


class TroubleView(BaseModel):
    """A computer that cannot play; any player may let a level, even the same one, take over."""

    seat: int
    reason: str


class TableSnapshot(BaseModel, extra="allow"):
    """A table as the caller may see it."""

    id: str
    version: int
    listed: bool
    owner: bool
    mine: list[int]
    may: dict[int, dict[str, dict[str, Any] | None]]
    began: bool
    over: bool
    seats: list[SeatView]
    state: View
    history: list[dict[str, Any]]
    last: dict[str, Any] | None
    trouble: TroubleView | None
    next: str | None
    previous: str | None
    chat: list[dict[str, Any]]
    invites: dict[int, str]
    watch: str | None
    now: float


class CreatedTable(BaseModel):
    id: str
    table: TableSnapshot


class CommandDone(BaseModel):
    version: int
    next: str | None = None
    """The table of the rematch."""
