"""The eight ways to turn and mirror a board of squares, by number."""

from __future__ import annotations

from functools import cache


@cache
def turn(width: int, height: int, number: int) -> tuple[int, ...]:
    """Where each square goes, both by their place in reading order.

    The number is a sum: 1 mirrors left and right, 2 top and bottom, and 4, on square boards alone, then makes rows
    columns. ValueError where the board has no such turn.
    """
    if not 0 <= number < (8 if width == height else 4):
        raise ValueError(f"a board of {width}x{height} has no turn {number}")
    places = []
    for y in range(height):
        for x in range(width):
            to_x, to_y = width - 1 - x if number & 1 else x, height - 1 - y if number & 2 else y
            places.append(to_x * width + to_y if number & 4 else to_y * width + to_x)
    return tuple(places)


def turns(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """All that the board has, in the order of their numbers."""
    return tuple(turn(width, height, number) for number in range(8 if width == height else 4))
