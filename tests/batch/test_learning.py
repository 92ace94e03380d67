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
    worth = learn_tactix.learn(3, learn_tactix.STEPS[3], seed=1)
    assert (worth[-1] == 1).sum() == 7  # as many first moves of 3x3 win, as is known
    seat = learn_tactix.favourite(worth)
    assert seat == 1
    assert learn_tactix.score(np.zeros_like(worth), 3, "easy", seat, games=50, seed=2) < 0.5
    assert learn_tactix.score(worth, 3, "easy", seat, games=50, seed=2) == 1
