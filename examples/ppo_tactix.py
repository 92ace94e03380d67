"""Learns 4x4 tactix against a level with MaskablePPO of sb3-contrib, on matches that the compiled core plays.

    make learn                                  three minutes of one core, with a folder of its own for PyTorch
    python examples/ppo_tactix.py --opponent easy --steps 3_000_000 --seed 2 --out build/ppo

It writes `curve.csv` and `curve.svg` (how many of 1,000 matches it wins against the opponent after so many steps) and
the model, `model.zip`. The learner has either seat in half of the matches. Half of the matches begin after some random
moves, for a beginner would never win one from the start. Of the eight ways to turn and mirror a position it always sees
the same one, so it need not learn each of them. The opponent's moves come from one call for all matches
(`quincunx.adapters.gymnasium.Versus`).
"""

import argparse
import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

from quincunx import games
from quincunx.adapters.gymnasium import Versus
from quincunx.games.tactix.law import spans

SIZE, MATCHES, CHECKED, EVERY = 4, 256, 1_000, 100_000
"""Of the grid; matches at once of each kind; matches of a test; steps between two tests."""

CURIOUS = 0.05
"""How much it is paid at first for not always choosing the same move; less and less, and nothing in the end."""

GRID = np.arange(SIZE**2).reshape(SIZE, SIZE)
VIEWS = np.array([np.rot90(grid, turns).ravel() for grid in (GRID, GRID.T) for turns in range(4)])
"""The eight ways to look at the grid: which square is seen in each place."""

TAKEN = list(spans(SIZE).values())
"""The squares that each action takes, as bits."""


def as_played(taken: int, view: list[int]) -> int:
    """The action on the grid itself that takes what is seen in these places."""
    return TAKEN.index(sum(1 << square for place, square in enumerate(view) if taken >> place & 1))


ACTIONS = np.array([[as_played(taken, view) for taken in TAKEN] for view in VIEWS.tolist()])


class Matches(VecEnv):
    """One `Versus` after the other as Stable-Baselines3 wants it. What is seen are the counters and the legal moves."""

    def __init__(self, opponents: Sequence[tuple[str, Sequence[str] | None]], count: int, seed: int = 0) -> None:
        self.parts = [Versus("tactix", count, opponent, starts=starts, size=SIZE) for opponent, starts in opponents]
        seen = spaces.Box(0, 1, (GRID.size + len(TAKEN),), np.float32)
        super().__init__(count * len(opponents), seen, self.parts[0].single_action_space)
        self.seed_of_all, self.rows = seed, np.arange(self.num_envs)
        self.views, self.actions = np.zeros((2, self.num_envs), np.int64)
        self.masks = np.zeros((0, 0), np.bool_)

    def reset(self) -> NDArray[np.float32]:
        return self._seen([part.reset(seed=self.seed_of_all + n)[0] for n, part in enumerate(self.parts)])

    def _seen(self, seen: Sequence[dict[str, NDArray[Any]]]) -> NDArray[np.float32]:
        """In the view in which the counters, read as the digits of a number, make the largest."""
        counters = np.concatenate([each["observation"][:, 0] for each in seen]).reshape(self.num_envs, -1)
        masks = np.concatenate([each["action_mask"] for each in seen]).astype(np.bool_)
        self.views = (counters[:, VIEWS] @ 2.0 ** GRID.ravel()).argmax(axis=1)
        rows = self.rows[:, np.newaxis]
        self.masks = masks[rows, ACTIONS[self.views]]
        return np.hstack([counters[rows, VIEWS[self.views]], self.masks]).astype(np.float32)

    def step_async(self, actions: NDArray[Any]) -> None:
        self.actions = ACTIONS[self.views, actions]

    def step_wait(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], list[dict[str, Any]]]:
        chosen = np.split(self.actions, len(self.parts))
        seen, rewards, over, _, _ = zip(  # tactix is never cut
            *(part.step(actions) for part, actions in zip(self.parts, chosen, strict=True)), strict=True
        )
        infos: list[dict[str, Any]] = [{} for _ in self.rows]
        return self._seen(seen), np.concatenate(rewards).astype(np.float32), np.concatenate(over), infos

    def env_method(self, method_name: str, *_: Any, **__: Any) -> list[Any]:
        assert method_name == "action_masks"
        return list(self.masks)

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:  # noqa: ARG002
        return [getattr(self.parts[0], attr_name, None)] * self.num_envs

    def set_attr(self, *_: Any, **__: Any) -> None: ...

    def env_is_wrapped(self, *_: Any, **__: Any) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None: ...


def later_positions(count: int = 5_000) -> list[str]:
    """Where half of the matches begin: after some random moves. What wins is learned from the end backwards."""
    draws, game = random.Random(1), games.game(f"tactix:size={SIZE}")
    found: list[str] = []
    while len(found) < count:
        state = game.start("")
        for _ in range(draws.randrange(1, 9)):
            state = state.play(draws.choice(state.moves()))
            if state.outcome:
                break
        else:
            found.append(str(state))
    return found


def score(model: MaskablePPO, opponent: str, seed: int = 1) -> tuple[float, float]:
    """The shares of matches that it wins in seat 1 and in seat 2, half of all matches each, one in each place."""
    matches, paid = Matches([(opponent, None)], CHECKED, seed), np.zeros(CHECKED)
    seen = matches.reset()
    while not paid.all():
        actions, _ = model.predict(seen, action_masks=matches.masks, deterministic=True)
        matches.step_async(actions)
        seen, rewards, _, _ = matches.step_wait()
        paid = np.where(paid, paid, rewards)
    return float((paid[::2] > 0).mean()), float((paid[1::2] > 0).mean())


class Curve(BaseCallback):
    """Tests the model now and then, and lets it try fewer and fewer other moves."""

    def __init__(self, opponent: str, steps: int) -> None:
        super().__init__()
        self.opponent, self.steps, self.began, self.next = opponent, steps, time.process_time(), 0
        self.points: list[tuple[int, float, float]] = []

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        self.model.ent_coef = CURIOUS * (1 - self.num_timesteps / self.steps)
        if self.num_timesteps >= self.next:
            self.next += EVERY
            self.test()

    def test(self) -> None:
        share, seconds = sum(score(self.model, self.opponent)) / 2, time.process_time() - self.began
        self.points.append((self.num_timesteps, seconds, share))
        print(f"{self.num_timesteps:>9,} steps {seconds:>6.0f} s: wins {share:.1%} against {self.opponent}", flush=True)


def drawn(points: list[tuple[int, float, float]], opponent: str) -> str:
    """The curve as SVG."""
    most = max(points[-1][0], 1)
    spots = " ".join(f"{60 + 520 * steps / most:.1f},{20 + 240 * (1 - share):.1f}" for steps, _, share in points)
    rules = "".join(
        f'<path d="M60 {20 + 2.4 * (100 - y)}h520" stroke="#ccc"/>'
        f'<text x="52" y="{24 + 2.4 * (100 - y)}" text-anchor="end">{y}%</text>'
        for y in (0, 25, 50, 75, 100)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 310" font-family="sans-serif" font-size="12">'
        f'<rect width="600" height="310" fill="#fff"/>{rules}<polyline points="{spots}" fill="none" '
        f'stroke="#06c" stroke-width="2"/><text x="60" y="280">0</text>'
        f'<text x="580" y="280" text-anchor="end">{most:,} steps, {points[-1][1]:.0f} s</text>'
        f'<text x="320" y="300" text-anchor="middle">matches won against {opponent}</text></svg>\n'
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--opponent", default="easy")
    parser.add_argument("--steps", type=int, default=1_500_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("build/ppo"))
    words = parser.parse_args()
    words.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)  # a small network: more threads would only wait for each other
    model = MaskablePPO(
        "MlpPolicy",
        Matches([(words.opponent, later_positions()), (words.opponent, None)], MATCHES, seed=1_000 * words.seed),
        n_steps=16,
        batch_size=2048,
        n_epochs=4,
        gamma=1.0,
        learning_rate=lambda left: 3e-3 * left,
        policy_kwargs={"net_arch": [256, 256], "activation_fn": torch.nn.ReLU},
        seed=words.seed,
        device="cpu",
    )
    curve = Curve(words.opponent, words.steps)
    model.learn(words.steps, callback=curve)
    curve.test()
    rows = [f"{steps},{seconds:.0f},{won}" for steps, seconds, won in curve.points]
    (words.out / "curve.csv").write_text("\n".join(["steps,seconds,won", *rows]) + "\n")
    (words.out / "curve.svg").write_text(drawn(curve.points, words.opponent))
    model.save(words.out / "model")
    first, second = score(model, words.opponent, seed=2)  # other matches than those of the curve
    won = (first + second) / 2
    sure = 1.96 * (won * (1 - won) / CHECKED) ** 0.5
    print(
        f"wins {won:.1%} of {CHECKED:,} matches against {words.opponent}, 95 % interval {won - sure:.1%} to "
        f"{won + sure:.1%}; {first:.1%} in seat 1, {second:.1%} in seat 2; the curve is in {words.out}"
    )


if __name__ == "__main__":
    main()
