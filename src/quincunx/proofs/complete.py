"""Proves every leaf of a certificate by a compiled checker, on several threads, with saved progress.

A game's `complete.py` checks the tree of a certificate with the law, like its `check.py`. What is left are leaves,
which the game's checker (checkers/NAME.cpp) proves one by one.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
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
        """Stops its search; called from another thread."""


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
class WorkDone:
    """The work of all runs."""

    leaves: int
    nodes: int
    seconds: float
    """Of CPU time."""
    earlier: int
    """Of the leaves, those that were proved in earlier runs: only the save file says so."""
    save: Path | None

    def __str__(self) -> str:
        cpu, nodes = f"{self.seconds:,.0f}", f"{self.nodes:,}"
        said = text("proofs.complete.proved", leaves=f"{self.leaves:,}", nodes=nodes, seconds=cpu)
        if not self.earlier:
            return said
        return f"{said} {text('proofs.complete.earlier', number=f'{self.earlier:,}', path=str(self.save))}"


def prove(
    certificate: Certificate, leaves: Iterable[Leaf[P]], provers: Sequence[P], effort: Effort, tell: Tell
) -> WorkDone:
    """Proves all leaves; Unproved says which is false. Each prover works on a thread of its own."""
    work = _Work(certificate, _by_name(leaves), effort)
    ended: SimpleQueue[BaseException | None] = SimpleQueue()  # Ctrl-C may interrupt it at any place

    def run(own: P) -> None:
        try:
            work.run(own)
        except BaseException as fault:
            ended.put(fault)  # to be raised in the caller's thread
        else:
            ended.put(None)

    threads = [Thread(target=run, args=(own,)) for own in provers]
    saved = time.monotonic()
    try:
        for thread in threads:
            thread.start()
        running = len(threads)
        while running:
            try:
                problem = ended.get(timeout=1.0)
            except Empty:
                pass
            else:
                running -= 1
                if problem:
                    raise problem
            tell(work.progress(sum(own.nodes for own in provers)))
            if time.monotonic() - saved > SAVING:
                saved = time.monotonic()
                work.save()
    finally:
        work.open.clear()
        for own in provers:
            own.stop()
        for thread in threads:
            if thread.is_alive():
                thread.join()
        work.save()
    if work.proved.keys() != work.leaves.keys():
        raise Unproved("proofs.complete.stopped")
    return WorkDone(len(work.leaves), work.nodes, work.seconds, work.earlier, effort.resume)


def _by_name(leaves: Iterable[Leaf[P]]) -> dict[str, Leaf[P]]:
    """A leaf may occur twice. Two different ones must not share a name, since only one would be proved."""
    named: dict[str, Leaf[P]] = {}
    for leaf in leaves:
        if named.setdefault(leaf.name, leaf).fault != leaf.fault:
            raise ValueError(f"two leaves have the name {leaf.name}")
    return named


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
        self.earlier = len(self.proved)
        self.lock = Lock()
        self.open = deque(leaf for leaf in leaves.values() if leaf.name not in self.proved)

    def run(self, prover: P) -> None:
        while self.open:
            try:
                leaf = self.open.popleft()
            except IndexError:  # another thread has taken the last one
                return
            nodes, began = prover.nodes, time.thread_time()
            try:
                proved = leaf.proved(prover)
            except ValueError as error:
                problem = Message("proofs.complete.cannot", reason=str(error))
                raise Unproved("proofs.at", place=leaf.name, problem=problem) from None
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
