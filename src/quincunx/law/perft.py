"""Perft: the number of move sequences of a given length, the simplest evidence that two implementations agree.

>>> from quincunx import games
>>> perft(games.start("xtic"), 3)
3840
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from quincunx.law.game import State


def perft(state: State, depth: int) -> int:
    """The number of sequences of exactly `depth` moves, rolls included; games that end earlier count 0."""
    if depth == 0:
        return 1
    # Level by level: a position that several sequences reach in as many moves is looked at once, and no depth
    # is too deep for Python's stack.
    level = Counter({state: 1})
    for _ in range(depth - 1):
        if not level:
            break
        following: Counter[State] = Counter()
        for position, ways in level.items():
            for move in position.moves():
                following[position.play(move)] += ways
        level = following
    return sum(ways * len(position.moves()) for position, ways in level.items())


def divide(state: State, depth: int) -> Iterator[tuple[str, int]]:
    """Each first move with the number of sequences of `depth` moves (1 or more) that begin with it."""
    for move in state.moves():
        yield move, perft(state.play(move), depth - 1)
