"""Wald's sequential probability ratio test: is one player stronger than another by a given margin?

It compares two claims about the first player: it is stronger by `elo0` (H0), or by `elo1` (H1). After each opening,
which both play from either side, the logarithm of the likelihood ratio of the best explanations under each claim is
computed; the test ends when it leaves the bounds. Pairs are counted, not matches: two matches with one opening are not
independent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log
from typing import Literal

from quincunx.arena.tournament import ArenaRefusal, Result, expected
from quincunx.law.messages import Message, text

Verdict = Literal["H0", "H1", "continue"]

SCORES = tuple(Fraction(quarter, 4) for quarter in range(5))
"""The possible mean scores of the first player in a pair of matches."""

SEEDLING = 1e-3
"""Pseudo-count of a score that never occurred, so that it is not impossible."""


@dataclass(frozen=True)
class Sprt:
    elo0: float
    elo1: float
    alpha: float = 0.05
    """The probability of accepting H1 although H0 is true."""
    beta: float = 0.05
    """The probability of accepting H0 although H1 is true."""

    def __post_init__(self) -> None:
        if not -1000 <= self.elo0 < self.elo1 <= 1000:
            raise ArenaRefusal("arena.sprt.elo", elo0=self.elo0, elo1=self.elo1)
        for name in ("alpha", "beta"):
            value: float = getattr(self, name)
            if not 0 < value < 0.5:
                raise ArenaRefusal("arena.sprt.error-rate", name=name, value=value)

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which H0 and H1 are accepted."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def begin(self) -> SprtState:
        return SprtState(self)


@dataclass(frozen=True)
class SprtState:
    """The state of a test after some pairs."""

    test: Sprt
    counts: tuple[int, ...] = (0,) * len(SCORES)
    """The count of each score."""
    llr: float = 0.0

    @property
    def pairs(self) -> int:
        return sum(self.counts)

    @property
    def verdict(self) -> Verdict:
        low, high = self.test.bounds
        return "H0" if self.llr <= low else "H1" if self.llr >= high else "continue"

    def after(self, scores: Iterable[Fraction]) -> SprtState:
        """The state after more pairs, in order; pairs after the decision are ignored."""
        now = self
        for score in scores:
            if now.verdict != "continue":
                break
            at = SCORES.index(score)
            counts = (*now.counts[:at], now.counts[at] + 1, *now.counts[at + 1 :])
            now = SprtState(now.test, counts, log_ratio(counts, expected(now.test.elo0), expected(now.test.elo1)))
        return now

    def words(self) -> str:
        low, high = self.test.bounds
        elo0, elo1 = f"{self.test.elo0:g}", f"{self.test.elo1:g}"
        verdicts: Mapping[Verdict, Message] = {
            "H0": Message("arena.sprt.h0", elo0=elo0),
            "H1": Message("arena.sprt.h1", elo1=elo1),
            "continue": Message("arena.sprt.continue"),
        }
        return text(
            "arena.sprt.state",
            elo0=elo0,
            elo1=elo1,
            llr=f"{self.llr:.2f}",
            low=f"{low:.2f}",
            high=f"{high:.2f}",
            pairs=self.pairs,
            verdict=verdicts[self.verdict],
        )


def pairs(results: Mapping[int, Result]) -> list[Fraction]:
    """The score of the tournament's first player in each pair of matches, in their order, up to the first one missing.

    In order of number, not of completion: quick matches finish first and would bias the test.
    """
    found: list[Fraction] = []
    while (first := results.get(2 * len(found) + 1)) and (second := results.get(2 * len(found) + 2)):
        found.append((_mine(first) + _mine(second)) / 2)
    return found


def _mine(result: Result) -> Fraction:
    return result.points[result.seats.index(0)]


def log_ratio(counts: Sequence[int], points0: float, points1: float) -> float:
    """The log-likelihood of these counts of pairs by score if the mean is `points1`, less that if it is `points0`.

    Under each the likeliest distribution with that mean is taken, whatever it is.
    """
    scores = [float(score) for score in SCORES]
    weights = [count or SEEDLING for count in counts]
    total = sum(weights)
    empirical = [weight / total for weight in weights]
    zero, one = (_tilted(scores, empirical, points) for points in (points0, points1))
    return sum(weight * log(b / a) for weight, a, b in zip(weights, zero, one, strict=True))


def _tilted(scores: Sequence[float], chances: Sequence[float], mean: float) -> list[float]:
    """The likeliest distribution with that mean: each chance divided by 1 + t (score - mean), t such that it fits."""
    least, most = -1 / (max(scores) - mean), 1 / (mean - min(scores))
    for _ in range(50):
        t = (least + most) / 2
        off = sum(p * (s - mean) / (1 + t * (s - mean)) for s, p in zip(scores, chances, strict=True))
        least, most = (t, most) if off > 0 else (least, t)
    t = (least + most) / 2
    return [p / (1 + t * (s - mean)) for s, p in zip(scores, chances, strict=True)]
