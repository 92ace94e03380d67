"""The protocol of a game: what every rules file offers, and everything that other code may rely on.

A `Game` is a game with its options chosen; a `State` is a position of it. Positions, moves and options are
short strings, so that records, links, the engine's core and other programs can use them. `tactix` is
the smallest example.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, fields, replace
from fractions import Fraction
from functools import cache, cached_property, partial
from importlib import resources
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any, ClassVar, Final, Self, TypeAlias

from quincunx.law.errors import IllegalMove, InvalidOption
from quincunx.law.messages import Argument, Message, Text, register, text
from quincunx.law.options import Option

CHANCE: Final = 0
"""The actor of a position in which dice are to be rolled."""

NOBODY: Final = -1
"""The actor of a position in which the game is over."""

NO_REASON: Final = Message("law.over")

View: TypeAlias = dict[str, Any]
"""Everything that a board needs to show a position, ready for JSON. docs/notation.md lists the keys."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    >>> won = Outcome(2, winner=1, why="last", message=Message("tactix.last-wins", seat=1))
    >>> won.score, won.reason
    ('1-0', 'Seat 1 took the last counter.')
    >>> Outcome(2, winner=None, why="agreed").results
    (Fraction(1, 2), Fraction(1, 2))
    """

    seats: int
    winner: int | None
    """A seat, or None for a draw."""
    why: str
    """A token: the game's own, or one of the table's (`resigned`, `time`, `absent`, `agreed`)."""
    message: Message = NO_REASON
    """The reason as a sentence for players. It does not say who wins, and its verb fits "You" as well as a name: "made
    four in a line", not "has"."""
    squares: tuple[str, ...] = ()
    """The squares that decided it."""

    @property
    def results(self) -> tuple[Fraction, ...]:
        """For each seat 1 for a win, 0 for a loss, 1/2 for a draw."""
        if self.winner is None:
            return (Fraction(1, 2),) * self.seats
        return tuple(Fraction(seat == self.winner) for seat in range(1, self.seats + 1))

    @property
    def reason(self) -> str:
        """The reason as a sentence in English."""
        return str(self.message)

    @property
    def score(self) -> str:
        """The results as a record writes them: `1-0`, `1/2-1/2`, `0-0-1`."""
        return "-".join(map(str, self.results))

    def view(self) -> View:
        return {
            "score": self.score,
            "winner": self.winner,
            "why": self.why,
            **self.message.view(),
            "reason": self.reason,
            "squares": list(self.squares),
        }


@dataclass(frozen=True)
class Game(ABC):
    """A game with its options chosen. A subclass declares each option as a field (see `options`).

    >>> from quincunx import games
    >>> game = games.game("tactix:size=5")
    >>> game.title, game.seats, game.size, game.goal
    ('TacTix', 2, 5, 'last-loses')
    >>> len(game.actions), game.actions[:3], game.move("B3-b1")
    (125, ('a1', 'a1-b1', 'a1-c1'), 'b1-b3')
    """

    name: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    """One sentence that explains the game to somebody who does not know it."""
    rules_version: ClassVar[int] = 1
    """Increased whenever a change of the rules makes an old record replay differently."""
    agreed_draws: ClassVar[bool]
    """Whether the seats may agree on a draw."""
    has_dice: ClassVar[bool] = False
    rolls_per_move: ClassVar[int] = 0
    """With dice: the most rolls that can come before a move."""
    colours: ClassVar[tuple[str, ...]] = ()
    """The colour of each seat, if the pieces have colours of their own: `("red", "yellow")`."""
    variants: ClassVar[tuple[str, ...]]
    """Option texts that together use every choice of every option, and two values of every number and size. Tests and
    golden files play them all."""

    messages: ClassVar[Mapping[str, Text]] = {}
    """What the game says to players, by key (`quincunx.law.messages`); a file `messages.toml` beside it adds more."""

    def __init_subclass__(cls) -> None:
        if "name" in vars(cls):
            own = cls.messages if isinstance(cls.messages, Mapping) else {}  # else the check of declarations says so
            register(cls.name, {**_declared(cls), **own}, _folder(cls))

    @classmethod
    def text(cls, key: str, /, **args: Argument) -> str:
        """One of the game's own messages.

        >>> from quincunx import games
        >>> games.GAMES["tactix"].text("option.size.label")
        'Size'
        """
        return text(f"{cls.name}.{key}", **args)

    def __post_init__(self) -> None:
        for key, option in self.options().items():
            value = getattr(self, key)
            meant = self._read(key, option.write(value))
            if type(value) is not type(meant):
                raise InvalidOption("law.option.type", option=key, value=repr(value), right=repr(meant))
        self.check()

    def check(self) -> None:  # noqa: B027 - most games need none
        """Raises InvalidOption if options that are valid alone exclude each other."""

    def applies(self, option: str) -> bool:  # noqa: ARG002
        """False if an option means nothing beside the others, so that a form need not ask for it."""
        return True

    def narrowed(self) -> dict[str, dict[str, Any] | None]:
        """What the other options leave of each option, as `Option.form`; None for one that means nothing here.

        >>> from quincunx import games
        >>> games.game("xchain:seats=3").narrowed()["preset"]["most"]
        {'blocks': 4, 'random': 21}
        """
        return {
            key: option.narrowed(partial(self._allows, key)) if self.applies(key) else None
            for key, option in self.options().items()
        }

    def _allows(self, key: str, value: object) -> bool:
        try:
            replace(self, **{key: value})
        except InvalidOption:
            return False
        return True

    @classmethod
    def options(cls) -> Mapping[str, Option[Any]]:
        """The declared options by key, in order."""
        return _options(cls)

    @classmethod
    def with_options(cls, text: str) -> Self:
        """The game with options written `key=value,key=value`; options that are not named have their default."""
        values: dict[str, object] = {}
        for item in text.split(",") if text else ():
            key, equals, value = item.partition("=")
            if not equals:
                raise InvalidOption("law.option.form", typed=item, game=cls.name)
            if key not in cls.options():
                known = list(cls.options())
                if not known:
                    raise InvalidOption("law.option.none", game=cls.name, option=key)
                raise InvalidOption("law.option.unknown", game=cls.name, option=key, known=known)
            if key in values:
                raise InvalidOption("law.option.twice", game=cls.name, option=key)
            values[key] = cls._read(key, value)
        return cls(**values)

    @classmethod
    def _read(cls, key: str, text: str) -> object:
        try:
            return cls.options()[key].read(text)
        except InvalidOption as error:
            raise InvalidOption("law.option.value", game=cls.name, option=key, reason=error.message) from None

    def __str__(self) -> str:
        """The game as players and programs write it: the name, and the options that differ from the default."""
        return self._written

    @cached_property
    def _written(self) -> str:
        chosen = ",".join(
            f"{f.name}={f.metadata['option'].write(getattr(self, f.name))}"
            for f in fields(self)
            if getattr(self, f.name) != f.default
        )
        return f"{self.name}:{chosen}" if chosen else self.name

    @property
    def seats(self) -> int:
        return 2

    @property
    def longest(self) -> int | None:
        """The most moves a match can have, not counting rolls; None if the rules set no limit."""
        return None

    @property
    def start_is_drawn(self) -> bool:
        """Whether the first position depends on the match seed."""
        return False

    @property
    def draws_first(self) -> bool:
        """Whether an option leaves it to chance who goes first."""
        return getattr(self, "first", "") == "random"

    def with_first(self, seat: int) -> Game | None:
        """The same game with this seat going first, if an option says who begins.

        None where seat 1 always begins, so that the players have to change seats.
        """
        if "first" not in self.options():
            return None
        return replace(self, first=str(seat))  # type: ignore[call-arg]

    @property
    @abstractmethod
    def actions(self) -> tuple[str, ...]:
        """Every move token of the game, rolls included, in the fixed order that also numbers them."""

    @abstractmethod
    def start(self, seed: str) -> State:
        """The first position. All its random choices come from the match seed."""

    @abstractmethod
    def read(self, body: str) -> State:
        """The position written `body` (a position without the game's name); InvalidPosition if it is not one.

        Checks the invariants that docs/notation.md lists for the game, not whether play can lead there.
        """

    @abstractmethod
    def move(self, typed: str) -> str:
        """The canonical token for a move as a person types it; IllegalMove if it cannot be a move at all."""


@cache
def _options(game: type[Game]) -> Mapping[str, Option[Any]]:
    """Read-only, because it is shared."""
    return MappingProxyType({f.name: f.metadata["option"] for f in fields(game)})


def _declared(game: type[Game]) -> dict[str, Text]:
    """The texts that a game declares as attributes and options, by the keys under which they are looked up."""
    found: dict[str, Text] = {key: getattr(game, key, "") for key in ("title", "summary")}
    for key, declared in vars(game).items():
        option = declared.metadata.get("option") if isinstance(declared, Field) else None
        if option:
            choices = getattr(option, "choices", {})
            found |= {f"option.{key}.label": option.label, f"option.{key}.help": option.help}
            found |= {f"option.{key}.{choice}": label for choice, label in choices.items()}
    return found


def _folder(game: type[Game]) -> Traversable | None:
    """The folder of the package that a game's module is in."""
    package = sys.modules[game.__module__].__package__
    return resources.files(package) if package and package in sys.modules else None


class State(ABC):
    """A position: immutable, hashable; two are equal exactly when their strings are equal.

    >>> from quincunx import games
    >>> state = games.start("tactix:size=3")
    >>> after = state.play("b1-b3")
    >>> after.turn, after.moves()
    (2, ('a1', 'a1-a2', 'a1-a3', 'c1', 'c1-c2', 'c1-c3', 'a2', 'a2-a3', 'c2', 'c2-c3', 'a3', 'c3'))
    >>> state == games.parse("tactix:size=3 ooo/ooo/ooo 1")
    True
    """

    game: Game

    @property
    @abstractmethod
    def turn(self) -> int:
        """The seat whose turn it is, also while its dice are rolled; NOBODY when the game is over."""

    @property
    def actor(self) -> int:
        """Who chooses the next move: a seat, CHANCE, or NOBODY."""
        return self.turn

    @abstractmethod
    def moves(self) -> tuple[str, ...]:
        """The actor's legal moves, in the order of `Game.actions`; the rolls when chance acts."""

    def chances(self) -> Mapping[str, Fraction]:
        """The probability of each roll when chance acts; empty otherwise."""
        return {}

    @abstractmethod
    def play(self, move: str) -> Self:
        """The position after a move, given by its token; IllegalMove says why it is not legal."""

    def steps(self, move: str) -> tuple[View, ...]:  # noqa: ARG002
        """The views between this position and the one after the move, excluding both; empty in most games."""
        return ()

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it is in progress."""

    @property
    @abstractmethod
    def body(self) -> str:
        """The position as text without the game's name: what `Game.read` reads."""

    @property
    @abstractmethod
    def phase(self) -> str:
        """What is to be done now, as a verb for the page: `give`, `place`, `roll`; empty when it is over."""

    @abstractmethod
    def picture(self) -> View:
        """The game's part of the view: `grid`, `cells`, `highlights`, `counters` and whatever else its board shows."""

    def brief(self) -> View:
        """The view without the picture: what a board needs that reads its squares from the position's text."""
        game, outcome = str(self.game), self.outcome
        return {
            "game": game,
            "position": f"{game} {self.body}",
            "turn": self.turn,
            "actor": self.actor,
            "phase": self.phase,
            "moves": list(self.moves()),
            "outcome": outcome and outcome.view(),
        }

    def view(self) -> View:
        return {**self.brief(), **self.picture()}

    def plays(self, seat: int) -> bool:  # noqa: ARG002
        """Whether the seat is still in the game; False once it is eliminated or out."""
        return True

    def leave(self, seat: int) -> Self:
        """The position after a seat left a game of three or more; with two the table ends the game."""
        raise IllegalMove("law.leave", seat=seat, seats=self.game.seats)

    def points(self, winner: int | None) -> tuple[int, ...]:
        """The points that the game, ended here and won by `winner`, adds to each seat's score in a series."""
        return tuple(int(seat == winner) for seat in range(1, self.game.seats + 1))

    @classmethod
    def counts_points(cls) -> bool:
        """Whether the game counts more than wins."""
        return cls.points is not State.points

    def __str__(self) -> str:
        return f"{self.game} {self.body}"


def grid_view(columns: Sequence[str], rows: Sequence[str], gap: int = 0) -> View:
    """The `grid` of a view: the labels of its columns and rows, and the number of squares between gaps (0: no gaps)."""
    return {"columns": list(columns), "rows": list(rows), "gap": gap}
