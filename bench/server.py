"""Server speed compared with boardgame.io: moves to the opponent at 1, 100, 1000 tables; and page weight.

make bench-server

`--messages` compares small updates, which clients get here as the pages do, with whole tables; `--watchers 1000` is one
table with many spectators; `--protocols` compares our protocols with uvicorn's.

Both servers are one process on this machine, and one other process plays both seats of every table at full speed:
tactix:size=6, counter by counter, the next move as soon as the opponent has seen the last. Tables come from addresses
of their own, because the server shares its queues between addresses. The server stores every move before it sends it to
anybody, with `server.sync` full (on the disk) and normal (handed to the system); boardgame.io keeps everything in
memory. Needs Linux (/proc), node with npm, and Chromium.
"""

import argparse
import asyncio
import json
import os
import platform
import re
import secrets
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import httpx
import orjson
import uvloop
from websockets import Subprotocol
from websockets.asyncio.client import ClientConnection, connect

from server_pages import weigh

HERE = Path(__file__).parent
BUILD = HERE.parent / "build"
PEER = BUILD / "bench-peer"

GAME = "tactix:size=6"
MOVES = [f"{column}{row}" for row in range(1, 7) for column in "abcdef"]
"""One counter after the other: as many plies as a game can have."""

WORK = {1: (20, 36), 100: (2, 36), 1000: (1, 36)}
"""By tables at once: how many games each plays, one after the other, and how many plies of them."""

SYNCS = ("full", "normal")
"""The server's `server.sync`: whether a move waits for the disk."""

AT_ONCE = 20
"""Tables that are opened at the same time."""

PATIENCE = 60
"""Seconds after which something that should have happened long ago is given up."""

FREE = ("ACTIONS", "OPENINGS", "REQUESTS", "ANALYSES", "CONNECTIONS_EACH", "SHARE_EACH")
"""Limits that would only measure themselves: everybody here is one address."""


Figures: TypeAlias = tuple[float, float, float, float]

OURS = ("-m", "quincunx")
PLAIN = (str(HERE / "plain_protocols.py"),)
"""The server with uvicorn's own HTTP and websocket protocols in place of ours."""


class Measured(NamedTuple):
    """The measurements of some games."""

    moves: int
    seconds: float
    times: list[float]
    """Seconds from sending each move until the opponent had it."""
    cpu: float
    """Seconds that the server computed."""

    @property
    def figures(self) -> Figures:
        """Moves a second, p50 and p99 in milliseconds, and the server's milliseconds a move."""
        cuts = statistics.quantiles(self.times, n=100)
        return self.moves / self.seconds, cuts[49] * 1000, cuts[98] * 1000, self.cpu / self.moves * 1000


@contextmanager
def running(command: list[str], pattern: str, **options: Any) -> Iterator[tuple[int, str]]:
    """Starts a server: its process, and what the pattern matches in its first line."""
    program = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **options)
    try:
        assert program.stdout
        line = program.stdout.readline()
        found = re.search(pattern, line)
        if not found:
            raise RuntimeError(f"{command[0]} did not open: {line!r}")
        yield program.pid, found[1]
    finally:
        program.terminate()
        program.wait(PATIENCE)


@contextmanager
def server(sync: str = "full", program: Sequence[str] = OURS) -> Iterator[tuple[int, str]]:
    """The server on a database of its own, on the disk of this checkout; its process and its address."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("QUINCUNX_")}
    own.update({f"QUINCUNX_SERVER_{name}": "0" for name in FREE})
    own["QUINCUNX_SERVER_SYNC"] = sync
    BUILD.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=BUILD, prefix="bench-server-") as folder:
        own["QUINCUNX_CONFIG"] = f"{folder}/settings.toml"
        command = [sys.executable, *program, "serve", "--port", "0", "--no-open"]
        with running([*command, "--database", f"sqlite:///{folder}/games.sqlite"], r"(http://\S+)/", env=own) as found:
            yield found


@contextmanager
def peer() -> Iterator[tuple[int, str]]:
    """The server of boardgame.io; its process and its address."""
    own = {**os.environ, "NODE_ENV": "production"}
    with running(["node", "server.js"], r"^(\d+)$", cwd=PEER, env=own) as (pid, port):
        yield pid, f"http://127.0.0.1:{port}"


def cpu(pid: int) -> float:
    """CPU seconds of a process, all its threads together."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# The server


class Player:
    """A player at a table, on a websocket."""

    updates: str | None = "position"
    """Small updates, as the pages get them; None for whole tables."""
    began = False

    def __init__(self, secret: str = "", seat: int = 0, home: str = "127.0.0.1") -> None:
        self.secret, self.seat = secret, seat
        self.home = home
        """The address that the player comes from."""
        self.version = -1
        """Of the table as it was seen last."""

    async def enter(self, address: str, id: str) -> None:
        # As for the peer: no compression between two processes of one machine, and only the server pings.
        url = f"{address.replace('http', 'ws', 1)}/api/tables/{id}/socket"
        self.socket: ClientConnection = await connect(
            url,
            compression=None,
            ping_interval=None,
            open_timeout=PATIENCE,
            subprotocols=[Subprotocol("quincunx.2")],
            local_addr=(self.home, 0),
        )
        await self.say({"hello": {"secret": self.secret, "updates": self.updates}})

    async def say(self, message: dict[str, Any]) -> None:
        await self.socket.send(orjson.dumps(message), text=True)

    async def do(self, what: str, key: str, **more: Any) -> None:
        await self.say({"do": what, "seat": self.seat, "key": key, **more})

    async def hear(self) -> None:
        """The next message; a refusal ends the benchmark."""
        message = orjson.loads(await self.socket.recv(decode=False))
        if "refused" in message:
            raise RuntimeError(f"the server refused: {message['refused']['reason']}")
        if shown := message.get("table") or message.get("update"):
            self.version = shown.get("version", self.version)
            self.began = shown.get("began", self.began)

    async def see(self, version: int) -> None:
        """Waits until this player sees the table at a version."""
        while self.version < version:
            await self.hear()


def home(n: int) -> str:
    """A loopback address for a table."""
    return f"127.0.{1 + n // 250}.{1 + n % 250}"


async def open_table(
    client: httpx.AsyncClient, address: str, gate: asyncio.Semaphore, n: int = 0, *, listed: bool = False
) -> list[Player]:
    """A table between two persons, both connected."""
    async with gate:
        ada, bo = (Player(secrets.token_urlsafe(24), seat, home(n)) for seat in (1, 2))
        wanted = {"game": GAME, "seats": [{"kind": "person", "name": "Ada"}, {"kind": "open"}], "listed": listed}
        answer = await client.post("/api/tables", json=wanted, headers={"Authorization": f"Bearer {ada.secret}"})
        opened = answer.raise_for_status().json()
        sit = {"do": "sit", "seat": 2, "key": "sit", "name": "Bo", "invite": opened["table"]["invites"]["2"]}
        path = f"/api/tables/{opened['id']}"
        answer = await client.post(f"{path}/actions", json=sit, headers={"Authorization": f"Bearer {bo.secret}"})
        version = answer.raise_for_status().json()["version"]
        for player in (ada, bo):
            await player.enter(address, opened["id"])
            await player.see(version)
            if not player.began:
                raise RuntimeError("the match did not begin when both sat")
        return [ada, bo]


async def play(players: list[Player], plies: int, times: list[float]) -> None:
    """The first plies of a game, or all of it."""
    for ply, move in enumerate(MOVES[:plies]):
        mover, other = players[ply % 2], players[1 - ply % 2]
        following = mover.version + 1  # the mover has the latest version; the other may not have read its own yet
        began = time.perf_counter()
        await mover.do("move", str(ply), move=move)
        await other.see(following)
        times.append(time.perf_counter() - began)


async def play_house(sync: str, tables: int, games: int, plies: int, program: Sequence[str] = OURS) -> Measured:
    """Opens all tables, then plays at all of them at once."""
    with server(sync, program) as (pid, address):
        gate, times = asyncio.Semaphore(AT_ONCE), list[float]()
        # The server closes a connection that is idle for five seconds; send nothing on one idle nearly that long.
        limits = httpx.Limits(keepalive_expiry=1)
        async with httpx.AsyncClient(base_url=address, timeout=PATIENCE, limits=limits) as client:
            rounds = [
                await asyncio.gather(*(open_table(client, address, gate, n) for n in range(tables)))
                for _ in range(games)
            ]
        computed, began = cpu(pid), time.perf_counter()
        for opened in rounds:
            await asyncio.wait_for(asyncio.gather(*(play(players, plies, times) for players in opened)), 5 * PATIENCE)
        seconds = time.perf_counter() - began
        computed = cpu(pid) - computed
        sockets = [player.socket for opened in rounds for players in opened for player in players]
        await asyncio.gather(*(socket.close() for socket in sockets))
    return Measured(len(times), seconds, times, computed)


async def watch(watchers: int, plies: int) -> Measured:
    """One table with many watchers: the times until each of them has each move."""
    with server("normal") as (pid, address):
        gate, times = asyncio.Semaphore(AT_ONCE), list[float]()
        async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as client:
            ada, bo = await open_table(client, address, gate, listed=True)
        request = ada.socket.request
        assert request
        table, crowd = request.path.split("/")[3], [Player(home=home(n)) for n in range(watchers)]

        async def come(watcher: Player) -> None:
            async with gate:
                await watcher.enter(address, table)
                await watcher.see(ada.version)

        await asyncio.gather(*map(come, crowd))

        async def seen(watcher: Player, version: int, began: float) -> None:
            await watcher.see(version)
            times.append(time.perf_counter() - began)

        computed, start = cpu(pid), time.perf_counter()
        for ply, move in enumerate(MOVES[:plies]):
            mover, version, began = (ada, bo)[ply % 2], ada.version + 1, time.perf_counter()
            await mover.do("move", str(ply), move=move)
            await asyncio.gather(*(seen(watcher, version, began) for watcher in (*crowd, ada, bo)))
        seconds, computed = time.perf_counter() - start, cpu(pid) - computed
        await asyncio.gather(*(watcher.socket.close() for watcher in (*crowd, ada, bo)))
    return Measured(plies, seconds, times, computed)


# The peer


def install_peer() -> None:
    """boardgame.io from npm, by name."""
    PEER.mkdir(parents=True, exist_ok=True)
    for file in filter(Path.is_file, HERE.joinpath("peer").iterdir()):
        shutil.copy(file, PEER)
    subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--no-package-lock"], cwd=PEER, check=True)


def play_peer(tables: int, games: int, plies: int) -> Measured:
    with peer() as (pid, address):
        command = ["node", "client.js", address, str(tables), str(games), str(plies)]
        own = {**os.environ, "NODE_ENV": "production"}
        with subprocess.Popen(
            command, cwd=PEER, env=own, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as client:
            assert client.stdin
            assert client.stdout
            if client.stdout.readline() != "ready\n":
                raise RuntimeError("the client of boardgame.io found no tables")
            computed = cpu(pid)
            client.stdin.write("go\n")
            client.stdin.flush()
            line = client.stdout.readline()
            computed = cpu(pid) - computed
        if client.returncode:
            raise RuntimeError("the client of boardgame.io gave up")
    played = json.loads(line)
    return Measured(len(played["times"]), played["seconds"], played["times"], computed)


# All


def compare(chosen: list[int], rounds: int) -> None:
    """Alternates between the servers, so that noise affects both; every figure is the median of the rounds."""
    print("| tables | server | moves/s | p50 ms | p99 ms | server CPU ms/move |")
    print("|---|---|---|---|---|---|")
    for tables in chosen:
        found: dict[str, list[Figures]] = {}
        for _ in range(rounds):
            for sync in SYNCS:
                measured = uvloop.run(play_house(sync, tables, *WORK[tables]))
                found.setdefault(f"Quincunx, {sync}", []).append(measured.figures)
            found.setdefault("boardgame.io", []).append(play_peer(tables, *WORK[tables]).figures)
        show(tables, found)


def compare_protocols(chosen: list[int], rounds: int) -> None:
    """Our protocols and uvicorn's, alternately; `server.sync` is normal."""
    print("| tables | protocols | moves/s | p50 ms | p99 ms | server CPU ms/move |")
    print("|---|---|---|---|---|---|")
    for tables in chosen:
        found: dict[str, list[Figures]] = {}
        for _ in range(rounds):
            for name, program in (("ours", OURS), ("uvicorn's", PLAIN)):
                measured = uvloop.run(play_house("normal", tables, *WORK[tables], program))
                found.setdefault(name, []).append(measured.figures)
        show(tables, found)


def compare_messages(chosen: list[int], rounds: int) -> None:
    """Small updates and whole tables, alternately; `server.sync` is normal."""
    print("| tables | messages | moves/s | p50 ms | p99 ms | server CPU ms/move |")
    print("|---|---|---|---|---|---|")
    for tables in chosen:
        found: dict[str, list[Figures]] = {}
        for _ in range(rounds):
            for name, updates in (("updates", "position"), ("whole tables", None)):
                Player.updates = updates
                measured = uvloop.run(play_house("normal", tables, *WORK[tables]))
                found.setdefault(name, []).append(measured.figures)
        show(tables, found)


def show(tables: int, found: dict[str, list[Figures]]) -> None:
    for name, figures in found.items():
        rate, middle, slow, computed = (statistics.median(column) for column in zip(*figures, strict=True))
        low, high = min(row[0] for row in figures), max(row[0] for row in figures)
        spread = f"{rate:,.0f} ({low:,.0f} to {high:,.0f})"
        print(f"| {tables} | {name} | {spread} | {middle:.1f} | {slow:.1f} | {computed:.2f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3, help="how often each is measured (3)")
    parser.add_argument("--tables", type=int, choices=WORK, nargs="+", default=list(WORK), help="how many at once")
    parser.add_argument("--only", choices=("moves", "pages"), help="one half of the bench")
    parser.add_argument("--protocols", action="store_true", help="only: our HTTP and websocket protocols, or uvicorn's")
    parser.add_argument("--messages", action="store_true", help="only: small updates, or whole tables")
    parser.add_argument("--watchers", type=int, default=0, help="only: one table with so many watchers")
    chosen = parser.parse_args()
    load = os.getloadavg()[0]
    print(f"{platform.machine()}, {os.cpu_count()} cores, load {load:.1f}, Python {platform.python_version()}\n")
    if chosen.watchers:
        print("| watchers | server | moves/s | p50 ms | p99 ms | server CPU ms/move |\n|---|---|---|---|---|---|")
        rows = [uvloop.run(watch(chosen.watchers, len(MOVES))).figures for _ in range(max(1, chosen.rounds))]
        show(chosen.watchers, {"Quincunx": rows})
        return
    if chosen.messages:
        compare_messages(chosen.tables, max(1, chosen.rounds))
        return
    if chosen.protocols:
        compare_protocols(chosen.tables, max(1, chosen.rounds))
        return
    if chosen.only != "pages":
        install_peer()
        compare(chosen.tables, max(1, chosen.rounds))
        print()
    if chosen.only != "moves":
        with server() as (_, address):
            weigh(address)


if __name__ == "__main__":
    main()
