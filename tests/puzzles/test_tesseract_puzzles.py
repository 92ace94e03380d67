"""Puzzles of tesseract by the law alone: the one win, and the loss after every other move, have certificates."""

from __future__ import annotations

from quincunx import games, puzzles
from quincunx.proofs import Effort, Progress
from quincunx.proofs.checking import check
from quincunx.proofs.solving import solve
from quincunx.puzzles import Puzzle

EFFORT = Effort(memory=1 << 26)


def nobody(progress: Progress) -> None:
    """Listens to no progress."""


def fewest_moves() -> list[Puzzle]:
    """Two of the cube, those with the fewest moves to try."""
    cube = [puzzle for puzzle in puzzles.load() if puzzle.position.startswith("tesseract:dims=3 ")]
    return sorted(cube, key=lambda puzzle: puzzle.position.count("."))[:2]


def test_one_move_wins_and_every_other_loses() -> None:
    for puzzle in fewest_moves():
        state = games.parse(puzzle.position)
        for move in state.moves():
            after = state.play(move)
            certificate = solve(after, EFFORT, nobody)
            assert check(certificate, nobody)
            assert (certificate.value == str(state.turn)) == (move == puzzle.move)
