"""A TCP proxy between a server and its database, bus or clients, which can be cut, stalled and slowed down."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from live_server import PATIENCE


class Link:
    """Passes on what comes to its port; in a loop and a thread of its own."""

    def __init__(self, target: int) -> None:
        self.target = target
        """The port to which new connections go."""
        self._cut = False
        self._flows = asyncio.Event()
        self._delay = 0.0
        self._ends: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self._flows.set()
        self._server = asyncio.run_coroutine_threadsafe(
            asyncio.start_server(self._connect, "127.0.0.1", 0), self._loop
        ).result(PATIENCE)
        self.port: int = self._server.sockets[0].getsockname()[1]

    def cut(self) -> None:
        """Ends all connections, and lets nobody through."""
        self._loop.call_soon_threadsafe(self._set, True, True, 0.0)

    def hold(self) -> None:
        """Connections stay, and nothing comes through: neither side can know."""
        self._loop.call_soon_threadsafe(self._set, False, False, 0.0)

    def slow(self, seconds: float) -> None:
        """Everything comes through, later."""
        self._loop.call_soon_threadsafe(self._set, False, True, seconds)

    def mend(self) -> None:
        """Everything comes through again, also what was held up."""
        self.slow(0.0)

    def close(self) -> None:
        self.cut()
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(PATIENCE)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()

    def _set(self, cut: bool, flows: bool, delay: float) -> None:
        self._cut, self._delay = cut, delay
        if flows:
            self._flows.set()
        else:
            self._flows.clear()
        if cut:
            for end in self._ends:
                end.transport.abort()

    async def _end(self) -> None:
        self._server.close()
        if others := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(others, timeout=PATIENCE)  # their connections have just been ended

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._ends.add(writer)
        there: asyncio.StreamWriter | None = None
        try:
            await self._flows.wait()
            if self._cut:
                return
            answers, there = await asyncio.open_connection("127.0.0.1", self.target)
            self._ends.add(there)
            ways = [asyncio.create_task(way) for way in (self._pass(reader, there), self._pass(answers, writer))]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
        except OSError:
            pass  # the part is gone, and so is the connection
        finally:
            for end in (writer, there):
                if end:
                    end.transport.abort()
                    self._ends.discard(end)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            await self._flows.wait()
            if self._delay:
                await asyncio.sleep(self._delay)
            writer.write(data)
            await writer.drain()


@contextmanager
def link(target: int) -> Iterator[Link]:
    way = Link(target)
    try:
        yield way
    finally:
        way.close()
