"""The games as PettingZoo environments in which the seats act one after the other (AEC).

>>> from quincunx.adapters.pettingzoo import xtic_v0
>>> env = xtic_v0.env(type="torus")
>>> env.reset(seed=42)
>>> observation, reward, termination, truncation, info = env.last()
>>> env.agent_selection, observation["observation"].shape, int(observation["action_mask"].sum())
('seat_1', (11, 4, 4), 16)

The options of the game are the parameters of `env`. Actions are numbered as in `Game.actions`. A win pays 1, a draw 0,
a loss -1 shared by all who lose; a seat that is out of the game gets its share at once. The environment rolls the dice,
from the seed. docs/adapters.md has the details.
"""

from __future__ import annotations

import secrets
from types import ModuleType
from typing import Any, TypeAlias

try:
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as missing:
    from quincunx.extras import needs

    raise ModuleNotFoundError(needs(__name__, missing, "pettingzoo"), name=missing.name) from None

from quincunx import games
from quincunx.adapters.rendering import RENDER_MODES, checked, rendered
from quincunx.adapters.terms import longest, move, numbers, rewards_of
from quincunx.games import CHANCE, Game, State
from quincunx.law.draws import Draws
from quincunx.planes import planes

Observation: TypeAlias = dict[str, NDArray[Any]]
"""`observation`, the planes that the agent sees, and `action_mask`, a 1 for each action that it may choose now."""


class MatchEnv(AECEnv[str, Any, Any]):
    """One match after the other, unwrapped: an illegal action raises `IllegalMove` and changes nothing."""

    def __init__(self, game: Game, name: str, render_mode: str | None = None) -> None:
        self.metadata = {
            "name": name,
            "render_modes": [*RENDER_MODES],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.game = game
        self.render_mode = checked(render_mode)
        self.possible_agents = [f"seat_{seat}" for seat in range(1, game.seats + 1)]
        self.numbers = numbers(game)
        shape, count = planes(game.start(""), 1).shape, len(game.actions)
        # Each agent has spaces of its own, because a space is also the agent's source of random samples.
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, shape, np.uint8),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self._seed, self._matches = secrets.token_hex(16), 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begins a match. The same seed gives the same matches, this one and those of later resets without a seed."""
        if seed is not None:
            self._seed, self._matches = str(seed), 0
        self._matches += 1
        self._moves = self._rolls = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._come_to(self.game.start(self._match_seed))

    def observe(self, agent: str) -> Observation:
        mask = np.zeros(len(self.numbers), np.int8)
        if agent == self._mover:
            mask[[self.numbers[legal] for legal in self.position.moves()]] = 1
        return {"observation": planes(self.position, 1 + self.possible_agents.index(agent)), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        after = self.position.play(move(self.game, action))
        self._moves += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._come_to(after)
        self._pay()
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> Any:
        return rendered(self.position, self.render_mode)

    def close(self) -> None:
        """Does nothing; there is nothing to close."""

    @property
    def _match_seed(self) -> str:
        return f"{self._seed}/{self._matches}"

    @property
    def _mover(self) -> str | None:
        return None if self.position.outcome else f"seat_{self.position.turn}"

    def _come_to(self, position: State) -> None:
        """Rolls the dice until somebody can choose, and selects that agent."""
        while position.actor == CHANCE:
            self._rolls += 1
            draws = Draws(self._match_seed, f"throw {self._rolls}")
            position = position.play(draws.weighted(position.chances()))
        self.position = position
        if self._mover:
            self.agent_selection = self._mover

    def _pay(self) -> None:
        """Ends the match for all agents, or for eliminated ones; a truncated match has no rewards."""
        outcome = self.position.outcome
        if outcome is None and self._moves >= longest(self.game):
            self.truncations = dict.fromkeys(self.agents, True)
            return
        paid = rewards_of(self.position)
        for agent in self.agents:
            seat = 1 + self.possible_agents.index(agent)
            if outcome or not self.position.plays(seat):
                self.terminations[agent] = True
                self.rewards[agent] = paid[seat - 1]


class GameModule(ModuleType):
    """A game as PettingZoo's users know it, a module with `env` and `raw_env`.

    The version increases with every change that makes results incomparable.
    """

    def __init__(self, game: str, version: int) -> None:
        super().__init__(f"{__name__}.{game}_v{version}", f"{games.GAMES[game].title} for PettingZoo.")
        self.name, self.version = game, version

    def env(self, render_mode: str | None = None, **options: object) -> AECEnv[str, Any, Any]:
        """The environment with the usual wrappers: an illegal action ends the match, and costs its agent 1."""
        match = self.raw_env(render_mode, **options)
        return wrappers.OrderEnforcingWrapper(
            wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(match, illegal_reward=-1))
        )

    def raw_env(self, render_mode: str | None = None, **options: object) -> MatchEnv:
        """The environment without wrappers; `InvalidOption` where the game has no such option or value."""
        written = ",".join(f"{key}={value}" for key, value in options.items())
        return MatchEnv(games.GAMES[self.name].with_options(written), f"{self.name}_v{self.version}", render_mode)


VERSION = 0
"""The version of all environments."""


def __getattr__(name: str) -> GameModule:
    """Every game by its name and version, as in `xtic_v0`."""
    game = name.removesuffix(f"_v{VERSION}")
    if game == name or game not in games.GAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return GameModule(game, VERSION)
