"""How computers play tactix: a table of all positions that can follow, and a book of the 6x6 grid."""

from __future__ import annotations

from collections.abc import Mapping

from quincunx import _core
from quincunx.engine.analysis import Control, Limits
from quincunx.engine.player import ComputerPlayer, Level, Page, six
from quincunx.engine.search import search
from quincunx.games import Game, State
from quincunx.games.tactix import book
from quincunx.games.tactix.law import Tactix, TactixState, spans
from quincunx.law import Message

TABLE = 16
"""Counters for which a table with all distances takes some milliseconds."""


class TactixPlayer(ComputerPlayer):
    methods = ("auto", "search", "table", "playouts")
    # Estimates are low if nothing is known, so none of them counts as lost.
    levels = six(
        "auto",
        (16, 0.3),
        (40, 0.3),
        (120, 0.2),
        (600, 0.1),
        (20_000, 0.0),
        (5_000_000, 0.0),
        desperate=0.0,
        guarded=True,
    ) | {"perfect": Level("auto", book=True)}

    def plain_method(self, game: Game, body: str) -> str | None:
        assert isinstance(game, Tactix)
        return "auto" if body.count(".") > book.TAKEN or not book.exists(game) else None

    def page(self, state: State) -> Page | None:
        """All moves of the 6x6 grid until six counters are off."""
        assert isinstance(state, TactixState)
        if not (found := book.look_up(state)):
            return None
        values = {move: float(found.won and move in found.moves) for move in state.moves()}
        worth = float(found.won)
        return Page(min(found.moves), worth, worth, Message("games.book"), values)

    def longest(self, state: State, moves: list[str]) -> list[str]:
        """By a table of distances; where that is too large, those that leave the most replies to choose from."""
        if state.body.count("o") <= TABLE:
            found = search(state, Limits(), "table", None).moves
            return _most({each.move: each.value.distance or 0 for each in found if each.move in moves})
        return _most({move: len(state.play(move).moves()) for move in moves})

    def hardest(self, state: State, moves: list[str], control: Control | None) -> list[str]:
        """Those to which the fewest replies win. Their distance is the same, or unknown."""
        assert isinstance(state, TactixState)
        table = _core.TactixLosses(str(state))
        while not table.fill(seconds=0.05):
            if control and control.stopped:
                return moves
        takes = spans(state.game.size)
        return _most({move: -len(table.winning(state.counters & ~takes[move])) for move in moves})


def _most(counts: Mapping[str, int]) -> list[str]:
    return [move for move, count in counts.items() if count == max(counts.values())]


PLAYER = TactixPlayer()
