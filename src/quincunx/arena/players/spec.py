"""Reads player specifications: a level, `engine:COMMAND`, `module:Class` or `bot:URL`."""

from __future__ import annotations

import os
import re
import shlex
import sys
from urllib.parse import SplitResult, urlsplit

from quincunx.arena.players.bot import BotPlayer
from quincunx.arena.players.failure import Failure
from quincunx.arena.players.level import LevelPlayer
from quincunx.arena.players.player import ArenaPlayer
from quincunx.arena.players.process import ProcessPlayer
from quincunx.arena.tournament import ArenaRefusal, Entrant
from quincunx.engine import levels
from quincunx.games import Game
from quincunx.law.messages import Message
from quincunx.record import LONGEST_NAME
from quincunx.table import Seat, computer

_NAMED = re.compile(r"([A-Za-z0-9][A-Za-z0-9 ._-]*)=(.+)", re.DOTALL)
_CLASS = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")


def entrant(text: str, game: Game) -> Entrant:
    """The player written as a level, `engine:COMMAND`, `module:Class` or `bot:URL`, perhaps with `NAME=` before it.

    >>> from quincunx import arena, games
    >>> arena.entrant("Deep Grey=engine:./grey --fast", games.game("tactix"))
    Entrant(name='Deep Grey', spec='engine:./grey --fast')
    """
    named = _NAMED.fullmatch(text)
    if not named and "=" in (before := text.partition(":")[0]):
        raise ArenaRefusal("arena.player.name", name=before.partition("=")[0], longest=LONGEST_NAME)
    spec = named[2] if named else text
    name = named[1].strip() if named else _short(spec)
    found = Entrant(name, spec)
    open_player(found, game, 1.0)
    seat(found)
    return found


def _short(spec: str) -> str:
    """A default name for a player."""
    if spec.startswith("engine:"):
        words = spec.removeprefix("engine:").split()
        return " ".join([os.path.basename(words[0]), *words[1:]])[:LONGEST_NAME].strip() if words else spec
    return spec.removeprefix("bot:")[-LONGEST_NAME:].strip()


def seat(player: Entrant) -> Seat:
    if ":" not in player.spec:
        return computer(player.spec, player.name)
    return Seat("bot", player.name, player.name)


def open_player(player: Entrant, game: Game, scale: float) -> ArenaPlayer:
    """Creates the player; nothing is started before `begin`. Raises ArenaRefusal for an invalid spec."""
    spec = player.spec
    if ":" not in spec:
        levels.level(game, spec)
        return LevelPlayer(game, spec, scale)
    kind, rest = spec.split(":", 1)
    if kind == "engine":
        try:
            words = shlex.split(rest)
        except ValueError as error:
            raise ArenaRefusal("arena.player.command", command=rest, error=str(error)) from None
        if not words:
            raise ArenaRefusal("arena.player.no-command")
        return ProcessPlayer(words)
    if kind == "bot":
        url = urlsplit(rest)
        if url.scheme not in ("http", "https") or not url.hostname or not _has_port(url):
            raise ArenaRefusal("arena.player.url", url=rest)
        return BotPlayer(rest)
    if not _CLASS.fullmatch(spec):
        raise ArenaRefusal("arena.player.unknown", spec=spec)
    return ProcessPlayer([sys.executable, "-m", "quincunx.arena.players.host", spec])


def check(player: Entrant, game: str) -> Message | None:
    """The reason why a player cannot begin a game here; None if it can."""
    from quincunx import games

    opened = open_player(player, games.game(game), 1.0)
    try:
        return trouble(opened)
    finally:
        opened.close()


def trouble(player: ArenaPlayer) -> Message | None:
    """The same for a player that is already open."""
    try:
        player.begin(0)
    except Failure as failure:
        return failure.message
    return None


def _has_port(url: SplitResult) -> bool:
    """Whether the port is valid or absent."""
    try:
        return url.port != 0
    except ValueError:
        return False
