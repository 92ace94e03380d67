"""A player behind an address: each position is sent there as JSON, and the answer is a move (docs/arena.md)."""

from __future__ import annotations

import json
import queue
import threading
import urllib.error
import urllib.request
from typing import Any

from quincunx.arena.failure import Failure
from quincunx.games import State

LONGEST_ANSWER = 64 * 1024
"""Bytes."""


class Bot:
    def __init__(self, url: str) -> None:
        self._url = url
        self._seed = 0

    def begin(self, seed: int) -> None:
        self._seed = seed

    def choose(self, state: State, share: float | None, most: float) -> str:
        question = {
            "position": str(state),
            "seat": state.actor,
            "moves": list(state.moves()),
            "seconds": share,
            "seed": self._seed,
        }
        answers: queue.Queue[str | Failure] = queue.Queue()
        # The time limit of a socket begins anew with every byte. So somebody else waits, and we look at the clock.
        threading.Thread(target=self._ask, args=(question, most, answers), daemon=True).start()
        try:
            answer = answers.get(timeout=most)
        except queue.Empty:
            raise Failure("timeout", f"no answer within {most:g} s") from None
        if isinstance(answer, Failure):
            raise answer
        return answer

    def close(self) -> None:
        pass

    def _ask(self, question: dict[str, Any], most: float, answers: queue.Queue[str | Failure]) -> None:
        try:
            answers.put(self._answer(question, most))
        except Failure as failure:
            answers.put(failure)
        except TimeoutError:
            answers.put(Failure("timeout", f"no answer within {most:g} s"))
        except urllib.error.HTTPError as error:
            answers.put(Failure("crash", f"it answered HTTP {error.code} {error.reason}"))
            error.close()
        except Exception as error:
            answers.put(Failure("crash", f"{type(error).__name__}: {error}"))

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
            raise Failure("crash", f'it did not answer {{"move": "…"}} but {body[:100]!r}')
        return move
