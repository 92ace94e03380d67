"""A match that can be replayed: who sat where, what was played, how it ended."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from hashlib import sha256
from typing import Final, NamedTuple, NoReturn, final

from quincunx.games import CHANCE, Game, IllegalMove, Outcome, Refused, State
from quincunx.law.draws import Draws
from quincunx.law.messages import Argument, Message

MOST_TENTHS: Final = 100_000 * 36_000 - 1
"""The longest time that a record can contain, in tenths of a second: just under 100,000 hours."""

_LEFT = re.compile("out([1-9]):(resigned|time|absent)")
_KIND = re.compile("person|bot|computer [a-z0-9-]+")
_DATE = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
_FIELDS = re.compile("Game|Rules|Date|Seed|Start|Clock|DiceHash|DiceSeed|DiceAfter|Result|Why|(Seat|Kind|Nonce)[0-9]+")
_TAG = re.compile("[A-Za-z][A-Za-z0-9]*")
_SURROGATE = re.compile("[\ud800-\udfff]")


class Place(NamedTuple):
    """A line and a column of a text, both counted from 1."""

    line: int
    column: int


class RecordError(Refused):
    """A text that is not a record, or a record that contradicts the law.

    `reason` says what is wrong, and `message` also where. `line` and `column` are None for a record that was not read
    from a text.
    """

    def __init__(self, message: str | Message, place: Place | None = None, /, **args: Argument) -> None:
        self.reason = Message(message, **args) if isinstance(message, str) else message
        self.line = place.line if place else None
        self.column = place.column if place else None
        at = Message("record.at", line=place.line, column=place.column, reason=self.reason) if place else self.reason
        super().__init__(at)


def check_text(text: str, place: Place | None = None) -> None:
    """Refuses surrogates (half characters), which no file and no seed can contain."""
    if _SURROGATE.search(text):
        raise RecordError("record.surrogate", place)


class Departure(NamedTuple):
    """A seat that left a game of three or more."""

    seat: int
    why: str
    """`resigned`, `time` or `absent`."""

    @classmethod
    def read(cls, token: str) -> Departure | None:
        """The departure that a token stands for; None if it is a move or a roll."""
        found = _LEFT.fullmatch(token)
        return cls(int(found[1]), found[2]) if found else None

    def __str__(self) -> str:
        """As a token: `out3:resigned`."""
        return f"out{self.seat}:{self.why}"


@dataclass(frozen=True)
class Entry:
    """One thing that happened in a match."""

    token: str
    """A move or a roll as the law writes it, or `out3:resigned`, `:time`, `:absent` when a seat left a game of
    three or more."""
    clock: int | None = None
    """Tenths of a second left then to the seat whose turn it was, or that left."""
    comments: tuple[str, ...] = ()
    """Comments about it."""
    place: Place | None = field(default=None, compare=False, repr=False)
    """Where it was in the text that it was read from."""

    @property
    def departure(self) -> Departure | None:
        """The seat that left and why, if this entry is an `out…` token."""
        return Departure.read(self.token)

    def __post_init__(self) -> None:
        if self.clock is not None and not 0 <= self.clock <= MOST_TENTHS:
            raise RecordError("record.tenths", self.place, tenths=self.clock, most=MOST_TENTHS)
        for comment in self.comments:
            check_text(comment, self.place)


LONGEST_NAME: Final = 40


def is_name(text: str) -> bool:
    """Whether a player at a table may be called that; imported records may contain other names."""
    return 1 <= len(text) <= LONGEST_NAME and text.isprintable() and text == text.strip()


class Player(NamedTuple):
    """Who sits in a seat."""

    name: str
    kind: str = "person"
    """`person`, `bot`, or `computer` and its level, as in `computer hard`."""


@final
@dataclass(frozen=True)
class Pace:
    """The seconds that each seat has for a match, and that each of its turns adds; written `300+5`."""

    seconds: int
    increment: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.seconds <= 1_000_000 or not 0 <= self.increment <= 100_000:
            raise RecordError("record.clock-range", clock=str(self))

    @classmethod
    def read(cls, text: str) -> Pace:
        match = re.fullmatch(r"([1-9][0-9]{0,6})\+(0|[1-9][0-9]{0,5})", text)
        if not match:
            raise RecordError("record.clock", written=text)
        return cls(int(match[1]), int(match[2]))

    def __str__(self) -> str:
        return f"{self.seconds}+{self.increment}"


class Dice(NamedTuple):
    """What makes the rolls of a match verifiable."""

    hash: str
    """The SHA-256 of the dice seed, in hex: published before the first roll."""
    seed: str | None
    """None while it is secret."""
    nonces: tuple[str, ...]
    """The nonce of each seat; empty if it sent none."""
    after: int = 0
    """The number of rolls at the beginning that were imported with the match, and not drawn from this seed."""


@dataclass(frozen=True)
class Record:
    """A match. Malformed values are refused at once; `check` replays it by the rules."""

    game: Game
    players: tuple[Player, ...]
    entries: tuple[Entry, ...] = ()
    result: str = "*"
    """`Outcome.score`, or `*` for a match that is in progress or was abandoned."""
    why: str = ""
    """`Outcome.why`; or `resigned`, `time`, `absent`, `agreed`, `abandoned`; empty while the match is in progress."""
    seed: str | None = None
    """The match seed; None while it is not known."""
    start: State | None = None
    """The first position, if it is not the one that the game's seed gives."""
    date: str = ""
    """When the match began, as in 2026-11-15T21:50:54Z; empty if unknown."""
    clock: Pace | None = None
    """None if there is no clock."""
    dice: Dice | None = None
    """None if the dice cannot be verified, or there are none."""
    comments: tuple[str, ...] = ()
    """Comments before the first move."""
    tags: Mapping[str, str] = field(default_factory=dict, hash=False)
    """All other tags, in order."""
    places: Mapping[str, Place] = field(default_factory=dict, compare=False, repr=False)
    """Where each tag was in the text that the record was read from."""

    def __post_init__(self) -> None:
        seats = self.game.seats
        if len(self.players) != seats:
            self._refuse("Game", "record.players", game=str(self.game), seats=seats, n=len(self.players))
        for seat, player in enumerate(self.players, 1):
            if not player.name.strip():
                self._refuse(f"Seat{seat}", "record.name", seat=seat)
            if not _KIND.fullmatch(player.kind):
                self._refuse(f"Kind{seat}", "record.kind", written=player.kind)
        if self.start is not None and self.start.game != self.game:
            self._refuse("Start", "record.start", start=str(self.start.game), game=str(self.game))
        if self.date and not _is_date(self.date):
            self._refuse("Date", "record.date", written=self.date)
        for tag, text in self._texts():
            check_text(text, self.places.get(tag))
        if self.dice:
            self._check_dice(self.dice)
        for name in self.tags:
            if not _TAG.fullmatch(name):
                self._refuse(name, "record.tag-name", tag=name)
            if _FIELDS.fullmatch(name):
                self._refuse(name, "record.tag-misplaced", tag=name, seats=seats)

    def _check_dice(self, dice: Dice) -> None:
        if not re.fullmatch("[0-9a-f]{64}", dice.hash):
            self._refuse("DiceHash", "record.dice-hash", written=dice.hash)
        if dice.seed is not None and sha256(dice.seed.encode()).hexdigest() != dice.hash:
            self._refuse("DiceSeed", "record.dice-seed")
        if not 0 <= dice.after < 10**9:
            self._refuse("DiceAfter", "record.rolls", written=dice.after)
        if len(dice.nonces) != self.game.seats:
            self._refuse("DiceHash", "record.nonces", game=str(self.game), seats=self.game.seats, n=len(dice.nonces))

    def _texts(self) -> Iterator[tuple[str, str]]:
        """All free text outside the entries, each with the name of its tag."""
        yield "Seed", self.seed or ""
        yield from ((f"Seat{seat}", player.name) for seat, player in enumerate(self.players, 1))
        if self.dice:
            yield "DiceSeed", self.dice.seed or ""
            yield from ((f"Nonce{seat}", nonce) for seat, nonce in enumerate(self.dice.nonces, 1))
        yield from (("", comment) for comment in self.comments)
        yield from self.tags.items()

    def _refuse(self, tag: str, key: str, /, **args: Argument) -> NoReturn:
        raise RecordError(key, self.places.get(tag), **args)

    @cached_property
    def first(self) -> State:
        """The position that the match began with."""
        if self.start is not None:
            return self.start
        if self.seed is None and self.game.start_is_drawn:
            self._refuse("Game", "record.seed", game=str(self.game))
        return self.game.start(self.seed or "")

    @cached_property
    def states(self) -> tuple[State, ...]:
        """The position after each entry; RecordError if one is illegal."""
        state, found = self.first, []
        for entry in self.entries:
            state = _after(state, entry)
            found.append(state)
        return tuple(found)

    @property
    def last(self) -> State:
        """The final or current position of the match."""
        return self.states[-1] if self.entries else self.first

    @property
    def points(self) -> tuple[int, ...] | None:
        """The points of each seat, where the game counts more than wins; None without a result."""
        if self.result == "*" or not self.last.counts_points():
            return None
        won = self.result.split("-")
        return self.last.points(won.index("1") + 1 if "1" in won else None)

    def decisions(self) -> list[tuple[State, str]]:
        """Each move or roll with the position before it; RecordError if one is illegal."""
        before = (self.first, *self.states)
        return [(state, entry.token) for state, entry in zip(before, self.entries, strict=False) if not entry.departure]

    def replay(self) -> tuple[tuple[Entry, State], ...]:
        """Each entry with the position after it; RecordError if one is illegal."""
        return tuple(zip(self.entries, self.states, strict=True))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The number of the turn in which each entry happened; a turn lasts until it is another seat's."""
        number, turn, found = 0, 0, []
        for before, _ in zip((self.first, *self.states), self.entries, strict=False):
            number, turn = number + (before.turn != turn), before.turn
            found.append(number)
        return tuple(found)

    def check(self) -> None:
        """RecordError unless every entry is legal and the match ended as recorded, by the rules or at the table."""
        over = self.last.outcome
        if over and self.result != over.score:
            self._refuse("Result", "record.result", right=over.score, written=self.result, reason=over.message)
        if over and self.why != over.why:
            self._refuse("Why", "record.why", right=over.why, written=self.why, reason=over.message)
        if not over:
            self._check_ending()
        if not self.clock:
            for entry in self.entries:
                if entry.clock is not None or entry.token.endswith(":time"):
                    raise RecordError("record.no-clock", entry.place)

    def _check_ending(self) -> None:
        """Checks that result and reason agree if the law has not ended the game."""
        seats = self.game.seats
        draw, *wins = (Outcome(seats, winner, "").score for winner in (None, *range(1, seats + 1)))
        endings = {"": ["*"], "abandoned": ["*"], "agreed": [draw], "resigned": wins, "absent": wins, "time": wins}
        if self.why not in endings:
            self._refuse("Why", "record.not-over", written=self.why)
        if self.why == "agreed" and not self.game.agreed_draws:
            self._refuse("Why", "record.agreed", game=self.game.title)
        if self.why in ("resigned", "absent", "time") and seats > 2:
            self._refuse("Why", "record.leaving", seats=seats, why=self.why)
        if self.result not in endings[self.why]:
            if not self.why:
                self._refuse("Result", "record.going-on", right=endings[""], written=self.result)
            self._refuse("Result", "record.ending", why=self.why, right=endings[self.why], written=self.result)
        if self.why == "time" and not self.clock:
            self._refuse("Why", "record.no-clock")


def _after(state: State, entry: Entry) -> State:
    left = entry.departure
    try:
        if left is None:
            return state.play(entry.token)
        if state.game.seats == 2:
            raise IllegalMove("record.leaving-two")
        return state.leave(left.seat)
    except Refused as refusal:
        raise RecordError(refusal.message, entry.place) from None


def _is_date(text: str) -> bool:
    try:
        return bool(_DATE.fullmatch(text) and datetime.fromisoformat(text))
    except ValueError:
        return False


def random_match(game: Game, seed: str) -> Record:
    """A match of random moves, drawn from the seed with the label `random`; rolls by their chances."""
    check_text(seed)
    draws = Draws(seed, "random")
    state, entries = game.start(seed), []
    while (over := state.outcome) is None:
        token = draws.weighted(state.chances()) if state.actor == CHANCE else draws.choice(state.moves())
        state = state.play(token)
        entries.append(Entry(token))
    players = (Player("Random", "computer random"),) * game.seats
    return Record(game, players, tuple(entries), over.score, over.why, seed)
