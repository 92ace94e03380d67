"""Many positions at once: a request a line in JSON, an answer a line, out of order (docs/engine.md)."""

from __future__ import annotations

import heapq
import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from itertools import count
from typing import Any

from quincunx import games
from quincunx.engine import levels
from quincunx.engine.analysis import Control, EngineRefusal, Limits
from quincunx.engine.search import analyse, analyse_json
from quincunx.games import CHANCE, Refused, State
from quincunx.law.messages import Argument, Message

KEYS = {"id", "position", "moves", "method", "level", "seed", "limits", "priority", "cancel"}

LIMITS = {limit.name: type(limit.default) for limit in fields(Limits)}
"""The types of what a search may spend, by name."""


class BadRequest(Refused):
    """A request that cannot be understood, with the field that is wrong."""

    def __init__(self, message: str | Message, /, *, field: str, **args: Argument) -> None:
        super().__init__(message, **args)
        self.field = field


@dataclass(order=True)
class Job:
    """A request in the queue: greater priority first, then as they came."""

    place: tuple[float, int]
    id: Any = field(compare=False)
    state: State = field(compare=False)
    method: str = field(compare=False)
    level: str = field(compare=False)
    seed: str = field(compare=False)
    limits: Limits = field(compare=False)
    control: Control = field(compare=False, default_factory=Control)
    cancelled: bool = field(compare=False, default=False)


class Desk:
    """Takes requests, thinks with some workers, and answers through `write`, each line once."""

    def __init__(self, write: Callable[[str], None], workers: int = 1) -> None:
        self._write = write
        self._writing = threading.Lock()
        self._changed = threading.Condition()
        self._queue: list[Job] = []
        self._open: dict[str, Job] = {}
        self._numbers = count()
        self._closed = False
        self._workers = [threading.Thread(target=self._work, daemon=True) for _ in range(workers)]
        for worker in self._workers:
            worker.start()

    def handle(self, line: str) -> None:
        """Takes one line. What is wrong with it is answered at once, naming the field."""
        if not line.strip():
            return
        identity: Any = None
        try:
            request = _read(line)
            if isinstance(request.get("id"), str | int):
                identity = request["id"]
            _check(request)
            if request.get("cancel"):
                self._cancel(identity)
            else:
                self._accept(request)
        except BadRequest as error:
            self._answer({"id": identity, "error": _error(error.field, error.message)})

    def close(self) -> None:
        """Finishes what was accepted, then ends."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        for worker in self._workers:
            worker.join()

    def _accept(self, request: dict[str, Any]) -> None:
        job = _job(request, next(self._numbers))
        with self._changed:
            if _key(job.id) in self._open:
                raise BadRequest("engine.json.id-busy", id=repr(job.id), field="id")
            self._open[_key(job.id)] = job
            heapq.heappush(self._queue, job)
            self._changed.notify()

    def _cancel(self, identity: Any) -> None:
        with self._changed:
            job = self._open.get(_key(identity))
            if job is None:
                raise BadRequest("engine.json.id-unknown", id=repr(identity), field="id")
            job.cancelled = True
            job.control.stop()
            if job in self._queue:
                self._queue.remove(job)
                heapq.heapify(self._queue)
                del self._open[_key(identity)]
            else:
                return  # its worker answers
        self._answer({"id": identity, "cancelled": True})

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._queue and not self._closed:
                    self._changed.wait()
                if not self._queue:
                    return
                job = heapq.heappop(self._queue)
            answer = _run(job)
            with self._changed:
                del self._open[_key(job.id)]
            self._answer(answer)

    def _answer(self, answer: dict[str, Any] | str) -> None:
        line = answer if isinstance(answer, str) else _dump(answer)
        with self._writing:
            self._write(line)


def _run(job: Job) -> dict[str, Any] | str:
    """The answer, or its line."""
    move: str | None
    try:
        if job.level:
            move, analysis = levels.choose(job.state, job.level, job.seed, control=job.control)
        elif line := _run_in_core(job):
            return line
        else:
            analysis = analyse(job.state, job.limits, job.method, job.control)
            move = None if job.state.actor == CHANCE else analysis.best.move
    except Refused as refusal:
        name = "position" if job.level or job.state.outcome else "method"
        return {"id": job.id, "error": _error(name, refusal.message)}
    return {"id": job.id, "best": move, **analysis.to_json(), **_stopped(job)}


def _run_in_core(job: Job) -> str | None:
    """The line of an answer that the core writes itself, which is much faster for small searches; None where a book or
    Python's search has to be asked."""
    found = analyse_json(job.state, job.limits, job.method, job.control)
    if found is None:
        return None
    basis = {"basis": str(found.basis), "nodes": found.nodes, "seconds": found.seconds}
    before = {"id": job.id, "best": found.best, "position": str(job.state), "actor": job.state.actor}
    after = {**basis, "basis_message": found.basis.view(), **_stopped(job)}
    return f'{_dump(before)[:-1]},"moves":{found.moves},{_dump(after)[1:]}'


def _stopped(job: Job) -> dict[str, bool]:
    return {"cancelled": True} if job.cancelled else {}


def _dump(answer: dict[str, Any]) -> str:
    return json.dumps(answer, separators=(",", ":"))


def _error(name: str, message: Message) -> dict[str, Any]:
    return {"field": name, **message.view(), "reason": str(message)}


def _read(line: str) -> dict[str, Any]:
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadRequest("engine.json.line", error=str(error), field="") from None
    if not isinstance(request, dict):
        raise BadRequest("engine.json.object", field="")
    return request


def _check(request: dict[str, Any]) -> None:
    for name in request:
        if name not in KEYS:
            raise BadRequest("engine.json.field", fields=sorted(KEYS), field=name)
    if not isinstance(request.get("id"), str | int):
        raise BadRequest("engine.json.id", field="id")


def _job(request: dict[str, Any], number: int) -> Job:
    priority = request.get("priority", 0)
    if isinstance(priority, bool) or not isinstance(priority, int | float):
        raise BadRequest("engine.json.priority", field="priority")
    state = _state(request)
    level, method = _text(request, "level"), _text(request, "method") or "auto"
    if level:
        try:
            levels.level(state.game, level)
        except Refused as refusal:
            raise BadRequest(refusal.message, field="level") from None
    return Job((-priority, number), request["id"], state, method, level, _text(request, "seed"), _limits(request))


def _state(request: dict[str, Any]) -> State:
    position, moves = _text(request, "position"), request.get("moves", [])
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise BadRequest("engine.json.moves", field="moves")
    try:
        state = games.parse(position) if " " in position else games.start(position)
    except Refused as refusal:
        raise BadRequest(refusal.message, field="position") from None
    for at, move in enumerate(moves):
        try:
            state = state.play(state.game.move(move))
        except Refused as refusal:
            raise BadRequest(refusal.message, field=f"moves[{at}]") from None
    return state


def _limits(request: dict[str, Any]) -> Limits:
    given = request.get("limits", {})
    if not isinstance(given, dict):
        raise BadRequest("engine.json.limits", field="limits")
    for name, value in given.items():
        if name not in LIMITS:
            raise BadRequest("engine.json.limit", limits=list(LIMITS), field=f"limits.{name}")
        kind = int | float if LIMITS[name] is float else int
        if isinstance(value, bool) or not isinstance(value, kind):
            code = "engine.json.number" if LIMITS[name] is float else "engine.json.whole"
            raise BadRequest(code, field=f"limits.{name}")
    try:
        limits = Limits(**given)
    except EngineRefusal as refusal:
        raise BadRequest(refusal.message, field="limits") from None
    bounded = limits.nodes or limits.seconds or limits.depth or request.get("level")
    return limits if bounded else Limits(**{**given, "seconds": 1.0})


def _text(request: dict[str, Any], name: str) -> str:
    value = request.get(name, "")
    if not isinstance(value, str):
        raise BadRequest("engine.json.text", field=name)
    if not value.isascii() and any("\ud800" <= sign <= "\udfff" for sign in value):
        raise BadRequest("engine.json.surrogate", field=name)
    return value


def _key(identity: Any) -> str:
    """1 and "1" are different ids."""
    return json.dumps(identity)
