"""The computer players for the engine in a browser: their tables as a module, and the books as files."""

from __future__ import annotations

from dataclasses import asdict

import orjson

from quincunx import books
from quincunx.engine.analysis import in_core
from quincunx.engine.player import ComputerPlayer, player
from quincunx.games import registry as game_registry
from quincunx.server.tables.snapshot import Json
from quincunx.server.transport.static_files import BY_CONTENT

OWN_WAYS = ("method", "nodes", "page", "longest", "hardest")
"""What a game's player may do in its own way; then the browser needs the same, in `web/player.js`."""


def module(root: str = "/static/") -> bytes:
    """The JavaScript module `engine/players.js`: a table for each game that a browser can play, and where the books
    are; `root` is the address of the static files, as the module sees it."""
    tables = {name: _table(name) for name in portable_games()}
    addresses = {name: f"{root}{_path(name)}" for name in books.names()}
    return b"export const players = %s;\nexport const books = %s;\n" % (orjson.dumps(tables), orjson.dumps(addresses))


def portable_games() -> list[str]:
    """The games whose computers a browser can play."""
    return [name for name in game_registry.GAMES if in_core(name) and _is_portable(name)]


def book_files() -> dict[str, bytes]:
    """The books by the paths of their files; one that is damaged is left out, and the server reports it when asked."""
    found = {}
    for name in books.names():
        try:
            found[_path(name)] = books.packed(name)
        except books.Spoiled:
            continue
    return found


def _path(book: str) -> str:
    return f"{BY_CONTENT}{books.checksum(book)[:16]}/{book}.gz"


def _has_module(game: str) -> bool:
    return game_registry.file(game, "web", "player.js") is not None


def _is_portable(game: str) -> bool:
    kind = type(player(game))
    return _has_module(game) or all(getattr(kind, way) is getattr(ComputerPlayer, way) for way in OWN_WAYS)


def _table(game: str) -> Json:
    own = player(game)
    return {
        "methods": own.methods,
        "levels": {name: asdict(level) for name, level in own.levels.items()},
        "module": _has_module(game),
    }
