"""Ways to break a part of the server in the middle of something."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import asyncpg
from live_server import wait_for
from services import Postgres

WAITING = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'quincunx' AND wait_event_type = 'Lock'"


def crash(database: Postgres) -> None:
    """Kills the database server with all its processes at once, as if the machine had lost its power."""
    first = (database.folder / "data" / "postmaster.pid").read_text().split()[0]
    others = Path(f"/proc/{first}/task/{first}/children").read_text().split()
    database.end()
    for process in others:
        with suppress(ProcessLookupError):
            os.kill(int(process), signal.SIGKILL)
    wait_for(lambda: not any(os.path.exists(f"/proc/{process}/exe") for process in others))


class Held:
    """A lock on a table in the database: whoever wants to change it is in the middle of it until it is let go."""

    def __init__(self, url: str, place: str) -> None:
        self._runner = asyncio.Runner()
        self._connection = self._runner.run(asyncpg.connect(url))
        self._do("BEGIN")
        self._do(f"SELECT FROM tables WHERE id = '{place}' FOR UPDATE")

    def wait_for_others(self, many: int = 1) -> None:
        """Until so many processes of the server wait for the lock."""
        wait_for(lambda: int(self._runner.run(self._connection.fetchval(WAITING))) >= many)

    def let_go(self) -> None:
        self._do("COMMIT")

    def close(self) -> None:
        self._connection.terminate()
        self._runner.close()

    def _do(self, statement: str) -> None:
        self._runner.run(self._connection.execute(statement))


@contextmanager
def held(url: str, place: str) -> Iterator[Held]:
    lock = Held(url, place)
    try:
        yield lock
    finally:
        lock.close()


@contextmanager
def small_disk(folder: Path, kilobytes: int) -> Iterator[Path]:
    """A disk in memory that is soon full."""
    folder.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(folder)]
    mounted = subprocess.run(words, capture_output=True, text=True)
    assert mounted.returncode == 0, f"this test mounts a small disk, and may not here: {mounted.stderr.strip()}"
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """Fills a disk; the file to remove when it shall have room again."""
    filler = folder / "filler"
    size = 65_536
    with filler.open("wb", buffering=0) as file:
        while size:
            try:
                file.write(b"." * size)
            except OSError:
                size //= 2
    return filler
