"""The levels against reference players, from both seats: scores with their error.

    make bench-strength                 all of them
    python bench/strength.py xchain 40  one, with so many games

tesseract: a level against the period player `dazzler`. xchain: a level against plain alpha-beta five moves deep that
counts squares. tritoc: a level against one-move greed. Openings are a few random moves, each played from both seats.
All cores play.
"""

import sys
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from math import sqrt
from typing import NamedTuple

from quincunx import engine, games
from quincunx.games import CHANCE, State
from quincunx.law.draws import Draws

Player = Callable[[State, str], str]


def at_level(name: str) -> Player:
    return partial(_choose, name)


def _choose(name: str, state: State, seed: str) -> str:
    return engine.choose(state, name, seed)[0]


def squares(state: State, seed: str) -> str:
    """Alpha-beta, five moves deep, counting squares; any of the best."""
    found = engine.analyse(state, engine.Limits(depth=5), "squares").best_moves
    return Draws(seed, str(state)).choice(found).move


class Pairing(NamedTuple):
    title: str
    variant: str
    hero: Player
    yardstick: Player
    opening: int
    """How many random moves come first."""

    def play(self, seat: int, n: int) -> float:
        """The hero's result from a seat, 1, 1/2 or 0. Opening and dice depend on n alone."""
        seed = f"strength-{n}"
        draws, state, plies = Draws(seed, "opening"), games.start(self.variant, seed), 0
        while state.outcome is None:
            if state.actor == CHANCE:
                state = state.play(draws.weighted(state.chances()))
                continue
            player = self.hero if state.actor == seat else self.yardstick
            chosen = draws.choice(state.moves()) if plies < self.opening else player(state, seed)
            plies += 1
            state = state.play(chosen)
        return float(state.outcome.results[seat - 1])


def match(pairing: Pairing, count: int, pool: Executor) -> None:
    """Half of the games from each seat; the same openings and dice for both."""
    for seat in (1, 2):
        results = []
        for result in pool.map(partial(pairing.play, seat), range(count // 2)):
            results.append(result)
            score = sum(results)
            error = sqrt(sum((r - score / len(results)) ** 2 for r in results))
            title = f"{pairing.title}, {pairing.variant}, seat {seat}"
            print(f"\r{title}: {score:g} of {len(results)} (+- {error:.1f})", end="", flush=True)
        print(flush=True)


def pairings(game: str, level: str) -> list[Pairing]:
    """The pairings of a game; `level` replaces the usual one."""
    if game == "tesseract":
        name = level or "hard"
        variants = ("tesseract", "tesseract:dims=3")
        return [Pairing(f"{name} against dazzler", v, at_level(name), at_level("dazzler"), 1) for v in variants]
    name = level or "dont-try"
    if game == "tritoc":
        variants = ("tritoc", "tritoc:dice=equal")
        return [Pairing(f"{name} against greedy", v, at_level(name), at_level("greedy"), 0) for v in variants]
    return [Pairing(f"{name} against squares", "xchain", at_level(name), squares, 2)]


COUNTS = {"tesseract": 200, "tritoc": 40, "xchain": 40}


def main(words: list[str]) -> None:
    chosen = words[:1] or list(COUNTS)
    level = words[2] if len(words) > 2 else ""
    with ProcessPoolExecutor() as pool:
        for game in chosen:
            for pairing in pairings(game, level):
                match(pairing, int(words[1]) if len(words) > 1 else COUNTS[game], pool)


if __name__ == "__main__":
    main(sys.argv[1:])
