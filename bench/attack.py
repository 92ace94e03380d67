"""What honest players notice while one address attacks the server.

make bench-attack

The server has a core of its own; the attackers (127.0.0.1) and the honest players (127.0.0.2) share another one. Eight
tables move ten times a second each, first alone, then while one attack lasts (tests/server/attacks.py); each attack
meets a new server with its default limits, except that any number of tables may be opened. A visitor comes every
second, loads the first page and looks at a table. The time of a move is from sending it until the opponent has it.
Finally thirty honest players come from one address; the first refusal ends the program. Needs Linux (/proc, two cores).
"""

import argparse
import asyncio
import contextlib
import os
import platform
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import NamedTuple

import attacks
import httpx
import orjson
import school
import uvloop
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from server import BUILD, MOVES, PATIENCE, Player, running

HONEST = "127.0.0.2"
TABLES = 8
PUPILS = 30
PAUSE = 0.1
"""Seconds between two moves at a table."""

VISIT = 5.0
"""Seconds within which a visitor has to get in."""

OFFER = {
    "game": "tactix:size=6",
    "seats": [{"kind": "person", "name": "Ada"}, {"kind": "person", "name": "Bo"}],
    "listed": True,
}


class Seen(NamedTuple):
    """What the honest players noticed."""

    times: list[float]
    answers: list[float]
    """Seconds until a computer of the level easy has moved."""
    came: int
    got_in: int

    @property
    def p99(self) -> float:
        """In milliseconds."""
        return statistics.quantiles(self.times, n=100)[98] * 1000


@contextmanager
def pinned_server(**settings: str) -> Iterator[tuple[int, str]]:
    own = {name: value for name, value in os.environ.items() if not name.startswith("QUINCUNX_")}
    BUILD.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=BUILD, prefix="bench-attack-") as folder:
        own |= {f"QUINCUNX_SERVER_{name.upper()}": value for name, value in settings.items()}
        own |= {"QUINCUNX_CONFIG": f"{folder}/settings.toml"}
        command = [sys.executable, "-m", "quincunx", "serve", "--port", "0", "--no-open"]
        command += ["--database", f"sqlite:///{folder}/server.sqlite"]
        with running(command, r"(http://\S+)/", env=own, preexec_fn=lambda: pin(0)) as found:
            yield found


def pin(core: int) -> None:
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[core % len(cores)]})


def resident(pid: int) -> int:
    """Bytes of memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


# The honest


class Honest(Player):
    """An honest player, at the other address."""

    async def enter(self, address: str, id: str) -> None:
        url = f"{address.replace('http', 'ws', 1)}/api/tables/{id}/socket"
        self.socket = await connect(
            url,
            compression=None,
            ping_interval=None,
            open_timeout=PATIENCE,
            subprotocols=[Subprotocol("quincunx.2")],
            local_addr=(HONEST, 0),
        )
        await self.say({"hello": {"secret": self.secret}})


def client(address: str) -> httpx.AsyncClient:
    transport = httpx.AsyncHTTPTransport(local_address=HONEST, verify=False)
    return httpx.AsyncClient(base_url=address, transport=transport, timeout=PATIENCE)


@asynccontextmanager
async def table(address: str) -> AsyncIterator[list[Honest]]:
    """A match whose two seats belong to two connections of one player."""
    secret = secrets.token_urlsafe(24)
    async with client(address) as http:
        answer = await http.post("/api/tables", json=OFFER, headers={"Authorization": f"Bearer {secret}"})
    opened = answer.raise_for_status().json()
    players = [Honest(secret, seat) for seat in (1, 2)]
    for player in players:
        await player.enter(address, opened["id"])
        await player.see(opened["table"]["version"])
    try:
        yield players
    finally:
        for player in players:
            await player.socket.close()


async def play(address: str, times: list[float]) -> None:
    """Match after match, at a human pace."""
    while True:
        async with table(address) as players:
            for ply, move in enumerate(MOVES[:-1]):
                mover, other = players[ply % 2], players[1 - ply % 2]
                following = max(mover.version, other.version) + 1
                began = time.perf_counter()
                await mover.do("move", str(ply), move=move)
                await other.see(following)
                times.append(time.perf_counter() - began)
                await asyncio.sleep(PAUSE * (0.5 + secrets.randbelow(1000) / 1000))


async def ask_computers(address: str, answers: list[float]) -> None:
    """Opens table after table at which a computer has the first move."""
    offer = {"game": "tactix", "seats": [{"kind": "computer", "level": "easy"}, {"kind": "person"}]}
    async with client(address) as http:
        while True:
            began = time.perf_counter()
            headers = {"Authorization": f"Bearer {secrets.token_urlsafe(24)}"}
            answer = await http.post("/api/tables", json=offer, headers=headers)
            table = answer.raise_for_status().json()["table"]
            while not table["history"]:
                await asyncio.sleep(0.01)
                table = (await http.get(f"/api/tables/{table['id']}", headers=headers)).json()
            answers.append(time.perf_counter() - began)
            await asyncio.sleep(2 * PAUSE)


async def visit(address: str) -> bool:
    """Whether a new visitor sees the first page, and a table live."""
    with contextlib.suppress(OSError, TimeoutError, httpx.HTTPError):
        async with asyncio.timeout(VISIT), client(address) as http:
            page, lobby = await http.get("/"), await http.get("/api/tables")
            someone = Honest(secrets.token_urlsafe(24), 0)
            await someone.enter(address, lobby.json()["playing"][0]["id"])
            reply = orjson.loads(await someone.socket.recv(decode=False))
            await someone.socket.close()
            return page.status_code == 200 and "table" in reply
    return False


async def look(address: str, seconds: float) -> Seen:
    """Plays and visits for some seconds."""
    times: list[float] = []
    answers: list[float] = []
    playing = [asyncio.create_task(play(address, times)) for _ in range(TABLES)]
    playing.append(asyncio.create_task(ask_computers(address, answers)))
    visits = []
    try:
        for _ in range(max(1, round(seconds))):
            await asyncio.sleep(1)
            visits.append(asyncio.create_task(visit(address)))
            for task in playing:
                if task.done():
                    task.result()
        got_in = await asyncio.gather(*visits)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return Seen(times, answers, len(got_in), sum(got_in))


# The measurement


async def watch_memory(pid: int, most: list[int]) -> None:
    while True:
        most.append(resident(pid))
        await asyncio.sleep(0.1)


async def measure(name: str, seconds: float) -> str:
    """A row of the table."""
    with pinned_server(openings="0") as (pid, address):
        before = await look(address, seconds)
        memory = [resident(pid)]
        watching = asyncio.create_task(watch_memory(pid, memory))
        attacker = subprocess.Popen([sys.executable, attacks.__file__, name, address, str(seconds + 2)])
        try:
            await asyncio.sleep(1)  # until it has connected
            during = await look(address, seconds)
        finally:
            attacker.kill()
            attacker.wait()
            watching.cancel()
    grown = (max(memory) - memory[0]) / 2**20
    slower = during.p99 / before.p99
    times = f"{before.p99:.1f} | {during.p99:.1f} | {slower:.1f} | {max(during.answers, default=0):.2f}"
    return f"| {name} | {times} | {len(during.times)} | {grown:.0f} | {during.got_in} of {during.came} |"


async def measure_school(seconds: float) -> str:
    """Thirty players at one address with a second between moves, as the limits are by default."""
    with pinned_server() as (_, address):
        played = await school.school(address, PUPILS, "easy", round(seconds), 1.0)
    moves, slowest = sum(one.moves for one in played), max(one.slowest for one in played)
    return f"A school, {PUPILS} players at one address: {moves} moves, 0 refused, slowest reply {slowest:.2f} s."


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=10, help="how long each attack lasts (10)")
    parser.add_argument("--only", metavar="WORDS", default="", help="attacks whose names contain this")
    chosen = parser.parse_args()
    pin(1)
    print(f"{platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {platform.python_version()}\n")
    columns = "p99 ms without | p99 ms during | times | slowest easy s | moves during | memory MiB | visitors in"
    print(f"| attack, connections | {columns} |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    for name in attacks.ATTACKS:
        if chosen.only in name:
            print(uvloop.run(measure(name, chosen.seconds)), flush=True)
    if chosen.only in "school":
        print(f"\n{uvloop.run(measure_school(chosen.seconds))}")


if __name__ == "__main__":
    main()
