"""Perfect tesseract: the first seat wins by its book, whatever the other does, and never later than it said."""

from __future__ import annotations

import os

import pytest

from quincunx import engine, games
from quincunx.games import State
from quincunx.games.tesseract import book, strategy
from quincunx.games.tesseract.book import look_up
from quincunx.games.tesseract.law import TesseractState
from quincunx.law.draws import Draws
from quincunx.law.messages import Message

START = games.start("tesseract")
CUBE = games.start("tesseract:dims=3")
GAMES = 8 if os.environ.get("QUINCUNX_FULL") else 2
"""Against each level; `make test-more` plays more."""
QUICK = ("random", "trivial", "easy", "medium", "dazzler")


def played(other: str, seed: str, scale: float = 1.0, start: State = START) -> int:
    """A game of the perfect player in seat 1: in how many moves it wins. `scale` makes the other's budget smaller."""
    state, moves, bound = start, 0, 1000
    while not state.outcome:
        if state.turn == 1:
            move, analysis = engine.choose(state, "perfect", seed)
            said = analysis.basis.args.get("first")
            left = said.args["n"] if said else analysis.best.value.distance
            assert left is not None
            assert analysis.best.value.exact
            assert analysis.best.value.seats == (1.0, 0.0)
            assert left <= bound - 2 or bound == 1000
            bound = left
        else:
            move = engine.choose(state, other, seed, scale=scale)[0]
        state, moves = state.play(move), moves + 1
    assert state.outcome.winner == 1
    return moves


@pytest.mark.parametrize("other", QUICK)
def test_perfect_wins_within_what_it_said(other: str) -> None:
    for seed in range(GAMES):
        assert played(other, str(seed)) <= 49


@pytest.mark.parametrize("other", QUICK)
def test_perfect_wins_in_three_dimensions_too(other: str) -> None:
    for seed in range(GAMES):
        assert played(other, str(seed), start=CUBE) <= 49


@pytest.mark.proofs
@pytest.mark.parametrize("other", engine.available(START.game))
def test_perfect_wins_against_every_level(other: str) -> None:
    """Forty games each; the slow levels think for a twentieth of their time in all but two."""
    for seed in range(40):
        assert played(other, f"long {seed}", scale=1.0 if other in QUICK or seed < 2 else 0.05) <= 49


def turned(state: TesseractState, number: int) -> TesseractState:
    where = strategy.symmetry(4, number)
    cells = ["."] * 256
    for marks, mark in zip(state.marks, "xo", strict=True):
        for square in strategy.bits(strategy.image(marks, where)):
            cells[square] = mark
    body = "/".join("".join(cells[i : i + 16]) for i in range(0, 256, 16))
    other = games.parse(f"tesseract {body}")
    assert isinstance(other, TesseractState)
    return other


def test_the_book_knows_a_position_whichever_way_round_it_is() -> None:
    draws, state, compared = Draws("turned", "book"), START, 0
    assert isinstance(state, TesseractState)
    while not state.outcome:
        found = look_up(state)
        number = draws.below(strategy.symmetries(4))
        other = look_up(turned(state, number))
        assert (found is None) == (other is None)
        if found and other:
            assert found.left == other.left
            compared += 1
        if state.turn == 1:
            move = (
                state.game.actions[found.move]
                if found and found.move is not None
                else engine.choose(state, "hard", "s")[0]
            )
        else:
            move = draws.choice(state.moves())
        state = state.play(move)
    assert compared > 6
    assert state.outcome.winner == 1


def test_who_has_lost_by_the_book_is_told_so() -> None:
    state = START.play(engine.choose(START, "perfect", "s")[0])
    analysis = engine.analyse(state, engine.Limits(nodes=2000))
    assert analysis.basis.args["first"] == Message("tesseract.book-loss", n=48)
    assert all(found.value.exact and found.value.seats == (1.0, 0.0) for found in analysis.moves)


def test_the_second_seat_plays_on_and_off_the_book_it_is_an_estimate() -> None:
    """After a first move on a poor square the book says nothing."""
    state = START.play("01").play("55")
    analysis = engine.analyse(state, engine.Limits(nodes=2000))
    assert analysis.basis.code == "tesseract.basis.threats"
    assert not analysis.best.value.exact
    lost = START.play("00")
    move, _ = engine.choose(lost, "perfect", "s", scale=0.0005)
    assert move in lost.moves()
    assert move == engine.choose(lost, "perfect", "s", scale=0.0005)[0]


@pytest.mark.parametrize("start", [START, CUBE], ids=str)
def test_perfect_is_offered_and_begins_with_a_win(start: TesseractState) -> None:
    assert "perfect" in engine.available(start.game)
    found = look_up(start)
    assert found
    assert found.move is not None
    assert found.left == book.LONGEST


@pytest.mark.parametrize("start", [START, CUBE], ids=str)
def test_the_frames_that_are_tried_are_those_in_which_the_book_has_a_position(start: TesseractState) -> None:
    """By a search in all frames, for a match by the book against random replies that leaves it later."""
    draws, dims = Draws("frames", str(start)), int(start.game.dims)
    state, inside = start, 0
    for moves in range(12):
        found = look_up(state)
        marks, lefts = state.marks, []
        for number in range(strategy.symmetries(dims)):
            goal = (strategy.image(marks[0], where := strategy.symmetry(dims, number)), strategy.image(marks[1], where))
            lefts += [each.left for each in book._seek(dims, 0, 0, 0, goal)]
        assert min(lefts, default=None) == (found and found.left)
        inside += found is not None
        booked = found.move if found and moves < 8 else None
        state = state.play(draws.choice(state.moves()) if booked is None else state.game.actions[booked])
    assert 3 < inside < 12
