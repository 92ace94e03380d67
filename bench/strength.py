"""The levels against yardsticks, from both seats: scores with their error.

    make bench-strength                 all of them
    python bench/strength.py xchain 40  one, with so many games

tesseract: a level against the period player `dazzler`. xchain: a level against plain alpha-beta five moves deep that
counts squares. tritoc: a level against one-move greed. Openings are a few random moves, each played from both seats.
"""

import sys
from collections.abc import Callable
from math import sqrt

from quincunx import engine, games
from quincunx.games import CHANCE, State
from quincunx.games.draw import Draws

Player = Callable[[State, str], str]


def at_level(name: str) -> Player:
    return lambda state, seed: engine.choose(state, name, seed)[0]


def squares(state: State, seed: str) -> str:
    """Alpha-beta, five moves deep, counting squares; any of the best."""
    found = engine.analyse(state, engine.Limits(depth=5), "squares").best_moves
    return Draws(seed, str(state)).choice(found).move


def play(variant: str, players: tuple[Player, Player], opening: int, seed: str) -> float:
    """The first player's result, 1, 1/2 or 0."""
    draws, state, plies = Draws(seed, "opening"), games.start(variant, seed), 0
    while state.outcome is None:
        if state.actor == CHANCE:
            state = state.play(draws.weighted(state.chances()))
            continue
        chosen = draws.choice(state.moves()) if plies < opening else players[state.actor - 1](state, seed)
        plies += 1
        state = state.play(chosen)
    return float(state.outcome.results[0])


def match(title: str, variant: str, hero: Player, yardstick: Player, opening: int, count: int) -> None:
    """Half of the games from each seat; the same openings and dice for both."""
    for seat in (1, 2):
        results = []
        for n in range(count // 2):
            players = (hero, yardstick) if seat == 1 else (yardstick, hero)
            first = play(variant, players, opening, f"strength-{n}")
            results.append(first if seat == 1 else 1 - first)
            score, error = sum(results), sqrt(max(sum((r - sum(results) / len(results)) ** 2 for r in results), 0))
            print(
                f"\r{title}, {variant}, seat {seat}: {score:g} of {len(results)} (+- {error:.1f})", end="", flush=True
            )
        print(flush=True)


def main(words: list[str]) -> None:
    chosen = words[0] if words else ""
    count = int(words[1]) if len(words) > 1 else 0
    level = words[2] if len(words) > 2 else ""
    if chosen in ("", "tesseract"):
        for variant in ("tesseract", "tesseract:dims=3"):
            name = level or "hard"
            match(f"{name} against dazzler", variant, at_level(name), at_level("dazzler"), 1, count or 200)
    if chosen in ("", "tritoc"):
        for variant in ("tritoc", "tritoc:dice=equal"):
            name = level or "dont-try"
            match(f"{name} against greedy", variant, at_level(name), at_level("greedy"), 0, count or 40)
    if chosen in ("", "xchain"):
        name = level or "dont-try"
        match(f"{name} against squares", "xchain", at_level(name), squares, 2, count or 40)


if __name__ == "__main__":
    main(sys.argv[1:])
