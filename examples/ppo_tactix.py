"""Learns 4x4 tactix against a level with MaskablePPO of sb3-contrib, on matches that the compiled core plays.

    make learn                                  about six minutes on one core, with a folder of its own for PyTorch
    python examples/ppo_tactix.py --opponent medium --minutes 20 --out build/ppo

It writes `curve.csv` and `curve.svg` (how many of 200 matches it wins against the opponent after so many steps) and the
model, `model.zip`. The learner changes seats from match to match, and the opponent's moves come from one call for all
matches (`quincunx.adapters.gymnasium.Versus`).
"""

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

from quincunx.adapters.gymnasium import Versus

SIZE, MATCHES, CHECKED, EVERY = 4, 64, 200, 20_480
"""Of the grid; matches at once; matches of a test; steps between two tests."""


class Matches(VecEnv):
    """A `Versus` as Stable-Baselines3 wants it: planes in a row, masks by a method, everything else about an end in
    `infos`."""

    def __init__(self, opponent: str, count: int) -> None:
        self.versus = Versus("tactix", count, opponent=opponent, size=SIZE)
        planes = self.versus.matches.observations
        super().__init__(count, spaces.Box(0, 1, (planes[0].size,), np.float32), self.versus.single_action_space)
        self.actions = np.zeros(count, np.int64)
        self.masks = np.zeros((count, 1), np.bool_)

    def reset(self) -> NDArray[Any]:
        return self._seen(self.versus.reset(seed=self.seed_of_all)[0])

    seed_of_all = 0

    def _seen(self, seen: dict[str, NDArray[Any]]) -> NDArray[np.float32]:
        self.masks = seen["action_mask"].astype(np.bool_)
        return seen["observation"].reshape(self.num_envs, -1).astype(np.float32)

    def step_async(self, actions: NDArray[Any]) -> None:
        self.actions = actions

    def step_wait(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], list[dict[str, Any]]]:
        seen, rewards, over, cut, info = self.versus.step(self.actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(over | cut):
            last = info["final_obs"][i]["observation"].reshape(-1).astype(np.float32)
            infos[i] = {"terminal_observation": last, "TimeLimit.truncated": bool(cut[i])}
        return self._seen(seen), rewards.astype(np.float32), over | cut, infos

    def env_method(self, method_name: str, *_: Any, **__: Any) -> list[Any]:
        assert method_name == "action_masks"
        return list(self.masks)

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:  # noqa: ARG002
        return [getattr(self.versus, attr_name, None)] * self.num_envs

    def set_attr(self, *_: Any, **__: Any) -> None: ...

    def env_is_wrapped(self, *_: Any, **__: Any) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None: ...


def score(model: MaskablePPO, opponent: str) -> float:
    """The share of matches that it wins, one in each place, half of them from either seat."""
    matches, paid = Matches(opponent, CHECKED), np.zeros(CHECKED)
    matches.seed_of_all = 1
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
        self.opponent, self.end = opponent, time.monotonic() + 60 * minutes
        self.began, self.next = time.monotonic(), 0
        self.points: list[tuple[int, float, float]] = []

    def _on_step(self) -> bool:
        return time.monotonic() < self.end

    def _on_rollout_start(self) -> None:
        if self.num_timesteps < self.next:
            return
        self.next = self.num_timesteps + EVERY
        share, seconds = score(self.model, self.opponent), time.monotonic() - self.began
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
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--out", type=Path, default=Path("build/ppo"))
    words = parser.parse_args()
    model = MaskablePPO(
        "MlpPolicy",
        Matches(words.opponent, MATCHES),
        n_steps=64,
        batch_size=1024,
        n_epochs=6,
        gamma=0.99,
        ent_coef=0.01,
        learning_rate=1e-3,
        policy_kwargs={"net_arch": [256, 256]},
        seed=1,
        device="cpu",
    )
    curve = Curve(words.opponent, words.minutes)
    model.learn(10**9, callback=curve)
    share = score(model, words.opponent)
    curve.points.append((model.num_timesteps, time.monotonic() - curve.began, share))
    words.out.mkdir(parents=True, exist_ok=True)
    rows = [f"{steps},{seconds:.0f},{won}" for steps, seconds, won in curve.points]
    (words.out / "curve.csv").write_text("\n".join(["steps,seconds,won", *rows]) + "\n")
    (words.out / "curve.svg").write_text(drawn(curve.points, words.opponent))
    model.save(words.out / "model")
    print(f"wins {share:.0%} of {CHECKED} matches against {words.opponent}; the curve is in {words.out}")


if __name__ == "__main__":
    main()
