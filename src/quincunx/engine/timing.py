"""How much of its clock a computer spends on one move."""

from __future__ import annotations


def move_seconds(left: float, increment: float) -> float:
    """Seconds for one move: a twentieth of the time left and most of the increment, at most half of what is left.

    >>> move_seconds(300, 5)
    19.0
    >>> move_seconds(4, 5)
    2.0
    """
    return min(left / 20 + increment * 0.8, left / 2)
