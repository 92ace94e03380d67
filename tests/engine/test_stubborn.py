"""Lost positions: every level takes a move that holds out longest. `make bench-stubborn` does this with thousands."""

from itertools import product
from pathlib import Path

import pytest

from quincunx import engine, games
from quincunx.engine import Analysis, Control, MoveValue, Value
from quincunx.games import State
from quincunx.law.messages import Message

POSITIONS = (Path(__file__).parent / "lost.txt").read_text().splitlines()
"""Thirty of each game (`python bench/stubborn.py --list --positions 30`): every move loses, not all equally soon."""

LEVELS = ("trivial", "easy", "medium", "hard")


def lost(game: str) -> list[State]:
    found = [games.parse(line) for line in POSITIONS if line.partition(" ")[0].partition(":")[0] == game]
    assert len(found) == 30
    return found


def loses_at_once(state: State, move: str) -> bool:
    """Whether the next move can be the other seat's last: by the law alone."""
    after = state.play(move)
    if after.outcome:
        return after.outcome.winner != state.actor
    ends = (after.play(reply).outcome for reply in after.moves())
    return any(end is not None and end.winner == after.actor for end in ends)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", ["xtic", "tactix", "tesseract", "xchain"])
def test_the_longest_distance_that_was_proved_is_played(game: str, level: str) -> None:
    proved = 0
    for state in lost(game):
        move, analysis = engine.choose(state, level, "seed")
        if not analysis.lost:
            continue
        distances = {found.move: found.value.distance for found in analysis.moves}
        longest = max(distance or 0 for distance in distances.values())
        played = distances[move]
        assert played is None or played == longest
        assert played is not None or longest <= 2
        proved += 1
    assert proved or level in ("trivial", "easy")  # they do not look so far, except in tactix


@pytest.mark.parametrize(
    ("game", "level"),
    # The weakest level does not look for it, except in tactix.
    [("tactix", "trivial"), *product(["xtic", "tactix", "tesseract", "xchain"], [x for x in LEVELS if x != "trivial"])],
)
def test_nobody_is_let_win_at_once_where_that_can_be_stopped(game: str, level: str) -> None:
    for state in lost(game):
        move, _ = engine.choose(state, level, "seed")
        if loses_at_once(state, move):
            assert all(loses_at_once(state, other) for other in state.moves())


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_with_dice_the_best_chance_is_played_where_it_is_small(level: str) -> None:
    small = 0
    for state in lost("tritoc"):
        move, analysis = engine.choose(state, level, "seed")
        chances = {found.move: found.value.seats[state.actor - 1] for found in analysis.moves}
        if max(chances.values()) <= 0.1:
            assert chances[move] == max(chances.values())
            small += 1
    assert small


@pytest.mark.parametrize("level", engine.NAMES[1:])
def test_a_loss_in_four_is_not_made_one_in_two(level: str) -> None:
    """As somebody found it: half of the seeds gave up here."""
    state = games.parse("xchain:size=5x5 .A2A2B1A1/A1A3A2A1B2/A2.A3A2A2/B1A2A1A2A2/B1A2A2A2. aa 2")
    for seed in range(20):
        assert not loses_at_once(state, engine.choose(state, level, str(seed))[0])


@pytest.mark.parametrize("game", ["xtic", "tactix", "tesseract", "xchain"])
def test_who_can_be_stopped_plays_the_same(game: str) -> None:
    """A control counts the nodes of one search; those that follow it must not be cut short by that."""
    for state in lost(game)[:10]:
        assert engine.choose(state, "medium", "seed", Control())[0] == engine.choose(state, "medium", "seed")[0]


def test_three_seats_do_not_give_up_against_all_others_together() -> None:
    """Seat 1 loses if the others join, whatever it does. After three of its five moves seat 2 can kill it at once."""
    state = games.parse("xchain:seats=3,size=4x4 C1.C1C1/A1C3C2C1/B2A1C1B1/.B2.B1 aaa 1")
    for seed in range(20):
        move, analysis = engine.choose(state, "very-hard", str(seed), scale=0.005)  # it overlooks nothing
        assert not analysis.lost  # the others play for themselves
        assert not analysis.best.value.exact
        after = state.play(move)
        assert all(after.play(reply).plays(1) for reply in after.moves())


# How moves are ranked


NO_BASIS = Message("engine.basis.random")


def ranked(*values: Value) -> list[str]:
    moves = tuple(MoveValue(str(n), value, (str(n),)) for n, value in enumerate(values))
    return [found.move for found in Analysis("", 1, moves, NO_BASIS, 0, 0.0).ranked()]


def test_a_loss_of_unknown_length_is_between_short_and_long_ones() -> None:
    won, nothing = (1.0, 0.0), (0.0, 1.0)
    assert ranked(Value(nothing, True, 2), Value(nothing, True), Value(nothing, True, 4)) == ["2", "1", "0"]
    assert ranked(Value(nothing, True, 4), Value(nothing, False)) == ["1", "0"]
    assert ranked(Value(won, True), Value(won, True, 5), Value(won, True, 1)) == ["2", "1", "0"]


def test_no_margin_reaches_down_to_a_proved_loss() -> None:
    moves = tuple(MoveValue(str(n), Value((x, 1 - x), x == 0), ()) for n, x in enumerate((0.05, 0.0, 0.02)))
    assert [found.move for found in Analysis("", 1, moves, NO_BASIS, 0, 0.0).within(0.3)] == ["0", "2"]
    assert len(Analysis("", 1, moves[1:2], NO_BASIS, 0, 0.0).within(0.3)) == 1
