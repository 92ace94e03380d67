"""The lessons are data: here the law reads them, so that no step asks for what cannot be done."""

from __future__ import annotations

import json
from typing import Any

import pytest

from quincunx import engine, games
from quincunx.games import CHANCE, GAMES, registry


def steps(game: str) -> list[dict[str, Any]]:
    file = registry.file(game, "web", "lesson.json")
    assert file is not None
    lesson = json.loads(file.read_text("utf-8"))
    assert lesson["game"] == game
    found: list[dict[str, Any]] = lesson["steps"]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_step_can_be_done_and_every_other_move_is_answered(game: str) -> None:
    *tasks, _ = steps(game)
    assert 10 <= len(tasks) <= 14
    for step in tasks:
        state = games.parse(step["position"])
        legal, wanted, avoided = set(state.moves()), step.get("moves", []), set(step.get("avoid", []))
        good = legal if wanted == "any" else legal - avoided if avoided else set(wanted)
        assert good <= legal, step["title"]
        assert avoided <= legal, step["title"]
        wrong = step.get("wrong", {})
        assert set(wrong) - {"*"} <= legal - good, step["title"]
        if good and state.actor != CHANCE and good != legal:
            assert "*" in wrong or legal - good <= set(wrong), f"{step['title']}: a wrong move without words"
        assert not (good and state.outcome), step["title"]


@pytest.mark.parametrize("game", GAMES)
def test_the_last_game_can_be_won(game: str) -> None:
    """By proof, or where dice decide by a good estimate; against a level that the game has."""
    last = steps(game)[-1]
    state = games.parse(last["play"])
    assert last["level"] in engine.levels.available(state.game)
    learner = state.turn - 1
    if state.actor == CHANCE:
        state = state.play("7")
    best = engine.analyse(state, engine.Limits(nodes=2_000_000)).best.value
    assert best.seats[learner] == 1 if best.exact else best.seats[learner] > 0.6


def test_what_a_step_promises_is_true() -> None:
    """The steps that say a move wins or is the only one: the engine proves them."""
    for game, title in (
        ("xtic", "One safe square"),
        ("xtic", "The piece that fits nowhere"),
        ("xtic", "Think of the next gift"),
        ("tactix", "Three in a row"),
        ("tactix", "Two pairs"),
        ("tesseract", "Two at once"),
        ("tritoc", "Which field?"),
        ("xchain", "The last one"),
    ):
        step = next(step for step in steps(game) if step["title"] == title)
        state = games.parse(step["position"])
        found = engine.analyse(state, engine.Limits(nodes=500_000))
        won = {one.move for one in found.moves if one.value.exact and one.value.seats[state.turn - 1] == 1}
        assert won == set(step["moves"]), title
