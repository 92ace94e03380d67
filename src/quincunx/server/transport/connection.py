"""One live connection to a table: a page's websocket, or a bot's stream."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from quincunx.server import errors
from quincunx.server.auth import Caller

MAX_QUEUED = 100
"""Messages that may wait for a slow reader before it is cut off."""

MAX_BYTES = 512 * 1024
"""And bytes, of more than one message: those of a table with much chat are long."""


class CloseReason(NamedTuple):
    """Why a connection ends: a websocket's code, and words."""

    code: int
    reason: str


BAD_SECRET = CloseReason(4401, errors.BAD_SECRET)
NO_TABLE = CloseReason(4404, errors.TABLE_NOT_FOUND)
NO_HELLO = CloseReason(4408, "the first message has to be a hello, and has to come within ten seconds")
DELETED = CloseReason(4410, "the table was deleted")
CROWDED = CloseReason(4503, "too many look at this table: try again later")
BUSY = CloseReason(4503, errors.BUSY)
NONSENSE = CloseReason(4400, "too much of what comes here cannot be understood")
TOO_SLOW = CloseReason(4429, "this connection reads too slowly: come again")
SHUTTING_DOWN = CloseReason(1012, "the house closes: come again in a moment")


class Connection:
    """What is to be sent, in order, and then perhaps why no more is."""

    def __init__(
        self,
        caller: Caller,
        before: bytes = b"",
        after: bytes = b"",
        try_send: Callable[[bytes | CloseReason], bool] = lambda _: False,
    ) -> None:
        """`say` sends a message at once, or tells that it has to wait: until `go_on`, or for whoever asks for the
        `next` one."""
        self.caller = caller
        self._before, self._after = before, after
        self._try_send = try_send
        self._queue: deque[bytes | CloseReason] = deque()
        self._answer = b""
        """An answer that waits a moment for the table that may come after it."""
        self._awaited: asyncio.Future[None] | None = None
        """Whoever waits for the next message waits for this."""
        self._closing: CloseReason | None = None

    def send_table(self, *table: bytes) -> None:
        """The table as JSON, in pieces, framed as this kind of connection wants it; in one message with an answer
        before it."""
        answer, self._answer = self._answer, b""
        begun = answer[:-1] + b"," + self._before[1:] if answer else self._before
        self._push(b"".join((begun, *table, self._after)))

    def send_answer(self, answer: bytes) -> None:
        """A JSON object that answers a deed. The table that it changed is shown in the same turn of the loop."""
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
        if len(self._queue) >= MAX_QUEUED or (waiting and waiting + len(message) > MAX_BYTES):
            self.close(TOO_SLOW)
            return
        self._queue.append(message)
        self._wake()

    def close(self, closing: CloseReason) -> None:
        """Ends the connection once what waits is sent; a slow one at once."""
        self._answer_alone()
        if self._closing:
            return
        self._closing = closing
        if closing is TOO_SLOW:
            self._queue.clear()
        self._queue.append(closing)
        self._wake()
        self.flush()

    def flush(self) -> None:
        """Sends what waits, as far as it can be sent."""
        while self._queue and self._try_send(self._queue[0]):
            self._queue.popleft()

    async def next(self) -> bytes | CloseReason:
        """The next message; waits for it."""
        while not self._queue:
            self._awaited = asyncio.get_running_loop().create_future()
            await self._awaited
        return self._queue.popleft()

    def _wake(self) -> None:
        if self._awaited and not self._awaited.done():
            self._awaited.set_result(None)
