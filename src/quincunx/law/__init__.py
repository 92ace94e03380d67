"""The contract of a game: what every rules file offers, and everything that the rest of the program relies on.

A game subclasses `Game` and `State`; `options`, `grid`, `symmetry` and `draws` help to write one. Nothing here knows
a particular game, and nothing here imports another part of Quincunx.
"""

from quincunx.law import grid
from quincunx.law.errors import IllegalMove, InvalidOption, InvalidPosition, Refused
from quincunx.law.game import CHANCE, NOBODY, Game, Outcome, State, View, grid_view
from quincunx.law.messages import Message, text

__all__ = [
    "CHANCE",
    "NOBODY",
    "Game",
    "IllegalMove",
    "InvalidOption",
    "InvalidPosition",
    "Message",
    "Outcome",
    "Refused",
    "State",
    "View",
    "grid",
    "grid_view",
    "text",
]
