"""Turns: to turn and to play is to play and to turn, in the games whose proofs rest on that."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from quincunx import games
from quincunx.games import State
from quincunx.games.tactix import check as tactix
from quincunx.games.tactix.law import TactixState
from quincunx.games.xchain import check as xchain
from quincunx.games.xchain.law import XchainState
from quincunx.law.draws import Draws
from quincunx.law.symmetry import image, least, turn, turns


def turned_move(state: State, move: str, number: int) -> str:
    """The same move on the turned board."""
    if isinstance(state, XchainState):
        return state.game.actions[turn(*state.game.size, number)[state.game.places[move]]]
    assert isinstance(state, TactixState)
    squares = state.game.squares
    ends = [squares[turn(state.game.size, state.game.size, number)[squares.index(end)]] for end in move.split("-")]
    return state.game.move("-".join(ends))


@pytest.mark.parametrize(
    ("game", "turned"),
    [
        ("tactix", tactix.turned),
        ("tactix:size=5", tactix.turned),
        ("xchain:size=3x3", xchain.turned),
        ("xchain:size=3x4", xchain.turned),
        ("xchain:size=5x3", xchain.turned),
    ],
)
def test_turning_and_playing_may_change_places(game: str, turned: Callable[[State, int], State]) -> None:
    draws = Draws(game, "turns")
    for _ in range(3):
        state = games.start(game)
        while not state.outcome:
            move = draws.choice(state.moves())
            after = state.play(move)
            square = not game.startswith("xchain") or "3x3" in game
            for number in range(8 if square else 4):
                assert turned(state, number).play(turned_move(state, move, number)) == turned(after, number)
            state = after


def test_turns_are_eight_or_four_and_all_different() -> None:
    assert len({turn(4, 4, number) for number in turns(4, 4)}) == 8
    assert len({turn(3, 4, number) for number in turns(3, 4)}) == 4
    with pytest.raises(ValueError, match="3x4 has no turn 4"):
        turn(3, 4, 4)


def test_all_turns_of_a_set_have_the_same_least_image() -> None:
    draws = Draws("sets", "turns")
    for size in (3, 5, 6):
        for _ in range(20):
            squares = draws.below(2**30) & (1 << size * size) - 1
            images = {image(size, number, squares) for number in range(8)}
            assert {least(size, each) for each in images} == {min(images)}
