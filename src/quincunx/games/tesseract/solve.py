"""Solves tesseract: looks for a strategy of quiet moves and threat sequences by which a seat wins.

There is no proof of a draw: a position that nobody wins by such means is searched until the memory is full.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from quincunx._core import Control, TesseractProof
from quincunx.games import Refused, State
from quincunx.games.tesseract.law import TesseractState
from quincunx.law import Message, text
from quincunx.proofs.certificate import Certificate
from quincunx.proofs.progress import Effort, Progress, Tell
from quincunx.proofs.saved import Saved
from quincunx.proofs.solving import NoProof

LEAST = 1 << 26
"""Bytes of memory: less ends before anything is found. The empty board of four dimensions needs about 0.5 GB."""
SLICE = 1_000_000
"""Nodes between two looks at the clock: less than a second."""
SAVING = 30.0
"""Seconds between two savings."""
SAVED = "tesseract 1"
"""The version of what is saved; another method would need another."""


def solve(state: State, effort: Effort, tell: Tell) -> Certificate:
    assert isinstance(state, TesseractState)
    if effort.memory < LEAST:
        raise NoProof("tesseract.proof.memory", needed=f"{LEAST / 2**30:.2g}", allowed=f"{effort.memory / 2**30:.2g}")
    return Solving(state, effort).run(tell)


@dataclass
class Solving:
    """The search for one position's certificate."""

    state: TesseractState
    effort: Effort
    nodes: int = 0
    """Of this run."""
    nodes_before: int = 0
    seconds_before: float = 0.0
    """Of the runs that were saved."""

    def __post_init__(self) -> None:
        self.began = time.monotonic()
        mover = self.state.mover
        # The seat to move may win in any way; the other one only if it threatens to already.
        self.proofs = {
            seat: TesseractProof(str(self.state), seat, self.effort.memory * share // 8)
            for seat, share in ((mover, 7), (3 - mover, 1))
        }
        if self.effort.resume and self.effort.resume.exists():
            self._load(self.effort.resume)

    def run(self, tell: Tell) -> Certificate:
        saved = time.monotonic()
        try:
            while True:
                for seat, proof in self.proofs.items():
                    if not proof.exhausted and proof.fill < 1 and self._slice(proof):
                        return self._certificate(seat, proof)
                if all(proof.exhausted or proof.fill >= 1 for proof in self.proofs.values()):
                    raise NoProof(self._failure())
                if self.effort.resume and time.monotonic() - saved > SAVING:
                    self._save(self.effort.resume)
                    saved = time.monotonic()
                tell(self._progress())
        finally:
            if self.effort.resume:
                self._save(self.effort.resume)

    def _slice(self, proof: TesseractProof) -> bool:
        control = Control()
        proved = proof.run(SLICE, control)
        self.nodes += control.nodes
        return proved

    def _progress(self) -> Progress:
        proof = self.proofs[self.state.mover]
        return Progress(proof.share, text("tesseract.proof.won", positions=f"{proof.known:,}"), self.nodes, proof.fill)

    def _failure(self) -> Message:
        if any(proof.fill >= 1 for proof in self.proofs.values()):
            return Message("tesseract.proof.full", memory=f"{self.effort.memory / 2**30:.2g}")
        return Message("tesseract.proof.none")

    def _certificate(self, seat: int, proof: TesseractProof) -> Certificate:
        tags = {
            "Method": "threat sequences, and proof numbers over quiet moves",
            "Nodes": str(self.nodes_before + self.nodes),
            "Seconds": f"{self.seconds_before + time.monotonic() - self.began:.0f}",
        }
        return Certificate(self.state, str(seat), "strategy", tags, tuple(proof.strategy()))

    # Only the positions proved so far are saved; the path to them is found again quickly.

    def _save(self, path: Path) -> None:
        lines = [f"{seat} {line}" for seat, proof in self.proofs.items() for line in proof.remember()]
        seconds = self.seconds_before + time.monotonic() - self.began
        Saved(str(self.state), self.nodes_before + self.nodes, seconds, tuple(lines)).write(path, SAVED)

    def _load(self, path: Path) -> None:
        try:
            saved = Saved.read(path, SAVED)
            if saved.position != str(self.state):
                raise NoProof("tesseract.proof.another", position=saved.position)
            self.nodes_before, self.seconds_before = saved.nodes, saved.seconds
            for seat, proof in self.proofs.items():
                proof.recall([line[2:] for line in saved.lines if line.startswith(f"{seat} ")])
        except (OSError, ValueError) as error:
            reason = error.message if isinstance(error, Refused) else str(error)
            raise NoProof("tesseract.proof.saved", path=str(path), reason=reason) from None
