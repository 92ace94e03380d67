"""A Python class as an engine process: `python -m quincunx.arena.players.host module:Class`.

The class runs in its own process, so that it can be ended if it hangs, and a crash affects nothing else.
docs/arena.md describes its interface.
"""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any

from quincunx import games
from quincunx.games import State


def main(spec: str) -> None:
    # Redirect what the class prints to stderr: stdout belongs to the protocol.
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)

    def say(line: str) -> None:
        print(line, file=out, flush=True)

    module, _, name = spec.partition(":")
    kind = getattr(importlib.import_module(module), name)
    if not callable(getattr(kind, "choose", None)):
        raise TypeError(f"{spec} has no method choose(state, seconds)")
    seed, player, state = "0", None, games.start(next(iter(games.GAMES)))
    for line in sys.stdin:
        match line.split():
            case ["uci"]:
                say("option name Seed type spin default 0 min 0 max 4294967295")
                say("uciok")
            case ["isready"]:
                player = kind(seed) if player is None else player
                say("readyok")
            case ["ucinewgame"]:
                player = None
            case ["setoption", "name", "Seed", "value", number]:
                seed = number
            case ["position", *words]:
                state = games.parse(" ".join(words))
            case ["go", *words]:
                player = kind(seed) if player is None else player
                say(f"bestmove {_asked(player, state, words)}")
            case ["quit"]:
                return


def _asked(player: Any, state: State, words: list[str]) -> str:
    seconds = int(words[1]) / 1000 if words[:1] == ["movetime"] else None
    return " ".join(str(player.choose(state, seconds)).split())


if __name__ == "__main__":
    main(sys.argv[1])
