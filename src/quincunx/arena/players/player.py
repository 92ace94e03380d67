"""The interface of a player in the arena."""

from __future__ import annotations

from typing import Protocol

from quincunx.games import State


class Player(Protocol):
    """One who can be asked for moves. What goes wrong is raised as Failure, and never harms another match."""

    def begin(self, seed: int) -> None:
        """A new match begins; all that is random in it is to come from the seed."""

    def choose(self, state: State, share: float | None, most: float) -> str:
        """A move. It should take `share` seconds if that is told, and loses the match after `most`."""

    def close(self) -> None:
        """Ends whatever runs for it. After a Failure `begin` starts it anew."""

    def stop(self) -> None:
        """From another thread: lets `begin` or `choose` return soon, with whatever there is or a Failure. The player
        is only closed after that."""
