"""The games as PettingZoo environments: its own tests for every variant, and what they do not ask."""

from types import ModuleType
from typing import Any

import numpy as np
import pytest
from gymnasium.spaces import Discrete
from pettingzoo.test.api_test import api_test
from pettingzoo.test.render_test import render_test
from pettingzoo.test.seed_test import seed_test

from quincunx import games, text
from quincunx.adapters import pettingzoo, terms
from quincunx.adapters.pettingzoo import GameModule, MatchEnv, tactix_v0, tritoc_v0, xchain_v0, xtic_v0
from quincunx.law.messages import Message

MODULES: dict[str, GameModule] = {f"{name}_v0": getattr(pettingzoo, f"{name}_v0") for name in games.GAMES}


def split(variant: str) -> tuple[GameModule, dict[str, str]]:
    name, _, options = variant.partition(":")
    return MODULES[f"{name}_v0"], dict(option.split("=") for option in options.split(",") if option)


def play_at_random(env: Any, seed: int) -> dict[str, float]:
    """Plays to the end, and gives what each agent was paid in all."""
    env.reset(seed=seed)
    paid = dict.fromkeys(env.agents, 0.0)
    random = np.random.default_rng(seed)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        paid[agent] += reward
        choices = np.flatnonzero(observation["action_mask"])
        env.step(None if termination or truncation else int(random.choice(choices)))
    return paid


def test_every_game_has_a_module_under_its_own_name() -> None:
    assert [module.name for module in MODULES.values()] == list(games.GAMES)
    assert [str(module.env()) for module in MODULES.values()] == list(MODULES)


# What it warns of: masks make an observation a dictionary, and an empty tactix board is all zeros.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros")
@pytest.mark.parametrize("variant", games.variants())
def test_pettingzoo_is_content(variant: str) -> None:
    module, options = split(variant)
    api_test(module.env(**options))
    seed_test(lambda: module.env(**options))


@pytest.mark.parametrize("variant", games.variants())
def test_masks_and_results_are_the_laws(variant: str) -> None:
    module, options = split(variant)
    env = module.raw_env(**options)
    env.reset(seed=5)
    assert str(env.game) == str(games.game(variant))
    while env.position.outcome is None:
        chosen = [env.game.actions[i] for i in np.flatnonzero(env.observe(env.agent_selection)["action_mask"])]
        if env.terminations[env.agent_selection]:
            assert chosen == []
            env.step(None)
            continue
        assert tuple(chosen) == env.position.moves()
        for other in set(env.agents) - {env.agent_selection}:
            assert not env.observe(other)["action_mask"].any()
        env.step(env.numbers[chosen[-1]])
    winner = env.position.outcome.winner
    for agent in env.agents:
        expected = 0 if winner is None else 1 if agent == f"seat_{winner}" else -1 / (env.game.seats - 1)
        assert env.rewards[agent] == expected
        assert env.terminations[agent]


def test_dice_and_starts_come_from_the_seed() -> None:
    options = {"level": "red3", "first": "random"}
    one, two = tritoc_v0.raw_env(**options), tritoc_v0.raw_env(**options)
    seen = set()
    for seed in range(8):
        one.reset(seed=seed)
        two.reset(seed=seed)
        assert one.position == two.position
        seen.add(str(one.position))
        one.reset()
        two.reset()
        assert one.position == two.position, "the match after it comes from the seed too"
        seen.add(str(one.position))
    assert len(seen) == 16
    one, two = tritoc_v0.raw_env(**options), tritoc_v0.raw_env(**options)
    one.reset()
    two.reset()
    assert one.position != two.position, "without any seed no two environments are alike"


def test_dice_are_rolled_by_the_environment() -> None:
    env = tritoc_v0.raw_env()
    rolls = set()
    for seed in range(60):
        env.reset(seed=seed)
        assert env.position.actor == env.position.turn
        rolls.add(env.position.view()["roll"])
    assert {5, 6, 7, 8, 9} <= rolls <= set(range(3, 12)), "2 and 12 are useless on an empty board"


def test_a_dead_seat_leaves_and_is_paid_at_once() -> None:
    env = xchain_v0.raw_env(seats=3, size="3x3")
    env.reset()
    for move in ("a1", "b1", "c3"):  # seat 1 then takes b1 by bursting
        env.step(env.numbers[move])
    env.step(env.numbers["a1"])
    assert env.agent_selection == "seat_2"
    assert env.terminations == {"seat_1": False, "seat_2": True, "seat_3": False}
    assert env.rewards == {"seat_1": 0, "seat_2": -0.5, "seat_3": 0}
    env.step(None)
    assert env.agents == ["seat_1", "seat_3"]
    assert env.agent_selection == "seat_3"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_paid_sums_to_nothing(seats: int) -> None:
    paid = play_at_random(xchain_v0.env(seats=seats, size="4x4"), seed=seats)
    assert sorted(paid.values()) == pytest.approx([-1 / (seats - 1)] * (seats - 1) + [1])


def test_tritoc_is_cut_and_pays_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terms, "MOST_MOVES", 7)
    env = tritoc_v0.raw_env()
    env.reset(seed=0)
    for _ in range(7):
        assert not any(env.truncations.values())
        env.step(int(np.argmax(env.observe(env.agent_selection)["action_mask"])))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert not any(env.rewards.values())


def test_a_raw_environment_refuses_and_stays_as_it_was() -> None:
    env = xtic_v0.raw_env()
    env.reset()
    before = env.position
    with pytest.raises(games.IllegalMove):
        env.step(env.numbers["a1"])
    for action in (32, None):
        with pytest.raises(games.IllegalMove) as refused:
            env.step(action)
        assert refused.value.message == Message("adapters.action", action=str(action), last=31)
    assert env.position is before
    assert env.agent_selection == "seat_1"


def test_an_illegal_action_loses_the_way_pettingzoo_has_it() -> None:
    env = xtic_v0.env()
    env.reset()
    env.step(16)
    assert all(env.terminations.values())
    assert env.rewards == {"seat_1": -1, "seat_2": 0}


def test_a_board_is_drawn_as_text() -> None:
    env = tactix_v0.env(render_mode="ansi", size=3)
    env.reset()
    env.step(0)
    assert env.render() == text.board(games.start("tactix:size=3").play("a1").view())
    silent = tactix_v0.env()
    silent.reset()
    assert silent.render() is None
    with pytest.raises(ValueError, match="render_mode must be one of"):
        tactix_v0.env(render_mode="video")


@pytest.mark.parametrize("options", [{"type": "round"}, {"size": 5}])
def test_wrong_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(games.InvalidOption):
        xtic_v0.env(**options)


def test_spaces_are_each_agents_own() -> None:
    match = MatchEnv(games.game("xchain:seats=4"), "xchain_v0")
    spaces = [match.action_space(agent) for agent in match.possible_agents]
    assert spaces == [Discrete(64)] * 4
    assert len(set(map(id, spaces))) == 4


@pytest.mark.parametrize("name", games.GAMES)
def test_every_game_passes_the_render_test(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    module = getattr(pettingzoo, f"{name}_v0")
    assert isinstance(module, ModuleType)
    render_test(module.env)
    assert capsys.readouterr().out  # of the mode "human"
