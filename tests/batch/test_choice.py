"""Levels in the core, for batches: the same moves as the engine's."""

from pathlib import Path

import numpy as np
import pytest

from quincunx import batch, engine, games

COUNT, STEPS = 8, 30


@pytest.mark.parametrize("level", ["trivial", "easy", "medium"])
@pytest.mark.parametrize("variant", games.variants())
def test_a_batch_plays_the_moves_of_a_level(variant: str, level: str) -> None:
    """In matches of random moves. Where the core leaves the move to Python, every move loses."""
    game = games.game(variant)
    chosen = engine.core_level(game, level)
    assert chosen
    matches = batch.Environment(variant, COUNT, seed=1)
    left = 0
    for step in range(STEPS):
        if step % 3 == 0:
            played = np.arange(COUNT) + step
            which = np.arange(COUNT) % 4 != 3
            actions = matches.choose(chosen, "seed", played, which)
            for i, action in enumerate(actions):
                if not which[i]:
                    assert action == batch.WAIT
                    continue
                move, analysis = engine.choose(games.parse(matches.position(i)), level, f"seed/{i}/{played[i]}")
                if action == batch.FOR_PYTHON:
                    assert analysis.lost
                    left += 1
                else:
                    assert game.actions[action] == move
        matches.step(matches.sample())
    assert left < COUNT * STEPS / 6


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_a_batch_is_guarded_as_a_level_is(level: str) -> None:
    for line in (Path(__file__).parents[1] / "engine" / "dangers.txt").read_text().splitlines():
        state = games.parse(line)
        chosen = engine.core_level(state.game, level)
        assert chosen
        match = batch.Environment(str(state.game), 1, starts=[line])
        [action] = match.choose(chosen, "seed", np.zeros(1, np.int64), np.ones(1, np.bool_))
        move, analysis = engine.choose(state, level, "seed/0/0")
        assert analysis.lost if action == batch.FOR_PYTHON else state.game.actions[action] == move, line


def test_what_the_core_cannot_play_has_no_level_there() -> None:
    assert engine.core_level(games.game("tactix"), "perfect") is None
    assert engine.core_level(games.game("tactix"), "random") is None
