"""Random whole games per second through the Python law, for every variant; and the time to import quincunx.

make bench
"""

import subprocess
import sys
import time

from quincunx import games
from quincunx.record import random_match


def games_per_second(variant: str, seconds: float = 1.0) -> tuple[float, float]:
    """Games per second, and moves (with rolls) per second."""
    game, count, moves = games.game(variant), 0, 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        moves += len(random_match(game, str(count)).entries)
        count += 1
    return count / spent, moves / spent


def import_time(module: str) -> float:
    """Milliseconds that importing a module adds to starting Python, the best of ten."""

    def run(code: str) -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - start

    return 1000 * (min(run(f"import {module}") for _ in range(10)) - min(run("") for _ in range(10)))


def main() -> None:
    print(f"{'game':<36} {'games/s':>9} {'moves/s':>9}")
    for variant in games.variants():
        per_second, moves = games_per_second(variant)
        print(f"{variant:<36} {per_second:>9.1f} {moves:>9.0f}")
    print()
    for module in ("quincunx", "quincunx.games", "quincunx.record", "quincunx.table", "quincunx.cli"):
        print(f"import {module:<29} {import_time(module):>9.1f} ms")


if __name__ == "__main__":
    main()
