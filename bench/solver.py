"""The bare searches: xtic's solver by pieces placed, threat search, positions through `engine --json`, threads.

make bench-solver
"""

import json
import statistics
import subprocess
import sys
import time

from quincunx import engine, games
from quincunx.games import State
from quincunx.law.draws import Draws

EACH = 8


def xtic_position(kind: str, pieces: int, seed: int) -> State:
    """A random position without a complete line, the giver to act."""
    for attempt in range(10_000):
        draws, state = Draws(f"{seed}-{attempt}", "solver"), games.start(f"xtic:type={kind}")
        while not state.outcome and state.body.count(".") > 16 - pieces:
            state = state.play(draws.choice(state.moves()))
        if not state.outcome:
            return state
    raise AssertionError("no such position")


def xtic() -> None:
    print(f"{'xtic solve':<12} {'pieces':>6} {'median s':>10} {'longest s':>10} {'nodes/s':>14}")
    for kind in ("nodiags", "normal", "torus"):
        for pieces in (9, 8, 7, 6, 5):
            found = [
                engine.analyse(xtic_position(kind, pieces, n), engine.Limits(seconds=120), "solve") for n in range(EACH)
            ]
            times = [analysis.seconds for analysis in found]
            speed = sum(analysis.nodes for analysis in found) / max(sum(times), 1e-9)
            print(
                f"{kind:<12} {pieces:>6} {statistics.median(times):>10.4f} {max(times):>10.4f} {speed:>14,.0f}",
                flush=True,
            )


def threats() -> None:
    state, draws = games.start("tesseract"), Draws("threats", "bench")
    for _ in range(24):
        state = state.play(draws.choice(state.moves()))
    analysis = engine.analyse(state, engine.Limits(nodes=5_000_000), "threats")
    print(f"tesseract threats: {analysis.nodes / analysis.seconds:,.0f} nodes/s")


def json_lines() -> None:
    count = 2000
    requests = "".join(
        json.dumps({"id": n, "position": "tactix:size=4", "limits": {"nodes": 1000}}) + "\n" for n in range(count)
    )
    for threads in ("1", "2"):
        began = time.perf_counter()
        words = [sys.executable, "-m", "quincunx", "engine", "--json", "--threads", threads]
        subprocess.run(words, input=requests, text=True, capture_output=True, check=True)
        print(f"engine --json --threads {threads}: {count / (time.perf_counter() - began):,.0f} positions/s")


def growth() -> None:
    """Two searches at once against one: the GIL is released, so two cores should do nearly twice the work."""
    request = {"position": "xchain", "method": "playouts", "limits": {"nodes": 300_000}}
    for threads in (1, 2):
        lines = "".join(json.dumps({"id": n, **request}) + "\n" for n in range(4))
        words = [sys.executable, "-m", "quincunx", "engine", "--json", "--threads", str(threads)]
        began = time.perf_counter()
        subprocess.run(words, input=lines, text=True, capture_output=True, check=True)
        print(f"4 searches on {threads} thread{'s' * (threads > 1)}: {time.perf_counter() - began:.2f} s")


if __name__ == "__main__":
    xtic()
    threats()
    json_lines()
    growth()
