"""Thinking beside what the main thread does, for programs that somebody may want to end at any moment."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def beside(work: Callable[[], T], stop: Callable[[], object]) -> T:
    """Does something slow in a thread, so that Ctrl-C is heard at once; then `stop` has to end it."""
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(work)
        try:
            return future.result()
        except KeyboardInterrupt:
            stop()
            raise
