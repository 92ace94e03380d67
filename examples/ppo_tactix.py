"""Learns 4x4 tactix against a level with MaskablePPO of sb3-contrib, on matches that the compiled core plays.

    make learn                                  five minutes of one core, with a folder of its own for PyTorch
    python examples/ppo_tactix.py --opponent medium --minutes 20 --out build/ppo

It writes `curve.csv` and `curve.svg` (how many of 200 matches it wins against the opponent after so many steps) and the
model, `model.zip`. The learner has either seat in half of the matches. Half of the matches begin after some random
moves, for a beginner would never win one from the start. The opponent's moves come from one call for all matches
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

SIZE, MATCHES, CHECKED, EVERY = 4, 256, 200, 50_000
"""Of the grid; matches at once against each opponent; matches of a test; steps between two tests."""


class Matches(VecEnv):
    """One `Versus` after the other as Stable-Baselines3 wants it: planes in a row, masks by a method, everything else
    about an end in `infos`."""

    def __init__(self, opponents: Sequence[tuple[str, Sequence[str] | None]], count: int, seed: int = 0) -> None:
        self.parts = [Versus("tactix", count, opponent, starts=starts, size=SIZE) for opponent, starts in opponents]
        planes = self.parts[0].matches.observations
        actions = self.parts[0].single_action_space
        super().__init__(count * len(opponents), spaces.Box(0, 1, (planes[0].size,), np.float32), actions)
        self.seed_of_all, self.actions, self.masks = seed, np.zeros(self.num_envs, np.int64), np.zeros((0, 0), np.bool_)

    def reset(self) -> NDArray[np.float32]:
        return self._seen([part.reset(seed=self.seed_of_all)[0] for part in self.parts])

    def _seen(self, seen: list[dict[str, NDArray[Any]]]) -> NDArray[np.float32]:
        self.masks = np.concatenate([each["action_mask"] for each in seen]).astype(np.bool_)
        planes = np.concatenate([each["observation"] for each in seen])
        return planes.reshape(self.num_envs, -1).astype(np.float32)

    def step_async(self, actions: NDArray[Any]) -> None:
        self.actions = actions

    def step_wait(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], list[dict[str, Any]]]:
        chosen = np.split(self.actions, len(self.parts))
        seen, rewards, over, cut, info = zip(
            *(part.step(actions) for part, actions in zip(self.parts, chosen, strict=True)), strict=True
        )
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        done, truncated = np.concatenate(over) | np.concatenate(cut), np.concatenate(cut)
        for i in np.flatnonzero(done).tolist():
            part, place = divmod(i, self.num_envs // len(self.parts))
            last = info[part]["final_obs"][place]["observation"].reshape(-1).astype(np.float32)
            infos[i] = {"terminal_observation": last, "TimeLimit.truncated": bool(truncated[i])}
        return self._seen(list(seen)), np.concatenate(rewards).astype(np.float32), done, infos

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


def score(model: MaskablePPO, opponent: str) -> float:
    """The share of matches that it wins, one in each place, half of them from either seat."""
    matches, paid = Matches([(opponent, None)], CHECKED, seed=1), np.zeros(CHECKED)
    seen = matches.reset()
    while not paid.all():
        actions, _ = model.predict(seen, action_masks=matches.masks, deterministic=True)
        matches.step_async(actions)
        seen, rewards, _, _ = matches.step_wait()
        paid = np.where(paid, paid, rewards)
    return float((paid > 0).mean())


class Curve(BaseCallback):
    """Tests the model now and then, and ends when the time is over or it always wins."""

    def __init__(self, opponent: str, minutes: float) -> None:
        super().__init__()
        self.opponent, self.end = opponent, time.process_time() + 60 * minutes
        self.began, self.next = time.process_time(), 0
        self.points: list[tuple[int, float, float]] = []

    def _on_step(self) -> bool:
        return time.process_time() < self.end

    def _on_rollout_start(self) -> None:
        if self.num_timesteps < self.next:
            return
        self.next = self.num_timesteps + EVERY
        share, seconds = score(self.model, self.opponent), time.process_time() - self.began
        self.points.append((self.num_timesteps, seconds, share))
        print(f"{self.num_timesteps:>9,} steps {seconds:>6.0f} s: wins {share:.0%} against {self.opponent}", flush=True)


def drawn(points: list[tuple[int, float, float]], opponent: str) -> str:
    """The curve as SVG."""
    most = max(points[-1][0], 1)
    spots = " ".join(f"{60 + 520 * steps / most:.1f},{20 + 240 * (1 - share):.1f}" for steps, _, share in points)
    rules = "".join(
        f'<path d="M60 {20 + 2.4 * (100 - y)}h520" stroke="#ccc"/>'
        f'<text x="52" y="{24 + 2.4 * (100 - y)}" text-anchor="end">{y} %</text>'
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
    parser.add_argument("--minutes", type=float, default=5, help="of CPU time")
    parser.add_argument("--out", type=Path, default=Path("build/ppo"))
    words = parser.parse_args()
    torch.set_num_threads(1)  # a small network: more threads would only wait for each other
    model = MaskablePPO(
        "MlpPolicy",
        Matches([(words.opponent, later_positions()), (words.opponent, None)], MATCHES),
        n_steps=16,
        batch_size=2048,
        n_epochs=4,
        gamma=1.0,
        ent_coef=0.02,
        learning_rate=2e-3,
        policy_kwargs={"net_arch": [256, 256]},
        seed=1,
        device="cpu",
    )
    curve = Curve(words.opponent, words.minutes)
    model.learn(10**9, callback=curve)
    share = score(model, words.opponent)
    curve.points.append((model.num_timesteps, time.process_time() - curve.began, share))
    words.out.mkdir(parents=True, exist_ok=True)
    rows = [f"{steps},{seconds:.0f},{won}" for steps, seconds, won in curve.points]
    (words.out / "curve.csv").write_text("\n".join(["steps,seconds,won", *rows]) + "\n")
    (words.out / "curve.svg").write_text(drawn(curve.points, words.opponent))
    model.save(words.out / "model")
    print(f"wins {share:.0%} of {CHECKED} matches against {words.opponent}; the curve is in {words.out}")


if __name__ == "__main__":
    main()
