"""Server capacity: 100 to 10,000 tables in one process, compared with boardgame.io; 1, 2, 4 processes as one server.

make bench-load

At PLAYED tables two persons sit on websockets, and PLAYING of these at a time play tactix:size=6 at full speed, counter
by counter. At all others a match has begun too, and one of the two has stayed. Players, servers, PostgreSQL and Redis
share the cores of one machine, and all players are one process: where its CPU is near 100 % the servers could do more.
Both databases wait for the disk.
Needs Linux (/proc), node with npm, PostgreSQL and Redis.
"""

import argparse
import asyncio
import json
import os
import platform
import resource
import statistics
import subprocess
import tempfile
import time
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

import httpx
import uvloop
from services import Server, postgres, redis_server, servers

from server import AT_ONCE, BUILD, PATIENCE, PEER, Player, cpu, install_peer, open_table, peer, play

PLAYING = 100
"""Tables that play at the same time."""

PLAYED = 500
"""Tables that play at all, one after the other; as many as there are if these are fewer."""

PLIES = 36

REST = 5.0
"""Seconds for which all only sit there, to see what that costs."""

ROOM = {"connections": "100000", "connections_each": "0"}


class Loaded(NamedTuple):
    """What was measured."""

    moves: int
    seconds: float
    times: list[float]
    """Seconds from sending each move until the opponent had it."""
    cpu: float
    """Seconds that the servers computed for the moves."""
    own: float
    """Seconds that the players computed; 0 where that is not known."""
    memory: float
    """Bytes of the servers that tables brought, before anybody moved."""
    resting: float
    """How much of a core the servers need while nobody moves."""

    def row(self, tables: int) -> str:
        cuts = statistics.quantiles(self.times, n=100)
        own = f"{self.own / self.seconds:.0%}" if self.own else ""
        figures = [
            f"{self.moves / self.seconds:,.0f}",
            f"{cuts[49] * 1000:.1f}",
            f"{cuts[98] * 1000:.1f}",
            f"{self.cpu / self.moves * 1000:.2f}",
            f"{self.memory / tables / 1024:,.0f}",
            f"{self.resting:.0%}",
            own,
        ]
        return " | ".join(figures)


FIGURES = "moves/s | p50 ms | p99 ms | server CPU ms/move | memory KiB/table | CPU at rest | players' CPU"


def allow_connections(many: int) -> None:
    """A connection is a file, here and in the servers; raises the limit of open files."""
    wanted, (soft, hard) = many + 1000, resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, max(wanted, hard)))
        except ValueError:
            raise SystemExit(f"this needs {wanted} open files, and {hard} are allowed: ulimit -n {wanted}") from None


def memory(*pids: int) -> int:
    """Resident memory of some processes in bytes."""
    pages = (int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids)
    return sum(pages) * resource.getpagesize()


async def sit(client: httpx.AsyncClient, address: str, gate: asyncio.Semaphore, stay: bool) -> list[Player]:
    """A match that has begun; unless both stay, one player disconnects."""
    players = await open_table(client, address, gate)
    if not stay:
        await players[1].socket.close()
    return players


async def cross(player: Player, address: str) -> None:
    """Moves a player to another process."""
    request, version = player.socket.request, player.version
    assert request
    await player.socket.close()
    player.version = -1
    await player.enter(address, request.path.split("/")[3])
    await player.see(version)


async def load(running: Sequence[Server], tables: int, *, apart: bool = False) -> Loaded:
    """Opens all tables; the two of each come through one process, or through two."""
    pids = [server.pid for server in running]
    addresses = [server.url.rstrip("/") for server in running]
    empty = memory(*pids)
    gate, opened = asyncio.Semaphore(AT_ONCE), list[list[Player]]()
    # A connection for each request: the server may be closing one that was idle while this process was late.
    limits = httpx.Limits(max_keepalive_connections=0)
    for n, address in enumerate(addresses):
        async with httpx.AsyncClient(base_url=address, timeout=PATIENCE, limits=limits) as client:
            share = range(n, tables, len(addresses))
            opened += await asyncio.gather(*(sit(client, address, gate, many < PLAYED) for many in share))
        if apart:
            other = addresses[(n + 1) % len(addresses)]
            for _, bo in opened[-len(share) :]:
                await cross(bo, other)
    held = memory(*pids) - empty
    computed = sum(map(cpu, pids))
    await asyncio.sleep(REST)
    resting = (sum(map(cpu, pids)) - computed) / REST
    measured = await _play_some(opened, pids)
    await asyncio.gather(*(player.socket.close() for players in opened for player in players))
    return measured._replace(memory=held, resting=resting)


async def _play_some(opened: list[list[Player]], pids: list[int]) -> Loaded:
    times, turn = list[float](), asyncio.Semaphore(PLAYING)

    async def one(players: list[Player]) -> None:
        async with turn:
            await play(players, PLIES, times)

    computed, own, began = sum(map(cpu, pids)), time.process_time(), time.perf_counter()
    await asyncio.gather(*(one(players) for players in opened[:PLAYED]))
    seconds = time.perf_counter() - began
    return Loaded(
        len(times), seconds, times, sum(map(cpu, pids)) - computed, time.process_time() - own, memory=0, resting=0
    )


def load_peer(tables: int) -> Loaded:
    """boardgame.io, played by its own client in the same way."""
    with peer() as (pid, address):
        empty = memory(pid)
        command = ["node", "client.js", address, str(tables), "1", str(PLIES), str(PLAYING), str(PLAYED)]
        own = {**os.environ, "NODE_ENV": "production"}
        with subprocess.Popen(
            command, cwd=PEER, env=own, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as client:
            assert client.stdin
            assert client.stdout
            if client.stdout.readline() != "ready\n":
                raise RuntimeError("the client of boardgame.io found no tables")
            held, computed = memory(pid) - empty, cpu(pid)
            time.sleep(REST)
            resting = (cpu(pid) - computed) / REST
            computed, theirs = cpu(pid), cpu(client.pid)
            client.stdin.write("go\n")
            client.stdin.flush()
            line = client.stdout.readline()
            computed = cpu(pid) - computed
            theirs = cpu(client.pid) - theirs if client.poll() is None else 0.0
        if client.returncode:
            raise RuntimeError("the client of boardgame.io gave up")
    played = json.loads(line)
    return Loaded(len(played["times"]), played["seconds"], played["times"], computed, theirs, held, resting)


def growth(sizes: list[int]) -> None:
    """One process, more and more tables."""
    install_peer()
    print(f"\n| tables | server | {FIGURES} |\n|---|---|{'---|' * (FIGURES.count('|') + 1)}", flush=True)
    BUILD.mkdir(exist_ok=True)
    for tables in sizes:
        with tempfile.TemporaryDirectory(dir=BUILD, prefix="bench-load-") as folder:
            with servers(1, f"sqlite:///{folder}/games.sqlite", **ROOM) as running:
                measured = uvloop.run(load(running, tables))
            print(f"| {tables:,} | Quincunx, SQLite | {measured.row(tables)} |", flush=True)
        print(f"| {tables:,} | boardgame.io | {load_peer(tables).row(tables)} |", flush=True)


def processes(counts: list[int], tables: int) -> None:
    """More and more processes as one server: with players routed by table, and with the two of every table apart."""
    print(
        f"\n| processes | the two of a table | tables | {FIGURES} |\n|---|---|---|{'---|' * (FIGURES.count('|') + 1)}",
        flush=True,
    )
    with postgres(sync=True) as database, redis_server() as bus:
        for count, apart in product(counts, (False, True)):
            if apart and count == 1:
                continue
            with servers(count, database.database(), bus.url, **ROOM) as running:
                measured = uvloop.run(load(running, tables, apart=apart))
            where = "at two" if apart else "at one"
            print(f"| {count} | {where} | {tables:,} | {measured.row(tables)} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, nargs="*", default=[100, 1000, 10_000], help="held by one process")
    parser.add_argument("--processes", type=int, nargs="*", default=[1, 2, 4], help="that are one server")
    parser.add_argument("--shared", type=int, default=400, help=f"tables of that server (400; at most {PLAYED})")
    chosen = parser.parse_args()
    allow_connections(max([*chosen.tables, chosen.shared]) + PLAYED)
    print(f"{platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {platform.python_version()}")
    if chosen.tables:
        growth(chosen.tables)
    if chosen.processes:
        processes(chosen.processes, min(chosen.shared, PLAYED))


if __name__ == "__main__":
    main()
