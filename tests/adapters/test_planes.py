"""What learners see: hand-made positions, and every game from every side."""

import pytest

from quincunx import games
from quincunx.adapters.terms import rewards
from quincunx.planes import Planes, planes


def drawn(plane: Planes) -> str:
    return "/".join("".join(".#"[square] for square in row) for row in plane)


@pytest.mark.parametrize("variant", games.variants())
def test_the_last_plane_tells_whose_turn_it_is(variant: str) -> None:
    state = games.start(variant, "seed")
    for seat in range(1, state.game.seats + 1):
        seen = planes(state, seat)
        assert seen.max() <= 1
        assert (seen[-1] == (seat == state.turn)).all()


def test_xtic_shows_the_pieces_by_their_properties() -> None:
    seen = planes(games.parse("xtic 0.../.F../..../...9 =6"), 2)
    assert [drawn(plane) for plane in seen[:5]] == [
        "#.../.#../..../...#",  # taken: 0000, 1111 and 1001
        "..../.#../..../...#",
        "..../.#../..../....",
        "..../.#../..../....",
        "..../.#../..../...#",
    ]
    assert [bool(plane.all()) for plane in seen[5:10]] == [True, False, True, True, False]
    assert not planes(games.parse("xtic 0.../.F../..../...9 -"), 2)[5:10].any()


def test_tritoc_shows_holes_where_they_are_and_fields_as_wholes() -> None:
    fields = "/".join(["y........", "rrr......", *["........."] * 6, "........r"])
    seen = planes(games.parse(f"tritoc {fields} 2 12 1 3"), 2)
    assert drawn(seen[0]) == "#......../" + "/".join(["........."] * 8)
    assert drawn(seen[1]) == "...###.../" + "/".join(["........."] * 7) + "/........#"
    assert not seen[2].any()
    red_field = "/".join(["...###..."] * 3 + ["........."] * 6)
    assert drawn(seen[3]) == drawn(seen[4]) == red_field
    rolls = [bool(plane.all()) for plane in seen[5:16]]
    assert rolls == [False] * 10 + [True]
    assert [bool(plane.all()) for plane in seen[16:21]] == [True, False, True, True, True]


def test_tesseract_shows_own_marks_first() -> None:
    board = "/".join(["x..o", *["...."] * 14, "..x."])
    seen = planes(games.parse(f"tesseract:dims=3 {board}"), 2)
    assert seen.shape == (3, 16, 4)
    assert drawn(seen[0]) == "/".join(["...#", *["...."] * 15])
    assert drawn(seen[1]) == "/".join(["#...", *["...."] * 14, "..#."])


def test_xchain_shows_values_by_steps_what_is_full_and_who_is_left() -> None:
    seen = planes(games.parse("xchain:seats=3,size=3x3 A1B2./.B3./..C1 aaa 2"), 2)
    assert [drawn(plane) for plane in seen[:3]] == [".#./.#./...", ".#./.#./...", ".../.#./..."], "seat 2 sees its own"
    assert [drawn(plane) for plane in seen[3:9:3]] == [".../.../..#", "#../.../..."], "then seat 3, then seat 1"
    assert drawn(seen[9]) == "##./.#./..#"
    assert all(plane.all() for plane in seen[10:])
    dead = planes(games.parse("xchain:seats=3,size=3x3 A1B2./.B3./... aad 2"), 1)
    assert [bool(plane.any()) for plane in dead[10:]] == [True, True, False, False]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rewards_sum_to_nothing(seats: int) -> None:
    for winner in (None, *range(1, seats + 1)):
        paid = rewards(games.Outcome(seats, winner, ""))
        assert sum(paid) == pytest.approx(0)
        assert [seat for seat, pay in enumerate(paid, 1) if pay == 1] == ([winner] if winner else [])
