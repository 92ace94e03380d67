"""Random play in batches of 1024, next to pgx (JAX on the CPU) and pyspiel, in one run.

    make bench-batch

Neither has our games; the closest are tic-tac-toe, connect four and ultimate tic-tac-toe. A step of ours
chooses, plays and writes everything: observations, masks, turns, rewards. pgx does the same inside one compiled loop
over a hundred steps, on as many processors as it likes; ours is called from Python at each step, on one. On a busy
machine steps per CPU second are more reliable than steps per second of wall-clock time. Then ours again in larger
batches, on one and on two threads.
"""

import json
import subprocess
import sys
import time

from quincunx import batch, games

COUNT, MANY, SECONDS = 1024, 8192, 3.0
ROUNDS = 100 * COUNT
"""Moves between two looks at the clock."""


def ours(game: str, count: int = COUNT, threads: int = 1) -> tuple[int, float, float]:
    """Steps, wall-clock seconds, CPU seconds."""
    matches, steps = batch.Environment(game, count, seed=1, threads=threads), 0
    began, worked = time.perf_counter(), time.process_time()
    while time.perf_counter() - began < SECONDS:
        for _ in range(ROUNDS // count):
            matches.step(matches.sample())
        steps += ROUNDS // count * count
    return steps, time.perf_counter() - began, time.process_time() - worked


def main() -> None:
    python = sys.argv[1]
    ran = subprocess.run([python, "bench/peer/steps.py"], stdout=subprocess.PIPE, text=True, check=True)
    rows = [json.loads(line) for line in ran.stdout.splitlines() if line.startswith("[")]
    rows += [("quincunx", name, *ours(name)) for name in games.GAMES]
    first = next(steps / cpu for library, name, steps, _, cpu in rows if (library, name) == ("pgx", "tic_tac_toe"))
    print("| game | steps/s | steps/CPU s | times pgx tic-tac-toe |")
    print("|---|---|---|---|")
    for library, name, steps, seconds, cpu in rows:
        times = f"{steps / cpu / first:.1f}" if library == "quincunx" else ""
        print(f"| {library} {name} | {steps / seconds:,.0f} | {steps / cpu:,.0f} | {times} |")
    print(f"\nIn batches of {MANY:,}, steps/s:\n\n| game | one thread | two threads | times |\n|---|---|---|---|")
    for name in games.GAMES:
        one, two = (steps / seconds for steps, seconds, _ in (ours(name, MANY, threads) for threads in (1, 2)))
        print(f"| {name} | {one:,.0f} | {two:,.0f} | {two / one:.2f} |", flush=True)


if __name__ == "__main__":
    main()
