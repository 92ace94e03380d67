"""Many matches against a fixed opponent, as a vector environment of Gymnasium on the batched core.

>>> import gymnasium
>>> import quincunx.adapters.gymnasium
>>> matches = gymnasium.make_vec("quincunx/tactix-v0", num_envs=64, opponent="random", size=3)
>>> observation, info = matches.reset(seed=42)
>>> observation["observation"].shape, observation["action_mask"].shape
((64, 2, 3, 3), (64, 27))

A step is one move of the learner and the replies of all others, up to its next turn. docs/batch.md has the details.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, TypeAlias

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray
except ModuleNotFoundError as missing:
    from quincunx.extras import needs

    raise ModuleNotFoundError(needs(__name__, missing, "gymnasium"), name=missing.name) from None

from quincunx import batch, engine, games
from quincunx.adapters.solo import RANDOM, choose_match
from quincunx.adapters.terms import longest, numbers

Observation: TypeAlias = dict[str, NDArray[Any]]
"""`observation`, the planes that the learner sees, and `action_mask`, a 1 for each action that it may choose now."""


class Versus(VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """A learner in one seat of each match, the opponent in all others.

    The opponent is "random" or a level. The learner sits in the given seat, or without one in seat 1 of the first
    match, 2 of the second, and round again. An illegal action loses that match at once. `starts` are positions in which
    the matches begin, each equally likely, instead of the game's own.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        opponent: str = RANDOM,
        seat: int | None = None,
        threads: int = 1,
        starts: Sequence[str] | None = None,
        **options: object,
    ) -> None:
        chosen, _, _ = choose_match(game, opponent, seat, options)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.num_envs = num_envs
        self.opponent = opponent
        self.matches = batch.Environment(
            str(chosen), num_envs, secrets.randbits(64), threads=threads, longest=longest(chosen), starts=starts
        )
        self.seats = np.full(num_envs, seat, np.int8) if seat else np.arange(num_envs, dtype=np.int8) % chosen.seats + 1
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, self.matches.ends(self.seats).shape[1:], np.uint8),
                "action_mask": spaces.Box(0, 1, (len(chosen.actions),), np.int8),
            }
        )
        self.single_action_space = spaces.Discrete(len(chosen.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._level = engine.core_level(chosen, opponent) if self.matches.in_core else None
        self._seed, self._played = secrets.token_hex(16), np.zeros(num_envs, np.int64)
        self._clear()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Restarts all matches, or those that `options["reset_mask"]` marks."""
        super().reset(seed=seed)
        which = (options or {}).get("reset_mask")
        if seed is not None:
            self._seed, self._played = str(seed), np.zeros(self.num_envs, np.int64)
        self.matches.reset(seed, which)
        self._played += 1 if which is None else which
        self._clear()
        self._reply()
        return self._seen(), {}

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        actions = np.asarray(actions)
        if not (actions.dtype.kind in "iu" and self.action_space.contains(actions)):
            raise ValueError(f"actions must be {self.num_envs} numbers from 0 to {self.matches.masks.shape[1] - 1}")
        self._clear()
        wrong = ~self.matches.masks[np.arange(self.num_envs), actions]
        before = self._seen() if wrong.any() else {}
        self._play(np.where(wrong, batch.WAIT, actions))
        if wrong.any():
            self._end(wrong, np.full(self.num_envs, -1.0), before["observation"])
            self.matches.reset(which=wrong)
            self._played += wrong
        self._reply()
        info: dict[str, Any] = {}
        if self._over.any():
            info = {"final_obs": self._finals, "_final_obs": self._over, "final_info": {}, "_final_info": self._over}
        return self._seen(), self._rewards, self._over & ~self._cut, self._cut, info

    def _clear(self) -> None:
        """Resets the end flags before a step."""
        self._rewards = np.zeros(self.num_envs)
        self._over, self._cut = np.zeros((2, self.num_envs), np.bool_)
        self._finals = np.full(self.num_envs, None, dtype=object)

    def _seen(self) -> Observation:
        """Copies, as Gymnasium's users expect."""
        return {"observation": self.matches.observations.copy(), "action_mask": self.matches.masks.astype(np.int8)}

    def _reply(self) -> None:
        """Moves of the opponent, until it is the learner's turn in every match."""
        while (others := self.matches.turns != self.seats).any():
            self._play(np.where(others, self._choices(others), batch.WAIT))

    def _choices(self, others: NDArray[np.bool_]) -> NDArray[np.int32]:
        if self.opponent == RANDOM:
            return self.matches.sample()
        if self._level:
            return self.matches.choose(self._level, self._seed, self._played, others)
        chosen, known = np.full(self.num_envs, batch.WAIT, np.int32), numbers(self.matches.game)
        for i in np.flatnonzero(others).tolist():
            seed = f"{self._seed}/{i}/{self._played[i]}"
            chosen[i] = known[engine.choose(games.parse(self.matches.position(i)), self.opponent, seed)[0]]
        return chosen

    def _play(self, actions: NDArray[Any]) -> None:
        _, rewards, done, cut = self.matches.step(actions)
        self._played += done
        if (ended := done & ~self._over).any():  # a match that was over before the learner's first move is not reported
            self._cut |= cut & ended
            self._end(ended, rewards[np.arange(self.num_envs), self.seats - 1], self.matches.ends(self.seats))

    def _end(self, which: NDArray[np.bool_], rewards: NDArray[Any], seen: NDArray[np.uint8]) -> None:
        self._over |= which
        self._rewards[which] = rewards[which]
        none = np.zeros(self.matches.masks.shape[1], np.int8)
        for i in np.flatnonzero(which).tolist():
            self._finals[i] = {"observation": seen[i], "action_mask": none}


for name in games.GAMES:
    gymnasium.register(
        f"quincunx/{name}-v0",
        entry_point="quincunx.adapters.solo:Solo",
        vector_entry_point=f"{__name__}:Versus",
        kwargs={"game": name},
    )
