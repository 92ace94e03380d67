"""No certificate at all proves a falsehood: on tiny boards everything that a checker accepts is tried.

A position counts as provable if it has an answer to everything that leads only to provable positions, by the checker's
own view of answers. That is the largest set of lines that could be a certificate, also one in which lines lead to each
other in a circle. What is provable has to be what is true, by the definition, with the law alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import pytest

from quincunx import games
from quincunx.games import Refused, State, registry
from quincunx.games.xchain.check import turned
from quincunx.games.xchain.coalition import Strategy, _answered
from quincunx.games.xchain.law import XchainState
from quincunx.proofs.strategy import _answer

Behind = frozenset[State | None]
"""The lines to which accepted answers can lead; None where one ends the game."""

HOW = "012345678!-x"
"""How answers begin, right and wrong."""


@cache
def forces(state: State, seat: int) -> bool:
    """Whether the seat wins whatever all others do."""
    if state.outcome:
        return state.outcome.winner == seat
    after = (forces(state.play(move), seat) for move in state.moves())
    return any(after) if state.turn == seat else all(after)


def provable(root: State, answers: Callable[[State], list[Behind]]) -> bool:
    """`answers` gives for each thing that has to be answered in a line what is accepted."""
    lines: dict[State, list[Behind]] = {}
    waiting = [root]
    while waiting:
        if (state := waiting.pop()) not in lines:
            lines[state] = answers(state)
            waiting += [line for behind in lines[state] for line in behind if line]
    while failed := [
        state
        for state, asked in lines.items()
        if not all(any(line is None or line in lines for line in behind) for behind in asked)
    ]:
        for state in failed:
            del lines[state]
    return root in lines


def accepted(check: Callable[[str], State | None], words: Iterator[str]) -> Behind:
    found: set[State | None] = set()
    for word in words:
        try:
            found.add(check(word))
        except Refused:
            continue
    return frozenset(found)


def sequences(state: State, longest: int) -> Iterator[str]:
    """All sequences of moves, and none."""
    yield ""
    if longest and not state.outcome:
        for move in state.moves():
            for rest in sequences(state.play(move), longest - 1):
                yield f"{move},{rest}".rstrip(",")


@pytest.mark.parametrize("seats", [3, 4])
def test_coalitions_prove_what_is_true(seats: int) -> None:
    root = games.start(f"xchain:size=2x2,seats={seats}")

    def can_be_shown(strategy: Strategy) -> bool:
        def answers(state: State) -> list[Behind]:
            assert isinstance(state, XchainState)
            asked = [state] if strategy.chooses(state) else [state.play(move) for move in state.moves()]
            return [accepted(check(after), words(after)) for after in asked]

        def check(after: XchainState) -> Callable[[str], State | None]:
            return lambda word: _answered(after, word, strategy, turned)

        def words(after: State) -> Iterator[str]:
            return (how + moves for moves in sequences(after, seats) for how in HOW)

        return provable(root, answers)

    for seat in range(1, seats + 1):
        assert can_be_shown(Strategy(seat, True, 1, ())) == forces(root, seat)
        assert can_be_shown(Strategy(seat, False, 1, ())) != forces(root, seat)


@pytest.mark.parametrize(
    "game", ["xchain:size=2x2", "xchain:size=2x3", "tactix:size=3", "tactix:size=3,goal=last-wins"]
)
@pytest.mark.parametrize("winner", [1, 2])
def test_strategies_prove_what_is_true(game: str, winner: int) -> None:
    root = games.start(game)
    turned = registry.part(root.game.name, "check").turned  # type: ignore[union-attr]

    def answers(state: State) -> list[Behind]:
        if state.turn == winner:
            return [replies(state)]
        after = [state.play(move) for move in state.moves()]
        # A reply that ends the game needs no answer where it ends it for the winner, and can have none elsewhere.
        return [
            frozenset({None} if each.outcome.winner == winner else ()) if each.outcome else replies(each)
            for each in after
        ]

    def replies(state: State) -> Behind:
        words = (how + move for move in ("", *state.moves()) for how in HOW)
        return accepted(lambda word: _answer(state, word, winner, turned), words)

    assert provable(root, answers) == forces(root, winner)
