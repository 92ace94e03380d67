"""The saved progress of a long search: a few tags, and lines that only its method reads."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from quincunx import atomic
from quincunx.games import Refused

try:
    import fcntl
except ModuleNotFoundError:  # no such locks on this system: two processes with the same file go unnoticed
    fcntl = None  # type: ignore[assignment]


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Keeps other processes from saving to the same file. Refused if one is doing so already."""
    lock = path.with_name(f".{path.name}.lock")
    file = _locked(lock, path)
    try:
        yield
    finally:
        with suppress(OSError):
            lock.unlink()
        os.close(file)


def _locked(lock: Path, path: Path) -> int:
    while True:
        file = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if fcntl:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            raise Refused("proofs.saved.busy", path=str(path)) from None
        except OSError:  # a file system without locks
            return file
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(file), lock.stat()):
                return file
        os.close(file)  # its last owner removed it meanwhile: this lock protects nothing


@dataclass(frozen=True, slots=True)
class Saved:
    position: str
    nodes: int
    seconds: float
    """Of all runs so far, as the nodes are."""
    lines: tuple[str, ...]

    @classmethod
    def read(cls, path: Path, method: str) -> Saved:
        """Reads a file; ValueError says what is wrong with it, OSError that there is none."""
        head, _, rest = path.read_text().partition("\n\n")
        tags = dict(re.findall(r'\[(\w+) "([^"]*)"\]', head))
        if tags.get("Resume") != method:
            raise Refused("proofs.saved.begin", method=method)
        try:
            saved = cls(tags["Position"], int(tags["Nodes"]), float(tags["Seconds"]), tuple(rest.splitlines()))
        except KeyError as error:
            raise Refused("proofs.saved.missing", tag=str(error.args[0])) from None
        if saved.nodes < 0 or not 0 <= saved.seconds < math.inf:
            raise Refused("proofs.saved.numbers")
        return saved

    def write(self, path: Path, method: str) -> None:
        """Writes a file atomically. `method` names the search with its version."""
        tags = {"Resume": method, "Position": self.position, "Nodes": self.nodes, "Seconds": f"{self.seconds:.1f}"}
        lines = [*(f'[{name} "{value}"]' for name, value in tags.items()), "", *self.lines]
        atomic.replace(path, "".join(f"{line}\n" for line in lines).encode(), private=False)
