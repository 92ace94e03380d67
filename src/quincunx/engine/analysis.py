"""The value of every move in a position: one call into the core."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from quincunx import _core
from quincunx.games import NOBODY, Refused, State
from quincunx.law.messages import Message, text

Control = _core.Control
"""Watches and stops one analysis from another thread; use a new one for each."""


UNKNOWN_LOSS = 2.5
"""The rank of a proved loss of unknown length: searches usually recognise a loss in one or two moves as such."""


class EngineRefusal(Refused):
    """Something the engine cannot do, with the reason."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What an analysis may spend; 0 means no limit of that kind.

    On one thread the same seed, memory and node limit give the same answer on every machine.
    """

    nodes: int = 0
    seconds: float = 0.0
    depth: int = 0
    """In moves; xtic's look-ahead counts placements."""
    threads: int = 1
    memory: int = 0
    """In bytes; 0 leaves it to the method."""
    seed: int = 0

    def __post_init__(self) -> None:
        for name, most in (("nodes", 2**63), ("seconds", 1e9), ("depth", 10**6), ("memory", 2**50), ("seed", 2**64)):
            if not 0 <= getattr(self, name) < most:
                raise EngineRefusal("engine.limit", name=name, value=getattr(self, name), most=f"{most:g}")
        if not 1 <= self.threads <= 256:
            raise EngineRefusal("engine.threads", value=self.threads)

    def numbers(self) -> tuple[int, float, int, int, int, int]:
        """As the core takes them."""
        return self.nodes, self.seconds, self.depth, self.threads, self.memory, self.seed


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a move: the expected result for each seat, 1 for a win, 0 for a loss, 1/2 for a draw."""

    seats: tuple[float, ...]
    exact: bool
    """Proved. Otherwise it is an estimate."""
    distance: int | None = None
    """Moves (not rolls) to the end under best play, if known."""

    def words(self, seat: int) -> str:
        """As a seat sees it: `win in 6`, `draw`, `loss`, and for an estimate `58%`."""
        mine = self.seats[seat - 1]
        kind = {1.0: "win", 0.5: "draw", 0.0: "loss"}.get(mine)
        if not self.exact or kind is None:
            percent = f"{mine:.0%}".removesuffix("%")
            return text("engine.value.exact" if self.exact else "engine.value.estimate", percent=percent)
        if self.distance is None:
            return text(f"engine.value.{kind}")
        return text(f"engine.value.{kind}-in", n=self.distance)


@dataclass(frozen=True, slots=True)
class MoveValue:
    move: str
    value: Value
    line: tuple[str, ...]
    """Best play from here, the move itself first."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """The engine's result for a position: every legal move in the law's order, with its value."""

    position: str
    actor: int
    moves: tuple[MoveValue, ...]
    basis: Message
    """What the values are based on, in words."""
    nodes: int
    seconds: float

    def ranked(self) -> tuple[MoveValue, ...]:
        """Best first for the seat to move: by value, a quick win before a slow one, a slow loss before a quick one, and
        proved values before estimates. A win of unknown length comes last among wins; a loss of unknown length comes
        before those in one or two moves, which a search usually recognises, and after all longer ones."""
        return tuple(sorted(self.moves, key=self._rank))

    @property
    def best(self) -> MoveValue:
        return self.ranked()[0]

    @property
    def best_moves(self) -> tuple[MoveValue, ...]:
        """The best move, and all others that are equally good: as quick to win, as slow to lose."""
        best = self._rank(self.best)
        return tuple(found for found in self.moves if self._rank(found) == best)

    @property
    def lost(self) -> bool:
        """Whether every move of the seat to move has the value 0."""
        return self.actor > 0 and not any(found.value.seats[self.actor - 1] for found in self.moves)

    def within(self, margin: float) -> tuple[MoveValue, ...]:
        """The moves whose value for the seat to move is at most `margin` below the best. A move of value 0 is never
        among them unless all are."""
        values = {found: found.value.seats[self.actor - 1] for found in self.moves}
        best = max(values.values())
        return tuple(found for found, value in values.items() if value >= best - margin and (value or not best))

    def _rank(self, move: MoveValue) -> tuple[float, float, bool]:
        if self.actor <= 0:
            return 0.0, 0.0, not move.value.exact
        value, distance = move.value.seats[self.actor - 1], move.value.distance
        if value > 0.5:
            length = math.inf if distance is None else float(distance)
        elif value == 0 and not move.value.exact:
            length = -math.inf
        elif value == 0:
            length = -float(UNKNOWN_LOSS if distance is None else distance)
        else:
            length = -float(distance or 0)
        return -value, length if move.value.exact or value == 0 else 0.0, not move.value.exact

    def to_json(self) -> dict[str, Any]:
        """Plain data. `basis` is the English text, and `basis_message` the same by its code and arguments."""
        moves = [
            {
                "move": found.move,
                "value": {
                    "seats": found.value.seats,
                    "exact": found.value.exact,
                    "distance": found.value.distance,
                },
                "line": found.line,
            }
            for found in self.moves
        ]  # not by dataclasses.asdict, which takes five times as long
        return {
            "position": self.position,
            "actor": self.actor,
            "moves": moves,
            "basis": str(self.basis),
            "nodes": self.nodes,
            "seconds": self.seconds,
            "basis_message": self.basis.view(),
        }


@cache
def in_core(game: str) -> bool:
    """Whether the core has a game, given by its name or with its options."""
    try:
        return _core.seats(game) > 0
    except ValueError:
        return False


def analyse_by(state: State, limits: Limits, method: str, control: Control | None = None) -> Analysis:
    """The values of all legal moves by a method of the core; EngineRefusal if the game is over or has no such
    method."""
    if state.actor == NOBODY:
        raise EngineRefusal("engine.over")
    nodes, seconds, depth, threads, memory, seed = limits.numbers()
    try:
        report = _core.analyse(
            str(state),
            method,
            nodes=nodes,
            seconds=seconds,
            depth=depth,
            threads=threads,
            memory=memory,
            seed=seed,
            control=control,
        )
    except ValueError as error:
        raise EngineRefusal("engine.core", error=str(error)) from None
    except MemoryError:
        raise EngineRefusal("engine.memory", method=method) from None
    seats = state.game.seats
    return Analysis(
        str(state),
        state.actor,
        tuple(MoveValue(f.move, _value(f, seats), tuple(f.line)) for f in report.moves),
        basis_of(report.basis),
        report.nodes,
        report.seconds,
    )


def basis_of(said: str) -> Message:
    """The message for what the core says its values are based on: a key, and a number if that has one."""
    key, _, number = said.partition(" ")
    return Message(key, n=int(number)) if number else Message(key)


def _value(finding: _core.Finding, seats: int) -> Value:
    values: Sequence[float] = finding.values[:seats]
    return Value(tuple(values), finding.exact, None if finding.distance < 0 else finding.distance)
