"""A player behind a URL: each position is posted there as JSON, and the answer is a move (docs/arena.md)."""

from __future__ import annotations

import json
import queue
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from quincunx.arena.players.failure import Failure
from quincunx.games import State

LONGEST_ANSWER = 64 * 1024
"""Bytes."""

PATIENCE = 10.0
"""Seconds within which a bot must accept a connection before its first match."""


class BotPlayer:
    def __init__(self, url: str) -> None:
        self._url = url
        self._seed = 0
        self._reached = self._stopped = False
        self._answers: queue.Queue[str | Failure] = queue.Queue()

    def begin(self, seed: int) -> None:
        self._seed = seed
        if not self._reached:
            self._wait(self._reach, PATIENCE)
            self._reached = True

    def choose(self, state: State, share: float | None, most: float) -> str:
        question = {
            "position": str(state),
            "seat": state.actor,
            "moves": list(state.moves()),
            "seconds": share,
            "seed": self._seed,
        }
        return self._wait(lambda: self._answer(question, most), most)

    def close(self) -> None:
        pass

    def stop(self) -> None:
        self._stopped = True
        self._answers.put(Failure("crash", "arena.failure.stopped"))

    def _wait(self, work: Callable[[], str], most: float) -> str:
        """Runs the work in a thread with an overall time limit: the timeout of a socket restarts with every byte."""
        answers: queue.Queue[str | Failure] = queue.Queue()
        self._answers = answers
        if self._stopped:
            self.stop()
        threading.Thread(target=_do, args=(work, most, answers), daemon=True).start()
        try:
            answer = answers.get(timeout=most)
        except queue.Empty:
            raise Failure("timeout", "arena.failure.no-answer", seconds=f"{most:g}") from None
        if isinstance(answer, Failure):
            raise answer
        return answer

    def _reach(self) -> str:
        """Raises Failure if nothing listens at the address. Behind a proxy this cannot be checked."""
        url = urlsplit(self._url)
        host = url.hostname or ""
        port = url.port or (443 if url.scheme == "https" else 80)
        if url.scheme in urllib.request.getproxies() and not urllib.request.proxy_bypass(host):
            return ""
        try:
            socket.create_connection((host, port), PATIENCE).close()
        except OSError as error:
            why = error.strerror or str(error)
            raise Failure("crash", "arena.failure.unreachable", host=host, port=port, error=why) from None
        return ""

    def _answer(self, question: dict[str, Any], most: float) -> str:
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self._url, json.dumps(question).encode(), headers)
        with urllib.request.urlopen(request, timeout=most) as response:
            body = response.read(LONGEST_ANSWER)
        try:
            move = json.loads(body)["move"]
        except (ValueError, KeyError, TypeError):
            move = None
        if not isinstance(move, str):
            raise Failure("crash", "arena.failure.answer", answer=repr(body[:100]))
        return move


def _do(work: Callable[[], str], most: float, answers: queue.Queue[str | Failure]) -> None:
    try:
        answers.put(work())
    except Failure as failure:
        answers.put(failure)
    except TimeoutError:
        answers.put(Failure("timeout", "arena.failure.no-answer", seconds=f"{most:g}"))
    except urllib.error.HTTPError as error:
        answers.put(Failure("crash", "arena.failure.http", status=error.code, error=str(error.reason)))
        error.close()
    except Exception as error:
        answers.put(Failure("crash", "arena.failure.error", kind=type(error).__name__, error=str(error)))
