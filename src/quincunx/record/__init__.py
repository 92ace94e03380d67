"""A match as text, and back: a file that people can read, and that replays to every position.

>>> from quincunx import games, record
>>> match = record.random_match(games.game("tactix:size=3"), "a seed")
>>> text = record.write([match])
>>> print(text)
[Game "tactix:size=3"]
[Rules "1"]
[Seed "a seed"]
[Seat1 "Random"]
[Kind1 "computer random"]
[Seat2 "Random"]
[Kind2 "computer random"]
[Result "0-1"]
[Why "last"]
<BLANKLINE>
1. b1-b3 2. a3 3. a2 4. c2 5. c3 6. a1 7. c1 0-1
<BLANKLINE>
>>> record.read(text) == [match]
True
"""

from __future__ import annotations

from quincunx.record.match import (
    LONGEST_NAME,
    Departure,
    Dice,
    Entry,
    Pace,
    Place,
    Player,
    Record,
    RecordError,
    is_name,
    random_match,
)
from quincunx.record.text import read, write

__all__ = [
    "LONGEST_NAME",
    "Departure",
    "Dice",
    "Entry",
    "Pace",
    "Place",
    "Player",
    "Record",
    "RecordError",
    "is_name",
    "random_match",
    "read",
    "write",
]
