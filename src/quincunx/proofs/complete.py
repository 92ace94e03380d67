"""Proves every leaf of a certificate by a compiled checker, on several threads, with saved progress.

A game's `complete.py` checks the tree of a certificate with the law, like its `check.py`. What is left are leaves,
which the game's checker (checkers/NAME.cpp) proves one by one.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass
from threading import Lock
from typing import Generic, Protocol, TypeVar

from quincunx.games import Refused
from quincunx.law.messages import Message, text
from quincunx.proofs.certificate import Certificate, Unproved
from quincunx.proofs.progress import Effort, Progress, Tell
from quincunx.proofs.saved import Saved

SAVING = 10.0
"""Seconds between two savings."""


class Prover(Protocol):
    """A compiled checker. Each thread has its own."""

    @property
    def nodes(self) -> int:
        """How many positions it has searched."""

    def stop(self) -> None:
        """Ends what it is doing, from another thread."""


P = TypeVar("P", bound=Prover)


@dataclass(frozen=True, slots=True)
class Leaf(Generic[P]):
    name: str
    """One word that names it among the leaves of its certificate."""
    proved: Callable[[P], bool | None]
    """Whether the claim about it is true; None if the prover was stopped."""
    fault: Message
    """What is wrong if the claim is false."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The work of all runs."""

    leaves: int
    nodes: int
    seconds: float
    """Of CPU time."""

    def __str__(self) -> str:
        cpu, nodes = f"{self.seconds:,.0f}", f"{self.nodes:,}"
        return text("proofs.complete.proved", leaves=f"{self.leaves:,}", nodes=nodes, seconds=cpu)


def prove(
    certificate: Certificate, leaves: Iterable[Leaf[P]], prover: Callable[[int], P], effort: Effort, tell: Tell
) -> Tally:
    """Proves all leaves; Unproved says which is false. `prover` makes a prover with that many bytes of memory."""
    work = _Work(certificate, {leaf.name: leaf for leaf in leaves}, effort)
    provers = [prover(effort.memory // effort.threads) for _ in range(effort.threads)]
    with ThreadPoolExecutor(len(provers)) as pool:
        running = {pool.submit(work.run, own) for own in provers}
        saved = time.monotonic()
        try:
            while running:
                done, running = wait(running, timeout=1.0, return_when=FIRST_EXCEPTION)
                for ended in done:
                    ended.result()
                tell(work.progress(sum(own.nodes for own in provers)))
                if time.monotonic() - saved > SAVING:
                    saved = time.monotonic()
                    work.save()
        finally:
            work.open.clear()
            for own in provers:
                own.stop()
            wait(running)
            work.save()
    return Tally(len(work.leaves), work.nodes, work.seconds)


class _Work(Generic[P]):
    """What is proved and what is still to be proved; threads share it."""

    def __init__(self, certificate: Certificate, leaves: dict[str, Leaf[P]], effort: Effort) -> None:
        self.position, self.resume = str(certificate.state), effort.resume
        self.method = f"complete check of {certificate.sha256}"
        self.leaves = leaves
        self.proved: dict[str, None] = {}
        self.nodes, self.seconds = 0, 0.0
        if self.resume and self.resume.exists():
            try:
                saved = Saved.read(self.resume, self.method)
            except (Refused, ValueError) as error:
                reason = error.message if isinstance(error, Refused) else str(error)
                raise Refused("proofs.complete.saved", path=str(self.resume), reason=reason) from None
            self.nodes, self.seconds = saved.nodes, saved.seconds
            self.proved = dict.fromkeys(name for name in saved.lines if name in leaves)
        self.lock = Lock()
        self.open = deque(leaf for leaf in leaves.values() if leaf.name not in self.proved)

    def run(self, prover: P) -> None:
        while self.open:
            try:
                leaf = self.open.popleft()
            except IndexError:  # another thread has taken the last one
                return
            nodes, began = prover.nodes, time.thread_time()
            proved = leaf.proved(prover)
            if proved is None:
                return
            if not proved:
                raise Unproved(leaf.fault)
            with self.lock:
                self.nodes += prover.nodes - nodes
                self.seconds += time.thread_time() - began
                self.proved[leaf.name] = None

    def progress(self, nodes: int) -> Progress:
        count, total = len(self.proved), len(self.leaves)
        what = text("proofs.complete.proving", number=f"{count:,}", total=f"{total:,}")
        return Progress(count / max(total, 1), what, nodes)

    def save(self) -> None:
        if self.resume:
            with self.lock:
                saved = Saved(self.position, self.nodes, self.seconds, tuple(self.proved))
            saved.write(self.resume, self.method)
