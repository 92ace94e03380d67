"""Which move clicks on squares make, and which squares a move concerns, by the names of the legal moves."""

from __future__ import annotations

from typing import Any

import pytest

from quincunx.law import grid
from quincunx.law.game import grid_view
from quincunx.terminal.screen.pointing import Pointed, point, squares, starts_pair

NAMES = grid.squares(4, 4)


def seen(*moves: str, phase: str = "slide") -> Any:
    """A view of a board of 4x4 on which these moves are legal."""
    cells = [{"name": name, "text": "", "seat": 0} for name in NAMES]
    return {"grid": grid_view("abcd", "1234"), "cells": cells, "moves": list(moves), "phase": phase}


@pytest.mark.parametrize("phase", ["slide", "move", "mark", "place"])
@pytest.mark.parametrize("joint", ["-", ""])
def test_two_clicks_make_a_move_from_one_square_to_another(joint: str, phase: str) -> None:
    view = seen(f"b3{joint}c2", f"b3{joint}b2", f"a3{joint}a2", "pass", phase=phase)
    assert starts_pair(view, "b3")
    assert not starts_pair(view, "c2")
    assert point(view, "", "b3") == Pointed(chosen="b3")
    assert point(view, "b3", "c2") == Pointed(typed=f"b3{joint}c2")
    assert point(view, "b3", "a3") == Pointed(chosen="a3"), "another piece is chosen instead"
    assert point(view, "b3", "b3") == Pointed(), "a second click takes the choice back"
    assert point(view, "b3", "d1") == Pointed(typed=f"b3{joint}d1"), "the law says why that is illegal"


def test_a_square_can_be_a_move_and_the_beginning_of_another() -> None:
    view = seen("a1", "d4", "a1-a2")
    assert point(view, "", "d4") == Pointed(typed="d4")
    assert point(view, "", "a1") == Pointed(chosen="a1")
    assert point(view, "a1", "a1") == Pointed(typed="a1")
    assert point(view, "a1", "d4") == Pointed(typed="d4")


def test_where_moves_are_squares_one_click_plays() -> None:
    view = seen("a1", "b1", phase="grow")
    assert point(view, "", "a1") == Pointed(typed="a1")
    assert point(view, "", "c3") == Pointed(typed="c3")


@pytest.mark.parametrize(
    ("move", "phase", "concerned"),
    [
        ("a3-b2", "slide", ["a3", "b2"]),
        ("a3b2", "slide", ["a3", "b2"]),
        ("b3-c1", "slide", ["b3", "c1"]),
        ("b3-c1", "", ["b3", "c1"]),
        ("d1-a1", "slide", ["d1", "a1"]),
        ("a1-c1", "take", ["a1", "b1", "c1"]),
        ("b1-b3", "", ["b1", "b2", "b3"]),
        ("xb2", "remove", ["b2"]),
        ("c3", "mark", ["c3"]),
        ("xyz", "slide", []),
        ("pass", "slide", []),
    ],
)
def test_the_squares_of_a_move(move: str, phase: str, concerned: list[str]) -> None:
    assert squares(move, seen(move, phase=phase)) == concerned
