"""Checks of a game as a whole: its options, moves, seats and first position."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import fields

from quincunx.contract.want import Broken, says_something, want, want_position
from quincunx.law.errors import IllegalMove, InvalidOption
from quincunx.law.game import Game
from quincunx.law.options import Choice, Counted
from quincunx.law.suits import SUITS

ODD = ("", " ", "?", "zz99", "a0", "1", "-", "a1-", "é", "a1 b2", "pass!", "٤", "x" * 200)
"""What people may type that is not a move of any game, or hardly."""
NOT_IN_RECORDS = re.compile(r".*[\[{<].*|[0-9]+\.|\*|(1/2|0|1)(-(1/2|0|1))+")
"""What a record reads as a tag, a comment, a time, the number of a turn or a result (docs/records.md)."""


def variants(kind: type[Game]) -> None:
    """The variants use every choice of every option and two values of every number and size, in their shortest form."""
    games = [kind.with_options(text) for text in kind.variants]
    for key, option in kind.options().items():
        used = {getattr(game, key) for game in games}
        if isinstance(option, Choice):
            missing = sorted(set(option.choices) - used)
        elif isinstance(option, Counted):
            missing = sorted(set(option.choices) - {value.word for value in used})
        else:
            missing = [] if len(used) > 1 else ["a second value"]
        want(not missing, f"no variant uses {key}={', '.join(missing)}", "variants use every value", "variants")
        want(
            bool(option.label and option.help), f"the option {key} lacks a label or help", "forms show both", "options"
        )
        json.dumps(option.form())
    for text, game in zip(kind.variants, games, strict=True):
        short = f"{kind.name}:{text}".rstrip(":")
        want(str(game) == short, f"the variant {short} is not the usual spelling", f"write {game}", "variants")
        in_full = ",".join(f"{f.name}={f.metadata['option'].write(getattr(game, f.name))}" for f in fields(game))
        want(kind.with_options(in_full) == game, f"{in_full} is not {game}", "options are read as written", "options")


def actions(game: Game) -> None:
    """Move tokens are short texts, all different."""
    known = game.actions
    want(isinstance(known, tuple), f"actions is a {type(known).__name__}", "it has to be a tuple", "actions")
    want(len(set(known)) == len(known), "a token is in actions twice", "each move has one token", "actions")
    for token in known:
        want(isinstance(token, str) and bool(token), f"{token!r} is in actions", "a token is a text", "actions")
        want(not any(map(str.isspace, token)), f"the token {token!r} has a space in it", "tokens have none", "actions")
        written = not NOT_IN_RECORDS.fullmatch(token)
        want(written, f"records cannot have the token {token!r}", "no [ { <, and not like 1. or 1-0", "actions")


def seats(game: Game) -> None:
    """There is a suit for each seat, and each can go first where an option says who does."""
    known = isinstance(game.seats, int) and 1 <= game.seats <= len(SUITS)
    want(known, f"seats is {game.seats!r}", f"a game has 1 to {len(SUITS)} seats", "seats")
    colours = len(game.colours) or len(SUITS)
    want(colours >= game.seats, f"{colours} colours for {game.seats} seats", "one for each, or none", "colours")
    for seat in range(1, game.seats + 1):
        try:
            game.with_first(seat)
        except InvalidOption as refusal:
            wanted = "declare it with first_seat(), or give it another name"
            raise Broken(f"the option first cannot be {seat}: {refusal}", wanted, "with_first") from None


def start(game: Game) -> None:
    """The first position depends on the seed alone, and only where the game says so."""
    first = game.start("1")
    want_position(first, "start()", "start")
    want(
        first.body == game.start("1").body,
        "two starts from one seed differ",
        "the start depends on the seed alone",
        "start",
    )
    want(first.game == game, f"the start is a position of {first.game}", f"it has to be one of {game}", "start")
    want(first.outcome is None, f"the game is over at the start: {first}", "there has to be something to do", "start")
    if not game.start_is_drawn:
        same = all(game.start(str(n)).body == first.body for n in range(5))
        want(same, "the start depends on the seed", "then start_is_drawn has to be True", "start")


def typing(game: Game) -> None:
    """Whatever a person types is a move of the game or refused."""
    for typed in ODD:
        try:
            token = game.move(typed)
        except IllegalMove as refusal:
            says_something(refusal.message, f"move({typed!r})", "move")
        else:
            want(token in game.actions, f"move({typed!r}) gives {token!r}", "that is not in actions", "move")


OF_A_GAME: dict[str, Callable[[Game], None]] = {
    "actions": actions,
    "seats": seats,
    "start": start,
    "typed moves": typing,
}
