"""A school: many honest players behind one address, each against a computer. For tests and for bench/attack.py."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from typing import Any, NamedTuple

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

PATIENCE = 60.0
"""Seconds to wait for anything."""

PAGES = ("/", "/static/api.js", "/api/games", "/api/tables")
"""Some of what a browser loads."""


class Played(NamedTuple):
    moves: int
    slowest: float
    """Seconds from a move until the computer's reply."""


async def pupil(url: str, level: str, most: int, pause: float = 0.0) -> Played:
    """Loads some pages, opens a table and makes so many moves; a refusal is an AssertionError."""
    secret, moves, slowest = secrets.token_urlsafe(24), 0, 0.0
    async with httpx.AsyncClient(base_url=url, verify=False, timeout=PATIENCE) as http:
        for path in PAGES:
            assert (await http.get(path)).status_code == 200
        asked = {"game": "tactix", "seats": [{"kind": "person"}, {"kind": "computer", "level": level}]}
        opened = await http.post("/api/tables", json=asked, headers={"Authorization": f"Bearer {secret}"})
        assert opened.status_code == 201, opened.text
    address = f"{url.replace('http', 'ws', 1).rstrip('/')}/api/tables/{opened.json()['id']}/socket"
    protocols = [Subprotocol("quincunx.2")]
    async with connect(address, compression=None, subprotocols=protocols, open_timeout=PATIENCE) as line:
        await line.send(json.dumps({"hello": {"secret": secret}}))
        table = await _turn(line, {"over": False, "state": {"turn": 0}})
        while moves < most and not table["over"]:
            await asyncio.sleep(pause)
            began = time.perf_counter()
            key = f"at {table['version']}"
            await line.send(json.dumps({"do": "move", "seat": 1, "move": table["state"]["moves"][0], "key": key}))
            moves += 1
            seen = table["version"]
            table = await _turn(line, table, seen + 1)
            slowest = max(slowest, time.perf_counter() - began)
    return Played(moves, slowest)


async def _turn(line: ClientConnection, table: dict[str, Any], after: int = -1) -> dict[str, Any]:
    """The table when it is the pupil's turn again, after a version."""
    while not table["over"] and (table["state"]["turn"] != 1 or table["version"] <= after):
        heard = json.loads(await asyncio.wait_for(line.recv(), PATIENCE))
        assert "refused" not in heard, heard
        table = heard.get("table", table)
    return table


async def school(url: str, pupils: int, level: str, most: int, pause: float = 0.0) -> list[Played]:
    """What each pupil played."""
    return await asyncio.gather(*(pupil(url, level, most, pause) for _ in range(pupils)))
