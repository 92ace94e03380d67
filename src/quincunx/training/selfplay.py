"""Matches that the engine plays against itself, as data to learn from: positions, and how the match ended.

A batch environment plays many matches at once; a search of the core chooses each move. The first moves are random, and
now and then a later one, so that the positions are of all kinds.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from quincunx import _core, batch

STRAY = 0.02
"""The share of random moves after the opening."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How the matches of one variant are played."""

    variant: str
    method: str
    nodes: int
    opening: int
    """Random moves at the beginning of a match, at most."""
    matches: int
    after: bool = False
    """Whether the positions after the moves are of use, not those before: where dice are rolled in between."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A position, the search's value, and how the match ended, both as one number for each seat: 1 for a win, 0
    for a loss, 1/2 for a draw."""

    position: str
    values: tuple[float, ...]
    results: tuple[float, ...]

    def __str__(self) -> str:
        numbers = (",".join(f"{number:.4g}" for number in each) for each in (self.values, self.results))
        return "\t".join((self.position, *numbers))

    @classmethod
    def read(cls, line: str) -> Sample:
        position, *numbers = line.rstrip("\n").split("\t")
        values, results = (tuple(map(float, each.split(","))) for each in numbers)
        return cls(position, values, results)


def play(plan: Plan, seed: int, width: int = 32) -> Iterator[Sample]:
    """The positions of all matches of a plan. The same plan and seed give the same samples."""
    for match in play_matches(plan, seed, width):
        yield from match


def play_matches(plan: Plan, seed: int, width: int = 32) -> Iterator[list[Sample]]:
    """The matches of a plan, `width` at a time, each as its positions after the opening."""
    draw, width = random.Random(seed), min(width, plan.matches)
    matches = batch.Environment(plan.variant, width, draw.getrandbits(63))
    numbers = {name: number for number, name in enumerate(matches.game.actions)}
    seats, begun = matches.game.seats, width
    openings: list[int | None] = [draw.randint(0, plan.opening) for _ in range(width)]
    """How many random moves are to come; None where no further match begins, for all that began are to end."""
    made: list[list[tuple[str, tuple[float, ...]]]] = [[] for _ in range(width)]
    while any(opening is not None for opening in openings):
        actions = []
        for i, opening in enumerate(openings):
            if opening is None:
                actions.append(batch.WAIT)
                continue
            position = matches.position(i)
            if opening > 0:
                openings[i] = opening - 1
                actions.append(numbers[draw.choice(_core.moves(position))])
                continue
            seat = int(matches.turns[i]) - 1
            found = _core.analyse(position, plan.method, nodes=plan.nodes, seed=draw.getrandbits(32)).moves
            best = max(found, key=lambda each: each.values[seat])
            chosen = draw.choice(found) if draw.random() < STRAY else best
            if not plan.after:
                made[i].append((position, tuple(best.values[:seats])))
            elif _core.outcome(after := _core.play(position, chosen.move)) is None:
                made[i].append((after, tuple(chosen.values[:seats])))
            actions.append(numbers[chosen.move])
        _, rewards, done, cut = matches.step(actions)
        for i in range(width):
            if not done[i] or actions[i] == batch.WAIT:
                continue
            if not cut[i]:
                results = tuple(1.0 if won > 0 else 0.0 if won < 0 else 0.5 for won in rewards[i].tolist())
                yield [Sample(position, values, results) for position, values in made[i]]
            begun += 1
            made[i], openings[i] = [], draw.randint(0, plan.opening) if begun <= plan.matches else None
