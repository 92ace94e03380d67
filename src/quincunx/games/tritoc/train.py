"""The training subjects of tritoc: the chances of the seat that is to roll (core/games/tritoc/learned.hpp)."""

from __future__ import annotations

import numpy as np

from quincunx import _core
from quincunx.training.course import Examples, Subject
from quincunx.training.selfplay import Plan, Sample

FEATURES = 48


def examples(samples: list[Sample]) -> Examples:
    inputs = np.frombuffer(_core.tritoc_features([sample.position for sample in samples]), np.int16)
    seats = [int(sample.position.split(" ")[2]) - 1 for sample in samples]
    results = [[sample.results[seat]] for sample, seat in zip(samples, seats, strict=True)]
    return inputs.reshape(-1, 1, FEATURES), np.array(results, np.float32)


def _subject(dice: str) -> Subject:
    plan = Plan(f"tritoc:dice={dice}", "expectimax", 2_000, 8, 300, after=True)
    return Subject(f"tritoc-{dice}", (plan,), (64, 32), examples)


SUBJECTS = (_subject("standard"), _subject("equal"))
