"""Where matches are played: processes of this machine, or a Dask cluster. Both are an Executor."""

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

from quincunx.arena.event import ArenaRefusal
from quincunx.arena.players import process
from quincunx.extras import install


@dataclass(frozen=True)
class Workers:
    executor: Executor
    workers: int
    stop: Callable[[], None]
    """Ends everything at once; matches under way are lost, and can be played again."""


def local(workers: int | None = None) -> Workers:
    """Processes of this machine, as many as it has cores if nobody says how many."""
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
            if child.is_alive():  # in the core, which hears no signal before its move is found
                child.kill()
        executor.shutdown(wait=True, cancel_futures=True)

    return Workers(executor, count, stop)


def _start_worker() -> None:
    """Ctrl-C is heard by the arena, not by its workers. A worker takes its players along when it ends, and ends when
    the arena does, even if that was killed."""

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
    """The workers of a Dask cluster. They need quincunx, and whatever the players need."""
    try:
        from distributed import Client
    except ModuleNotFoundError as missing:
        raise ArenaRefusal(f"Dask needs {missing.name}: {install('arena')}") from None
    try:
        client = Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise ArenaRefusal(f"there is no Dask scheduler at {address}: {error}") from None
    executor = client.get_executor(pure=False)

    def stop() -> None:
        executor.shutdown(wait=False)
        client.close()

    return Workers(executor, max(1, sum(client.ncores().values())), stop)
