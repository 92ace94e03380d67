"""A real server on a port of this machine, and clients that talk to it over the network."""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import httpx
from websockets import Subprotocol
from websockets.sync.client import ClientConnection, connect

from quincunx.engine import levels
from quincunx.law.messages import Message
from quincunx.server.computers.dask_cluster import DaskCluster
from quincunx.server.computers.service import Choose
from quincunx.server.config import ServerConfig
from quincunx.server.run import UvicornServer, address, bind
from quincunx.server.tables.registry import TableRegistry
from quincunx.store import open_store

Json = dict[str, Any]

PATIENCE = 60.0
"""Seconds after which a test stops waiting for what should have happened long ago."""

PROTOCOL = [Subprotocol("quincunx.2")]

OPERATOR = "the-token-of-the-operator"
AS_OPERATOR = {"Authorization": f"Bearer {OPERATOR}"}

UNLIMITED = ServerConfig(
    actions=0, openings=0, requests=0, analyses=0, share_each=0, nonce_seconds=0.05, operator=OPERATOR
)


@contextmanager
def opened(
    database: Path,
    config: ServerConfig = UNLIMITED,
    choose: Choose = levels.choose,
    clock: Callable[[], float] = time.time,
    cluster: DaskCluster | None = None,
) -> Iterator[str]:
    """A server in a thread, open while the block lasts; its address."""
    registry = TableRegistry(open_store(str(database)), config, choose, clock, cluster=cluster)
    taken = bind("127.0.0.1", 0)
    url = address(taken)
    ready = threading.Event()
    server = UvicornServer(registry, ready.set)
    thread = threading.Thread(target=server.run, args=([taken],))
    thread.start()
    try:
        assert ready.wait(PATIENCE)
        yield url
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive()


def wait_for(what: Callable[[], bool]) -> None:
    """Waits for a condition."""
    late = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < late, "this has not happened"
        time.sleep(0.01)


def get(address: str, **more: Any) -> httpx.Response:
    """Asks once, without a connection that stays. The library alone would give up after five seconds."""
    # Nothing is encrypted here, and to load all authorities takes longer than most tests.
    return httpx.get(address, timeout=PATIENCE, verify=False, **more)


class Player:
    """Somebody with a secret and a connection."""

    def __init__(self, url: str, secret: str | None = None) -> None:
        self.url = url
        self.secret = secrets.token_urlsafe(24) if secret is None else secret
        headers = {"Authorization": f"Bearer {self.secret}"} if self.secret else {}
        self.http = httpx.Client(base_url=url, headers=headers, timeout=PATIENCE, verify=False)

    def __enter__(self) -> Player:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def open(self, game: str, *seats: Json, **more: Any) -> Json:
        """Opens a table and gives it back."""
        answer = self.http.post("/api/tables", json={"game": game, "seats": list(seats), **more})
        assert answer.status_code == 201, answer.text
        return cast(Json, answer.json()["table"])

    def table(self, id: str, **query: str) -> Json:
        answer = self.http.get(f"/api/tables/{id}", params=query)
        assert answer.status_code == 200, answer.text
        return cast(Json, answer.json())

    def wait_for_change(self, id: str, version: int) -> None:
        wait_for(lambda: self.table(id)["version"] != version)

    def try_to(self, do: str, id: str, **more: Any) -> httpx.Response:
        """Sends an action; returns the response, whatever it is."""
        command = {"do": do, "key": secrets.token_hex(8), **more}
        if do == "answer" and "question" not in more:
            command["question"] = (self.table(id)["question"] or {}).get("id", 0)
        return self.http.post(f"/api/tables/{id}/actions", json=command)

    def do(self, do: str, id: str, **more: Any) -> Json:
        """Sends an action that must succeed; returns its answer."""
        answer = self.try_to(do, id, **more)
        assert answer.status_code == 200, answer.text
        return cast(Json, answer.json())

    def refused(self, status: int, do: str, id: str, **more: Any) -> Message:
        """Tries an action that must be refused; why it was."""
        return refusal(status, self.try_to(do, id, **more))

    @contextmanager
    def at(self, id: str, watch: str = "", origin: str | None = None) -> Iterator[Socket]:
        """Sits at the websocket of a table."""
        address = f"{self.url.replace('http', 'ws')}api/tables/{id}/socket"
        headers = {"Origin": origin} if origin else None
        with connect(
            address,
            additional_headers=headers,
            compression=None,
            max_size=None,
            subprotocols=PROTOCOL,
            open_timeout=PATIENCE,
            ping_timeout=PATIENCE,
            close_timeout=PATIENCE,
        ) as connection:
            socket = Socket(connection)
            hello = {"secret": self.secret, "watch": watch}
            socket.send({"hello": {key: value for key, value in hello.items() if value}})
            yield socket


class Socket:
    """A websocket that speaks JSON."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self._rest: Json = {}
        """What came in one message with the last one that was returned: the table, with the answer to an action."""

    def send(self, message: Json) -> None:
        self.connection.send(json.dumps(message))

    def hear(self) -> Json:
        """The next message: an answer, or the table."""
        message = self._rest or cast(Json, json.loads(self.connection.recv(PATIENCE)))
        first = next(iter(message))
        self._rest = {kind: reply for kind, reply in message.items() if kind != first}
        return {first: message[first]}

    def table(self, until: Callable[[Json], bool] = lambda _: True) -> Json:
        """The next table that satisfies a condition."""
        while True:
            message = self.hear()
            if "table" in message and until(message["table"]):
                return cast(Json, message["table"])

    def answer(self, key: str) -> Json:
        """The answer to the action with this key, `done` or `refused`."""
        while True:
            message = self.hear()
            for kind in ("done", "refused"):
                if kind in message and message[kind]["key"] == key:
                    return message


def refusal(status: int, answer: httpx.Response) -> Message:
    """The message of a refused request; it must have a text."""
    assert answer.status_code == status, answer.text
    return message(answer.json()["error"])


def message(error: Json) -> Message:
    """The message of an error, as the server sends it over HTTP and over the websocket."""
    found = Message(error["code"], **{name: _argument(value) for name, value in error["args"].items()})
    assert error["reason"] == str(found) != found.code
    return found


def _argument(value: Any) -> Any:
    return Message(value["code"], **value["args"]) if isinstance(value, dict) else value


def person(name: str = "Ada", **more: Any) -> Json:
    return {"kind": "person", "name": name, **more}


def computer(level: str = "random") -> Json:
    return {"kind": "computer", "level": level}


OPEN: Json = {"kind": "open"}


def invited(host: Player, guest: Player, game: str, **more: Any) -> str:
    """A private table for two, the guest in seat 2 by invite; its id."""
    table = host.open(game, person("Ada"), OPEN, **more)
    guest.do("sit", table["id"], seat=2, invite=table["invites"]["2"], name="Bob")
    return cast(str, table["id"])


LATE_TRITOC = "tritoc yyy....../yyy....../y.y...y.y/rrr....../rrr....../yyy....../yyy....../rrr....../rrr...... 2 - 0 0"
"""Whole games with dice are long. Here seat 2 rolls, and wins with most rolls."""


def play_out(id: str, *players: Player, choose: Callable[[Json], str] = lambda state: state["moves"][0]) -> Json:
    """Plays the match to its end, each seat by the player whose it is; computers are waited for, and watched."""
    with players[0].at(id):
        return _play_out(id, players, choose)


def _play_out(id: str, players: tuple[Player, ...], choose: Callable[[Json], str]) -> Json:
    mine = {seat: player for player in players for seat in player.table(id)["mine"]}
    table = players[0].table(id)
    while not table["over"]:
        state, turn = table["state"], table["state"]["turn"]
        if turn not in mine:
            players[0].wait_for_change(id, table["version"])
        elif state["actor"] == 0:
            mine[turn].do("roll", id, seat=turn)
        else:
            mine[turn].do("move", id, seat=turn, move=choose(state))
        table = players[0].table(id)
    return table
