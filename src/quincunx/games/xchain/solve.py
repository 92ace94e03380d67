"""The solver for xchain with two seats on small boards: proof numbers, and the winner's strategy drawn from them."""

from __future__ import annotations

import heapq

from quincunx import _core
from quincunx.games import State
from quincunx.games.xchain.check import turned
from quincunx.games.xchain.law import Board, XchainState
from quincunx.law import text
from quincunx.law.symmetry import turns
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
        body = Strategy(state, winner, search, leaves).lines()
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

    def winning(self, state: State, all: bool) -> list[str]:
        while (found := self.proof.winning(state.body, all, SLICE)) is None:
            self.pause()
        return found

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


class Strategy:
    """The winner's answers, for as few positions as a greedy choice needs: it goes where it has been, else where the
    loser has the fewest moves. The first of a position's turns that it meets stands for all."""

    def __init__(self, state: XchainState, winner: int, search: Search, leaves: int | None) -> None:
        self.state, self.winner, self.search, self.leaves = state, winner, search, leaves
        self.found: dict[Board, XchainState] = {}
        self.open: list[tuple[int, int, XchainState]] = []

    def lines(self) -> tuple[str, ...]:
        """The body of the certificate: its own position, then the loser's, those with the fewest pieces first."""
        own = self.state.turn == self.winner
        body = [f"{self.state.body}: {self.answer(self.state) if own else self.answers(self.state)}"]
        while self.open:
            state = heapq.heappop(self.open)[-1]
            body.append(f"{state.body}: {self.answers(state)}")
            self.search.share = len(body) / (len(body) + len(self.open))
            self.search.what = text("xchain.proof.strategy", positions=f"{len(body):,}")
            if len(body) % 256 == 0:
                self.search.pause()
        return tuple(body)

    def answers(self, state: XchainState) -> str:
        """To every move of the loser, who cannot end the game by it."""
        return " ".join(self.answer(state.play(move)) for move in state.moves())

    def answer(self, state: XchainState) -> str:
        """A winning move, after the turn that makes what it leaves a position of the strategy."""
        choices = []
        for number, move in enumerate(self.search.winning(state, all=self.leaves is None)):
            after = state.play(move)
            if after.outcome:
                return f"!{move}"
            least = min(turned(after, turn).board for turn in turns(*state.game.size))
            choices.append((least not in self.found, len(after.moves()), number, move, least, after))
        new, _, _, move, least, after = min(choices, key=lambda choice: choice[:3])
        standing = self.found.setdefault(least, after)
        pieces = sum(after.board.values)
        if new and (self.leaves is None or pieces < self.leaves):
            heapq.heappush(self.open, (pieces, len(self.found), after))
        turn = next(turn for turn in turns(*state.game.size) if turned(after, turn) == standing)
        return f"{turn}{move}"
