"""tritoc: nine fields of nine holes; the dice say which hole, the player which field."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from typing import ClassVar

from quincunx.law import grid
from quincunx.law.draws import Draws
from quincunx.law.errors import IllegalMove, InvalidPosition
from quincunx.law.game import CHANCE, NOBODY, Game, Outcome, State, View, grid_view
from quincunx.law.messages import Message
from quincunx.law.options import choice, first_seat

FIELDS = grid.squares(3, 3)
HOLES = range(3, 12)
"""The numbers of a field's holes, in reading order."""

ROLLS = tuple(str(total) for total in range(2, 13))
TAKINGS = tuple(f"x{field}.{hole}" for field in FIELDS for hole in HOLES)
LEAVE = "-"
ACTIONS = (*ROLLS, *FIELDS, *TAKINGS, LEAVE)

ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
"""Rows, columns and diagonals of three: of the holes of a field, and of the fields of the board."""

FREE = "."
PIECES = ".ry"
"""What a hole holds, by the seat that owns it; 0 is nobody."""
COLOURS = {"r": "red", "y": "yellow"}

TRIES = 3
"""Rolls in a turn: when all are useless it is forfeited."""
FORFEITS = 4
"""The game is drawn when this many turns in a row were forfeited."""

CHANCES = {
    "standard": {roll: Fraction(6 - abs(7 - int(roll)), 36) for roll in ROLLS},
    "equal": {roll: Fraction(3 if int(roll) in HOLES else 1, 29) for roll in ROLLS},
}


@cache
def complete(nine: str, piece: str) -> tuple[tuple[int, int, int], ...]:
    """The rows that hold only this piece, in nine holes, or in nine fields written by their winners."""
    return tuple(row for row in ROWS if all(nine[i] == piece for i in row))


@cache
def winner(field: str) -> str:
    """The piece that has a row in the field, or FREE."""
    return next((piece for piece in COLOURS if complete(field, piece)), FREE)


def closed(field: str) -> bool:
    """Whether nothing may be placed in the field or taken from it any more."""
    return FREE not in field or winner(field) != FREE


@dataclass(frozen=True)
class Tritoc(Game):
    name: ClassVar = "tritoc"
    title: ClassVar = "TriToc"
    summary: ClassVar = (
        "The dice name a hole, you choose the field; three in a row win it, and three such fields the game."
    )
    agreed_draws: ClassVar = True
    has_dice: ClassVar = True
    rolls_per_move: ClassVar = FORFEITS * TRIES
    colours: ClassVar = ("red", "yellow")
    variants: ClassVar = (
        "",
        "dice=equal",
        "level=red1",
        "level=red2,first=2",
        "level=red3,first=random",
        "level=yellow1",
        "dice=equal,level=yellow2",
        "dice=equal,level=yellow3,first=random",
    )

    dice: str = choice(
        "standard",
        "Dice",
        "How likely each roll is.",
        {"standard": "two dice", "equal": "3 to 11 equally likely, 2 and 12 a third as likely"},
    )
    level: str = choice(
        "normal",
        "Handicap",
        "Pieces that are on the board before the start, at most one per field.",
        {"normal": "none"}
        | {f"{colour}{n}": f"{3 * n} {colour} pieces" for colour in COLOURS.values() for n in (1, 2, 3)},
    )
    first: str = first_seat("red (seat 1)", "yellow (seat 2)")

    @property
    def actions(self) -> tuple[str, ...]:
        return ACTIONS

    @property
    def start_is_drawn(self) -> bool:
        return self.first == "random" or self.level != "normal"

    def start(self, seed: str = "") -> TritocState:
        draws = Draws(seed, "start")
        first = 1 + draws.below(2) if self.first == "random" else int(self.first)
        fields = [FREE * 9] * 9
        if self.level != "normal":
            # All the fields before the first hole: the order of the draws is part of the notation.
            chosen = draws.sample(range(9), 3 * int(self.level[-1]))
            for field in chosen:
                fields[field] = _put(fields[field], draws.choice(HOLES), self.level[0])
        return TritocState(self, tuple(fields), first)

    def move(self, typed: str) -> str:
        text = typed.strip().lower()
        if text == "pass":
            return LEAVE
        if re.fullmatch(r"[abc][123]\.[0-9]+", text):
            text = f"x{text}"
        if text in ACTIONS:
            return text
        if re.fullmatch(r"[0-9]+", text):
            raise IllegalMove("tritoc.roll", move=typed)
        if re.fullmatch(r"x[abc][123]\.[0-9]+", text):
            raise IllegalMove("tritoc.hole", move=typed)
        raise IllegalMove("tritoc.move", move=typed)

    def read(self, body: str) -> TritocState:
        parts = body.split(" ")
        if len(parts) != 5:
            raise InvalidPosition("tritoc.position")
        fields = tuple(parts[0].split("/"))
        if len(fields) != 9:
            raise InvalidPosition("tritoc.fields", n=len(fields))
        for name, field in zip(FIELDS, fields, strict=True):
            if not re.fullmatch(r"[.ry]{9}", field):
                raise InvalidPosition("tritoc.field", field=name, written=field)
        patterns = {"next": "[12]", "rolled": "-|[2-9]|1[0-2]", "tries": "[0-2]", "forfeited": "[0-4]"}
        for part, (what, pattern) in zip(parts[1:], patterns.items(), strict=True):
            if not re.fullmatch(pattern, part):
                raise InvalidPosition(f"tritoc.part.{what}", written=part)
        roll = None if parts[2] == "-" else int(parts[2])
        state = TritocState(self, fields, int(parts[1]), roll, int(parts[3]), int(parts[4]))
        state.check()
        return state


@dataclass(frozen=True)
class TritocState(State):
    game: Tritoc
    fields: tuple[str, ...]
    """Nine fields in reading order, each its nine holes in reading order: FREE, r or y."""
    next: int
    """The seat whose turn it is, or would be if the game were not over."""
    roll: int | None = None
    """The sum that the seat is to use; None while the dice are to be rolled."""
    tries: int = 0
    """Useless rolls of this turn."""
    forfeits: int = 0
    """Turns in a row that were forfeited."""

    def check(self) -> None:
        """Raises InvalidPosition where parts that are fine by themselves do not go together."""
        for name, field in zip(FIELDS, self.fields, strict=True):
            if all(complete(field, piece) for piece in COLOURS):
                raise InvalidPosition("tritoc.both", field=name)
        if complete(self.won, PIECES[self.next]):
            raise InvalidPosition("tritoc.won", seat=self.next)
        over = self.outcome
        rest = "- 0 4" if over and over.why == "forfeits" else "- 0 0"
        if over and not self.body.endswith(rest):
            raise InvalidPosition("tritoc.over", reason=over.message, rest=rest)
        if self.roll is not None and not self.uses(self.roll):
            raise InvalidPosition("tritoc.useless", roll=self.roll)

    @cached_property
    def won(self) -> str:
        """The fields by their winners, as if each were a hole of one field."""
        return "".join(map(winner, self.fields))

    @property
    def turn(self) -> int:
        return NOBODY if self.outcome else self.next

    @property
    def actor(self) -> int:
        return CHANCE if self.roll is None and not self.outcome else self.turn

    @property
    def phase(self) -> str:
        if self.outcome:
            return ""
        return "roll" if self.roll is None else "place" if self.roll in HOLES else "remove"

    def moves(self) -> tuple[str, ...]:
        if self.outcome:
            return ()
        return ROLLS if self.roll is None else self.uses(self.roll)

    def chances(self) -> Mapping[str, Fraction]:
        return CHANCES[self.game.dice] if self.actor == CHANCE else {}

    def uses(self, roll: int) -> tuple[str, ...]:
        """What the seat can do with a roll, in the order of `Game.actions`; none if it is useless."""
        fields = [(name, field) for name, field in zip(FIELDS, self.fields, strict=True) if not closed(field)]
        if roll in HOLES:
            return tuple(name for name, field in fields if field[roll - 3] == FREE)
        piece = PIECES[self.next if roll == 2 else 3 - self.next]
        takings = tuple(
            f"x{name}.{hole}"
            for name, field in fields
            for hole, cell in zip(HOLES, field, strict=True)
            if cell == piece
        )
        # Leaving is a choice only where there is something to take. Any other 12 is useless: it is rolled
        # again and counts towards a forfeit, where a `-` would be a move and so end the row of forfeits.
        return (*takings, LEAVE) if roll == 12 and takings else takings

    def play(self, move: str) -> TritocState:
        if self.outcome:
            raise IllegalMove("law.over")
        if move not in ACTIONS:
            raise IllegalMove("law.move", move=move, game=self.game.title)
        if self.roll is None:
            if move not in ROLLS:
                raise IllegalMove("law.roll-first")
            return self._rolled(int(move))
        if move not in self.uses(self.roll):
            raise IllegalMove(self._objection(move, self.roll))
        fields = list(self.fields)
        if move != LEAVE:
            field, hole = _target(move, self.roll)
            fields[field] = _put(fields[field], hole, FREE if move in TAKINGS else PIECES[self.next])
        return TritocState(self.game, tuple(fields), 3 - self.next)

    def _rolled(self, roll: int) -> TritocState:
        if self.uses(roll):
            return replace(self, roll=roll)
        if self.tries + 1 < TRIES:
            return replace(self, tries=self.tries + 1)
        return TritocState(self.game, self.fields, 3 - self.next, forfeits=self.forfeits + 1)

    def _objection(self, move: str, roll: int) -> Message:
        """Why a token that is not a legal use of the roll cannot be played."""
        if move not in (FIELDS if roll in HOLES else TAKINGS):
            if roll in HOLES:
                return Message("tritoc.task.place", roll=roll)
            return Message("tritoc.task.own" if roll == 2 else "tritoc.task.opponent")
        field, hole = _target(move, roll)
        name, cells = FIELDS[field], self.fields[field]
        if closed(cells):
            if seat := PIECES.index(winner(cells)):
                return Message("tritoc.field-won", field=name, seat=seat)
            return Message("tritoc.field-full", field=name)
        if roll in HOLES:
            return Message("tritoc.taken", hole=hole, field=name)
        if cells[hole - 3] == FREE:
            return Message("tritoc.empty", hole=hole, field=name)
        return Message("tritoc.only-own" if roll == 2 else "tritoc.only-other")

    @cached_property
    def outcome(self) -> Outcome | None:
        # Fields are won by placing, so only the seat that has just moved can have three in a row; and that
        # wins also where it closed the last open field.
        seat = 3 - self.next
        rows = [[FIELDS[i] for i in row] for row in complete(self.won, PIECES[seat])]
        if rows:
            squares = tuple(name for name in FIELDS if any(name in row for row in rows))
            return Outcome(2, seat, "row", Message("tritoc.row", seat=seat, fields=" ".join(rows[0])), squares)
        if all(map(closed, self.fields)):
            return Outcome(2, None, "full", Message("tritoc.full"))
        if self.forfeits == FORFEITS:
            return Outcome(2, None, "forfeits", Message("tritoc.forfeits"))
        return None

    def points(self, winner: int | None) -> tuple[int, ...]:
        """A point for each field won, and five more for the winner."""
        return tuple(self.won.count(PIECES[seat]) + 5 * (seat == winner) for seat in (1, 2))

    @property
    def body(self) -> str:
        roll = "-" if self.roll is None else self.roll
        return f"{'/'.join(self.fields)} {self.next} {roll} {self.tries} {self.forfeits}"

    def picture(self) -> View:
        """`cells` belong to the seat whose piece is in them; `fields` says who has won a field."""
        return {
            "grid": grid_view(_labels("abc"), _labels("123"), 3),
            "cells": [self._cell(3 * (y // 3) + x // 3, 3 * (y % 3) + x % 3) for y in range(9) for x in range(9)],
            "highlights": {
                "decisive": [[FIELDS[i] for i in row] for piece in COLOURS for row in complete(self.won, piece)],
                "candidates": [],
            },
            "roll": self.roll,
            "tries": self.tries,
            "forfeits": self.forfeits,
            "fields": [self._field(name, field) for name, field in zip(FIELDS, self.fields, strict=True)],
            "counters": [self.won.count(PIECES[seat]) for seat in (1, 2)],
        }

    def _cell(self, field: int, at: int) -> View:
        piece, hole = self.fields[field][at], HOLES[at]
        cell: View = {"name": f"{FIELDS[field]}.{hole}", "hole": hole}
        return cell | ({"text": str(hole)} if piece == FREE else {"text": piece, "seat": PIECES.index(piece)})

    def _field(self, name: str, field: str) -> View:
        owner = winner(field)
        line = complete(field, owner)[0] if owner != FREE else ()
        return {
            "name": name,
            "winner": PIECES.index(owner),
            "closed": closed(field),
            "red": field.count("r"),
            "yellow": field.count("y"),
            "line": [f"{name}.{HOLES[i]}" for i in line],
        }


def _put(field: str, hole: int, piece: str) -> str:
    return field[: hole - 3] + piece + field[hole - 2 :]


def _target(move: str, roll: int) -> tuple[int, int]:
    """The field and the hole that a placing or a taking means."""
    name, _, hole = move.removeprefix("x").partition(".")
    return FIELDS.index(name), int(hole or roll)


def _labels(names: str) -> list[str]:
    """The names of three fields, each at the middle one of its three columns or rows."""
    return [label for name in names for label in ("", name, "")]
