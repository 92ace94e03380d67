"""The core's AVX2 build next to the portable one: the same searches in both, in one run.

make bench-builds
"""

import sys
import time
from importlib import import_module
from importlib.util import find_spec

from quincunx import _core
from quincunx.engine.player import player
from quincunx.engine.signature import positions

GAMES = ("xtic", "tactix:size=6", "tritoc", "tesseract", "xchain", "xchain:seats=3")
ROUNDS = 3
NODES = 200_000


def main() -> None:
    if find_spec("quincunx._core_any") is None:
        sys.exit("this checkout has one build of the core: install a wheel of `make wheels`, which has both")
    if not _core.has_avx2:
        sys.exit("this machine has no AVX2: there is one build of the core, and nothing to compare")
    builds = [import_module(f"quincunx.{name}") for name in ("_core_any", "_core_avx2")]
    print(f"{'game':<20} {'any, s':>8} {'AVX2, s':>8} {'times as fast':>14}")
    for game in GAMES:
        spent = [0.0, 0.0]
        for _ in range(ROUNDS):
            for which, core in enumerate(builds):
                began = time.process_time()
                for state in positions(game):
                    core.analyse(str(state), player(state.game.name).methods[0], nodes=NODES, seed=1)
                spent[which] += time.process_time() - began
        print(f"{game:<20} {spent[0]:>8.2f} {spent[1]:>8.2f} {spent[0] / spent[1]:>14.2f}", flush=True)


if __name__ == "__main__":
    main()
