"""One match against a fixed opponent, as an ordinary environment of Gymnasium.

>>> import gymnasium
>>> import quincunx.adapters.gymnasium
>>> env = gymnasium.make("quincunx/tactix-v0", opponent="easy", size=3)
>>> observation, info = env.reset(seed=42)
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((2, 3, 3), 27)

A step is one move of the learner and the replies of all others, up to its next turn.
"""

from __future__ import annotations

import secrets
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from quincunx import engine, games
from quincunx.adapters.rendering import RENDER_MODES, checked, rendered
from quincunx.adapters.terms import longest, numbers, rewards_of
from quincunx.games import CHANCE, State
from quincunx.law.draws import Draws
from quincunx.planes import planes

RANDOM = "random"
"""The opponent that makes any legal move."""


class Solo(gymnasium.Env[dict[str, NDArray[Any]], Any]):
    """A learner in one seat, the opponent in all others.

    The opponent is "random" or a level; without a seat the learner changes seats from match to match. An illegal action
    loses at once. `action_masks` is what MaskablePPO of sb3-contrib asks for.
    """

    metadata = {"render_modes": [*RENDER_MODES], "render_fps": 1}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        game: str,
        opponent: str = RANDOM,
        seat: int | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        self.render_mode = checked(render_mode)
        self.game, self.opponent, self.seat = choose_match(game, opponent, seat, options)
        self._numbers, self._fixed = numbers(self.game), seat
        shape, count = planes(self.game.start(""), 1).shape, len(self.game.actions)
        self.observation_space: spaces.Space[Any] = spaces.Dict(
            {"observation": spaces.Box(0, 1, shape, np.uint8), "action_mask": spaces.Box(0, 1, (count,), np.int8)}
        )
        self.action_space = spaces.Discrete(count)
        self._seed, self._matches = secrets.token_hex(16), 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Begins a match. The same seed gives the same matches, this one and those of later resets without a seed."""
        super().reset(seed=seed, options=options)
        if seed is not None:
            self._seed, self._matches = str(seed), 0
        while True:
            self._matches += 1
            self._moves = self._rolls = 0
            self.seat = self._fixed or (self._matches - 1) % self.game.seats + 1
            self.position = self._reply(self.game.start(self._match_seed))
            if not self._is_over():  # the others may finish a match before the learner's first turn
                return self._seen(), {}

    def step(self, action: Any) -> tuple[dict[str, NDArray[Any]], float, bool, bool, dict[str, Any]]:
        if not self.action_space.contains(action):
            raise ValueError(f"an action is a number from 0 to {len(self._numbers) - 1}, not {action!r}")
        move = self.game.actions[int(action)]
        if move not in self.position.moves():
            return self._seen(), -1.0, True, False, {"illegal": move}
        self._moves += 1
        self.position = self._reply(self.position.play(move))
        if self._is_over():
            return self._seen(), rewards_of(self.position)[self.seat - 1], True, False, {}
        return self._seen(), 0.0, False, self._moves >= longest(self.game), {}

    def action_masks(self) -> NDArray[np.bool_]:
        """True for each action that the learner may choose now."""
        mask = np.zeros(len(self._numbers), np.bool_)
        if not self._is_over():
            mask[[self._numbers[move] for move in self.position.moves()]] = True
        return mask

    def render(self) -> Any:
        """The board as text, or as an array of height, width and three colours."""
        return rendered(self.position, self.render_mode)

    @property
    def _match_seed(self) -> str:
        return f"{self._seed}/{self._matches}"

    def _is_over(self) -> bool:
        return bool(self.position.outcome) or not self.position.plays(self.seat)

    def _seen(self) -> dict[str, NDArray[Any]]:
        return {"observation": planes(self.position, self.seat), "action_mask": self.action_masks().astype(np.int8)}

    def _reply(self, position: State) -> State:
        """Rolls dice and moves for the others until it is the learner's turn, or the learner is out."""
        while not position.outcome and position.plays(self.seat):
            if position.actor == CHANCE:
                self._rolls += 1
                position = position.play(self._draws(position).weighted(position.chances()))
                continue
            if position.turn == self.seat:
                break
            if self.opponent == RANDOM:
                moves = position.moves()
                position = position.play(moves[self._draws(position).below(len(moves))])
            else:
                position = position.play(engine.choose(position, self.opponent, self._match_seed)[0])
            self._moves += 1
        return position

    def _draws(self, position: State) -> Draws:
        return Draws(self._match_seed, f"{self._moves} {self._rolls} {position}")


def choose_match(game: str, opponent: str, seat: int | None, options: dict[str, object]) -> tuple[games.Game, str, int]:
    """The game with its options, the opponent and the first seat; ValueError for what does not exist."""
    chosen = games.game(game).with_options(",".join(f"{key}={value}" for key, value in options.items()))
    if opponent not in (opponents := engine.available(chosen)):
        raise ValueError(f"opponent must be one of {', '.join(opponents)}, not {opponent!r}")
    if seat is not None and seat not in range(1, chosen.seats + 1):
        raise ValueError(f"seat must be from 1 to {chosen.seats}, not {seat}")
    return chosen, opponent, seat or 1
