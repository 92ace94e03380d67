"""Computer players: analysis of positions, levels, and players of the original programs. The core does all
searching."""

from quincunx.engine.analysis import Analysis, Control, EngineRefusal, Limits, MoveValue, Value
from quincunx.engine.levels import available, choose, core_level, title
from quincunx.engine.player import NAMES
from quincunx.engine.search import analyse
from quincunx.engine.strength import about, rating

__all__ = [
    "NAMES",
    "Analysis",
    "Control",
    "EngineRefusal",
    "Limits",
    "MoveValue",
    "Value",
    "about",
    "analyse",
    "available",
    "choose",
    "core_level",
    "rating",
    "title",
]
