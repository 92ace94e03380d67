"""The rotations and reflections of a board of squares, by number, for games that treat all sides alike.

A number is a sum: 1 mirrors left and right, 2 mirrors top and bottom, and 4, only on square boards, then swaps rows and
columns.
"""

from __future__ import annotations

from functools import cache

CHUNK = 12
"""Squares of a set that are turned at once."""


def turns(width: int, height: int) -> range:
    """The numbers of the turns that a board has."""
    return range(8 if width == height else 4)


@cache
def turn(width: int, height: int, number: int) -> tuple[int, ...]:
    """Where each square goes, as indices in reading order. ValueError if the board has no such turn.

    >>> turn(3, 3, 4)
    (0, 3, 6, 1, 4, 7, 2, 5, 8)
    """
    if number not in turns(width, height):
        raise ValueError(f"a board of {width}x{height} has no turn {number}")
    places = []
    for y in range(height):
        for x in range(width):
            to_x, to_y = width - 1 - x if number & 1 else x, height - 1 - y if number & 2 else y
            places.append(to_x * width + to_y if number & 4 else to_y * width + to_x)
    return tuple(places)


def image(size: int, number: int, squares: int) -> int:
    """The image of a set of squares under a turn of a square board; sets are numbers with one bit per square, a1 the
    lowest."""
    found = 0
    for images in _images(size, number):
        found |= images[squares & (1 << CHUNK) - 1]
        squares >>= CHUNK
    return found


def least(size: int, squares: int) -> int:
    """The smallest of its images: the same for all turns of a set of squares."""
    return min([image(size, number, squares) for number in range(8)])


@cache
def _images(size: int, number: int) -> tuple[tuple[int, ...], ...]:
    """For every CHUNK squares of the board the images of all sets of them."""
    places = turn(size, size, number)
    tables = []
    for first in range(0, size * size, CHUNK):
        images = [0]
        for place in places[first : first + CHUNK]:
            images += [each | 1 << place for each in images]
        tables.append(tuple(images))
    return tuple(tables)
