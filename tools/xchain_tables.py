"""Prints the table of small xchain boards in docs/solved.md: every position, and what each first move leads to.

python tools/xchain_tables.py [SIZE…]    such as 2x4; without a size all boards of the table
"""

from __future__ import annotations

import sys
import time

from quincunx import _core, engine, games
from quincunx.law.symmetry import turn, turns

BOARDS = ("2x2", "2x3", "2x4", "2x5", "2x6", "3x3", "3x4")


def row(size: str) -> str:
    """The line of a board, in Markdown."""
    start = games.start(f"xchain:size={size}")
    width, height = map(int, size.split("x"))
    found = engine.analyse(start, engine.Limits(), "table")
    first = []
    for square, each in enumerate(found.moves):
        if square == min(turn(width, height, number)[square] for number in turns(width, height)):
            assert each.value.exact
            word = "wins" if each.value.seats[start.turn - 1] == 1 else "loses"
            first.append(f"{each.move} {word} in {each.value.distance}")
    return f"| {size} | {_core.xchain_positions(str(start.game)):,} | {', '.join(first)} |"


def main() -> None:
    print("| board | positions after the first move, up to turns | first moves, up to turns |")
    print("|---|---|---|")
    for size in sys.argv[1:] or BOARDS:
        began = time.process_time()
        print(row(size))
        print(f"{size}: {time.process_time() - began:.1f} s of CPU", file=sys.stderr)


if __name__ == "__main__":
    main()
