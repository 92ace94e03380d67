"""Two checkouts measured alternately: does a change make anything slower?

    bench/compare.py OLD NEW [--rounds 5] [--only server]

Each checkout needs `make setup`. Every figure is measured in both, one after the other, once per round;
the table has the medians with their ranges, and the ratio of the medians (above 1: NEW is faster). Of the searches of
the engine's signature only those that visit the same number of nodes in both count; their times are summed.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
from collections.abc import Sequence
from pathlib import Path

SPEEDS = """
import json, time
from quincunx import _core, games
from quincunx.record import random_match

def law(name):
    game, moves, count, began = games.game(name), 0, 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < 1:
        moves += len(random_match(game, str(count)).entries)
        count += 1
    return moves / spent

def core(name):
    start, moves, seed, began = str(games.start(name)), 0, 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < 1:
        moves += _core.random_games(start, 200, seed)[1]
        seed += 1
    return moves / spent

names = ("tactix", "tesseract", "tritoc", "xchain", "xtic")
print(json.dumps({f"{what.__name__}, {name}: moves/s": what(name) for what in (law, core) for name in names}))
"""

ENGINE = """
import json, time
from quincunx.engine import signature
found, began = {}, time.perf_counter()
for line in signature.signature():
    ended = time.perf_counter()
    found[f"engine, {' '.join(line.split())} nodes: 1/s"] = 1 / (ended - began)
    began = ended
print(json.dumps({name: speed for name, speed in found.items() if "signature" not in name}))
"""

START = """
import json, subprocess, sys, time
def run():
    began = time.perf_counter()
    subprocess.run([sys.executable, "-m", "quincunx", "--version"], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began
print(json.dumps({"quincunx --version: 1/s": 1 / min(run() for _ in range(10))}))
"""

SERVER = """
import json, sys
sys.path.insert(0, "bench")
import server, uvloop
server.home = lambda n: "127.0.0.1"  # as the clients of 0.1 do, all from one address
figures = uvloop.run(server.play_house("normal", 100, 8, 36)).figures  # eight games at each table: some seconds
rate, _, slow, computed = figures
names = ("moves/s", "1/p99 (ms)", "1/CPU of a move (ms)")
print(json.dumps({f"server, 100 tables: {n}": v for n, v in zip(names, (rate, 1 / slow, 1 / computed))}))
"""


PARTS = {"speeds": SPEEDS, "engine": ENGINE, "start": START, "server": SERVER}


def measure(tree: Path, parts: Sequence[str]) -> dict[str, float]:
    found: dict[str, float] = {}
    for code in (PARTS[part] for part in parts):
        done = subprocess.run(
            [tree / ".venv/bin/python", "-c", code], cwd=tree, check=True, stdout=subprocess.PIPE, text=True
        )
        found |= json.loads(done.stdout.splitlines()[-1])
    return found


def with_equal_searches(old: dict[str, float], new: dict[str, float]) -> list[dict[str, float]]:
    """Both checkouts, with one figure for the engine instead of one per variant."""
    searches = [figure for figure in old if figure.startswith("engine") and figure in new]
    if not searches:
        return [old, new]
    name = f"engine, {len(searches)} variants with equal searches: 1/s"
    return [
        {figure: speed for figure, speed in each.items() if not figure.startswith("engine")}
        | {name: 1 / sum(1 / each[figure] for figure in searches)}
        for each in (old, new)
    ]


def shown(values: list[float]) -> str:
    middle, low, high = (f"{value:,.4g}" for value in (statistics.median(values), min(values), max(values)))
    return f"{middle} ({low} to {high})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", type=lambda text: Path(text).resolve())
    parser.add_argument("new", type=lambda text: Path(text).resolve())
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured (5)")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), help="not all figures")
    chosen = parser.parse_args()
    print(f"{platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {platform.python_version()}\n")
    trees = chosen.old, chosen.new
    rounds = [with_equal_searches(*(measure(tree, chosen.only) for tree in trees)) for _ in range(chosen.rounds)]
    print("| figure | old | new | new/old |\n|---|---|---|---|")
    for figure in rounds[0][0]:
        old, new = ([each[figure] for each in column] for column in zip(*rounds, strict=True))
        ratio = statistics.median(new) / statistics.median(old)
        print(f"| {figure} | {shown(old)} | {shown(new)} | {ratio:.2f} |")


if __name__ == "__main__":
    main()
