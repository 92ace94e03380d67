"""Requests in JSON lines: what a line asks for, or what is wrong with it (docs/engine.md)."""

from __future__ import annotations

import json
import math
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, lru_cache
from typing import Any

from quincunx import _core, games
from quincunx.engine import levels
from quincunx.engine.analysis import Control, EngineRefusal, Limits
from quincunx.games import Game, Refused, State
from quincunx.law.messages import Argument, Message

KEYS = {"id", "position", "moves", "method", "level", "seed", "limits", "priority", "cancel"}

LIMITS = {limit.name: type(limit.default) for limit in fields(Limits)}
"""The types of what a search may spend, by name."""


class BadRequest(Refused):
    """A request that cannot be understood, with the field that is wrong."""

    def __init__(self, message: str | Message, /, *, field: str, **args: Argument) -> None:
        super().__init__(message, **args)
        self.field = field


class Position:
    """A position as text. The law parses it only if needed."""

    def __init__(self, text: str, actor: int) -> None:
        game, _, self.body = text.partition(" ")
        self.text, self.actor, self.game = text, actor, _game(game)

    @cached_property
    def state(self) -> State:
        return self.game.read(self.body)


@lru_cache(maxsize=64)
def _game(text: str) -> Game:
    return games.game(text)


@dataclass(slots=True)
class Job:
    """A request in the queue."""

    place: tuple[float, int]
    """In the queue: greater priority first, then as they came."""
    id: str
    """As JSON: 1 and "1" are different ids."""
    position: Position
    method: str
    level: str
    seed: str
    limits: Limits
    control: Control = field(default_factory=Control)
    taken: bool = False
    """Whether a worker has it."""
    cancelled: bool = False


def read(line: str) -> dict[str, Any]:
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadRequest("engine.json.line", error=str(error), field="") from None
    if not isinstance(request, dict):
        raise BadRequest("engine.json.object", field="")
    return request


def check(request: dict[str, Any]) -> None:
    for name in request:
        if name not in KEYS:
            raise BadRequest("engine.json.field", fields=sorted(KEYS), field=name)
    if not is_id(request.get("id")):
        raise BadRequest("engine.json.id", field="id")


def is_id(value: object) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def read_job(identity: str, request: dict[str, Any], number: int) -> Job:
    priority = request.get("priority", 0)
    if isinstance(priority, bool) or not isinstance(priority, int | float):
        raise BadRequest("engine.json.priority", field="priority")
    if not -math.inf <= priority <= math.inf:  # not a number: the queue could not be sorted
        raise BadRequest("engine.json.priority", field="priority")
    position = _position(request)
    level, method = _text(request, "level"), _text(request, "method") or "auto"
    if level:
        try:
            levels.level(position.game, level)
        except Refused as refusal:
            raise BadRequest(refusal.message, field="level") from None
    return Job((-priority, number), identity, position, method, level, _text(request, "seed"), _limits(request))


def _position(request: dict[str, Any]) -> Position:
    """Parsed by the core if it has the game, which is much faster. Errors come from the law."""
    position, moves = _text(request, "position"), request.get("moves", [])
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise BadRequest("engine.json.moves", field="moves")
    if not position:
        raise BadRequest("engine.json.position", field="position")
    if " " in position and not moves:
        with suppress(ValueError):
            return Position(*_core.place(position))
    try:
        state = games.parse(position) if " " in position else games.start(position)
    except Refused as refusal:
        raise BadRequest(refusal.message, field="position") from None
    for at, move in enumerate(moves):
        try:
            state = state.play(state.game.move(move))
        except Refused as refusal:
            raise BadRequest(refusal.message, field=f"moves[{at}]") from None
    known = Position(str(state), state.actor)
    known.state = state
    return known


def _limits(request: dict[str, Any]) -> Limits:
    given = request.get("limits", {})
    if not isinstance(given, dict):
        raise BadRequest("engine.json.limits", field="limits")
    for name, value in given.items():
        if name not in LIMITS:
            raise BadRequest("engine.json.limit", limits=list(LIMITS), field=f"limits.{name}")
        kind = int | float if LIMITS[name] is float else int
        endless = isinstance(value, float) and not math.isfinite(value)  # JSON cannot repeat it
        if isinstance(value, bool) or not isinstance(value, kind) or endless:
            code = "engine.json.number" if LIMITS[name] is float else "engine.json.whole"
            raise BadRequest(code, field=f"limits.{name}")
    try:
        return _bounded(tuple(given.items()), bool(request.get("level")))
    except EngineRefusal as refusal:
        raise BadRequest(refusal.message, field="limits") from None


@lru_cache(maxsize=256)
def _bounded(given: tuple[tuple[str, Any], ...], has_level: bool) -> Limits:
    """Limits by name; one second if nothing bounds the search. Cached, because most requests have the same."""
    limits = Limits(**dict(given))
    bounded = limits.nodes or limits.seconds or limits.depth or has_level
    return limits if bounded else replace(limits, seconds=1.0)


def _text(request: dict[str, Any], name: str) -> str:
    value = request.get(name, "")
    if not isinstance(value, str):
        raise BadRequest("engine.json.text", field=name)
    if not value.isascii() and any("\ud800" <= sign <= "\udfff" for sign in value):
        raise BadRequest("engine.json.surrogate", field=name)
    return value
