"""Checks a winning strategy of tesseract: every reply of the loser in every position that can come up.

It uses only the law's lines. A sequence of threes is replayed mark by mark, for all replies that it is to
refute at once: a reply is an extra mark of the loser's, and leaves the set where that mark upsets a step. Replies that
are left over are tried one by one, with the mark on the board.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from quincunx.games import Refused
from quincunx.games.tesseract.law import TesseractState, lines
from quincunx.games.tesseract.strategy import Link, Plan, bits, image, read, symmetries, symmetry
from quincunx.law import Message, text
from quincunx.proofs.certificate import Certificate, Unproved
from quincunx.proofs.progress import Progress, Tell

NO_REPLY = 1 << 256
"""No reply: a square that is on no line."""


@cache
def law(dims: int) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """The squares of each line by the law, as bits, and the lines through each square."""
    known = lines(str(dims))
    sets = tuple(sum(1 << square for square in line) for line in known)
    return sets, tuple(tuple(i for i, line in enumerate(known) if square in line) for square in range(4**dims))


@dataclass(slots=True)
class Board:
    """The marks of winner and loser, and how many each has on every line."""

    sets: tuple[int, ...]
    through: tuple[tuple[int, ...], ...]
    won: int = 0
    lost: int = 0
    mine: list[int] = field(default_factory=list)
    theirs: list[int] = field(default_factory=list)
    open: set[int] = field(default_factory=set)
    """The lines on which the loser has two marks or more, and the winner none."""

    @classmethod
    def of(cls, dims: int, won: int, lost: int) -> Board:
        sets, through = law(dims)
        board = cls(sets, through, mine=[0] * len(sets), theirs=[0] * len(sets))
        for square in bits(won):
            board.take(square)
        for square in bits(lost):
            board.block(square)
        return board

    def copy(self) -> Board:
        return Board(
            self.sets, self.through, self.won, self.lost, self.mine.copy(), self.theirs.copy(), self.open.copy()
        )

    def is_empty(self, square: int) -> bool:
        return not (self.won | self.lost) >> square & 1

    def take(self, square: int) -> bool:
        """A mark of the winner's. True if it completes four."""
        self.won |= 1 << square
        for line in self.through[square]:
            self.mine[line] += 1
            self.open.discard(line)
        return any(self.mine[line] == 4 for line in self.through[square])

    def block(self, square: int) -> None:
        """A mark of the loser's."""
        self.lost |= 1 << square
        for line in self.through[square]:
            self.theirs[line] += 1
            if self.theirs[line] >= 2 and not self.mine[line]:
                self.open.add(line)

    def fourths(self, square: int) -> int:
        """The empty squares that complete one of the winner's threes through a square."""
        found = 0
        for line in self.through[square]:
            if self.mine[line] == 3 and not self.theirs[line]:
                found |= self.sets[line]
        return found & ~self.won

    def all_fourths(self) -> int:
        found = 0
        for line, count in enumerate(self.mine):
            if count == 3 and not self.theirs[line]:
                found |= self.sets[line]
        return found & ~self.won

    def loser_threatens(self) -> bool:
        """Whether the loser could complete four now."""
        return any(self.theirs[line] >= 3 for line in self.open)

    def upsetting(self) -> int:
        """The empty squares on which one more mark would give the loser a three, or four."""
        found = 0
        for line in self.open:
            found |= self.sets[line]
        return found & ~self.lost


def refuted(board: Board, sequence: tuple[int, ...], replies: int) -> int:
    """Those of the replies against which the sequence wins: each is an extra mark of the loser's on the board.

    Before each move the winner has no three but those that the loser just blocked.
    """
    board = board.copy()
    for move in sequence:
        replies &= ~(1 << move)
        if not replies or not board.is_empty(move):
            return 0
        if board.take(move):
            return replies
        if board.loser_threatens():
            return 0
        replies &= ~board.upsetting()
        fourths = board.fourths(move)
        if not fourths:
            return 0
        if fourths & (fourths - 1):  # two or more; a reply on one of two leaves only one
            return replies if fourths.bit_count() > 2 else replies & ~fourths
        replies &= ~fourths
        board.block(fourths.bit_length() - 1)
    return 0


def left_over(board: Board, plan: Plan) -> int:
    """The replies that the plan's sequences do not refute and its links do not name; the loser is to move."""
    empty = ~(board.won | board.lost) & ((1 << len(board.through)) - 1)
    if board.loser_threatens():
        return empty
    left = empty
    fourths = board.all_fourths()
    if fourths:  # a loser who does not block loses at once
        left = fourths if fourths.bit_count() == 1 else 0
    for reply in plan.links:
        left &= ~(1 << reply)
    if not fourths:
        for sequence in plan.sequences:
            left &= ~refuted(board, sequence, left)
    for reply in bits(left):
        after = board.copy()
        after.block(reply)
        if any(refuted(after, sequence, NO_REPLY) for sequence in plan.sequences):
            left &= ~(1 << reply)
    return left


class Walk:
    """Walks from the first position through everything the loser can do."""

    def __init__(self, certificate: Certificate) -> None:
        state = certificate.state
        assert isinstance(state, TesseractState)
        if certificate.kind != "strategy" or certificate.value == "draw":
            raise Unproved("tesseract.proof.kind", kind=certificate.kind, value=certificate.value)
        if state.outcome:
            raise Unproved("tesseract.proof.over")
        self.dims, self.names = int(state.game.dims), state.game.actions
        self.lines = certificate.body
        winner = int(certificate.value)
        self.loser_begins = state.mover != winner
        self.positions = {0: (state.marks[winner - 1], state.marks[2 - winner])}
        self.proved: set[int] = set()
        """The numbers of the symmetries that were seen to carry lines to lines."""
        self.replies = 0
        self.ends: dict[int, int] = {}
        """For each line how many moves the game lasts at most."""
        self.quiet: dict[int, int] = {}
        """For each line how many moves the winner makes at most that neither make a three nor stop one."""
        self.quiet_lines = 0
        """In how many lines the winner makes such a move."""

    def fault(self, number: int, key: str, /, **args: str | int) -> Unproved:
        return Unproved("tesseract.proof.line", line=number + 1, reason=Message(key, **args))

    def run(self, tell: Tell) -> None:
        waiting, met, order = [0], {0}, []
        children: dict[int, Plan] = {}
        while waiting:
            number = waiting.pop()
            plan = children[number] = self.plan(number)
            for child in self.step(number, plan):
                if child not in met:
                    met.add(child)
                    waiting.append(child)
            order.append(number)
            if len(order) % 256 == 0:
                share = len(order) / len(self.lines)
                tell(
                    Progress(
                        share,
                        text("tesseract.proof.checking", positions=f"{len(order):,}", replies=f"{self.replies:,}"),
                        self.replies,
                    )
                )
        # A position has more marks than those it comes from, so the last ones first is an order without gaps.
        for number in sorted(order, key=lambda each: -self.positions[each][1].bit_count()):
            self.measure(number, children[number])

    def waits(self, number: int) -> bool:
        """Whether it is the loser's turn."""
        return number == 0 and self.loser_begins

    def plan(self, number: int) -> Plan:
        if number >= len(self.lines):
            raise self.fault(number, "tesseract.proof.missing")
        try:
            plan = read(self.dims, self.lines[number])
        except Refused as error:
            raise Unproved("tesseract.proof.line", line=number + 1, reason=error.message) from None
        if self.waits(number) != self.lines[number].startswith("-"):
            raise self.fault(number, "tesseract.proof.dash")
        return plan

    def step(self, number: int, plan: Plan) -> set[int]:
        """Proves a line, given those it leads to; these are the answer."""
        won, lost = self.positions[number]
        board = Board.of(self.dims, won, lost)
        if plan.move is None and not self.waits(number):
            if plan.links or len(plan.sequences) != 1:
                raise self.fault(number, "tesseract.proof.one-sequence")
            # With a four at hand, all but taking it would leave a three that the sequence knows nothing of.
            if (board.all_fourths() and len(plan.sequences[0]) > 1) or not refuted(board, plan.sequences[0], NO_REPLY):
                raise self.fault(number, "tesseract.proof.no-win")
            return set()
        if plan.move is not None:
            if not board.is_empty(plan.move):
                raise self.fault(number, "tesseract.proof.taken", square=self.names[plan.move])
            if board.take(plan.move):
                return set()
        if (board.won | board.lost).bit_count() == len(self.names):  # no reply to answer, but no four either
            raise self.fault(number, "tesseract.proof.full-board")
        left = left_over(board, plan)
        if left:
            raise self.fault(number, "tesseract.proof.unanswered", square=self.names[left.bit_length() - 1])
        self.replies += len(self.names) - (board.won | board.lost).bit_count()
        for reply, link in plan.links.items():
            if not board.is_empty(reply):
                raise self.fault(number, "tesseract.proof.taken", square=self.names[reply])
            self.follow(number, board.won, board.lost | 1 << reply, link, self.names[reply])
        return {link.line for link in plan.links.values()}

    def follow(self, number: int, won: int, lost: int, link: Link, reply: str) -> None:
        """The position after a reply must be that of the line it is said to lead to."""
        if link.symmetry:
            where = self.proved_symmetry(number, link.symmetry)
            won, lost = image(won, where), image(lost, where)
        if self.positions.setdefault(link.line, (won, lost)) != (won, lost):
            raise self.fault(
                number, "tesseract.proof.elsewhere", reply=reply, target=link.line + 1, symmetry=link.symmetry
            )

    def proved_symmetry(self, number: int, name: int) -> bytes:
        if name >= symmetries(self.dims):
            raise self.fault(number, "tesseract.proof.no-symmetry", symmetry=name, last=symmetries(self.dims) - 1)
        where = symmetry(self.dims, name)
        if name not in self.proved:
            known = set(lines(str(self.dims)))
            if {tuple(sorted(where[square] for square in line)) for line in known} != known:
                raise self.fault(number, "tesseract.proof.symmetry", symmetry=name)
            self.proved.add(name)
        return where

    def measure(self, number: int, plan: Plan) -> None:
        """How long the game lasts at most, and how many quiet moves there are; the lines it leads to are measured."""
        board = Board.of(self.dims, *self.positions[number])
        quiet = not board.loser_threatens()
        longest = max((2 * len(sequence) + 1 for sequence in plan.sequences), default=1)
        if plan.move is None and not self.waits(number):
            self.ends[number] = 1 if board.take(plan.sequences[0][0]) else longest
            self.quiet[number] = 0
            return
        if plan.move is not None and board.take(plan.move):
            self.ends[number], self.quiet[number] = 1, 0
            return
        below = [link.line for link in plan.links.values()]
        quiet &= plan.move is not None and not board.all_fourths()
        self.ends[number] = max([longest, *(self.ends[line] for line in below)]) + 1 + (plan.move is not None)
        self.quiet_lines += quiet
        self.quiet[number] = max((self.quiet[line] for line in below), default=0) + quiet


def check(certificate: Certificate, tell: Tell) -> tuple[str, ...]:
    """What was checked; Unproved at the first reply that is not answered."""
    walk = Walk(certificate)
    walk.run(tell)
    moves = walk.ends[0]
    return (
        text("tesseract.proof.positions", positions=f"{len(walk.positions):,}", lines=f"{len(walk.lines):,}"),
        text("tesseract.proof.replies", replies=f"{walk.replies:,}"),
        text("tesseract.proof.symmetries", symmetries=f"{len(walk.proved):,}"),
        text("tesseract.proof.moves", moves=moves, winners=(moves + 1) // 2),
        text("tesseract.proof.quiet", n=walk.quiet[0]),
        text("tesseract.proof.quiet-lines", positions=f"{walk.quiet_lines:,}"),
    )
