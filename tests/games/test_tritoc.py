from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

import pytest

from quincunx import games
from quincunx.games import CHANCE, NOBODY, IllegalMove, InvalidOption, InvalidPosition
from quincunx.games.tritoc.law import FIELDS, Tritoc, TritocState
from quincunx.law import Message
from quincunx.law.draws import Draws
from quincunx.law.options import Choice

EMPTY = "." * 9
FULL = "ryrryyyrr"
"""A field without a free hole that nobody has won."""
RED = "rrr......"
YELLOW = "y...y...y"

ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
"""Rows, columns and diagonals of nine holes or fields, written out once more."""


def write(rest: str, others: str = EMPTY, **fields: str) -> str:
    """A position with the given fields; `rest` is seat, roll, tries and forfeits."""
    return f"{'/'.join(fields.get(name, others) for name in FIELDS)} {rest}"


def at(rest: str, others: str = EMPTY, **fields: str) -> TritocState:
    return Tritoc().read(write(rest, others, **fields))


def play(state: TritocState, moves: str) -> TritocState:
    for move in moves.split():
        state = state.play(move)
    return state


def why_not(state: games.State, move: str) -> Message:
    with pytest.raises(IllegalMove) as refusal:
        state.play(move)
    return refusal.value.message


def perft(state: games.State, depth: int) -> int:
    return 1 if depth == 0 else sum(perft(state.play(move), depth - 1) for move in state.moves())


def random_game(game: games.Game, seed: str) -> Iterator[games.State]:
    """The positions of a game in which everything is drawn; it stops where far too many were not enough."""
    draws = Draws(seed, "test")
    state = game.start(seed)
    yield state
    for _ in range(2000):
        if state.outcome:
            return
        chances = state.chances()
        state = state.play(draws.weighted(chances) if chances else draws.choice(state.moves()))
        yield state


VARIANTS = [Tritoc.with_options(options) for options in Tritoc.variants]
variants = pytest.mark.parametrize("game", VARIANTS, ids=str)


# The start


def test_the_normal_level_starts_empty_with_red_to_roll() -> None:
    state = Tritoc().start("any")
    assert state == at("1 - 0 0")
    assert (state.turn, state.actor, state.phase) == (1, CHANCE, "roll")
    assert state.moves() == ("2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12")


def test_the_first_seat_can_be_chosen_or_drawn() -> None:
    assert Tritoc(first="2").start("any").turn == 2
    drawn = {seed: Tritoc(first="random").start(seed).turn for seed in "abcdefgh"}
    assert drawn == {seed: 1 + Draws(seed, "start").below(2) for seed in drawn}
    assert set(drawn.values()) == {1, 2}


@pytest.mark.parametrize(
    ("level", "pieces"),
    [("red1", 3), ("red2", 6), ("red3", 9), ("yellow1", 3), ("yellow2", 6), ("yellow3", 9)],
)
def test_a_handicap_is_pieces_of_one_colour_at_most_one_in_a_field(level: str, pieces: int) -> None:
    for seed in "abcd":
        fields = Tritoc(level=level).start(seed).fields
        assert sorted("".join(fields).replace(".", "")) == [level[0]] * pieces
        assert all(field.count(".") >= 8 for field in fields)


def test_a_handicap_comes_from_the_seed() -> None:
    game = Tritoc(level="red1", first="random")
    draws = Draws("s", "start")
    first = 1 + draws.below(2)
    chosen = draws.sample(FIELDS, 3)
    holes = [draws.below(9) for _ in chosen]
    fields = {name: "." * hole + "r" + "." * (8 - hole) for name, hole in zip(chosen, holes, strict=True)}
    assert game.start("s") == game.read(write(f"{first} - 0 0", **fields))
    assert game.start("s") == game.start("s")
    assert len({game.start(seed) for seed in "abcdefgh"}) > 4


def test_variants_use_every_value_of_every_option() -> None:
    for key, option in Tritoc.options().items():
        assert isinstance(option, Choice)
        assert {getattr(game, key) for game in VARIANTS} == set(option.choices)


@pytest.mark.parametrize("options", ["dice=loaded", "level=red4", "level=red", "first=3", "first=0"])
def test_unknown_values_of_options_are_refused(options: str) -> None:
    with pytest.raises(InvalidOption):
        Tritoc.with_options(options)


# Rolls


def test_standard_dice_are_two_real_dice() -> None:
    chances = Tritoc().start("").chances()
    sums = [a + b for a in range(1, 7) for b in range(1, 7)]
    assert chances == {str(total): Fraction(sums.count(total), 36) for total in range(2, 13)}
    assert sum(chances.values()) == 1


def test_equal_dice_roll_2_and_12_a_third_as_often() -> None:
    chances = Tritoc(dice="equal").start("").chances()
    assert {chances[str(total)] for total in range(3, 12)} == {Fraction(3, 29)}
    assert (chances["2"], chances["12"]) == (Fraction(1, 29), Fraction(1, 29))
    assert sum(chances.values()) == 1


def test_there_are_no_chances_while_a_seat_acts_or_when_it_is_over() -> None:
    assert at("1 7 0 0").chances() == {}
    assert at("1 - 0 4").chances() == {}


def test_a_useful_roll_is_the_seats_to_use() -> None:
    state = at("2 - 0 0").play("7")
    assert state == at("2 7 0 0")
    assert (state.turn, state.actor, state.phase) == (2, 2, "place")


@pytest.mark.parametrize(
    ("state", "roll"),
    [
        pytest.param(at("1 - 0 0"), "2", id="no piece of one's own"),
        pytest.param(at("1 - 0 0"), "12", id="no piece of the opponent"),
        pytest.param(at("1 - 0 0", b2="....y...."), "2", id="only the opponent has pieces"),
        pytest.param(at("1 - 0 0", b2="....r...."), "12", id="only oneself has pieces"),
        pytest.param(at("1 - 0 0", a1=RED), "2", id="one's own are in a field one has won"),
        pytest.param(at("2 - 0 0", a1=RED), "12", id="the opponent's are in a field he has won"),
        pytest.param(at("1 - 0 0", c2=FULL), "12", id="the opponent's are in a full field"),
        pytest.param(at("1 - 0 0", others="....r...."), "7", id="the hole is taken everywhere"),
        pytest.param(at("1 - 0 0", others="....y....", a1=RED), "7", id="the hole is free in a won field only"),
    ],
)
def test_a_useless_roll_is_rolled_again(state: TritocState, roll: str) -> None:
    again = state.play(roll)
    assert again.body == state.body.replace("- 0 0", "- 1 0")
    assert (again.turn, again.actor) == (state.turn, CHANCE)


def test_a_roll_after_useless_ones_can_be_used() -> None:
    state = play(at("1 - 0 0"), "2 12 7")
    assert state == at("1 7 2 0")
    assert state.play("a1") == at("2 - 0 0", a1="....r....")


def test_the_third_useless_roll_forfeits_the_turn() -> None:
    assert play(at("1 - 0 0"), "2 2 2") == at("2 - 0 1")
    assert at("2 - 2 3", others="....y....").play("7").outcome is not None


def test_four_forfeited_turns_in_a_row_draw() -> None:
    state = play(at("1 - 0 0"), "2 12 2 12 12 2 2 2 2 12 2")
    assert state == at("2 - 2 3")
    assert state.outcome is None
    state = state.play("2")
    assert state == at("1 - 0 4")
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.why, state.outcome.score) == (None, "forfeits", "1/2-1/2")
    assert (state.turn, state.actor, state.phase, state.moves()) == (NOBODY, NOBODY, "", ())
    assert why_not(state, "7") == Message("law.over")


@pytest.mark.parametrize("moves", ["7 a1", "2 xb2.3", "12 xb2.4", "12 -"])
def test_any_move_ends_the_row_of_forfeits(moves: str) -> None:
    state = play(at("1 - 0 3", b2="ry......."), moves)
    assert state.body.endswith(" 2 - 0 0")


def test_a_roll_keeps_the_forfeits_until_it_is_used() -> None:
    assert at("1 - 0 3").play("7") == at("1 7 0 3")


# Placing


def test_the_number_is_placed_in_a_field_with_that_hole_free() -> None:
    state = at("1 7 0 0", a1="....y....", b1="....r....", c1=RED, a2="...r.....", b2=FULL)
    assert state.moves() == ("a2", "c2", "a3", "b3", "c3")
    assert state.play("a2").fields[3] == "...rr...."
    assert state.play("a2").turn == 2


@pytest.mark.parametrize(("roll", "field"), [("3", "r........"), ("8", ".....r..."), ("11", "........r")])
def test_holes_are_numbered_3_to_11_in_reading_order(roll: str, field: str) -> None:
    assert play(at("1 - 0 0"), f"{roll} c3") == at("2 - 0 0", c3=field)


def test_a_placing_that_cannot_be_says_why() -> None:
    state = at("1 7 0 0", a1="....y....", b1="....r....", c1=RED, a2=YELLOW, b2=FULL)
    assert why_not(state, "a1") == Message("tritoc.taken", hole=7, field="a1")
    assert why_not(state, "b1") == Message("tritoc.taken", hole=7, field="b1")
    assert why_not(state, "c1") == Message("tritoc.field-won", field="c1", seat=1)
    assert why_not(state, "a2") == Message("tritoc.field-won", field="a2", seat=2)
    assert why_not(state, "b2") == Message("tritoc.field-full", field="b2")
    for move in ("-", "xa1.7", "7", "12"):
        assert why_not(state, move) == Message("tritoc.task.place", roll=7)


def test_nothing_is_done_before_the_roll() -> None:
    for move in ("b2", "xb2.7", "-"):
        assert why_not(at("1 - 0 0", b2="....y...."), move) == Message("law.roll-first")


@pytest.mark.parametrize("move", ["", "1", "13", "d1", "B2", "xb2.2", "xb2.12", "xb2", "b2.7", "pass", " b2"])
def test_what_is_no_token_is_refused(move: str) -> None:
    assert why_not(at("1 7 0 0"), move) == Message("law.move", move=move, game="TriToc")


# Taking away


def test_with_a_2_one_of_ones_own_must_go() -> None:
    state = at("1 - 0 0", a1="r...y...r", b1=RED, c1=FULL, c3="..r......").play("2")
    assert state.phase == "remove"
    assert state.moves() == ("xa1.3", "xa1.11", "xc3.5")
    assert state.play("xa1.11").fields[0] == "r...y...."
    assert state.play("xa1.11").turn == 2


def test_with_a_12_one_of_the_opponents_may_go() -> None:
    state = at("1 - 0 0", a1="r...y...r", b1=YELLOW, c1=FULL, c3="..y......").play("12")
    assert state.phase == "remove"
    assert state.moves() == ("xa1.7", "xc3.5", "-")
    assert state.play("xa1.7").fields[0] == "r.......r"
    assert state.play("-") == at("2 - 0 0", a1="r...y...r", b1=YELLOW, c1=FULL, c3="..y......")


def test_a_taking_that_cannot_be_says_why() -> None:
    fields = {"a1": "r...y....", "b1": "rrry.....", "b2": "yyyr.....", "c1": FULL}
    own, other = at("1 2 0 0", **fields), at("1 12 0 0", **fields)
    assert why_not(own, "xa1.7") == Message("tritoc.only-own")
    assert why_not(other, "xa1.3") == Message("tritoc.only-other")
    for state in (own, other):
        assert why_not(state, "xa1.4") == Message("tritoc.empty", hole=4, field="a1")
        assert why_not(state, "xb1.3") == Message("tritoc.field-won", field="b1", seat=1)
        assert why_not(state, "xb2.6") == Message("tritoc.field-won", field="b2", seat=2)
        assert why_not(state, "xc1.3") == Message("tritoc.field-full", field="c1")
    for move in ("-", "a1", "2", "7"):
        assert why_not(own, move) == Message("tritoc.task.own")
    for move in ("a1", "12"):
        assert why_not(other, move) == Message("tritoc.task.opponent")


# Fields and games


@pytest.mark.parametrize("row", ROWS)
def test_three_in_a_row_win_a_field(row: tuple[int, int, int]) -> None:
    field = "".join("y" if i in row[:2] else "." for i in range(9))
    state = play(at("2 - 0 0", b2=field), f"{row[2] + 3} b2")
    assert state.won == "....y...."
    assert state.outcome is None
    assert (state.points(None), state.points(1)) == ((0, 1), (5, 1))


@pytest.mark.parametrize("row", ROWS)
def test_three_fields_in_a_row_win_the_game(row: tuple[int, int, int]) -> None:
    names = [FIELDS[i] for i in row]
    state = at("2 - 0 0", **dict.fromkeys(names[:2], YELLOW), **{names[2]: "y...y...."})
    state = play(state, f"11 {names[2]}")
    assert state.body.endswith(" 1 - 0 0")
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.why, outcome.squares) == (
        2,
        "row",
        tuple(sorted(names, key=FIELDS.index)),
    )
    assert outcome.message == Message("tritoc.row", seat=2, fields=" ".join(names))
    assert (state.turn, state.actor, state.phase, state.moves()) == (NOBODY, NOBODY, "", ())
    assert state.points(outcome.winner) == (0, 8)


def test_fields_of_both_colours_in_a_row_win_nothing() -> None:
    state = play(at("1 - 0 0", a1=RED, b1=YELLOW, c1="rr......."), "5 c1")
    assert state.won[:3] == "ryr"
    assert state.outcome is None


def test_full_fields_belong_to_nobody() -> None:
    state = at("1 - 0 0", a1=FULL, b1=RED, c1=RED)
    assert state.outcome is None
    assert state.points(None) == (2, 0)


def test_closing_the_last_field_draws() -> None:
    state = play(at("1 - 0 0", others=FULL, a1=RED, c3="ryrryyyr."), "11 c3")
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.why, outcome.squares) == (None, "full", ())
    assert outcome.message == Message("tritoc.full")
    assert state.points(outcome.winner) == (1, 0)


def test_winning_with_the_last_field_wins() -> None:
    state = play(at("1 - 0 0", others=FULL, a1=RED, b1=RED, c1="rr......."), "5 c1")
    assert state.outcome is not None
    assert state.outcome.winner == 1
    assert state.points(1) == (8, 0)


def test_one_field_can_complete_two_rows() -> None:
    state = play(at("1 - 0 0", a1=RED, b1=RED, c2=RED, c3=RED, c1="rr......."), "5 c1")
    assert state.outcome is not None
    assert state.outcome.squares == ("a1", "b1", "c1", "c2", "c3")
    assert state.view()["highlights"]["decisive"] == [["a1", "b1", "c1"], ["c1", "c2", "c3"]]


def test_a_resignation_gives_the_other_five_points() -> None:
    state = at("1 7 0 0", a1=RED, b2=YELLOW, c3=RED)
    assert (state.points(2), state.points(1), state.points(None)) == ((2, 6), (7, 1), (2, 1))


# Text


def test_a_position_is_one_line() -> None:
    text = f"tritoc {write('1 7 0 0', b1='.r.......', b2='....y....')}"
    board = ["." * 9] * 9
    board[1], board[4] = ".r.......", "....y...."
    assert text == f"tritoc {'/'.join(board)} 1 7 0 0"
    assert str(games.parse(text)) == text


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("", Message("tritoc.position")),
        (write("1 - 0"), Message("tritoc.position")),
        (write("1 - 0 0 "), Message("tritoc.position")),
        (write("1 - 0 0").replace("/", "", 1), Message("tritoc.fields", n=8)),
        (write("1 - 0 0", b2="....y..."), Message("tritoc.field", field="b2", written="....y...")),
        (write("1 - 0 0", b2="....Y...."), Message("tritoc.field", field="b2", written="....Y....")),
        (write("0 - 0 0"), Message("tritoc.part.next", written="0")),
        (write("3 - 0 0"), Message("tritoc.part.next", written="3")),
        (write("1 1 0 0"), Message("tritoc.part.rolled", written="1")),
        (write("1 13 0 0"), Message("tritoc.part.rolled", written="13")),
        (write("1 07 0 0"), Message("tritoc.part.rolled", written="07")),
        (write("1 - 3 0"), Message("tritoc.part.tries", written="3")),
        (write("1 - 0 5"), Message("tritoc.part.forfeited", written="5")),
        (write("1 - 0 0\n"), Message("tritoc.part.forfeited", written="0\n")),
        (write("1 - 0 0", c2="rrr...yyy"), Message("tritoc.both", field="c2")),
        (write("1 2 0 0"), Message("tritoc.useless", roll=2)),
        (write("1 12 0 0", a1=YELLOW), Message("tritoc.useless", roll=12)),
        (write("1 7 0 0", others="....r...."), Message("tritoc.useless", roll=7)),
        (write("1 - 0 0", a1=RED, b1=RED, c1=RED), Message("tritoc.won", seat=1)),
        (
            write("2 - 0 0", a1=RED, b1=RED, c1=RED, a3=YELLOW, b3=YELLOW, c3=YELLOW),
            Message("tritoc.won", seat=2),
        ),
        (
            write("2 7 0 0", a1=RED, b1=RED, c1=RED),
            Message("tritoc.over", reason=Message("tritoc.row", seat=1, fields="a1 b1 c1"), rest="- 0 0"),
        ),
        (
            write("2 - 1 0", a1=RED, b1=RED, c1=RED),
            Message("tritoc.over", reason=Message("tritoc.row", seat=1, fields="a1 b1 c1"), rest="- 0 0"),
        ),
        (
            write("2 - 0 4", a1=RED, b1=RED, c1=RED),
            Message("tritoc.over", reason=Message("tritoc.row", seat=1, fields="a1 b1 c1"), rest="- 0 0"),
        ),
        (write("2 7 0 0", others=FULL), Message("tritoc.over", reason=Message("tritoc.full"), rest="- 0 0")),
        (write("2 - 2 0", others=FULL), Message("tritoc.over", reason=Message("tritoc.full"), rest="- 0 0")),
        (write("2 - 0 1", others=FULL), Message("tritoc.over", reason=Message("tritoc.full"), rest="- 0 0")),
        (write("1 7 0 4"), Message("tritoc.over", reason=Message("tritoc.forfeits"), rest="- 0 4")),
        (write("1 - 1 4"), Message("tritoc.over", reason=Message("tritoc.forfeits"), rest="- 0 4")),
    ],
)
def test_impossible_positions_are_refused_with_the_reason(body: str, reason: Message) -> None:
    with pytest.raises(InvalidPosition) as refusal:
        Tritoc().read(body)
    assert refusal.value.message == reason


@pytest.mark.parametrize(
    "body",
    [
        write("2 - 0 0", a1=RED, b1=RED, c1=RED, a2=RED, b2=RED, c2=RED),
        write("1 - 0 0", a1="rrrrrr..."),
        write("1 - 0 0", others=FULL),
        write("2 12 2 3", a1="r........"),
    ],
)
def test_what_a_board_editor_may_set_up_is_read(body: str) -> None:
    assert Tritoc().read(body).body == body


@pytest.mark.parametrize(
    ("typed", "token"),
    [
        ("7", "7"),
        (" 12 ", "12"),
        ("b2", "b2"),
        ("B2", "b2"),
        ("xb2.7", "xb2.7"),
        ("XB2.11", "xb2.11"),
        ("b2.7", "xb2.7"),
        ("B2.10", "xb2.10"),
        ("-", "-"),
        ("pass", "-"),
        ("Pass", "-"),
    ],
)
def test_moves_as_people_type_them(typed: str, token: str) -> None:
    assert Tritoc().move(typed) == token


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("1", Message("tritoc.roll", move="1")),
        ("13", Message("tritoc.roll", move="13")),
        ("b2.2", Message("tritoc.hole", move="b2.2")),
        ("xb2.12", Message("tritoc.hole", move="xb2.12")),
        ("", Message("tritoc.move", move="")),
        ("d1", Message("tritoc.move", move="d1")),
        ("xb2", Message("tritoc.move", move="xb2")),
        ("x-", Message("tritoc.move", move="x-")),
        ("b2.", Message("tritoc.move", move="b2.")),
    ],
)
def test_what_cannot_be_a_move_says_what_would_be(typed: str, reason: Message) -> None:
    with pytest.raises(IllegalMove) as caught:
        Tritoc().move(typed)
    assert caught.value.message == reason


def test_actions_are_rolls_fields_takings_and_leaving() -> None:
    actions = Tritoc().actions
    assert len(actions) == len(set(actions)) == 11 + 9 + 81 + 1
    assert actions[10:13] == ("12", "a1", "b1")
    assert actions[19:21] == ("c3", "xa1.3")
    assert actions[28:30] == ("xa1.11", "xb1.3")
    assert actions[-2:] == ("xc3.11", "-")
    assert all(Tritoc().move(token) == token for token in actions)


# The view


def test_the_view_shows_holes_roll_and_counts() -> None:
    view = at("1 7 1 2", a1=YELLOW, b1=".r.......", c3=FULL).view()
    assert (view["turn"], view["actor"], view["phase"]) == (1, 1, "place")
    assert (view["roll"], view["tries"], view["forfeits"], view["counters"]) == (7, 1, 2, [0, 1])
    cells = {cell["name"]: cell for cell in view["cells"]}
    assert len(cells) == 81
    assert [cell["name"] for cell in view["cells"][:5]] == ["a1.3", "a1.4", "a1.5", "b1.3", "b1.4"]
    assert [cell["name"] for cell in view["cells"][9:11]] == ["a1.6", "a1.7"]
    assert view["cells"][80]["name"] == "c3.11"
    assert cells["b1.4"] == {"name": "b1.4", "hole": 4, "text": "r", "seat": 1}
    assert cells["b1.11"] == {"name": "b1.11", "hole": 11, "text": "11"}
    assert (len(view["grid"]["columns"]), len(view["grid"]["rows"]), view["grid"]["gap"]) == (9, 9, 3)
    assert view["highlights"] == {"decisive": [], "candidates": []}


def test_the_view_tells_of_each_field() -> None:
    fields = at("1 - 0 0", a1=YELLOW, b1=".r.......", c3=FULL).view()["fields"]
    assert [field["name"] for field in fields] == list(FIELDS)
    line = ["a1.3", "a1.7", "a1.11"]
    assert fields[0] == {"name": "a1", "winner": 2, "closed": True, "red": 0, "yellow": 3, "line": line}
    assert fields[1] == {"name": "b1", "winner": 0, "closed": False, "red": 1, "yellow": 0, "line": []}
    assert fields[8] == {"name": "c3", "winner": 0, "closed": True, "red": 5, "yellow": 4, "line": []}


# Whole games


def test_perft() -> None:
    # Of the first 11 rolls, 9 leave 9 fields to choose from, and a 2 or a 12 is rolled again: 81 + 22.
    # Then those 81 are followed by a roll, and of the 22 again 18 by a choice and 4 by a roll.
    assert [perft(Tritoc().start(""), depth) for depth in (1, 2, 3)] == [11, 103, 81 * 11 + 18 * 9 + 4 * 11]


@variants
def test_random_games_end_and_keep_to_the_protocol(game: Tritoc) -> None:
    numbers = {token: i for i, token in enumerate(game.actions)}
    for seed in "abcd":
        states = list(random_game(game, seed))
        assert states[-1].outcome is not None
        for before, after in pairwise(states):
            assert before.outcome is None
            moves = before.moves()
            assert moves
            assert list(moves) == sorted(set(moves), key=numbers.__getitem__)
            assert after in {before.play(move) for move in moves}
            assert (before.actor == CHANCE) == (tuple(before.chances()) == moves)
        for state in states:
            assert games.parse(str(state)) == state
            assert hash(games.parse(str(state))) == hash(state)


@variants
def test_every_other_token_is_refused_and_changes_nothing(game: Tritoc) -> None:
    for state in list(random_game(game, "c"))[::7]:
        text, moves = str(state), state.moves()
        for token in game.actions:
            if token not in moves:
                assert why_not(state, token)
        assert str(state) == text
        assert json.loads(json.dumps(state.view())) == state.view()
