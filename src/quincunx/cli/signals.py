"""Ending in order when the terminal is closed or the program is told to end."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager


class Ended(KeyboardInterrupt):
    """The terminal was closed, or the program is to end: as Ctrl-C ends it, with another exit code."""


@contextmanager
def ending_in_order() -> Iterator[None]:
    """While this lasts SIGHUP and SIGTERM end the program as Ctrl-C does, so that whatever is open is closed."""
    ended: list[int] = []

    def end(number: int, _frame: object) -> None:
        ended.append(number)
        raise Ended

    names = [name for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    numbers = [signal.Signals[name] for name in names]
    before = {number: signal.getsignal(number) for number in numbers}
    for number in numbers:
        if before[number] is signal.SIG_DFL:  # `nohup` ignores it, and that counts
            signal.signal(number, end)
    try:
        yield
    except (Ended, OSError):
        if not ended:
            raise
        sys.exit(128 + ended[0])  # an OSError is from the terminal that is gone
    finally:
        for number, handler in before.items():
            if handler is signal.SIG_DFL:
                signal.signal(number, handler)
