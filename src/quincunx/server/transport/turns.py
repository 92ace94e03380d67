"""Fair turns on the event loop.

Work for a client is charged to the client's address, in seconds of the event loop's thread. An address that has used up
its share is not refused: its input is left unread until it has time again, and TCP slows the sender down. Input of one
address is handled one piece per turn of the loop, so that others come between.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Coroutine, Generator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from types import coroutine
from typing import Any, NamedTuple, TypeVar

from quincunx.server.transport.limits import Budget, Gate
from quincunx.server.transport.responses import network

T = TypeVar("T")

STATE = "quincunx.addresses"
"""The key of the `AddressLimits` in the state of the lifespan, which uvicorn gives to its protocols."""

BURST = 0.05
"""Seconds that an address may use at once: enough to load a page with all its modules."""

MAX_ACCOUNTS = 10_000
"""Accounts kept; the least recently used ones are full again anyway."""


def _no_seconds() -> float:
    return 0.0


@dataclass(slots=True)
class _Account:
    left: float
    """Seconds the address may still use; negative while it has used too many."""
    since: float
    busy: bool = False
    """True during a turn, and until the next one may begin."""
    waiting: deque[Callable[[], None]] = field(default_factory=deque)


class FairTurns:
    """Each address gets `share` of the event loop's time, and bursts up to `burst` seconds. A share of 0: no limit."""

    def __init__(self, share: float = 0, burst: float = BURST, clock: Callable[[], float] = time.monotonic) -> None:
        self._share, self._burst, self._clock = share, burst, clock
        self.seconds: Callable[[], float] = time.thread_time if share else _no_seconds
        """The clock of the work: what other threads and processes do in between is not charged. Reading it is a system
        call, so it stands still where nothing is charged."""
        self._accounts: OrderedDict[str, _Account] = OrderedDict()

    def take(self, who: str, later: Callable[[], None]) -> bool:
        """True if an address may have a turn now. Otherwise `later` is called when it has one.

        Every turn must be ended with `end`.
        """
        if not self._share:
            return True
        account = self._account(who)
        if account.busy or account.left <= 0:
            account.waiting.append(later)
            if not account.busy:
                account.busy = True
                self._next(account)
            return False
        account.busy = True
        return True

    def end(self, who: str, seconds: float) -> None:
        """Ends a turn that took this long."""
        if self._share:
            account = self._account(who)
            account.left -= seconds
            # After whatever this turn has started: the first step of a task, or of one that gets a message.
            asyncio.get_running_loop().call_soon(self._next, account)

    def charge(self, who: str, seconds: float) -> None:
        """Charges work that needed no turn."""
        if self._share:
            self._account(who).left -= seconds

    @asynccontextmanager
    async def turn(self, who: str) -> AsyncIterator[None]:
        """A turn for work that does not await anything."""
        await self._granted(who)
        began = self.seconds()
        try:
            yield
        finally:
            self.end(who, self.seconds() - began)

    async def run(self, who: str, work: Callable[[], T]) -> T:
        """A turn for work that would hold up the event loop: a thread does it. An address has one at a time."""
        await self._granted(who)
        seconds = 0.0
        try:
            result, seconds = await asyncio.to_thread(_timed, work)
        finally:
            self.end(who, seconds)
        return result

    async def _granted(self, who: str) -> None:
        """Waits for a turn, for one turn of the event loop at least."""
        granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def later() -> None:
            if granted.done():  # cancelled
                self.end(who, 0)
            else:
                granted.set_result(None)

        if self.take(who, later):
            later()
        try:
            await granted
            await asyncio.sleep(0)
        except asyncio.CancelledError:
            if not granted.cancelled():
                self.end(who, 0)
            raise

    @coroutine
    def charged(self, who: str, work: Coroutine[Any, Any, T]) -> Generator[Any, None, T]:
        """Runs a coroutine and charges each of its steps."""
        if not self._share:
            return (yield from work.__await__())
        step: Callable[[], Any] = partial(work.send, None)
        while True:
            began = self.seconds()
            try:
                awaited = step()
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]
            finally:
                self.charge(who, self.seconds() - began)
            try:
                yield awaited
                step = partial(work.send, None)
            except GeneratorExit:
                work.close()
                raise
            except BaseException as error:  # cancelled
                step = partial(work.throw, error)

    def _next(self, account: _Account) -> None:
        """Gives the next turn of an address to whoever waits for it, or sets a timer."""
        self._refill(account)
        if not account.waiting:
            account.busy = False
        elif account.left > 0:
            account.waiting.popleft()()
        else:
            asyncio.get_running_loop().call_later(-account.left / self._share, self._next, account)

    def _account(self, who: str) -> _Account:
        account = self._accounts.get(who)
        if account is None:
            account = self._accounts[who] = _Account(self._burst, self._clock())
            if len(self._accounts) > MAX_ACCOUNTS:
                idle = (name for name, kept in self._accounts.items() if not kept.busy and name != who)
                self._accounts.pop(next(idle, ""), None)
        else:
            self._accounts.move_to_end(who)
            self._refill(account)
        return account

    def _refill(self, account: _Account) -> None:
        now = self._clock()
        account.left = min(self._burst, account.left + (now - account.since) * self._share)
        account.since = now


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    began = time.thread_time()
    return work(), time.thread_time() - began


class AddressLimits(NamedTuple):
    """What is counted by address from the moment a connection is accepted."""

    turns: FairTurns = FairTurns()
    connections: Gate = Gate(0)
    unread: Budget = Budget(0)
    """Bytes that were sent, or are to be, and that clients do not read."""


class Client:
    """The address that a connection counts for."""

    def __init__(self, limits: AddressLimits, host: str = "") -> None:
        """ApiError if there are too many connections from this address."""
        self.turns, self._connections, self._unread = limits
        self.address = network(host)
        self._connections.enter(self.address)
        self._closed = False
        self._held = ("", 0)
        """The address that pays for what this connection does not read, and how many bytes that is."""

    def hold(self, size: int) -> bool:
        """Counts bytes that the client does not read; False if its address has too many of those."""
        self.release()
        taken = self._unread.take(self.address, size)
        if taken:
            self._held = self.address, size
        return taken

    def release(self) -> None:
        """The client has read them."""
        if self._held[1]:
            self._unread.give_back(*self._held)
            self._held = "", 0

    def forward(self, host: str) -> None:
        """The connection is a proxy's, and now stands for another address."""
        address = network(host)
        if not self._closed and address != self.address:
            self._connections.leave(self.address)
            self._connections.enter(address, force=True)
            self.address = address

    def close(self) -> None:
        """The connection has ended."""
        if not self._closed:
            self._closed = True
            self.release()
            self._connections.leave(self.address)
