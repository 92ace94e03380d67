"""Batches of matches: in step with the law, the same again by the same seed, and nothing lost by bad input."""

import os
import re
import subprocess
import sys
import threading
from typing import Any

import numpy as np
import pytest

from quincunx import batch, games
from quincunx.adapters.terms import rewards
from quincunx.games import CHANCE, State
from quincunx.planes import planes

SIZE3 = "tactix:size=3"


def followers(state: State, move: str) -> set[State]:
    """What a move can come to: the dice that follow it may fall in every way, and again where a roll is useless."""
    reached, left = set(), {state.play(move)}
    while left:
        if (now := left.pop()).actor == CHANCE:
            left |= {now.play(roll) for roll in now.moves()}
        else:
            reached.add(now)
    return reached


@pytest.mark.parametrize("variant", games.variants())
def test_every_step_is_the_law(variant: str) -> None:
    matches = batch.Environment(variant, 4, seed=7)
    law = matches.game
    before = [games.parse(matches.position(i)) for i in range(4)]
    ended = 0
    for _ in range(60):
        actions = matches.sample()
        seen, paid, done, cut = matches.step(actions)
        assert not cut.any()
        for i, state in enumerate(before):
            now = games.parse(matches.position(i))
            after = games.parse(matches.end(i)) if done[i] else now
            assert after in followers(state, law.actions[actions[i]])
            assert (after.outcome is not None) == done[i]
            assert paid[i].tolist() == pytest.approx(rewards(after.outcome) if after.outcome else [0] * law.seats)
            assert matches.turns[i] == now.turn == now.actor
            assert [law.actions[k] for k in np.flatnonzero(matches.masks[i])] == list(now.moves())
            assert (seen[i] == planes(now, now.turn)).all()
            ended += done[i]
            before[i] = now
    assert ended or law.name in {"tesseract", "xchain", "tritoc"}  # sixty moves need not end those


@pytest.mark.parametrize("game", ["xchain:seats=3,size=3x3", "tesseract:dims=3", "tritoc:dice=equal"])
def test_long_games_end_as_the_law_says(game: str) -> None:
    matches = batch.Environment(game, 64, seed=3)
    wins = np.zeros(matches.game.seats)
    for _ in range(200):
        _, paid, done, _ = matches.step(matches.sample())
        for i in np.flatnonzero(done).tolist():
            outcome = games.parse(matches.end(i)).outcome
            assert outcome is not None
            assert paid[i].tolist() == pytest.approx(rewards(outcome))
        wins += (paid == 1).sum(axis=0)
    assert (wins > 0).all()


def test_who_saw_the_end_saw_it_from_their_seat() -> None:
    matches = batch.Environment("tritoc", 8, seed=1)
    seats = np.array([1, 2] * 4, np.int8)
    finished: set[int] = set()
    while len(finished) < 8:
        finished |= set(np.flatnonzero(matches.step(matches.sample())[2]).tolist())
    for i, seen in enumerate(matches.ends(seats)):
        assert (seen == planes(games.parse(matches.end(i)), int(seats[i]))).all()


def played(matches: batch.Environment, steps: int = 40) -> list[bytes]:
    return [array.tobytes() for _ in range(steps) for array in matches.step(matches.sample())]


@pytest.mark.parametrize("game", ["tritoc:first=random", "xchain:preset=random10,size=5x5"])
def test_the_seed_decides_everything_and_threads_nothing(game: str) -> None:
    first = batch.Environment(game, 50, seed=11)
    answer = played(first)
    assert answer == played(batch.Environment(game, 50, seed=11, threads=3))
    assert answer != played(batch.Environment(game, 50, seed=12))
    first.reset(seed=11)
    assert answer == played(first)


@pytest.mark.parametrize("game", ["tritoc", "xchain"])
def test_threads_of_large_batches_decide_nothing(game: str) -> None:
    """Small ones are played by one thread, whatever is asked for."""
    one, three = (batch.Environment(game, 9_000, seed=11, threads=threads) for threads in (1, 3))
    for _ in range(12):
        actions = three.sample()
        assert one.sample().tobytes() == actions.tobytes()
        for mine, others in zip(one.step(actions), three.step(actions), strict=True):
            np.testing.assert_array_equal(mine, others)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_batch_plays_on_after_a_fork() -> None:
    """Its threads stay in the other process."""
    program = """
import os
import re
from quincunx import batch
matches = batch.Environment("tactix", 2_000, seed=1, threads=2)
matches.step(matches.sample())
child = os.fork()
for _ in range(3):
    matches.step(matches.sample())
if child:
    assert os.waitpid(child, 0)[1] == 0
print(matches.position(0))
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    mine, others = ran.stdout.splitlines()
    assert mine == others


def test_dice_fall_as_often_as_they_should() -> None:
    matches = batch.Environment("tritoc", 36_000, seed=5)
    rolled = matches.reset()[:, 5:16, 0, 0].sum(axis=0)
    # On the empty board 2 is useless and rolled again, and 12 too.
    expected = np.array([0, 2, 3, 4, 5, 6, 5, 4, 3, 2, 0]) * 36_000 / 34
    assert np.abs(rolled - expected).max() < 6 * np.sqrt(expected.max())


def test_matches_begin_in_all_drawn_starts() -> None:
    matches = batch.Environment("xchain:first=random,seats=4", 400)
    assert set(matches.turns.tolist()) == {1, 2, 3, 4}


def test_matches_begin_where_they_are_told() -> None:
    starts = [f"{SIZE3} ooo/.../... 1", f"{SIZE3} o../o../... 2"]
    matches = batch.Environment(SIZE3, 40, starts=starts)
    assert {matches.position(i) for i in range(40)} == set(starts)
    for start, wrong in [
        ("tactix ooo/.../... 1", "not a position of tactix:size=3"),
        (f"{SIZE3} .../.../... 1", "over"),
    ]:
        with pytest.raises(ValueError, match=wrong):
            batch.Environment(SIZE3, 1, starts=[start])
    with pytest.raises(ValueError, match="no position to begin in"):
        batch.Environment(SIZE3, 1, starts=[])


def test_a_match_that_is_too_long_is_cut_and_nobody_is_paid() -> None:
    matches = batch.Environment("tesseract", 3, longest=5)
    for move in range(4):
        assert not matches.step([move] * 3)[2].any()
    _, paid, done, cut = matches.step([9] * 3)
    assert done.all()
    assert cut.all()
    assert not paid.any()
    assert len(games.parse(matches.end(0)).moves()) == 251
    assert matches.masks.all()


def test_a_match_can_wait_or_begin_anew_by_itself() -> None:
    matches = batch.Environment(SIZE3, 3)
    matches.step([0, batch.WAIT, 0])
    assert matches.turns.tolist() == [2, 1, 2]
    matches.reset(which=np.array([True, False, False]))
    assert matches.turns.tolist() == [1, 1, 2]


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        ({"count": 2.5}, "count must be a whole number, not 2.5"),
        ({"count": "2"}, "count must be a whole number, not '2'"),
        ({"threads": None}, "threads must be a whole number, not None"),
        ({"longest": 1e3}, "longest must be a whole number, not 1000.0"),
        ({"seed": 0.5}, "seed must be a whole number, not 0.5"),
        ({"starts": SIZE3}, f"starts must be a list of positions, not one text: '{SIZE3}'"),
    ],
)
def test_an_argument_of_a_wrong_type_is_named(arguments: dict[str, Any], answer: str) -> None:
    with pytest.raises(TypeError, match=re.escape(answer)):
        batch.Environment(SIZE3, **{"count": 1, **arguments})


def test_numbers_of_numpy_are_whole_numbers() -> None:
    assert batch.Environment(SIZE3, np.int64(2), np.uint64(3)).turns.tolist() == [1, 1]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("actions", "answer"),
    [
        ([5, 5, 0], r"actions\[2\] is 0: a1 is not legal there; see masks\[2\]"),
        ([5, 27, 5], r"actions\[1\] is 27: actions are numbered 0 to 26, and -1 waits"),
        ([-2, 5, 5], r"actions\[0\] is -2"),
        ([5, 5], r"actions must have the shape \(3\)"),
        ([[5, 5, 5]], "actions must have one axis"),
        ([1.0, 1.0, 1.0], "numbers of moves, as int32, not float64"),
        ([2**32 + 5, 5, 5], "as int32, not int64"),
    ],
)
def test_a_bad_action_is_named_and_nothing_changes(actions: list[object], answer: str) -> None:
    matches = batch.Environment(SIZE3, 3)
    matches.step([0, 0, 0])
    shown = [array.copy() for array in (matches.observations, matches.masks, matches.turns)]
    places = [matches.position(i) for i in range(3)]
    with pytest.raises(ValueError, match=answer):
        matches.step(actions)  # type: ignore[arg-type]
    assert places == [matches.position(i) for i in range(3)]
    for old, new in zip(shown, (matches.observations, matches.masks, matches.turns), strict=True):
        assert (old == new).all()


def test_a_step_writes_into_arrays_of_the_caller() -> None:
    matches = batch.Environment("xtic", 5, seed=2)
    mine = matches.arrays()
    seen, paid, done, cut = matches.step(matches.sample(), into=mine)
    assert seen is mine.observations
    assert (paid is mine.rewards, done is mine.done, cut is mine.cut) == (True, True, True)
    assert matches.masks is mine.masks
    assert (mine.masks.sum(axis=1) == 16).all()  # a piece is in hand
    assert batch.Environment("xtic", 5, seed=2).masks.shape == mine.masks.shape
    with pytest.raises(ValueError, match=r"masks must have the shape \(5, 32\)"):
        matches.step(matches.sample(), into=mine._replace(masks=np.zeros((5, 31), np.bool_)))
    with pytest.raises(TypeError, match=r"^into\.turns must be a writable C-contiguous array of int8$"):
        matches.step(matches.sample(), into=mine._replace(turns=mine.turns.astype(np.int16)))
    with pytest.raises(TypeError, match=r"^into\.rewards must be a writable C-contiguous array of float32$"):
        matches.reset(into=mine._replace(rewards=np.zeros((10, 2), np.float32)[::2]))
    with pytest.raises(TypeError, match=r"^into must be Arrays, as arrays\(\) makes them, not tuple$"):
        matches.step(matches.sample(), into=mine[:3])  # type: ignore[arg-type]
    mine.turns.flags.writeable = False
    with pytest.raises(TypeError, match=r"^into\.turns must be"):
        matches.step(matches.sample(), into=mine)


def test_dlpack_shares_the_memory_of_every_array() -> None:
    """What another library imports is what the next step writes."""
    matches = batch.Environment("xtic", 5, seed=2)
    mine = matches.arrays()
    imported = [np.from_dlpack(array) for array in mine]
    matches.step(matches.sample(), into=mine)
    for ours, theirs in zip(mine, imported, strict=True):
        assert isinstance(ours, np.ndarray)
        assert np.shares_memory(ours, theirs)
        assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape)
    assert imported[1].sum(axis=1).tolist() == [16] * 5  # a piece is in hand


@pytest.mark.parametrize(
    ("wrong", "answer"),
    [({"count": 0}, "^count must be"), ({"seed": -1}, "^seed must be"), ({"threads": 0}, "^threads must be")],
)
def test_bad_terms_are_refused(wrong: dict[str, Any], answer: str) -> None:
    with pytest.raises(ValueError, match=answer):
        batch.Environment(SIZE3, **{"count": 1, **wrong})
    with pytest.raises(games.InvalidOption):
        batch.Environment("tactix:size=9", 1)
    with pytest.raises(ValueError, match="no match 1 of 1"):
        batch.Environment(SIZE3, 1).position(1)
    with pytest.raises(ValueError, match="no match -1 of 1"):
        batch.Environment(SIZE3, 1).end(-1)
    with pytest.raises(ValueError, match=r"^which must have the shape \(1\), a flag for each match$"):
        batch.Environment(SIZE3, 1).reset(which=np.ones((1, 1), np.bool_))


def test_threads_may_share_an_environment() -> None:
    matches = batch.Environment("xchain", 64, seed=1)
    failed: list[Exception] = []

    def look() -> None:
        own = matches.arrays()
        try:
            for _ in range(50):
                matches.step(np.full(64, batch.WAIT), into=own)
                assert (own.masks.sum(axis=1) == 64).all()
        except Exception as error:  # told by the test, not by the thread
            failed.append(error)

    lookers = [threading.Thread(target=look) for _ in range(3)]
    for looker in lookers:
        looker.start()
    for looker in lookers:
        looker.join()
    assert not failed
