"""The period player of tesseract, worked out once more from its description, and traced by hand."""

import pytest

from quincunx import engine, games
from quincunx.games import State
from quincunx.games.tesseract.law import lines
from quincunx.law.draws import Draws


def bytes_of(state: State) -> tuple[dict[int, int], int | None]:
    """The 16-bit value of every empty square, and the square that it must take to win or to block."""
    _, cells = str(state).split(" ")
    marks = cells.replace("/", "")
    own, other = ("x", "o") if marks.count("x") == marks.count("o") else ("o", "x")
    low, ones, theirs, mine = ({i: 0 for i, mark in enumerate(marks) if mark == "."} for _ in range(4))
    win = block = None
    for line in lines(state.game.dims):  # type: ignore[attr-defined]
        held = [marks[i] for i in line]
        count = (held.count(own), held.count(other))
        empty = [i for i in line if marks[i] == "."]
        for square in empty:
            match count:
                case (0, 0):
                    low[square] += 1
                case (1, 0) | (0, 1):
                    ones[square] += 1
                case (0, 2):
                    theirs[square] = min(theirs[square] + 0x10, 0x30)
                case (2, 0):
                    mine[square] = min(mine[square] + 0x40, 0xC0)
                case (0, 3):
                    block = square
                case (3, 0):
                    win = square
    high = {square: ones[square] + theirs[square] + mine[square] for square in low}
    return {square: high[square] << 8 | low[square] for square in low}, block if win is None else win


def expected(state: State) -> str:
    values, forced = bytes_of(state)
    return state.game.actions[
        forced if forced is not None else max(values, key=lambda square: (values[square], -square))
    ]


@pytest.mark.parametrize("variant", ["tesseract", "tesseract:dims=3"])
def test_the_same_choice_everywhere(variant: str) -> None:
    for seed in range(25):
        draws, state = Draws(str(seed), "dazzler"), games.start(variant)
        while not state.outcome:
            assert engine.choose(state, "dazzler", "any")[0] == expected(state)
            state = state.play(expected(state) if draws.below(3) else draws.choice(state.moves()))


def test_its_first_moves_by_hand() -> None:
    # Nothing is taken: a square's low byte is the number of its lines, 15 at most, and 00 is the first with 15.
    state = games.start("tesseract")
    assert bytes_of(state)[0][0x00] == 0x000F
    assert engine.choose(state, "dazzler", "")[0] == "00"
    # 00 is the other's: its 15 lines count in the high byte of their squares, and no longer in the low one. 03, the
    # first of the other corners, is on one of them and on 14 empty ones.
    state = state.play("00")
    assert bytes_of(state)[0][0x03] == 0x010E
    assert bytes_of(state)[0][0x05] == 0x0105  # 05 is on six lines: one through 00, five empty
    assert engine.choose(state, "dazzler", "")[0] == "03"
    # 00 and 05 are the other's, a two of 10H for 0A and 0F. 0F is also on a line with its own FF, and of its 15 lines
    # 13 are empty; 0A has five empty ones.
    state = games.start("tesseract").play("00").play("FF").play("05")
    values, forced = bytes_of(state)
    assert (values[0x0A], values[0x0F], forced) == (0x1005, 0x110D, None)
    assert engine.choose(state, "dazzler", "")[0] == "0F"
    # A three of the other's is blocked, unless its own three wins.
    state = state.play("12").play("0A")
    assert engine.choose(state, "dazzler", "")[0] == "0F"
