"""Grids without their middle row: the table of halves agrees with the law, and with the table of subsets."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from quincunx import games
from quincunx._checker_tactix import Halves, Tactix
from quincunx.games.tactix import complete
from quincunx.games.tactix import halves as proof
from quincunx.games.tactix.halves import half_moves, middle_row
from quincunx.games.tactix.law import Tactix as TactixLaw
from quincunx.games.tactix.law import TactixState, spans
from quincunx.law.draws import Draws

GOALS = ["last-loses", "last-wins"]


def halves(counters: int, moves: list[int], goal: str) -> Halves:
    made = Halves(counters, moves, empty_is_lost=goal == "last-wins")
    while not made.fill(3):
        assert made.done % 3 == 0
    return made


def state(size: int, goal: str, first: int, second: int) -> TactixState:
    game = games.game(f"tactix:size={size},goal={goal}")
    assert isinstance(game, TactixLaw)
    return TactixState(game, first | second << size * (size // 2 + 1), 1)


@cache
def loses(position: TactixState) -> bool:
    """By the definition, with the law alone."""
    if position.outcome:
        return position.outcome.winner != position.next
    return not any(loses(position.play(move)) for move in position.moves())


@pytest.mark.parametrize("goal", GOALS)
def test_all_halves_of_three_by_three_agree_with_the_law(goal: str) -> None:
    table = halves(3, half_moves(3), goal)
    for first in range(8):
        for second in range(8):
            assert table.lost(first, second) == loses(state(3, goal, first, second)), (first, second)


@pytest.mark.parametrize("goal", GOALS)
def test_halves_of_five_by_five_agree_with_the_table_of_subsets(goal: str) -> None:
    table, found = halves(10, half_moves(5), goal), {True: 0, False: 0}
    draws = Draws("halves", goal)
    for _ in range(400):
        first, second = draws.below(1 << 10), draws.below(1 << 10) | 1
        lost = table.lost(first, second)
        assert lost == complete.lost(state(5, goal, first, second), Tactix()), (first, second)
        found[lost] += 1
    assert min(found.values()) > 20


def lost_by_subsets(counters: int, moves: list[int], first: int, second: int) -> bool | None:
    """By the table of all subsets, for which halves are nothing special."""
    both = first | second << counters
    squares = [1 << i for i in range(2 * counters) if both >> i & 1]
    takes = [
        sum(1 << number for number, square in enumerate(squares) if take & square)
        for move in moves
        for take in (move, move << counters)
        if not take & ~both
    ]
    return Tactix().lost(len(squares), takes, empty_is_lost=False)


@pytest.mark.parametrize("rows", [2, pytest.param(3, marks=pytest.mark.proofs)])
def test_rows_of_seven_agree_with_the_table_of_subsets(rows: int) -> None:
    """On the grid of the theorem, where halves have three rows; with thin halves, and some that are nearly full."""
    counters = 7 * rows
    full = (1 << counters) - 1
    moves = [move for move in half_moves(7) if not move >> counters]
    table, draws, found = halves(counters, moves, "last-loses"), Draws("seven", "halves"), {True: 0, False: 0}
    for _ in range(60):
        thin, other, gaps = (draws.below(1 << counters) & draws.below(1 << counters) | 1 for _ in range(3))
        dense = full & ~gaps
        for pair in ((thin, other), (thin, thin), (dense, thin), (thin, dense), (dense, full & ~other), (full, thin)):
            if sum(half.bit_count() for half in pair) <= 26:  # 8 MB and a second at most
                lost = table.lost(*pair)
                assert lost == lost_by_subsets(counters, moves, *pair), pair
                found[lost] += 1
    assert min(found.values()) > 20


@pytest.fixture(scope="module")
def second(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program that finds the values of pairs in another way."""
    made = tmp_path_factory.mktemp("second") / "second_halves"
    source = Path(__file__).with_name("second_halves.cpp")
    subprocess.run([os.environ.get("CXX", "c++"), "-O2", "-std=c++20", source, "-o", made], check=True)
    return made


def values(second: Path, rows: int, columns: int, pairs: list[tuple[int, int]]) -> list[bool]:
    """Which pairs are lost, by the second program."""
    given = "".join(f"{first} {other}\n" for first, other in pairs)
    done = subprocess.run([second, str(rows), str(columns)], input=given, capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert len(lines) == len(pairs) + 1
    return [line == "1" for line in lines[:-1]]


def test_the_second_program_finds_the_same_values(second: Path) -> None:
    table, draws = halves(10, half_moves(5), "last-loses"), Draws("second", "halves")
    pairs = [(draws.below(1 << 10), draws.below(1 << 10)) for _ in range(3000)]
    pairs += [(half, half) for half in range(1 << 10)]
    found = values(second, 2, 5, pairs)
    assert found == [table.lost(*pair) for pair in pairs]
    assert len({*found}) == 2


@pytest.mark.proofs
def test_the_second_program_proves_seven_by_seven_too(second: Path) -> None:
    full = (1 << 21) - 1
    assert values(second, 3, 7, [(full, full)]) == [True]


def test_the_halves_are_what_the_law_leaves() -> None:
    start = games.start("tactix:size=5").play(middle_row(5))
    assert isinstance(start, TactixState)
    both = {move << shift for move in half_moves(5) for shift in (0, 15)}
    assert both == {start.counters & ~start.play(move).counters for move in start.moves()}


@pytest.mark.parametrize("size", [3, 5, 7])
def test_moves_take_neighbours_in_one_row_or_column_of_a_half(size: int) -> None:
    """The game does not offer 7x7, so only this test looks at its moves."""
    rows = [[(x, y) for x in range(size)] for y in range(size // 2)]
    columns = [[(x, y) for y in range(size // 2)] for x in range(size)]
    taken = [line[i:j] for line in rows + columns for j in range(len(line) + 1) for i in range(j)]
    assert set(half_moves(size)) == {sum(1 << size * y + x for x, y in squares) for squares in taken}
    middle = size // 2 + 1
    assert middle_row(size) == f"a{middle}-{'abcdefg'[size - 1]}{middle}"


@pytest.mark.parametrize("size", [4, 6])
def test_grids_of_even_size_have_no_middle_row(size: int) -> None:
    with pytest.raises(ValueError, match="the halves differ"):
        half_moves(size)


def test_a_move_that_joins_the_halves_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    moves = spans(5)
    monkeypatch.setattr(proof, "spans", lambda _size: moves | {"a1,a5": 1 | 1 << 20})
    with pytest.raises(ValueError, match="joins the halves"):
        half_moves(5)


def test_the_table_says_nothing_before_it_is_settled() -> None:
    table = Halves(3, half_moves(3), empty_is_lost=False)
    with pytest.raises(ValueError, match="not all pairs are settled"):
        table.lost(7, 7)
    assert not table.fill(table.kinds - 1)
    with pytest.raises(ValueError, match="not all pairs are settled"):
        table.lost(7, 7)
    assert table.fill(1)
    for pair in ((8, 0), (0, 8)):
        with pytest.raises(ValueError, match="no such counter"):
            table.lost(*pair)


@pytest.mark.parametrize(
    ("counters", "takes", "problem"),
    [
        (0, [], "halves have 1 to 24 counters"),
        (25, [1], "halves have 1 to 24 counters"),
        (3, [0], "a move takes some of the counters"),
        (3, [8], "a move takes some of the counters"),
        (3, [1, 2, 6], "each counter can be taken alone"),  # a half with only the third would look empty
    ],
)
def test_halves_that_cannot_be_are_refused(counters: int, takes: list[int], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        Halves(counters, takes, empty_is_lost=False)


def run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "quincunx.games.tactix.halves", *words]
    return subprocess.run(command, capture_output=True, text=True)


@pytest.mark.parametrize("size", [3, 5, pytest.param(7, marks=pytest.mark.proofs)])
def test_taking_the_middle_row_wins(size: int) -> None:
    done = run(str(size))
    assert done.returncode == 0, done.stderr
    assert f"the first player wins by {middle_row(size)}." in done.stdout
    assert done.stderr == ""


def test_a_move_that_does_not_win_is_not_called_proved(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If only single counters could be taken, six of them would be won for the seat to move."""
    monkeypatch.setattr(proof, "half_moves", lambda _size: [1, 2, 4])
    assert proof.main(["3"]) == 1
    said = capsys.readouterr().out
    assert "The pair of full halves is won for the seat to move" in said
    assert "the first player does not win by a2-c2." in said
    assert "Not proved" in said


@pytest.mark.parametrize(
    ("error", "code", "said"), [(MemoryError, 1, "not enough memory"), (KeyboardInterrupt, 130, "Stopped")]
)
def test_what_stops_it_is_said_in_one_line(
    error: type[BaseException],
    code: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def stopped(*_: object) -> Halves:
        raise error

    monkeypatch.setattr(proof, "Halves", stopped)
    assert proof.main(["3"]) == code
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("words", [(), ("4",), ("seven",), ("5", "7")])
def test_other_sizes_are_refused(words: tuple[str, ...]) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert "usage: python -m quincunx.games.tactix.halves" in done.stderr
    assert done.stdout == ""


def test_help_says_what_it_proves() -> None:
    done = run("-h")
    assert done.returncode == 0
    assert "taking the middle row" in done.stdout
