"""Levels in the core, for batches: the same moves as the engine's."""

from pathlib import Path

import numpy as np
import pytest

from quincunx import batch, engine, games
from quincunx.engine.analysis import UNKNOWN_LOSS

COUNT, STEPS = 8, 30

ENGINE = Path(__file__).parents[1] / "engine"

LOST = (
    "xchain:size=5x5 A1B2B2A2A1/.A2A3B1B1/A1A3B2A1A2/A2A3A2B1B1/B1A2.A2B1 aa 2",
    "xchain:size=5x5 A1A2A1A1B1/B1A3A2A1A2/B2A1A2A2A2/B2B3A1A2A1/B1B2A2.A1 aa 2",
    "xchain:seats=3,size=3x3 A1.A1/C1A3A1/B1B1A1 aaa 2",
    "xchain:seats=3,size=3x3 A1A1./.B2B2/B1.B1 aad 1",
    "xchain:seats=3,size=4x4 .B1C1./B2B2A1C2/B1.B3A1/B1B2B2B1 aaa 3",
    "xchain:seats=3,size=4x4 B1C1B2B1/.B2B1C1/B1B1C1B2/B1B2.A1 aaa 1",
    "xchain:seats=4,size=3x3 A1B2A1/D1D1C1/C1B1A1 aaaa 3",
    "xchain:seats=4,size=4x4 C1B2C1B1/C1D2B3B2/A2A1B1D2/D1A2D2. aaaa 1",
    "xchain:seats=4,size=4x4 C1.C2./C1C3A2C1/C1C2B1C1/C1C2B1B1 aaad 2",
    "xchain:seats=3,size=3x4 C1B2./B1C2A2/.A2./A1A1A1 aaa 2",
    "xchain:seats=3,size=5x3 C1B2A2A1A1/A1C3B2.B1/B1A1C2.A1 aaa 2",
)
"""More positions in which every move loses: a search proves it without a distance, or some of three or four seats have
been eliminated. In the last two it is not settled who wins, and the search spends all its nodes."""


@pytest.mark.parametrize("level", ["trivial", "easy", "medium"])
@pytest.mark.parametrize("variant", games.variants())
def test_a_batch_plays_the_moves_of_a_level(variant: str, level: str) -> None:
    """In matches of random moves."""
    game = games.game(variant)
    chosen = engine.core_level(game, level)
    assert chosen
    matches = batch.Environment(variant, COUNT, seed=1)
    for step in range(STEPS):
        if step % 3 == 0:
            played = np.arange(COUNT) + step
            which = np.arange(COUNT) % 4 != 3
            actions = matches.choose(chosen, "seed", played, which)
            for i, action in enumerate(actions):
                if not which[i]:
                    assert action == batch.WAIT
                    continue
                move, _ = engine.choose(games.parse(matches.position(i)), level, f"seed/{i}/{played[i]}")
                assert game.actions[action] == move
        matches.step(matches.sample())


def choices(line: str, level: str) -> tuple[str, str, engine.Analysis]:
    """What a batch and the engine play in a position, and the analysis behind it."""
    state = games.parse(line)
    chosen = engine.core_level(state.game, level)
    assert chosen
    match = batch.Environment(str(state.game), 1, starts=[line])
    [action] = match.choose(chosen, "seed", np.zeros(1, np.int64), np.ones(1, np.bool_))
    return state.game.actions[action], *engine.choose(state, level, "seed/0/0")


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_a_batch_is_guarded_as_a_level_is(level: str) -> None:
    for line in (ENGINE / "dangers.txt").read_text().splitlines():
        here, there, _ = choices(line, level)
        assert here == there, line


@pytest.mark.parametrize("level", ["trivial", "easy", "medium", "hard"])
def test_a_batch_holds_out_as_a_level_does(level: str) -> None:
    lost, measured = set(), set()
    for line in [*(ENGINE / "lost.txt").read_text().splitlines(), *LOST]:
        here, there, analysis = choices(line, level)
        assert here == there, line
        if analysis.lost:
            game = games.parse(line).game
            lost.add(game.name)
            if _is_measured(analysis):
                measured.add((game.name, game.seats))
    assert ("tactix", 2) in measured
    if level in ("medium", "hard"):  # the others do not look so far
        assert lost == {"tactix", "tesseract", "xchain", "xtic"}
        assert {("xchain", 3), ("xchain", 4)} < measured
    if level == "hard":
        assert ("xchain", 2) in measured


def _is_measured(analysis: engine.Analysis) -> bool:
    """Whether the game's own measure decides, because the search says of several moves only that they lose."""
    distances = [found.value.distance for found in analysis.moves]
    return distances.count(None) > 1 and max(distance or 0 for distance in distances) <= UNKNOWN_LOSS


def test_what_the_core_cannot_play_has_no_level_there() -> None:
    assert engine.core_level(games.game("tactix"), "perfect") is None
    assert engine.core_level(games.game("tactix"), "random") is None
