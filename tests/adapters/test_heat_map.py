"""The example that draws what moves are worth."""

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from quincunx import games

HEAT_MAP = Path(__file__).parents[2] / "examples" / "heat_map.py"
SVG = "{http://www.w3.org/2000/svg}"
OVER = games.parse("tactix:size=3 .../.../... 1")
GOOD, BAD, NONE = "#e67d1e", "#2166ac", "#ddd"


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(HEAT_MAP), *words], capture_output=True, text=True, check=False)


def drawn(*words: str) -> list[tuple[str, str, str]]:
    """Each square in reading order: its title, its text and its colour."""
    ran = run(*words)
    assert ran.stderr == ""
    groups = map(list, ElementTree.fromstring(ran.stdout).iter(f"{SVG}g"))
    return [(title.text or "", text.text or "", square.attrib["fill"]) for title, square, text in groups]


def test_a_square_shows_the_best_move_that_takes_from_it() -> None:
    assert drawn("tactix:size=3 oo./.../..o 1") == [
        ("a1-b1 c3: win in 2", "win", GOOD),
        ("a1-b1 c3: win in 2", "win", GOOD),
        *((name, "", NONE) for name in ("c1", "a2", "b2", "c2", "a3", "b3")),
        ("c3 a1 b1: loss in 3", "loss", BAD),
    ]


def test_a_hole_of_tritoc_shows_the_field_it_is_in() -> None:
    board = "rr......./" + "/".join(["........."] * 8)
    squares = drawn(f"tritoc {board} 1 5 0 0", "--seconds", "0.1")
    assert len(squares) == 81
    assert [i for i, square in enumerate(squares) if square[2] != NONE] == [2, 5, 8, 29, 32, 35, 56, 59, 62]
    assert all(text.endswith("%") for _, text, fill in squares if fill != NONE)


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("xtic", "No move here is a square: seat 1 has to give.\n"),
        (str(OVER), f"No move here is a square: {OVER.outcome and OVER.outcome.reason}\n"),
        ("chess", ""),
    ],
)
def test_what_cannot_be_drawn_is_refused(position: str, reason: str) -> None:
    ran = run(position)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.startswith(f"heat_map: {reason}")
