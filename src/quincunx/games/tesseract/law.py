"""tesseract: four in a line on a board of four dimensions, or of three."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, cached_property, reduce
from itertools import compress, product
from operator import and_
from typing import ClassVar

from quincunx.law import grid
from quincunx.law.errors import IllegalMove, InvalidPosition
from quincunx.law.game import NOBODY, Game, Outcome, State, View, grid_view
from quincunx.law.messages import Message
from quincunx.law.options import choice

DIGITS = "0123456789ABCDEF"
MARKS = ".xo"
"""How an empty square and the mark of each seat are written."""

PATHS = ("0000", "1111", "2222", "3333", "0123", "3210")
"""What one coordinate can do along a line of four: stand still, rise or fall."""

_EMPTY = bytes.maketrans(b"01", b"\1\0")
"""Makes flags of the empty squares from the binary digits of the taken ones: much faster than bit by bit."""

Line = tuple[int, int, int, int]
"""Four squares in ascending order. A square's number, written to base 4, is its coordinates."""


@cache
def squares(dims: str) -> dict[str, int]:
    """The name of every square with its number, in reading order: row first, in hex."""
    columns = DIGITS[: 4 ** (int(dims) - 2)]
    return {row + column: number for number, (row, column) in enumerate(product(DIGITS, columns))}


@cache
def lines(dims: str) -> tuple[Line, ...]:
    """All lines in lexicographic order: 520 in four dimensions, 76 in three."""
    found: set[Line] = set()
    for paths in product(PATHS, repeat=int(dims)):
        a, b, c, d = sorted(int("".join(point), 4) for point in zip(*paths, strict=True))
        if a != d:  # not every coordinate stands still
            found.add((a, b, c, d))
    return tuple(sorted(found))


def lines_through(dims: str, square: str) -> tuple[tuple[str, ...], ...]:
    """The lines on which a square lies, as names, for a board that shows them.

    >>> len(lines_through("4", "00")), lines_through("3", "01")[0]
    (15, ('00', '01', '02', '03'))
    """
    names, number = tuple(squares(dims)), squares(dims)[square]
    return tuple(tuple(names[i] for i in line) for line in lines(dims) if number in line)


@cache
def _sets(dims: str) -> tuple[int, ...]:
    """The squares of each line as bits, in the order of `lines`."""
    return tuple(sum(1 << i for i in line) for line in lines(dims))


@cache
def _sets_through(dims: str) -> tuple[tuple[int, ...], ...]:
    """For each square the lines on which it lies, as bits."""
    return tuple(tuple(line for line in _sets(dims) if line >> i & 1) for i in range(len(squares(dims))))


@dataclass(frozen=True)
class Tesseract(Game):
    name: ClassVar = "tesseract"
    title: ClassVar = "Tesseract"
    summary: ClassVar = "Tic-tac-toe in four dimensions: the first with four marks in a straight line wins."
    agreed_draws: ClassVar = True
    variants: ClassVar = ("", "dims=3")

    dims: str = choice(
        "4",
        "Dimensions",
        "The number of dimensions of the board, with four squares in each.",
        {"4": "4D (256 squares, 520 lines)", "3": "3D (64 squares, 76 lines)"},
    )

    @property
    def longest(self) -> int:
        return len(self.actions)  # none can be played twice

    @cached_property
    def actions(self) -> tuple[str, ...]:
        return tuple(squares(self.dims))

    @property
    def width(self) -> int:
        return len(self.actions) // 16

    def start(self, seed: str = "") -> TesseractState:  # noqa: ARG002 - nothing is random
        return TesseractState(self, 0, 0, four=False)

    def move(self, typed: str) -> str:
        text = typed.strip().upper()
        if text not in squares(self.dims):
            raise IllegalMove("tesseract.square", square=typed, last=DIGITS[self.width - 1])
        return text

    def read(self, body: str) -> TesseractState:
        if " " in body:
            raise InvalidPosition("tesseract.position", rest=body.partition(" ")[2])
        cells = grid.cells(body, self.width, 16, r"[.xo]")
        crosses, noughts = (sum(1 << i for i, cell in enumerate(cells) if cell == mark) for mark in "xo")
        count, other = crosses.bit_count(), noughts.bit_count()
        if not 0 <= count - other <= 1:
            raise InvalidPosition("tesseract.counts", x=count, o=other)
        fours = [[line for line in _sets(self.dims) if line & marks == line] for marks in (crosses, noughts)]
        state = TesseractState(self, crosses, noughts, four=any(fours))
        if all(fours):
            raise InvalidPosition("tesseract.both")
        if fours[state.mover - 1]:
            raise InvalidPosition("tesseract.won", seat=state.mover)
        if state.four and not reduce(and_, fours[2 - state.mover]):
            raise InvalidPosition("tesseract.fours")
        return state


@dataclass(frozen=True)
class TesseractState(State):
    game: Tesseract
    crosses: int
    """The marks of seat 1, a bit for each square."""
    noughts: int
    """The marks of seat 2."""
    four: bool = field(compare=False, repr=False)
    """Whether a line is complete. It follows from the marks; kept, so that a move has to look only at the
    lines through its own square."""

    @property
    def marks(self) -> tuple[int, int]:
        return self.crosses, self.noughts

    @cached_property
    def mover(self) -> int:
        """The seat to move, or that would be if the game were not over."""
        return 1 + (self.crosses.bit_count() > self.noughts.bit_count())

    @property
    def turn(self) -> int:
        return NOBODY if self.outcome else self.mover

    @property
    def phase(self) -> str:
        return "" if self.outcome else "mark"

    def moves(self) -> tuple[str, ...]:
        if self.outcome:
            return ()
        names = self.game.actions
        digits = f"{self.crosses | self.noughts:0{len(names)}b}"[::-1]
        return tuple(compress(names, digits.encode().translate(_EMPTY)))

    def play(self, move: str) -> TesseractState:
        if self.outcome:
            raise IllegalMove("law.over")
        dims = self.game.dims
        number = squares(dims).get(move)
        if number is None:
            raise IllegalMove("law.move", move=move, game=self.game.title)
        bit = 1 << number
        for seat, marks in enumerate(self.marks, 1):
            if marks & bit:
                raise IllegalMove("tesseract.taken", square=move, seat=seat)
        own = self.marks[self.mover - 1] | bit
        four = any(line & own == line for line in _sets_through(dims)[number])
        if self.mover == 1:
            return TesseractState(self.game, own, self.noughts, four)
        return TesseractState(self.game, self.crosses, own, four)

    @cached_property
    def complete_lines(self) -> tuple[Line, ...]:
        """The lines that won: all are of the seat that moved last."""
        last = self.marks[2 - self.mover] if self.four else 0
        return tuple(
            line for line, bits in zip(lines(self.game.dims), _sets(self.game.dims), strict=True) if bits & last == bits
        )

    @cached_property
    def outcome(self) -> Outcome | None:
        names = self.game.actions
        if self.four:
            winner = 3 - self.mover
            fours = [" ".join(names[i] for i in line) for line in self.complete_lines]
            decisive = sorted({i for line in self.complete_lines for i in line})
            return Outcome(
                2,
                winner,
                "line",
                Message("tesseract.line", seat=winner, lines=fours),
                tuple(names[i] for i in decisive),
            )
        if all(line & self.crosses and line & self.noughts for line in _sets(self.game.dims)):
            return Outcome(2, None, "dead", Message("tesseract.dead"))
        return None

    @property
    def body(self) -> str:
        return grid.rows(self._cells(), self.game.width)

    def _cells(self) -> list[str]:
        return [MARKS[(self.crosses >> i & 1) + 2 * (self.noughts >> i & 1)] for i in range(len(self.game.actions))]

    def picture(self) -> View:
        """`candidates`: lines with three marks of one seat and the fourth square empty. `lines`: how many
        there are in `all`, and how many are still `open`: without marks of both seats."""
        names = self.game.actions
        candidates = []
        still_open = 0
        for line, bits in zip(lines(self.game.dims), _sets(self.game.dims), strict=True):
            counts = [(bits & marks).bit_count() for marks in self.marks]
            still_open += 0 in counts
            if sorted(counts) == [0, 3] and not self.outcome:
                empty = bits & ~(self.crosses | self.noughts)
                candidates.append(
                    {
                        "squares": [names[i] for i in line],
                        "at": names[empty.bit_length() - 1],
                        "seat": 1 + counts.index(3),
                    }
                )
        return {
            "grid": grid_view(DIGITS[: self.game.width], DIGITS, gap=4),
            "cells": [
                {"name": name, "text": ""} if cell == "." else {"name": name, "text": cell, "seat": MARKS.index(cell)}
                for name, cell in zip(names, self._cells(), strict=True)
            ],
            "highlights": {
                "decisive": [[names[i] for i in line] for line in self.complete_lines],
                "candidates": candidates,
            },
            "lines": {"all": len(lines(self.game.dims)), "open": still_open},
        }
