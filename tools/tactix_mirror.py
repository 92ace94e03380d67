"""How far the half-turn mirror carries the first player of tactix on odd grids, where taking the last counter loses.

python tools/tactix_mirror.py 7 --minutes 30 --resume FILE

The first player can take the centre, alone or with an equal number of counters on both sides of it, and leave a board
that the half turn maps to itself. If such a board is lost for the seat to move, the first player wins. The tool goes
through all boards of this kind from the smallest up. A board is lost

- if the mirror image of every move leaves a lost board, or else
- if a table of all its subsets says so (the compiled checker, checkers/tactix.cpp).

It stops when the time is up, and prints for each number of counters what it found; what it has done is kept.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from quincunx._checker_tactix import Tactix
from quincunx.law.symmetry import turn

Boards = NDArray[np.uint32]
Values = NDArray[np.uint8]
UNKNOWN, LOST, WON = 0, 1, 2
SAVING = 60.0
"""Seconds between two savings."""


class Grid:
    """A square grid of odd size without its centre, whose counters are taken in pairs of opposite squares."""

    def __init__(self, size: int) -> None:
        self.size, self.centre = size, size * size // 2
        self.pairs = self.centre
        lines = [[size * row + column for column in range(size)] for row in range(size)]
        lines += [list(line) for line in zip(*lines, strict=True)]
        spans = [line[i:j] for line in lines for i in range(size) for j in range(i + 1, size + 1)]
        self.spans = sorted({tuple(span) for span in spans if self.centre not in span})
        self.mirrored = sorted({sum(1 << self.pair(square) for square in span) for span in self.spans})
        """What a move and its mirror image take, as pairs."""

    def pair(self, square: int) -> int:
        return min(square, self.size**2 - 1 - square)

    def takes(self, board: int) -> tuple[int, list[int]]:
        """The counters of a board, numbered from 0, and the moves as sets of them."""
        squares = [i for i in range(self.size**2) if i != self.centre and board >> self.pair(i) & 1]
        bits = {square: 1 << number for number, square in enumerate(squares)}
        moves = {sum(bits[square] for square in span) for span in self.spans if all(map(bits.__contains__, span))}
        return len(squares), sorted(moves)

    def images(self, boards: Boards) -> list[Boards]:
        """Under the turns; a half turn changes nothing, so four are enough."""
        found = []
        for number in (0, 1, 4, 5):
            places = turn(self.size, self.size, number)
            image = np.zeros_like(boards)
            for square in range(self.pairs):
                image |= (boards >> np.uint32(square) & np.uint32(1)) << np.uint32(self.pair(places[square]))
            found.append(image)
        return found

    def starts(self) -> list[int]:
        """What the first player can leave."""
        everything, found = (1 << self.pairs) - 1, []
        for reach in range(self.size // 2 + 1):
            row = range(self.centre - reach, self.centre)
            found.append(everything & ~sum(1 << square for square in row))
        return found


class Walk:
    """All symmetric boards, by their pairs of counters."""

    def __init__(self, grid: Grid, resume: Path | None) -> None:
        self.grid, self.resume, self.tactix = grid, resume, Tactix()
        self.values: Values = np.zeros(1 << grid.pairs, np.uint8)
        self.cpu = 0.0
        if resume and resume.exists():
            with np.load(resume) as saved:
                if len(saved["values"]) != len(self.values):
                    raise SystemExit(f"{resume} is about another grid.")
                self.values, self.cpu = saved["values"], float(saved["cpu"])

    def save(self) -> None:
        if self.resume:
            part = self.resume.with_name(self.resume.name + ".part")
            with part.open("wb") as file:
                np.savez_compressed(file, values=self.values, cpu=np.float64(self.cpu + time.process_time()))
            part.replace(self.resume)

    def run(self, seconds: float) -> None:
        """Goes level by level until the time is up."""
        end, saved = time.process_time() + seconds, time.monotonic()
        bits, all_boards = np.array([i.bit_count() for i in range(1 << 12)], np.uint8), np.arange(len(self.values))
        counts = bits[all_boards & 0xFFF] + bits[all_boards >> 12]
        print("counters  boards up to turns  lost by mirror  lost by table    not lost        open  CPU s", flush=True)
        for pairs in range(1, self.grid.pairs + 1):
            began = time.process_time()
            level = np.flatnonzero(counts == pairs).astype(np.uint32)
            images = self.grid.images(level)
            first = np.minimum.reduce(images)
            chosen = level[first == level]
            good = self.mirrors(chosen)
            self.values[chosen[good]] = LOST
            for board in chosen[~good]:
                if time.process_time() >= end:
                    break
                if self.values[board] == UNKNOWN:
                    lost = self.tactix.lost(*self.grid.takes(int(board)), False)
                    self.values[board] = LOST if lost else WON
                if time.monotonic() - saved > SAVING:
                    saved = time.monotonic()
                    self.save()
            self.values[level] = self.values[first]
            found = self.values[chosen]
            by_table = int(np.sum(found[~good] == LOST))
            print(
                f"{2 * pairs:8} {len(chosen):19,} {int(np.sum(good)):15,} {by_table:14,} "
                f"{int(np.sum(found == WON)):11,} {int(np.sum(found == UNKNOWN)):11,} "
                f"{time.process_time() - began:6.0f}",
                flush=True,
            )
        self.save()

    def mirrors(self, boards: Boards) -> NDArray[np.bool_]:
        """Where the mirror image of every move leaves a lost board."""
        good = np.ones(len(boards), np.bool_)
        for taken in map(np.uint32, self.grid.mirrored):
            legal = boards & taken == taken
            left = boards[legal] ^ taken
            good[legal] &= (self.values[left] == LOST) & (left > 0)  # the seat that takes the last counter loses
        return good


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("size", type=int, choices=(3, 5, 7))
    parser.add_argument("--minutes", type=float, default=30.0, help="of CPU time")
    parser.add_argument("--resume", type=Path, help="a file that keeps what is done")
    wanted = parser.parse_args()
    walk = Walk(Grid(wanted.size), wanted.resume)
    walk.run(60 * wanted.minutes)
    words = {UNKNOWN: "open", LOST: "lost: the first player wins", WON: "not lost"}
    for start in walk.grid.starts():
        print(f"after taking {wanted.size**2 - 2 * start.bit_count()} in the middle: {words[int(walk.values[start])]}")


if __name__ == "__main__":
    main()
