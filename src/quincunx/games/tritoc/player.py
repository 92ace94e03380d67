"""How computers play tritoc: expectimax over moves and rolls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from quincunx.engine.player import Level, Player, six


class TritocPlayer(Player):
    methods = ("expectimax", "greedy", "playouts")
    levels = six(
        "expectimax",
        *((1, 0), (1, 0), (2_000, 200), (100_000, 60), (3_000_000, 15), (20_000_000, 0)),
        glance="greedy",
        guarded=True,
    ) | {
        "trivial": Level("greedy", overlooks=200),
        "easy": Level("greedy", overlooks=50, guarded=True),
        "greedy": Level("greedy"),
    }
    bases: ClassVar[Mapping[str, str]] = {"all rolls to the end": "tritoc.basis.ending"}
    notes: ClassVar[Mapping[str, str]] = {name: f"tritoc.{name}-sees" for name in ("trivial", "easy", "greedy")}


PLAYER = TritocPlayer()
