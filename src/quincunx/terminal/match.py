"""A match as the people at this screen have it, wherever its table stands."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

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

    def again(self) -> Match:
        """The next match with the same players, when this one is over."""

    def close(self) -> None:
        """Ends `proceed`; nothing is asked of this match any more."""
