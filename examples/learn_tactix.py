"""Learns tactix 4x4 by playing against itself, 1,024 matches at a time, then plays from either seat against `easy`.

A table holds what each move of each position is worth: 1 wins, -1 loses. After a step a move is worth what it was paid
or, while the match goes on, the opposite of the best reply, a little less: so it wins soon and loses late.
"""

import sys
from typing import TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from quincunx import batch
from quincunx.adapters.gymnasium import Versus

Numbers: TypeAlias = NDArray[np.int64]
Worth: TypeAlias = NDArray[np.float32]


def boards(planes: NDArray[np.uint8]) -> Numbers:
    """Each board as one number: a bit for every counter."""
    return cast(Numbers, planes[:, 0].reshape(len(planes), -1) @ (1 << np.arange(planes[0, 0].size)))


def best(worth: Worth, states: Numbers, legal: NDArray[np.bool_]) -> Numbers:
    return cast(Numbers, np.where(legal, worth[states], -2).argmax(axis=1))


def learn(steps: int, size: int = 4) -> Worth:
    matches, draw, rows = batch.Environment(f"tactix:size={size}", 1024, 0), np.random.default_rng(0), np.arange(1024)
    worth, states = np.zeros((2**size**2, len(matches.game.actions)), np.float32), boards(matches.reset())
    for _ in range(steps):
        movers, curious = matches.turns.copy(), draw.random(1024) < 0.3
        moves = np.where(curious, matches.sample(), best(worth, states, matches.masks))
        planes, paid, done, _ = matches.step(moves)
        after = boards(planes)
        replies = worth[after, best(worth, after, matches.masks)]
        worth[states, moves] = np.where(done, paid[rows, movers - 1], -0.95 * replies)
        states = after
    return worth


def score(worth: Worth, level: str, seat: int, size: int = 4) -> float:
    """The share of a hundred matches that it wins."""
    matches, paid = Versus("tactix", 100, opponent=level, seat=seat, size=size), np.zeros(100)
    seen, _ = matches.reset(seed=0)
    while not paid.all():  # of each place only the first match counts
        seen, now, *_ = matches.step(best(worth, boards(seen["observation"]), seen["action_mask"].astype(bool)))
        paid = np.where(paid, paid, now)
    return float((paid > 0).mean())


if __name__ == "__main__":
    learned, level = learn(15_000), (sys.argv[1:] or ["easy"])[0]
    print(*(f"seat {seat} against {level}: wins {score(learned, level, seat):.0%}" for seat in (1, 2)), sep="\n")
