"""Analysis of one position: chooses the method and consults the book."""

from __future__ import annotations

import time
from dataclasses import replace

from quincunx.engine import book, montecarlo
from quincunx.engine.analysis import (
    Analysis,
    Control,
    EngineRefusal,
    JsonAnalysis,
    Limits,
    analyse_by,
    analyse_json_by,
    in_core,
)
from quincunx.engine.player import player
from quincunx.games import NOBODY, State

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


def analyse_json(state: State, limits: Limits, method: str, control: Control | None) -> JsonAnalysis | None:
    """The same as JSON, written by the core; None where a book has the position, or the core does not have the game."""
    own = player(state.game.name)
    if not in_core(state.game.name) or (method == "auto" and state.actor != NOBODY and own.page(state)):
        return None
    return analyse_json_by(state, limits, _method(state, method), control, own.bases)


def search(state: State, limits: Limits, method: str, control: Control | None) -> Analysis:
    """The values of all moves, without the books."""
    chosen = _method(state, method)
    if not in_core(state.game.name):
        return montecarlo.analyse(state, limits, chosen, control)
    return analyse_by(state, limits, chosen, control, player(state.game.name).bases)


def _method(state: State, method: str) -> str:
    """What to call, once the game is known to have it."""
    own = player(state.game.name)
    if method not in ("auto", *own.methods):
        raise EngineRefusal("engine.no-method", game=state.game.name, method=method, methods=own.methods)
    return own.method(state) if method == "auto" else method


def best_method(state: State) -> str:
    """What `auto` is in a position."""
    return player(state.game.name).method(state)
