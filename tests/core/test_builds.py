"""Wheels carry two builds of the core on x86-64, for any machine and for AVX2: both give the same answers.

A checkout has only one of them; `make wheels` runs this file against an installed wheel.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from platform import machine
from typing import Any

import pytest

from quincunx import _core, games
from quincunx.engine.player import player
from quincunx.engine.signature import positions

pytestmark = pytest.mark.skipif(find_spec("quincunx._core_any") is None, reason="this install has one build")


@pytest.fixture(scope="module")
def builds() -> list[Any]:
    names = ["_core_any", "_core_avx2"] if _core.has_avx2 else ["_core_any"]
    return [import_module(f"quincunx.{name}") for name in names]


def test_the_build_that_fits_is_used() -> None:
    assert _core.__name__ == ("quincunx._core_avx2" if _core.has_avx2 else "quincunx._core_any")
    assert not _core.has_avx2 or machine() in ("x86_64", "AMD64")


@pytest.mark.parametrize("game", games.GAMES)
def test_all_builds_think_alike(builds: list[Any], game: str) -> None:
    def answer(core: Any, position: str) -> Any:
        report = core.analyse(position, player(game).methods[0], nodes=3_000, memory=1 << 22, seed=7)
        return report.nodes, [(found.move, found.exact, found.values, found.line) for found in report.moves]

    for state in positions(game):
        assert len({repr(answer(core, str(state))) for core in builds}) == 1
        assert len({core.random_games(str(state), 20, 5) for core in builds}) == 1
