"""The time of each level for a move: median and longest over positions of seeded games, for every variant.

    make bench-levels
    python bench/levels.py xchain:seats=4,size=12x12    one variant

In CPU seconds: levels search on one thread, and on a busy machine wall-clock time would be longer.
"""

import statistics
import sys
import time

from quincunx import engine, games
from quincunx.engine.signature import positions

WANTED = {"trivial": 0.3, "easy": 0.3, "medium": 0.3, "hard": 0.3, "very-hard": 1.0, "dont-try": 5.0}
"""Seconds that a level should take for a move, about."""


def main(chosen: list[str]) -> None:
    for variant in chosen or games.variants():
        game = games.game(variant)
        for level in engine.available(game):
            times = []
            for state in positions(variant):
                began = time.process_time()
                engine.choose(state, level, "bench")
                times.append(time.process_time() - began)
            wanted = f"(wanted {WANTED[level]} s)" if level in WANTED else ""
            print(
                f"{variant:<50} {level:<10} {statistics.median(times):>8.3f} s {max(times):>8.3f} s {wanted}",
                flush=True,
            )


if __name__ == "__main__":
    main(sys.argv[1:])
