"""How computers play a game: its levels, its best method, its book, and what it knows about lost positions.

`ComputerPlayer` works for any game of the core, `LawPlayer` for any other. A game that can do better has a module
`player` in its folder with a `PLAYER`, an instance of a subclass.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import ClassVar, cast

from quincunx.engine.analysis import Control, Limits, in_core
from quincunx.games import Game, State, registry
from quincunx.law.messages import Message

NAMES = ("trivial", "easy", "medium", "hard", "very-hard", "dont-try")
"""The six levels that every game has, weakest first."""

NO_LIMITS = Limits()

LOST = 0.1
"""A chance to win that counts as lost."""


@dataclass(frozen=True, slots=True)
class Level:
    """How strongly a computer plays: the method it searches with, what that may spend, and how it chooses."""

    method: str
    limits: Limits = NO_LIMITS
    margin: float = 0.0
    """How far below the best move's value a move may be and still be chosen."""
    glance: str = ""
    """The method of a first look, which decides what the level may overlook. Without one all moves look alike."""
    overlooks: int = 0
    """In percent, how often it overlooks the move that looks worst at that glance. The better a move looks, the less
    often; the one that looks best is never overlooked. With more than 100 the worst ones always are."""
    desperate: float = 0.0
    """Where the best value is so low, it takes the best move it sees and no other: the position counts as lost."""
    guarded: bool = False
    """Never overlooks a win with this move, nor that the next seat could win or eliminate it with its own where that
    can be prevented, whatever its search sees (`guard`)."""
    keen: bool = False
    """Takes a win that its search has proved before moves that are only estimated to be nearly as good."""
    patient: bool = False
    """A win is a win at any distance. Otherwise a level without a margin wins quickly."""
    hope: int = 0
    """Where several moves lose as late as can be: the nodes of a search too small to see that they lose. What it likes
    sets an opponent who does not see it either more problems."""
    book: bool = False
    """Plays what the book plays, where there is one; and of moves that draw, the one with the most ways to lose."""


def six(
    method: str,
    *budgets: tuple[int, float],
    glance: str = "",
    desperate: float = LOST,
    guarded: bool = False,
    keen: bool = False,
    hope: int = 0,
) -> dict[str, Level]:
    """Six levels of one method, each with its nodes and its margin; or, with a glance, with how often it overlooks the
    move that looks worst, in percent. The first is never guarded."""
    return {
        name: Level(
            method,
            Limits(nodes=nodes),
            margin=0.0 if glance else often,
            glance=glance if often else "",
            overlooks=int(often) if glance else 0,
            desperate=desperate,
            guarded=guarded and name != NAMES[0],
            keen=keen,
            hope=hope,
        )
        for name, (nodes, often) in zip(NAMES, budgets, strict=True)
    }


@dataclass(frozen=True, slots=True)
class Page:
    """What a book says about a position, as a result for the seat to move: 1 for a win, 0 for a loss, 1/2 for a
    draw."""

    move: str | None
    """What the book plays; None where it only knows how the others keep the seat down."""
    least: float
    """A lower bound for the value of that move."""
    most: float
    """An upper bound for the value of any move."""
    basis: Message
    values: Mapping[str, float] = field(default_factory=dict)
    """The value of every move, if the book has them all."""


class ComputerPlayer:
    """How computers play a game that has no player of its own: by playouts, without a book."""

    methods: ClassVar[tuple[str, ...]] = ("playouts",)
    """The methods of analysis by name, the best one first."""
    levels: ClassVar[Mapping[str, Level]] = six(
        "playouts", (50, 0.15), (200, 0.1), (1_000, 0.05), (5_000, 0.02), (25_000, 0.0), (100_000, 0.0)
    )
    """The six levels, and what other computer players the game has."""
    titles: ClassVar[Mapping[str, str]] = {}
    """The keys of what menus call those other players, if not by their name."""
    notes: ClassVar[Mapping[str, str]] = {}
    """The keys of what those other players see, for people who choose one (`strength.about`)."""

    def method(self, state: State) -> str:  # noqa: ARG002
        """What `auto` is in a position."""
        return self.methods[0]

    def plain_method(self, game: Game, body: str) -> str | None:  # noqa: ARG002
        """The same from the text of a position, if that shows that no book has the position: JSON lines then need not
        parse it with the law. None if `method` and `page` must be asked."""
        return None

    def nodes(self, state: State, nodes: int) -> int:  # noqa: ARG002
        """What a level may spend in a position, given its budget."""
        return nodes

    def page(self, state: State) -> Page | None:  # noqa: ARG002
        """What the book says; None if there is no book, or if it does not have the position."""
        return None

    def is_perfect(self, game: Game) -> bool:  # noqa: ARG002
        """Whether the level `perfect`, with these options, provably keeps the value of the first position."""
        return "perfect" in self.levels

    def longest(self, state: State, moves: list[str]) -> list[str]:  # noqa: ARG002
        """Of moves that a search proved to lose, without saying how soon, those that hold out longest."""
        return moves

    def hardest(self, state: State, moves: list[str], control: Control | None) -> list[str]:  # noqa: ARG002
        """Of moves that lose equally soon, those that are hardest to refute. Asked by levels with a book."""
        return moves


class LawPlayer(ComputerPlayer):
    """How computers play a game that has only a law, without rules in the core. Making a position takes some 20
    microseconds."""

    methods = ("montecarlo",)
    levels = six(
        "montecarlo",
        *((2_000, 0.1), (10_000, 0.05), (50_000, 0.02), (150_000, 0.005), (400_000, 0.0), (1_000_000, 0.0)),
        guarded=True,
        keen=True,
    )


@cache
def player(game: str) -> ComputerPlayer:
    """How computers play the game of this name."""
    module = registry.part(game, "player")
    if module:
        return cast(ComputerPlayer, module.PLAYER)
    return ComputerPlayer() if in_core(game) else LawPlayer()
