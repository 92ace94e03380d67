"""What a move costs the server without sockets: from the text of the command to the messages for both players.

    python bench/move.py                  CPU time of the event loop's thread
    python bench/move.py --instructions   counted by valgrind: the same on a busy machine too

Sixty tables play the game of bench/server.py. The difference of two runs of different length leaves out what is done
once.
"""

import argparse
import asyncio
import os
import re
import secrets
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import orjson
import uvloop

from quincunx.server.auth import Caller
from quincunx.server.config import ServerConfig
from quincunx.server.routes import websocket
from quincunx.server.tables.creation import TableRequest, create_table
from quincunx.server.tables.registry import TableRegistry
from quincunx.server.tables.room import Room
from quincunx.server.transport.connection import Connection
from quincunx.store.sqlite.store import SqliteStore
from server import GAME, MOVES

TABLES = 60
FEW = 4
REPETITIONS = 5


def caller(address: str) -> Caller:
    found = Caller.with_secret(secrets.token_urlsafe(24), address)
    assert found
    return found


async def open_table(registry: TableRegistry) -> tuple[Room, list[Connection]]:
    """A table of two players who get small updates."""
    players = [caller("a"), caller("b")]
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "open"}]
    wanted = TableRequest.model_validate({"game": GAME, "seats": seats, "listed": True})
    room = await registry.add(create_table(players[0], wanted, registry.now()), players[0])
    await act(registry, room, players[1], {"do": "sit", "seat": 2, "key": "sit", "name": "Bo"})
    connections = [Connection(player, "position", lambda _: True) for player in players]
    for connection in connections:
        room.connect(connection)
    return room, connections


async def act(registry: TableRegistry, room: Room, player: Caller, command: dict[str, object]) -> bytes:
    answer, status = await websocket._answer(registry, room, player, orjson.dumps(command).decode())
    if status:
        raise RuntimeError(f"the server refused: {answer.decode()}")
    return answer


async def play(registry: TableRegistry, room: Room, connections: list[Connection], plies: int) -> None:
    for ply, move in enumerate(MOVES[:plies]):
        connection = connections[ply % 2]
        command = {"do": "move", "seat": ply % 2 + 1, "key": str(ply), "move": move}
        connection.send_answer(await act(registry, room, connection.caller, command))
        await asyncio.sleep(0)


async def measure(plies: int) -> float:
    """CPU seconds of this thread for this many plies at all tables."""
    with tempfile.TemporaryDirectory() as folder:
        free = ServerConfig(actions=0, openings=0, share_each=0, requests=0)
        registry = TableRegistry(SqliteStore(Path(folder) / "games.sqlite", "normal"), free)
        await registry.open()
        tables = [await open_table(registry) for _ in range(TABLES)]
        began = time.thread_time()
        await asyncio.gather(*(play(registry, room, connections, plies) for room, connections in tables))
        seconds = time.thread_time() - began
        await registry.close()
    return seconds


def instructions(plies: int) -> int:
    """Instructions executed by a process that plays this many plies at all tables."""
    command = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    done = subprocess.run(
        [*command, sys.executable, __file__, "--plies", str(plies)],
        env={**os.environ, "PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    found = re.search(r"I\s+refs:\s+([\d,]+)", done.stderr)
    if not found:
        raise RuntimeError(f"valgrind counted nothing: {done.stderr}")
    return int(found[1].replace(",", ""))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--instructions", action="store_true", help="count instructions; needs valgrind")
    parser.add_argument("--plies", type=int, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    moves = TABLES * (len(MOVES) - FEW)
    if chosen.plies:
        uvloop.run(measure(chosen.plies))
    elif chosen.instructions:
        print(f"{(instructions(len(MOVES)) - instructions(FEW)) // moves:,} instructions a move, all threads")
    else:
        best = min(uvloop.run(measure(len(MOVES))) for _ in range(REPETITIONS))
        print(f"{best / TABLES / len(MOVES) * 1e6:.0f} µs of the event loop a move (best of {REPETITIONS})")


if __name__ == "__main__":
    main()
