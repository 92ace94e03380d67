"""PostgreSQL and Redis as they are, started by the tests on ports and in folders of their own."""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
import redis
from live_server import PATIENCE, wait_for

from quincunx.store import versions


def free_port() -> int:
    """A port that is free, and stays so: from 32768 on the system gives them to whoever asks for any."""
    while True:
        port = 20_000 + secrets.randbelow(12_000)
        with socket.socket() as taken, suppress(OSError):
            taken.bind(("127.0.0.1", port))
            return port


class Running:
    """A program that can be killed, and started again."""

    _process: subprocess.Popen[Any] | None = None

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    def end(self, number: int = signal.SIGKILL) -> None:
        """Ends it, and returns when it is gone."""
        if self._process:
            self._process.send_signal(number)
            self._process.communicate(timeout=PATIENCE)
            self._process = None

    def suspend(self) -> None:
        """Lets it hang: it holds its connections, and answers nothing."""
        assert self._process
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        assert self._process
        self._process.send_signal(signal.SIGCONT)


class Part(Running, ABC):
    """A service of others, such as a database; it keeps its port and its folder when it is restarted."""

    def __init__(self, folder: Path, words: list[str]) -> None:
        self.folder = folder
        self.port = free_port()
        self._words = [word.format(port=self.port, folder=folder) for word in words]

    def start(self) -> None:
        """Starts it and waits until it answers."""
        self._process = run(self._words, self.folder)
        wait_for(self.answers)

    @abstractmethod
    def answers(self) -> bool: ...


class Postgres(Part):
    """A database server, with a new database for whoever asks."""

    def __init__(self, folder: Path, sync: bool) -> None:
        data = folder / "data"
        run([_postgres("initdb"), "-D", str(data), "-U", "postgres", "--auth=trust", "--no-sync"], folder).wait(
            PATIENCE
        )
        words = [_postgres("postgres"), "-D", str(data), "-p", "{port}", "-h", "127.0.0.1"]
        settings = [f"fsync={'on' if sync else 'off'}", "unix_socket_directories="]
        settings += ["max_connections=60", "shared_buffers=32MB"]
        super().__init__(folder, [*words, *(word for setting in settings for word in ("-c", setting))])
        self._databases = 0

    def url(self, name: str) -> str:
        return f"postgresql://postgres:a-secret@127.0.0.1:{self.port}/{name}"

    def answers(self) -> bool:
        try:
            self.execute("SELECT 1")
        except (OSError, asyncpg.PostgresError):
            return False
        return True

    def empty(self) -> str:
        """The address of a database with nothing in it."""
        self._databases += 1
        name = f"house_{self._databases}"
        self.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def database(self) -> str:
        """The address of a new database, ready for use."""
        url = self.empty()
        versions(url, upgrade=True)
        return url

    def execute(self, *statements: str, url: str = "") -> None:
        """What an operator does by hand."""

        async def do() -> None:
            connection = await asyncpg.connect(url or self.url("postgres"), timeout=PATIENCE)
            for statement in statements:
                await connection.execute(statement)
            await connection.close()

        asyncio.run(do())


class Redis(Part):
    """A bus."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            folder, ["redis-server", "--port", "{port}", "--bind", "127.0.0.1", "--save", "", "--dir", "{folder}"]
        )
        self.url = f"redis://127.0.0.1:{self.port}/0"

    def answers(self) -> bool:
        try:
            with redis.Redis(port=self.port) as client:
                client.ping()
        except redis.RedisError:
            return False
        return True


class Server(Running):
    """A process of the server, the real program; killed and started again it has another address."""

    def __init__(
        self, log: Path, database: str, bus: str = "", environment: Mapping[str, str] | None = None, **settings: str
    ) -> None:
        words = ["serve", "--no-open", "--port", "0", "--database", database, *(["--bus", bus] if bus else [])]
        self._words = [sys.executable, "-m", "quincunx", *words]
        unlimited = dict.fromkeys(("actions", "openings", "requests", "analyses", "share_each"), "0")
        named = {f"QUINCUNX_SERVER_{key.upper()}": value for key, value in {**unlimited, **settings}.items()}
        self._environment = {**os.environ, **named, **(environment or {})}
        self._log = log
        self.url = ""

    def start(self) -> None:
        """Starts it and waits until it is open."""
        with self._log.open("a") as log:
            self._process = subprocess.Popen(
                self._words, stdout=subprocess.PIPE, stderr=log, text=True, env=self._environment
            )
        assert self._process.stdout
        found = re.search(r"http://\S+/", self._process.stdout.readline())
        assert found, self.log
        self.url = found[0]

    @property
    def port(self) -> int:
        return int(self.url.rstrip("/").rpartition(":")[2])

    @property
    def log(self) -> str:
        """Its log so far, without the line about a machine that was too busy to let it run for seconds."""
        lines = self._log.read_text().splitlines(keepends=True)
        return "".join(line for line in lines if "the server was frozen" not in line)


@contextmanager
def servers(count: int, database: str, bus: str = "", **settings: str) -> Iterator[list[Server]]:
    """So many processes that are one server."""
    with servers_in([{}] * count, database, bus, settings) as some:
        yield some


@contextmanager
def servers_in(
    environments: Sequence[Mapping[str, str]], database: str, bus: str = "", settings: Mapping[str, str] | None = None
) -> Iterator[list[Server]]:
    """Processes that are one server, each with environment variables of its own."""
    with tempfile.TemporaryDirectory(prefix="quincunx-servers-") as folder:
        some = [
            Server(Path(folder, f"log {n}"), database, bus, own, **(settings or {}))
            for n, own in enumerate(environments)
        ]
        try:
            for server in some:
                server.start()
            yield some
        finally:
            for server in some:
                server.end()


P = TypeVar("P", bound=Part)


@contextmanager
def postgres(sync: bool = False) -> Iterator[Postgres]:
    """Nobody pulls the plug of this machine while a test runs: to wait for the disk (`sync`) would only take time."""
    with _folder("postgres") as folder, _started(Postgres(folder, sync)) as part:
        yield part


@contextmanager
def redis_server() -> Iterator[Redis]:
    with _folder("redis") as folder, _started(Redis(folder)) as part:
        yield part


def run(words: list[str], folder: Path) -> subprocess.Popen[bytes]:
    """Runs a program in a folder, which has to be its user's. PostgreSQL refuses to run as root."""
    user = "postgres" if os.geteuid() == 0 else None
    with (folder / "log").open("ab") as log:
        return subprocess.Popen(
            words, cwd=folder, stdout=log, stderr=log, user=user, group=user, extra_groups=[] if user else None
        )


@contextmanager
def _folder(name: str) -> Iterator[Path]:
    """Not in pytest's own folder, which only its user may enter."""
    with tempfile.TemporaryDirectory(prefix=f"quincunx-{name}-") as folder:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
        yield Path(folder)


@contextmanager
def _started(part: P) -> Iterator[P]:
    try:
        part.start()
        yield part
    finally:
        part.end()


def _postgres(program: str) -> str:
    """Debian keeps PostgreSQL's programs out of the way."""
    found = shutil.which(program) or max(map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{program}")), default="")
    assert found, f"the tests need PostgreSQL's {program}: `make test` installs it"
    return found
