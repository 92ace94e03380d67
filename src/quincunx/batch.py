"""Many matches at once, for machine learning: NumPy arrays in and out, played by the compiled core.

A game that the core does not know is played by its law in Python, which is slower.

>>> from quincunx import batch
>>> matches = batch.Environment("tactix:size=3", 1024, seed=1)
>>> observations = matches.reset()
>>> observations.shape, matches.masks.shape, int(matches.turns[0])
((1024, 2, 3, 3), (1024, 27), 1)
>>> observations, rewards, done, cut = matches.step(matches.sample())
>>> rewards.shape, bool(done.any())
((1024, 2), False)

A finished match restarts in the same step. Dice are rolled inside. docs/batch.md has the details.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

try:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray
except ModuleNotFoundError as missing:
    from quincunx.extras import needs

    raise ModuleNotFoundError(needs(__name__, missing, "batch"), name=missing.name) from None

from quincunx import _core, games
from quincunx.law_batch import LawBatch

__all__ = ["LONGEST", "STARTS", "WAIT", "Arrays", "Environment", "Level"]

WAIT: Final = -1
"""The action that leaves a match unchanged."""

Level = _core.Level
"""How the core chooses for a level."""

STARTS: Final = 256
"""If the start of a game is random: the number of starts in use, those of the match seeds "0", "1" and so on."""

LONGEST: Final = 1000
"""Moves after which a match is truncated. Only tritoc can last that long: rolls of 2 and 12 could continue for ever."""

Flags: TypeAlias = NDArray[np.bool_]


class Arrays(NamedTuple):
    """The state of every match; the first axis is the match."""

    observations: NDArray[np.uint8]
    """Planes, rows, columns: the position as the next mover sees it."""
    masks: Flags
    """For each action whether it is legal."""
    turns: NDArray[np.int8]
    """The seat that is to move."""
    rewards: NDArray[np.float32]
    """Of the last step, for each seat: 1 for the winner, -1 shared by the others; otherwise 0."""
    done: Flags
    """Whether the last step ended the match; the other arrays then describe the next one."""
    cut: Flags
    """Whether it was truncated because it was too long."""


class Environment:
    """Many matches of a game that move together.

    The result depends only on the seed and the actions, not on `threads`. The arrays are always the same objects,
    overwritten by every step: copy what you keep, or let a step write into `arrays` of your own. `starts` are positions
    in which the matches begin, each equally likely, instead of the game's own.
    """

    def __init__(
        self,
        game: str,
        count: int,
        seed: int = 0,
        *,
        threads: int = 1,
        longest: int = LONGEST,
        starts: Sequence[str] | None = None,
    ) -> None:
        self.game = games.game(game)
        count, threads, longest = (
            _positive(name, number) for name, number in (("count", count), ("threads", threads), ("longest", longest))
        )
        if isinstance(starts, str):
            raise TypeError(f"starts must be a list of positions, not one text: {starts!r}")
        if starts is None:
            starts = [str(self.game.start(str(n))) for n in range(STARTS if self.game.start_is_drawn else 1)]
        self.count = count
        self._batch: _core.Batch | LawBatch
        if _in_core(self.game.name):
            self._batch = _core.batch(
                str(self.game), list(starts), count=count, seed=_checked(seed), longest=longest, threads=threads
            )
        else:
            self._batch = LawBatch(self.game, starts, count=count, seed=_checked(seed), longest=longest)
        self._own = self._shown = self.arrays()
        self.reset(seed)

    @property
    def observations(self) -> NDArray[np.uint8]:
        """The observations after the last step or reset; likewise `masks` and `turns`."""
        return self._shown.observations

    @property
    def masks(self) -> Flags:
        return self._shown.masks

    @property
    def turns(self) -> NDArray[np.int8]:
        return self._shown.turns

    def arrays(self) -> Arrays:
        """New arrays that a step can write into."""
        return Arrays(
            np.zeros((self.count, *self._batch.shape), np.uint8),
            np.zeros((self.count, len(self.game.actions)), np.bool_),
            np.zeros(self.count, np.int8),
            np.zeros((self.count, self.game.seats), np.float32),
            np.zeros(self.count, np.bool_),
            np.zeros(self.count, np.bool_),
        )

    def reset(
        self, seed: int | None = None, which: Flags | None = None, into: Arrays | None = None
    ) -> NDArray[np.uint8]:
        """Restarts all matches, or those that are marked. With a seed, everything after it happens as in a new
        environment with that seed."""
        marked = None if which is None else np.ascontiguousarray(which, np.bool_)
        if marked is not None and marked.shape != (self.count,):
            raise ValueError(f"which must have the shape ({self.count}), a flag for each match")
        shown = into or self._own
        seed = None if seed is None else _checked(seed)
        try:
            self._batch.reset(seed, marked, shown)
        except TypeError:
            raise self._misfit(shown) from None
        self._shown = shown
        return shown.observations

    def step(
        self, actions: ArrayLike, into: Arrays | None = None
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32], Flags, Flags]:
        """One move in every match except those that WAIT; returns observations, rewards, done, cut.

        ValueError for an illegal action; then no match changes.
        """
        shown = into or self._own
        numbers = _numbers(actions)
        try:
            self._batch.step(numbers, shown)
        except TypeError:
            raise self._misfit(shown) from None
        self._shown = shown
        return shown.observations, shown.rewards, shown.done, shown.cut

    def _misfit(self, into: Arrays) -> TypeError:
        """Names what the core could not write into."""
        if not isinstance(into, Arrays):
            return TypeError(f"into must be Arrays, as arrays() makes them, not {type(into).__name__}")
        for name in Arrays._fields:
            own, given = getattr(self._own, name), getattr(into, name)
            flags = given.flags if isinstance(given, np.ndarray) and given.dtype == own.dtype else None
            if not (flags and flags.c_contiguous and flags.writeable):
                return TypeError(f"into.{name} must be a writable C-contiguous array of {own.dtype}")
        return TypeError("the arrays cannot be written into")

    def sample(self) -> NDArray[np.int32]:
        """A random legal action for each match; calling this does not affect the dice."""
        chosen = np.empty(self.count, np.int32)
        self._batch.sample(chosen)
        return chosen

    def choose(self, level: Level, seed: str, played: NDArray[np.int64], which: Flags) -> NDArray[np.int32]:
        """The actions of a level in the marked matches, and WAIT in the others. Each is what the level plays with the
        match seed `seed/match/played`. Only for games of the core."""
        assert isinstance(self._batch, _core.Batch)
        chosen = np.empty(self.count, np.int32)
        self._batch.choose(level, seed, np.ascontiguousarray(played, np.int64), np.ascontiguousarray(which), chosen)
        return chosen

    @property
    def in_core(self) -> bool:
        """Whether the compiled core plays the matches."""
        return isinstance(self._batch, _core.Batch)

    def position(self, match: int) -> str:
        """The current position of a match, as a line that `games.parse` reads."""
        return f"{self.game} {self._batch.position(self._place(match))}"

    def end(self, match: int) -> str:
        """The final position of the last match in this place; a start if there was none yet."""
        return f"{self.game} {self._batch.ended(self._place(match))}"

    def _place(self, match: int) -> int:
        match = _whole("match", match)
        if not 0 <= match < self.count:
            raise ValueError(f"there is no match {match} of {self.count}: they are numbered from 0")
        return match

    def ends(self, seats: NDArray[np.int8]) -> NDArray[np.uint8]:
        """Observations of these final positions, each as one of the seats sees it."""
        seen = np.empty((self.count, *self._batch.shape), np.uint8)
        self._batch.ends(np.ascontiguousarray(seats, np.int8), seen)
        return seen


def _in_core(game: str) -> bool:
    try:
        return _core.seats(game) > 0
    except ValueError:
        return False


def _whole(name: str, number: int) -> int:
    try:
        return operator.index(number)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {number!r}") from None


def _positive(name: str, number: int) -> int:
    whole = _whole(name, number)
    if whole < 1:
        raise ValueError(f"{name} must be at least 1, not {whole}")
    return whole


def _checked(seed: int) -> int:
    seed = _whole("seed", seed)
    if not 0 <= seed < 2**64:
        raise ValueError(f"seed must be from 0 to 2**64 - 1, not {seed}")
    return seed


def _numbers(actions: ArrayLike) -> NDArray[np.int32]:
    given = np.asarray(actions)
    numbers = np.ascontiguousarray(given, np.int32) if given.dtype.kind in "iu" else None
    if numbers is None or (given.dtype != np.int32 and not np.array_equal(numbers, given)):
        raise ValueError(f"actions must be the numbers of moves, as int32, not {given.dtype}")
    if numbers.ndim != 1:
        raise ValueError(f"actions must have one axis, the game, not {numbers.ndim}")
    return numbers
