"""The solver for tactix: a table of all positions that can follow, and the winner's strategy derived from it."""

from __future__ import annotations

import heapq
from pathlib import Path

from quincunx import _core
from quincunx.games import State
from quincunx.games.tactix.check import turned
from quincunx.games.tactix.law import TactixState, spans
from quincunx.law import text
from quincunx.law.symmetry import image, least
from quincunx.proofs.certificate import Certificate
from quincunx.proofs.progress import Effort, Progress, Tell
from quincunx.proofs.solving import NoProof

WHOLE = 25
"""Counters of a position whose strategy is written down to the end."""

LEAVES = 24
"""Otherwise down to this many counters: further it would be many MB."""

SLICE = 1.0
"""Seconds between two reports."""

TABLE = 0.8
"""The share of the work that is the table."""

HEADER = "quincunx tactix table 1"


def solve(state: State, effort: Effort, tell: Tell) -> Certificate:
    assert isinstance(state, TactixState)
    if state.game.goal == "last-wins" and _mirrors(state):
        return Certificate(state, str(3 - state.turn), "mirror", {"Method": "the half-turn of every move"})
    table = full_table(state, effort, tell)
    wins = bool(table.winning(state.counters))
    winner = state.turn if wins else 3 - state.turn
    leaves = 0 if state.counters.bit_count() <= WHOLE else LEAVES
    body = Strategy(state, table, leaves).lines(tell)
    tags = {
        "Method": f"a table of 2^{state.counters.bit_count()} positions, of which {table.count()} are lost"
        " for the seat to move"
    }
    if leaves:
        return Certificate(state, str(winner), "sample", tags | {"Leaves": str(leaves)}, body)
    return Certificate(state, str(winner), "strategy", tags, body)


def _mirrors(state: TactixState) -> bool:
    """Whether the half-turn of every move is another move that can still be made."""
    if turned(state, 3) != state:
        return False
    size = state.game.size
    return not any(span & image(size, 3, span) for span in spans(size).values() if not span & ~state.counters)


def full_table(state: TactixState, effort: Effort, tell: Tell) -> _core.TactixLosses:
    """NoProof if it needs more memory than allowed."""
    counters = state.counters.bit_count()
    needed = max(1 << counters >> 3, 8)
    if needed > effort.memory:
        gigabytes, allowed = f"{needed / 2**30:.2g}", f"{effort.memory / 2**30:.2g}"
        raise NoProof("tactix.proof.memory", counters=counters, needed=gigabytes, allowed=allowed)
    table = _core.TactixLosses(str(state))
    save = Save(effort.resume, state, table) if effort.resume else None
    before = table.done
    full = before == table.words
    while not full:
        full = table.fill(SLICE)
        if save:
            save.add()
        what, nodes = text("tactix.proof.table", counters=counters), 64 * (table.done - before)
        tell(Progress(TABLE * table.done / table.words, what, nodes))
    return table


class Save:
    """A file that grows with the table: a line that names the position, then the words as they are made.

    It is append-only, so the file stays valid however the program ends; an incomplete end is cut off.
    """

    def __init__(self, path: Path, state: TactixState, table: _core.TactixLosses) -> None:
        self.path, self.table = path, table
        header = f"{HEADER}: {state}\n".encode()
        if path.exists():
            with path.open("rb") as file:
                found = file.read(len(header))
                if found != header:
                    raise NoProof("tactix.proof.saved", path=str(path), position=str(state))
                while piece := file.read(1 << 26):
                    table.restore(piece)
        else:
            path.write_bytes(header)
        with path.open("r+b") as file:
            file.truncate(len(header) + 8 * table.done)
        self.kept = table.done

    def add(self) -> None:
        with self.path.open("ab") as file:
            file.write(self.table.made(self.kept))
        self.kept = self.table.done


class Strategy:
    """The winner's answers, for as few positions as a greedy choice needs: it goes where it has been, else where the
    fewest counters are left. The first of a position's turns that it meets stands for all."""

    def __init__(self, state: TactixState, table: _core.TactixLosses, leaves: int) -> None:
        self.state, self.table, self.leaves = state, table, leaves
        self.moves = tuple(spans(state.game.size).items())
        self.found: dict[int, int] = {}
        self.open: list[tuple[int, int]] = []

    def lines(self, tell: Tell) -> tuple[str, ...]:
        """The body of the certificate: its own position, then the loser's, those with the most counters first."""
        start = self.state.counters
        wins = bool(self.table.winning(start))
        body = [f"{self.state.body}: {self.answer(start) if wins else self.answers(start)}"]
        loser = 3 - self.state.turn if wins else self.state.turn
        while self.open:
            left, counters = heapq.heappop(self.open)
            body.append(f"{TactixState(self.state.game, counters, loser).body}: {self.answers(counters)}")
            if len(body) % 64 == 0:
                share = TABLE + (1 - TABLE) * (1 + left / start.bit_count())
                tell(Progress(share, text("tactix.proof.strategy", positions=f"{len(body):,}")))
        return tuple(body)

    def answers(self, counters: int) -> str:
        """To every move of the loser."""
        return " ".join(self.answer(counters & ~span) for _, span in self.moves if not span & ~counters)

    def answer(self, counters: int) -> str:
        """A winning move, after the turn that makes what it leaves a position of the strategy."""
        if not counters:
            return "-"
        choices = []
        for number in self.table.winning(counters):
            move, span = self.moves[number]
            left = counters & ~span
            if not left:
                return f"!{move}"
            choices.append((least(self.state.game.size, left) not in self.found, left.bit_count(), left, move))
        if not choices:
            raise NoProof("proofs.saved.false")
        new, count, left, move = min(choices)
        standing = self.found.setdefault(least(self.state.game.size, left), left)
        if new and count > self.leaves:
            heapq.heappush(self.open, (-count, left))
        turn = next(turn for turn in range(8) if image(self.state.game.size, turn, left) == standing)
        return f"{turn}{move}"
