"""Matches against an opponent, as Gymnasium's vector environments: its own checks, and what a learner gets."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from quincunx import batch, games
from quincunx.adapters.gymnasium import Observation, Versus
from quincunx.adapters.solo import Solo
from quincunx.games import GAMES
from quincunx.planes import planes


class One(gymnasium.Env[Any, Any]):
    """The first match of a vector environment, for Gymnasium's checks of one environment. It does not begin anew."""

    def __init__(self, matches: Versus) -> None:
        self.matches = matches
        self.observation_space = matches.single_observation_space
        self.action_space = matches.single_action_space

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        observation, info = self.matches.reset(seed=seed, options=options)
        return {key: value[0] for key, value in observation.items()}, info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        observation, reward, terminated, truncated, info = self.matches.step(np.array([action]))
        seen = info["final_obs"][0] if "final_obs" in info else {key: value[0] for key, value in observation.items()}
        return seen, float(reward[0]), bool(terminated[0]), bool(truncated[0]), {}


class Chooser:
    """Any legal action for each match, the same again in every run."""

    def __init__(self) -> None:
        self.draw = np.random.default_rng(5)

    def __call__(self, observation: Observation) -> Any:
        mask = observation["action_mask"]
        return (self.draw.random(mask.shape) * mask).argmax(axis=1)


@pytest.mark.parametrize("name", games.GAMES)
def test_gymnasium_finds_nothing_wrong(name: str) -> None:
    check_env(One(Versus(name)), skip_render_check=True)
    matches = gymnasium.make_vec(f"quincunx/{name}-v0", num_envs=6)
    assert matches.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    any_legal = Chooser()
    observation, _ = matches.reset(seed=1)
    for _ in range(20):
        assert matches.observation_space.contains(observation)
        observation, reward, terminated, truncated, info = matches.step(any_legal(observation))
        assert reward.shape == terminated.shape == truncated.shape == (6,)
        for i in np.flatnonzero(terminated):
            assert matches.single_observation_space.contains(info["final_obs"][i])


@pytest.mark.parametrize(("game", "opponent"), [("tritoc", "random"), ("tactix", "trivial")])
def test_matches_are_the_same_again_by_their_seed(game: str, opponent: str) -> None:
    def played() -> list[Any]:
        matches, any_legal = Versus(game, 8, opponent=opponent), Chooser()
        answer: list[Any] = [matches.reset(seed=9)]
        for _ in range(20):
            answer.append(matches.step(any_legal(answer[-1][0])))
        return answer

    assert all(data_equivalence(*pair) for pair in zip(played(), played(), strict=True))


def test_every_observation_is_the_learners() -> None:
    matches = Versus("xchain", 9, seats=3, size="4x3")
    assert matches.seats.tolist() == [1, 2, 3] * 3
    observation, _ = matches.reset(seed=2)
    any_legal, ends = Chooser(), 0
    for _ in range(60):
        for i in range(9):
            state = games.parse(matches.matches.position(i))
            assert state.turn == matches.seats[i]
            assert (observation["observation"][i] == planes(state, state.turn)).all()
        observation, reward, terminated, _, info = matches.step(any_legal(observation))
        for i in np.flatnonzero(terminated).tolist():
            ends += 1
            end = games.parse(matches.matches.end(i))
            assert end.outcome is not None
            assert reward[i] == (1 if end.outcome.winner == matches.seats[i] else -0.5)
            assert (info["final_obs"][i]["observation"] == planes(end, int(matches.seats[i]))).all()
    assert ends > 9


def test_an_illegal_action_loses_that_match_and_no_other() -> None:
    matches = Versus("tactix", 2, seat=1)
    observation, _ = matches.reset(seed=4)
    observation, *_ = matches.step(np.array([0, 0]))
    legal = int(np.flatnonzero(observation["action_mask"][1])[0])
    _, reward, terminated, truncated, info = matches.step(np.array([0, legal]))
    assert (reward.tolist(), terminated.tolist()) == ([-1, 0], [True, False])
    assert not truncated.any()
    assert (info["final_obs"][0]["observation"] == observation["observation"][0]).all()
    for wrong in ([64, 0], [0.5, 1], [True, False], [0]):
        with pytest.raises(ValueError, match="2 numbers from 0 to 63"):
            matches.step(np.array(wrong))


def test_a_match_that_is_cut_is_truncated() -> None:
    matches = Versus("tesseract", 2, seat=1)
    matches.matches = batch.Environment("tesseract", 2, longest=3)
    any_legal = Chooser()
    observation, _ = matches.reset(seed=1)
    observation, _, terminated, truncated, _ = matches.step(any_legal(observation))
    assert not (terminated | truncated).any()
    _, reward, terminated, truncated, info = matches.step(any_legal(observation))
    assert truncated.all()
    assert not terminated.any()
    assert not reward.any()
    assert [seen["observation"][:2].sum() for seen in info["final_obs"]] == [3, 3]


def test_a_level_plays_better_than_chance() -> None:
    def lost(opponent: str) -> int:
        matches = RecordEpisodeStatistics(Versus("tactix", 8, opponent=opponent, size=3))
        observation, _ = matches.reset(seed=6)
        any_legal, losses = Chooser(), 0
        for _ in range(12):
            observation, reward, *_ = matches.step(any_legal(observation))
            losses += int((reward < 0).sum() - (reward > 0).sum())
        return losses

    assert lost("hard") > lost("random") + 8


def test_some_matches_begin_anew_where_asked() -> None:
    matches = Versus("tactix", 2, seat=1)
    matches.reset(seed=1)
    observation, *_ = matches.step(np.array([0, 0]))
    renewed, _ = matches.reset(options={"reset_mask": np.array([True, False])})
    assert renewed["action_mask"][0].all()
    assert (renewed["action_mask"][1] == observation["action_mask"][1]).all()


def test_bad_terms_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^opponent must be one of trivial, .*, random, not 'god'$"):
        Versus("tactix", opponent="god")
    with pytest.raises(ValueError, match="seat must be from 1 to 2, not 3"):
        Versus("tactix", seat=3)
    with pytest.raises(ValueError, match=r"seat must be from 1 to 2, not 1\.5"):
        gymnasium.make("quincunx/tactix-v0", seat=1.5)
    with pytest.raises(games.InvalidOption):
        Versus("tactix", size=9)


# One match


@pytest.mark.parametrize("name", GAMES)
def test_a_single_environment_passes_the_checks_of_gymnasium(name: str) -> None:
    check_env(gymnasium.make(f"quincunx/{name}-v0").unwrapped)


def play_alone(env: gymnasium.Env[Any, Any], seed: int | None) -> list[Any]:
    """Plays one match with the first legal action; all that was seen, and the reward."""
    observation, _ = env.reset(seed=seed)
    seen: list[Any] = [observation["observation"].tobytes()]
    while True:
        action = int(np.flatnonzero(observation["action_mask"])[0])
        observation, reward, over, cut, _ = env.step(action)
        seen.append(observation["observation"].tobytes())
        if over or cut:
            return [*seen, reward]


@pytest.mark.parametrize("opponent", ["random", "easy"])
def test_a_seed_repeats_single_matches(opponent: str) -> None:
    for game in ("tactix", "tritoc"):
        one, two = (gymnasium.make(f"quincunx/{game}-v0", opponent=opponent) for _ in range(2))
        assert [play_alone(one, 5), play_alone(one, None)] == [play_alone(two, 5), play_alone(two, None)]
        assert play_alone(one, 6) != play_alone(two, 5)


def test_an_illegal_action_of_a_single_match_loses() -> None:
    env = gymnasium.make("quincunx/tactix-v0", size=3, seat=1)
    observation, _ = env.reset(seed=1)
    action = int(np.flatnonzero(observation["action_mask"])[0])
    env.step(action)
    assert not env.unwrapped.action_masks()[action]  # type: ignore[attr-defined]
    _, reward, over, cut, info = env.step(action)
    assert (reward, over, cut) == (-1.0, True, False)
    assert info["illegal"]


def test_who_is_eliminated_from_a_single_match_has_lost_as_much_as_at_its_end() -> None:
    env = gymnasium.make("quincunx/xchain-v0", seats=3, size="3x3", seat=2).unwrapped
    assert isinstance(env, Solo)
    lost = {True: set[float](), False: set[float]()}
    for seed in range(60):
        reward = play_alone(env, seed)[-1]
        if reward < 1:
            lost[bool(env.position.outcome)].add(reward)
    assert lost == {True: {-0.5}, False: {-0.5}}


def test_rolls_are_not_counted_as_moves_of_a_single_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.adapters.solo.longest", lambda _: 10)
    assert len(play_alone(gymnasium.make("quincunx/tritoc-v0", seat=1), 1)) == 1 + 5 + 1


def test_a_match_is_drawn_as_text_and_as_pixels() -> None:
    env = gymnasium.make("quincunx/xtic-v0", render_mode="rgb_array")
    env.reset(seed=1)
    pixels = env.render()
    assert isinstance(pixels, np.ndarray)
    assert (pixels.dtype.name, pixels.shape[2]) == ("uint8", 3)
    with pytest.raises(ValueError, match="render_mode must be one of"):
        Solo("xtic", render_mode="video")


def test_matches_begin_where_they_are_told_to() -> None:
    starts = ["tactix:size=3 ooo/.../... 1", "tactix:size=3 o.o/.../... 1"]
    matches = Versus("tactix", 16, opponent="easy", seat=1, starts=starts, size=3)
    matches.reset(seed=1)
    assert {matches.matches.position(i) for i in range(16)} == set(starts)


def test_a_level_in_the_vector_environment_plays_as_the_engine_does() -> None:
    """The replies of the core are those of Python, match by match."""

    def played(in_core: bool) -> list[str]:
        matches = Versus("tactix", 6, opponent="easy", size=3)
        if not in_core:
            matches._level = None
        seen, _ = matches.reset(seed=7)
        found = []
        for _ in range(12):
            seen, *_ = matches.step(seen["action_mask"].argmax(axis=1))
            found += [matches.matches.position(i) for i in range(6)]
        return found

    assert played(True) == played(False)
