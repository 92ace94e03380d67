"""Many positions at once: one JSON request per line, one answer per line, out of order (docs/engine.md)."""

from __future__ import annotations

import heapq
import json
import threading
import traceback
from collections.abc import Callable
from functools import lru_cache
from itertools import count
from typing import Any, TypeAlias

from quincunx import _core
from quincunx.engine import levels
from quincunx.engine.analysis import Control, basis_of, in_core
from quincunx.engine.player import player
from quincunx.engine.process import requests
from quincunx.engine.process.requests import BadRequest, Job
from quincunx.engine.search import analyse
from quincunx.games import CHANCE, NOBODY, Refused
from quincunx.law.messages import Message

SMALL = 1000
"""Nodes of a search so small that several are done together."""
MOST = 32
"""Searches that each thread does together: some milliseconds' work, for which a request of greater priority has to
wait."""

Question: TypeAlias = tuple[str, str, tuple[int, float, int, int, int, int], Control]
"""What the core is asked: position, method, limits, control."""


class Desk:
    """Takes requests, searches with some workers, and answers through `write`, which gets one or several lines.

    A small search takes less time than Python needs for its answer, and workers that wait for Python's lock delay each
    other. So one worker at a time does small searches, many together, and the core divides them among its threads."""

    def __init__(self, write: Callable[[str], None], workers: int = 1) -> None:
        self._write = write
        self._writing = threading.Lock()
        self._changed = threading.Condition()
        self._queue: list[tuple[tuple[float, int], Job]] = []
        self._open: dict[str, Job] = {}
        self._numbers = count()
        self._closed = False
        self._small_run = False
        """Whether a worker does small searches."""
        self._workers = [threading.Thread(target=self._work, daemon=True) for _ in range(workers)]
        for worker in self._workers:
            worker.start()

    def handle(self, line: str) -> None:
        """Takes one line. An invalid one gets an error at once that names the field."""
        if not line.strip():
            return
        identity, answer = "null", None
        try:
            request = requests.read(line)
            if requests.is_id(request.get("id")):
                identity = json.dumps(request["id"])
            requests.check(request)
            if request.get("cancel"):
                answer = self._cancel(identity)
            else:
                self._accept(identity, request)
        except BadRequest as error:
            answer = _failed(identity, error.field, error.message)
        except Exception as error:
            answer = _faulty(identity, error)
        if answer:
            self._answer([answer])

    def close(self) -> None:
        """Finishes what was accepted, then ends."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        for worker in self._workers:
            worker.join()

    def _accept(self, identity: str, request: dict[str, Any]) -> None:
        job = requests.read_job(identity, request, next(self._numbers))
        with self._changed:
            if identity in self._open:
                raise BadRequest("engine.json.id-busy", id=repr(request["id"]), field="id")
            self._open[identity] = job
            heapq.heappush(self._queue, (job.place, job))
            if self._has_work():
                self._changed.notify()

    def _cancel(self, identity: str) -> str | None:
        """The answer; None if the worker with the job gives it."""
        with self._changed:
            job = self._open.get(identity)
            if job is None:
                raise BadRequest("engine.json.id-unknown", id=repr(json.loads(identity)), field="id")
            job.cancelled = True
            job.control.stop()
            if job.taken:
                return None
            del self._open[identity]  # and `_first` drops it from the queue
            if self._has_work():
                self._changed.notify()
        return f'{{"id":{identity},"cancelled":true}}'

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._has_work():
                    if self._closed and not self._queue:
                        return
                    self._changed.wait()
                jobs = self._take()
                small = _is_small(jobs[0])
                self._small_run = self._small_run or small
                if self._has_work():
                    self._changed.notify()
            answers = _by_the_core(jobs, len(self._workers))
            with self._changed:
                if small:  # Python's part of these must not delay the next small ones
                    self._small_run = False
                if self._closed:
                    self._changed.notify_all()
                elif self._has_work():
                    self._changed.notify()
            lines = [answer or _think(job) for job, answer in zip(jobs, answers, strict=True)]
            with self._changed:
                for job in jobs:
                    del self._open[job.id]
            self._answer(lines)

    def _has_work(self) -> bool:
        """Whether there is a job for one more worker."""
        first = self._first()
        return first is not None and not (self._small_run and _is_small(first))

    def _first(self) -> Job | None:
        """The next job in the queue that was not cancelled."""
        while self._queue and self._queue[0][1].cancelled:
            heapq.heappop(self._queue)
        return self._queue[0][1] if self._queue else None

    def _take(self) -> list[Job]:
        """The next job; if it is small, with all small ones that follow it."""
        jobs: list[Job] = []
        most = 1
        while len(jobs) < most and (first := self._first()) and (not jobs or _is_small(first)):
            heapq.heappop(self._queue)
            first.taken = True
            jobs.append(first)
            most = MOST * len(self._workers) if _is_small(first) else 1
        return jobs

    def _answer(self, lines: list[str]) -> None:
        with self._writing:
            self._write("\n".join(lines))


def _is_small(job: Job) -> bool:
    return not job.level and 0 < job.limits.nodes <= SMALL and in_core(job.position.game.name)


def _by_the_core(jobs: list[Job], threads: int) -> list[str | None]:
    """The answers that the core can write, in one call; None for the others."""
    try:
        questions = [_question(job) for job in jobs]
        found = iter(_core.answers([question for question in questions if question], threads))
        return [question and _written(job, next(found)) for job, question in zip(jobs, questions, strict=True)]
    except Exception:  # `_think` reports what is wrong with each
        return [None] * len(jobs)


def _question(job: Job) -> Question | None:
    """A search for the core; None if a level, a book or Python's search is needed, or the request is invalid."""
    position, own = job.position, player(job.position.game.name)
    method: str | None = job.method
    if job.level or position.actor == NOBODY or not in_core(position.game.name):
        return None
    if method == "auto":
        method = own.plain_method(position.game, position.body)
        try:
            if method is None and not own.page(position.state):
                method = own.method(position.state)
        except Refused:
            return None
    elif method not in own.methods:
        return None
    return (position.text, method, job.limits.numbers(), job.control) if method else None


def _written(job: Job, found: tuple[str, str, str] | None) -> str | None:
    """The line for an answer of the core; None if its search failed."""
    if found is None:
        return None
    answer, basis, spent = found
    said, message = _basis(basis)
    return f'{{"id":{job.id},{answer},"basis":{said},{spent},"basis_message":{message}{_stopped(job)}}}'


@lru_cache(maxsize=1024)
def _basis(said: str) -> tuple[str, str]:
    """What values are based on, as JSON: the text, and the message."""
    basis = basis_of(said)
    return _dump(str(basis)), _dump(basis.view())


def _think(job: Job) -> str:
    """The line of an answer, computed in Python."""
    try:
        return _by_python(job)
    except Exception as error:
        return _faulty(job.id, error)


def _by_python(job: Job) -> str:
    state = job.position.state
    move: str | None
    try:
        if job.level:
            move, analysis = levels.choose(state, job.level, job.seed, control=job.control)
        else:
            analysis = analyse(state, job.limits, job.method, job.control)
            move = None if state.actor == CHANCE else analysis.best.move
    except Refused as refusal:
        return _failed(job.id, "position" if job.level or state.outcome else "method", refusal.message)
    return f'{{"id":{job.id},{_dump({"best": move, **analysis.to_json()})[1:-1]}{_stopped(job)}}}'


def _stopped(job: Job) -> str:
    return ',"cancelled":true' if job.cancelled else ""


def _dump(answer: object) -> str:
    return json.dumps(answer, separators=(",", ":"))


def _failed(identity: str, name: str, message: Message) -> str:
    error = {"field": name, **message.view(), "reason": str(message)}
    return f'{{"id":{identity},"error":{_dump(error)}}}'


def _faulty(identity: str, error: Exception) -> str:
    """The answer to a request that hit a bug in a package's law, or in ours: the other requests go on."""
    traceback.print_exception(error)
    return _failed(identity, "", Message("engine.json.failed", error=f"{type(error).__name__}: {error}"))
