"""Small networks: trained here in floating point, written as integers for the core (core/search/network.hpp)."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as missing:
    from quincunx.extras import needs

    raise ModuleNotFoundError(needs(__name__, missing, "train"), name=missing.name) from None

Floats = NDArray[np.float32]

MAGIC = b"QXN1"
MOST = 4095
"""The greatest activation, and the greatest weight behind the first layer: as in the core."""
UNIT = 128
"""An activation of 1.0 in whole numbers."""
ANSWER = 1000
"""An answer of 1.0, a logit, in whole numbers."""


@dataclass
class Network:
    """Layers of weights with a rectifier in between. The answer is a logit."""

    weights: list[Floats]
    biases: list[Floats]

    @classmethod
    def random(cls, inputs: int, hidden: tuple[int, ...], scale: Floats, seed: int) -> Network:
        """An initial network; `scale` is the usual magnitude of each input."""
        draw, sizes = np.random.default_rng(seed), (inputs, *hidden, 1)
        weights = []
        for before, after in pairwise(sizes):
            spread = np.sqrt(2 / before) if after > 1 else 0.1 / np.sqrt(before)
            weights.append(draw.normal(0, spread, (before, after)).astype(np.float32))
        weights[0] /= np.maximum(scale, 0.05)[:, None]
        return cls(weights, [np.zeros(size, np.float32) for size in sizes[1:]])

    def layers(self, inputs: Floats) -> list[Floats]:
        """The inputs, then the output of every layer; the last are the answers."""
        found = [inputs]
        for weights, biases in zip(self.weights, self.biases, strict=True):
            sums = found[-1] @ weights + biases
            found.append(sums if len(found) == len(self.weights) else np.clip(sums, 0, MOST / UNIT))
        return found

    def answers(self, inputs: Floats) -> Floats:
        """The logit of each row of inputs; the last axis holds the inputs."""
        rows = inputs.reshape(-1, inputs.shape[-1])
        parts = [self.layers(rows[at : at + 65536])[-1] for at in range(0, len(rows), 65536)]
        return np.asarray(np.concatenate(parts).reshape(inputs.shape[:-1]), np.float32)

    def to_bytes(self) -> bytes:
        """As integers, in the core's format."""
        found, incoming = [MAGIC, struct.pack("<I", len(self.weights))], 1
        for at, (weights, biases) in enumerate(zip(self.weights, self.biases, strict=True)):
            outgoing = ANSWER if at + 1 == len(self.weights) else UNIT
            most = MOST if at else 32767
            shift = max(k for k in range(20) if np.abs(weights).max() * outgoing / incoming * 2**k <= most or k == 0)
            whole = np.clip(np.rint(weights.T * (outgoing / incoming * 2**shift)), -most, most).astype("<i2")
            half = 2**shift // 2  # the core's shift rounds down
            bias = (np.rint(biases * outgoing * 2**shift) + half).astype("<i4")
            found.append(struct.pack("<III", weights.shape[0], weights.shape[1], shift))
            found += [whole.tobytes(), bias.tobytes()]
            incoming = outgoing
        return b"".join(found)


@dataclass
class Fit:
    """Learns a network from examples, an epoch at a time (Adam, with a rate that falls to 0).

    `inputs` have the shape (examples, rows, numbers), `targets` (examples, rows). With one row the target is the chance
    to win; with more the rows are the sides of a position, whose chances add up to 1.
    """

    network: Network
    inputs: NDArray[np.int16]
    targets: Floats
    epochs: int
    rate: float = 2e-3
    size: int = 1024
    decay: float = 1e-5
    seed: int = 0
    done: int = 0
    _moments: list[tuple[Floats, Floats]] = field(default_factory=list)

    def run(self) -> Iterator[float]:
        """The loss of each epoch."""
        steps = -(-len(self.inputs) // self.size)
        parameters = self.network.weights + self.network.biases
        if not self._moments:
            self._moments = [(np.zeros_like(each), np.zeros_like(each)) for each in parameters]
        while self.done < self.epochs:
            order = np.random.default_rng((self.seed, self.done)).permutation(len(self.inputs))
            total = 0.0
            for step in range(steps):
                chosen = order[step * self.size : (step + 1) * self.size]
                loss, gradients = self._gradients(self.inputs[chosen].astype(np.float32), self.targets[chosen])
                total += loss * len(chosen)
                self._descend(parameters, gradients, self.done * steps + step + 1, self.epochs * steps)
            self.done += 1
            yield total / len(self.inputs)

    def _gradients(self, inputs: Floats, targets: Floats) -> tuple[float, list[Floats]]:
        examples, rows, width = inputs.shape
        layers = self.network.layers(inputs.reshape(-1, width))
        answers = layers[-1].reshape(examples, rows)
        said = chances(answers)
        loss = -(targets * np.log(said + 1e-9)).sum()
        if rows == 1:
            loss -= ((1 - targets) * np.log(1 - said + 1e-9)).sum()
        back = ((said - targets) / examples).reshape(-1, 1)
        weights, biases = self.network.weights, []
        found: list[Floats] = []
        for at in range(len(weights) - 1, -1, -1):
            found.append(layers[at].T @ back + self.decay * weights[at])
            biases.append(back.sum(0))
            if at:
                back = (back @ weights[at].T) * ((layers[at] > 0) & (layers[at] < MOST / UNIT))
        return float(loss) / examples, found[::-1] + biases[::-1]

    def _descend(self, parameters: list[Floats], gradients: list[Floats], step: int, steps: int) -> None:
        rate = self.rate * 0.5 * (1 + np.cos(np.pi * step / steps))
        for each, gradient, (mean, square) in zip(parameters, gradients, self._moments, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            each -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)


def chances(answers: Floats) -> Floats:
    """The answers as chances to win: of one side, or of all sides of a position."""
    if answers.shape[1] == 1:
        return np.asarray(1 / (1 + np.exp(-np.clip(answers, -30, 30))), np.float32)
    powers = np.exp(answers - answers.max(1, keepdims=True))
    return np.asarray(powers / powers.sum(1, keepdims=True), np.float32)
