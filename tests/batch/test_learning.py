"""The example learner: what it learns on a small board is worth something at the table."""

import importlib.util
from pathlib import Path

import numpy as np

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn_tactix.py"
spec = importlib.util.spec_from_file_location("learn_tactix", EXAMPLE)
assert spec
assert spec.loader
learn_tactix = importlib.util.module_from_spec(spec)
spec.loader.exec_module(learn_tactix)


def test_it_beats_easy_after_a_second_of_playing_against_itself() -> None:
    worth = learn_tactix.learn(300, size=3)
    assert (worth[-1] > 0).sum() == 7  # as many first moves of 3x3 win, as is known
    assert learn_tactix.score(np.zeros_like(worth), "easy", 1, size=3) < 0.5
    assert learn_tactix.score(worth, "easy", 1, size=3) == 1
