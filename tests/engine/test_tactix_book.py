"""The books of tactix, and `perfect`, which plays by them and by tables: never worth less than the position was."""

from __future__ import annotations

import os

import pytest

from quincunx import engine, games
from quincunx.engine import Limits
from quincunx.games.tactix import book as tactix
from quincunx.games.tactix.law import TactixState, spans
from quincunx.law.draws import Draws
from quincunx.law.messages import Message

POSITIONS = 40 if os.environ.get("QUINCUNX_FULL") else 6
"""Of each book; `make test-more` looks up more."""
BOOKS = ("tactix:size=6", "tactix:size=6,goal=last-wins")


def start(game: str) -> TactixState:
    state = games.start(game)
    assert isinstance(state, TactixState)
    return state


def entry(state: TactixState) -> tactix.BookEntry:
    found = tactix.look_up(state)
    assert found is not None
    return found


@pytest.mark.parametrize("game", BOOKS)
def test_the_second_seat_wins_and_the_book_agrees_with_itself(game: str) -> None:
    """A move that wins leaves what is lost, and what is lost leaves only what is won: as far as the book goes."""
    state = start(game)
    assert not entry(state).won
    seen, draws = 0, Draws(game, "book")
    for _ in range(POSITIONS):
        squares = draws.sample(range(36), draws.below(tactix.TAKEN))
        position = TactixState(state.game, state.counters & ~sum(1 << square for square in squares), 1)
        won, moves = entry(position)
        assert moves
        assert moves <= set(position.moves())
        for move in position.moves():
            after = tactix.look_up(position.play(move))
            if after is not None:
                assert after.won != (won and move in moves)
                seen += 1
    assert seen > 25 * POSITIONS


@pytest.mark.parametrize("game", BOOKS)
def test_a_turned_position_has_its_moves_turned(game: str) -> None:
    state = start(game)
    one, other = state.play("a2"), state.play("f5")
    half_turn = {
        move: other for move, span in spans(6).items() for other, image in spans(6).items() if turned(span) == image
    }
    assert {half_turn[move] for move in entry(one).moves} == entry(other).moves


def turned(span: int) -> int:
    return sum(1 << 35 - i for i in range(36) if span >> i & 1)


def test_no_book_for_what_a_table_settles() -> None:
    assert tactix.look_up(start("tactix:size=5")) is None
    assert tactix.look_up(start("tactix:size=6").play("a1-a6")) is None


def test_an_analysis_tells_what_the_book_proves() -> None:
    state = start("tactix:size=6")
    lost = engine.analyse(state, Limits(nodes=1000))
    assert lost.basis == Message("games.book")
    assert all(found.value.exact and found.value.seats == (0.0, 1.0) for found in lost.moves)
    won = engine.analyse(state.play("a1"), Limits(nodes=1000))
    assert {found.move for found in won.moves if found.value.seats == (0.0, 1.0)} == entry(state.play("a1")).moves


def test_other_levels_do_not_look_into_the_book() -> None:
    assert engine.choose(start("tactix:size=6"), "easy", "s")[1].basis.code.startswith("tactix.basis.")


def test_a_lost_position_is_held_as_long_as_can_be() -> None:
    """The longest delay, where it is known; and of those the fewest replies that win."""
    state = games.start("tactix")
    analysis = engine.analyse(state, Limits(), "table")
    assert all(found.value.seats[0] == 0 for found in analysis.moves)
    longest = max(found.value.distance or 0 for found in analysis.moves)
    move, _ = engine.choose(state, "perfect", "s")
    assert {found.move: found.value.distance for found in analysis.moves}[move] == longest


# perfect against everybody

VALUES = {
    "tactix:size=3": 1,
    "tactix": 2,
    "tactix:size=5": 1,
    "tactix:size=3,goal=last-wins": 1,
    "tactix:goal=last-wins": 2,
    "tactix:size=5,goal=last-wins": 1,
}


def play(game: str, seats: tuple[str, str], seed: str) -> int | None:
    """Who wins, and on the way: perfect never leaves a won position for a lost one, as a table sees it."""
    state = games.start(game)
    while not state.outcome:
        level = seats[state.turn - 1]
        move, analysis = engine.choose(state, level, seed)
        if level == "perfect":
            values = {found.move: found.value for found in analysis.moves}
            assert values[move].exact
            assert values[move].seats[state.turn - 1] == max(value.seats[state.turn - 1] for value in values.values())
        state = state.play(move)
    return state.outcome.winner


def meet(game: str, winner: int, level: str, seeds: range) -> None:
    """From both seats; where perfect sits in the lost one, `play` still sees to it that it takes every chance."""
    for seed in map(str, seeds):
        as_winner = ("perfect", level) if winner == 1 else (level, "perfect")
        assert play(game, as_winner, seed) == winner
        play(game, (as_winner[1], as_winner[0]), seed)


@pytest.mark.parametrize("level", ["random", *engine.NAMES, "perfect"])
@pytest.mark.parametrize("game", VALUES)
def test_perfect_keeps_what_the_game_is_worth(game: str, level: str) -> None:
    meet(game, VALUES[game], level, range(1 if "size=5" in game else 5))


@pytest.mark.parametrize("game", BOOKS)
def test_perfect_wins_the_largest_grid_as_second(game: str) -> None:
    assert play(game, ("random", "perfect"), "s") == 2


@pytest.mark.proofs
@pytest.mark.parametrize("level", ["random", *engine.NAMES, "perfect"])
@pytest.mark.parametrize("game", BOOKS)
def test_perfect_keeps_the_largest_grid_against_everybody(game: str, level: str) -> None:
    """Tables of a gigabit and more: some minutes."""
    meet(game, 2, level, range(5))
