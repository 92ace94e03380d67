"""Whatever is drawn or named for each suit, outside Python too, is there for every suit."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import quincunx
from quincunx.law import messages
from quincunx.law.suits import SUITS
from quincunx.terminal import colours

WEB = Path(quincunx.__file__).parent / "web"

BY_SUIT = {
    "colours": ("boards/boards.css", r"--seat-(\w+):"),
    "pieces": ("boards/boards.css", r"^  \.of-(\w+) "),
    "emblems": ("style.css", r"^\.suit-(\w+) "),
    "lines of the graph": ("pages/graph.css", r"^\.graph-line\.of-(\w+) "),
    "shapes": ("boards/draw.js", r"^  (\w+): \(r\) =>"),
}


@pytest.mark.parametrize("what", BY_SUIT)
def test_every_suit_is_drawn(what: str) -> None:
    file, pattern = BY_SUIT[what]
    assert tuple(re.findall(pattern, (WEB / file).read_text("utf-8"), re.MULTILINE)) == SUITS


@pytest.mark.parametrize("group", ["colour", "colour-name"])
def test_every_suit_has_a_name(group: str) -> None:
    keys = [key.partition(".") for key in messages.catalogue("web")]
    assert tuple(suit for first, _, suit in keys if first == group) == SUITS


def test_every_suit_has_a_colour_in_the_terminal() -> None:
    assert tuple(colours.BY_NAME) == SUITS
    assert set(colours.EMBLEMS) == set(colours.ANSI) == set(colours.BY_NAME.values())
