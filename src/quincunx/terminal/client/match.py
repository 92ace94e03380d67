"""A match at a table of a server (docs/protocol.md)."""

from __future__ import annotations

import json
import secrets
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse
from typing import TypeVar

from quincunx import games
from quincunx.law.messages import text
from quincunx.table.updates import Follower, Missed
from quincunx.terminal.client.api import ServerApi
from quincunx.terminal.client.link import NetworkRefusal, TableLink
from quincunx.terminal.match import Json

T = TypeVar("T")

TRIES = 6
"""How often to reconnect, after 1, 2, 4, … seconds."""

POLL = 1.0
"""Seconds between two looks whether the others accept a rematch."""

LOST = (OSError, HTTPException, json.JSONDecodeError, UnicodeError)
"""Errors of a connection that is lost or leads to something other than a Quincunx server."""


class NetworkMatch:
    """Takes the seat that the link names, unless it is ours already, and plays."""

    def __init__(self, link: TableLink, name: str, secret: str) -> None:
        self._link, self._name, self._secret = link, name, secret
        self._api = ServerApi(link, secret)
        self._closed = threading.Event()
        self._hearing = threading.Lock()
        self._seeing = threading.Lock()
        self._stream: tuple[HTTPConnection, HTTPResponse] | None = None
        self._follower = Follower()
        self._table: Json = {}
        self._shown = 0.0
        self._see(self._reached(f"/tables/{link.table}"))
        if link.seat is not None and link.seat not in self._table["mine"]:
            self.do("sit", link.seat, invite=link.invite, name=name, kind="person")
        if not self._table["mine"]:
            raise NetworkRefusal("terminal.network.no-seat")

    @property
    def table(self) -> Json:
        """The last table from the server, with the running clock advanced since then."""
        table, since = self._table, time.monotonic() - self._shown
        running = (table["clock"] or {}).get("running")
        if running is None:
            return table
        seats = [
            seat | {"left": max(0.0, seat["left"] - since)} if seat["seat"] == running else seat
            for seat in table["seats"]
        ]
        return {**table, "seats": seats}

    @property
    def pending(self) -> bool:
        return not self._closed.is_set()

    @property
    def remote(self) -> bool:
        return True

    def proceed(self) -> None:
        with self._hearing:
            for wait in (*(2**n for n in range(TRIES)), None):
                if self._closed.is_set():
                    return
                try:
                    self._hear()
                    return
                except LOST as lost:
                    self._hang_up()
                    if wait is None:
                        raise NetworkRefusal(
                            "terminal.network.lost", server=self._link.place, reason=_reason(lost)
                        ) from None
                    self._closed.wait(wait)

    def do(self, do: str, seat: int, **more: object) -> None:
        """Sends a command; without an answer it is sent again with the same key, so that it is executed once."""
        action = {"do": do, "seat": seat, "key": secrets.token_hex(8), **more}
        if do in ("move", "roll", "ask"):
            action["version"] = self._table["version"]
        if not more.get("invite", "-"):
            del action["invite"]
        self._reached(f"/tables/{self._link.table}/actions", action)
        self._see(self._reached(f"/tables/{self._link.table}"))

    def tick(self) -> bool:
        return False  # the server checks the clocks

    def hurry(self) -> None:
        """Does nothing: computers of a server cannot be hurried."""

    @property
    def asks_first(self) -> bool:
        return False

    def again(self, first: str | None = None) -> NetworkMatch:  # noqa: ARG002 - the server says who begins
        self._closed.clear()
        table = self._table["next"]
        if not table:
            action = {**self._rematch_action(), "key": secrets.token_hex(8)}
            table = self._reached(f"/tables/{self._link.table}/actions", action)["next"]
        while not table:
            now = self._reached(f"/tables/{self._link.table}")
            table = now["next"]
            if not table and now["question"] is None:
                raise NetworkRefusal("terminal.network.no-rematch")
            if not table and self._closed.wait(POLL):
                raise NetworkRefusal("terminal.network.closed")
        return NetworkMatch(self._link._replace(table=table, seat=None), self._name, self._secret)

    def _rematch_action(self) -> Json:
        """Accepts the rematch that is offered, or offers one."""
        question = self._table["question"]
        if question and question["what"] == "rematch":
            for seat in self._table["mine"]:
                if seat in question["waiting"]:
                    return {"do": "answer", "seat": seat, "yes": True, "question": question["id"]}
        return {"do": "rematch"}

    def close(self) -> None:
        self._closed.set()
        if self._stream and self._stream[0].sock:
            with suppress(OSError):
                self._stream[0].sock.shutdown(socket.SHUT_RDWR)  # wakes the thread waiting in `proceed`
        if self._hearing.acquire(timeout=1):
            self._hang_up()
            self._hearing.release()

    @property
    def saved_as(self) -> str:
        return ""

    def save(self) -> str:
        raise NetworkRefusal("terminal.save.on-server", server=self._link.place)

    def snapshot(self) -> bytes:
        raise NetworkRefusal("terminal.save.on-server-record", server=self._link.place)

    def record(self) -> str:
        return self._tried(lambda: self._api.text(f"/tables/{self._link.table}/record"))

    def notices(self) -> list[str]:
        return []

    def _hear(self) -> None:
        """Waits for the next change at the table."""
        if self._stream is None:
            updates = "position" if self._table["game"].partition(":")[0] in games.GAMES else "view"
            self._stream = self._api.open(f"/tables/{self._link.table}/stream?updates={updates}")
            self._follower = Follower()
        while line := self._stream[1].readline():
            if line.strip() and self._follow(json.loads(line)):
                return
        raise ConnectionError(text("terminal.network.closed"))

    def _follow(self, message: Json) -> bool:
        """Applies a message of the stream; True if there is something to show."""
        before = self._follower.table
        try:
            fresh = self._follower.take(message)
        except Missed:
            self._hang_up()  # a new stream begins with the whole table
            raise ConnectionError(text("terminal.network.closed")) from None
        if fresh and "update" in message:
            self._follower.table = completed(self._follower.table, before)
        return fresh and self._see(self._follower.table)

    def _see(self, table: Json) -> bool:
        """Stores a table unless it is older than the current one: answers can arrive after newer stream messages."""
        with self._seeing:
            if table["version"] < self._table.get("version", 0):
                return False
            self._table, self._shown = table, time.monotonic()
            return True

    def _hang_up(self) -> None:
        for part in self._stream or ():
            part.close()
        self._stream = None

    def _reached(self, path: str, body: Json | None = None) -> Json:
        return self._tried(lambda: self._api.ask(path, body))

    def _tried(self, ask: Callable[[], T]) -> T:
        with suppress(*LOST):
            return ask()
        try:
            return ask()  # retry once after a lost connection
        except LOST as lost:
            raise NetworkRefusal(
                "terminal.network.unreachable", server=self._link.place, reason=_reason(lost)
            ) from None


def _reason(lost: Exception) -> str:
    """The system's error message, without its number."""
    return getattr(lost, "strerror", None) or str(lost)


def completed(table: Json, before: Json) -> Json:
    """A table after an update, with the view of its position and the steps of its last move, by the law installed
    here."""
    state, last = table["state"], table["last"]
    if "cells" not in state:
        table = {**table, "state": games.parse(state["position"]).view()}
    if last and last["event"] == "Moved" and "steps" not in last:
        one = len(table["history"]) == len(before["history"]) + 1
        steps = games.parse(before["state"]["position"]).steps(last["move"]) if one else ()
        table = {**table, "last": {**last, "steps": list(steps)}}
    return table
