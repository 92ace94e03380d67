"""Players of an arena: how each is named, and how it is asked for a move."""

from __future__ import annotations

import os
import re
import shlex
import sys
import threading
from typing import Protocol
from urllib.parse import SplitResult, urlsplit

from quincunx import engine
from quincunx.arena.bot import Bot
from quincunx.arena.event import ArenaRefusal, Entrant
from quincunx.arena.failure import Failure
from quincunx.arena.process import Process
from quincunx.engine import book, levels
from quincunx.games import Game, State
from quincunx.table import Seat, computer
from quincunx.table.seats import LONGEST_NAME

_NAMED = re.compile(r"([A-Za-z0-9][A-Za-z0-9 ._-]*)=(.+)", re.DOTALL)
_CLASS = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")


class Player(Protocol):
    """One who can be asked for moves. What goes wrong is raised as Failure, and never harms another match."""

    def begin(self, seed: int) -> None:
        """A new match begins; all that is random in it is to come from the seed."""

    def choose(self, state: State, share: float | None, most: float) -> str:
        """A move. It should take `share` seconds if that is told, and loses the match after `most`."""

    def close(self) -> None:
        """Ends whatever runs for it. After a Failure `begin` starts it anew."""

    def stop(self) -> None:
        """From another thread: lets `begin` or `choose` return soon, with whatever there is or a Failure. The player
        is only closed after that."""


class Level:
    """A level of the engine."""

    def __init__(self, game: Game, name: str, scale: float = 1.0) -> None:
        self._game, self._name, self._scale = game, name, scale
        self._seed = ""
        self._control, self._stopped = engine.Control(), False

    def begin(self, seed: int) -> None:
        self._seed = str(seed)
        if levels.level(self._game, self._name).book:
            book.page(self._game.start(self._seed))  # opened before the time of a move runs: it takes a second

    def choose(self, state: State, share: float | None, most: float) -> str:  # noqa: ARG002
        self._control = control = engine.Control()
        if self._stopped:
            control.stop()
        bell = None if share is None else threading.Timer(share, control.stop)
        if bell:
            bell.daemon = True
            bell.start()
        try:
            return engine.choose(state, self._name, self._seed, control, self._scale)[0]
        except Exception as error:
            raise Failure("crash", f"{type(error).__name__}: {error}") from error
        finally:
            if bell:
                bell.cancel()

    def close(self) -> None:
        pass

    def stop(self) -> None:
        self._stopped = True
        self._control.stop()


def entrant(text: str, game: Game) -> Entrant:
    """The player written as a level, `engine:COMMAND`, `module:Class` or `bot:URL`, perhaps with `NAME=` before it."""
    named = _NAMED.fullmatch(text)
    if not named and "=" in (before := text.partition(":")[0]):
        raise ArenaRefusal(
            f"{before.partition('=')[0]!r} cannot be a player's name: letters a to z, digits, spaces and . _ - can be"
            f" in it, a letter or digit first, at most {LONGEST_NAME}; a player follows the ="
        )
    spec = named[2] if named else text
    name = named[1].strip() if named else _short(spec)
    found = Entrant(name, spec)
    open_player(found, game, 1.0)
    seat(found)
    return found


def _short(spec: str) -> str:
    """A name for a player who was given none."""
    if spec.startswith("engine:"):
        words = spec.removeprefix("engine:").split()
        return " ".join([os.path.basename(words[0]), *words[1:]])[:LONGEST_NAME].strip() if words else spec
    return spec.removeprefix("bot:")[-LONGEST_NAME:].strip()


def seat(player: Entrant) -> Seat:
    if ":" not in player.spec:
        return computer(player.spec, player.name)
    return Seat("bot", player.name, player.name)


def open_player(player: Entrant, game: Game, scale: float) -> Player:
    """Whoever the spec names; nothing is started before `begin`. ArenaRefusal for a spec that names nobody."""
    spec = player.spec
    if ":" not in spec:
        levels.level(game, spec)
        return Level(game, spec, scale)
    kind, rest = spec.split(":", 1)
    if kind == "engine":
        try:
            words = shlex.split(rest)
        except ValueError as error:
            raise ArenaRefusal(f"{rest!r} is no command: {error}") from None
        if not words:
            raise ArenaRefusal("an engine needs a command, as in engine:./mine --fast")
        return Process(words)
    if kind == "bot":
        url = urlsplit(rest)
        if url.scheme not in ("http", "https") or not url.hostname or not _has_port(url):
            raise ArenaRefusal(f"{rest!r} is no address of a bot, as in bot:http://127.0.0.1:8000/")
        return Bot(rest)
    if not _CLASS.fullmatch(spec):
        raise ArenaRefusal(f"{spec!r} is no player: a level, engine:COMMAND, module:Class or bot:URL is one")
    return Process([sys.executable, "-m", "quincunx.arena.host", spec])


def check(player: Entrant, game: str) -> str:
    """Why a player cannot begin a match here; empty if it can."""
    from quincunx import games

    opened = open_player(player, games.game(game), 1.0)
    try:
        return trouble(opened)
    finally:
        opened.close()


def trouble(player: Player) -> str:
    """The same of one that is open already."""
    try:
        player.begin(0)
    except Failure as failure:
        return failure.reason
    return ""


def _has_port(url: SplitResult) -> bool:
    """Whether the port of an address is one, or none is named."""
    try:
        return url.port != 0
    except ValueError:
        return False
