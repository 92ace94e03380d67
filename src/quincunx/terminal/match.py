"""The interface between a match and the front ends, the same for local and remote tables."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

from quincunx.terminal.request import First

Json: TypeAlias = dict[str, Any]


class Match(Protocol):
    """A match as front ends see it. `proceed` may run in its own thread; everything else is quick and thread-safe."""

    @property
    def table(self) -> Json:
        """The table as docs/protocol.md describes it: `state`, `seats`, `history`, `mine`, `may`, `last`, …"""

    @property
    def pending(self) -> bool:
        """Whether something can happen without the people here: a computer has to act, or others play remotely."""

    @property
    def remote(self) -> bool:
        """Whether it is played at a table of a server, where waiting for other people may take any time."""

    def proceed(self) -> None:
        """Waits until it has happened or was stopped. Raises Refused if nothing can happen any more."""

    def do(self, do: str, seat: int, **more: object) -> None:
        """Executes a command of docs/protocol.md: `move`, `roll`, `resign`, `ask`, `answer` (with the
        `question` that is answered), `stand_in` (another `level` for a computer); raises Refused."""

    def tick(self) -> bool:
        """Checks the clock; True if somebody's time has just run out."""

    def hurry(self) -> None:
        """Makes a thinking computer play the best move it has found so far."""

    @property
    def asks_first(self) -> bool:
        """Whether each game of the series asks who goes first."""

    def again(self, first: First | None = None) -> Match:
        """The next match with the same players, after this one is over; `first` begins, or another seat than before.

        Other people have to agree: it waits for them, and raises Refused if they decline or `close` is called.
        """

    def close(self) -> None:
        """Ends `proceed`; the match is not used afterwards."""

    @property
    def saved_as(self) -> str:
        """The name of the saved game that holds the current state; empty if it is not saved."""

    def save(self) -> str:
        """Saves the match on this machine and returns the name of the saved game; raises Refused if that fails."""

    def snapshot(self) -> bytes:
        """The contents of a save file; raises Refused if a server keeps the match."""

    def record(self) -> str:
        """The match so far as a record."""

    def notices(self) -> list[str]:
        """New messages about saving, each returned once."""
