"""Proves that taking the middle row of a grid of odd size wins where taking the last counter loses.

    python -m quincunx.games.tactix.halves 7

The empty row leaves two halves that no move joins. The compiled checker (checkers/tactix.cpp) solves every position
that can follow, and so finds whether they are lost for the seat to move. The law defines the moves, and who has won
when no counter is left. Size 7, which the game does not offer, takes three minutes of CPU and 0.6 GB; sizes 3 and 5
take no time.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence

from quincunx._checker_tactix import Halves
from quincunx.games.tactix.law import Tactix, TactixState, spans
from quincunx.law import grid

SIZES = (3, 5, 7)
ROWS = 256
"""Kinds of half between two reports: a second or so at most."""


def middle_row(size: int) -> str:
    """The move that takes the middle row."""
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


def empty_is_lost() -> bool:
    """Whether the seat to move has lost when no counter is left."""
    outcome = TactixState(Tactix(goal="last-loses"), 0, 1).outcome
    assert outcome is not None
    return outcome.winner != 1


def clear() -> None:
    """Clears the line of progress."""
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def proved(size: int) -> bool:
    """Whether taking the middle row wins. Prints what it does."""
    began, moves = time.process_time(), half_moves(size)
    counters = size * (size // 2)
    print(f"{size}x{size} without its middle row: two halves of {counters} counters, {len(moves)} moves in each.")
    halves = Halves(counters, moves, empty_is_lost())
    print(f"The {1 << counters:,} positions of a half are of {halves.kinds:,} kinds.", flush=True)
    while not halves.fill(ROWS):
        if sys.stderr.isatty():
            print(f"\r{halves.done / halves.kinds:6.1%} of the pairs", end="", file=sys.stderr, flush=True)
    clear()
    full = (1 << counters) - 1
    lost = halves.lost(full, full)
    value, result = ("lost", "wins") if lost else ("won", "does not win")
    print(f"All {halves.kinds**2:,} pairs are settled. The pair of full halves is {value} for the seat to move,")
    print(f"so the first player {result} by {middle_row(size)}.")
    print(f"{'Proved' if lost else 'Not proved'} in {time.process_time() - began:,.1f} s of CPU.")
    return lost


def main(words: Sequence[str] | None = None) -> int:
    """The exit code: 0 if it is proved, 1 if not, 130 after Ctrl-C."""
    parser = argparse.ArgumentParser(
        prog="python -m quincunx.games.tactix.halves",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("size", type=int, choices=SIZES, help="rows and columns of the grid")
    size = parser.parse_args(words).size
    try:
        return 0 if proved(size) else 1
    except MemoryError:
        clear()
        print("There is not enough memory: size 7 needs 0.6 GB.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        clear()
        print("Stopped. Nothing is kept.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
