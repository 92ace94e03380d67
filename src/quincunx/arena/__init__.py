"""Matches between computer players: schedules, ratings, SPRT, reports; on this machine or on a Dask cluster."""

from quincunx.arena.match import play
from quincunx.arena.players import LevelPlayer, entrant
from quincunx.arena.results import ResultsFile
from quincunx.arena.runner import run_tournament
from quincunx.arena.tournament import FORMATS, ArenaRefusal, Entrant, Fault, Pairing, Result, Tournament

__all__ = [
    "FORMATS",
    "ArenaRefusal",
    "Entrant",
    "Fault",
    "LevelPlayer",
    "Pairing",
    "Result",
    "ResultsFile",
    "Tournament",
    "entrant",
    "play",
    "run_tournament",
]
