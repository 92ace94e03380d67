"""Computer players: one search at a time per table, and analyses on request, in threads or on a cluster."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

from quincunx.engine import Analysis, Control, EngineRefusal, Limits, levels, search
from quincunx.engine.analysis import in_core
from quincunx.engine.player import NAMES
from quincunx.engine.timing import move_seconds
from quincunx.games import CHANCE, State
from quincunx.law.messages import text
from quincunx.server.computers.pool import EnginePool, SearchRequest
from quincunx.server.computers.trouble import ComputerTrouble
from quincunx.server.computers.usage import Usage
from quincunx.server.ops import metrics
from quincunx.server.transport.limits import Gate
from quincunx.store import StoreFailure
from quincunx.table import PendingAction, Table, only_computers_play, pending_action
from quincunx.table.pending import DRAW_SHARE

if TYPE_CHECKING:
    from quincunx.server.computers.dask_cluster import DaskCluster

T = TypeVar("T")

Choose: TypeAlias = Callable[[State, str, str, Control], tuple[str, Analysis]]
"""Chooses a level's move in a position from a seed, with its analysis: `levels.choose`."""

RETRY = 3.0
"""Seconds until a computer retries a move that could not be stored, or looks whether another process plays it."""

SHORT_LEVELS = {*NAMES[:4], "random"}
"""Levels that move within a tenth of a second. The threads of this process search for them even with a cluster."""

SHORT_ANALYSIS = 0.1
"""Seconds of a short analysis."""

log = logging.getLogger("quincunx.server")


class ComputerTable(Protocol):
    """What the service needs from a live table."""

    @property
    def id(self) -> str: ...
    @property
    def address(self) -> str: ...
    @property
    def is_watched(self) -> bool: ...
    @property
    def table(self) -> Table: ...
    @property
    def deleted(self) -> bool: ...
    async def apply(self, change: Callable[[Table, float], Table], version: int | None = None) -> bool: ...
    def report_trouble(self, trouble: ComputerTrouble) -> None: ...


class TableLeases(Protocol):
    """Ensures that only one process plays a table's computers."""

    async def take(self, id: str) -> bool: ...
    async def release(self, *ids: str) -> None: ...


class ComputerService:
    def __init__(
        self,
        threads: int,
        choose: Choose = levels.choose,
        leases: TableLeases | None = None,
        cluster: DaskCluster | None = None,
        cluster_threads: int = 0,
        nonce_seconds: float = 2.0,
    ) -> None:
        """Without `leases` there is no other process. `cluster_threads` wait for the results of a cluster."""
        self._choose = choose
        self._nonce_seconds = nonce_seconds
        self._leases = leases
        self._cluster = cluster
        self.usage = Usage()
        self._executors = [ThreadPoolExecutor(EnginePool.workers(threads), "search")]
        self._local = self._remote = EnginePool(self._executors[0], threads, self.usage)
        if cluster:
            cluster_threads = cluster_threads or threads
            self._executors.append(ThreadPoolExecutor(EnginePool.workers(cluster_threads), "cluster"))
            self._remote = EnginePool(self._executors[1], cluster_threads, self.usage)
        # One address can have half of the analyses.
        self._analysis_gate = Gate(4 * threads, 2 * threads, "server.analyses-busy")
        self._analyses: set[Control] = set()
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._interrupts: dict[str, tuple[int, Callable[[], None]]] = {}
        """For each table the version that a computer works on, and how to interrupt it."""

    def room_changed(self, room: ComputerTable) -> None:
        """Call after every change: starts the table's computers, and stops searches about an older version."""
        version, stop = self._interrupts.get(room.id, (0, None))
        if stop and (version != room.table.version or room.deleted):
            stop()
        if room.id not in self._playing and _due(room):
            task = asyncio.create_task(self._play(room))
            self._playing[room.id] = task
            task.add_done_callback(lambda _: self._playing.pop(room.id))

    def busy(self, room: ComputerTable) -> bool:
        return room.id in self._playing

    def count(self, *, running: bool, analyses: bool) -> int:
        """How many searches, of computers at tables or of analyses, are running or waiting."""
        return sum(pool.count(running=running, analyses=analyses) for pool in {self._local, self._remote})

    @property
    def waiting(self) -> int:
        """Searches that are waiting."""
        return sum(pool.waiting for pool in {self._local, self._remote})

    async def analyse(self, state: State, seconds: float, level: str | None, address: str) -> tuple[str, Analysis]:
        """The best move or a level's move, and the values of all moves; ApiError if too many are waiting."""
        control = Control()
        self._analyses.add(control)
        try:
            with self._analysis_gate.entered(address):
                if level is not None:
                    chosen = self._level_search(state, level, "", control, seconds, address)
                    return await self._run(chosen, control, seconds)
                found = await self._run(self._analysis(state, seconds, control, address), control, None)
                return found.best.move, found
        finally:
            control.stop()  # nobody waits for it any more
            self._analyses.discard(control)

    async def close(self) -> None:
        """Stops all searches and waits for the threads."""
        tasks = list(self._playing.values())
        for task in tasks:
            task.cancel()
        for stop in (*(stop for _, stop in self._interrupts.values()), *(control.stop for control in self._analyses)):
            stop()
        await asyncio.gather(*tasks, return_exceptions=True)
        for executor in self._executors:
            await asyncio.to_thread(executor.shutdown, cancel_futures=True)
        if self._cluster:
            await asyncio.to_thread(self._cluster.close)

    async def _play(self, room: ComputerTable) -> None:
        """Plays the computers of a table until it is somebody else's turn."""
        going_on = True
        while going_on and (action := _due(room)):
            table = room.table
            try:
                if self._leases and not await self._leases.take(room.id):
                    if not only_computers_play(table):
                        return
                    await asyncio.sleep(RETRY)  # until nobody watches through the process that plays them
                    continue
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
        if self._leases and going_on and pending_action(room.table):  # perhaps somebody watches through another process
            with suppress(StoreFailure):  # then it expires
                await self._leases.release(room.id)

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
        level = table.seat(seat).level
        found = self._level_search(table.state, level, table.setup.seed, control, seconds, room.address, room.id)
        with self._interruptible(room, table, control.stop):
            return await self._run(found, control, seconds)

    def _level_search(
        self,
        state: State,
        level: str,
        seed: str,
        control: Control,
        seconds: float | None,
        address: str,
        table: str = "",
    ) -> SearchRequest[tuple[str, Analysis]]:
        """The search for a level's move."""
        if self._cluster and level not in SHORT_LEVELS:
            # It needs the budget too, because it cannot be stopped from here.
            remote = partial(self._cluster.choose, state, level, seed, control, seconds)
            return SearchRequest(work=remote, address=address, table=table)
        return SearchRequest(
            work=partial(self._choose, state, level, seed, control),
            address=address,
            table=table,
            control=control,
            short=level in SHORT_LEVELS,
            python=not in_core(state.game.name),
        )

    def _analysis(self, state: State, seconds: float, control: Control, address: str) -> SearchRequest[Analysis]:
        if self._cluster and seconds > SHORT_ANALYSIS:
            return SearchRequest(work=partial(self._cluster.analyse, state, seconds, control), address=address)
        return SearchRequest(
            work=partial(search.analyse, state, Limits(seconds=seconds), control=control),
            address=address,
            control=control,
            short=seconds <= SHORT_ANALYSIS,
            python=not in_core(state.game.name),
        )

    async def _run(self, search: SearchRequest[T], control: Control, seconds: float | None) -> T:
        """Runs a search and stops it after a number of seconds."""
        pool = self._local if search.control else self._remote
        timer = None if seconds is None else asyncio.get_running_loop().call_later(seconds, control.stop)
        try:
            return await pool.run(search)
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


def _due(room: ComputerTable) -> PendingAction | None:
    """What a computer has to do now. Where only computers play, they do so while somebody watches."""
    action = None if room.deleted else pending_action(room.table)
    return None if action and only_computers_play(room.table) and not room.is_watched else action


def _describe(error: Exception) -> str:
    """The reason shown to players."""
    if isinstance(error, EngineRefusal):
        return str(error)
    return text("server.not-stored" if isinstance(error, StoreFailure) else "server.internal-error")
