"""Ratings by maximum likelihood, in Elo, with their errors.

A match is a choice among alternatives, each chosen in proportion to exp(its utility). With two seats the
alternatives are a win of either player (utility: its strength) and a draw (the mean of both strengths, plus a
constant that all share): Davidson's model. With more seats the winner is chosen among all, the second among the
rest, and so on: Plackett and Luce's. So one fit does both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import erf, log, sqrt

import numpy as np
from numpy.typing import NDArray

from quincunx.arena.tournament import Result

ELO = 400 / log(10)
"""Elo in one unit of utility: 400 points are odds of ten to one."""

PRIOR = 1000.0
"""Elo: how far from the mean ratings are expected to lie, before any match. A weak prior, without which somebody who
never lost would be infinitely strong."""

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Ratings:
    """Elo ratings; their mean is 0."""

    elo: tuple[float, ...]
    covariance: Vector
    draws: float
    """The probability of a draw between equals; 0 if there were no draws."""

    def error(self, player: int) -> float:
        """The standard error of a player's rating."""
        return sqrt(self.covariance[player, player])

    def difference(self, one: int, other: int) -> tuple[float, float]:
        """The rating difference of two players and its standard error."""
        c = self.covariance
        variance = c[one, one] + c[other, other] - 2 * c[one, other]
        return self.elo[one] - self.elo[other], sqrt(max(0.0, variance))


def superiority(difference: float, error: float) -> float:
    """The probability that the difference is positive."""
    return (1 + erf(difference / error / sqrt(2))) / 2 if error else 0.5


@dataclass(frozen=True)
class _Choice:
    """A choice and how often it was made; one row per alternative, the chosen one first."""

    rows: Vector
    times: int


def rate(players: int, results: Iterable[Result]) -> Ratings:
    """Rates the players 0 to `players` - 1."""
    counted = Counter((result.seats, result.places) for result in results)
    drawn = any(len(places) == 2 and places[0] == places[1] for _, places in counted)
    choices = [_Choice(rows, times) for what, times in counted.items() for rows in _choices(*what, players, drawn)]
    beta, information = _fit(choices, players + drawn)
    centre = np.eye(players) - 1 / players
    covariance = centre @ np.linalg.inv(information)[:players, :players] @ centre * ELO**2
    nu = float(np.exp(beta[-1])) if drawn else 0.0
    return Ratings(tuple(float(x) for x in centre @ beta[:players] * ELO), covariance, nu / (2 + nu))


def _choices(seats: tuple[int, ...], places: tuple[int, ...], players: int, drawn: bool) -> Iterator[Vector]:
    """The choices in one match, as rows of parameter weights."""
    unit = np.eye(players + drawn)
    if len(seats) == 2:
        rows = [unit[seats[0]], unit[seats[1]]]
        if drawn:
            rows.append((rows[0] + rows[1]) / 2 + unit[-1])
        chosen = 2 if places[0] == places[1] else int(places[1] < places[0])
        yield np.array([rows[chosen], *rows[:chosen], *rows[chosen + 1 :]])
        return
    order = sorted(range(len(seats)), key=lambda at: places[at])
    for at in range(len(order) - 1):
        if places[order[at]] == places[order[at + 1]]:
            return  # tied players have no order, and nothing is known about those below them
        yield np.array([unit[seats[other]] for other in order[at:]])


def _fit(choices: list[_Choice], size: int) -> tuple[Vector, Vector]:
    """The most likely parameters and their information, by Newton's method: the likelihood has one peak."""
    tight = (ELO / PRIOR) ** 2
    beta = np.zeros(size)
    value, slope, information = _likelihood(choices, beta, tight)
    for _ in range(100):
        step = np.linalg.solve(information, slope)
        if np.abs(step).max() < 1e-9:
            break
        while True:
            new = _likelihood(choices, beta + step, tight)
            if new[0] >= value - 1e-12:
                break
            step /= 2
        beta = beta + step
        value, slope, information = new
    return beta, information


def _likelihood(choices: list[_Choice], beta: Vector, tight: float) -> tuple[float, Vector, Vector]:
    """The logarithm of the likelihood, its gradient, and its negative second derivatives."""
    value = -tight * float(beta @ beta) / 2
    slope: Vector = -tight * beta
    information: Vector = tight * np.eye(len(beta))
    for choice in choices:
        utility = choice.rows @ beta
        weights = np.exp(utility - utility.max())
        chances = weights / weights.sum()
        mean = chances @ choice.rows
        value += choice.times * float(np.log(chances[0]))
        slope += choice.times * (choice.rows[0] - mean)
        spread = choice.rows - mean
        information += choice.times * (spread.T * chances) @ spread
    return value, slope, information
