"""A level of the engine as a player, thinking in this process."""

from __future__ import annotations

import threading

from quincunx import engine
from quincunx.arena.players.failure import Failure
from quincunx.engine import book, levels
from quincunx.games import Game, State


class LevelPlayer:
    """A level of the engine."""

    def __init__(self, game: Game, name: str, scale: float = 1.0) -> None:
        self._game, self._name, self._scale = game, name, scale
        self._seed = ""
        self._control, self._stopped = engine.Control(), False

    def begin(self, seed: int) -> None:
        self._seed = str(seed)
        if levels.level(self._game, self._name).book:
            book.page(self._game.start(self._seed))  # opening the book takes a second: do it before the clock runs

    def choose(self, state: State, share: float | None, most: float) -> str:  # noqa: ARG002
        self._control = control = engine.Control()
        if self._stopped:
            control.stop()
        bell = None if share is None else threading.Timer(share, control.stop)
        if bell:
            bell.daemon = True
            bell.start()
        try:
            return engine.choose(state, self._name, self._seed, control, self._scale)[0]
        except Exception as error:
            raise Failure("crash", "arena.failure.error", kind=type(error).__name__, error=str(error)) from error
        finally:
            if bell:
                bell.cancel()

    def close(self) -> None:
        pass

    def stop(self) -> None:
        self._stopped = True
        self._control.stop()
