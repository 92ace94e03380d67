"""Steps per second of the Gymnasium vector environment against levels: chosen in the core, and one by one in Python.

    make bench-opponents
    python bench/opponents.py --levels hard --matches 64 tactix xtic

    python bench/opponents.py --before ../old/.venv/bin/python    and with another checkout, such as version 0.1

A step is a random move of the learner and the level's reply. Both ways make the same moves, in one process, one after
the other; seconds are of CPU. The second way was the only one up to version 0.1. `--before` asks the Python of another
checkout for its steps a second against the level of the same name, whatever that was there.
"""

import argparse
import subprocess
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
    parser.add_argument("--before", metavar="PYTHON", help="the Python of another checkout, to compare with")
    parser.add_argument("--only", action="store_true", help="only print the steps a second, for --before")
    words = parser.parse_args()
    if words.only:
        print(speed(words.games[0], words.levels[0], words.matches, in_core=True))
        return
    print("| game | level | in the core | in Python | ratio |" + (" before | ratio |" if words.before else ""))
    print("|---|---|---|---|---|" + ("---|---|" if words.before else ""), flush=True)
    for game in words.games:
        for level in words.levels:
            core, python = (speed(game, level, words.matches, in_core) for in_core in (True, False))
            line = f"| {game} | {level} | {core:,.0f} | {python:,.0f} | {core / python:.1f} |"
            if words.before:
                options = ["--only", "--matches", str(words.matches), "--levels", level, "--", game]
                old = float(subprocess.check_output([words.before, __file__, *options], text=True))
                line += f" {old:,.0f} | {core / old:.1f} |"
            print(line, flush=True)


if __name__ == "__main__":
    main()
