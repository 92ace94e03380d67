"""Solves xtic by the core's yes-or-no questions, and writes the strategies down."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from quincunx import games
from quincunx._core import Control, XticProof
from quincunx.games import Refused, State
from quincunx.games.xtic.book import FEW, Board, Link, Node, Strategy, Symmetry, giver, state_of, write
from quincunx.games.xtic.check import FALLS, WHOLE, seed_of, way_down
from quincunx.games.xtic.law import PIECES, SQUARES, XticState
from quincunx.law import text
from quincunx.proofs.certificate import Certificate
from quincunx.proofs.progress import Effort, Progress, Tell
from quincunx.proofs.saved import Saved
from quincunx.proofs.solving import NoProof

T = TypeVar("T")

LEAST = {True: 1 << 28, False: 1 << 24}
"""Bytes of memory for boards with fewer than FEW pieces, and for others."""
SAVED = "xtic 1"
"""The version of what is saved; another method would need another."""
KEY = 56
"""Bits of a board's key, at most."""
SAVING = 30.0
"""Seconds between two savings."""


class Stopped(Exception):
    """The control stopped a question."""


def solve(state: State, effort: Effort, tell: Tell) -> Certificate:
    assert isinstance(state, XticState)
    least = LEAST[state.placed < FEW]
    if effort.memory < least:
        raise NoProof("xtic.proof.memory", needed=f"{least / 2**30:.2g}", allowed=f"{effort.memory / 2**30:.2g}")
    return Solving(state, effort).run(tell)


@dataclass
class Solving:
    """The search for one position's certificate."""

    root: XticState
    effort: Effort
    control: Control = field(default_factory=Control)
    what: str = ""
    done: float = 0.0
    """Of the share, before what is being done now."""
    part: float = 0.0
    """Of the share, what is being done now."""
    nodes: int = 0
    """Of earlier runs; and their seconds."""
    seconds: float = 0.0

    def __post_init__(self) -> None:
        self.proof = XticProof(str(self.root.game), self.effort.memory, self.effort.threads)
        self.began = time.monotonic()
        if self.effort.resume and self.effort.resume.exists():
            self._load(self.effort.resume)

    def run(self, tell: Tell) -> Certificate:
        saved = time.monotonic()
        with ThreadPoolExecutor(1) as pool:
            work = pool.submit(self._work)
            try:
                while True:
                    try:
                        return work.result(timeout=1.0)
                    except TimeoutError:
                        share = self.done + self.part * self.control.progress
                        tell(Progress(share, self.what, self.control.nodes, self.proof.fill))
                    if time.monotonic() - saved > SAVING:
                        saved = time.monotonic()
                        self._save()
            finally:
                self.control.stop()
                work.exception()
                self._save()

    def _work(self) -> Certificate:
        value = self._value()
        claims = [(1, False), (2, False)] if value == "draw" else [(int(value), True)]
        self.done, self.part = 0.9, 0.0
        strategies = tuple(self._strategy(seat, win) for seat, win in claims)
        kind = "strategy"
        if self.root.placed < FEW:
            kind, seed = "sample", seed_of(strategies)
            for strategy in strategies:
                self._fall(strategy, seed)
        tags = {
            "Method": "questions of won and held boards, canonical boards at the top",
            "Nodes": str(self.nodes + self.control.nodes),
            "Seconds": f"{self.seconds + time.monotonic() - self.began:.0f}",
        }
        return Certificate(self.root, value, kind, tags, write(strategies))

    # Questions.

    def _asked(self, answer: T | None) -> T:
        if answer is None:
            raise Stopped
        return answer

    def _gets(self, state: XticState, win: bool) -> bool:
        """Whether the seat to act wins, or does not lose."""
        if state.hand is None:
            return self._asked(self.proof.ask(state.body, win, self.control))
        return self._place(state, win) is not None

    def _place(self, state: XticState, win: bool) -> str | None:
        """A square on which the seat with a piece in hand wins, or does not lose."""
        asked = set()
        for move in state.moves():
            after = state.play(move)
            if after.outcome:
                if after.outcome.winner == state.turn or (not win and after.outcome.winner is None):
                    return move
                continue
            body = self._image(after)[0]
            if body not in asked and self._gets(after, win):
                return move
            asked.add(body)
        return None

    def _value(self) -> str:
        actor = self.root.turn
        for number, (win, value) in enumerate([(True, str(actor)), (False, "draw")]):
            self.what = text(f"xtic.proof.can-{'win' if win else 'hold'}", seat=actor)
            self.done, self.part = 0.45 * number, 0.45
            if self._gets(self.root, win):
                return value
        return str(3 - actor)

    # Strategies.

    def _image(self, state: XticState) -> tuple[str, Board, Symmetry]:
        """The representative of all equivalent boards, as key and as board, and the symmetry that leads to it."""
        if state.placed > WHOLE:
            return state.body, state.board, Symmetry(tuple(range(16)), 0, (0, 1, 2, 3))
        body, squares, pieces = self.proof.image(state.body)
        flip = pieces.index(0)
        symmetry = Symmetry(tuple(squares), flip, tuple(pieces[flip ^ 1 << i].bit_length() - 1 for i in range(4)))
        return body, symmetry.board(state.board), symmetry

    def _strategy(self, seat: int, win: bool) -> Strategy:
        strategy = Strategy(seat, win)
        self.what = text("xtic.proof.writing", claim=strategy.claim)
        leaf = FEW if self.root.placed < FEW else max(WHOLE, self.root.placed)
        boards, numbers = [self.root.board], dict[str, int]()

        def link(after: XticState, square: int | None = None) -> Link:
            if after.outcome:
                return Link(square, None, None)
            body, board, symmetry = self._image(after)
            if body not in numbers:
                numbers[body] = len(boards)
                boards.append(board)
            return Link(square, numbers[body], symmetry)

        for number, board in enumerate(boards):  # which grows meanwhile
            state = state_of(self.root, board) if number else self.root
            if state.hand is None and state.placed >= leaf:
                strategy.nodes.append(Node(board))
            else:
                strategy.nodes.append(self._node(state, seat, win, link))
        return strategy

    def _node(self, state: XticState, seat: int, win: bool, link: Callable[..., Link]) -> Node:
        gift = state.hand
        if gift is None and giver(state.board) != seat:
            links = []
            for move in state.moves():
                given = state.play(move)
                square = self._own(given, win)
                links.append(link(given.play(square), SQUARES.index(square)))
            return Node(state.board, None, tuple(links))
        given = state if gift is not None else state.play(self._own(state, win))
        if given.turn == seat:
            square = self._own(given, win)
            return Node(state.board, given.hand, (link(given.play(square), SQUARES.index(square)),))
        return Node(state.board, given.hand, tuple(link(given.play(move)) for move in given.moves()))

    def _own(self, state: XticState, win: bool) -> str:
        """The move by which the seat to act wins, or does not lose, if there is one."""
        if state.hand is None:
            return f"={PIECES[self._asked(self.proof.gift(state.body, win, self.control))]}"
        if state == self.root:
            return self._asked(self._place(state, win))
        body = state_of(state, state.board).body
        return SQUARES[self._asked(self.proof.reply(body, state.hand, not win, self.control))]

    def _fall(self, strategy: Strategy, seed: str) -> None:
        for number in range(FALLS):
            self.what = text("xtic.proof.drawing", claim=strategy.claim, number=number, falls=FALLS)
            moves: list[str] = []

            def own(state: XticState, moves: list[str] = moves) -> str:
                moves.append(self._own(state, strategy.win))
                return moves[-1]

            way_down(self.root, strategy, seed, number, own)
            strategy.falls.append(tuple(moves))

    # What is saved.

    def _save(self) -> None:
        if not self.effort.resume:
            return
        lines = [f"{key:x} {known:x}" for key, known in sorted(self.proof.findings())]
        seconds = self.seconds + time.monotonic() - self.began
        saved = Saved(str(self.root), self.nodes + self.control.nodes, seconds, tuple(lines))
        saved.write(self.effort.resume, SAVED)

    def _load(self, path: Path) -> None:
        try:
            saved = Saved.read(path, SAVED)
            if games.parse(saved.position).game != self.root.game:
                raise NoProof("xtic.proof.another", position=saved.position)
            self.nodes, self.seconds = saved.nodes, saved.seconds
            found = [(int(key, 16), int(known, 16)) for key, known in map(str.split, saved.lines)]
            if any(key >> KEY or known >> 4 for key, known in found):
                raise NoProof("xtic.proof.finding")
            self.proof.learn(found)
        except (OSError, ValueError) as error:
            reason = error.message if isinstance(error, Refused) else str(error)
            raise NoProof("xtic.proof.saved", path=str(path), game=str(self.root.game), reason=reason) from None
