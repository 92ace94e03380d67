"""How much of its clock a computer spends on one move."""

from __future__ import annotations


def move_seconds(left: float, increment: float, moves: int | None = None) -> float:
    """Seconds for one move: a twentieth of the time left and most of the increment, at most half of what is left. If
    the clock gets more time after so many moves, an equal share of the time left instead of a twentieth; all but a
    tenth of it where that is the last one.

    >>> move_seconds(300, 5)
    19.0
    >>> move_seconds(4, 5)
    2.0
    >>> move_seconds(300, 0, moves=10), move_seconds(300, 0, moves=1)
    (30.0, 270.0)
    """
    share, most = (20, 0.5) if moves is None else (moves, 0.9 if moves == 1 else 0.5)
    return min(left / share + increment * 0.8, left * most)
