"""The solver for xchain with two seats on small boards: proof numbers, and the winner's strategy drawn from them."""

from __future__ import annotations

from quincunx import _core
from quincunx.games import State
from quincunx.games.xchain.law import XchainState
from quincunx.law import text
from quincunx.proofs.certificate import Certificate
from quincunx.proofs.progress import Effort, Progress, Tell
from quincunx.proofs.solving import NoProof

SQUARES = 16
"""Of a board at most: what the core's keys have room for."""
WHOLE = 12
"""Squares of a board whose strategy is written down to the end."""
LEAVES = 14
"""Otherwise until this many pieces are on the board: further it would be millions of positions."""
LEAST_MEMORY = 1 << 20
SLICE = 1.0
"""Seconds between two reports."""
SAVED = 120
"""Slices between two times of saving."""
HEADER = "quincunx xchain findings 1"


def solve(state: State, effort: Effort, tell: Tell) -> Certificate:
    assert isinstance(state, XchainState)
    width, height = state.game.size
    if state.game.seats != 2 or width * height > SQUARES:
        raise NoProof("xchain.proof.size", squares=SQUARES)
    if effort.memory < LEAST_MEMORY:
        raise NoProof("xchain.proof.memory", allowed=effort.memory, needed=LEAST_MEMORY)
    search = Search(state, effort, tell)
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


class Search:
    """The core's search, slice by slice; what it finds is kept in a file."""

    def __init__(self, state: XchainState, effort: Effort, tell: Tell) -> None:
        self.proof = _core.XchainProof(str(state.game), effort.memory)
        self.resume, self.tell, self.slices = effort.resume, tell, 0
        self.share, self.what = 0.0, text("xchain.proof.search")
        self.header = f"{HEADER}: {state.game}\n".encode()
        if self.resume and self.resume.exists():
            data = self.resume.read_bytes()
            if not data.startswith(self.header):
                raise NoProof("xchain.proof.saved", path=str(self.resume), game=str(state.game))
            self.proof.learn(data[len(self.header) :])

    def wins(self, state: State) -> bool:
        while (found := self.proof.wins(state.body, SLICE)) is None:
            self.pause()
        return found

    def strategy(self, state: State, winner: int, leaves: int) -> tuple[str, ...]:
        strategy = _core.XchainStrategy(self.proof, state.body, winner, leaves)
        while not strategy.run(SLICE):
            self.share = strategy.known / (strategy.known + strategy.open)
            self.what = text("xchain.proof.strategy", positions=f"{strategy.known:,}")
            self.pause()
        return tuple(strategy.lines)

    def pause(self) -> None:
        self.tell(Progress(self.share, self.what, self.proof.nodes, self.proof.fill))
        self.slices += 1
        if self.slices % SAVED == 0:
            self.save()

    def save(self) -> None:
        if self.resume:
            part = self.resume.with_name(self.resume.name + ".part")
            part.write_bytes(self.header + self.proof.findings())
            part.replace(self.resume)
