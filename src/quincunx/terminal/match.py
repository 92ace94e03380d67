"""A match as the people at this screen have it, wherever its table stands."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

from quincunx.terminal.request import First

Json: TypeAlias = dict[str, Any]


class Match(Protocol):
    """What a front end drives. `proceed` may run in a thread of its own; all else is quick, and safe beside it."""

    @property
    def table(self) -> Json:
        """The table as docs/protocol.md describes it: `state`, `seats`, `history`, `mine`, `may`, `last`, …"""

    @property
    def pending(self) -> bool:
        """Whether something can happen without the people here: a computer is to act, or others play elsewhere."""

    def proceed(self) -> None:
        """Waits until it has happened, or was stopped. Refused where nothing will happen any more."""

    def do(self, do: str, seat: int, **more: object) -> None:
        """A deed of docs/protocol.md: `move`, `throw`, `resign`, `ask`, `answer`. Refused tells why not."""

    def tick(self) -> bool:
        """Looks at the clock; whether somebody's time has run out just now."""

    def hurry(self) -> None:
        """A computer that thinks here makes the best move it has found so far."""

    @property
    def asks_first(self) -> bool:
        """Whether each game of the series asks who goes first."""

    def again(self, first: First | None = None) -> Match:
        """The next match with the same players, when this one is over; another one begins, or the `first`."""

    def close(self) -> None:
        """Ends `proceed`; nothing is asked of this match any more."""

    @property
    def saved_as(self) -> str:
        """The name under which this machine has the match as it is now; empty: under none."""

    def save(self) -> str:
        """Saves it on this machine, where that does not happen by itself; under which name. Refused says why not."""

    def snapshot(self) -> bytes:
        """The contents of a file from which the match can go on. Refused where it is kept elsewhere."""

    def record(self) -> str:
        """The match so far as a record."""

    def notices(self) -> list[str]:
        """What the people here have not been told yet about the keeping of the match."""
