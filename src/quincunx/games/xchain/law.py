"""xchain: Chain Reaction; squares grow until they explode over their neighbours, the last player left wins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice, product
from typing import ClassVar, NamedTuple

from quincunx.law import grid
from quincunx.law.draws import Draws
from quincunx.law.errors import IllegalMove, InvalidOption, InvalidPosition
from quincunx.law.game import NOBODY, Game, Outcome, State, View, grid_view
from quincunx.law.messages import Message
from quincunx.law.options import Count, Size, choice, counted, first_seat, sized, whole

LETTERS = ".ABCD"
"""How an unowned square and the squares of each seat are written."""

STANDINGS = {"u": "unmoved", "a": "alive", "d": "dead", "o": "out"}
"""The letters of a standing, and the words for them in a view; the messages `xchain.word.…` have the texts."""
LIVING = "ua"


@cache
def neighbours(size: Size) -> tuple[tuple[int, ...], ...]:
    """For each square, in reading order, the squares that touch it by a side."""
    width, height = size
    return tuple(
        tuple(
            (y + dy) * width + x + dx
            for dx, dy in ((0, -1), (-1, 0), (1, 0), (0, 1))
            if 0 <= x + dx < width and 0 <= y + dy < height
        )
        for y in range(height)
        for x in range(width)
    )


@cache
def maxima(size: Size) -> bytes:
    """What each square can hold: one less than would give every neighbour one."""
    return bytes(len(near) - 1 for near in neighbours(size))


class Board(NamedTuple):
    """Squares in reading order; where the owner is 0, nobody, the value is 0 too."""

    owners: bytes
    values: bytes

    def over_full(self, size: Size) -> list[int]:
        """The squares above their maximum."""
        return [i for i, most in enumerate(maxima(size)) if self.values[i] > most]

    def wave(self, size: Size, exploding: list[int], mover: int) -> Board:
        """The board after these squares exploded together; what they hand out and keep is the mover's."""
        owners, values = bytearray(self.owners), bytearray(self.values)
        for i in exploding:
            near = neighbours(size)[i]
            values[i] -= len(near)
            for j in near:
                values[j] += 1
                owners[j] = mover
        for i in exploding:
            owners[i] = mover if values[i] else 0
        return Board(bytes(owners), bytes(values))

    def belongs_to(self, seat: int) -> bool:
        """Whether nobody else owns a square."""
        return self.owners.count(0) + self.owners.count(seat) == len(self.owners)


@dataclass(frozen=True)
class Xchain(Game):
    name: ClassVar = "xchain"
    title: ClassVar = "Chain Reaction"
    summary: ClassVar = "Grow squares until they explode over their neighbours; the last to own any wins."
    agreed_draws: ClassVar = False
    variants: ClassVar = (
        "",
        "first=2",
        "seats=3",
        "seats=3,first=3",
        "seats=4,size=4x3,first=4",
        "size=3x3",
        "size=12x5",
        "preset=columns4",
        "size=5x6,preset=rows2",
        "preset=random32,values=ones,first=random",
        "seats=3,preset=blocks2,values=ones",
        "seats=4,size=5x12,preset=blocks2,first=random",
        "seats=4,preset=random16",
    )

    seats: int = whole(2, "Players", "The number of players.", 2, 4)
    size: Size = sized(Size(8, 8), "Size", "Columns and rows of the board.", 2, 12)
    preset: Count = counted(
        Count("none", 0),
        "Preset",
        "Squares that the players own before the first move, for a shorter game.",
        {
            "none": "none (empty board)",
            "columns": "columns on each side (2 players)",
            "rows": "rows at the top and bottom (2 players)",
            "blocks": "rows and columns in each corner (3 or 4 players)",
            "random": "random squares for each player",
        },
        {"columns": 6, "rows": 6, "blocks": 6, "random": 72},
    )
    values: str = choice(
        "random",
        "Values",
        "What the preset squares hold.",
        {"random": "random (1 to the square's maximum)", "ones": "1 each (fairer)"},
    )
    first: str = first_seat("seat 1", "seat 2", "seat 3", "seat 4")

    def check(self) -> None:
        word, number = self.preset
        width, height = self.size
        if word in ("columns", "rows") and self.seats != 2:
            raise InvalidOption("xchain.preset-sides", seats=self.seats)
        if word == "blocks" and self.seats == 2:
            raise InvalidOption("xchain.preset-blocks")
        room = {
            "columns": width // 2,
            "rows": height // 2,
            "blocks": min(width, height) // 2,
            "random": width * height // self.seats,
        }
        if number > room.get(word, 0):
            raise InvalidOption(f"xchain.preset-room.{word}", size=str(self.size), seats=self.seats, n=room[word])
        if self.first != "random" and int(self.first) > self.seats:
            raise InvalidOption("xchain.first", first=self.first, seats=self.seats)

    def applies(self, option: str) -> bool:
        return option != "values" or self.preset.word != "none"

    @cached_property
    def longest(self) -> int:
        """Each move adds one, and a board that holds more than all its maxima never settles. A preset square holds one
        or more, and how many there are is the same for every seed."""
        return sum(maxima(self.size)) - sum(value > 0 for value in self.start().board.values) + 1

    @cached_property
    def actions(self) -> tuple[str, ...]:
        return grid.squares(*self.size)

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each square in reading order, by its name."""
        return {name: i for i, name in enumerate(self.actions)}

    @property
    def start_is_drawn(self) -> bool:
        drawn_values = self.preset.word != "none" and self.values == "random"
        return self.first == "random" or self.preset.word == "random" or drawn_values

    def start(self, seed: str = "") -> XchainState:
        draws = Draws(seed, "start")
        first = 1 + draws.below(self.seats) if self.first == "random" else int(self.first)
        owners, values = bytearray(len(self.actions)), bytearray(len(self.actions))
        for seat, owned in enumerate(self._preset(draws), 1):
            for i in owned:
                owners[i] = seat
                values[i] = 1 if self.values == "ones" else 1 + draws.below(maxima(self.size)[i])
        standing = ("u" if self.preset.word == "none" else "a") * self.seats
        return XchainState(self, Board(bytes(owners), bytes(values)), standing, first)

    def _preset(self, draws: Draws) -> list[list[int]]:
        """The squares of each seat before the first move."""
        word, number = self.preset
        width, height = self.size
        every = range(width * height)
        if word == "columns":
            return [[i for i in every if x <= i % width < x + number] for x in (0, width - number)]
        if word == "rows":
            return [[i for i in every if y <= i // width < y + number] for y in (0, height - number)]
        if word == "blocks":
            corners = product((0, height - number), (0, width - number))
            block = [y * width + x for y in range(number) for x in range(number)]
            return [[y * width + x + i for i in block] for y, x in islice(corners, self.seats)]
        drawn: list[list[int]] = []
        empty = list(every)
        for _ in range(self.seats):
            drawn.append(draws.sample(empty, number))
            empty = [i for i in empty if i not in drawn[-1]]
        return drawn

    def move(self, typed: str) -> str:
        text = typed.strip().lower()
        if text not in self.places:
            raise IllegalMove("law.square", square=typed, last=self.actions[-1])
        return text

    def read(self, body: str) -> XchainState:
        parts = body.split(" ")
        if len(parts) != 3:
            raise InvalidPosition("xchain.position")
        cells = grid.cells(parts[0], *self.size, rf"\.|[A-{LETTERS[self.seats]}][0-9]")
        owners = bytes(LETTERS.index(cell[0]) for cell in cells)
        values = bytes(int(cell[1:] or "0") for cell in cells)
        if not re.fullmatch(f"[uado]{{{self.seats}}}", parts[1]):
            raise InvalidPosition("xchain.standing", written=parts[1], seats=self.seats)
        if not re.fullmatch(f"[1-{self.seats}]|-", parts[2]):
            raise InvalidPosition("xchain.turn", written=parts[2], seats=self.seats)
        turn = NOBODY if parts[2] == "-" else int(parts[2])
        state = XchainState(self, Board(owners, values), parts[1], turn)
        _check_seats(state)
        _check_squares(state)
        return state


@dataclass(frozen=True)
class XchainState(State):
    game: Xchain
    board: Board
    standing: str
    """A letter of STANDINGS for each seat."""
    next: int
    """The seat to move; NOBODY when the game is won."""

    @property
    def turn(self) -> int:
        return self.next

    @property
    def phase(self) -> str:
        return "" if self.next == NOBODY else "grow"

    @cached_property
    def living(self) -> tuple[int, ...]:
        """The seats that are still in the game."""
        return _living(self.standing)

    def plays(self, seat: int) -> bool:
        return seat in self.living

    def moves(self) -> tuple[str, ...]:
        if self.next == NOBODY:
            return ()
        squares = zip(self.game.actions, self.board.owners, strict=True)
        return tuple([name for name, owner in squares if not owner or owner == self.next])

    def play(self, move: str) -> XchainState:
        *_, board = self._boards(self._place(move))
        standing = "".join(
            "a" if seat == self.next else "d" if letter == "a" and seat not in board.owners else letter
            for seat, letter in enumerate(self.standing, 1)
        )
        return self._after(board, standing, self.next + 1)

    def _place(self, move: str) -> int:
        """The place of the square that a legal move grows."""
        if self.next == NOBODY:
            raise IllegalMove("law.over")
        place = self.game.places.get(move)
        if place is None:
            raise IllegalMove("law.square", square=move, last=self.game.actions[-1])
        owner = self.board.owners[place]
        if owner not in (0, self.next):
            raise IllegalMove("xchain.owned", square=move, seat=owner)
        return place

    def _boards(self, place: int) -> Iterator[Board]:
        """The board with the square grown, then the board after each wave; the last one stays."""
        owners, values = bytearray(self.board.owners), bytearray(self.board.values)
        owners[place] = self.next
        values[place] += 1
        board = Board(bytes(owners), bytes(values))
        yield board
        size = self.game.size
        exploding = [place] if values[place] > maxima(size)[place] else []
        while exploding:
            board = board.wave(size, exploding, self.next)
            yield board
            # Some chains never settle. They reach every square, so this ends them. And it is fair: while a seat is
            # unmoved every square holds 1 at most, so everybody has moved before a square explodes.
            if board.belongs_to(self.next):
                return
            exploding = board.over_full(size)

    def _after(self, board: Board, standing: str, turn: int) -> XchainState:
        """The position in which the seat `turn`, or the next living one after it, is to move."""
        living = _living(standing)
        following = next((seat for seat in living if seat >= turn), living[0])
        return XchainState(self.game, board, standing, following if len(living) > 1 else NOBODY)

    def leave(self, seat: int) -> XchainState:
        """The position after a seat left: it is out, and its squares stay where they are."""
        if self.next == NOBODY:
            raise IllegalMove("law.over")
        if not 1 <= seat <= self.game.seats:
            raise IllegalMove("law.no-seat", number=seat, seats=self.game.seats)
        if not self.plays(seat):
            raise IllegalMove("xchain.gone", seat=seat)
        return self._after(self.board, f"{self.standing[: seat - 1]}o{self.standing[seat:]}", self.next)

    def steps(self, move: str) -> tuple[View, ...]:
        """The boards before each wave; `exploding` names the squares that explode in it.

        `position` stays the one before the move: no position has squares that are still to explode.
        """
        *unsettled, _ = self._boards(self._place(move))
        frame = {**self.view(), "phase": "", "moves": []}
        return tuple(
            {
                **frame,
                **self._picture(board),
                "exploding": [self.game.actions[i] for i in board.over_full(self.game.size)],
            }
            for board in unsettled
        )

    @cached_property
    def outcome(self) -> Outcome | None:
        if self.next != NOBODY:
            return None
        winner = self.living[0]
        captured = winner in self.board.owners and self.board.belongs_to(winner)
        message = Message("xchain.captured" if captured else "xchain.last", seat=winner)
        return Outcome(self.game.seats, winner, "alone", message)

    @property
    def body(self) -> str:
        rows = grid.rows(_cells(self.board), self.game.size.width)
        return f"{rows} {self.standing} {'-' if self.next == NOBODY else self.next}"

    def picture(self) -> View:
        return self._picture(self.board)

    def _picture(self, board: Board) -> View:
        width, height = self.game.size
        squares = zip(self.game.actions, _cells(board), *board, maxima(self.game.size), strict=True)
        return {
            "grid": grid_view(grid.COLUMNS[:width], [str(y + 1) for y in range(height)]),
            "cells": [
                {"name": name, "text": text.strip("."), "value": value, "most": most}
                | ({"seat": owner} if owner else {})
                for name, text, owner, value, most in squares
            ],
            "highlights": {"decisive": [], "candidates": []},
            "counters": [board.owners.count(seat) for seat in range(1, self.game.seats + 1)],
            "standing": [STANDINGS[letter] for letter in self.standing],
        }


def _living(standing: str) -> tuple[int, ...]:
    return tuple([seat for seat, letter in enumerate(standing, 1) if letter in LIVING])


def _cells(board: Board) -> list[str]:
    return [f"{LETTERS[owner]}{value or ''}" for owner, value in zip(*board, strict=True)]


def _check_seats(state: XchainState) -> None:
    """Refuses a standing or a seat to move that cannot be."""
    owners, standing, living, turn = state.board.owners, state.standing, state.living, state.next
    for seat, letter in enumerate(standing, 1):
        if letter == "a" and seat not in owners:
            raise InvalidPosition("xchain.squareless", seat=seat)
        if letter in "ud" and seat in owners:
            name = state.game.actions[owners.index(seat)]
            raise InvalidPosition(f"xchain.owner-{STANDINGS[letter]}", seat=seat, square=name)
    if not living:
        raise InvalidPosition("xchain.nobody")
    if len(living) == 1:
        if turn != NOBODY:
            raise InvalidPosition("xchain.won", seat=living[0])
        return
    if turn == NOBODY:
        raise InvalidPosition("xchain.not-won")
    if turn not in living:
        raise InvalidPosition("xchain.not-next", seat=turn)
    order = [letter for letter in standing[turn - 1 :] + standing[: turn - 1] if letter in LIVING]
    if order != sorted(order, reverse=True):
        raise InvalidPosition("xchain.order")


def _check_squares(state: XchainState) -> None:
    """Refuses values that cannot be."""
    game, board, unmoved = state.game, state.board, state.standing.count("u")
    swept = state.next == NOBODY and board.belongs_to(state.living[0])
    for name, owner, value, most in zip(game.actions, *board, maxima(game.size), strict=True):
        if owner and not 1 <= value <= 2 * most + 1:
            raise InvalidPosition("xchain.value", square=name, value=value, most=2 * most + 1)
        if value > most and not swept:
            raise InvalidPosition("xchain.over-full", square=name, value=value, most=most)
        if value > 1 and unmoved:
            raise InvalidPosition("xchain.early", square=name, value=value)
    if board.owners.count(0) < unmoved:
        raise InvalidPosition("xchain.crowded")
