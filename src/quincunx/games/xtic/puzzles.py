"""Puzzles of xtic, by solving positions with seven pieces and more."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import combinations, cycle

from quincunx import engine, games
from quincunx.engine import Limits
from quincunx.games import State
from quincunx.games.xtic.law import EMPTY, XticState, lines
from quincunx.law.draws import Draws
from quincunx.puzzles.making import Only, only_by

GRADES = (5, 8, 11, 14)
VARIANTS = ("type=normal", "type=nodiags", "type=torus", "goal=complete")
FEWEST, MOST = 7, 12
"""Pieces on the board: with fewer a proof takes long, with more there is little left to choose."""


def candidates(draws: Draws) -> Iterator[State]:
    """One position from each of many games of random moves, none of which ends the game."""
    for variant in cycle(VARIANTS):
        state, plies = games.start(f"xtic:{variant}"), 2 * FEWEST + draws.below(2 * (MOST - FEWEST))
        for _ in range(plies):
            open_still = [after for after in map(state.play, state.moves()) if not after.outcome]
            if not open_still:
                break
            state = draws.choice(open_still)
        else:
            yield state


def only_move(state: State) -> Only | None:
    return only_by(engine.analyse(state, Limits(), "solve"))


def likeness(state: State) -> Hashable:
    """An invariant of all symmetries of squares and pieces: in how many properties the pieces of each line, and each of
    them and the piece in hand, differ. Now and then two different positions have the same key; that does no harm."""
    assert isinstance(state, XticState)
    differ = []
    for line in lines(state.game.type):
        pieces = [state.board[i] for i in line if state.board[i] != EMPTY]
        pairs = sorted((a ^ b).bit_count() for a, b in combinations(pieces, 2))
        hand = sorted((piece ^ state.hand).bit_count() for piece in pieces) if state.hand is not None else []
        differ.append((len(pieces), pairs, hand))
    return str((state.game, sorted(differ)))
