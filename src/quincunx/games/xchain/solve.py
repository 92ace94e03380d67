"""The solver for xchain on small boards.

For two seats: proof-number search, and the winner's strategy derived from it. For three or four: what each seat can
force against all others together, by trying everything.
"""

from __future__ import annotations

import time

from quincunx import _core
from quincunx.games import State
from quincunx.games.xchain.coalition import heading
from quincunx.games.xchain.law import XchainState
from quincunx.law import text
from quincunx.proofs.certificate import NONE, Certificate
from quincunx.proofs.progress import Effort, Progress, Tell
from quincunx.proofs.solving import NoProof

SQUARES = 25
"""Of a board at most: what the core's keys have room for."""
FEW_SQUARES = 10
"""The same for more than two seats."""
WHOLE = 12
"""Squares of a board whose strategy is written down to the end."""
LEAVES = 14
"""Otherwise until this many pieces are on the board: further it would be millions of positions."""
LEAST_MEMORY = 1 << 20
SLICE = 1.0
"""Seconds between two reports."""
SAVING = 600.0
"""Seconds between two times of saving."""
MOST_SAVED = 1 << 25
"""Findings in a save file: 256 MB. Those that took the least work are found again soon."""
HEADER = "quincunx xchain findings 2"
HEADER_SETS = "quincunx xchain findings 1"
"""Of files that were saved until version 0.2."""


def solve(state: State, effort: Effort, tell: Tell) -> Certificate:
    assert isinstance(state, XchainState)
    width, height = state.game.size
    if width * height > (SQUARES if state.game.seats == 2 else FEW_SQUARES):
        raise NoProof("xchain.proof.size", squares=SQUARES, few=FEW_SQUARES)
    if state.game.seats != 2:
        return solve_coalitions(state, tell)
    if effort.memory < LEAST_MEMORY:
        raise NoProof("xchain.proof.memory", allowed=effort.memory, needed=LEAST_MEMORY)
    search = SavedSearch(state, effort, tell)
    try:
        winner = state.turn if search.wins(state) else 3 - state.turn
        leaves = LEAVES if width * height > WHOLE else None
        body = search.strategy(state, winner, leaves or 0)
    finally:
        search.save()
    tags = {"Method": "depth-first proof-number search"}
    if leaves is None:
        return Certificate(state, str(winner), "strategy", tags, body)
    tags |= {"Leaves": str(leaves), "Nodes": str(search.proof.nodes)}
    return Certificate(state, str(winner), "sample", tags, body)


def solve_coalitions(state: XchainState, tell: Tell) -> Certificate:
    """What each seat can force: nothing, or if one can, its win."""
    tags, body = {"Method": "everything tried, one seat against all others"}, list[str]()
    for seat in range(1, state.game.seats + 1):
        proof = _core.XchainCoalition(str(state.game), seat)
        while (wins := proof.wins(state.body, SLICE)) is None:
            share = (seat - 1) / state.game.seats
            tell(Progress(share, text("xchain.proof.coalition", seat=seat, positions=f"{proof.known:,}")))
        lines = [heading(seat, wins), *proof.strategy(state.body)]
        if wins:
            return Certificate(state, str(seat), "coalition", tags, tuple(lines))
        body += lines
    return Certificate(state, NONE, "coalition", tags, tuple(body))


class SavedSearch:
    """The core's search, slice by slice; what it finds is kept in a file."""

    def __init__(self, state: XchainState, effort: Effort, tell: Tell) -> None:
        self.proof = _core.XchainProof(str(state.game), effort.memory)
        self.resume, self.tell, self.saved = effort.resume, tell, time.monotonic()
        self.share, self.what = 0.0, text("xchain.proof.search")
        self.header = f"{HEADER}: {state.game}\n".encode()
        header_sets = f"{HEADER_SETS}: {state.game}\n".encode()
        if self.resume and self.resume.exists():
            data = self.resume.read_bytes()
            if data.startswith(self.header):
                self.proof.learn(data[len(self.header) :])
            elif data.startswith(header_sets):
                self.proof.learn_sets(data[len(header_sets) :])
            else:
                raise NoProof("xchain.proof.saved", path=str(self.resume), game=str(state.game))

    def wins(self, state: State) -> bool:
        while (found := self.proof.wins(state.body, SLICE)) is None:
            self.pause()
        return found

    def strategy(self, state: State, winner: int, leaves: int) -> tuple[str, ...]:
        strategy = _core.XchainStrategy(self.proof, state.body, winner, leaves)
        try:
            while not strategy.run(SLICE):
                self.share = strategy.known / (strategy.known + strategy.open)
                self.what = text("xchain.proof.strategy", positions=f"{strategy.known:,}")
                self.pause()
        except ValueError:
            raise NoProof("proofs.saved.false") from None
        return tuple(strategy.lines)

    def pause(self) -> None:
        self.tell(Progress(self.share, self.what, self.proof.nodes, self.proof.fill))
        if time.monotonic() - self.saved > SAVING:
            self.save()

    def save(self) -> None:
        if self.resume:
            part = self.resume.with_name(self.resume.name + ".part")
            part.write_bytes(self.header + self.proof.findings(MOST_SAVED))
            part.replace(self.resume)
        self.saved = time.monotonic()
