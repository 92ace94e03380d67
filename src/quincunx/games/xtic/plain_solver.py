"""A second solver of xtic: plain, slow, and written apart from the core's. Enough for boards with eight pieces or more.

It takes the dangerous lines from the law but has its own rules, as the law would be far too slow. The tests compare its
outcomes with the law's.
"""

from __future__ import annotations

from quincunx.games.xtic.law import EMPTY, XticState, lines

TRAITS = tuple(piece | (~piece & 15) << 4 for piece in range(16))
"""A bit for each property value that a piece has."""

HARMLESS = tuple(sum(1 << piece for piece in range(16) if not TRAITS[piece] & danger) for danger in range(256))
"""For each set of property values the pieces that have none of them, a bit each."""


class Plain:
    """Answers whether the one who is to give on a board can win, or can be kept from losing."""

    def __init__(self, state: XticState) -> None:
        self.loses = state.game.goal == "avoid"
        known = lines(state.game.type)
        self.through = [[i for i, line in enumerate(known) if square in line] for square in range(16)]
        self.common = [255] * len(known)
        self.gaps = [4] * len(known)
        self.empty = list(range(16))
        self.free = 0xFFFF
        self.key = 0
        self.known: dict[tuple[int, bool], bool] = {}
        self.nodes = 0
        for square, piece in enumerate(state.board):
            if piece != EMPTY:
                self._put(square, piece)

    def _put(self, square: int, piece: int) -> list[int]:
        """Returns what the lines through the square had in common before."""
        old = [self.common[i] for i in self.through[square]]
        for i in self.through[square]:
            self.common[i] &= TRAITS[piece]
            self.gaps[i] -= 1
        self.empty.remove(square)
        self.free ^= 1 << piece
        self.key += (16 + piece) << 5 * square
        return old

    def _take(self, square: int, piece: int, old: list[int]) -> None:
        for i, common in zip(self.through[square], old, strict=True):
            self.common[i] = common
            self.gaps[i] += 1
        self.empty.append(square)
        self.free ^= 1 << piece
        self.key -= (16 + piece) << 5 * square

    def _safe(self) -> dict[int, int]:
        """For each empty square the free pieces that complete nothing there."""
        safe = {}
        for square in self.empty:
            danger = 0
            for i in self.through[square]:
                if self.gaps[i] == 1:
                    danger |= self.common[i]
            safe[square] = HARMLESS[danger] & self.free
        return safe

    def gets(self, win: bool) -> bool:
        """Whether the giver can force a win, or (not `win`) cannot be forced to lose."""
        if not self.empty:
            return not win
        known = self.known.get((self.key, win))
        if known is None:
            self.nodes += 1
            known = self.known[self.key, win] = self._search(win)
        return known

    def _search(self, win: bool) -> bool:
        safe = self._safe()
        gifts = [piece for piece in range(16) if self.free >> piece & 1]
        count = {piece: sum(pieces >> piece & 1 for pieces in safe.values()) for piece in gifts}
        for gift in sorted(count, key=count.__getitem__):
            if not self.loses and count[gift] < len(safe):
                continue  # the other seat completes a line with it
            if not any(self._reply(square, gift, win) for square, pieces in safe.items() if pieces >> gift & 1):
                return True
        return False

    def _reply(self, square: int, gift: int, win: bool) -> bool:
        """Whether the other seat, which gives next, gets what refutes the gift by putting it there."""
        old = self._put(square, gift)
        good = self.gets(not win)
        self._take(square, gift, old)
        return good
