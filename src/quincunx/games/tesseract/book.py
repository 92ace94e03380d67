"""Follows the book of tesseract: finds a position in it, whatever its orientation and the order of its moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from quincunx import books
from quincunx.games.tesseract.law import TesseractState, lines
from quincunx.games.tesseract.strategy import Plan, bits, image, read, symmetries, symmetry

WINNER = 1
"""In four dimensions and in three the first seat wins, and the books say how."""
BOOKS = {4: "tesseract", 3: "tesseract-3"}
"""Their files, by dimensions."""

LONGEST = 49
"""Moves of a match that follows a book, at most: a position with more marks is in none."""


@dataclass(frozen=True, slots=True, order=True)
class BookMove:
    left: int
    """Moves to the end, at most."""
    move: int | None
    """What the book plays; None where it is the loser's turn."""


@lru_cache(maxsize=256)
def look_up(state: TesseractState) -> BookMove | None:
    """What the book says; None where the position is not in it, and where the winner can complete four at once."""
    won, lost = state.marks[WINNER - 1], state.marks[2 - WINNER]
    if state.outcome or (won | lost).bit_count() > LONGEST:
        return None
    dims = int(state.game.dims)
    found: list[BookMove] = []
    seen: set[tuple[int, int]] = set()
    for where in _frames(dims, won, lost):
        goal = image(won, where), image(lost, where)
        if goal not in seen:
            seen.add(goal)
            found += (BookMove(each.left, _back(each.move, where)) for each in _seek(dims, 0, 0, 0, goal))
    # The shortest of them: so every move that follows the book brings the end nearer.
    return min(found, key=lambda each: each.left, default=None)


def _frames(dims: int, won: int, lost: int) -> Iterator[bytes]:
    """The symmetries that bring marks of a position to the first three squares of a match by the book. They are few:
    in all frames together the search would take a hundred times as long."""
    first, later = _opening(dims)
    numbers = sorted(number for square in bits(won) for number in _bringing(dims, first)[square])
    for number in numbers if won else (0,):
        where, back = symmetry(dims, number), _inverse(dims, number)
        if won.bit_count() < 2 or any(lost >> back[reply] & won >> back[move] & 1 for reply, move in later):
            yield where


@cache
def _opening(dims: int) -> tuple[int, list[tuple[int, int]]]:
    """The winner's first square; and each kind of reply with the winner's next square."""
    plan = _plan(dims, 0)
    assert plan.move is not None
    replies = ((reply, _plan(dims, link.line)) for reply, link in plan.links.items() if not link.symmetry)
    return plan.move, [(reply, _next(after)) for reply, after in replies]


def _next(plan: Plan) -> int:
    return plan.sequences[0][0] if plan.move is None else plan.move


@cache
def _bringing(dims: int, goal: int) -> tuple[list[int], ...]:
    """For each square the symmetries that send it to the goal."""
    found: tuple[list[int], ...] = tuple([] for _ in range(4**dims))
    for number in range(symmetries(dims)):
        found[symmetry(dims, number).index(goal)].append(number)
    return found


@cache
def _inverse(dims: int, number: int) -> bytes:
    where = symmetry(dims, number)
    return bytes(sorted(range(len(where)), key=where.__getitem__))


def _back(move: int | None, where: bytes) -> int | None:
    return None if move is None else where.index(move)


@cache
def _lines(dims: int) -> list[str]:
    return books.load(BOOKS[dims]).partition("\n\n")[2].splitlines()


@cache
def _plan(dims: int, number: int) -> Plan:
    return read(dims, _lines(dims)[number])


@cache
def _left(dims: int, number: int) -> int:
    """Moves to the end from a line's position, at most. Needs all lines below, so it does not parse them as plans."""
    words = _lines(dims)[number].split()
    # A sequence of n squares has 2n + 1 characters, and takes as many moves: its own, the replies, the last.
    longest = max((len(word) for word in words if word[0] == "!"), default=1)
    if words[0][0] in "!-":
        return longest
    links = (word[3:].partition(".")[0] for word in words if ">" in word)
    return 2 + max([longest, *(_left(dims, int(line)) for line in links)])


def _seek(dims: int, number: int, won: int, lost: int, goal: tuple[int, int]) -> Iterator[BookMove]:
    """The ways from a line's position to the goal, which has at least its marks. Moves are in the line's own frame."""
    plan = _plan(dims, number)
    if (won, lost) == goal:
        yield BookMove(_left(dims, number), _next(plan))
        return
    if plan.move is None:
        yield from _replay(dims, won, lost, plan.sequences[0], goal)
        return
    won |= 1 << plan.move
    if won & ~goal[0]:
        return
    if (won, lost) == goal:
        yield BookMove(_left(dims, number) - 1, None)
        return
    left = goal[0] & ~won
    for reply in bits(goal[1] & ~lost):
        link, after = plan.links.get(reply), lost | 1 << reply
        if not link:
            likely = [each for each in plan.sequences if _begins(each, left)]
            if likely and not _fourths(dims, won, after):
                refutation = next((each for each in likely if _wins(dims, won, after, each)), ())
                yield from _replay(dims, won, after, refutation, goal)
        elif number or not link.symmetry:
            # Of the first line's links one of each kind is enough: the goal is tried in all frames.
            where = symmetry(dims, link.symmetry)
            if left and not left >> _inverse(dims, link.symmetry)[_next(_plan(dims, link.line))] & 1:
                continue  # the next line has other marks of the winner
            below = image(goal[0], where), image(goal[1], where)
            for each in _seek(dims, link.line, image(won, where), image(after, where), below):
                yield BookMove(each.left, _back(each.move, where))


def _begins(sequence: tuple[int, ...], marks: int) -> bool:
    """Whether these marks are the first of the sequence: a quick test that rejects most sequences."""
    if marks and not marks >> sequence[0] & 1:
        return False
    return sum(1 << move for move in sequence[: marks.bit_count()]) == marks


def _replay(dims: int, won: int, lost: int, sequence: tuple[int, ...], goal: tuple[int, int]) -> Iterator[BookMove]:
    """Whether the goal occurs in a sequence, as long as the loser plays forced replies."""
    left = 2 * len(sequence) + 1
    for move in sequence:
        if (won, lost) == goal:
            yield BookMove(left, move)
            return
        won |= 1 << move
        if (won, lost) == goal:
            yield BookMove(left - 1, None)
        fourths = _fourths(dims, won, lost)
        if won & ~goal[0] or fourths.bit_count() != 1 or fourths & ~goal[1]:
            return
        lost |= fourths
        left -= 2


def _wins(dims: int, won: int, lost: int, sequence: tuple[int, ...]) -> bool:
    """Whether a sequence wins, the winner to move."""
    for move in sequence:
        if (won | lost) >> move & 1:
            return False
        won |= 1 << move
        fourths = _fourths(dims, won, lost)
        if not fourths or _fourths(dims, lost, won):
            return False
        if fourths.bit_count() > 1:
            return True
        lost |= fourths
    return False


@cache
def _sets(dims: int) -> tuple[int, ...]:
    return tuple(sum(1 << square for square in line) for line in lines(str(dims)))


def _fourths(dims: int, own: int, other: int) -> int:
    """The empty squares on which a mark completes four."""
    found = 0
    for line in _sets(dims):
        if not line & other and (line & own).bit_count() == 3:
            found |= line & ~own
    return found
