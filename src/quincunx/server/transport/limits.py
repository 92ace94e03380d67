"""Rate limits (token buckets by client) and concurrency limits."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import ceil

from quincunx.law.messages import Message
from quincunx.server.errors import ApiError, server_busy

MOST = 10_000
"""Buckets kept; the least recently used ones are full again anyway."""


class RateLimit:
    """Token bucket by client: `rate` per second on average, bursts up to `burst`. A rate of 0 means no limit."""

    def __init__(self, rate: float, burst: float, code: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._code, self._clock = rate, burst, code, clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str) -> None:
        """Takes one token of a client; ApiError 429 if there is none."""
        if not self._rate:
            return
        now = self._clock()
        tokens, since = self._buckets.pop(who, (self._burst, now))
        tokens = min(self._burst, tokens + (now - since) * self._rate)
        enough = tokens >= 1
        self._buckets[who] = (tokens - enough, now)
        if len(self._buckets) > MOST:
            self._buckets.popitem(last=False)
        if not enough:
            wait = ceil((1 - tokens) / self._rate)
            raise ApiError(429, Message(self._code, n=wait), wait=wait)

    def give_back(self, who: str) -> None:
        """Returns a token taken for something that was not done after all."""
        if bucket := self._buckets.get(who):
            self._buckets[who] = (bucket[0] + 1, bucket[1])


class Gate:
    """At most `most` at a time in total and `each` per client; more are refused immediately. 0 means no limit."""

    def __init__(self, most: int, each: int = 0, code: str = "server.many-connections") -> None:
        """`code` is the reason when one client has too many."""
        self._most, self._each, self._code = most, each, code
        self._of: dict[str, int] = {}
        self.inside = 0

    def enter(self, who: str = "", *, force: bool = False) -> None:
        """Enters, or ApiError 503 unless forced; every entry needs a `leave`."""
        if not force and self._most and self.inside >= self._most:
            raise server_busy()
        if self._each:
            inside = self._of.get(who, 0)
            if not force and inside >= self._each:
                raise ApiError(503, self._code)
            self._of[who] = inside + 1
        self.inside += 1

    def leave(self, who: str = "") -> None:
        self.inside -= 1
        if self._each:
            inside = self._of.pop(who) - 1
            if inside:
                self._of[who] = inside

    @contextmanager
    def entered(self, who: str = "") -> Iterator[None]:
        """Enters for the duration of a block."""
        self.enter(who)
        try:
            yield
        finally:
            self.leave(who)


class Budget:
    """At most `each` of something per client. 0 means no limit."""

    def __init__(self, each: int) -> None:
        self._each = each
        self._of: Counter[str] = Counter()

    def take(self, who: str, many: int) -> bool:
        """Takes some; False, and none, if there is not enough left."""
        if self._each and self._of[who] + many > self._each:
            return False
        self._of[who] += many
        return True

    def give_back(self, who: str, many: int) -> None:
        self._of[who] -= many
        if not self._of[who]:
            del self._of[who]
