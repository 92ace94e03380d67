"""How computers play tritoc: expectimax over moves and rolls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from quincunx.engine.player import Level, Player, six


class TritocPlayer(Player):
    methods = ("expectimax", "greedy", "playouts")
    levels = six(
        "expectimax", (100, 0.15), (500, 0.1), (2_000, 0.065), (100_000, 0.04), (3_000_000, 0.018), (20_000_000, 0.0)
    ) | {"greedy": Level("greedy")}
    bases: ClassVar[Mapping[str, str]] = {"all rolls to the end": "tritoc.basis.ending"}
    notes: ClassVar[Mapping[str, str]] = {"greedy": "tritoc.greedy-sees"}


PLAYER = TritocPlayer()
