"""Parts of a table's picture that are kept from one change to the next."""

from __future__ import annotations

import orjson

from quincunx import games
from quincunx.server.tables.snapshot import HistoryJson
from quincunx.table.table_state import Ply


def test_the_history_is_right_however_plies_come_and_are_taken_back() -> None:
    first = games.game("tactix").start("")
    a, b, c, d = (Ply(1, token, first.play(token), "move") for token in ("a1", "b2", "c3", "d4"))
    history = HistoryJson()
    for plies in ((), (a,), (a, b, c), (a, b, c), (a, b), (a, b, d), (), (a, c), (a, d, b, c), (b,)):
        assert orjson.loads(orjson.dumps(history.of(plies))) == [ply.view for ply in plies]
