"""A batch of matches played by the law in Python: for games that the compiled core does not know.

It does what `_core.Batch` does, a few hundred times slower. `quincunx.batch` chooses between the two.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from quincunx import games
from quincunx.games import CHANCE, Game, State
from quincunx.planes import planes

WAIT = -1


class LawBatch:
    """So many matches of a game. Every match has a stream of its own for dice and starts, and one for samples."""

    def __init__(self, game: Game, starts: Sequence[str], *, count: int, seed: int, longest: int) -> None:
        self._game, self._longest = game, longest
        self._starts = [games.parse(start) for start in starts]
        if not self._starts:
            raise ValueError("there is no position to begin in")
        for start in self._starts:
            if start.game != game:
                raise ValueError(f"{start} is not a position of {game}")
            if start.outcome:
                raise ValueError(f"{start} is over: no match can begin there")
        self._numbers = {move: number for number, move in enumerate(game.actions)}
        self._states, self._ends = [self._starts[0]] * count, [self._starts[0]] * count
        self._moves = [0] * count
        self.shape: tuple[int, ...] = planes(self._starts[0], 1).shape
        self._sow(seed)

    def reset(self, seed: int | None, which: NDArray[Any] | None, sheets: tuple[NDArray[Any], ...]) -> None:
        if which is not None and which.shape != (len(self._states),):
            raise ValueError(f"which has the shape {which.shape}; it has to have a flag for each match")
        if seed is not None:
            self._sow(seed)
        for i in range(len(self._states)):
            if which is None or which[i]:
                self._begin(i)
            self._show(i, sheets)

    def step(self, actions: NDArray[Any], sheets: tuple[NDArray[Any], ...]) -> None:
        if len(actions) != len(self._states):
            raise ValueError(f"there are {len(actions)} actions for {len(self._states)} matches")
        chosen = [self._checked(i, int(action)) for i, action in enumerate(actions)]
        for i, move in enumerate(chosen):
            over, cut = self._play(i, move) if move else (None, False)
            self._show(i, sheets, over, cut)

    def sample(self, actions: NDArray[Any]) -> None:
        for i, state in enumerate(self._states):
            moves = state.moves()
            actions[i] = self._numbers[moves[int(self._choices[i].random() * len(moves))]]

    def position(self, match: int) -> str:
        return self._states[self._place(match)].body

    def ended(self, match: int) -> str:
        return self._ends[self._place(match)].body

    def ends(self, seats: NDArray[Any], observations: NDArray[Any]) -> None:
        if seats.shape != (len(self._states),) or seats.min() < 1 or seats.max() > self._game.seats:
            raise ValueError(f"seats has to have a seat from 1 to {self._game.seats} for each match")
        for i, state in enumerate(self._ends):
            observations[i] = planes(state, int(seats[i]))

    def _sow(self, seed: int) -> None:
        count = len(self._states)
        self._dice = [random.Random(f"{seed}/{i}/dice") for i in range(count)]
        self._choices = [random.Random(f"{seed}/{i}/choices") for i in range(count)]

    def _begin(self, i: int) -> None:
        self._moves[i] = 0
        while True:
            start = self._starts[int(self._dice[i].random() * len(self._starts))]
            self._states[i] = self._roll(i, start)
            if not self._states[i].outcome:
                return

    def _roll(self, i: int, state: State) -> State:
        """The position after all dice that come before the next choice."""
        while state.actor == CHANCE:
            chances = state.chances()
            state = state.play(self._dice[i].choices(list(chances), [float(each) for each in chances.values()])[0])
        return state

    def _checked(self, i: int, action: int) -> str:
        """The move with this number, empty for WAIT; ValueError where it is not legal."""
        if action == WAIT:
            return ""
        known = self._game.actions
        if not 0 <= action < len(known):
            raise ValueError(f"actions[{i}] is {action}: actions are numbered 0 to {len(known) - 1}, and -1 waits")
        if known[action] not in self._states[i].moves():
            raise ValueError(f"actions[{i}] is {action}: {known[action]} is not legal there; see masks[{i}]")
        return known[action]

    def _play(self, i: int, move: str) -> tuple[State | None, bool]:
        """Plays a move. Gives the last position where the match is over, and whether it was cut."""
        after = self._roll(i, self._states[i].play(move))
        self._moves[i] += 1
        cut = after.outcome is None and self._moves[i] >= self._longest
        if after.outcome is None and not cut:
            self._states[i] = after
            return None, False
        self._ends[i] = after
        self._begin(i)
        return after, cut

    def _show(self, i: int, sheets: tuple[NDArray[Any], ...], over: State | None = None, cut: bool = False) -> None:
        observations, masks, turns, rewards, done, cuts = sheets
        state = self._states[i]
        observations[i] = planes(state, state.turn)
        masks[i] = False
        masks[i, [self._numbers[move] for move in state.moves()]] = True
        turns[i] = state.turn
        winner = over.outcome.winner if over and over.outcome else None
        rewards[i] = -1 / (self._game.seats - 1) if winner else 0  # the others lose together what the winner has
        if winner:
            rewards[i, winner - 1] = 1
        done[i], cuts[i] = over is not None, cut

    def _place(self, match: int) -> int:
        if not 0 <= match < len(self._states):
            raise ValueError(f"there is no match {match} of {len(self._states)}")
        return match
