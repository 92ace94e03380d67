"""The training subjects of xchain: the chances of each living side, from counts of squares.

core/games/xchain/features.hpp makes the counts.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from quincunx import _core
from quincunx.training.course import Examples, Subject
from quincunx.training.selfplay import Plan, Sample

FEATURES = 112


def _order(position: str) -> list[int]:
    """The living seats less 1, the one to move first, then in turn."""
    _, _, standing, turn = position.split(" ")
    seats = ((int(turn) - 1 + n) % len(standing) for n in range(len(standing)))
    return [seat for seat in seats if standing[seat] in "ua"]


def examples(sides: int, samples: list[Sample]) -> Examples:
    """Positions with this many living sides. With two, only the one to move has a row."""
    orders = [(sample, _order(sample.position)) for sample in samples]
    chosen = [(sample, order) for sample, order in orders if len(order) == sides]
    rows = _core.xchain_features([sample.position for sample, _ in chosen])
    inputs = np.frombuffer(rows, np.int16).reshape(len(chosen), sides, FEATURES)
    results = np.array([[sample.results[seat] for seat in order] for sample, order in chosen], np.float32)
    shown = 1 if sides == 2 else sides
    return inputs[:, :shown], results.reshape(len(chosen), sides)[:, :shown]


def _subject(sides: int, method: str, nodes: int) -> Subject:
    seats = f"seats={sides}," if sides > 2 else ""
    boards = (("8x8", 70), ("6x6", 36), ("5x5", 24), ("10x10", 120))
    plans = tuple(Plan(f"xchain:{seats}size={size}", method, nodes, opening, 64) for size, opening in boards)
    return Subject(f"xchain-{sides}", plans, (32,), partial(examples, sides))


SUBJECTS = (_subject(2, "mixed", 8_000), _subject(3, "montecarlo", 600), _subject(4, "montecarlo", 600))
