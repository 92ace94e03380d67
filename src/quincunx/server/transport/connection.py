"""One live connection to a table: a page's websocket, or a bot's stream."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

from quincunx.law.messages import text
from quincunx.server.auth import Caller
from quincunx.server.transport.limits import Budget

MAX_QUEUED = 100
"""Messages that may be queued for a slow reader before it is disconnected."""

MAX_BYTES = 512 * 1024
"""Bytes that may be queued, if it is more than one message."""


Updates: TypeAlias = Literal["position", "view"]
"""The updates that a client can merge: with a position as text, or with its view."""


class CloseReason(NamedTuple):
    """Why a connection is closed: the websocket's close code and a reason."""

    code: int
    reason: str


BAD_SECRET = CloseReason(4401, text("server.bad-secret"))
OLD_CLIENT = CloseReason(4406, text("server.subprotocol"))
NO_TABLE = CloseReason(4404, text("server.table-not-found"))
NO_HELLO = CloseReason(4408, text("server.no-hello"))
DELETED = CloseReason(4410, text("server.deleted"))
CROWDED = CloseReason(4503, text("server.table-full"))
BUSY = CloseReason(4503, text("server.busy"))
NONSENSE = CloseReason(4400, text("server.malformed"))
TOO_SLOW = CloseReason(4429, text("server.slow-reader"))
SHUTTING_DOWN = CloseReason(1012, text("server.stopping"))


class Connection:
    """The outgoing queue of a connection, possibly ended by a CloseReason."""

    def __init__(
        self,
        caller: Caller,
        updates: Updates | None = None,
        try_send: Callable[[bytes | CloseReason], bool] = lambda _: False,
        *,
        bare: bool = False,
        end: bytes = b"",
        unread: Budget | None = None,
    ) -> None:
        """`try_send` sends a message immediately or returns False; then it is queued until `flush` or `next`.

        With `updates` only the first table is whole. A `bare` table is not wrapped in a message. `end` follows each
        message. What is queued is taken from `unread`.
        """
        self.caller, self.updates, self.bare = caller, updates, bare
        self._end = end
        self._unread = unread or Budget(0)
        self._try_send = try_send
        self._queue: deque[bytes | CloseReason] = deque()
        self._answer = b""
        """An answer held back to go out in one message with the table that it changed."""
        self._awaited: asyncio.Future[None] | None = None
        """Resolved when a message arrives for `next`."""
        self._closing: CloseReason | None = None

    def send_table(self, begun: bytes, *rest: bytes) -> None:
        """Sends a JSON object with a table or an update, given in pieces, together with an answer that is held back."""
        if self._answer:
            begun, self._answer = self._answer[:-1] + b"," + begun[1:], b""
        self._push(b"".join((begun, *rest, self._end)))

    def send_answer(self, answer: bytes) -> None:
        """Sends the answer to a command, a JSON object. The changed table follows in the same turn of the loop."""
        self._answer_alone()
        self._answer = answer
        asyncio.get_running_loop().call_soon(self._answer_alone)

    def _answer_alone(self) -> None:
        if self._answer:
            answer, self._answer = self._answer, b""
            self._push(answer)

    def _push(self, message: bytes) -> None:
        if self._closing or (not self._queue and self._try_send(message)):
            return
        waiting = sum(map(len, self._queue))
        slow = len(self._queue) >= MAX_QUEUED or (waiting and waiting + len(message) > MAX_BYTES)
        if slow or not self._unread.take(self.caller.address, len(message)):
            self.close(TOO_SLOW)
            return
        self._queue.append(message)
        self._wake()

    def close(self, closing: CloseReason) -> None:
        """Closes the connection after the queue is sent; a slow one immediately."""
        self._answer_alone()
        if self._closing:
            return
        self._closing = closing
        if closing is TOO_SLOW:
            while self._queue:
                self._pop()
        self._queue.append(closing)
        self._wake()
        self.flush()

    def flush(self) -> None:
        """Sends as much of the queue as possible."""
        while self._queue and self._try_send(self._queue[0]):
            self._pop()

    def discard(self) -> None:
        """The client has gone: drops what is queued, and what is sent later."""
        self._try_send = lambda _: True
        self.flush()

    async def next(self) -> bytes | CloseReason:
        """Waits for the next message."""
        while not self._queue:
            self._awaited = asyncio.get_running_loop().create_future()
            await self._awaited
        return self._pop()

    def _pop(self) -> bytes | CloseReason:
        message = self._queue.popleft()
        if isinstance(message, bytes):
            self._unread.give_back(self.caller.address, len(message))
        return message

    def _wake(self) -> None:
        if self._awaited and not self._awaited.done():
            self._awaited.set_result(None)
