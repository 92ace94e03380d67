"""Matches between computer players: schedules, ratings, SPRT, reports; on this machine or on a Dask cluster."""

from quincunx.arena.event import FORMATS, ArenaRefusal, Entrant, Event, Fault, Pairing, Result
from quincunx.arena.match import play
from quincunx.arena.players import Level, entrant
from quincunx.arena.results import Sheet
from quincunx.arena.runner import hold

__all__ = [
    "FORMATS",
    "ArenaRefusal",
    "Entrant",
    "Event",
    "Fault",
    "Level",
    "Pairing",
    "Result",
    "Sheet",
    "entrant",
    "hold",
    "play",
]
