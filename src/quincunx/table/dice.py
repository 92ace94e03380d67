"""Verifiable dice: nobody, the server included, can choose a roll.

Before the first roll the SHA-256 of the dice seed is published; then each seat may send a nonce; roll n is drawn from
the seed, the nonces in seat order and n. When the match is over the seed is revealed, and anybody can draw every roll
again.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from quincunx.games import CHANCE, Refused
from quincunx.law.draws import Draws, key
from quincunx.record import Record

NONCE = re.compile(r"[A-Za-z0-9._-]{1,64}")
"""What a seat may send; no colons, because they separate the nonces."""

SUMS = {str(total) for total in range(2, 13)}
"""The rolls of a game with two dice."""

Faces: TypeAlias = "tuple[int, int] | None"
"""The two dice of a roll that a board shows; None in games with other rolls."""


class DiceRefusal(Refused):
    """A record whose dice cannot be verified, or do not match the commitment."""


def commitment(seed: str) -> str:
    """What is published before the first roll."""
    return hashlib.sha256(key(seed)).hexdigest()


def roll(seed: str, nonces: Sequence[str], n: int, chances: Mapping[str, Fraction]) -> tuple[str, Faces]:
    """The token of roll n (from 1) of a match, and the faces that a board shows for it."""
    draws = Draws(seed, ":".join(["throw", *nonces, str(n)]))
    token = draws.weighted(chances)
    return token, _faces(token, chances, draws.choice)


def some_faces(token: str, chances: Mapping[str, Fraction]) -> Faces:
    """Two faces with the rolled sum, for rolls whose faces are not known."""
    return _faces(token, chances, min)


def _faces(token: str, chances: Mapping[str, Fraction], choose: Callable[[range], int]) -> Faces:
    if chances.keys() != SUMS:
        return None
    total = int(token)
    first = choose(range(max(1, total - 6), min(6, total - 1) + 1))
    return first, total - first


def verify(record: Record) -> int:
    """Draws every roll of a finished match again and returns their number; DiceRefusal if one differs.

    Imported rolls are skipped, because they were not drawn from this seed.
    """
    if record.dice is None or record.dice.seed is None:
        raise DiceRefusal("table.dice.unknown")
    seed, nonces = record.dice.seed, record.dice.nonces or ("",) * record.game.seats
    if commitment(seed) != record.dice.hash:
        raise DiceRefusal("record.dice-seed")
    n, state = 0, record.first
    for entry, after in record.replay():
        if state.actor == CHANCE:
            n += 1
            token, _ = roll(seed, nonces, n, state.chances())
            if n > record.dice.after and token != entry.token:
                raise DiceRefusal("table.dice.differs", number=n, written=entry.token, right=token)
        state = after
    return max(0, n - record.dice.after)
