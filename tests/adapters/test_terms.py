"""How long a match can be: the limits given to OpenSpiel, Gymnasium and PettingZoo."""

from __future__ import annotations

import random

import pytest

from quincunx import games
from quincunx.adapters.terms import longest

WITHOUT_DICE = [variant for variant in games.variants() if not games.game(variant).has_dice]


def length(game: str, seed: str) -> int:
    """The moves of a random match that takes as little as it can with each."""
    state, draws, moves = games.start(game, seed), random.Random(seed), 0
    while not state.outcome:
        state = state.play(draws.choice([move for move in state.moves() if "-" not in move]))
        moves += 1
    return moves


@pytest.mark.parametrize("game", WITHOUT_DICE)
def test_no_match_is_longer(game: str) -> None:
    most = longest(games.game(game))
    assert max(length(game, str(seed)) for seed in range(20)) <= most


@pytest.mark.parametrize(
    ("game", "most"),
    [
        ("tactix:size=3", 9),
        ("tactix", 16),
        ("tactix:size=6,goal=last-wins", 36),
        ("xtic", 32),
        ("xchain:size=3x3", 16),
    ],
)
def test_some_match_is_as_long(game: str, most: int) -> None:
    assert longest(games.game(game)) == most
    assert max(length(game, str(seed)) for seed in range(200)) == most


@pytest.mark.parametrize(("game", "most"), [("xchain:preset=columns4", 97), ("xchain:seats=3,preset=blocks2", 149)])
def test_squares_that_are_full_at_the_start_make_a_match_shorter(game: str, most: int) -> None:
    assert (longest(games.game("xchain")), longest(games.game(game))) == (161, most)
