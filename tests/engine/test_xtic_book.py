"""Perfect xtic: the book keeps what the game is worth until five pieces are down, and search keeps it from there."""

from __future__ import annotations

import os
from functools import cache

import pytest

from quincunx import books, engine, games
from quincunx._core import XticProof
from quincunx.engine import book
from quincunx.games import State
from quincunx.games.xtic import book as xtic
from quincunx.games.xtic.law import XticState
from quincunx.law.draws import Draws
from quincunx.law.messages import Message

pytestmark = pytest.mark.long

FULL = bool(os.environ.get("QUINCUNX_FULL"))
"""Whether all games are played, against levels that think as long as they do; `make test-more` sets it."""

WORTH = {
    "nodiags": (0.5, 0.5),
    "normal": (0.5, 0.5),
    "torus": (0.0, 1.0),
    "nodiags-complete": (0.5, 0.5),
    "normal-complete": (0.5, 0.5),
    "torus-complete": (0.0, 1.0),
}
"""What each seat can hold, by proof, for each book."""

SLOW = [("normal", 1), ("normal", 2), ("torus", 2), ("nodiags-complete", 1), ("normal-complete", 2)]
KEEPERS = [(kind, seat) for kind, worth in WORTH.items() for seat in (1, 2) if worth[seat - 1]]


def game(kind: str) -> str:
    """The game that a book is about."""
    return f"xtic:type={kind}".replace("-complete", ",goal=complete")


@cache
def chapters(kind: str) -> dict[int, xtic.Strategy]:
    return {each.seat: each for each in xtic.read(books.load(f"xtic-{kind}").partition("\n\n")[2].splitlines())}


def played(kind: str, seat: int, seed: str, other: str, pieces: int, scale: float = 1.0) -> State:
    """A game of the perfect player, in that seat, until so many pieces are down. `scale` is of the other's budget."""
    state: State = games.start(game(kind))
    while not state.outcome and (16 - state.body.count(".") < pieces or "=" in state.body):
        if state.turn == seat:
            move = engine.choose(state, "perfect", seed)[0]
        else:
            move = engine.choose(state, other, seed, scale=scale)[0]
        state = state.play(move)
    return state


def result(state: State, seat: int) -> float:
    assert state.outcome
    return 0.5 if state.outcome.winner is None else float(state.outcome.winner == seat)


@pytest.mark.parametrize(("kind", "seat"), KEEPERS)
def test_the_book_answers_whatever_the_other_does(kind: str, seat: int) -> None:
    """Every way leads to a leaf of the strategy that was proved."""
    strategy = chapters(kind)[seat]
    leaves = {xtic.board_text(node.board) for node in strategy.nodes if not node.links}
    assert strategy.win == (WORTH[kind][seat - 1] == 1.0)
    proof = XticProof(game(kind), 1 << 12)
    for seed in range(10 if FULL else 3):
        end = played(kind, seat, str(seed), "random", 5)
        assert isinstance(end, XticState)
        if end.outcome:  # four pieces in a line, by the one who moves at random
            assert result(end, seat) == 1.0
        else:
            assert proof.image(end.body)[0][:-2].replace("/", "") in leaves


@pytest.mark.parametrize(("kind", "seat"), [each for each in KEEPERS if FULL or each not in SLOW])
def test_a_whole_game_keeps_what_it_is_worth(kind: str, seat: int) -> None:
    end = played(kind, seat, "4", "very-hard", 16, scale=1.0 if FULL else 0.05)
    assert result(end, seat) >= WORTH[kind][seat - 1]


@pytest.mark.proofs
@pytest.mark.parametrize("other", [*engine.NAMES, "perfect", "random"])
@pytest.mark.parametrize(("kind", "seat"), KEEPERS)
def test_no_level_takes_away_what_the_game_is_worth(kind: str, seat: int, other: str) -> None:
    for seed in range(4):
        assert result(played(kind, seat, str(seed), other, 16), seat) >= WORTH[kind][seat - 1]


@pytest.mark.parametrize("kind", WORTH)
def test_the_first_position_is_worth_what_was_proved(kind: str) -> None:
    analysis = engine.analyse(games.start(game(kind)), engine.Limits(nodes=2000))
    assert analysis.best.value.exact
    assert analysis.best.value.seats == WORTH[kind]
    assert analysis.basis.args["first"] == Message("games.book")


def test_all_moves_of_a_lost_game_are_known_to_lose() -> None:
    analysis = engine.analyse(games.start("xtic:type=torus"), engine.Limits(nodes=2000))
    assert all(found.value.exact and found.value.seats == (0.0, 1.0) for found in analysis.moves)


def test_off_the_book_it_is_an_estimate() -> None:
    state = games.parse("xtic:type=torus 01../4.../..../.... -")
    move, analysis = engine.choose(state, "perfect", "seed")
    assert move in state.moves()
    if not book.page(state):
        assert not any(found.value.exact for found in analysis.moves)


def test_from_five_pieces_on_there_is_no_book() -> None:
    assert book.page(games.parse("xtic 0.../.5../..6./9..3 -")) is None


@pytest.mark.parametrize("kind", ["nodiags", "normal"])
def test_in_a_draw_it_leaves_the_most_ways_to_lose(kind: str) -> None:
    """A drawn gift that some reply loses to is better than one to which none does."""
    seen = 0
    for seed in range(30):
        draws, state = Draws(str(seed), "draws"), games.start(game(kind))
        while not state.outcome and state.body.count(".") > 7:
            state = state.play(draws.choice(state.moves()))
        if state.outcome:
            continue
        move, analysis = engine.choose(state, "perfect", "seed")
        if analysis.best.value.seats != (0.5, 0.5):
            continue
        lost = {
            found.move: sum(
                reply.value.seats[state.turn - 1] == 1.0
                for reply in engine.analyse(state.play(found.move), engine.Limits()).moves
            )
            for found in analysis.best_moves
        }
        assert lost[move] == max(lost.values())
        seen += len(set(lost.values())) > 1
    assert seen > 0
