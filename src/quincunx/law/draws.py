"""Random numbers from a seed: the one generator behind presets, handicaps, first seats and dice.

Block i of the stream for a label is HMAC-SHA256(key = seed, message = "label:i"), both as UTF-8. A block is
read as eight big-endian 32-bit words; a word w gives w mod n unless it is in the last, incomplete run of n
below 2^32, in which case the next word is taken. So a draw is the same on every machine and in every
language, exactly uniform, and can be checked by hand.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import TypeVar

from quincunx.law.errors import Refused

T = TypeVar("T")

_WORDS = 2**32


class Draws:
    """A stream of draws from one seed; streams with different labels are independent.

    >>> draws = Draws("a seed", "example")
    >>> [draws.below(6) for _ in range(8)]
    [2, 2, 1, 4, 3, 4, 4, 2]
    """

    def __init__(self, seed: str, label: str) -> None:
        self._words = _words(key(seed), label)

    def below(self, n: int) -> int:
        """A whole number from 0 to n-1, each equally likely."""
        limit = _WORDS - _WORDS % n
        return next(word for word in self._words if word < limit) % n

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def sample(self, items: Sequence[T], k: int) -> list[T]:
        """k different items, in the order drawn."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(k)]

    def weighted(self, chances: Mapping[T, Fraction]) -> T:
        """One of the keys, drawn with its probability; keys are taken in the mapping's order."""
        unit = lcm(*(chance.denominator for chance in chances.values()))
        rest = self.below(unit)
        for item, chance in chances.items():
            rest -= int(chance * unit)
            if rest < 0:
                return item
        raise ValueError("the chances do not sum to 1")


def key(seed: str) -> bytes:
    """The bytes of a seed; Refused if it is not valid text (a shell passes bytes that are not UTF-8 as surrogates)."""
    try:
        return seed.encode()
    except UnicodeEncodeError:
        raise Refused("law.seed", seed=seed) from None


def _words(key: bytes, label: str) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.digest(key, f"{label}:{block}".encode(), "sha256")
        yield from (int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4))
        block += 1
