"""Computer players: one search at a time per table, and analyses on request, in bounded thread pools."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

from quincunx.engine import Analysis, Control, EngineRefusal, Limits, levels, search
from quincunx.engine.timing import move_seconds
from quincunx.games import CHANCE, State
from quincunx.law.messages import text
from quincunx.server.computers.pool import EnginePool
from quincunx.server.computers.trouble import ComputerTrouble
from quincunx.server.ops import metrics
from quincunx.store import StoreFailure
from quincunx.table import PendingAction, Table, pending_action

if TYPE_CHECKING:
    from quincunx.server.computers.dask_cluster import DaskCluster

T = TypeVar("T")

Choose: TypeAlias = Callable[[State, str, str, Control], tuple[str, Analysis]]
"""Chooses a level's move in a position from a seed, with its analysis: `levels.choose`."""

DRAW_SHARE = 0.45
"""A computer accepts a draw when it expects at most this share of a win."""

RETRY = 3.0
"""Seconds until a computer retries a move that could not be stored."""

log = logging.getLogger("quincunx.server")


class ComputerTable(Protocol):
    """What computers need of a live table."""

    @property
    def id(self) -> str: ...
    @property
    def owner(self) -> str: ...
    @property
    def table(self) -> Table: ...
    @property
    def deleted(self) -> bool: ...
    async def apply(self, change: Callable[[Table, float], Table], version: int | None = None) -> bool: ...
    def report_trouble(self, trouble: ComputerTrouble) -> None: ...


class ComputerService:
    def __init__(
        self,
        threads: int,
        choose: Choose = levels.choose,
        take: Callable[[str], Awaitable[bool]] | None = None,
        cluster: DaskCluster | None = None,
        nonce_seconds: float = 2.0,
    ) -> None:
        """`take` acquires the lease of a table, so that only one process plays its computers; None: no other process.
        With a cluster the threads only wait for its results.
        """
        self._choose = choose
        self._nonce_seconds = nonce_seconds
        self._take = take
        self._cluster = cluster
        self._pools = (ThreadPoolExecutor(threads, "player"), ThreadPoolExecutor(max(1, threads // 2), "analyst"))
        self.players = EnginePool(self._pools[0], threads)
        # One client can use half of the places.
        self.analysts = EnginePool(self._pools[1], max(1, threads // 2), most=2 * threads, each=threads)
        self._analyses: set[Control] = set()
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._interrupts: dict[str, tuple[int, Callable[[], None]]] = {}
        """For each table the version that a computer works on, and how to interrupt it."""

    def room_changed(self, room: ComputerTable) -> None:
        """Call after every change: starts the table's computers, and stops searches about an older version."""
        version, stop = self._interrupts.get(room.id, (0, None))
        if stop and (version != room.table.version or room.deleted):
            stop()
        if room.id not in self._playing and pending_action(room.table) and not room.deleted:
            task = asyncio.create_task(self._play(room))
            self._playing[room.id] = task
            task.add_done_callback(lambda _: self._playing.pop(room.id))

    def busy(self, room: ComputerTable) -> bool:
        return room.id in self._playing

    async def analyse(self, state: State, seconds: float, level: str | None, who: str = "") -> tuple[str, Analysis]:
        """The best move or a level's move, and the values of all moves."""
        control = Control()
        self._analyses.add(control)
        try:
            if level is not None:
                choose = self._level_search(state, level, "", control, seconds)
                return await self._run(self.analysts, who, choose, control, seconds)
            analyse = partial(search.analyse, state, Limits(seconds=seconds), control=control)
            if self._cluster:
                analyse = partial(self._cluster.analyse, state, seconds, control)
            found = await self._run(self.analysts, who, analyse, control, None)
            return found.best.move, found
        finally:
            self._analyses.discard(control)

    async def close(self) -> None:
        """Stops all searches and waits for the threads."""
        tasks = list(self._playing.values())
        for task in tasks:
            task.cancel()
        for stop in (*(stop for _, stop in self._interrupts.values()), *(control.stop for control in self._analyses)):
            stop()
        await asyncio.gather(*tasks, return_exceptions=True)
        for pool in self._pools:
            await asyncio.to_thread(pool.shutdown, cancel_futures=True)
        if self._cluster:
            await asyncio.to_thread(self._cluster.close)

    async def _play(self, room: ComputerTable) -> None:
        """Plays the computers of a table until it is somebody else's turn."""
        going_on = True
        while going_on and not room.deleted and (action := pending_action(room.table)):
            table = room.table
            try:
                if self._take and not await self._take(room.id):
                    return
                done = await self._act(room, table, action)
            except Exception as error:
                if room.table.version != table.version:
                    continue  # the error was about an older position
                # Catch everything: somebody waits for this computer.
                known = isinstance(error, EngineRefusal | StoreFailure)
                log.error("table %s: the computer cannot play: %s", room.id, error, exc_info=None if known else error)
                room.report_trouble(ComputerTrouble(table.version, action.seat, _describe(error)))
                if not isinstance(error, StoreFailure):
                    return
                await asyncio.sleep(RETRY)
                continue
            if done:
                metrics.computer_actions.labels(action.kind).inc()
            # Do not retry what was refused without a change (its time ran out).
            going_on = done or room.table.version != table.version

    async def _act(self, room: ComputerTable, table: Table, action: PendingAction) -> bool:
        """One action of a computer; False if the table has changed meanwhile."""
        seat, version = action.seat, table.version
        match action.kind:
            case "roll":
                if not await self._nonces_arrived(room, table):
                    return False
                return await room.apply(lambda at, now: at.roll(seat, now), version)
            case "answer":
                yes = await self._accepts_draw(room, table, seat)
                return await room.apply(lambda at, now: at.answer(seat, yes, now), version)
            case "move":
                move, _ = await self._search(room, table, seat)
                return await room.apply(lambda at, now: at.move(seat, move, now), version)

    async def _nonces_arrived(self, room: ComputerTable, table: Table) -> bool:
        """Before the first roll, gives the other seats some time to send their nonces.

        False when one arrived: the caller checks again who is missing.
        """
        missing = any(
            seat and seat.kind != "computer" and not nonce
            for seat, nonce in zip(table.seats, table.nonces, strict=True)
        )
        if not missing or table.rolls > table.setup.brought:
            return True
        came = asyncio.Event()
        with self._interruptible(room, table, came.set):
            try:
                async with asyncio.timeout(self._nonce_seconds):
                    await came.wait()
            except TimeoutError:
                return True
        return False

    async def _accepts_draw(self, room: ComputerTable, table: Table, seat: int) -> bool:
        """True if the computer accepts a draw. It declines while dice are to be rolled."""
        if table.state.actor == CHANCE:
            return False
        _, analysis = await self._search(room, table, seat)
        return analysis.best.value.seats[seat - 1] <= DRAW_SHARE

    async def _search(self, room: ComputerTable, table: Table, seat: int) -> tuple[str, Analysis]:
        """A computer's move and analysis, within its share of the clock."""
        control, seconds = Control(), None
        if clock := table.clock:
            seconds = move_seconds(clock.left[seat - 1], clock.pace.increment)
        choose = self._level_search(table.state, table.seat(seat).level, table.setup.seed, control, seconds)
        with self._interruptible(room, table, control.stop):
            return await self._run(self.players, room.owner, choose, control, seconds)

    def _level_search(
        self, state: State, level: str, seed: str, control: Control, seconds: float | None
    ) -> Callable[[], tuple[str, Analysis]]:
        """The search for a level's move. A cluster also needs the budget, because it cannot be stopped from here."""
        if self._cluster:
            return partial(self._cluster.choose, state, level, seed, control, seconds)
        return partial(self._choose, state, level, seed, control)

    async def _run(
        self, pool: EnginePool, who: str, search: Callable[[], T], control: Control, seconds: float | None
    ) -> T:
        """Runs a search in a pool and stops it after a number of seconds."""
        timer = None if seconds is None else asyncio.get_running_loop().call_later(seconds, control.stop)
        try:
            return await pool.run(who, search)
        finally:
            if timer:
                timer.cancel()

    @contextmanager
    def _interruptible(self, room: ComputerTable, table: Table, stop: Callable[[], None]) -> Iterator[None]:
        self._interrupts[room.id] = (table.version, stop)
        try:
            yield
        finally:
            del self._interrupts[room.id]


def _describe(error: Exception) -> str:
    """The reason that players see."""
    if isinstance(error, EngineRefusal):
        return str(error)
    return text("server.not-stored" if isinstance(error, StoreFailure) else "server.internal-error")
