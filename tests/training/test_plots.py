"""Plots of trainings and of calibration, and those in the docs."""

import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree

import pytest

from quincunx.games import registry
from quincunx.training import plots
from quincunx.training.course import Course, Subject
from quincunx.training.selfplay import Plan

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
VARIANTS = ("xchain", "xchain-seats-3", "xchain-seats-4", "tritoc", "tritoc-dice-equal")
SVG = "{http://www.w3.org/2000/svg}"


def points(svg: str) -> dict[str, list[tuple[float, float]]]:
    """The middle of each point, by series."""
    root = ElementTree.fromstring(svg)  # well-formed, or this fails
    assert root.tag == f"{SVG}svg"
    found: dict[str, list[tuple[float, float]]] = {"first": [], "second": []}
    for each in root.iter():
        kind, _, series = each.get("class", "").partition(" ")
        if kind == "point" and each.tag == f"{SVG}circle":
            found[series].append((float(each.get("cx", "")), float(each.get("cy", ""))))
        elif kind == "point":
            place = re.match(r"M([\d.]+) ([\d.]+)l", each.get("d", ""))
            assert place
            found[series].append((float(place[1]), float(place[2]) + 6))
    return found


def texts(svg: str) -> list[str | None]:
    return [each.text for each in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_a_training_has_a_point_for_each_epoch_that_is_complete() -> None:
    drawn = plots.training("a<b", 4, [0.7, 0.5, 0.6], [0.25, 0.2, 0.15])
    assert drawn == plots.training("a<b", 4, [0.7, 0.5, 0.6], [0.25, 0.2, 0.15])
    found = points(drawn)
    assert [x for x, _ in found["first"]] == [195, 320, 445]
    heights = [y for _, y in found["first"]]
    assert heights[0] < heights[2] < heights[1]
    assert len(found["second"]) == 3
    assert {"0.25", "0.15", "4"} < set(texts(drawn))
    assert any("a<b" in (words or "") for words in texts(drawn))


@pytest.mark.parametrize("values", [[0.25], [0.25, 0.25], [0.0], [0.69314, 0.69309], [1e-7, 812.5]])
def test_an_axis_has_room_for_all_values(values: list[float]) -> None:
    axis = plots.Axis.around(values, 0, 100)
    assert axis.ticks[0] <= min(values) <= max(values) <= axis.ticks[-1]
    assert 3 <= len(axis.ticks) <= 7
    assert [axis(axis.ticks[0]), axis(axis.ticks[-1])] == [0, 100]


def test_a_course_draws_after_each_epoch_and_when_it_goes_on(tmp_path: Path) -> None:
    module = registry.part("xchain", "train")
    assert module
    plan = Plan("xchain:size=3x3", "mixed", 20, 4, 4)
    subject = Subject("xchain-2", (plan,), (8,), module.SUBJECTS[0].examples)
    course = Course(subject, tmp_path, rounds=2, epochs=3, seed=1)

    def drawn(epochs: Iterator[str]) -> list[int]:
        """How many epochs the plot shows after each."""
        return [len(points((tmp_path / "xchain-2.svg").read_text("utf-8"))["first"]) for _ in epochs]

    list(course.play())
    assert drawn(islice(course.learn(), 2)) == [1, 2]
    assert not (tmp_path / "xchain-2.net").exists()  # it was stopped
    list(course.play())
    assert drawn(course.learn()) == [1, 2, 3]


def redraw(page: Path) -> None:
    """Draws the plots of a page anew, in its folder."""
    script = ROOT / "bench" / "calibration.py"
    subprocess.run([sys.executable, script, "--plots", "--page", page], check=True, capture_output=True)


def cells(page: str, variant: int) -> list[list[str]]:
    """The tenths of a variant in the two tables of calibration, as they are written."""
    lines = [line.split("|") for line in page.splitlines() if re.match(r"\| 0\.\d to [01]\.\d \|", line)]
    column = [line[variant + 2].strip() for line in lines]
    assert len(column) == 20
    return [column[:10], column[10:]]


def test_the_plots_in_the_docs_are_those_of_the_tables(tmp_path: Path) -> None:
    page = (DOCS / "strength.md").read_text("utf-8")
    (tmp_path / "strength.md").write_text(page, "utf-8")
    redraw(tmp_path / "strength.md")
    drawn = {path.name: path.read_text("utf-8") for path in tmp_path.glob("*.svg")}
    assert drawn == {path.name: path.read_text("utf-8") for path in DOCS.glob("calibration-*.svg")}
    shown = re.findall(r"^!\[Calibration of .+\]\((.+)\)$", page, re.MULTILINE)
    assert shown == [f"calibration-{name}.svg" for name in VARIANTS]


def test_a_calibration_has_a_point_for_each_tenth_with_positions(tmp_path: Path) -> None:
    page = (DOCS / "strength.md").read_text("utf-8")
    page = re.sub(r"\| 0\.0 to 0\.1 \|[^|]+", "| 0.0 to 0.1 |  ", page, count=1)
    (tmp_path / "page.md").write_text(page, "utf-8")
    redraw(tmp_path / "page.md")
    for variant, name in enumerate(VARIANTS):
        drawn = (tmp_path / f"calibration-{name}.svg").read_text("utf-8")
        tables = cells(page, variant)
        assert variant or tables[0][0] == ""
        bars = [each.get("class") for each in ElementTree.fromstring(drawn).iter(f"{SVG}rect")]
        for series, table in zip(("first", "second"), tables, strict=True):
            legend, *found = points(drawn)[series]
            assert legend[1] < 60
            shares = [(k, float(cell.split(" ")[0])) for k, cell in enumerate(table) if cell]
            assert found == [(91 + 42 * k, round(390 - 300 * share, 1)) for k, share in shares]
            assert bars.count(f"bar {series}") == len(shares)
