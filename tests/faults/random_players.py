"""Players who play at random through any fault, and record every answer they got."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

import httpx
from history import Acknowledged, History, Refused, SentAgain, Shown, Stuck, Unanswered, Unexpected, digest_of_plies
from live_server import PATIENCE, Json, Player, Socket, invited
from websockets.exceptions import WebSocketException

LOST = (httpx.TransportError, WebSocketException, OSError, EOFError)
"""How it shows that a server, or the way to it, is gone."""

PAUSE = 0.05
"""Seconds that a player waits before trying again."""

LISTEN = 0.3
"""Seconds after which a player who hears nothing looks whether it is time to go home."""

ANSWER = 30.0
"""Seconds after which a player who gets no answer comes by another connection."""

LONG = 3 * PATIENCE
"""Seconds in which everybody at every table should have got on, also while a part is slow or just back."""

KEY = "evening "
"""How the keys of these players begin."""

WHIM = 0.1
"""How often a player does something besides moving, where it can be done."""


class Process(Protocol):
    """One process of a server; started again it may have another address."""

    url: str


@dataclass
class Open:
    """A process that stays where it is."""

    url: str


class PersistentPlayer:
    """Sends every action until it is answered, whatever happens to the server, and plays rematch after rematch."""

    def __init__(
        self,
        processes: Sequence[Process],
        place: str,
        secret: str,
        by_http: bool,
        leaving: threading.Event,
        failed: threading.Event,
        history: History,
    ) -> None:
        self.processes, self.secret, self._history = processes, secret, history
        self.address = ""
        """Of the process to which this player is connected; empty between two connections."""
        self._by_http = by_http
        self._leaving, self._failed = leaving, failed
        self._place = self.first = place
        self._draw = random.Random(f"{place} {by_http}")
        self._table: Json = {}
        self._action: Json = {}
        """What is to be answered before anything else is done."""
        self._sent = False
        """Whether it was sent through this connection."""
        self._count = 0
        self.places = [place]
        """The tables at which this player has been."""
        self.acknowledged = 0
        self.again = 0
        """How often an action had to be sent again, because nobody answered."""

    def plays_at(self, server: Process) -> bool:
        """Whether this player is connected to a process, and was shown a table there."""
        return self.address == server.url and bool(self._table)

    def waits_for(self, server: Process) -> bool:
        """Whether this player is connected to a process that has not answered it yet."""
        return self.address == server.url and bool(self._action)

    def __str__(self) -> str:
        table = {key: self._table.get(key) for key in ("version", "over", "next", "question", "last")}
        return f"{self._place}: {self.acknowledged} done, to be answered {self._action}, sees {table}"

    def play(self) -> None:
        while not self._leaving.is_set() or (self._action and not self._failed.is_set()):
            url = self._draw.choice(self.processes).url
            try:
                with Player(url, self.secret) as me, me.at(self._place) as page:
                    self._table = {}
                    self.address = url
                    self._visit(me, page, self._place)
            except LOST:
                if self._sent:
                    self.again += 1
                    self._history.add(SentAgain(self._place, self._action["key"]))
                self._sent = False
                time.sleep(PAUSE)
            finally:
                self.address = ""
        if self._action:
            self._history.add(Unanswered(self.secret, self._place, self._action["key"], self._action))

    def _visit(self, me: Player, page: Socket, place: str) -> None:
        """Plays at one table through one process until either is over, or it is time to go home."""
        while self._place == place and (self._action or not self._leaving.is_set()):
            while self._hear(page, 0):
                pass
            if not self._table:
                self._hear(page)
            elif self._action:
                self._send(me, page)
            elif self._table["next"]:
                self._go_to(self._table["next"])
            elif action := self._choose():
                self._count += 1
                self._action = {"key": f"{KEY}{self._count}", **action}
            else:
                self._hear(page)

    def _go_to(self, place: str) -> None:
        self._place = place
        if place not in self.places:
            self.places.append(place)

    def _choose(self) -> Json | None:
        """What to do now; None: wait for the others."""
        table, draw = self._table, self._draw
        seat = table["mine"][0]  # who began the last match is second in the next
        can = {verb for verb, reason in table["may"][str(seat)].items() if not reason}
        question, whim = table["question"], draw.random() < WHIM
        if table["over"]:
            return None if question and question["seat"] == seat else {"do": "rematch"}
        if question and seat in question["waiting"]:
            return {"do": "answer", "seat": seat, "yes": draw.random() < 0.5, "question": table["question"]["id"]}
        if whim:
            whims: list[Json] = [{"do": "chat", "seat": seat, "text": f"{self.secret[:4]} says {self._count}"}]
            whims += [{"do": "ask", "seat": seat, "what": what} for what in ("undo", "redo", "draw") if what in can]
            if "move" not in can:  # it is refused, or the other one was quicker than we heard
                whims += [{"do": "move", "seat": seat, "move": move} for move in table["state"]["moves"][:1]]
            return draw.choice(whims)
        if question:
            return None
        if "roll" in can:
            return {"do": "roll", "seat": seat}
        if "move" in can:
            return {"do": "move", "seat": seat, "move": draw.choice(table["state"]["moves"])}
        return None

    def _send(self, me: Player, page: Socket) -> None:
        """Of the two at a table one acts over HTTP, the other over the websocket."""
        self._sent = True
        if self._by_http:
            answer = me.http.post(f"/api/tables/{self._place}/actions", json=self._action)
            reply = answer.json()
            if answer.status_code == 200:
                self._settle("done", reply)
            else:
                if answer.status_code not in (409, 503):
                    self._history.add(Unexpected(self._place, f"{self._action}: {answer.status_code} {answer.text}"))
                self._settle("refused", {**reply["error"], "again": answer.status_code == 503})
            return
        page.send(self._action)
        key, late = self._action["key"], time.monotonic() + ANSWER
        while self._action and self._action["key"] == key:
            if time.monotonic() > late:
                raise EOFError("nobody answers: another connection may do better")
            self._hear(page)
            if not self._table:
                return  # it could not be written down, and is sent again

    def _hear(self, page: Socket, seconds: float = LISTEN) -> bool:
        """Takes in the next message; False if none came in time."""
        try:
            message = json.loads(page.connection.recv(seconds))
        except TimeoutError:
            return False
        for kind in ("done", "refused"):
            if kind in message and message[kind]["key"] == self._action.get("key"):
                self._settle(kind, {k: value for k, value in message[kind].items() if k != "key"})
        if "table" in message and message["table"]["id"] == self._place:
            self._table = message["table"]
            plies = digest_of_plies((ply["kind"], ply["token"]) for ply in self._table["history"])
            self._history.add(Shown(self._place, self._table["version"], self._table["last"], plies))
        return True

    def _settle(self, kind: str, answer: Json) -> None:
        """An action was answered. What is looked at next has to be newer than the answer."""
        action = self._action
        if kind == "refused" and answer["again"]:
            time.sleep(PAUSE)
            raise EOFError("the server asks to try again")
        self._action, self._sent = {}, False
        if kind == "done":
            about = self.secret, self._place, action["key"], action
            self._history.add(Acknowledged(*about, answer["version"], answer["next"]))
            self.acknowledged += 1
            if answer["next"]:
                self._go_to(answer["next"])
            elif self._table["version"] < answer["version"]:
                self._table = {}
        else:
            self._history.add(Refused(self.secret, self._place, action["key"], action))
            time.sleep(PAUSE)  # what it did not know is on its way


class StuckError(AssertionError):
    """Something that players wait for does not happen."""


class Evening:
    """Two persistent players at each of some tables."""

    def __init__(self, processes: Sequence[Process], games: Sequence[str], **more: Any) -> None:
        self.processes = processes
        self.history = History()
        self._leaving, self._failed = threading.Event(), threading.Event()
        self.players: list[PersistentPlayer] = []
        self._playing: list[Future[None]] = []
        for game in games:
            with Player(processes[0].url) as ada, Player(processes[0].url) as bob:
                place = invited(ada, bob, game, **more)
            self.players += [
                PersistentPlayer(processes, place, who.secret, who is ada, self._leaving, self._failed, self.history)
                for who in (ada, bob)
            ]

    @contextmanager
    def played(self) -> Iterator[None]:
        """While the block lasts all play; then all go home, with nothing unanswered."""
        with ThreadPoolExecutor(len(self.players)) as pool:
            self._playing = [pool.submit(player.play) for player in self.players]
            try:
                yield
                self._leaving.set()
                for game, player in zip(self._playing, self.players, strict=True):
                    try:
                        game.result(2 * PATIENCE)
                    except TimeoutError:
                        self.history.add(Stuck(str(player)))
                        raise StuckError(f"gets no answer: {player}") from None
            except BaseException:
                # The pool waits for all players, and what they need for an answer may never come back.
                self._failed.set()
                self._leaving.set()
                raise

    def goes_on(self, actions: int = 3) -> None:
        """Waits until every player has some more actions acknowledged; StuckError if somebody has not."""
        wanted = [(player, player.acknowledged + actions) for player in self.players]
        try:
            self.until(lambda: all(player.acknowledged >= many for player, many in wanted))
        except StuckError:
            for player, many in wanted:
                if player.acknowledged < many:
                    self.history.add(Stuck(str(player)))
            raise

    def notices(self) -> None:
        """Waits until somebody has to send an action again."""
        before = self.again
        self.until(lambda: self.again > before)

    def until(self, what: Callable[[], bool]) -> None:
        """Waits for something while all play; what went wrong with a player is raised."""

        late = time.monotonic() + LONG
        while not what():
            for game in self._playing:
                if game.done():
                    game.result()
            if time.monotonic() > late:
                raise StuckError("\n".join(["this has not happened:", *map(str, self.players)]))
            time.sleep(PAUSE)

    def plays_at(self, server: Process) -> bool:
        """Whether somebody may send something to a process, even if the process does nothing any more."""
        return any(player.plays_at(server) for player in self.players)

    def waits_for(self, server: Process) -> bool:
        """Whether somebody waits for the answer of a process."""
        return any(player.waits_for(server) for player in self.players)

    @property
    def acknowledged(self) -> int:
        return sum(player.acknowledged for player in self.players)

    @property
    def again(self) -> int:
        return sum(player.again for player in self.players)

    @property
    def places(self) -> list[str]:
        """All tables at which somebody has been."""
        return list(dict.fromkeys(place for player in self.players for place in player.places))
