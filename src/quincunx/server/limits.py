"""How often: a bucket of tokens for each who asks."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from quincunx.server.refusal import Refusal

MOST = 10_000
"""Buckets that are remembered; the ones used longest ago are full again anyway."""


class Limit:
    """So many a second on average, and `burst` at once. A rate of 0 limits nothing."""

    def __init__(self, rate: float, burst: float, words: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._words, self._clock = rate, burst, words, clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str) -> None:
        """One token of somebody's, or Refusal."""
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
            wait = max(1, round((1 - tokens) / self._rate))
            seconds = "a second" if wait == 1 else f"{wait} seconds"
            raise Refusal(429, f"{self._words}: try again in {seconds}")
