"""Tournaments of the arena, their pairings and results, all with a JSON form."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any, Literal, get_args

from quincunx import games
from quincunx.games import CHANCE, Game, Refused, State
from quincunx.law.draws import Draws, key
from quincunx.record import Pace

Format = Literal["round-robin", "gauntlet", "ladder", "swiss"]
FORMATS: tuple[Format, ...] = get_args(Format)

LONGEST_OPENING = 1000
"""Upper bound for random opening moves; no game is that long."""


class ArenaRefusal(Refused):
    """A tournament cannot be played; the message says why."""


@dataclass(frozen=True)
class Entrant:
    """A participant."""

    name: str
    spec: str
    """How the player is opened: see `players.entrant`."""


@dataclass(frozen=True)
class Tournament:
    """The definition of a tournament: everything that its results depend on."""

    game: str
    players: tuple[Entrant, ...]
    format: Format
    games: int
    """Games per pairing, rounded up so that every opening is played with everybody in every seat."""
    seed: str
    plies: int = 0
    """Random moves before the players begin, if there are no `openings`."""
    openings: tuple[str, ...] = ()
    """Starting positions, used in turn."""
    rounds: int = 0
    """Rounds of a Swiss tournament."""
    move_time: float | None = None
    """Seconds for a move; None: no time is announced, and `match.PATIENCE` is the limit."""
    clock: str = ""
    """Seconds for a match and those that a turn adds, as in 60+1."""
    scale: float = 1.0
    """Factor for the search budgets of levels."""

    def __post_init__(self) -> None:
        if self.format not in FORMATS:
            raise ArenaRefusal("arena.tournament.format", format=self.format, formats=FORMATS)
        if len(self.players) < 2:
            raise ArenaRefusal("arena.tournament.players")
        for name in {entrant.name for entrant in self.players}:
            if sum(entrant.name == name for entrant in self.players) > 1:
                raise ArenaRefusal("arena.tournament.same-name", name=name)
        if self.games < 1:
            raise ArenaRefusal("arena.tournament.games", games=self.games)
        if not 0 <= self.plies <= LONGEST_OPENING:
            raise ArenaRefusal("arena.tournament.plies", plies=self.plies, most=LONGEST_OPENING)
        if self.move_time is not None and not 0.01 <= self.move_time <= 1e6:
            raise ArenaRefusal("arena.tournament.move-time", seconds=self.move_time)
        if not 0 < self.scale <= 1000:
            raise ArenaRefusal("arena.tournament.scale", scale=self.scale)
        self._check_format()
        key(self.seed)
        if self.clock:
            Pace.read(self.clock)
        for position in self.openings:
            state = games.parse(position)
            if state.game != self.law:
                other, game = str(state.game), str(self.law)
                raise ArenaRefusal("arena.tournament.other-game", other=other, game=game, position=position)
            if state.outcome:
                raise ArenaRefusal("arena.tournament.opening-over", position=position)

    def _check_format(self) -> None:
        if self.format == "swiss" and self.law.seats != 2:
            raise ArenaRefusal("arena.tournament.swiss-seats", game=str(self.law), seats=self.law.seats)
        if self.format == "swiss" and self.rounds < 1:
            raise ArenaRefusal("arena.tournament.swiss-rounds")
        if self.format != "swiss" and self.rounds:
            raise ArenaRefusal("arena.tournament.rounds", format=self.format)

    @property
    def law(self) -> Game:
        return games.game(self.game)

    @property
    def pace(self) -> Pace | None:
        return Pace.read(self.clock) if self.clock else None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(entrant.name for entrant in self.players)

    def match_seed(self, opening: int) -> str:
        """The seed of all matches with one opening: they have the same first position and the same dice."""
        return f"{self.seed}-{opening}"

    def start(self, opening: int) -> State:
        """The position after that opening."""
        if self.openings:
            return games.parse(self.openings[opening % len(self.openings)])
        seed = self.match_seed(opening)
        first = self.law.start(seed)
        for attempt in range(100):
            state, draws, left = first, Draws(seed, f"opening:{attempt}"), self.plies
            while left and not state.outcome:
                chance = state.actor == CHANCE
                state = state.play(draws.weighted(state.chances()) if chance else draws.choice(state.moves()))
                left -= not chance
            if not state.outcome:
                return state
        raise ArenaRefusal("arena.tournament.openings-end", plies=self.plies, game=self.game)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Tournament:
        """The tournament that `to_json` wrote; ArenaRefusal for anything else."""
        try:
            players = tuple(Entrant(**entrant) for entrant in data["players"])
            return cls(**{**data, "players": players, "openings": tuple(data["openings"])})
        except (KeyError, TypeError) as error:
            raise ArenaRefusal("arena.tournament.none", error=str(error)) from None


@dataclass(frozen=True)
class Pairing:
    """A match to play."""

    match: int
    """Its number in the tournament, from 1; what is played under a number never changes."""
    opening: int
    seats: tuple[int, ...]
    """The player in each seat, as an index into the tournament's players."""


@dataclass(frozen=True)
class Fault:
    """A player's failure that lost a match."""

    seat: int
    kind: str
    """`crash`, `illegal` or `timeout`."""
    reason: str


@dataclass(frozen=True)
class Result:
    """The result of a match."""

    match: int
    opening: int
    seats: tuple[int, ...]
    score: str
    """As in records, for example `1-0`."""
    places: tuple[int, ...]
    """The place of each seat, 1 for the winner; players who were eliminated later rank higher."""
    why: str
    plies: int
    faults: tuple[Fault, ...]
    seconds: tuple[float, ...]
    """Total thinking time of each seat."""
    record: str

    @property
    def points(self) -> tuple[Fraction, ...]:
        return tuple(map(Fraction, self.score.split("-")))

    def to_line(self) -> str:
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def from_line(cls, line: str) -> Result:
        """The result that `to_line` wrote; ArenaRefusal for anything else."""
        try:
            data = json.loads(line)
            faults = tuple(Fault(**fault) for fault in data.pop("faults"))
            lists = {key: tuple(data[key]) for key in ("seats", "places", "seconds")}
            return cls(**{**data, **lists, "faults": faults})
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise ArenaRefusal("arena.tournament.no-result", error=str(error)) from None


def beaten(places: Sequence[int], a: int, b: int) -> Fraction:
    """The score of seat `a` against seat `b` by their places: 1 for a win, 1/2 for a tie, 0 for a loss."""
    return Fraction(1, 2) if places[a] == places[b] else Fraction(places[a] < places[b])


def expected(elo: float) -> float:
    """The expected score against an opponent who is weaker by this many Elo."""
    return float(1 / (1 + 10 ** (-elo / 400)))
