"""Random play in batches of 1024, next to pgx (JAX on the CPU) and pyspiel, in one run.

    make bench-batch

Neither has any of our games; the nearest are tic-tac-toe, connect four and ultimate tic-tac-toe. A step of ours
chooses, plays and writes everything: observations, masks, turns, rewards. pgx does the same inside one compiled loop
over a hundred steps, and uses every processor; ours is called from Python at each step, on one processor unless
`threads` says otherwise. CPU seconds would be the fairer measure; the figures are of the clock.
"""

import json
import subprocess
import sys
import time

from quincunx import batch, games

COUNT, SECONDS = 1024, 3.0


def ours(game: str, threads: int = 1) -> float:
    """Steps a second, as a learner would drive them."""
    matches, steps = batch.Environment(game, COUNT, seed=1, threads=threads), 0
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < SECONDS:
        for _ in range(100):
            matches.step(matches.sample())
        steps += 100 * COUNT
    return steps / spent


def main() -> None:
    ran = subprocess.run([sys.argv[1], "bench/peer/steps.py"], capture_output=True, text=True, check=True)
    peers = [json.loads(line) for line in ran.stdout.splitlines() if line.startswith("[")]
    for library, name, speed in peers:
        print(f"{library:<9} {name:<30} {speed:>14,.0f} steps/s")
    best = {library: max(speed for whose, _, speed in peers if whose == library) for library in ("pgx", "pyspiel")}
    for name in games.GAMES:
        speed = ours(name)
        against = ", ".join(f"{speed / fastest:.1f}x the fastest of {library}" for library, fastest in best.items())
        print(f"quincunx  {name:<30} {speed:>14,.0f} steps/s  {against}", flush=True)


if __name__ == "__main__":
    main()
