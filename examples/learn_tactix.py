"""Learns tactix from nothing but playing against itself, 1,024 matches at a time, and then plays against a level.

    python examples/learn_tactix.py [size] [level]

A table holds what each move in each position is worth to the mover: 1 a win, -1 a loss. After every step a move is
worth what it was paid or, while the match goes on, the opposite of the best that the other seat can do then. In tactix
one may say who goes first, and the learner does: whoever plays 3x3 or 4x4 perfectly wins in one seat only.
"""

import sys
import time

import numpy as np
from numpy.typing import NDArray

from quincunx import batch
from quincunx.adapters.gymnasium import Versus

STEPS = {3: 300, 4: 15_000}
"""Of 1,024 matches each: enough for boards of that size."""


def best(worth: NDArray[np.float32], states: NDArray[np.int64], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
    """In each of the positions the legal move that is worth most."""
    chosen: NDArray[np.int64] = np.where(masks, worth[states], -2).argmax(axis=1)
    return chosen


def numbers(observations: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Each board as one number: a bit for every counter."""
    counters = observations[:, 0].reshape(len(observations), -1).astype(np.int64)
    return counters @ (1 << np.arange(counters.shape[1]))


def learn(size: int, steps: int, seed: int = 0) -> NDArray[np.float32]:
    matches, draw = batch.Environment(f"tactix:size={size}", 1024, seed), np.random.default_rng(seed)
    worth, rows = np.zeros((2 ** (size * size), len(matches.game.actions)), np.float32), np.arange(1024)
    states = numbers(matches.reset())
    for _ in range(steps):
        movers = matches.turns.copy()
        curious = draw.random(1024) < 0.3
        actions = np.where(curious, matches.sample(), best(worth, states, matches.masks))
        observations, rewards, done, _ = matches.step(actions)
        after = numbers(observations)
        replies = worth[after, best(worth, after, matches.masks)]
        worth[states, actions] = np.where(done, rewards[rows, movers - 1], -replies)
        states = after
    return worth


def favourite(worth: NDArray[np.float32]) -> int:
    """The seat that it would rather have: 1 if some first move is good."""
    return 1 if worth[-1].max() > 0 else 2


def score(worth: NDArray[np.float32], size: int, level: str, seat: int, games: int = 100, seed: int = 0) -> float:
    """The share of matches won from that seat."""
    matches = Versus("tactix", games, opponent=level, seat=seat, size=size)
    observation, _ = matches.reset(seed=seed)
    paid = np.zeros(games)
    while not paid.all():
        states, masks = numbers(observation["observation"]), observation["action_mask"].astype(np.bool_)
        observation, reward, *_ = matches.step(best(worth, states, masks))
        paid = np.where(paid, paid, reward)  # of each place only the first match counts
    return float((paid > 0).mean())


if __name__ == "__main__":
    size, level = int((sys.argv[1:] or ["4"])[0]), (sys.argv[2:] or ["easy"])[0]
    began = time.perf_counter()
    table = learn(size, STEPS[size])
    print(f"learned in {time.perf_counter() - began:.1f} s")
    for seat in (favourite(table), 3 - favourite(table)):
        print(f"seat {seat} against {level}: wins {score(table, size, level, seat):.0%}")
