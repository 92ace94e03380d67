from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx import games
from quincunx.games import NOBODY, IllegalMove, InvalidPosition
from quincunx.games.tesseract.law import Tesseract, TesseractState, lines, lines_through, squares
from quincunx.law import Message
from quincunx.law.draws import Draws
from quincunx.law.perft import perft

TIE = (Path(__file__).parents[1] / "data" / "tesseract-tie.txt").read_text().split()
"""A game that ends tied; made by a search for 128 x and 128 o without a four."""


def board(dims: str = "4", **marks: str) -> str:
    """A position with x and o on the named squares."""
    cells = {name: mark for mark, names in marks.items() for name in names.split()}
    names = list(squares(dims))
    width = len(names) // 16
    rows = [names[i : i + width] for i in range(0, len(names), width)]
    return "/".join("".join(cells.get(name, ".") for name in row) for row in rows)


def at(dims: str = "4", **marks: str) -> TesseractState:
    return Tesseract(dims).read(board(dims, **marks))


def play(state: TesseractState, moves: str) -> TesseractState:
    for move in moves.split():
        state = state.play(move)
    return state


def point(number: int, dims: int) -> tuple[int, ...]:
    return tuple(number // 4**axis % 4 for axis in reversed(range(dims)))


@pytest.mark.parametrize(("dims", "count"), [("4", 520), ("3", 76)])
def test_lines_are_four_squares_evenly_spaced_from_edge_to_edge(dims: str, count: int) -> None:
    assert len(lines(dims)) == count
    assert list(lines(dims)) == sorted(set(lines(dims)))
    for line in lines(dims):
        assert list(line) == sorted(line)
        for path in zip(*(point(number, int(dims)) for number in line), strict=True):
            assert path in {(0, 1, 2, 3), (3, 2, 1, 0)} or len(set(path)) == 1


def test_two_squares_lie_on_one_line_at_most() -> None:
    """So no line is in the list twice, and none is bent."""
    pairs = Counter(pair for line in lines("4") for pair in combinations(line, 2))
    assert set(pairs.values()) == {1}


@pytest.mark.parametrize(("dims", "worth"), [("4", {15: 32, 8: 128, 6: 96}), ("3", {7: 16, 4: 48})], ids=["4", "3"])
def test_how_many_squares_lie_on_how_many_lines(dims: str, worth: dict[int, int]) -> None:
    assert Counter(len(lines_through(dims, square)) for square in squares(dims)) == worth
    assert all(square in line for square in squares(dims) for line in lines_through(dims, square))


def test_names_are_row_and_column_in_hex() -> None:
    assert squares("4")["3A"] == 3 * 16 + 10
    assert (list(squares("4"))[-1], len(squares("4"))) == ("FF", 256)
    assert (list(squares("3"))[-1], len(squares("3"))) == ("F3", 64)


@pytest.mark.parametrize(
    ("dims", "four"),
    [
        ("4", "00 01 02 03"),  # a row of one board
        ("4", "0D 1D 2D 3D"),  # a column of one board
        ("4", "47 56 65 74"),  # a diagonal of one board
        ("4", "00 04 08 0C"),  # one square of a row of boards
        ("4", "2F 6F AF EF"),  # one square of a column of boards
        ("4", "1D 59 95 D1"),  # one square of a diagonal of boards
        ("4", "00 05 0A 0F"),  # along the boards and in them
        ("4", "0F 4E 8D CC"),  # down the boards and to the left in them
        ("4", "03 16 29 3C"),  # along the boards, down and to the left in them
        ("4", "00 55 AA FF"),  # from corner to corner
        ("4", "0C 59 A6 F3"),
        ("4", "30 65 9A CF"),
        ("3", "00 01 02 03"),
        ("3", "00 40 80 C0"),
        ("3", "03 52 A1 F0"),
    ],
)
def test_four_in_a_line_wins_in_every_kind_of_direction(dims: str, four: str) -> None:
    names = four.split()
    others = [name for name in squares(dims) if name not in names]
    for seat in (1, 2):
        for last in names:
            before = [name for name in names if name != last]
            spare = [others[5], others[6], others[20]] if seat == 1 else [*others[5:7], *others[20:22]]
            marks = {"x": before, "o": spare} if seat == 1 else {"x": spare, "o": before}
            state = at(dims, **{mark: " ".join(owned) for mark, owned in marks.items()})
            assert (state.turn, state.outcome) == (seat, None)
            after = state.play(last)
            assert after.outcome is not None
            assert after.outcome.winner == seat
            assert after.outcome.why == "line"
            assert after.outcome.squares == tuple(names)
            assert after.outcome.message == Message("tesseract.line", seat=seat, lines=[four])
            assert (after.turn, after.moves(), after.phase) == (NOBODY, (), "")
            assert Tesseract(dims).read(after.body).outcome == after.outcome


@pytest.mark.parametrize("near", ["00 01 02 04", "02 03 04 05", "00 11 22 32", "00 55 AA FE", "0C 0D 0E 10"])
def test_four_marks_that_are_no_line_do_not_win(near: str) -> None:
    assert at(x=near, o="80 91 B0").outcome is None


def test_seats_alternate_and_win() -> None:
    state = Tesseract().start()
    assert (state.turn, state.phase) == (1, "mark")
    state = play(state, "55 00 56 FF 57")
    assert (state.turn, state.moves()[:2], len(state.moves())) == (2, ("01", "02"), 251)
    assert play(state, "54 CC").outcome is None
    won = play(state, "CC 54").outcome
    assert won is not None
    assert (won.winner, won.score, won.squares) == (1, "1-0", ("54", "55", "56", "57"))


def test_one_mark_can_complete_several_fours() -> None:
    state = at(x="01 02 03 10 20 30", o="5A 5B 5C 6A 6B 6C").play("00")
    assert state.outcome is not None
    assert state.outcome.squares == ("00", "01", "02", "03", "10", "20", "30")
    assert state.outcome.message == Message("tesseract.line", seat=1, lines=["00 01 02 03", "00 10 20 30"])
    assert state.view()["highlights"]["decisive"] == [["00", "01", "02", "03"], ["00", "10", "20", "30"]]
    assert Tesseract().read(state.body) == state


def test_a_game_is_tied_as_soon_as_every_line_holds_both_marks() -> None:
    state = Tesseract().start()
    for move in TIE:
        assert state.outcome is None
        assert state.view()["lines"]["open"] > 0
        state = state.play(move)
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.score, state.outcome.why) == (None, "1/2-1/2", "dead")
    assert state.outcome.message == Message("tesseract.dead")
    assert len(TIE) < 256, "it ended before the board was full"
    assert (state.turn, state.moves()) == (NOBODY, ())
    assert state.view()["lines"] == {"all": 520, "open": 0}
    assert Tesseract().read(state.body) == state
    texts = [cell["text"] for cell in state.view()["cells"]]
    assert all({"x", "o"} <= {texts[number] for number in line} for line in lines("4"))
    with pytest.raises(IllegalMove) as caught:
        state.play(next(name for name in squares("4") if name not in TIE))
    assert caught.value.message == Message("law.over")


def test_a_full_board_is_the_last_moment_of_a_tie() -> None:
    state = Tesseract("3").read("xoox/oxxo/oxxx/oxx./xooo/oxox/xoxx/xooo/ooxo/oxox/xxxo/ooxx/xxox/xoox/oxoo/xoxo")
    assert (state.turn, state.outcome, state.moves()) == (2, None, ("33",))
    after = state.play("33")
    assert after.outcome is not None
    assert (after.outcome.winner, after.outcome.why) == (None, "dead")


def test_the_last_mark_on_a_full_board_can_still_win() -> None:
    state = Tesseract("3").read("oxoo/xoxo/xoxo/oxx./xoxx/xoxx/oxoo/oxxx/xxxo/oxox/oxoo/ooox/xoxo/xoxo/oxox/xoox")
    assert len(state.moves()) == 1
    after = state.play("33")
    assert after.outcome is not None
    assert (after.outcome.winner, after.outcome.squares) == (2, ("03", "13", "23", "33"))


def test_perft() -> None:
    assert [perft(Tesseract().start(), depth) for depth in (1, 2)] == [256, 65_280]
    assert [perft(Tesseract("3").start(), depth) for depth in (1, 2, 3)] == [64, 64 * 63, 64 * 63 * 62]


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("00", Message("tesseract.taken", square="00", seat=1)),
        ("0F", Message("tesseract.taken", square="0F", seat=2)),
        ("0f", Message("law.move", move="0f", game="Tesseract")),
        ("G0", Message("law.move", move="G0", game="Tesseract")),
        ("", Message("law.move", move="", game="Tesseract")),
    ],
)
def test_illegal_moves_say_why(move: str, reason: Message) -> None:
    with pytest.raises(IllegalMove) as caught:
        at(x="00", o="0F").play(move)
    assert caught.value.message == reason


def test_no_move_after_the_end() -> None:
    with pytest.raises(IllegalMove) as caught:
        at(x="00 01 02 03", o="10 11 12").play("FF")
    assert caught.value.message == Message("law.over")


def test_what_a_person_types() -> None:
    assert [Tesseract().move(typed) for typed in ("3a", "3A", " ff\n", "00")] == ["3A", "3A", "FF", "00"]
    assert Tesseract("3").move("f3") == "F3"
    for game, typed, reason in [
        (Tesseract(), "a10", Message("tesseract.square", square="a10", last="F")),
        (Tesseract(), "", Message("tesseract.square", square="", last="F")),
        (Tesseract(), "0g", Message("tesseract.square", square="0g", last="F")),
        (Tesseract("3"), "04", Message("tesseract.square", square="04", last="3")),
    ]:
        with pytest.raises(IllegalMove) as caught:
            game.move(typed)
        assert caught.value.message == reason


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (board(o="00"), Message("tesseract.counts", x=0, o=1)),
        (board(x="00 01"), Message("tesseract.counts", x=2, o=0)),
        (board(x="00 01 02 03", o="10 11 12 13"), Message("tesseract.both")),
        (board(x="00 01 02 03", o="10 11 12 23"), Message("tesseract.won", seat=1)),
        (board(x="00 01 02 23 44", o="10 11 12 13"), Message("tesseract.won", seat=2)),
        (board(x="00 01 02 03 10 11 12 13", o="20 21 22 33 34 35 36"), Message("tesseract.fours")),
        (
            board(x="00 01 02 03 10 20 30 12 21", o="80 81 82 90 91 92 A0 A1"),  # a triangle of fours
            Message("tesseract.fours"),
        ),
        (board() + " 1", Message("tesseract.position", rest="1")),
        ("", Message("law.rows", n=1, height=16)),
        (board("3"), Message("law.row", row=1, n=4, width=16)),
        (board()[:-1], Message("law.row", row=16, n=15, width=16)),
        (board() + "/" + "." * 16, Message("law.rows", n=17, height=16)),
        ("X" + board()[1:], Message("law.cell", row=1, column=1, found="X")),
    ],
)
def test_impossible_positions_are_refused_with_the_reason(body: str, reason: Message) -> None:
    with pytest.raises(InvalidPosition) as caught:
        Tesseract().read(body)
    assert caught.value.message == reason


def test_view() -> None:
    state = at(x="00 01 02 40 41", o="55 AA FF 07")
    view = state.view()
    assert json.loads(json.dumps(view)) == view
    assert (view["game"], view["position"], view["phase"], view["turn"]) == ("tesseract", str(state), "mark", 2)
    digits = list("0123456789ABCDEF")
    assert view["grid"] == {"columns": digits, "rows": digits, "gap": 4}
    assert [cell["name"] for cell in view["cells"]] == list(squares("4"))
    assert view["cells"][0] == {"name": "00", "text": "x", "seat": 1}
    assert view["cells"][7] == {"name": "07", "text": "o", "seat": 2}
    assert view["cells"][3] == {"name": "03", "text": ""}
    # 00 55 AA FF holds marks of both; 00 01 02 needs 03. 40 41 is not yet three.
    assert view["highlights"] == {
        "decisive": [],
        "candidates": [{"squares": ["00", "01", "02", "03"], "at": "03", "seat": 1}],
    }
    assert Tesseract("3").start().view()["grid"] == {"columns": digits[:4], "rows": digits, "gap": 4}


def test_lines_still_open_are_counted() -> None:
    assert Tesseract("3").start().view()["lines"] == {"all": 76, "open": 76}
    # 00 and 03 lie on one line together.
    assert at("3", x="00", o="03").view()["lines"] == {"all": 76, "open": 75}


def test_candidates_of_both_seats_in_order_of_lines() -> None:
    state = at(x="00 01 02 A0", o="13 23 33 B5")
    candidates = state.view()["highlights"]["candidates"]
    assert [(line["at"], line["seat"]) for line in candidates] == [("03", 1), ("03", 2)]
    assert state.play("03").view()["highlights"]["candidates"] == []


@pytest.mark.parametrize("dims", ["4", "3"])
@settings(max_examples=5, deadline=None)
@given(seed=st.text("abcdef", max_size=6))
def test_random_games_print_and_parse(dims: str, seed: str) -> None:
    draws, state = Draws(seed, "test"), Tesseract(dims).start()
    while not state.outcome:
        assert games.parse(str(state)) == state
        marked = [cell["name"] for cell in state.view()["cells"] if cell["text"]]
        assert sorted([*marked, *state.moves()]) == sorted(squares(dims))
        for move in marked:
            with pytest.raises(IllegalMove) as caught:
                state.play(move)
            assert caught.value.code == "tesseract.taken"
        state = state.play(draws.choice(state.moves()))
    again = games.parse(str(state))
    assert again == state
    assert again.outcome == state.outcome
