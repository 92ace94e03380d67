"""The interface of a player in the arena."""

from __future__ import annotations

from typing import Protocol

from quincunx.games import State


class ArenaPlayer(Protocol):
    """A player that chooses moves. Problems are raised as Failure and never affect other matches."""

    def begin(self, seed: int) -> None:
        """Begins a new match; all randomness should come from the seed."""

    def choose(self, state: State, share: float | None, most: float) -> str:
        """Chooses a move in about `share` seconds, if given; after `most` seconds the match is lost."""

    def close(self) -> None:
        """Releases resources. After a Failure `begin` starts the player again."""

    def stop(self) -> None:
        """Called from another thread: makes `begin` or `choose` return soon, with a move or a Failure."""
