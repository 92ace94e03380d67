"""The core in WebAssembly, run by node, next to the native one: the same searches in both, in one run.

make bench-wasm
"""

import sys
import time
from pathlib import Path

from wasm_core import MODULE, WasmCore

from quincunx import _core
from quincunx.engine.player import player
from quincunx.engine.signature import positions

GAMES = {
    "xtic": 200_000,
    "tactix:size=6": 200_000,
    "tritoc": 1_000_000,
    "tesseract": 200_000,
    "xchain": 400_000,
    "xchain:seats=3": 200_000,
}
"""Nodes for each of a few positions of a game; a node is something else in each."""
ROUNDS = 5


def main(module: Path) -> None:
    core = WasmCore(module)
    print(f"{'game':<20} {'native, s':>10} {'wasm, s':>10} {'of its speed':>14}")
    for game, nodes in GAMES.items():
        where = [str(state) for state in positions(game)]
        method = player(game.partition(":")[0]).methods[0]
        limits = {"nodes": nodes, "seed": 1}
        native, wasm = 0.0, 0.0
        for n in range(ROUNDS + 1):  # the first round is not counted: node compiles
            began = time.process_time()
            for position in where:
                _core.analyse(position, method, nodes=nodes, seed=1)
            native += (time.process_time() - began) * (n > 0)
            for position in where:
                core("analyse", position, method, limits)
                wasm += core.milliseconds / 1000 * (n > 0)
        print(f"{game:<20} {native / ROUNDS:>10.3f} {wasm / ROUNDS:>10.3f} {native / wasm:>14.0%}", flush=True)
    core.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else MODULE)
