"""Steps a second of the Gymnasium vector environment against levels: chosen in the core, and one by one in Python.

    make bench-opponents
    python bench/opponents.py --levels hard --matches 64 tactix xtic

A step is a random move of the learner and the level's reply. Both ways make the same moves, in one process, one after
the other; seconds are of CPU. The second way was the only one up to version 0.1.
"""

import argparse
import time

import numpy as np

from quincunx import games
from quincunx.adapters.gymnasium import Versus

SECONDS = 2.0


def speed(game: str, level: str, count: int, in_core: bool) -> float:
    matches = Versus(game, count, opponent=level)
    if not in_core:
        matches._level = None
    seen, _ = matches.reset(seed=1)
    draw, steps, began = np.random.default_rng(0), 0, time.process_time()
    while time.process_time() - began < SECONDS:
        mask = seen["action_mask"]
        seen, *_ = matches.step((mask * draw.random(mask.shape)).argmax(axis=1))
        steps += count
    return steps / (time.process_time() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", metavar="GAME", nargs="*", default=list(games.GAMES))
    parser.add_argument("--levels", nargs="+", default=["trivial", "easy", "medium"])
    parser.add_argument("--matches", type=int, default=256)
    words = parser.parse_args()
    print("| game | level | in the core | in Python | ratio |")
    print("|---|---|---|---|---|", flush=True)
    for game in words.games:
        for level in words.levels:
            core, python = (speed(game, level, words.matches, in_core) for in_core in (True, False))
            print(f"| {game} | {level} | {core:,.0f} | {python:,.0f} | {core / python:.1f} |", flush=True)


if __name__ == "__main__":
    main()
