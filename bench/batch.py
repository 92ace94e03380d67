"""Random play in batches of 1024, next to pgx (JAX on the CPU) and pyspiel, in one run.

    make bench-batch

Neither has any of our games; the nearest are tic-tac-toe, connect four and ultimate tic-tac-toe. A step of ours
chooses, plays and writes everything: observations, masks, turns, rewards. pgx does the same inside one compiled loop
over a hundred steps, on as many processors as it likes; ours is called from Python at each step, on one. On a busy
machine the steps for a second of CPU tell more than those for a second of the clock.
"""

import json
import subprocess
import sys
import time

from quincunx import batch, games

COUNT, SECONDS = 1024, 3.0


def ours(game: str) -> tuple[int, float, float]:
    """Steps, seconds by the clock, seconds of CPU."""
    matches, steps = batch.Environment(game, COUNT, seed=1), 0
    began, worked = time.perf_counter(), time.process_time()
    while time.perf_counter() - began < SECONDS:
        for _ in range(100):
            matches.step(matches.sample())
        steps += 100 * COUNT
    return steps, time.perf_counter() - began, time.process_time() - worked


def main() -> None:
    python = sys.argv[1]
    ran = subprocess.run([python, "bench/peer/steps.py"], stdout=subprocess.PIPE, text=True, check=True)
    rows = [json.loads(line) for line in ran.stdout.splitlines() if line.startswith("[")]
    rows += [("quincunx", name, *ours(name)) for name in games.GAMES]
    print(f"{'':<32}{'steps a second':>16}{'steps a CPU second':>20}")
    for library, name, steps, seconds, cpu in rows:
        print(f"{library + ' ' + name:<32}{steps / seconds:>16,.0f}{steps / cpu:>20,.0f}")


if __name__ == "__main__":
    main()
