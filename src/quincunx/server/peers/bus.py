"""Message bus between the processes that share a database, on Redis.

Messages may get lost or arrive twice. The store is authoritative; a message only makes a process look there sooner.
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
from quincunx.urls import problem, shown

try:
    import redis.asyncio as redis
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff
    from redis.exceptions import RedisError
except ModuleNotFoundError:
    from quincunx.extras import install

    raise Refused("server.redis-missing", install=install("redis")) from None

BusMessage: TypeAlias = list[Any]
"""The kind of message, followed by its arguments."""

CHANNEL = "quincunx"

TIMEOUT = 5.0
"""Seconds to wait for Redis to answer."""

SILENCE_TIMEOUT = 15.0
"""Seconds without any message after which the connection counts as lost; every process sends a heartbeat."""

RETRY = 1.0
"""Seconds between two attempts to reconnect."""

MAX_QUEUED = 10_000
"""Messages kept while the bus is down. Older ones are dropped: after a reconnect every process reads the store."""

log = logging.getLogger("quincunx.server")


class Bus:
    def __init__(self, url: str) -> None:
        self._url = url
        self._name = secrets.token_hex(8)
        self._queue: deque[BusMessage] = deque(maxlen=MAX_QUEUED)
        self._publishing: asyncio.Task[None] | None = None
        self.up = False
        """True while the bus seems to work."""
        try:
            # No retries inside the client: after a reconnect we must catch up.
            once = {"socket_connect_timeout": TIMEOUT, "retry": Retry(NoBackoff(), 0)}
            self._redis = redis.from_url(url, socket_timeout=TIMEOUT, **once)
            self._subscriber = redis.from_url(url, **once)
        except ValueError:
            raise Refused("server.bus-url", url=shown(url)) from None

    def publish(self, *messages: BusMessage) -> None:
        """Sends messages to all other processes, batched with those that are waiting."""
        self._queue.extend(messages)
        if self.up and (self._publishing is None or self._publishing.done()):
            self._publishing = asyncio.create_task(self._publish_queued())

    async def listen(self, on_message: Callable[[str, BusMessage], None], on_up: Callable[[], None]) -> None:
        """Calls `on_message` with sender and message for ever, and `on_up` after every (re)connect."""
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
                if not reported_down:
                    said = problem(self._url, error) or "no answer"
                    log.error("the bus is down, changes of other processes arrive by polling: %s", said)
                reported_down = True
            finally:
                self.up = False
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
        except Exception as error:  # not sent by one of our processes; whatever it is, keep listening
            log.error("malformed message on the bus: %s", type(error).__name__)

    async def _publish_queued(self) -> None:
        while self._queue and self.up:
            messages = list(self._queue)
            self._queue.clear()
            try:
                await self._redis.publish(CHANNEL, json.dumps([self._name, messages]))
            except (RedisError, OSError, TimeoutError):
                self._queue.extendleft(reversed(messages))
                await asyncio.sleep(RETRY)
