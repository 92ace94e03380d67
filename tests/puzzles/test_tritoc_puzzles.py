"""Puzzles of tritoc: the answer is better by the rules for dice, with the values of the positions behind them."""

from __future__ import annotations

from functools import cache

from quincunx import engine, games, puzzles
from quincunx.games import CHANCE, State
from quincunx.games.tritoc.puzzles import LEAST_GAP, likeness, only_move


@cache
def worth(state: State, seat: int) -> float:
    """By the rules for the end and the dice, by analysis where a seat chooses."""
    if state.outcome:
        return float(state.outcome.results[seat - 1])
    if state.actor == CHANCE:
        return sum(float(chance) * worth(state.play(roll), seat) for roll, chance in state.chances().items())
    return engine.analyse(state, engine.Limits()).best.value.seats[seat - 1]


def test_the_answer_is_better_than_every_other_move() -> None:
    tried = [puzzle for puzzle in puzzles.load() if puzzle.game == "tritoc"][::6]
    assert len(tried) >= 10
    for puzzle in tried:
        state = games.parse(puzzle.position)
        values = {move: worth(state.play(move), state.turn) for move in state.moves()}
        best = values.pop(puzzle.move)
        assert best >= max(values.values()) + LEAST_GAP - 1e-6, puzzle


FIELDS = "rrr....../ryrryryry/yyy....../ryrryryry/{field}/ryrryryry/yyy....../ryrryryry/rrr......"


def position(field: str, rest: str, options: str = "") -> State:
    return games.parse(f"tritoc{options} {FIELDS.format(field=field)} {rest}")


def test_a_half_turn_is_alike_and_a_quarter_only_with_equal_dice() -> None:
    field, half, quarter = "r.y......", "......y.r", "r.....y.."
    one = likeness(position(field, "1 12 0 0"))
    assert one == likeness(position(half, "1 12 0 0"))
    assert one != likeness(position(quarter, "1 12 0 0"))
    assert one != likeness(position(field, "1 2 0 0"))
    assert one == likeness(position(field.translate(str.maketrans("ry", "yr")), "2 12 0 0"))
    equal = likeness(position(field, "1 12 0 0", ":dice=equal"))
    assert equal == likeness(position(quarter, "1 12 0 0", ":dice=equal"))


def test_moves_that_are_equally_good_make_no_puzzle() -> None:
    assert only_move(position("r.r......", "1 2 0 0")) is None
    fields = ["ry.ry....", *FIELDS.format(field="r.yyr..ry").split("/")[1:]]
    assert only_move(games.parse(f"tritoc {'/'.join(fields)} 1 12 0 0")) is None
