"""Lost positions: which move holds out longest.

Every level plays so once its own search shows that all moves lose. Distances that the search proved decide. Where it
proved the loss alone, without a distance, the game's own measure decides (MEASURES).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from quincunx.engine.analysis import UNKNOWN_LOSS, Analysis, Limits
from quincunx.engine.thinking import think
from quincunx.games import State
from quincunx.games.xchain.law import XchainState

TABLE = 16
"""Counters of tactix for which a table with all distances takes some milliseconds."""

DEPTHS = (1, 3)
"""In xchain, how many moves ahead to look for the win of the other seat."""

PROBE = 10_000
"""Nodes of such a look at most, a few milliseconds."""

JUDGED = 2_000
"""Positions of a tree in which every seat of xchain plays for itself."""


def longest(state: State, analysis: Analysis) -> list[str]:
    """The moves of a lost position that hold out longest, as far as that is known or can be seen quickly."""
    distances = {found.move: found.value.distance for found in analysis.moves if found.value.exact}
    open_ended = [found.move for found in analysis.moves if found.value.distance is None]
    known = max((distance for distance in distances.values() if distance is not None), default=0)
    if not open_ended or known > UNKNOWN_LOSS:
        return [move for move, distance in distances.items() if distance == known]
    measure = MEASURES.get(state.game.name)
    return measure(state, open_ended) if measure and len(open_ended) > 1 else open_ended


def prudent(state: State, analysis: Analysis, moves: list[str], draw: Callable[[list[str]], str]) -> str:
    """A move of xchain drawn from these, but none that lets the other seat win at once while another does not."""
    left, tried = list(moves), ""
    while left:
        move = draw(left)
        if not _allows_win(state, move):
            return move
        tried = tried or move
        left.remove(move)
    others = (found.move for found in analysis.ranked() if found.move not in moves)
    return next((move for move in others if not _allows_win(state, move)), tried)


def _allows_win(state: State, move: str) -> bool:
    after = state.play(move)
    return not after.outcome and _wins(after, 1)


def _tactix(state: State, moves: list[str]) -> list[str]:
    """By a table of distances; where that is too large, those that leave the most replies to choose from."""
    if state.body.count("o") <= TABLE:
        found = think(state, Limits(), "table", None).moves
        return _most({each.move: each.value.distance or 0 for each in found if each.move in moves})
    return _most({move: len(state.play(move).moves()) for move in moves})


def _xchain(state: State, moves: list[str]) -> list[str]:
    """Those after which the other seat does not win at once, then those after which it does not win within three
    moves. With more seats a loss is one against all others together; then what each seat would do for itself."""
    assert isinstance(state, XchainState)
    if len(state.living) > 2:
        found = think(state, Limits(nodes=JUDGED), "montecarlo", None).best_moves
        return [each.move for each in found if each.move in moves] or moves
    for depth in DEPTHS:
        held = [move for move in moves if not _wins(state.play(move), depth)]
        if not held:
            break
        moves = held
    return moves


def _wins(state: State, depth: int) -> bool:
    """Whether the seat to move is seen to win within so many moves."""
    best = think(state, Limits(depth=depth, nodes=PROBE), "squares", None).best.value
    return best.exact and best.seats[state.actor - 1] == 1.0


def _most(counts: Mapping[str, int]) -> list[str]:
    return [move for move, count in counts.items() if count == max(counts.values())]


MEASURES: Mapping[str, Callable[[State, list[str]], list[str]]] = {"tactix": _tactix, "xchain": _xchain}
"""For games whose searches prove losses without their distance."""
