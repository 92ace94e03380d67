"""Soak test: players join, play, chat, leave and come back, and the server's memory stays flat.

make soak MINUTES=15

At TABLES tables at a time tactix:size=6 is played at full speed, each match at a new table and every fifth against a
computer; players chat and reconnect in the middle, some drop their connection, and the lobby is requested. During the
first third caches fill up: by default the server keeps 1,000 unwatched tables in memory, here ROOMS. After that, growth
of more than GROWTH is an error. Needs Linux (/proc).
"""

import argparse
import asyncio
import os
import platform
import random
import secrets
import statistics
import sys
import tempfile
import time

import httpx
import uvloop
from services import Server, servers

from load import memory
from server import BUILD, GAME, MOVES, PATIENCE, Player, cpu, open_table

TABLES = 40
ROOMS = "100"
LOOKS = 15
"""How often memory is looked at."""

GROWTH = 0.05
"""Of the median of the second third, by which that of the last may be larger."""


class Crowd:
    """All players, and what they have done so far."""

    def __init__(self, address: str, client: httpx.AsyncClient) -> None:
        self._address, self._client = address, client
        self._gate = asyncio.Semaphore(TABLES)
        self._draw = random.Random(1)
        self.times: list[float] = []
        self.moves = self.matches = 0

    def row(self, rate: float) -> str:
        """What was done since the last row."""
        times, self.times = self.times, []
        p99 = f"{statistics.quantiles(times, n=100)[98] * 1000:.0f}" if len(times) > 1 else ""
        return f"{self.matches:,} | {rate:,.0f} | {p99}"

    async def play_for_ever(self) -> None:
        while True:
            self.matches += 1
            if self.matches % 5 == 0:
                await self._play_computer()
            else:
                await self._play_person()
            await self._client.get("/api/tables")

    async def _play_person(self) -> None:
        players = await open_table(self._client, self._address, self._gate)
        for ply, move in enumerate(MOVES):
            mover, other = players[ply % 2], players[1 - ply % 2]
            following = mover.version + 1
            began = time.perf_counter()
            await mover.do("move", str(ply), move=move)
            await other.see(following)
            self.times.append(time.perf_counter() - began)
            self.moves += 1
            if ply % 9 == 0:
                await other.do("chat", f"chat {ply}", text="well played")
            if self._draw.random() < 0.02:
                await self._come_again(other)
        for player in players:
            await player.socket.close()

    async def _come_again(self, player: Player) -> None:
        request, version = player.socket.request, player.version
        assert request
        if self._draw.random() < 0.5:
            player.socket.transport.abort()
        await player.socket.close()
        player.version = -1
        await player.enter(self._address, request.path.split("/")[3])
        await player.see(version)

    async def _play_computer(self) -> None:
        """Over HTTP, and never to the end: an abandoned table."""
        me = {"Authorization": f"Bearer {secrets.token_urlsafe(24)}"}
        seats = [{"kind": "person", "name": "Ada"}, {"kind": "computer", "level": "random"}]
        answer = await self._client.post("/api/tables", json={"game": GAME, "seats": seats}, headers=me)
        place = f"/api/tables/{answer.raise_for_status().json()['id']}"
        for n in range(3):
            table = (await self._client.get(place, headers=me)).raise_for_status().json()
            if table["state"]["turn"] == 1:
                action = {"do": "move", "seat": 1, "move": table["state"]["moves"][0], "key": str(n)}
                (await self._client.post(f"{place}/actions", json=action, headers=me)).raise_for_status()
                self.moves += 1
        (
            await self._client.post(f"{place}/actions", json={"do": "abandon", "key": "end"}, headers=me)
        ).raise_for_status()


async def soak(server: Server, minutes: float) -> list[int]:
    """Plays, prints a line per sample, and returns the memory used at each."""
    found: list[int] = []
    address, began, step = server.url.rstrip("/"), time.monotonic(), 60 * minutes / LOOKS
    # A connection for each request: the server may be closing an idle one.
    limits = httpx.Limits(max_keepalive_connections=0)
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE, limits=limits) as client:
        crowd = Crowd(address, client)
        playing = [asyncio.create_task(crowd.play_for_ever()) for _ in range(TABLES)]
        try:
            moves, computed = 0, cpu(server.pid)
            for look in range(1, LOOKS + 1):
                rest = began + look * step - time.monotonic()
                done, _ = await asyncio.wait(playing, timeout=rest, return_when=asyncio.FIRST_EXCEPTION)
                for task in done:
                    task.result()
                found.append(memory(server.pid))
                spent, fresh = cpu(server.pid) - computed, crowd.moves - moves
                print(f"| {look * step / 60:.1f} | {crowd.row(fresh / step)} | {spent / step:.0%} | ", end="")
                print(f"{found[-1] / 2**20:.1f} |", flush=True)
                moves, computed = crowd.moves, computed + spent
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=15)
    chosen = parser.parse_args()
    print(f"{platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {platform.python_version()}\n")
    print("| minute | matches | moves/s | p99 ms | CPU | memory MiB |\n|---|---|---|---|---|---|")
    BUILD.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory(dir=BUILD, prefix="soak-") as folder,
        servers(1, f"sqlite:///{folder}/games.sqlite", rooms=ROOMS, connections_each="0") as (server,),
    ):
        found = uvloop.run(soak(server, chosen.minutes))
        complaints = server.log
    middle, last = (statistics.median(part) for part in (found[LOOKS // 3 : 2 * LOOKS // 3], found[2 * LOOKS // 3 :]))
    print(f"\nThe last third next to the second: {last / middle - 1:+.1%}.")
    if complaints:
        sys.exit(f"The server complained: {complaints}")
    if last > middle * (1 + GROWTH):
        sys.exit(f"Memory is not flat: it may grow by {GROWTH:.0%}.")


if __name__ == "__main__":
    main()
