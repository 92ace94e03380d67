"""Progress reports of long computations, and their limits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Effort:
    """What a solver may use."""

    threads: int = 1
    memory: int = 1 << 30
    """Bytes, for tables."""
    resume: Path | None = None
    """The file in which it saves its progress, and from which it continues if the file exists."""


@dataclass(frozen=True, slots=True)
class Progress:
    share: float
    """Of the work, or of the top of the tree, from 0 to 1."""
    what: str
    """What is being done, in a few words."""
    nodes: int = 0
    """Of this run, without those of earlier runs that it continues."""
    fill: float = 0.0
    """Of the table, from 0 to 1."""


Tell = Callable[[Progress], None]
"""Called about once a second, from the caller's own thread, so that Ctrl-C arrives: it may raise KeyboardInterrupt, and
what `Effort.resume` names has been saved a short while before."""
