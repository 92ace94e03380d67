"""Players of the arena: levels of the engine, engine processes, Python classes and HTTP bots."""

from quincunx.arena.players.failure import Failure
from quincunx.arena.players.level import LevelPlayer
from quincunx.arena.players.player import ArenaPlayer
from quincunx.arena.players.spec import check, entrant, open_player, seat, trouble

__all__ = ["ArenaPlayer", "Failure", "LevelPlayer", "check", "entrant", "open_player", "seat", "trouble"]
