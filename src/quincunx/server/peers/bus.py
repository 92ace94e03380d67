"""The bus: what the processes of one house tell each other at once, by Redis.

What is told may get lost, or come twice: the store is the truth, and whoever hears something only looks there sooner.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections import deque
from collections.abc import Callable
from typing import Any, TypeAlias

from quincunx.games import Refused

try:
    import redis.asyncio as redis
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff
    from redis.exceptions import RedisError
except ModuleNotFoundError:
    from quincunx.extras import install

    raise Refused(f"a bus needs redis: {install('redis')}") from None

Word: TypeAlias = list[Any]
"""What kind of news it is, and what there is to know."""

CHANNEL = "quincunx"

PATIENCE = 5.0
"""Seconds until the bus is said not to answer."""

SILENCE = 15.0
"""Seconds without a word, though every process says one every few seconds, after which the bus counts as lost."""

RETRY = 1.0
"""Seconds between two attempts to find the bus again."""

MOST = 10_000
"""Words that wait for a bus that is lost; older ones are let go, for when it is back everybody looks at the store."""

log = logging.getLogger("quincunx.server")


class Bus:
    def __init__(self, url: str) -> None:
        self._name = secrets.token_hex(8)
        self._words: deque[Word] = deque(maxlen=MOST)
        self._telling: asyncio.Task[None] | None = None
        self.up = False
        """Whether words come through, as far as is known."""
        try:
            # Nothing is tried again behind our back: whoever comes back has to be told what it missed.
            once = {"socket_connect_timeout": PATIENCE, "retry": Retry(NoBackoff(), 0)}
            self._redis = redis.from_url(url, socket_timeout=PATIENCE, **once)
            self._ears = redis.from_url(url, **once)
        except ValueError:
            raise Refused(f"{url.partition('://')[0]!r} is no bus: write redis://HOST:PORT") from None

    def tell(self, *words: Word) -> None:
        """Tells all others. What is told in one turn of the loop, or while others are spoken to, goes together."""
        self._words.extend(words)
        if self.up and (self._telling is None or self._telling.done()):
            self._telling = asyncio.create_task(self._tell())

    async def listen(self, hear: Callable[[str, Word], None], found: Callable[[], None]) -> None:
        """Hears for ever who says what; `found` is called whenever the bus is there, or there again."""
        told_lost = False
        while True:
            try:
                async with self._ears.pubsub() as ears:
                    await self._subscribe(ears)
                    log.log(logging.WARNING if told_lost else logging.INFO, "the bus is there")
                    told_lost, self.up = False, True
                    found()
                    while True:
                        async with asyncio.timeout(SILENCE):
                            message = await ears.get_message(ignore_subscribe_messages=True, timeout=None)
                        if message:
                            self._heard(message["data"], hear)
            except (RedisError, OSError, TimeoutError) as error:
                self.up = False
                if not told_lost:
                    log.error("the bus is lost, and the house goes on, a little slower: %s", error or "it is silent")
                told_lost = True
            await asyncio.sleep(RETRY)

    async def close(self) -> None:
        if self._telling:
            await asyncio.wait([self._telling], timeout=PATIENCE)
        for connections in (self._redis, self._ears):
            await connections.aclose()

    async def _subscribe(self, ears: Any) -> None:
        async with asyncio.timeout(PATIENCE):
            await ears.subscribe(CHANNEL)
            while (await ears.get_message(timeout=None))["type"] != "subscribe":
                pass

    def _heard(self, data: bytes, hear: Callable[[str, Word], None]) -> None:
        try:
            name, words = json.loads(data)
            for word in words:
                if name != self._name:
                    hear(name, word)
        except (ValueError, TypeError) as error:  # not one of us
            log.error("somebody says on the bus what cannot be understood: %s", error)

    async def _tell(self) -> None:
        while self._words and self.up:
            words = list(self._words)
            self._words.clear()
            try:
                await self._redis.publish(CHANNEL, json.dumps([self._name, words]))
            except (RedisError, OSError, TimeoutError):
                self._words.extendleft(reversed(words))
                await asyncio.sleep(RETRY)
