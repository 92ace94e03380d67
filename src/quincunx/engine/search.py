"""Analysis of one position: chooses the method and consults the book."""

from __future__ import annotations

import time
from dataclasses import replace

from quincunx.engine import book, montecarlo
from quincunx.engine.analysis import (
    Analysis,
    Control,
    EngineRefusal,
    Limits,
    analyse_by,
    in_core,
)
from quincunx.engine.player import player
from quincunx.games import State

SHORTEST = 0.001
"""Seconds of a search for which no time is left; 0 would be no limit."""


def analyse(state: State, limits: Limits, method: str = "auto", control: Control | None = None) -> Analysis:
    """The values of all moves; `auto` is the best method for the position, and uses the books.

    >>> from quincunx import engine, games
    >>> state = games.parse("tactix:size=3 o.o/.../... 1")
    >>> found = engine.analyse(state, engine.Limits(nodes=10_000))
    >>> for move in found.moves:
    ...     print(move.move, move.value.words(state.actor))
    a1 win in 2
    c1 win in 2
    >>> found.best.value.exact
    True
    """
    began = time.monotonic()
    found = book.page(state) if method == "auto" else None
    if found and found.values:
        return book.analysis(state, found)
    if limits.seconds:  # the time for the book is part of it
        limits = replace(limits, seconds=max(limits.seconds - (time.monotonic() - began), SHORTEST))
    analysis = search(state, limits, method, control)
    return book.annotate(analysis, found) if found else analysis


def search(state: State, limits: Limits, method: str, control: Control | None) -> Analysis:
    """The values of all moves, without the books."""
    chosen = _method(state, method)
    if not in_core(state.game.name):
        return montecarlo.analyse(state, limits, chosen, control)
    return analyse_by(state, limits, chosen, control)


def _method(state: State, method: str) -> str:
    """The method to call; EngineRefusal if the game does not have it."""
    own = player(state.game.name)
    if method not in ("auto", *own.methods):
        raise EngineRefusal("engine.no-method", game=state.game.name, method=method, methods=own.methods)
    return own.method(state) if method == "auto" else method


def best_method(state: State) -> str:
    """The method that `auto` means in a position."""
    return player(state.game.name).method(state)
