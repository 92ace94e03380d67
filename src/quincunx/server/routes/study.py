"""Study: analysis of a match ply by ply, dice rolls, and data for the board editor."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from dataclasses import asdict
from functools import partial
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Request
from fastapi.responses import Response, StreamingResponse
from pydantic import BaseModel, Field

from quincunx import games as law
from quincunx import record as records
from quincunx.editor import palette
from quincunx.engine import Analysis, Value, accuracy
from quincunx.games import CHANCE, State
from quincunx.law import suits
from quincunx.law.messages import Message
from quincunx.record import Record
from quincunx.server.auth import Caller
from quincunx.server.errors import ApiError, field_errors
from quincunx.server.routes.deps import OPEN, OptionalCaller, error_responses, text_content
from quincunx.server.routes.models import api
from quincunx.server.routes.models.tables import StateView
from quincunx.server.tables.commands import Strict, Word
from quincunx.server.tables.importing import only_record
from quincunx.server.tables.registry import TableRegistry
from quincunx.server.tables.snapshot import Json
from quincunx.server.transport.middleware import MAX_BODY_BYTES
from quincunx.server.transport.responses import client_address, json_response
from quincunx.table import to_record

PLY_SECONDS = 1.0
"""Default per ply."""
ALL_SECONDS = 60.0
"""For a whole match, shared by its plies."""
MOST_PLIES = 1000
DOUBTFUL = 0.2
"""A drop of an estimate that counts as a possible mistake."""
BUSY, ATTEMPTS = 0.5, 40
"""While the analysis pool is full: seconds between attempts, and how many."""


class StudyRequest(Strict):
    """A match to analyse: a record, or a table that is over or has only one person."""

    table: Word | None = None
    watch: Annotated[str, Field(max_length=128)] = ""
    record: Annotated[str, Field(max_length=MAX_BODY_BYTES)] | None = None
    seconds: Annotated[float, Field(gt=0, le=3600, strict=False)] | None = None
    """Upper bound per ply; the server has one too."""
    since: Annotated[int, Field(ge=0, le=MOST_PLIES)] = 0
    """The first ply to analyse, for a client that knows those before."""
    judge: bool = True
    """False: only the list of plies is wanted, by a page that analyses them itself."""


class PositionRequest(Strict):
    position: api.Position


class RollView(api.PositionView):
    roll: str


class PaletteView(BaseModel, extra="allow"):
    game: str
    seats: int
    empty: str
    squares: list[str]
    width: int
    pattern: str
    once: bool
    symbols: list[dict[str, Any]]
    fields: list[dict[str, Any]]
    blank: StateView


def routes(registry: TableRegistry) -> APIRouter:
    router = APIRouter(prefix="/api", tags=["study"], responses=error_responses())

    @router.get("/palette/{game}", response_model=PaletteView)
    async def editor(game: str) -> Response:
        """Data for the board editor: squares, symbols, other fields of a position."""
        with field_errors("game"):
            return json_response(palette(law.game(game)))

    @router.api_route("/position/throw", methods=["GET", "POST"], include_in_schema=False)
    async def old_roll() -> Response:
        """Clients of protocol 1."""
        raise ApiError(410, Message("server.protocol-1", path="/api/position/roll"))

    @router.post("/position/roll", response_model=RollView)
    async def roll(question: PositionRequest) -> Response:
        """Rolls the dice of a position, independently of any table."""
        with field_errors("position"):
            state = law.parse(question.position)
        if state.actor != CHANCE:
            raise ApiError(422, "server.no-dice", "position")
        chances = state.chances()
        rolled = secrets.SystemRandom().choices(list(chances), [float(chance) for chance in chances.values()])[0]
        return json_response({"roll": rolled, "view": state.play(rolled).view()})

    @router.post(
        "/study",
        response_class=Response,
        responses={**text_content("application/x-ndjson"), **error_responses(404, 409)},
        openapi_extra=OPEN,
    )
    async def study(question: StudyRequest, caller: OptionalCaller, request: Request) -> Response:
        """Analyses a match: the first line lists its plies, then one line of JSON follows per position."""
        if question.judge:
            registry.analysis_limit.take(client_address(request))
        match, dealt = await _match(registry, question, caller)
        if len(match.entries) > MOST_PLIES:
            raise ApiError(422, Message("server.study-long", n=len(match.entries), most=MOST_PLIES))
        if not question.judge:
            return Response(_line(match_json(match, dealt)), media_type="application/x-ndjson")
        asked = min(question.seconds or PLY_SECONDS, registry.config.analysis_seconds)
        seconds = min(asked, ALL_SECONDS / (max(0, len(match.entries) - question.since) + 1))
        lines = _judged(registry, match, dealt, question.since, seconds, client_address(request))
        return StreamingResponse(lines, media_type="application/x-ndjson")

    return router


async def _match(registry: TableRegistry, question: StudyRequest, caller: Caller) -> tuple[Record, tuple[str, ...]]:
    """The requested match and the suit of each seat."""
    if (question.table is None) == (question.record is None):
        raise ApiError(422, "server.study-source")
    if question.table is not None:
        room = await registry.visible_room(question.table, caller, question.watch)
        people = sum(seat is not None and seat.kind != "computer" for seat in room.table.seats)
        if people > 1 and not room.table.over:
            raise ApiError(409, "server.study-not-over")
        with field_errors(None, 409):
            return to_record(room.table), room.state.seat_suits()
    with field_errors("record"):
        # In a thread, one at a time of an address: a long record takes a fifth of a second.
        work = partial(records.read, question.record or "")
        found = await registry.addresses.turns.run(caller.address, work)
    record = only_record(found, "record")
    return record, suits.defaults(record.game)


async def _judged(
    registry: TableRegistry, match: Record, dealt: tuple[str, ...], since: int, seconds: float, who: str
) -> AsyncIterator[bytes]:
    yield _line(match_json(match, dealt))
    before = (match.first, *match.states)
    for ply, state in enumerate(before[since:], since):
        played = match.entries[ply].token if ply < len(match.entries) else None
        if state.outcome:
            value = Value(tuple(map(float, state.outcome.results)), exact=True, distance=0)
            yield _line({"ply": ply, "value": asdict(value), "best": None, "slip": None})
        elif state.actor != CHANCE:
            try:
                yield _line(judgement(ply, await _analysis(registry, state, seconds, who), played))
            except ApiError as refusal:
                yield _line(refusal.body())
                return
    yield _line({"done": True})


async def _analysis(registry: TableRegistry, state: State, seconds: float, who: str) -> Analysis:
    """Retries while the pool is full: a study can wait."""
    for _ in range(ATTEMPTS):
        try:
            _, found = await registry.computers.analyse(state, seconds, None, who)
        except ApiError as refusal:
            if refusal.status != 503:
                raise
            await asyncio.sleep(BUSY)
        else:
            return found
    raise ApiError(503, "server.analyses-busy")


def judgement(ply: int, found: Analysis, played: str | None) -> Json:
    """The value and best move after some plies; `slip` is what the played move lost, if anything, and `accuracy`
    how well it was chosen, if there was a choice."""
    best, actor = found.best, found.actor - 1
    made = next((move.value for move in found.moves if move.move == played), None)
    slip = None
    if made is not None:
        lost, exact = best.value.seats[actor] - made.seats[actor], best.value.exact and made.exact
        if lost > 0 if exact else lost >= DOUBTFUL:
            slip = {"lost": lost, "exact": exact}
    chosen = accuracy.choice(found, played) if made is not None and played else None
    return {
        "ply": ply,
        "value": asdict(best.value),
        "best": best.move,
        "line": best.line,
        "played": made and asdict(made),
        "slip": slip,
        "accuracy": chosen and chosen.accuracy,
    }


def match_json(match: Record, dealt: tuple[str, ...]) -> Json:
    """The match as the page lists it."""
    plies = []
    for before, (entry, after) in zip((match.first, *match.states), match.replay(), strict=False):
        left = entry.departure
        kind = "left" if left else "roll" if before.actor == CHANCE else "move"
        seat = left.seat if left else before.turn
        plies.append({"seat": seat, "kind": kind, "token": entry.token, "position": str(after)})
    made = match.points or [None] * len(match.players)
    return {
        "game": str(match.game),
        "title": match.game.title,
        "seats": [
            {"seat": n, "name": player.name, "kind": player.kind.split()[0], "suit": suit, "made": points}
            for n, (player, suit, points) in enumerate(zip(match.players, dealt, made, strict=True), 1)
        ],
        "start": str(match.first),
        "plies": plies,
        "result": match.result,
        "why": match.why,
    }


def _line(data: Json) -> bytes:
    return orjson.dumps(data) + b"\n"
