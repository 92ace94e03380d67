"""Random play of the core next to OpenSpiel's, both driven from Python, in one run on one core.

    make bench-core

OpenSpiel (`open_spiel` from PyPI) has none of our games; the closest are ultimate tic-tac-toe and connect four,
and ours are compared with the faster of the two.
"""

import random
import time

import pyspiel

from quincunx import _core, games

WANTED = {"xtic": 20, "tactix": 20, "tritoc": 10, "tesseract": 10, "xchain": 10}
"""How many times faster each game is meant to be."""


def ours(game: str, seconds: float = 2.0) -> float:
    """Moves per second through `quincunx._core.random_games`."""
    start, games_a_call = str(games.start(game)), 200
    moves, began, seed = 0, time.perf_counter(), 0
    while (spent := time.perf_counter() - began) < seconds:
        moves += _core.random_games(start, games_a_call, seed)[1]
        seed += 1
    return moves / spent


def theirs(name: str, seconds: float = 3.0) -> float:
    """Moves per second through pyspiel, as its users write it."""
    game, draw = pyspiel.load_game(name), random.Random(1)
    moves, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(draw.choice(state.legal_actions()))
            moves += 1
    return moves / spent


def main() -> None:
    peers = {name: theirs(name) for name in ("connect_four", "ultimate_tic_tac_toe")}
    best = max(peers.values())
    for name, speed in peers.items():
        print(f"pyspiel {name:<28} {speed:>14,.0f} moves/s")
    for variant in games.variants():
        speed = ours(variant)
        wanted = f"(wanted {WANTED[variant]}x)" if variant in WANTED else ""
        print(f"quincunx {variant:<50} {speed:>14,.0f} moves/s {speed / best:>8.1f}x {wanted}")


if __name__ == "__main__":
    main()
