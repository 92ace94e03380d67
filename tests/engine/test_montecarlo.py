"""Monte Carlo tree search in Python, over the law alone."""

from __future__ import annotations

import pytest

from quincunx import games
from quincunx.engine import Limits, montecarlo


def test_a_search_ends_where_nothing_new_can_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    """With three seats positions whose moves are all proved can stay open, and no visit reached another position."""
    visit, visits = montecarlo._Search.visit, 0

    def counted(self: montecarlo._Search, root: montecarlo._Node) -> None:
        nonlocal visits
        visits += 1
        assert visits < 10 * montecarlo.IDLE, "the search does not end"
        visit(self, root)

    monkeypatch.setattr(montecarlo._Search, "visit", counted)
    state = games.parse("xchain:seats=3,size=2x3 B1C1/A1./.. aaa 1")
    found = montecarlo.analyse(state, Limits(nodes=3_000, seed=1))
    assert found.nodes < 3_000
    assert [each.move for each in found.moves] == list(state.moves())
