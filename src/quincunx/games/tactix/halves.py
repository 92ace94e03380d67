"""Proves that taking the middle row of a grid of odd size wins where taking the last counter loses.

    python -m quincunx.games.tactix.halves 7

The empty row leaves two halves that no move joins. The compiled checker (checkers/tactix.cpp) settles everything that
they can become, and so says whether they are lost for the seat to move. The moves are those of the law. Size 7, which
the game does not offer, takes three minutes of CPU and 0.6 GB; sizes 3 and 5 take no time.
"""

from __future__ import annotations

import sys
import time

from quincunx._checker_tactix import Halves
from quincunx.games.tactix.law import spans
from quincunx.law import grid

SIZES = ("3", "5", "7")
ROWS = 256
"""Kinds of half between two reports: a second or so at most."""


def middle_row(size: int) -> str:
    """The move that takes it."""
    row = grid.squares(size, size)[size * (size // 2) :][:size]
    return f"{row[0]}-{row[-1]}"


def half_moves(size: int) -> list[int]:
    """What the moves take in the upper half, as bits, when the middle row is empty.

    ValueError if a move takes counters of both halves, or if the lower one has others than the upper one.
    """
    moves = spans(size)
    taken = moves[middle_row(size)]
    upper = (1 << size * (size // 2)) - 1
    shift = size * (size // 2 + 1)
    left = [counters for counters in moves.values() if not counters & taken]
    above = [counters for counters in left if not counters & ~upper]
    below = [counters >> shift for counters in left if not counters & ~(upper << shift)]
    if len(above) + len(below) != len(left) or sorted(above) != sorted(below):
        raise ValueError(f"a move of the {size}x{size} grid joins the halves, or the halves differ")
    return above


def proved(size: int) -> bool:
    """Whether taking the middle row wins. Prints what it does."""
    began, moves = time.process_time(), half_moves(size)
    counters = size * (size // 2)
    print(f"{size}x{size} without its middle row: two halves of {counters} counters, {len(moves)} moves in each.")
    halves = Halves(counters, moves, empty_is_lost=False)
    print(f"The {1 << counters:,} positions of a half are of {halves.kinds:,} kinds.", flush=True)
    while not halves.fill(ROWS):
        if sys.stderr.isatty():
            print(f"\r{halves.done / halves.kinds:6.1%} of the pairs", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr)
    full = (1 << counters) - 1
    lost = halves.lost(full, full)
    value, result = ("lost", "wins") if lost else ("won", "does not win")
    print(f"All {halves.kinds**2:,} pairs are settled. The pair of full halves is {value} for the seat to move,")
    print(f"so the first player {result} by {middle_row(size)}.")
    print(f"{'Proved' if lost else 'Not proved'} in {time.process_time() - began:,.1f} s of CPU.")
    return lost


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in SIZES:
        sys.exit(f"Which size? {', '.join(SIZES)}: python -m quincunx.games.tactix.halves 7")
    sys.exit(not proved(int(sys.argv[1])))
