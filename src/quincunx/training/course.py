"""One training: matches in chunks that are kept in a folder, then a network with its model card.

A training that was stopped resumes after the complete chunks. The same subject, seed and number of rounds
give the same examples; the weights may differ in their last bits from one NumPy to another.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import platform
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from quincunx import _core
from quincunx.atomic import replace
from quincunx.games import Refused
from quincunx.training import plots
from quincunx.training.network import Fit, Floats, Network, chances
from quincunx.training.selfplay import Plan, Sample, play

Examples = tuple[NDArray[np.int16], Floats]


@dataclass(frozen=True)
class Subject:
    """What one network learns."""

    name: str
    """Of the network, as the core knows it."""
    plans: tuple[Plan, ...]
    """The matches of one round."""
    hidden: tuple[int, ...]
    examples: Callable[[list[Sample]], Examples]
    """The inputs and the results of samples: the shapes are (examples, rows, numbers) and (examples, rows)."""


@dataclass(frozen=True)
class Course:
    """A training of one subject, in a folder of its own."""

    subject: Subject
    folder: Path
    rounds: int
    epochs: int
    seed: int

    @property
    def plot(self) -> Path:
        return self.folder / f"{self.subject.name}.svg"

    def play(self) -> Iterator[str]:
        """Plays the matches that are missing; the name of each chunk when it is complete."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for number in range(self.rounds * len(self.subject.plans)):
            chunk = self._chunk(number)
            if not chunk.exists():
                plan = self.subject.plans[number % len(self.subject.plans)]
                lines = "".join(f"{sample}\n" for sample in play(plan, self.seed + number))
                replace(chunk, gzip.compress(lines.encode(), mtime=0), private=False)
            yield chunk.name

    def learn(self) -> Iterator[str]:
        """Learns from all chunks but the last, which is for validation; a line for each epoch, after which
        the plot is written again. Then writes the network and its card."""
        *lessons, exam = [self._examples(n) for n in range(self.rounds * len(self.subject.plans))]
        inputs, targets = (np.concatenate(each) for each in zip(*lessons, strict=True))
        scale = np.sqrt((inputs.astype(np.float32) ** 2).mean((0, 1)))
        network = Network.random(inputs.shape[2], self.subject.hidden, scale, self.seed)
        losses, errors = list[float](), list[float]()
        for epoch, loss in enumerate(Fit(network, inputs, targets, self.epochs, seed=self.seed).run(), 1):
            said = chances(network.answers(exam[0].astype(np.float32)))
            losses.append(loss)
            errors.append(float(((said - exam[1]) ** 2)[:, 0].mean()))
            replace(self.plot, plots.training(self.subject.name, self.epochs, losses, errors).encode(), private=False)
            yield f"{epoch}/{self.epochs}: {loss:.4f}, {errors[-1]:.4f}"
        data = network.to_bytes()
        replace(self.folder / f"{self.subject.name}.net", data, private=False)
        card = self._card(data, len(inputs), len(exam[0]), errors[-1])
        replace(self.folder / f"{self.subject.name}.json", card, private=False)

    def _chunk(self, number: int) -> Path:
        return self.folder / f"{self.subject.name}-{self.seed}-{number:04d}.gz"

    def _examples(self, number: int) -> Examples:
        chunk = self._chunk(number)
        try:
            with gzip.open(chunk, "rt", encoding="utf-8") as lines:
                inputs, targets = self.subject.examples(list(map(Sample.read, lines)))
            if not (targets.size and np.isfinite(targets).all()):
                raise ValueError
            return inputs, targets
        except (gzip.BadGzipFile, EOFError, zlib.error, ValueError):
            raise Refused("training.chunk", path=str(chunk)) from None

    def _card(self, data: bytes, examples: int, exam: int, error: float) -> bytes:
        """What the network is and how it was made."""
        game, _, _ = self.subject.plans[0].variant.partition(":")
        options = f"--rounds {self.rounds} --epochs {self.epochs} --seed {self.seed}"
        card = {
            "name": self.subject.name,
            "sha256": hashlib.sha256(data).hexdigest(),
            "bytes": len(data),
            "licence": "Apache-2.0",
            "command": f"quincunx train {game} --only {self.subject.name} {options} --out FOLDER",
            "data": [f"{p.variant}, {p.method}, {p.nodes} nodes, {p.matches} matches" for p in self.subject.plans],
            "rounds": self.rounds,
            "epochs": self.epochs,
            "seed": self.seed,
            "examples": examples,
            "held_out": exam,
            "brier": error,
            "versions": {"quincunx": _core.version, "numpy": np.__version__, "python": platform.python_version()},
        }
        return (json.dumps(card, indent=2) + "\n").encode()
