"""The tutorial's code is the example's."""

from __future__ import annotations

import re

from example_package import EXAMPLE, LAW, ROOT

PAGE = (ROOT / "docs" / "your-own-game.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def lines(text: str) -> list[str]:
    """Blank lines between blocks do not count."""
    return [line for line in text.splitlines() if line]


def test_the_blocks_together_are_the_law() -> None:
    assert lines("".join(blocks("python"))) == lines(LAW.read_text("utf-8"))


def test_the_project_file_is_the_example() -> None:
    assert blocks("toml") == [(EXAMPLE / "pyproject.toml").read_text("utf-8")]


def test_the_law_stays_short() -> None:
    assert len(LAW.read_text("utf-8").splitlines()) < 140
