"""How computers play tesseract: threat sequences, and a book for each size by which the first seat wins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from quincunx.engine.analysis import Limits
from quincunx.engine.player import LOST, ComputerPlayer, Level, Page, six
from quincunx.games import Game, State
from quincunx.games.tesseract import book
from quincunx.games.tesseract.law import TesseractState
from quincunx.law import Message

HOPE = 500
"""Nodes of the small search that chooses among moves which lose equally late."""


class TesseractPlayer(ComputerPlayer):
    methods = ("threats", "brisk", "dazzler", "glance", "playouts")
    levels = six(
        "brisk",
        *((1, 0), (1, 0), (1, 0), (200_000, 0), (2_000_000, 0), (10_000_000, 0)),
        glance="glance",
        guarded=True,
        hope=HOPE,
    ) | {
        "trivial": Level("glance", Limits(depth=1)),
        "easy": Level("glance", Limits(depth=3), guarded=True),
        "medium": Level(
            "brisk",
            Limits(nodes=10_000, depth=2),
            glance="glance",
            overlooks=90,
            desperate=LOST,
            guarded=True,
            hope=HOPE,
        ),
        "perfect": Level("brisk", Limits(nodes=10_000_000), hope=HOPE, book=True),
        "dazzler": Level("dazzler"),
    }
    titles: ClassVar[Mapping[str, str]] = {"dazzler": "tesseract.dazzler"}
    notes: ClassVar[Mapping[str, str]] = {
        name: f"tesseract.{name}-sees" for name in ("trivial", "easy", "medium", "dazzler")
    }

    def plain_method(self, game: Game, body: str) -> str | None:  # noqa: ARG002
        return self.methods[0] if body.count("x") + body.count("o") > book.LONGEST else None

    def page(self, state: State) -> Page | None:
        """The first seat's win, to the end."""
        assert isinstance(state, TesseractState)
        if not (found := book.look_up(state)):
            return None
        if found.move is None:
            return Page(None, 0.0, 0.0, Message("tesseract.book-loss", n=found.left))
        return Page(state.game.actions[found.move], 1.0, 1.0, Message("tesseract.book-win", n=found.left))


PLAYER = TesseractPlayer()
