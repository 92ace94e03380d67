"""Puzzles: checks moves and plays the best defence."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Any, NamedTuple, TypeAlias

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from quincunx import games as law
from quincunx import puzzles
from quincunx.engine import Analysis, Value
from quincunx.games import GAMES, State
from quincunx.law.messages import Message
from quincunx.puzzles import Puzzle
from quincunx.server.errors import ApiError, field_errors
from quincunx.server.routes.deps import error_responses
from quincunx.server.routes.models.tables import StateView
from quincunx.server.tables.commands import Strict, Word
from quincunx.server.tables.registry import TableRegistry
from quincunx.server.tables.snapshot import Json
from quincunx.server.transport.responses import client_address, json_response

SECONDS = 2.0
"""Per analysis; all puzzles in the package are proved in much less."""
SHARE = {"win": 1.0, "draw": 0.5}
"""The value of a goal; `best` is what the best move is worth."""
MOST_MOVES = 100


class PuzzleAttempt(Strict):
    move: Word
    line: Annotated[list[Word], Field(max_length=MOST_MOVES, default_factory=list)]
    """All earlier moves of both sides."""


class PuzzleSummary(BaseModel):
    id: str
    game: str
    title: str
    goal: str
    grade: int


class PuzzleView(PuzzleSummary):
    moves_to_end: int | None
    view: StateView


class AttemptVerdict(BaseModel):
    right: bool
    solved: bool
    """The goal is reached or can no longer be missed."""
    reply: list[str]
    """The moves of the other side."""
    value: dict[str, Any] | None
    """The value of the move, where it was analysed."""


Look: TypeAlias = Callable[[State], Awaitable[Analysis]]


class JudgedMove(NamedTuple):
    right: bool
    value: Value | None = None


def routes(registry: TableRegistry) -> APIRouter:
    router = APIRouter(prefix="/api/puzzles", tags=["puzzles"], responses=error_responses())

    @router.get("", response_model=list[PuzzleSummary])
    async def every() -> Response:
        """All puzzles, without their answers."""
        return json_response([summary(puzzle) for puzzle in puzzles.load()])

    @router.get("/daily", response_model=PuzzleView, responses=error_responses(404))
    async def daily() -> Response:
        """The puzzle of today (UTC), the same for everybody."""
        if not puzzles.load():
            raise ApiError(404, "server.no-puzzles")
        return json_response(_whole(puzzles.daily(datetime.fromtimestamp(registry.now(), UTC).date())))

    @router.get("/{id}", response_model=PuzzleView, responses=error_responses(404))
    async def one(id: str) -> Response:
        """A puzzle, without its answer."""
        return json_response(_whole(find(id)))

    @router.post("/{id}", response_model=AttemptVerdict, responses=error_responses(404, 503))
    async def attempt(id: str, attempt: PuzzleAttempt, request: Request) -> Response:
        """Checks a move and answers with the other side's reply."""
        registry.analysis_limit.take(client_address(request))
        puzzle = find(id)
        state, move = _played(puzzle, attempt)
        look = partial(_look, registry, client_address(request))
        found = await _judge(look, puzzle, state, move, first=not attempt.line)
        value = found.value and {
            "seats": found.value.seats,
            "exact": found.value.exact,
            "distance": found.value.distance,
        }
        if not found.right:
            return json_response({"right": False, "solved": False, "reply": [], "value": value})
        reply, solved = await _resist(look, puzzle, state.play(move), state.turn)
        return json_response({"right": True, "solved": solved, "reply": reply, "value": value})

    return router


def find(id: str) -> Puzzle:
    """The puzzle with this id; ApiError if there is none."""
    found = next((puzzle for puzzle in puzzles.load() if puzzle.id == id), None)
    if found is None:
        raise ApiError(404, Message("server.no-puzzle", id=id))
    return found


def summary(puzzle: Puzzle) -> Json:
    """A puzzle as `/api/puzzles` lists it."""
    title = GAMES[puzzle.game].title
    return {"id": puzzle.id, "game": puzzle.game, "title": title, "goal": puzzle.goal, "grade": puzzle.grade}


def _whole(puzzle: Puzzle) -> Json:
    view = law.parse(puzzle.position).view()
    return {**summary(puzzle), "moves_to_end": puzzle.moves_to_end, "view": view}


def _played(puzzle: Puzzle, attempt: PuzzleAttempt) -> tuple[State, str]:
    """The position after the line, and the legal move made there."""
    state = law.parse(puzzle.position)
    solver = state.turn
    with field_errors("line"):
        for token in attempt.line:
            state = state.play(token)
    if state.turn != solver or (attempt.line and attempt.line[0] != puzzle.move):
        raise ApiError(422, "server.puzzle-line", "line")
    with field_errors("move"):
        move = state.game.move(attempt.move)
        state.play(move)
    return state, move


async def _judge(look: Look, puzzle: Puzzle, state: State, move: str, *, first: bool) -> JudgedMove:
    """The first move must be the solution; later moves must keep the goal."""
    if first and move == puzzle.move:
        return JudgedMove(True)
    found = await look(state)
    value = next(one.value for one in found.moves if one.move == move)
    if first or value.exact or move in _keeping(puzzle, found):
        return JudgedMove(not first and move in _keeping(puzzle, found), value)
    # A search that has found a win may not have searched the other moves.
    value = (await look(state.play(move))).best.value
    return JudgedMove(value.exact and value.seats[state.turn - 1] >= SHARE[puzzle.goal], value)


async def _resist(look: Look, puzzle: Puzzle, state: State, solver: int) -> tuple[list[str], bool]:
    """The best replies until it is the solver's turn again, and whether the puzzle is solved."""
    if puzzle.goal == "best":
        return [], True  # then the dice decide
    reply: list[str] = []
    while not state.outcome and state.turn != solver:
        best = (await look(state)).best.move
        reply.append(best)
        state = state.play(best)
    if state.outcome:
        return reply, True
    left = await look(state)
    return reply, len(_keeping(puzzle, left)) == len(left.moves)


def _keeping(puzzle: Puzzle, found: Analysis) -> set[str]:
    """The moves that provably keep the goal. Where nothing is proved in time, all unproved moves count."""
    seat = found.actor - 1
    proved = {one.move: one.value.seats[seat] for one in found.moves if one.value.exact}
    share = SHARE.get(puzzle.goal) or max(proved.values(), default=0.0)
    kept = {move for move, value in proved.items() if value >= share}
    return kept or {one.move for one in found.moves if not one.value.exact}


async def _look(registry: TableRegistry, address: str, state: State) -> Analysis:
    _, found = await registry.computers.analyse(state, min(SECONDS, registry.config.analysis_seconds), None, address)
    return found
