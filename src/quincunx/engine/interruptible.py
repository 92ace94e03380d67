"""Slow work that Ctrl-C can interrupt."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def run_interruptible(work: Callable[[], T], stop: Callable[[], object]) -> T:
    """Runs `work` in a thread, so that Ctrl-C is noticed immediately; `stop` must then end it."""
    with ThreadPoolExecutor(1) as pool:
        try:
            return pool.submit(work).result()  # the work may begin before `submit` returns
        except KeyboardInterrupt:
            stop()
            raise
