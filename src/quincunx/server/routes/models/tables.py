"""The table as clients see it, for OpenAPI. Snapshots are not made with these models; a test compares them."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, Field

from quincunx.table.events import Request, Topic


class Schema(BaseModel, use_attribute_docstrings=True, defer_build=True):
    """A response; the texts under its fields are descriptions in OpenAPI. Only that needs the models to be built."""


class Refusal(Schema):
    """Why something cannot be done."""

    code: str
    """A name for programs, which does not change: `server.stale`, `tactix.gap`."""
    args: dict[str, Any]
    """The facts in the sentence, by name."""
    reason: str
    """A sentence for people, in English."""


# A position


class OutcomeView(Refusal):
    """How a match ended, and the reason."""

    score: str
    """As a record writes it: `1-0`, `1/2-1/2`, `0-0-1`."""
    winner: int | None
    """A seat, or null for a draw."""
    why: str
    """The game's own word, or `resigned`, `time`, `absent`, `agreed`."""
    squares: list[str]
    """The squares that decided it."""


class GridView(Schema):
    columns: list[str]
    rows: list[str]
    gap: int
    """The number of squares between gaps; 0: no gaps."""


class CellView(Schema, extra="allow"):
    """A square, with what only the game knows."""

    name: str
    text: str
    """One or two characters for a board drawn as text."""
    seat: int | None = None
    """Its owner; missing if it has none."""


class CandidateLine(Schema, extra="allow"):
    """A line that is one move from being complete."""

    squares: list[str]
    at: str


class HighlightsView(Schema):
    decisive: list[list[str]]
    candidates: list[CandidateLine]


class StateView(Schema, extra="allow"):
    """A position (docs/notation.md). Further keys are the game's own."""

    game: str
    """With its options: `xchain:seats=3`."""
    position: str
    """The position as one line of text."""
    turn: int
    """The seat whose turn it is; -1 when the game is over."""
    actor: int
    """Who chooses the next move: a seat; 0: roll the dice; -1: the game is over."""
    phase: str
    """What is to be done: `give`, `place`, `take`, `roll`, `remove`, `mark`, `grow`; empty when the game is over."""
    moves: list[str]
    """The legal moves; the possible rolls while `actor` is 0."""
    outcome: OutcomeView | None
    """How the game ended by its rules."""
    grid: GridView
    cells: list[CellView]
    """In reading order."""
    highlights: HighlightsView


# Seats


class SeatView(Schema):
    seat: int
    open: bool
    """Whether nobody has taken it yet."""
    kind: Literal["person", "computer", "bot", "open"]
    """Of an open seat: `bot` if it is reserved for a program."""
    name: str
    level: str
    """Of a computer; else empty."""
    colour: str
    """The suit that the player has chosen; empty if none."""
    suit: str
    """The suit that the seat is shown in."""
    plays: bool
    """Whether the seat is still in the game."""
    points: int
    """In the series, before this match."""
    made: int | None
    """In this match; null until it has a result."""
    left: float | None
    """Seconds on the clock; null without clocks."""
    present: bool
    away: float | None
    """Seconds until the seat may be claimed; null while its player is here or nobody waits for it."""


class SummarySeat(SeatView):
    mine: bool


class TroubleView(Schema):
    """A computer that cannot play; any player may let a level, even the same one, take over."""

    seat: int
    reason: str


# Events


class _Event(Schema):
    at: float
    """The server's time, in seconds."""


class _SeatEvent(_Event):
    seat: int


class SatEvent(_SeatEvent):
    event: Literal["Sat"]
    name: str
    kind: Literal["person", "computer", "bot"]


class RenamedEvent(_SeatEvent):
    event: Literal["Renamed"]
    name: str


class NonceEvent(_SeatEvent):
    event: Literal["SentNonce"]
    nonce: str


class MovedEvent(_SeatEvent):
    event: Literal["Moved"]
    move: str
    left: float | None
    """Seconds on the seat's clock."""
    steps: list[StateView]
    """The positions between the last one and this one, for games in which a move has several steps."""


class RolledEvent(_SeatEvent):
    event: Literal["Rolled"]
    roll: str
    faces: tuple[int, int] | None
    """Null in games whose rolls are not the sums of two dice."""
    left: float | None
    """Seconds on the seat's clock."""


class CountEvent(_Event):
    event: Literal["TookBack", "Redid"]
    count: int
    """How many plies."""


class AskedEvent(_SeatEvent):
    event: Literal["Asked"]
    what: Request


class AnsweredEvent(_SeatEvent):
    event: Literal["Answered"]
    yes: bool
    what: Topic
    """What the question was about."""
    asker: int
    """Who asked; the same as `seat` if the question was withdrawn."""


class OfferedRematchEvent(_SeatEvent):
    event: Literal["OfferedRematch"]
    first: int | None


class AgreedRematchEvent(_Event):
    event: Literal["AgreedRematch"]
    first: int | None


class LeftEvent(_SeatEvent):
    event: Literal["Resigned", "Flagged", "Forfeited"]


class TableEvent(_Event):
    event: Literal["AgreedDraw", "AllowedHints"]


class BeganEvent(_Event):
    event: Literal["Began"]
    first_moves_timed: bool
    """False: a seat's time runs only after its first move. True in imported matches, and before version 0.2."""


class AbandonedEvent(_Event):
    event: Literal["Abandoned"]
    why: str
    """A word for the reason; empty if it was the players' decision."""


class ReopenedEvent(_Event):
    """The clock stood still: the server was closed or frozen, or its own clock was set."""

    event: Literal["Reopened"]
    closed: float
    """For how many seconds. Negative if the server's clock was set back: then the turn began as much earlier."""


LastEvent: TypeAlias = Annotated[
    SatEvent
    | RenamedEvent
    | NonceEvent
    | MovedEvent
    | RolledEvent
    | CountEvent
    | AskedEvent
    | AnsweredEvent
    | OfferedRematchEvent
    | AgreedRematchEvent
    | LeftEvent
    | TableEvent
    | BeganEvent
    | AbandonedEvent
    | ReopenedEvent,
    Field(discriminator="event"),
]


class HistoryEntry(Schema):
    """A ply: a move, a roll, or a seat that left a game of three or four."""

    seat: int
    kind: Literal["move", "roll", "left"]
    token: str
    left: float | None
    """Seconds that the seat had left then; null without clocks."""


# The rest of a table


class QuestionView(Schema):
    """What a seat asked the others."""

    id: int
    """The version of the table with which it was asked; an answer names it as `question`."""
    seat: int
    what: Topic
    agreed: list[int]
    waiting: list[int]
    """The seats that have not answered yet."""
    first: int | None
    """For a rematch: the seat of this match that would go first; null where the game draws it."""


class ClockView(Schema):
    pace: str
    """`300+5`: seconds for the game, and for each move."""
    running: int | None
    """The seat whose time runs; null while a first move is awaited, which is not timed."""
    deadline: float | None
    """When it ends, by the server's time."""
    awaited: int | None
    """The seat whose first move is awaited."""
    first_move_deadline: float | None
    """Until when it has to be made; then the match is abandoned."""


class SeriesView(Schema):
    """The rematches before this match."""

    played: int
    drawn: int
    target: int | None
    """The points that win the series; null if it has no end."""
    winner: int | None
    """The seat that has won the series with this match."""
    counts_points: bool
    """Whether a match of this game can give other points than one for a win."""


class DiceView(Schema):
    hash: str
    """SHA-256 of the dice seed, published before the first roll."""
    nonces: list[str]
    brought: int
    """How many rolls came with an imported match; they are not of this seed."""
    seed: str | None
    """Null until the match is over."""
    faces: tuple[int, int] | None
    """Of the last roll; null before it, and in games whose rolls are not the sums of two dice."""


class Permissions(Schema):
    """For each action of a seat why it cannot be done now, or null."""

    move: Refusal | None
    roll: Refusal | None
    resign: Refusal | None
    undo: Refusal | None
    redo: Refusal | None
    draw: Refusal | None
    hints: Refusal | None
    abandon: Refusal | None
    answer: Refusal | None
    rematch: Refusal | None


class ChatLine(Schema):
    seat: int
    """0 for a spectator."""
    name: str
    text: str
    at: float


class TableSnapshot(Schema):
    """A table as the caller may see it."""

    id: str
    version: int
    """Grows with everything that happens in the match; chat and presence leave it as it is."""
    game: str
    """With its options."""
    title: str
    listed: bool
    began: bool
    over: bool
    abandoned: bool
    abandoned_why: Refusal | None
    """Why, if the players did not decide it."""
    outcome: OutcomeView | None
    """How the match ended, resignation and time included."""
    seats: list[SeatView]
    spectators: int
    """How many watch."""
    state: StateView
    history: list[HistoryEntry]
    last: LastEvent | None
    question: QuestionView | None
    clock: ClockView | None
    series: SeriesView
    hints: bool
    """Whether hints are allowed."""
    dice: DiceView | None
    seed: str | None
    """The match seed; null until the match is over."""
    trouble: TroubleView | None
    next: str | None
    """The table of the rematch."""
    previous: str | None
    now: float
    """The server's time, in seconds."""
    owner: bool
    mine: list[int]
    """The caller's seats."""
    may: dict[int, Permissions]
    """By seat, for `mine`."""
    invites: dict[int, str]
    """By open seat, for the owner."""
    watch: str | None
    """For the owner of a private table."""
    chat: list[ChatLine]
    """The last 200 lines: of the players for those who sit or sat here, of the spectators for all others."""


class TableSummary(Schema):
    """A table in the lobby."""

    id: str
    game: str
    title: str
    listed: bool
    seats: list[SummarySeat]
    turn: int | None
    my_turn: bool
    began: bool
    over: bool
    outcome: OutcomeView | None
    """How it ended; null while it is in progress, and if it was abandoned."""
    position: str
    view: StateView | None = None
    """Left out with `views=false`."""
    pace: str | None
    """`300+5`, or null without clocks."""
    plies: int
    next: str | None
    opened: float
    updated: float


class UnavailableTable(Schema):
    """A table of the caller whose game is not installed on this server. It is kept."""

    id: str
    game: str
    code: str
    args: dict[str, Any]
    reason: str


class LobbyView(Schema):
    open: list[TableSummary]
    playing: list[TableSummary]
    mine: list[TableSummary]
    unavailable: list[UnavailableTable]


class CreatedTable(Schema):
    id: str
    table: TableSnapshot
