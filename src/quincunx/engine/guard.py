"""What every level but the first sees (`Level.guarded`): a win with this move, and what the next seat could do with its
own.

For its games the core finds it, here, in batches and in browsers (core/levels/guard.hpp). For other games the law is
used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum
from itertools import chain

from quincunx import _core
from quincunx.engine.analysis import Analysis, in_core
from quincunx.games import State


class Danger(IntEnum):
    """What the next seat can do, with one move, to the seat that moved."""

    NONE = 0
    ELIMINATION = 1
    """Eliminate it from a game of three or more seats, which goes on without it."""
    WIN = 2


def winning(state: State) -> list[str]:
    """The moves that win at once, or after which whatever the next seat does loses at once. For games outside the core
    only the former."""
    if in_core(state.game.name):
        return _core.winning(str(state))
    ends = ((move, state.play(move).outcome) for move in state.moves())
    return [move for move, end in ends if end and end.winner == state.actor]


def danger(state: State, move: str) -> Danger:
    """The worst that the next seat can do at once after a move.

    >>> from quincunx import games
    >>> from quincunx.engine.guard import danger
    >>> state = games.parse("xchain:seats=3,size=3x3 B1A1./..C1/... aaa 1")
    >>> danger(state, "b1"), danger(state, "a3")
    (<Danger.ELIMINATION: 1>, <Danger.NONE: 0>)
    """
    if in_core(state.game.name):
        return Danger(_core.danger(str(state), move))
    after = state.play(move)
    if after.actor <= 0 or after.actor == state.actor:
        return Danger.NONE
    if winning(after):
        return Danger.WIN
    eliminates = state.game.seats > 2 and not all(after.play(reply).plays(state.actor) for reply in after.moves())
    return Danger.ELIMINATION if eliminates else Danger.NONE


def prudent(state: State, analysis: Analysis, moves: list[str], draw: Callable[[list[str]], str]) -> str:
    """A safe move: one drawn from these, or else the best of the others. If none is safe, one in the least danger."""

    def drawn() -> Iterator[str]:
        left = list(moves)
        while left:
            yield (move := draw(left))
            left.remove(move)

    dangers: dict[str, Danger] = {}
    for move in chain(drawn(), (found.move for found in analysis.ranked() if found.move not in moves)):
        dangers[move] = danger(state, move)
        if dangers[move] == Danger.NONE:
            break
    return min(dangers, key=dangers.__getitem__)
