"""Workers that play matches: processes on this machine, or a Dask cluster. Both are an Executor."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from typing import Any

from quincunx.arena.players import process
from quincunx.arena.tournament import ArenaRefusal
from quincunx.extras import install


@dataclass(frozen=True)
class Workers:
    executor: Executor
    workers: int
    stop: Callable[[], None]
    """Ends all workers immediately; matches in progress are lost and can be played again."""


def local(workers: int | None = None) -> Workers:
    """Processes on this machine; by default one for each core."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    count = workers or cores
    others = set(multiprocessing.active_children())
    executor = ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), initializer=_start_worker)

    def stop() -> None:
        children: set[BaseProcess] = set(multiprocessing.active_children()) - others
        for child in children:
            child.terminate()
        for child in children:
            child.join(2)
            if child.is_alive():  # in a search of the core, which handles no signals before it returns
                child.kill()
        executor.shutdown(wait=True, cancel_futures=True)

    return Workers(executor, count, stop)


def _start_worker() -> None:
    """Prepares a worker: it ignores Ctrl-C (the parent handles it), ends its players when it ends, and ends when the
    parent does, even if that was killed."""

    def leave(*_: Any) -> None:
        process.end_all()
        os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, leave)
    arena = multiprocessing.parent_process()
    assert arena

    def follow() -> None:
        arena.join()
        leave()

    threading.Thread(target=follow, daemon=True).start()


def dask(address: str) -> Workers:
    """The workers of a Dask cluster. They need quincunx and the players' own requirements installed."""
    try:
        from distributed import Client
    except ModuleNotFoundError as missing:
        raise ArenaRefusal("arena.workers.dask", library=missing.name or "", install=install("arena")) from None
    try:
        client = Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise ArenaRefusal("arena.workers.unreachable", address=address, error=str(error)) from None
    executor = client.get_executor(pure=False)

    def stop() -> None:
        executor.shutdown(wait=False)
        client.close()

    return Workers(executor, max(1, sum(client.ncores().values())), stop)
