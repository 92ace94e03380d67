"""xtic: sixteen pieces with four properties; whoever completes a line of four alike loses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import ClassVar

from quincunx.law import grid
from quincunx.law.errors import IllegalMove, InvalidPosition
from quincunx.law.game import NOBODY, Game, Outcome, State, View, grid_view
from quincunx.law.messages import Message
from quincunx.law.options import choice

PIECES = "0123456789ABCDEF"
PROPERTIES = (("black", "brown"), ("horizontal", "vertical"), ("solid", "hollow"), ("round", "square"))
"""What a 0 and a 1 of each bit of a piece mean, lowest bit first."""

SQUARES = grid.squares(4, 4)
EMPTY = -1

Line = tuple[int, int, int, int]
"""Four squares, as indices into SQUARES."""


@cache
def lines(kind: str) -> tuple[Line, ...]:
    """The dangerous lines of a game type."""
    rows: list[Line] = [(4 * y, 4 * y + 1, 4 * y + 2, 4 * y + 3) for y in range(4)]
    columns: list[Line] = [(x, x + 4, x + 8, x + 12) for x in range(4)]
    falling = [_wrapped(x, 1) for x in range(4)]
    rising = [_wrapped(x, -1) for x in range(4)]
    diagonals = {"nodiags": [], "normal": [falling[0], rising[3]], "torus": falling + rising}
    return (*rows, *columns, *diagonals[kind])


def _wrapped(x: int, step: int) -> Line:
    a, b, c, d = (4 * y + (x + step * y) % 4 for y in range(4))
    return (a, b, c, d)


def shared(pieces: list[int]) -> list[str]:
    """The property values that all the pieces have in common."""
    ones, zeros = 15, 15
    for piece in pieces:
        ones, zeros = ones & piece, zeros & ~piece
    masks = (zeros, ones)
    return [names[value] for i, names in enumerate(PROPERTIES) for value in (0, 1) if masks[value] >> i & 1]


def describe(piece: int) -> list[str]:
    """The four properties of a piece, as tokens."""
    return shared([piece])


@dataclass(frozen=True)
class Xtic(Game):
    name: ClassVar = "xtic"
    title: ClassVar = "xtic"
    summary: ClassVar = (
        "Hand your opponent the piece to place; whoever completes a line of four pieces with something in common loses."
    )
    agreed_draws: ClassVar = True
    variants: ClassVar = ("", "type=nodiags", "type=torus", "goal=complete", "type=torus,goal=complete")

    type: str = choice(
        "normal",
        "Game type",
        "Which lines count besides the rows and columns.",
        {
            "normal": "the two main diagonals",
            "nodiags": "no diagonals",
            "torus": "all 8 wrapped diagonals",
        },
    )
    goal: str = choice(
        "avoid",
        "Goal",
        "What happens to the player who completes a line of four alike.",
        {"avoid": "completing a line loses", "complete": "completing a line wins"},
    )

    @property
    def longest(self) -> int:
        return len(self.actions)  # none can be played twice

    @cached_property
    def actions(self) -> tuple[str, ...]:
        return (*(f"={piece}" for piece in PIECES), *SQUARES)

    def start(self, seed: str = "") -> XticState:  # noqa: ARG002 - nothing is random
        return XticState(self, (EMPTY,) * 16, None)

    def move(self, typed: str) -> str:
        text = typed.strip()
        if re.fullmatch(r"=?[0-9a-fA-F]", text):
            return f"={text[-1].upper()}"
        if text.lower() in SQUARES:
            return text.lower()
        raise IllegalMove("xtic.move", move=typed)

    def read(self, body: str) -> XticState:
        parts = body.split(" ")
        if len(parts) != 2:
            raise InvalidPosition("xtic.position")
        cells = grid.cells(parts[0], 4, 4, r"[.0-9A-F]")
        board = tuple(EMPTY if cell == "." else int(cell, 16) for cell in cells)
        if not re.fullmatch(r"-|=[0-9A-F]", parts[1]):
            raise InvalidPosition("xtic.hand", written=parts[1])
        hand = None if parts[1] == "-" else int(parts[1][1], 16)
        for piece in range(16):
            if board.count(piece) > 1:
                raise InvalidPosition("xtic.twice", piece=PIECES[piece])
        if hand in board:
            raise InvalidPosition("xtic.both", piece=parts[1][1])
        state = XticState(self, board, hand)
        complete = state.complete_lines
        if complete and hand is not None:
            raise InvalidPosition("xtic.complete")
        if complete and not set.intersection(*map(set, complete)):
            raise InvalidPosition("xtic.lines")
        return state


@dataclass(frozen=True)
class XticState(State):
    """Seat 1 gives first. With n pieces down, seat 1 gives when n is even and seat 2 when it is odd."""

    game: Xtic
    board: tuple[int, ...]
    hand: int | None

    @cached_property
    def placed(self) -> int:
        return 16 - self.board.count(EMPTY)

    @property
    def turn(self) -> int:
        if self.outcome:
            return NOBODY
        return 1 + (self.placed + (self.hand is not None)) % 2

    @property
    def phase(self) -> str:
        return "" if self.outcome else "give" if self.hand is None else "place"

    def moves(self) -> tuple[str, ...]:
        if self.outcome:
            return ()
        if self.hand is None:
            return tuple(f"={PIECES[piece]}" for piece in range(16) if piece not in self.board)
        return tuple(name for name, piece in zip(SQUARES, self.board, strict=True) if piece == EMPTY)

    def play(self, move: str) -> XticState:
        if self.outcome:
            raise IllegalMove("law.over")
        if move not in self.game.actions:
            raise IllegalMove("law.move", move=move, game=self.game.title)
        if self.hand is None:
            if move[0] != "=":
                raise IllegalMove("xtic.give")
            piece = int(move[1], 16)
            if piece in self.board:
                raise IllegalMove("xtic.used", piece=move[1], square=SQUARES[self.board.index(piece)])
            return replace(self, hand=piece)
        if move[0] == "=":
            raise IllegalMove("xtic.place", piece=PIECES[self.hand])
        square = SQUARES.index(move)
        if self.board[square] != EMPTY:
            raise IllegalMove("xtic.taken", square=move, piece=PIECES[self.board[square]])
        return XticState(self.game, (*self.board[:square], self.hand, *self.board[square + 1 :]), None)

    @cached_property
    def complete_lines(self) -> tuple[Line, ...]:
        """The dangerous lines whose four pieces share a property."""
        return tuple(line for line, at, alike in self._lines() if not at and alike)

    def _lines(self) -> Iterator[tuple[Line, list[int], list[str]]]:
        """Each line with its empty squares and what its pieces share."""
        for line in lines(self.game.type):
            pieces = [self.board[i] for i in line]
            if pieces.count(EMPTY) <= 1:
                empty = [i for i in line if self.board[i] == EMPTY]
                yield line, empty, shared([piece for piece in pieces if piece != EMPTY])

    @cached_property
    def outcome(self) -> Outcome | None:
        if self.complete_lines:
            placer = 2 if self.placed % 2 else 1
            line = self.complete_lines[0]
            alike = [Message(f"xtic.word.{trait}") for trait in shared([self.board[i] for i in line])]
            names = [SQUARES[i] for i in line]
            return Outcome(
                2,
                placer if self.game.goal == "complete" else 3 - placer,
                "line",
                Message(f"xtic.line-{self.game.goal}", seat=placer, line=" ".join(names), traits=alike),
                tuple(SQUARES[i] for i in sorted({i for line in self.complete_lines for i in line})),
            )
        if self.placed == 16:
            return Outcome(2, None, "full", Message("xtic.full"))
        return None

    @property
    def body(self) -> str:
        cells = ["." if piece == EMPTY else PIECES[piece] for piece in self.board]
        return f"{grid.rows(cells, 4)} {'-' if self.hand is None else f'={self.hand:X}'}"

    def picture(self) -> View:
        """`candidates`: lines that one more piece would complete: the one in hand, or any while giving."""
        candidates = []
        for line, empty, alike in self._lines():
            if empty and self.hand is not None:
                alike = [name for name in alike if name in describe(self.hand)]
            if empty and alike:
                names = [SQUARES[i] for i in line]
                candidates.append({"squares": names, "at": SQUARES[empty[0]], "alike": alike})
        return {
            "grid": grid_view("abcd", "1234"),
            "cells": [
                {"name": name, "text": ""}
                if piece == EMPTY
                else {"name": name, "text": PIECES[piece], "piece": PIECES[piece], "words": describe(piece)}
                for name, piece in zip(SQUARES, self.board, strict=True)
            ],
            "highlights": {
                "decisive": [[SQUARES[i] for i in line] for line in self.complete_lines],
                "candidates": candidates if not self.outcome else [],
            },
            "hand": None if self.hand is None else {"piece": PIECES[self.hand], "words": describe(self.hand)},
            "tray": [
                {"piece": name, "words": describe(piece), "free": piece != self.hand and piece not in self.board}
                for piece, name in enumerate(PIECES)
            ],
        }
