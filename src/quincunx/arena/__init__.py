"""Matches between computer players: schedules, ratings, SPRT, reports; on this machine or on a Dask cluster."""

from quincunx.arena.event import FORMATS, ArenaRefusal, Entrant, Event, Fault, Pairing, Result
from quincunx.arena.match import play
from quincunx.arena.players import LevelPlayer, entrant
from quincunx.arena.results import ResultsFile
from quincunx.arena.runner import run_event

__all__ = [
    "FORMATS",
    "ArenaRefusal",
    "Entrant",
    "Event",
    "Fault",
    "LevelPlayer",
    "Pairing",
    "Result",
    "ResultsFile",
    "entrant",
    "play",
    "run_event",
]
