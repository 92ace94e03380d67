"""Engine searches on a Dask cluster, while a thread here waits for the result.

A search is sent as text with its time budget, because it cannot be stopped from here. While the cluster is unreachable,
the waiting thread does the search itself.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from typing import Any, TypeVar

from quincunx import games
from quincunx.engine import Analysis, Control, Limits, levels, search
from quincunx.games import Refused, State

try:
    import distributed
except ModuleNotFoundError:
    from quincunx.extras import install

    raise Refused("server.dask-missing", install=install("arena")) from None

T = TypeVar("T")

PATIENCE = 5.0
"""Seconds to wait for the cluster to answer."""

RETRY = 10.0
"""Seconds between two attempts to reconnect."""

GRACE = 1.0
"""Seconds after the end of its budget in which a result may still arrive."""

LONGEST = 60.0
"""Seconds after which a search without a budget is given up. No level searches that long, but it may be queued."""

POLL = 0.05
"""Seconds between two checks whether the result is still wanted."""

LOOK = 1.0
"""Seconds between two checks whether there is any worker."""

log = logging.getLogger("quincunx.server")


class _Lost(Exception):
    """The cluster gave no result; search locally."""


class DaskCluster:
    def __init__(self, address: str) -> None:
        self._address = address
        self._client: Any = None
        self._lock = threading.Lock()
        self._again = 0.0
        """When to try to reconnect, by the monotonic clock."""
        for name in ("distributed", "distributed.client"):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # we report lost connections ourselves, once
        if not address.startswith(("tcp://", "tls://", "ucx://")):
            raise Refused("server.dask-address", address=address)

    @property
    def cores(self) -> int:
        """Searches that the cluster can run at a time; 0 while it is unreachable."""
        try:
            return sum(self._found().ncores().values())
        except _Lost:
            return 0

    def choose(
        self, state: State, level: str, seed: str, control: Control, seconds: float | None
    ) -> tuple[str, Analysis]:
        """Like `levels.choose`, within a time budget."""
        try:
            return self._ask(_choose, control, seconds, str(state), level, seed)
        except _Lost:
            return levels.choose(state, level, seed, control)

    def analyse(self, state: State, seconds: float, control: Control) -> Analysis:
        """Like `search.analyse`."""
        began = time.monotonic()
        try:
            return self._ask(_analyse, control, seconds, str(state))
        except _Lost:
            left = max(0.1, seconds - (time.monotonic() - began))
            return search.analyse(state, Limits(seconds=left), control=control)

    def close(self) -> None:
        with self._lock:
            if self._client:
                self._client.close(timeout=PATIENCE)
                self._client = None

    def _ask(self, work: Callable[..., T], control: Control, seconds: float | None, *about: str) -> T:
        """A worker's result; _Lost when there is none or it is no longer wanted."""
        client = self._found()
        late = time.monotonic() + (LONGEST if seconds is None else seconds) + GRACE
        look = 0.0
        done = threading.Event()
        try:
            future = client.submit(work, *about, seconds, pure=False)
            future.add_done_callback(lambda _: done.set())
            while not done.wait(POLL):
                now = time.monotonic()
                if control.stopped:
                    late = min(late, now + GRACE)
                if now > late:
                    future.cancel()
                    raise _Lost
                if client.status != "running":
                    raise OSError("the scheduler is gone")
                if now > look:
                    look = now + LOOK
                    if not client.ncores():
                        raise OSError("the scheduler has no workers")
            answer: T = future.result(timeout=PATIENCE)
        except (CancelledError, OSError, TimeoutError, distributed.KilledWorker, RuntimeError, ImportError) as error:
            self._lose(error)
            raise _Lost from None
        return answer

    def _found(self) -> Any:
        """A connected client, or _Lost."""
        with self._lock:
            if self._client is None:
                if time.monotonic() < self._again:
                    raise _Lost
                try:
                    self._client = distributed.Client(self._address, timeout=PATIENCE, set_as_default=False)
                except (OSError, TimeoutError, ValueError) as error:
                    self._complain(error)
                    raise _Lost from None
                if self._again:
                    log.warning("the Dask cluster at %s is back", self._address)
                    self._again = 0.0
            return self._client

    def _lose(self, error: BaseException) -> None:
        with self._lock:
            client, self._client = self._client, None
            if client:
                self._complain(error)
                threading.Thread(target=client.close, kwargs={"timeout": PATIENCE}, daemon=True).start()

    def _complain(self, error: BaseException) -> None:
        self._again = time.monotonic() + RETRY
        reason = (str(error) or type(error).__name__).splitlines()[0]
        log.error("the Dask cluster at %s is lost; searches run in this process: %s", self._address, reason)


# Run by the workers


def _choose(position: str, level: str, seed: str, seconds: float | None) -> tuple[str, Analysis]:
    control = Control()
    timer = threading.Timer(LONGEST if seconds is None else seconds, control.stop)
    timer.start()
    try:
        return levels.choose(games.parse(position), level, seed, control)
    finally:
        timer.cancel()


def _analyse(position: str, seconds: float) -> Analysis:
    return search.analyse(games.parse(position), Limits(seconds=seconds))
