"""Certificates of kind `strategy`: a winner's answer to every reply, checked line by line with the law.

A line is a position, as the law writes it without the game, a colon, and answers:

    oo./o../... 1: 0b1 0a2 …

In most lines the loser is to move. Then there is an answer for each legal move, in the law's order: the winner's move,
after a digit that names the turn (law/symmetry.py) which makes the position behind it that of another line. Where the
winner's move ends the game there is `!` instead of the digit; where the loser's does, the answer is `-`. Where the
winner is to move, one answer says what to do. Games whose positions cannot come again make this a proof: whoever
follows it wins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from quincunx.games import Refused, State
from quincunx.law.draws import Draws
from quincunx.law.messages import Message, text
from quincunx.proofs.certificate import Certificate, Unproved
from quincunx.proofs.progress import Progress, Tell

Turned = Callable[[State, int], State]
"""A position after a turn of its board; ValueError where it has no such turn."""

Leaf = Callable[[State], bool]
"""Whether a position may stand without a line of its own, to be proved later; or is lost for the seat to move."""


@dataclass(frozen=True, slots=True)
class WalkResult:
    """What was checked on the way."""

    lines: int
    replies: int
    leaves: frozenset[State]
    """Positions that have no line, as `Leaf` allows, and are still to be proved lost for the seat to move."""

    @property
    def summary(self) -> str:
        """In words."""
        code = "proofs.strategy.checked" if self.leaves else "proofs.strategy.checked-to-end"
        return text(code, positions=f"{self.lines:,}", replies=f"{self.replies:,}")


SAMPLE = 300
"""How many leaves are proved where there are more."""


def no_leaf(_: State) -> bool:
    """For strategies that are written down to the end."""
    return False


def walk(certificate: Certificate, turned: Turned, tell: Tell, leaf: Leaf = no_leaf) -> WalkResult:
    """Checks every line and every reply in it. Unproved names the first line that fails."""
    if certificate.value == "draw":
        raise Unproved("proofs.strategy.draw")
    lines = lines_of(certificate.state, certificate.body)
    if certificate.state not in lines:
        raise Unproved("proofs.strategy.no-root", position=str(certificate.state))
    winner, replies = int(certificate.value), 0
    leaves: set[State] = set()
    for number, (state, answers) in enumerate(lines.items(), 1):
        if number % 1024 == 0:
            what = text("proofs.strategy.checking-line", number=f"{number:,}", total=f"{len(lines):,}")
            tell(Progress(number / len(lines), what, replies))
        try:
            behind = (_own if state.turn == winner else _replies)(state, answers, winner, turned)
        except Refused as refused:
            raise _at(state, refused.message) from None
        replies += len(behind)
        for follows in behind:
            if follows is None or follows in lines:
                continue
            if not leaf(follows):
                raise _at(state, Message("proofs.strategy.no-line", position=follows.body))
            leaves.add(follows)
    return WalkResult(len(lines), replies, frozenset(leaves))


def _at(state: State, problem: Message) -> Unproved:
    return Unproved("proofs.at", place=state.body, problem=problem)


def lines_of(root: State, body: Sequence[str], first: int = 1) -> Mapping[State, list[str]]:
    """The answers of each position. Unproved names a line that cannot be read; `first` is the number of the first."""
    lines: dict[State, list[str]] = {}
    for number, line in enumerate(body, first):
        position, colon, answers = line.partition(":")
        if not colon:
            raise _at_line(number, Message("proofs.strategy.colon"))
        try:
            state = root.game.read(position)
        except Refused as error:
            raise _at_line(number, error.message) from None
        if state in lines:
            raise _at_line(number, Message("proofs.strategy.twice", position=position))
        if state.outcome:
            raise _at_line(number, Message("proofs.strategy.over", position=position))
        lines[state] = answers.split()
    return lines


def _at_line(number: int, problem: Message) -> Unproved:
    return Unproved("proofs.at-line", line=number, problem=problem)


def _own(state: State, answers: list[str], winner: int, turned: Turned) -> list[State | None]:
    """The position behind the winner's own move."""
    if len(answers) != 1:
        raise Unproved("proofs.strategy.own", seat=winner)
    return [_answer(state, answers[0], winner, turned)]


def _replies(state: State, answers: list[str], winner: int, turned: Turned) -> list[State | None]:
    """The positions behind each reply and its answer; None where the winner has won."""
    moves = state.moves()
    if len(moves) != len(answers):
        raise Unproved("proofs.strategy.answers", answers=len(answers), moves=len(moves))
    behind: list[State | None] = []
    for move, answer in zip(moves, answers, strict=True):
        after = state.play(move)
        if after.outcome:
            if after.outcome.winner != winner or answer != "-":
                raise Unproved("proofs.strategy.end", move=move, outcome=after.outcome.message, answer=answer)
            behind.append(None)
        elif after.turn != winner:
            raise Unproved("proofs.strategy.turn", move=move, seat=winner)
        else:
            behind.append(_answer(after, answer, winner, turned))
    return behind


def _answer(state: State, answer: str, winner: int, turned: Turned) -> State | None:
    how, move = answer[:1], answer[1:]
    after = state.play(move)
    if (outcome := after.outcome) is not None:
        if how != "!" or outcome.winner != winner:
            raise Unproved("proofs.strategy.wrong-end", answer=answer, outcome=outcome.message)
        return None
    if not how.isdigit():
        raise Unproved("proofs.strategy.open", answer=answer)
    try:
        return turned(after, int(how))
    except ValueError:
        raise Unproved("proofs.strategy.no-turn", answer=answer, turn=how) from None


def sample(certificate: Certificate, leaves: Sequence[State], lost: Leaf, which: str, tell: Tell) -> str:
    """Proves the leaves, or SAMPLE of them, drawn by the certificate's own hash; returns which."""
    few = len(leaves) <= SAMPLE
    chosen = leaves if few else Draws(certificate.sha256, "leaves").sample(leaves, SAMPLE)
    for number, leaf in enumerate(chosen):
        tell(
            Progress(number / len(chosen), text("proofs.strategy.checking-leaf", number=number + 1, total=len(chosen)))
        )
        if not lost(leaf):
            raise _at(leaf, Message("proofs.strategy.leaf", seat=leaf.turn))
    count, rest = f"{len(leaves):,}", f"{len(leaves) - len(chosen):,}"
    if few:
        return text("proofs.strategy.leaves", leaves=count, which=which)
    return text("proofs.strategy.sample", chosen=len(chosen), leaves=count, which=which, rest=rest)
