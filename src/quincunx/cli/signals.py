"""Orderly shutdown on SIGHUP and SIGTERM."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager


class Ended(KeyboardInterrupt):
    """SIGHUP or SIGTERM: ends the program like Ctrl-C, with another exit code."""


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Makes SIGHUP and SIGTERM end the program like Ctrl-C, so that everything open is closed."""
    ended: list[int] = []

    def end(number: int, _frame: object) -> None:
        ended.append(number)
        raise Ended

    names = [name for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    numbers = [signal.Signals[name] for name in names]
    before = {number: signal.getsignal(number) for number in numbers}
    for number in numbers:
        if before[number] is signal.SIG_DFL:  # respect `nohup`, which ignores SIGHUP
            signal.signal(number, end)
    try:
        yield
    except (Ended, OSError):
        if not ended:
            raise
        sys.exit(128 + ended[0])  # an OSError comes from the closed terminal
    finally:
        for number, handler in before.items():
            if handler is signal.SIG_DFL:
                signal.signal(number, handler)
