"""Computer players: analysis of positions, levels, period players. All thinking is done by the core."""

from quincunx.engine.analysis import Analysis, Control, EngineRefusal, Limits, MoveValue, Value
from quincunx.engine.levels import NAMES, TITLES, available, choose
from quincunx.engine.thinking import analyse

__all__ = [
    "NAMES",
    "TITLES",
    "Analysis",
    "Control",
    "EngineRefusal",
    "Limits",
    "MoveValue",
    "Value",
    "analyse",
    "available",
    "choose",
]
