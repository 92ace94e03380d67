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

BusMessage: TypeAlias = list[Any]
"""What kind of news it is, and what there is to know."""

CHANNEL = "quincunx"

TIMEOUT = 5.0
"""Seconds until the bus is said not to answer."""

SILENCE_TIMEOUT = 15.0
"""Seconds without a word, though every process says one every few seconds, after which the bus counts as lost."""

RETRY = 1.0
"""Seconds between two attempts to find the bus again."""

MAX_QUEUED = 10_000
"""Words that wait for a bus that is lost; older ones are let go, for when it is back everybody looks at the store."""

log = logging.getLogger("quincunx.server")


class Bus:
    def __init__(self, url: str) -> None:
        self._name = secrets.token_hex(8)
        self._queue: deque[BusMessage] = deque(maxlen=MAX_QUEUED)
        self._publishing: asyncio.Task[None] | None = None
        self.up = False
        """Whether words come through, as far as is known."""
        try:
            # Nothing is tried again behind our back: whoever comes back has to be told what it missed.
            once = {"socket_connect_timeout": TIMEOUT, "retry": Retry(NoBackoff(), 0)}
            self._redis = redis.from_url(url, socket_timeout=TIMEOUT, **once)
            self._subscriber = redis.from_url(url, **once)
        except ValueError:
            raise Refused(f"{url.partition('://')[0]!r} is no bus: write redis://HOST:PORT") from None

    def publish(self, *messages: BusMessage) -> None:
        """Tells all others. What is told in one turn of the loop, or while others are spoken to, goes together."""
        self._queue.extend(messages)
        if self.up and (self._publishing is None or self._publishing.done()):
            self._publishing = asyncio.create_task(self._publish_queued())

    async def listen(self, on_message: Callable[[str, BusMessage], None], on_up: Callable[[], None]) -> None:
        """Hears for ever who says what; `found` is called whenever the bus is there, or there again."""
        reported_down = False
        while True:
            try:
                async with self._subscriber.pubsub() as subscription:
                    await self._subscribe(subscription)
                    log.log(logging.WARNING if reported_down else logging.INFO, "the bus is there")
                    reported_down, self.up = False, True
                    on_up()
                    while True:
                        async with asyncio.timeout(SILENCE_TIMEOUT):
                            message = await subscription.get_message(ignore_subscribe_messages=True, timeout=None)
                        if message:
                            self._handle(message["data"], on_message)
            except (RedisError, OSError, TimeoutError) as error:
                self.up = False
                if not reported_down:
                    log.error("the bus is lost, and the house goes on, a little slower: %s", error or "it is silent")
                reported_down = True
            await asyncio.sleep(RETRY)

    async def close(self) -> None:
        if self._publishing:
            await asyncio.wait([self._publishing], timeout=TIMEOUT)
        for connections in (self._redis, self._subscriber):
            await connections.aclose()

    async def _subscribe(self, subscription: Any) -> None:
        async with asyncio.timeout(TIMEOUT):
            await subscription.subscribe(CHANNEL)
            while (await subscription.get_message(timeout=None))["type"] != "subscribe":
                pass

    def _handle(self, data: bytes, on_message: Callable[[str, BusMessage], None]) -> None:
        try:
            name, messages = json.loads(data)
            for message in messages:
                if name != self._name:
                    on_message(name, message)
        except (ValueError, TypeError) as error:  # not one of us
            log.error("somebody says on the bus what cannot be understood: %s", error)

    async def _publish_queued(self) -> None:
        while self._queue and self.up:
            messages = list(self._queue)
            self._queue.clear()
            try:
                await self._redis.publish(CHANNEL, json.dumps([self._name, messages]))
            except (RedisError, OSError, TimeoutError):
                self._queue.extendleft(reversed(messages))
                await asyncio.sleep(RETRY)
