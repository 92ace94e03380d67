"""What people can read about a level: what it sees, and its rating as docs/strength.md measured it."""

import runpy
from pathlib import Path

import pytest

from quincunx import engine, games
from quincunx.games import GAMES

ROOT = Path(__file__).parents[2]


def test_the_ratings_are_those_of_the_page() -> None:
    ratings = runpy.run_path(str(ROOT / "bench" / "ladder.py"))["ratings"]
    measured = ratings((ROOT / "docs" / "strength.md").read_text("utf-8"))
    assert measured
    for variant, levels in measured.items():
        game = games.game(variant)
        assert {name: engine.rating(game, name) for name in levels} == levels, "run bench/ladder.py --ratings"


def test_a_variant_that_was_not_measured_has_no_rating() -> None:
    assert engine.rating(games.game("tactix:goal=last-wins"), "medium") is None
    assert engine.rating(games.game("tactix"), "perfect") is None


@pytest.mark.parametrize("name", GAMES)
def test_every_level_says_what_it_sees(name: str) -> None:
    game = GAMES[name]()
    said = {level: str(engine.about(game, level)) for level in engine.available(game)}
    assert len(set(said.values())) == len(said)
    assert all(words.endswith(".") for words in said.values())
