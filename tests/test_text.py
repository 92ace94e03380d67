"""The text board: the same for every game, aligned, and readable without colour."""

from __future__ import annotations

import re

import pytest

from quincunx import games
from quincunx.games import CHANCE, State
from quincunx.law.draws import Draws
from quincunx.text import board, facts

VARIANTS = games.variants()


def positions(game: str) -> list[State]:
    """The positions of one random match, its start and its end among them; of a long one only some."""
    draws = Draws("text", "random")
    found = [games.start(game, "text")]
    while found[-1].outcome is None:
        state = found[-1]
        move = draws.weighted(state.chances()) if state.actor == CHANCE else draws.choice(state.moves())
        found.append(state.play(move))
    return [*found[:: max(1, len(found) // 12)], found[-1]]


def plain(text: str) -> str:
    return re.sub(r"\033\[[0-9;]*m", "", text)


@pytest.mark.parametrize("game", VARIANTS)
def test_every_square_of_every_game_is_drawn_in_its_row(game: str) -> None:
    for state in positions(game):
        view = state.view()
        columns, rows = view["grid"]["columns"], view["grid"]["rows"]
        head, _, *lines = board(view).split("\n")
        assert head == game
        assert lines[0].split() == [label for label in columns if label]
        drawn = [line for line in lines[1:] if line][: len(rows)]
        for y, (label, line) in enumerate(zip(rows, drawn, strict=True)):
            cells = view["cells"][y * len(columns) : (y + 1) * len(columns)]
            found = line.replace("[", " ").replace("]", " ").split()
            assert found == [label, *(cell["text"] or "·" for cell in cells)][not label :]


@pytest.mark.parametrize("game", VARIANTS)
def test_a_board_is_narrow_and_has_no_space_at_the_end_of_a_line(game: str) -> None:
    for state in positions(game):
        grid = board(state.view()).split("\n\n")[1]
        for line in grid.split("\n"):
            assert len(line) <= 80
            assert line == line.rstrip()


@pytest.mark.parametrize("game", VARIANTS)
def test_columns_stand_under_their_labels(game: str) -> None:
    for state in positions(game):
        view = state.view()
        labels, *rows = board(view).split("\n\n", 1)[1].split("\n")
        ends = {match.end(): match[0] for match in re.finditer(r"\S+", labels)}
        first = rows[0].replace("[", " ").replace("]", " ")
        margin = max(map(len, view["grid"]["rows"]))
        cells = [match.end() for match in re.finditer(r"\S+", first) if match.start() >= margin]
        named = [end for end, label in zip(cells, view["grid"]["columns"], strict=True) if label]
        assert named == list(ends)


@pytest.mark.parametrize("game", VARIANTS)
def test_colour_only_adds_to_what_is_told_without_it(game: str) -> None:
    for state in positions(game):
        view = state.view()
        painted = board(view, colour=True)
        assert painted != plain(painted)
        assert [line.rstrip() for line in plain(painted).split("\n")] == board(view).split("\n")


@pytest.mark.parametrize("game", VARIANTS)
def test_seats_have_different_letters(game: str) -> None:
    for state in positions(game):
        letters: dict[str, set[int]] = {}
        for cell in state.view()["cells"]:
            if "seat" in cell:
                letters.setdefault(cell["text"][0], set()).add(cell["seat"])
        assert all(len(seats) == 1 for seats in letters.values())
        legend = dict(re.findall(r"^Seat (\d) +(\w)", board(state.view()), re.MULTILINE))
        assert legend == {str(min(seats)): letter for letter, seats in letters.items()}


def test_a_piece_without_a_text_is_no_error() -> None:
    """A game of another package may leave pieces to the shapes of the pages."""
    view = games.start("tactix:size=3").view()
    cells = [{**cell, "text": "", "seat": 1} for cell in view["cells"]]
    assert "a  b  c" in board({**view, "cells": cells})


def test_the_piece_in_hand_the_tray_and_whose_turn_it_is() -> None:
    assert board(games.parse("xtic:type=torus 7.../..../.F../.... =8").view()) == (
        "xtic:type=torus\n"
        "\n"
        "   a  b  c  d\n"
        "1  7  ·  ·  ·\n"
        "2  ·  ·  ·  ·\n"
        "3  ·  F  ·  ·\n"
        "4  ·  ·  ·  ·\n"
        "\n"
        "In hand  8  black horizontal solid square\n"
        "Pieces   0 1 2 3 4 5 6 · · 9 A B C D E ·\n"
        "Next     Seat 2 to place the piece"
    )


def test_the_line_that_decided_the_game_and_the_result_in_words() -> None:
    assert board(games.parse("xtic 0123/..../..../...4 -").view()) == (
        "xtic\n"
        "\n"
        "   a  b  c  d\n"
        "1 [0][1][2][3]\n"
        "2  ·  ·  ·  ·\n"
        "3  ·  ·  ·  ·\n"
        "4  ·  ·  ·  4\n"
        "\n"
        "Pieces  · · · · · 5 6 7 8 9 A B C D E F\n"
        "Result  1-0  Seat 2 completed a1 b1 c1 d1 (all solid, round)."
    )


def test_colours_of_seats_and_of_what_decided_the_game() -> None:
    rows = board(games.parse("xchain:size=3x3 A1../.B3./... aa 1").view(), colour=True).split("\n")
    assert "\033[31m A1 \033[0m" in rows[3]
    assert "\033[33m B3 \033[0m" in rows[4]
    won = board(games.parse(f"tesseract:dims=3 xxxx/ooo.{'/....' * 14}").view(), colour=True)
    assert won.count("\033[31;1m[x]\033[0m") == 4
    assert won.count("\033[33m o \033[0m") == 3
    lost = board(games.parse("xtic 0123/..../..../...4 -").view(), colour=True)
    assert lost.count("\033[1m[") == 4


def test_fields_with_gaps_a_roll_and_fields_won() -> None:
    fields = "rrr....../.y......./........./........./....y..../........./........./........./........."
    assert board(games.parse(f"tritoc {fields} 2 11 0 0").view()) == (
        "tritoc\n"
        "\n"
        "        a             b             c\n"
        "   [r] [r] [r]    3   y   5     3   4   5\n"
        "1   6   7   8     6   7   8     6   7   8\n"
        "    9  10  11     9  10  11     9  10  11\n"
        "\n"
        "    3   4   5     3   4   5     3   4   5\n"
        "2   6   7   8     6   y   8     6   7   8\n"
        "    9  10  11     9  10  11     9  10  11\n"
        "\n"
        "    3   4   5     3   4   5     3   4   5\n"
        "3   6   7   8     6   7   8     6   7   8\n"
        "    9  10  11     9  10  11     9  10  11\n"
        "\n"
        "Seat 1  r  1  a1\n"
        "Seat 2  y  0\n"
        "Roll    11\n"
        "Next    Seat 2 to place a piece"
    )


def test_cells_of_two_characters_counters_and_who_is_eliminated() -> None:
    assert board(games.parse("xchain:seats=3,size=3x3 A1../.C3./..A1 ada 3").view()) == (
        "xchain:seats=3,size=3x3\n"
        "\n"
        "    a   b   c\n"
        "1  A1   ·   ·\n"
        "2   ·  C3   ·\n"
        "3   ·   ·  A1\n"
        "\n"
        "Seat 1  A  2  in the game\n"
        "Seat 2  ·  0  eliminated\n"
        "Seat 3  C  1  in the game\n"
        "Next    Seat 3 to play"
    )


def test_a_game_that_nobody_here_knows() -> None:
    view = {
        "game": "sixth",
        "position": "sixth x.",
        "turn": 2,
        "actor": 2,
        "phase": "hop",
        "moves": ["b1"],
        "outcome": None,
        "grid": {"columns": ["a", "b"], "rows": ["1"], "gap": 0},
        "cells": [{"name": "a1", "text": "x", "seat": 1}, {"name": "b1", "text": ""}],
        "highlights": {"decisive": [], "candidates": []},
        "wind": "north",
        "hops": {"short": 2, "long": 0},
        "stones": [3, 4],
        "rain": None,
    }
    assert board(view).split("\n")[2:] == [
        "   a  b",
        "1  x  ·",
        "",
        "Seat 1  x",
        "wind    north",
        "hops    2 short, 0 long",
        "stones  3 4",
        "Next    Seat 2 to hop",
    ]


def test_facts_of_another_game_that_have_the_names_but_not_the_form_of_ours() -> None:
    view = games.start("tactix:size=3").view()
    pieces = [{"piece": "K", "free": True}, {"piece": "Q", "free": False}]
    shown = {
        "hand": ({"piece": "K"}, "K piece"),
        "roll": ({"piece": "K", "words": 3}, "K piece, 3 words"),
        "tray": ([{"free": True}, {"free": False}], "True free False free"),
        "stock": ([*pieces, {"piece": "R"}], "K piece, True free Q piece, False free R piece"),
        "pieces": (pieces, "K ·"),
    }
    found = dict(facts({**view, **{key: value for key, (value, _) in shown.items()}}))
    assert {key: found[key] for key in shown} == {key: text for key, (_, text) in shown.items()}
