from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from quincunx import games
from quincunx.games import NOBODY, IllegalMove, InvalidOption, InvalidPosition
from quincunx.games.xchain.law import Board, Xchain, XchainState, maxima, neighbours
from quincunx.law import Message
from quincunx.law.draws import Draws
from quincunx.law.perft import perft

SMALL = "size=3x3"


def at(body: str, options: str = SMALL) -> XchainState:
    return Xchain.with_options(options).read(body)


def start(options: str = "", seed: str = "") -> XchainState:
    return Xchain.with_options(options).start(seed)


def boards(steps: tuple[games.View, ...]) -> list[str]:
    """The board of each step on a 3x3 board."""
    texts = [[cell["text"] or "." for cell in step["cells"]] for step in steps]
    return ["/".join("".join(row[y : y + 3]) for y in (0, 3, 6)) for row in texts]


# Explosions, worked out by hand


@pytest.mark.parametrize(
    ("before", "move", "after"),
    [
        # nothing explodes
        ("A1../.../..B1 aa 1", "b1", "A1A1./.../..B1 aa 2"),
        (".A1./.../..B1 aa 1", "b1", ".A2./.../..B1 aa 2"),
        (".../.A2./..B1 aa 1", "b2", ".../.A3./..B1 aa 2"),
        # a corner holds 1, an edge 2, an inner square 3
        ("A1../.../..B1 aa 1", "a1", ".A1./A1../..B1 aa 2"),
        (".A2./.../..B1 aa 1", "b1", "A1.A1/.A1./..B1 aa 2"),
        (".../.A3./..B1 aa 1", "b2", ".A1./A1.A1/.A1B1 aa 2"),
        # neighbours are captured with what they hold
        ("A1B1./B1../..B1 aa 1", "a1", ".A2./A2../..B1 aa 2"),
        ("..A1/..A1/B1.B1 aa 2", "c3", "..A1/..B2/B1B1. aa 1"),
        # one after another: a1, b1, c1
        ("A1B2B1/B1../..B1 aa 1", "a1", "A1A1./A2A1A1/..B1 aa 2"),
        # b1, then a1 c1 b2 together, then b1 again
        ("A1A2A1/.A3./..B1 aa 1", "b1", "A1.A1/A2A1A2/.A1B1 aa 2"),
        # a2 gets one from a1 and one from b2 in one wave, explodes with 4 and keeps 1
        ("A1A2A1/A2A3./..B1 aa 1", "b1", ".A1A1/A2A2A2/A1A1B1 aa 2"),
    ],
)
def test_explosions(before: str, move: str, after: str) -> None:
    assert at(before).play(move).body == after


def test_steps_are_the_boards_before_each_wave() -> None:
    state = at("A1A2A1/A2A3./..B1 aa 1")
    steps = state.steps("b1")
    assert boards(steps) == [
        "A1A3A1/A2A3./..B1",
        "A2.A2/A2A4./..B1",
        ".A3./A4.A2/.A1B1",
        "A2.A1/A1A2A2/A1A1B1",
    ]
    assert [step["exploding"] for step in steps] == [["b1"], ["a1", "c1", "b2"], ["b1", "a2"], ["a1"]]
    assert [step["counters"] for step in steps] == [[5, 1], [4, 1], [4, 1], [7, 1]]
    view = state.view()
    for step in steps:
        assert set(step) == {*view, "exploding"}
        assert (step["moves"], step["outcome"], step["phase"]) == ([], None, "")
        assert (step["turn"], step["actor"], step["position"]) == (1, 1, str(state))
        assert json.loads(json.dumps(step)) == step
    assert state.body == "A1A2A1/A2A3./..B1 aa 1"


def test_steps_show_squares_change_hands() -> None:
    steps = at("A1B2B1/B1../..B1 aa 1").steps("a1")
    assert boards(steps) == ["A2B2B1/B1../..B1", ".A3B1/A2../..B1", "A1.A2/A2A1./..B1"]
    assert [step["counters"] for step in steps] == [[1, 4], [2, 2], [4, 1]]


def test_no_steps_where_nothing_explodes() -> None:
    assert at("A1../.../..B1 aa 1").steps("b1") == ()


def test_steps_refuse_what_play_refuses() -> None:
    with pytest.raises(IllegalMove) as caught:
        at("A1../.../..B1 aa 1").steps("c3")
    assert caught.value.message == Message("xchain.owned", square="c3", seat=2)


# The same in any order


def in_any_order(state: XchainState, move: str, order: random.Random) -> Board:
    """The board when one square after another has exploded in a random order. Never asked of a chain without end."""
    near, most = neighbours(state.game.size), maxima(state.game.size)
    owners, values = list(state.board.owners), list(state.board.values)
    place = state.game.actions.index(move)
    owners[place] = state.next
    values[place] += 1
    while full := [i for i, value in enumerate(values) if value > most[i]]:
        i = order.choice(full)
        values[i] -= most[i] + 1
        owners[i] = state.next if values[i] else 0
        for j in near[i]:
            values[j] += 1
            owners[j] = state.next
    return Board(bytes(owners), bytes(values))


@st.composite
def crowded(draw: st.DrawFn) -> tuple[XchainState, str]:
    """A position with many squares that are about to explode, and a move in it."""
    seats, width, height = draw(st.integers(2, 4)), draw(st.integers(3, 6)), draw(st.integers(3, 6))
    game = Xchain.with_options(f"seats={seats},size={width}x{height}")
    owners, values = [], []
    for most in maxima(game.size):
        owner = draw(st.integers(0, seats))
        owners.append(owner)
        values.append(max(1, most - draw(st.sampled_from([0, 0, 0, 1, 2]))) if owner else 0)
    out = draw(st.sets(st.integers(1, seats), max_size=seats - 2))
    standing = "".join("o" if seat in out else "a" if seat in owners else "d" for seat in range(1, seats + 1))
    assume(standing.count("a") > 1)
    mover = draw(st.sampled_from([seat for seat in range(1, seats + 1) if standing[seat - 1] == "a"]))
    state = XchainState(game, Board(bytes(owners), bytes(values)), standing, mover)
    own = [name for name, owner in zip(game.actions, owners, strict=True) if owner == mover]
    return state, draw(st.sampled_from(own))


@settings(max_examples=150, deadline=None)
@given(crowded(), st.randoms(use_true_random=False))
def test_a_settled_board_does_not_depend_on_the_order(case: tuple[XchainState, str], order: random.Random) -> None:
    state, move = case
    assert games.parse(str(state)) == state
    after = state.play(move)
    assert games.parse(str(after)) == after
    assert sum(after.board.values) == sum(state.board.values) + 1
    if after.board.over_full(state.game.size):
        assert after.outcome is not None
        assert after.outcome.winner == state.next
        assert after.board.belongs_to(state.next)
    else:
        assert after.board == in_any_order(state, move, order)
    for seat, (old, new) in enumerate(zip(state.standing, after.standing, strict=True), 1):
        assert new == ("d" if old == "a" and seat not in after.board.owners else old)


@settings(max_examples=60, deadline=None)
@given(st.integers(3, 12), st.integers(3, 12), st.randoms(use_true_random=False))
def test_chains_that_never_end_stop_with_a_winner(width: int, height: int, order: random.Random) -> None:
    """Every square is as full as can be, so one piece more is too much for the whole board."""
    game = Xchain.with_options(f"seats=4,size={width}x{height}")
    owners = bytes([1, 2, 3, 4] + [order.randint(1, 4) for _ in range(width * height - 4)])
    state = XchainState(game, Board(owners, maxima(game.size)), "aaao", order.randint(1, 3))
    assert games.parse(str(state)) == state
    after = state.play(order.choice(state.moves()))
    assert after.outcome is not None
    assert after.outcome.winner == state.next
    assert after.board.belongs_to(state.next)
    assert after.board.over_full(game.size)
    assert games.parse(str(after)) == after


def test_a_win_in_the_middle_of_a_chain_leaves_the_board_as_it_is() -> None:
    state = at("A1B1./A2../... aa 1")
    after = state.play("a1")
    assert str(after) == "xchain:size=3x3 .A2./A3../... ad -"
    assert games.parse(str(after)) == after
    assert after.outcome is not None
    assert (after.outcome.winner, after.outcome.why, after.outcome.score) == (1, "alone", "1-0")
    assert after.outcome.message == Message("xchain.captured", seat=1)
    assert after.outcome.squares == ()
    assert boards(state.steps("a1")) == ["A2B1./A2../..."]
    assert (after.turn, after.moves(), after.phase) == (NOBODY, (), "")


def test_a_chain_goes_on_while_a_seat_that_is_out_owns_squares() -> None:
    after = at("A1B1./A2../..C1 aao 1", "seats=3,size=3x3").play("a1")
    assert after.body == "A1A2./.A1./A1.C1 ado -"
    assert after.outcome is not None
    assert after.outcome.message == Message("xchain.last", seat=1)
    assert after.outcome.score == "1-0-0"
    assert at("A1B1./A2../..C1 aaa 1", "seats=3,size=3x3").play("a1").body == "A1A2./.A1./A1.C1 ada 3"


def test_a_chain_stops_when_a_seat_that_is_out_has_lost_its_last_square() -> None:
    after = at("A1B1./C2../... aao 1", "seats=3,size=3x3").play("a1")
    assert after.body == ".A2./A3../... ado -"
    assert games.parse(str(after)) == after


# Turns, deaths, leaving


def test_everybody_moves_once_before_anybody_can_die() -> None:
    state = start("seats=3,size=3x3")
    assert (state.body, state.turn, state.phase) == (".../.../... uuu 1", 1, "grow")
    bodies = []
    for move in ("a1", "b1", "c3", "a1"):
        state = state.play(move)
        bodies.append(state.body)
    assert bodies == [
        "A1../.../... auu 2",
        "A1B1./.../... aau 3",
        "A1B1./.../..C1 aaa 1",
        ".A2./A1../..C1 ada 3",
    ]
    assert state.play("c2").turn == 1


def test_two_seats_can_die_in_one_move() -> None:
    state = at("A1B1./C1../..D1 aaaa 1", "seats=4,size=3x3").play("a1")
    assert state.body == ".A2./A2../..D1 adda 4"
    assert [state.plays(seat) for seat in (1, 2, 3, 4)] == [True, False, False, True]
    assert state.view()["standing"] == ["alive", "dead", "dead", "alive"]


def test_the_last_one_alive_has_won() -> None:
    after = at("A1C1./.../... adad 3", "seats=4,size=3x3").play("b1").play("a1")
    assert after.body == ".A3./A1../... addd -"
    assert after.outcome is not None
    assert (after.outcome.winner, after.outcome.score) == (1, "1-0-0-0")
    with pytest.raises(IllegalMove) as caught:
        after.play("c3")
    assert caught.value.message == Message("law.over")


def test_the_turn_goes_round_over_the_dead_and_the_out() -> None:
    assert at("A1../B1../..C1 aaod 2", "seats=4,size=3x3").play("a2").turn == 1
    assert at("A1../.../..D1 adoa 4", "seats=4,size=3x3").play("c3").turn == 1
    assert at("A1../.../..D1 adoa 1", "seats=4,size=3x3").play("b2").turn == 4


@pytest.mark.parametrize(
    ("options", "before", "seat", "after"),
    [
        # its own turn, and not
        ("seats=3,size=3x3", "A1../.B1./..C1 aaa 1", 1, "A1../.B1./..C1 oaa 2"),
        ("seats=3,size=3x3", "A1../.B1./..C1 aaa 1", 2, "A1../.B1./..C1 aoa 1"),
        ("seats=3,size=3x3", "A1../.B1./..C1 aaa 3", 3, "A1../.B1./..C1 aao 1"),
        ("seats=4,size=3x3", "A1../.B1./..D1 aada 2", 2, "A1../.B1./..D1 aoda 4"),
        # before its first move
        ("seats=3,size=3x3", ".../.../... uuu 1", 1, ".../.../... ouu 2"),
        ("seats=3,size=3x3", "A1../.../... auu 2", 3, "A1../.../... auo 2"),
        ("seats=3,size=3x3", "A1../.../... auu 2", 1, "A1../.../... ouu 2"),
        # one alone is left
        ("seats=3,size=3x3", "A1../.B1./..C1 oaa 2", 2, "A1../.B1./..C1 ooa -"),
        ("seats=3,size=3x3", "A1../.B1./..C1 oaa 2", 3, "A1../.B1./..C1 oao -"),
        ("seats=3,size=3x3", "A1../.../... aou 3", 1, "A1../.../... oou -"),
        ("size=3x3", "A1../.../..B1 aa 1", 1, "A1../.../..B1 oa -"),
        ("size=3x3", ".../.../... uu 1", 2, ".../.../... uo -"),
    ],
)
def test_leaving(options: str, before: str, seat: int, after: str) -> None:
    state = at(before, options)
    left = state.leave(seat)
    assert left.body == after
    assert games.parse(str(left)) == left
    assert not left.plays(seat)
    assert state.body == before
    if after.endswith("-"):
        assert left.outcome is not None
        assert left.outcome.winner == 1 + re.search("[ua]", left.standing).start()  # type: ignore[union-attr]
        assert left.outcome.why == "alone"
        assert left.outcome.message == Message("xchain.last", seat=left.outcome.winner or 0)


def test_the_squares_of_a_seat_that_left_can_be_captured() -> None:
    state = at("A1B1./.../..C1 aaa 2", "seats=3,size=3x3").leave(2)
    assert state.view()["counters"] == [1, 1, 1]
    with pytest.raises(IllegalMove) as caught:
        state.play("b1")
    assert caught.value.message == Message("xchain.owned", square="b1", seat=2)
    state = state.play("b2").play("a1")
    assert state.body == ".A2./A1C1./..C1 aoa 3"
    assert state.view()["standing"] == ["alive", "out", "alive"]


@pytest.mark.parametrize(
    ("before", "seat", "reason"),
    [
        ("A1../.B1./... aad 1", 3, Message("xchain.gone", seat=3)),
        ("A1../.B1./..C1 aao 1", 3, Message("xchain.gone", seat=3)),
        ("A1../.B1./... aad 1", 4, Message("law.no-seat", number=4, seats=3)),
        ("A1../.B1./... aad 1", 0, Message("law.no-seat", number=0, seats=3)),
        ("A1../.../... add -", 1, Message("law.over")),
    ],
)
def test_who_cannot_leave(before: str, seat: int, reason: Message) -> None:
    with pytest.raises(IllegalMove) as caught:
        at(before, "seats=3,size=3x3").leave(seat)
    assert caught.value.message == reason


def test_perft() -> None:
    assert [perft(start(), depth) for depth in (1, 2, 3)] == [64, 4_032, 254_016]
    assert [perft(start("seats=3"), depth) for depth in (1, 2, 3)] == [64, 64 * 63, 64 * 63 * 62]


# The first position


@pytest.mark.parametrize(
    ("options", "body"),
    [
        ("size=4x3", "..../..../.... uu 1"),
        ("seats=4,size=3x3,first=3", ".../.../... uuuu 3"),
        ("size=5x3,preset=columns2,values=ones", "A1A1.B1B1/A1A1.B1B1/A1A1.B1B1 aa 1"),
        ("size=3x5,preset=rows2,values=ones", "A1A1A1/A1A1A1/.../B1B1B1/B1B1B1 aa 1"),
        ("size=3x3,preset=columns1,values=ones,first=2", "A1.B1/A1.B1/A1.B1 aa 2"),
        ("seats=3,size=5x4,preset=blocks2,values=ones", "A1A1.B1B1/A1A1.B1B1/C1C1.../C1C1... aaa 1"),
        ("seats=4,size=3x4,preset=blocks1,values=ones", "A1.B1/.../.../C1.D1 aaaa 1"),
    ],
)
def test_starts_in_which_nothing_is_random(options: str, body: str) -> None:
    assert start(options, "any").body == start(options, "other").body == body
    assert games.parse(str(start(options))) == start(options)


@pytest.mark.parametrize(
    "options",
    ["preset=random32", "seats=3,preset=random21", "seats=4,preset=random16", "seats=4,size=3x3,preset=random2"],
)
def test_random_presets_give_each_seat_its_squares(options: str) -> None:
    state = start(options, "seed")
    number = state.game.preset.number
    assert state.view()["counters"] == [number] * state.game.seats
    assert state.standing == "a" * state.game.seats
    assert start(options, "seed") == state != start(options, "another seed")
    assert games.parse(str(state)) == state


def test_preset_values_are_from_1_to_the_maximum() -> None:
    seen = {(most, value): 0 for most in (1, 2, 3) for value in range(1, most + 1)}
    for seed in range(20):
        state = start("preset=columns4", str(seed))
        for value, most in zip(state.board.values, maxima(state.game.size), strict=True):
            seen[most, value] += 1
    assert len(seen) == 6
    assert all(seen.values())
    ones = start("preset=random9,values=ones", "seed").board
    assert (ones.values.count(1), ones.values.count(0)) == (18, 46)


def test_a_random_start_can_be_drawn_by_hand() -> None:
    """First the first seat, then the squares of each seat, then their values in the order drawn."""
    state = start("seats=3,size=5x4,preset=random4,first=random", "a seed")
    draws = Draws("a seed", "start")
    first = 1 + draws.below(3)
    empty, squares = list(range(20)), []
    for seat in (1, 2, 3):
        for _ in range(4):
            squares.append((seat, empty.pop(draws.below(len(empty)))))
    owners, values = [0] * 20, [0] * 20
    for seat, square in squares:
        owners[square] = seat
        values[square] = 1 + draws.below(maxima(state.game.size)[square])
    assert (state.next, list(state.board.owners), list(state.board.values)) == (first, owners, values)


def test_values_of_columns_and_blocks_are_drawn_seat_by_seat_in_reading_order() -> None:
    for options, squares in [
        ("size=4x3,preset=columns2", "a1 b1 a2 b2 a3 b3 c1 d1 c2 d2 c3 d3"),
        ("seats=4,size=4x4,preset=blocks2", "a1 b1 a2 b2 c1 d1 c2 d2 a3 b3 a4 b4 c3 d3 c4 d4"),
    ]:
        state, draws = start(options, "s"), Draws("s", "start")
        for square in map(state.game.actions.index, squares.split()):
            assert state.board.values[square] == 1 + draws.below(maxima(state.game.size)[square])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_random_first_seat(seats: int) -> None:
    firsts = [start(f"seats={seats},first=random", str(seed)).turn for seed in range(30)]
    assert set(firsts) == set(range(1, seats + 1))
    assert firsts == [1 + Draws(str(seed), "start").below(seats) for seed in range(30)]
    assert start(f"seats={seats},first={seats}").turn == seats


def test_a_form_offers_only_what_goes_together() -> None:
    two: Any = games.game("xchain:first=2").narrowed()
    four: Any = games.game("xchain:seats=4,size=5x6,preset=random1").narrowed()
    assert list(two["preset"]["choices"]) == ["none", "columns", "rows", "random"]
    assert two["preset"]["most"] == {"columns": 4, "rows": 4, "random": 32}
    assert four["preset"]["most"] == {"blocks": 2, "random": 7}
    assert list(two["first"]["choices"]) == ["1", "2", "random"]
    assert list(four["first"]["choices"]) == ["1", "2", "3", "4", "random"]
    assert two["values"] is None, "there are no preset squares"
    assert four["values"] is not None


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("preset=columns5", Message("xchain.preset-room.columns", size="8x8", seats=2, n=4)),
        (
            "size=5x12,preset=columns3",
            Message("xchain.preset-room.columns", size="5x12", seats=2, n=2),
        ),
        ("size=12x5,preset=rows3", Message("xchain.preset-room.rows", size="12x5", seats=2, n=2)),
        ("seats=4,preset=rows1", Message("xchain.preset-sides", seats=4)),
        ("seats=3,preset=columns1", Message("xchain.preset-sides", seats=3)),
        ("preset=blocks1", Message("xchain.preset-blocks")),
        (
            "seats=3,preset=blocks5",
            Message("xchain.preset-room.blocks", size="8x8", seats=3, n=4),
        ),
        (
            "seats=4,size=12x3,preset=blocks2",
            Message("xchain.preset-room.blocks", size="12x3", seats=4, n=1),
        ),
        ("preset=random33", Message("xchain.preset-room.random", size="8x8", seats=2, n=32)),
        (
            "seats=3,preset=random22",
            Message("xchain.preset-room.random", size="8x8", seats=3, n=21),
        ),
        (
            "seats=4,preset=random17",
            Message("xchain.preset-room.random", size="8x8", seats=4, n=16),
        ),
        (
            "seats=4,size=3x3,preset=random3",
            Message("xchain.preset-room.random", size="3x3", seats=4, n=2),
        ),
        (
            "preset=columns7",
            Message(
                "law.option.value",
                game="xchain",
                option="preset",
                reason=Message(
                    "law.option.choice",
                    typed="columns7",
                    choices=["none", "columns1..columns6", "rows1..rows6", "blocks1..blocks6", "random1..random72"],
                ),
            ),
        ),
        (
            "preset=columns",
            Message(
                "law.option.value",
                game="xchain",
                option="preset",
                reason=Message(
                    "law.option.choice",
                    typed="columns",
                    choices=["none", "columns1..columns6", "rows1..rows6", "blocks1..blocks6", "random1..random72"],
                ),
            ),
        ),
        (
            "preset=random0",
            Message(
                "law.option.value",
                game="xchain",
                option="preset",
                reason=Message(
                    "law.option.choice",
                    typed="random0",
                    choices=["none", "columns1..columns6", "rows1..rows6", "blocks1..blocks6", "random1..random72"],
                ),
            ),
        ),
        (
            "preset=none1",
            Message(
                "law.option.value",
                game="xchain",
                option="preset",
                reason=Message(
                    "law.option.choice",
                    typed="none1",
                    choices=["none", "columns1..columns6", "rows1..rows6", "blocks1..blocks6", "random1..random72"],
                ),
            ),
        ),
        ("first=3", Message("xchain.first", first="3", seats=2)),
        ("seats=3,first=4", Message("xchain.first", first="4", seats=3)),
        (
            "first=0",
            Message(
                "law.option.value",
                game="xchain",
                option="first",
                reason=Message("law.option.choice", typed="0", choices=["1", "2", "3", "4", "random"]),
            ),
        ),
        (
            "seats=5",
            Message(
                "law.option.value",
                game="xchain",
                option="seats",
                reason=Message("law.option.whole", typed="5", low=2, high=4),
            ),
        ),
        (
            "size=1x8",
            Message(
                "law.option.value",
                game="xchain",
                option="size",
                reason=Message("law.option.size", typed="1x8", small="2x2", large="12x12"),
            ),
        ),
        (
            "size=8x13",
            Message(
                "law.option.value",
                game="xchain",
                option="size",
                reason=Message("law.option.size", typed="8x13", small="2x2", large="12x12"),
            ),
        ),
        (
            "values=twos",
            Message(
                "law.option.value",
                game="xchain",
                option="values",
                reason=Message("law.option.choice", typed="twos", choices=["random", "ones"]),
            ),
        ),
    ],
)
def test_options_that_cannot_be_are_refused_with_the_reason(options: str, reason: Message) -> None:
    with pytest.raises(InvalidOption) as caught:
        games.game(f"xchain:{options}")
    assert caught.value.message == reason


@pytest.mark.parametrize(
    "options",
    [
        "preset=columns4",
        "seats=3,preset=blocks4",
        "size=12x12,preset=columns6",
        "size=12x12,preset=random72",
        "seats=4,size=12x12,preset=blocks6",
        "seats=4,size=12x12,preset=random36",
    ],
)
def test_the_largest_presets_are_fine(options: str) -> None:
    state = start(options)
    assert state.outcome is None
    assert games.parse(str(state)) == state


# Moves


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("c3", Message("xchain.owned", square="c3", seat=2)),
        ("d1", Message("law.square", square="d1", last="c3")),
        ("A1", Message("law.square", square="A1", last="c3")),
        ("", Message("law.square", square="", last="c3")),
    ],
)
def test_illegal_moves_say_why(move: str, reason: Message) -> None:
    with pytest.raises(IllegalMove) as caught:
        at("A1../.../..B1 aa 1").play(move)
    assert caught.value.message == reason


def test_what_a_person_types() -> None:
    assert Xchain().move(" C4 ") == "c4"
    assert Xchain.with_options("size=12x12").move("L12") == "l12"
    for typed in ("i1", "a9", "c04", "", "4c"):
        with pytest.raises(IllegalMove) as caught:
            Xchain().move(typed)
        assert caught.value.message == Message("law.square", square=typed, last="h8")


@pytest.mark.parametrize("options", Xchain.variants)
def test_random_games_of_every_variant(options: str) -> None:
    game = Xchain.with_options(options)
    draws, state = Draws("a game", "test"), game.start("a game")
    for number in range(1000):
        assert games.parse(str(state)) == state
        moves = state.moves()
        for token in set(game.actions) - set(moves):
            with pytest.raises(IllegalMove) as caught:
                state.play(token)
            assert caught.value.code in ("xchain.owned", "law.over")
        if state.outcome:
            # Pieces beyond twice the pairs of neighbours less the squares never settle: 160 on 8x8.
            pairs = sum(map(len, neighbours(game.size))) // 2
            assert number <= 2 * pairs - len(game.actions) + 1
            break
        assert moves
        state = state.play(draws.choice(moves))
    assert state.outcome
    assert state.board.belongs_to(state.outcome.winner or 0)


# Positions


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        # over-full squares
        ("A2../.../..B1 aa 1", Message("xchain.over-full", square="a1", value=2, most=1)),
        (".A3./.../..B1 aa 1", Message("xchain.over-full", square="b1", value=3, most=2)),
        (".../.A4./..B1 aa 1", Message("xchain.over-full", square="b2", value=4, most=3)),
        ("A2../.../..B1 ao -", Message("xchain.over-full", square="a1", value=2, most=1)),
        ("A1../.../..B2 ao -", Message("xchain.over-full", square="c3", value=2, most=1)),
        ("B2../.../... uo -", Message("xchain.over-full", square="a1", value=2, most=1)),
        ("A4../.../... ad -", Message("xchain.value", square="a1", value=4, most=3)),
        (".A6./.../... ad -", Message("xchain.value", square="b1", value=6, most=5)),
        (".../.A8./... ad -", Message("xchain.value", square="b2", value=8, most=7)),
        ("A0../.../..B1 aa 1", Message("xchain.value", square="a1", value=0, most=3)),
        # seats and squares
        ("A1../.../... aa 1", Message("xchain.squareless", seat=2)),
        ("A1../B1../... au 2", Message("xchain.owner-unmoved", seat=2, square="a2")),
        ("A1../B1../... ad -", Message("xchain.owner-dead", seat=2, square="a2")),
        (".../.../... dd -", Message("xchain.nobody")),
        ("A1../.../... oo -", Message("xchain.nobody")),
        # who is next
        ("A1../.../... ad 2", Message("xchain.won", seat=1)),
        ("A1../.../... ad 1", Message("xchain.won", seat=1)),
        ("A1../.../..B1 aa -", Message("xchain.not-won")),
        ("A1../.../..B1 aa 3", Message("xchain.turn", written="3", seats=2)),
        ("A1../.../..B1 aa 0", Message("xchain.turn", written="0", seats=2)),
        # unmoved seats
        (".A2./.../... au 2", Message("xchain.early", square="b1", value=2)),
        ("A1A1A1/A1A1A1/A1A1A1 au 2", Message("xchain.crowded")),
        ("A1../.../... au 1", Message("xchain.order")),
        # the text itself
        ("A1../.../..B1 aa", Message("xchain.position")),
        ("A1../.../..B1 aa 1 1", Message("xchain.position")),
        ("A1../.../..B1  aa 1", Message("xchain.position")),
        ("", Message("xchain.position")),
        ("A1../.../..B1 aaa 1", Message("xchain.standing", written="aaa", seats=2)),
        ("A1../.../..B1 aA 1", Message("xchain.standing", written="aA", seats=2)),
        ("C1../.../..B1 aa 1", Message("law.cell", row=1, column=1, found="C")),
        ("A../.../..B1 aa 1", Message("law.cell", row=1, column=1, found="A")),
        ("A1./.../..B1 aa 1", Message("law.row", row=1, n=2, width=3)),
        ("A1../... aa 1", Message("law.rows", n=2, height=3)),
    ],
)
def test_impossible_positions_are_refused_with_the_reason(body: str, reason: Message) -> None:
    with pytest.raises(InvalidPosition) as caught:
        at(body)
    assert caught.value.message == reason


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("A1../.B1./... aad 3", Message("xchain.not-next", seat=3)),
        ("A1../.B1./..C1 aao 3", Message("xchain.not-next", seat=3)),
        ("A1../.../... auu 3", Message("xchain.order")),
        (".../.../..C1 uua 2", Message("xchain.order")),
        ("A1.A1/A1A1A1/A1A1A1 auu 2", Message("xchain.crowded")),
        ("A1../.../..B3 aou 3", Message("xchain.over-full", square="c3", value=3, most=1)),
    ],
)
def test_impossible_positions_of_three_seats(body: str, reason: Message) -> None:
    with pytest.raises(InvalidPosition) as caught:
        at(body, "seats=3,size=3x3")
    assert caught.value.message == reason


@pytest.mark.parametrize(
    "body",
    [
        "A3A5A3/A5A7A5/A3A5A3 add -",  # as full as a chain can leave it
        "A2../.../... aoo -",
        ".../.../..C1 uua 1",
        ".B1./.../... uau 3",
        ".B1./.../... oau 3",
        "A1../.../... oou -",
        "A1A1./A1A1A1/A1A1A1 aou 3",
        "A1../.B1./..C1 aoa 1",
    ],
)
def test_unusual_positions_that_can_be(body: str) -> None:
    assert at(body, "seats=3,size=3x3").body == body


# Views


def test_view() -> None:
    view = at("A1.../.C3../...B1 aaa 2", "seats=3,size=4x3").view()
    assert json.loads(json.dumps(view)) == view
    assert (view["game"], view["phase"], view["turn"], view["actor"]) == ("xchain:seats=3,size=4x3", "grow", 2, 2)
    assert view["grid"] == {"columns": ["a", "b", "c", "d"], "rows": ["1", "2", "3"], "gap": 0}
    cells = {cell["name"]: cell for cell in view["cells"]}
    assert " ".join(cells) == "a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3"
    assert cells["a1"] == {"name": "a1", "text": "A1", "seat": 1, "value": 1, "most": 1}
    assert cells["b2"] == {"name": "b2", "text": "C3", "seat": 3, "value": 3, "most": 3}
    assert cells["d2"] == {"name": "d2", "text": "", "value": 0, "most": 2}
    assert (view["counters"], view["standing"]) == ([1, 1, 1], ["alive"] * 3)
    assert view["moves"] == [name for name in cells if name not in ("a1", "b2")]
    assert view["highlights"] == {"decisive": [], "candidates": []}
    assert start("seats=4").view()["standing"] == ["unmoved"] * 4


def test_names_go_up_to_l12() -> None:
    game = Xchain.with_options("size=12x12")
    assert (game.actions[0], game.actions[11], game.actions[12], game.actions[-1]) == ("a1", "l1", "a2", "l12")


@pytest.mark.parametrize("size", ["3x3", "8x8", "12x5"])
def test_neighbours_touch_by_a_side(size: str) -> None:
    game = Xchain.with_options(f"size={size}")
    width = game.size.width
    for i, near in enumerate(neighbours(game.size)):
        assert sorted(near) == [
            j for j in range(len(game.actions)) if abs(i % width - j % width) + abs(i // width - j // width) == 1
        ]
    assert bytes(sorted(set(maxima(game.size)))) == bytes([1, 2, 3])
