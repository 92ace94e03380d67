"""Lines of standard input, which can be peeked at without waiting."""

from __future__ import annotations

import io
import os
import select
import sys
from collections.abc import Iterator


class InputLines(Iterator[str]):
    """The lines of standard input.

    They are read without Python's buffer, because `select` does not see what is in it. An input without a file
    descriptor, as in a test, is read line by line.
    """

    def __init__(self) -> None:
        self._read = b""
        self._ended = False

    def __next__(self) -> str:
        while not self._is_there():
            self._read_more()
        if not self._read:
            raise StopIteration
        line, end, self._read = self._read.partition(b"\n")
        return self._decoded(line + end)

    def ahead(self) -> str | None:
        """The next line without consuming it; empty if there is none yet, None at the end of the input."""
        while not self._is_there():
            if _has_descriptor() and not select.select([sys.stdin], [], [], 0)[0]:
                return ""
            self._read_more()
        if not self._read:
            return None
        return self._decoded(self._read.partition(b"\n")[0]).strip()

    def _is_there(self) -> bool:
        return self._ended or b"\n" in self._read

    def _read_more(self) -> None:
        more = read_input(65536) if _has_descriptor() else sys.stdin.buffer.readline()
        self._read += more
        self._ended = not more

    @staticmethod
    def _decoded(line: bytes) -> str:
        return line.decode(sys.stdin.encoding or "utf-8", "replace")


def read_input(most: int) -> bytes:
    """What there is on standard input, as soon as there is something; empty at its end."""
    # A signal that arrives just before a call that blocks would be handled only when that call returns.
    while not select.select([sys.stdin], [], [], 0.5)[0]:
        pass
    return os.read(sys.stdin.fileno(), most)


def _has_descriptor() -> bool:
    try:
        sys.stdin.fileno()
    except io.UnsupportedOperation:
        return False
    return True
