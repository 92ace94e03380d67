"""How computers play tritoc: expectimax over moves and rolls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from quincunx.engine.player import ComputerPlayer, Level, six
from quincunx.games import Game


class TritocPlayer(ComputerPlayer):
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
    titles: ClassVar[Mapping[str, str]] = {"greedy": "tritoc.greedy"}
    notes: ClassVar[Mapping[str, str]] = {name: f"tritoc.{name}-sees" for name in ("trivial", "easy", "greedy")}

    def plain_method(self, game: Game, body: str) -> str:  # noqa: ARG002
        return self.methods[0]


PLAYER = TritocPlayer()
