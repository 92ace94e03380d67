"""A winning strategy of tesseract as text: what the book, the solver and the checker read and write.

A line is a position in which the winner is to move; docs/certificates.md describes the format. The checker does not
trust it: it proves every line, and every symmetry it uses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from math import factorial

from quincunx.games.tesseract.law import squares
from quincunx.law import Refused

VALUES = ("0123", "0213", "1032", "1302")
"""What a symmetry may make of the four coordinates along an axis, but for turning the axis round. They keep the
pairs 0-3 and 1-2 together, or exchange these pairs; all axes must do the same."""

LINE = re.compile(r"(-|[0-9A-F]{2})?((?: ?!(?:[0-9A-F]{2})+)*)((?: [0-9A-F]{2}>\d{1,9}(?:\.\d{1,9})?)*)")
LINK = re.compile(r"(..)>(\d+)(?:\.(\d+))?")


@cache
def symmetry(dims: int, number: int) -> bytes:
    """The image of each square: 1,536 symmetries in four dimensions, 192 in three. 0 is the identity.

    The number is (order x 4 + values) x 2^dims + turns: the order of the axes, counted as in a dictionary; which of
    VALUES; and the axes to turn round, the first being the highest bit.
    """
    number, turns = divmod(number, 2**dims)
    order, values = divmod(number, 4)
    axes, become = tuple(permutations(range(dims)))[order], VALUES[values]
    parts: list[list[int]] = [[]] * dims
    """What each old coordinate adds to the number of the new square."""
    for place, axis in enumerate(axes):
        turned = turns >> (dims - 1 - place) & 1
        parts[axis] = [(3 - int(value) if turned else int(value)) << 2 * (dims - 1 - place) for value in become]
    return bytes(map(sum, product(*parts)))


def symmetries(dims: int) -> int:
    """How many there are."""
    return factorial(dims) * len(VALUES) << dims


def bits(marks: int) -> Iterator[int]:
    """The squares of a set, lowest first."""
    while marks:
        yield (marks & -marks).bit_length() - 1
        marks &= marks - 1


def image(marks: int, where: bytes) -> int:
    """The image of a set of squares under a symmetry."""
    return sum(1 << where[square] for square in bits(marks))


@dataclass(frozen=True, slots=True)
class Link:
    """The position after a reply, made to another line's by a symmetry."""

    line: int
    symmetry: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """What the winner does in a position."""

    move: int | None
    """The square to take. None where a sequence wins at once, or (the first line only) where the loser is to move."""
    sequences: tuple[tuple[int, ...], ...]
    """The winner's own moves, each a three but the last, which makes two: against replies, or at once."""
    links: dict[int, Link]
    """Replies that are met elsewhere."""

    def write(self, names: tuple[str, ...]) -> str:
        words = [] if self.sequences and self.move is None and not self.links else [self._move(names)]
        words += ["!" + "".join(names[square] for square in sequence) for sequence in self.sequences]
        for reply, link in self.links.items():
            words.append(f"{names[reply]}>{link.line}" + (f".{link.symmetry}" if link.symmetry else ""))
        return " ".join(words)

    def _move(self, names: tuple[str, ...]) -> str:
        return "-" if self.move is None else names[self.move]


def read(dims: int, text: str) -> Plan:
    """Raises Refused if it is not a line of a strategy."""
    found = LINE.fullmatch(text)
    number = squares(str(dims))
    if not found or not text:
        raise Refused("tesseract.proof.plan", written=text[:60])
    try:
        move = None if found[1] in (None, "-") else number[found[1]]
        sequences = tuple(
            tuple(number[word[i : i + 2]] for i in range(1, len(word), 2)) for word in (found[2] or "").split()
        )
        links = {
            number[reply]: Link(int(line), int(turned or 0)) for reply, line, turned in LINK.findall(found[3] or "")
        }
    except KeyError as error:
        raise Refused("tesseract.proof.square", square=error.args[0], dims=dims) from None
    if len(links) != found[3].count(">"):
        raise Refused("tesseract.proof.twice")
    return Plan(move, sequences, links)


def join(dims: int, plans: Iterable[Plan]) -> tuple[str, ...]:
    names = tuple(squares(str(dims)))
    return tuple(plan.write(names) for plan in plans)
