"""How computers play xchain: alpha-beta while two seats live, Monte Carlo trees while more do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from quincunx.engine.analysis import Limits
from quincunx.engine.player import ComputerPlayer, Level, six
from quincunx.engine.search import search
from quincunx.games import Game, State
from quincunx.games.xchain.law import Xchain, XchainState

DEPTHS = (1, 3)
"""How many moves ahead to look for the win of the other seat."""

PROBE = 10_000
"""Nodes of such a look at most, a few milliseconds."""

JUDGED = 2_000
"""Positions of a tree in which every seat plays for itself."""


SMALL = 12
"""Squares of the boards about which everything is known: as in the core's `Distances`."""

USUAL = 64
"""Squares of the usual board, for which the levels' budgets are made."""


class XchainPlayer(ComputerPlayer):
    methods = ("adaptive", "mixed", "alphabeta", "montecarlo", "table", "squares", "glance", "playouts")
    levels = six(
        "adaptive",
        *((1, 0), (1, 0), (2_000, 50), (20_000, 30), (2_000_000, 0), (8_000_000, 0)),
        glance="glance",
        guarded=True,
    ) | {
        "trivial": Level("glance", Limits(nodes=100, depth=2)),
        "easy": Level("glance", Limits(nodes=5_000, depth=2), guarded=True),
        "perfect": Level("table"),
    }
    notes: ClassVar[Mapping[str, str]] = {"trivial": "xchain.trivial-sees", "easy": "xchain.easy-sees"}

    def method(self, state: State) -> str:
        """A table of all positions where the board is small enough."""
        return self.plain_method(state.game, "")

    def plain_method(self, game: Game, body: str) -> str:  # noqa: ARG002
        return "table" if self.is_perfect(game) else "adaptive"

    def is_perfect(self, game: Game) -> bool:
        """On boards for which the core keeps a table of all positions."""
        assert isinstance(game, Xchain)
        width, height = game.size
        return game.seats == 2 and width * height <= SMALL

    def nodes(self, state: State, nodes: int) -> int:
        """Fewer on boards with more than 64 squares, where a position takes longer."""
        assert isinstance(state, XchainState)
        return -(-nodes * USUAL // max(len(state.game.actions), USUAL))

    def longest(self, state: State, moves: list[str]) -> list[str]:
        """Those after which the other seat does not win at once, then those after which it does not win within three
        moves. With more seats a loss is one against all others together; then what each seat would do for itself."""
        assert isinstance(state, XchainState)
        if len(state.living) > 2:
            found = search(state, Limits(nodes=JUDGED), "montecarlo", None).best_moves
            return [each.move for each in found if each.move in moves] or moves
        for depth in DEPTHS:
            held = [move for move in moves if not _wins(state.play(move), depth)]
            if not held:
                break
            moves = held
        return moves


def _wins(state: State, depth: int) -> bool:
    """Whether a search sees the seat to move win within this many moves."""
    best = search(state, Limits(depth=depth, nodes=PROBE), "squares", None).best.value
    return best.exact and best.seats[state.actor - 1] == 1.0


PLAYER = XchainPlayer()
