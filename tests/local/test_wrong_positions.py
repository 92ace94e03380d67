"""The static site says about a wrong position what the law says: the same code and arguments. Needs `make wasm`."""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Callable
from typing import Any

from wrong_positions import answer, texts

from quincunx import games
from quincunx.law import grid

pytest_plugins = ("site_in_node",)

ROUNDS = 1000 if "QUINCUNX_FULL" in os.environ else 40
"""Changed positions of each variant."""


def _codes() -> set[str]:
    """The codes with which the laws refuse a position, or how they begin."""
    laws = [inspect.getsource(inspect.getmodule(game) or game) for game in games.GAMES.values()]
    return set(re.findall(r'InvalidPosition\(f?"([^"{]+)', "".join([*laws, inspect.getsource(grid)])))


def test_wrong_positions_are_refused_for_the_reason_that_the_law_gives(
    in_node: Callable[[str], Callable[[Any], Any]],
) -> None:
    ask = in_node("wrong_positions.mjs")
    seen: set[str] = set()
    for text in texts(ROUNDS):
        said = answer(text)
        assert ask(text) == said, text
        seen.add(said.get("code", "position"))
    assert "position" in seen
    assert {code for code in _codes() if not any(one.startswith(code) for one in seen)} == set()
