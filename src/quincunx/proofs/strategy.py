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
    def told(self) -> str:
        """In words."""
        end = "" if self.leaves else ", down to the end of the game"
        return (
            f"checked with the law alone: {self.lines:,} positions, and the winner's answer to each of the"
            f" {self.replies:,} replies in them{end}"
        )


SAMPLE = 300
"""How many leaves are proved where there are more."""


def no_leaf(_: State) -> bool:
    """For strategies that are written down to the end."""
    return False


def walk(certificate: Certificate, turned: Turned, tell: Tell, leaf: Leaf = no_leaf) -> WalkResult:
    """Checks every line and every reply in it. Unproved names the first line that fails."""
    if certificate.value == "draw":
        raise Unproved("a strategy proves who wins, not a draw")
    lines = _lines(certificate)
    if certificate.state not in lines:
        raise Unproved(f"there is no line for {certificate.state}, of which the certificate speaks")
    winner, replies = int(certificate.value), 0
    leaves: set[State] = set()
    for number, (state, answers) in enumerate(lines.items(), 1):
        if number % 1024 == 0:
            tell(Progress(number / len(lines), f"line {number:,} of {len(lines):,}", replies))
        try:
            behind = (_own if state.turn == winner else _replies)(state, answers, winner, turned)
        except (Refused, ValueError) as error:
            raise Unproved(f"{state.body}: {error}") from None
        replies += len(behind)
        for follows in behind:
            if follows is None or follows in lines:
                continue
            if not leaf(follows):
                raise Unproved(f"{state.body}: there is no line for {follows.body}, where an answer leads")
            leaves.add(follows)
    return WalkResult(len(lines), replies, frozenset(leaves))


def _lines(certificate: Certificate) -> Mapping[State, list[str]]:
    lines: dict[State, list[str]] = {}
    for number, line in enumerate(certificate.body, 1):
        body, colon, answers = line.partition(":")
        if not colon:
            raise Unproved(f"line {number} of the body has no colon: it looks like POSITION: ANSWERS")
        try:
            state = certificate.state.game.read(body)
        except Refused as error:
            raise Unproved(f"line {number} of the body: {error}") from None
        if state in lines:
            raise Unproved(f"line {number} of the body: {body} stands there twice")
        if state.outcome:
            raise Unproved(f"line {number} of the body: in {body} the game is over")
        lines[state] = answers.split()
    return lines


def _own(state: State, answers: list[str], winner: int, turned: Turned) -> list[State | None]:
    """The position behind the winner's own move."""
    if len(answers) != 1:
        raise Unproved(f"seat {winner}, who is to win, is to move and needs one answer")
    return [_answer(state, answers[0], winner, turned)]


def _replies(state: State, answers: list[str], winner: int, turned: Turned) -> list[State | None]:
    """The positions behind each reply and its answer; None where the winner has won."""
    moves = state.moves()
    if len(moves) != len(answers):
        raise Unproved(f"there are {len(answers)} answers to {len(moves)} moves")
    behind: list[State | None] = []
    for move, answer in zip(moves, answers, strict=True):
        after = state.play(move)
        if after.outcome:
            if after.outcome.winner != winner or answer != "-":
                raise Unproved(f"{move} ends the game: {after.outcome.reason}, and the answer is {answer}")
            behind.append(None)
        elif after.turn != winner:
            raise Unproved(f"after {move} it is not seat {winner}'s turn")
        else:
            behind.append(_answer(after, answer, winner, turned))
    return behind


def _answer(state: State, answer: str, winner: int, turned: Turned) -> State | None:
    how, move = answer[:1], answer[1:]
    after = state.play(move)
    if (outcome := after.outcome) is not None:
        if how != "!" or outcome.winner != winner:
            raise Unproved(f"{answer} ends the game: {outcome.reason}")
        return None
    if not how.isdigit():
        raise Unproved(f"{answer} neither ends the game nor names a turn")
    return turned(after, int(how))


def sample(certificate: Certificate, leaves: Sequence[State], lost: Leaf, which: str, tell: Tell) -> str:
    """Proves the leaves, or so many of them as SAMPLE says, drawn by the certificate's own hash; tells which."""
    few = len(leaves) <= SAMPLE
    chosen = leaves if few else Draws(certificate.sha256, "leaves").sample(leaves, SAMPLE)
    for number, leaf in enumerate(chosen):
        tell(Progress(number / len(chosen), f"leaf {number + 1} of {len(chosen)}"))
        if not lost(leaf):
            raise Unproved(f"{leaf.body}: seat {leaf.turn}, who is to lose, can win")
    drawn = "all" if few else f"{len(chosen)}, drawn by its hash,"
    rest = "" if few else f"; the other {len(leaves) - len(chosen):,} are NOT proved"
    return f"proved by trying everything: {drawn} of the {len(leaves):,} positions {which} where it ends{rest}"
