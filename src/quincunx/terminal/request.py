"""A requested match, before it begins: who sits where, in which colour, who goes first."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from quincunx import engine
from quincunx.engine import EngineRefusal
from quincunx.games import Game, State
from quincunx.law.draws import Draws
from quincunx.law.messages import text
from quincunx.table import Pace, Seat, Series, Setup, TableRefusal
from quincunx.terminal import colours
from quincunx.terminal.levels import level_list

PLAYER = "here"
"""The player id of all people at this screen: they need no consent among themselves."""

First: TypeAlias = str
"""Who goes first: `person`, `computer`, the number of a seat, or `random`."""
Begun: TypeAlias = tuple[Game, tuple[Seat, ...]]


def seating(game: Game, words: Sequence[str], wanted: Sequence[str] = ()) -> tuple[Seat, ...]:
    """The seats from `person`, `person:NAME` or a level for each, and the wanted colours."""
    if len(words) != game.seats:
        raise TableRefusal("terminal.seats.count", game=str(game), seats=game.seats, n=len(words))
    people = sum(word.partition(":")[0] == "person" for word in words)
    suits = colours.checked(game, wanted)
    seats = []
    for number, (word, suit) in enumerate(zip(words, suits, strict=True), 1):
        kind, colon, name = word.partition(":")
        if kind == "person":
            called = name if colon else text("terminal.you") if people == 1 else text("terminal.player", number=number)
            seats.append(Seat("person", called, PLAYER, colour=suit))
        elif word in engine.available(game):
            # A player of its own in each seat, so that a series counts two of one level apart.
            seats.append(Seat("computer", engine.title(word), f"computer {number} {word}", word, suit))
        else:
            raise EngineRefusal("terminal.seats.who", typed=word, number=number, levels=level_list(game))
    return tuple(seats)


def beginning(game: Game, seats: tuple[Seat, ...], first: First, seed: str, start: State | None = None) -> Begun:
    """The game and its seats such that `first` begins: by the game's own option, or by rotating the players."""
    kinds = {seat.kind for seat in seats}
    if first == "random":
        among = ("person", "computer") if len(kinds) == 2 else [str(n) for n in range(1, game.seats + 1)]
        first = Draws(seed, "beginner").choice(among)
    count = game.seats
    number = int(first) - 1 if first.isdecimal() else next((n for n, seat in enumerate(seats) if seat.kind == first), 0)
    if "first" in game.options() and not start:
        return replace(game, first=str(number + 1)), seats  # type: ignore[call-arg]
    shift = number - (start.turn - 1 if start else 0)
    return game, tuple(seats[(n + shift) % count] for n in range(count))


@dataclass(frozen=True)
class MatchRequest:
    """A requested match."""

    game: Game
    who: tuple[str, ...]
    """For each seat `person`, `person:NAME` or a level of the computer."""
    first: First | None = None
    """Who begins; None: the seats stay as they are."""
    seed: str | None = None
    pace: Pace | None = None
    start: State | None = None
    seated: bool = False
    """Whether the seats were named explicitly, so that nobody is asked who begins."""
    colours: tuple[str, ...] = ()
    """The colour of each seat; empty: the game's default, or a free one."""
    target: int = 0
    """The points that win the series of games; 0: it has no end."""

    def __post_init__(self) -> None:
        seating(self.game, self.who, self.colours)  # raises before any question is asked

    @property
    def leaves_first_open(self) -> bool:
        """Whether a person plays a computer, either may begin, and it was not specified who does."""
        kinds = {word.partition(":")[0] == "person" for word in self.who}
        given = self.first or self.start or self.seated
        return not given and len(kinds) == 2 and "first" not in self.game.options()

    def setup(self) -> Setup:
        """The setup of the match; without a seed both of its seeds are new."""
        seed = secrets.token_hex(16) if self.seed is None else self.seed
        game, seats = self.game, seating(self.game, self.who, self.colours)
        if self.first:
            game, seats = beginning(game, seats, self.first, seed, self.start)
        dice = secrets.token_hex(16) if self.seed is None else f"{seed}-dice"
        return Setup(game, seats, seed, dice, self.pace, self.start, Series(target=self.target))
