"""Argument types and shell completion that commands share."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import click
from click.shell_completion import CompletionItem

from quincunx import games as law
from quincunx.games import Game, Refused
from quincunx.law.messages import text


class Whole(click.IntRange):
    """A whole number in a range. Of anything else Click would say that it is not "a valid integer range"."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            int(value)
        except ValueError:
            self.fail(text("cli.whole", typed=str(value)), param, ctx)
        return super().convert(value, param, ctx)


class Number(click.FloatRange):
    """A finite number in a range. Click's own range lets `nan` through, and without a bound `inf`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            number = float(value)
        except ValueError:
            self.fail(text("cli.number", typed=str(value)), param, ctx)
        if not math.isfinite(number):
            self.fail(text("cli.finite", typed=str(value)), param, ctx)
        return super().convert(value, param, ctx)


def complete_level(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The levels of the game that was typed before."""
    from quincunx import engine

    return _items(engine.available(game) if (game := _game(ctx)) else engine.NAMES, incomplete)


def complete_player(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """A level, or one of the words that other players begin with. What follows `NAME=` is completed too."""
    name, equals, spec = incomplete.rpartition("=")
    if ":" in incomplete:
        return []
    levels = [item.value for item in complete_level(ctx, param, spec)]
    return [CompletionItem(f"{name}{equals}{word}") for word in (*levels, *_starting(("engine:", "bot:"), spec))]


def complete_method(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The methods of analysis of the game that was typed before."""
    from quincunx.engine.player import player

    game = _game(ctx)
    if game is None:
        return _items(("auto", "playouts"), incomplete)
    return _items(dict.fromkeys(("auto", *player(game.name).methods)), incomplete)


def _game(ctx: click.Context) -> Game | None:
    # While the value of an option is completed, click has not yet given the arguments before it their names.
    typed = ctx.params.get("game") or " ".join(ctx.params.get("words") or ctx.args)
    try:
        return law.game(typed.split()[0]) if typed.strip() else None
    except Refused:
        return None


def _items(words: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(word) for word in _starting(words, incomplete)]


def _starting(words: Iterable[str], incomplete: str) -> list[str]:
    return [word for word in words if word.startswith(incomplete)]
