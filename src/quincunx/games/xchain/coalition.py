"""Checks what one seat of three or four can force against all others together, with the law.

The body has a section for each strategy, `seat 1 wins` or `seat 1 is stopped`, and below it lines as in
proofs/strategy.py. In a line the side that the strategy is against is to move, and there is an answer for each of its
moves: the moves of the strategy's side until the other one is to move again, joined by commas, after the digit of the
turn that makes the position behind them that of another line; or after `!` where the seat has won, or is out. Where the
other side moves twice in a row the answer is a digit alone. If the strategy's side is to move in the first position,
its line has one answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quincunx.games import Refused, State
from quincunx.games.xchain.law import XchainState
from quincunx.law import Message, text
from quincunx.proofs.certificate import NONE, Certificate, Unproved
from quincunx.proofs.progress import Progress, Tell
from quincunx.proofs.strategy import Turned, lines_of


@dataclass(frozen=True, slots=True)
class Strategy:
    seat: int
    wins: bool
    """The strategy is the seat's own, and wins; else it is that of all others, who stop it."""
    first: int
    """The number of its first line in the body."""
    lines: tuple[str, ...]

    @property
    def heading(self) -> str:
        return heading(self.seat, self.wins)

    def chooses(self, state: XchainState) -> bool:
        """Whether the strategy's side is to move."""
        return (state.turn == self.seat) == self.wins

    def settled(self, state: XchainState) -> bool | None:
        """Whether the seat has won; None while it still can."""
        if state.outcome:
            return state.outcome.winner == self.seat
        return None if self.seat in state.living else False


def heading(seat: int, wins: bool) -> str:
    return f"seat {seat} wins" if wins else f"seat {seat} is stopped"


def check(certificate: Certificate, turned: Turned, tell: Tell) -> tuple[str, ...]:
    """What was checked; Unproved at the first answer that fails.

    From a line to the next there is at least one move, and a move adds one piece to the board. So no position comes
    again, and a game ends: the strategies are sound.
    """
    seats = certificate.state.game.seats
    strategies = tuple(_sections(certificate, seats))
    needed = [(seat, False) for seat in range(1, seats + 1)]
    if certificate.value != NONE:
        needed = [(int(certificate.value), True)]
    if [(each.seat, each.wins) for each in strategies] != needed:
        wanted = [heading(*each) for each in needed]
        raise Unproved("xchain.proof.sections", value=certificate.value, needed=wanted)
    return tuple(_walk(certificate.state, strategy, turned, tell) for strategy in strategies)


def _sections(certificate: Certificate, seats: int) -> Iterator[Strategy]:
    known = {heading(seat, wins): (seat, wins) for seat in range(1, seats + 1) for wins in (True, False)}
    starts = [number for number, line in enumerate(certificate.body) if line in known]
    if starts[:1] != [0]:
        raise Unproved("xchain.proof.heading")
    for start, end in zip(starts, [*starts[1:], len(certificate.body)], strict=True):
        yield Strategy(*known[certificate.body[start]], start + 2, certificate.body[start + 1 : end])


def _walk(root: State, strategy: Strategy, turned: Turned, tell: Tell) -> str:
    lines = lines_of(root, strategy.lines, strategy.first)
    if root not in lines:
        raise Unproved("proofs.strategy.no-root", position=str(root))
    replies = 0
    for number, (state, answers) in enumerate(lines.items(), 1):
        if number % 1024 == 0:
            what = text("proofs.strategy.checking-line", number=f"{number:,}", total=f"{len(lines):,}")
            tell(Progress(number / len(lines), what, replies))
        assert isinstance(state, XchainState)
        try:
            asking = [state] if strategy.chooses(state) else [state.play(move) for move in state.moves()]
            if len(asking) != len(answers):
                raise Unproved("proofs.strategy.answers", answers=len(answers), moves=len(asking))
            for after, answer in zip(asking, answers, strict=True):
                behind = _answered(after, answer, strategy, turned)
                if behind is not None and behind not in lines:
                    raise Unproved("proofs.strategy.no-line", position=behind.body)
        except Refused as refused:
            raise Unproved("proofs.at", place=state.body, problem=refused.message) from None
        replies += len(answers)
    code = "xchain.proof.wins" if strategy.wins else "xchain.proof.stopped"
    return text(code, seat=strategy.seat, positions=f"{len(lines):,}", replies=f"{replies:,}")


def _answered(state: XchainState, answer: str, strategy: Strategy, turned: Turned) -> State | None:
    """The position of the line behind an answer; None where the strategy has succeeded."""
    how, moves = answer[:1], answer[1:]
    for move in moves.split(",") if moves else ():
        if strategy.settled(state) is not None or not strategy.chooses(state):
            raise Unproved("xchain.proof.turn", answer=answer, move=move)
        state = state.play(move)
    settled = strategy.settled(state)
    if how == "!":
        if settled != strategy.wins:
            raise Unproved("xchain.proof.not-settled", answer=answer)
        return None
    if settled is not None or not how.isdigit():
        raise Unproved("proofs.strategy.open", answer=answer)
    if strategy.chooses(state):  # else a line could lead to itself without a move
        raise Unproved("xchain.proof.goes-on", answer=answer)
    try:
        return turned(state, int(how))
    except ValueError:
        raise Unproved(Message("proofs.strategy.no-turn", answer=answer, turn=how)) from None
