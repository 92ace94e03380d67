"""Checks of a game as a whole: its options, moves, seats and first position."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import fields

from quincunx.contract.want import Broken, says_something, want, want_position
from quincunx.law.errors import IllegalMove, InvalidOption
from quincunx.law.game import Game
from quincunx.law.messages import Message
from quincunx.law.options import Choice, Counted
from quincunx.law.suits import SUITS

ODD = ("", " ", "?", "zz99", "a0", "1", "-", "a1-", "é", "a1 b2", "pass!", "٤", "x" * 200)
"""What people may type that is not a move of any game, or hardly."""
NOT_IN_RECORDS = re.compile(r".*[\[{<].*|[0-9]+\.|\*|(1/2|0|1)(-(1/2|0|1))+")
"""What a record reads as a tag, a comment, a time, the number of a turn or a result (docs/records.md)."""


def variants(kind: type[Game]) -> None:
    """The variants use every choice of every option and two values of every number and size, in their shortest form."""
    games = [kind.with_options(text) for text in kind.variants]
    missing: Sequence[str | Message]
    for key, option in kind.options().items():
        used = {getattr(game, key) for game in games}
        if isinstance(option, Choice):
            missing = sorted(set(option.choices) - used)
        elif isinstance(option, Counted):
            missing = sorted(set(option.choices) - {value.word for value in used})
        else:
            missing = [] if len(used) > 1 else [Message("contract.second-value")]
        want(not missing, "contract.variants.unused", "variants", option=key, missing=missing)
        want(bool(option.label and option.help), "contract.option.texts", "options", option=key)
        json.dumps(option.form())
    for text, game in zip(kind.variants, games, strict=True):
        short = f"{kind.name}:{text}".rstrip(":")
        want(str(game) == short, "contract.variants.spelling", "variants", variant=short, usual=str(game))
        in_full = ",".join(f"{f.name}={f.metadata['option'].write(getattr(game, f.name))}" for f in fields(game))
        want(kind.with_options(in_full) == game, "contract.option.read", "options", written=in_full, game=str(game))


def actions(game: Game) -> None:
    """Move tokens are short texts, all different."""
    known = game.actions
    want(isinstance(known, tuple), "contract.actions.type", "actions", type=type(known).__name__)
    want(len(set(known)) == len(known), "contract.actions.twice", "actions")
    for token in known:
        want(isinstance(token, str) and bool(token), "contract.actions.text", "actions", token=repr(token))
        want(not any(map(str.isspace, token)), "contract.actions.space", "actions", token=token)
        want(not NOT_IN_RECORDS.fullmatch(token), "contract.actions.record", "actions", token=token)


def seats(game: Game) -> None:
    """There is a suit for each seat, and each can go first where an option says who does."""
    known = isinstance(game.seats, int) and 1 <= game.seats <= len(SUITS)
    want(known, "contract.seats.number", "seats", found=repr(game.seats), most=len(SUITS))
    colours = len(game.colours) or len(SUITS)
    want(colours >= game.seats, "contract.seats.colours", "colours", colours=colours, seats=game.seats)
    for seat in range(1, game.seats + 1):
        try:
            game.with_first(seat)
        except InvalidOption as refusal:
            raise Broken("contract.seats.first", "with_first", number=seat, reason=refusal.message) from None


def start(game: Game) -> None:
    """The first position depends on the seed alone, and only where the game says so."""
    first = game.start("1")
    want_position(first, "start()", "start")
    want(first.body == game.start("1").body, "contract.start.differs", "start")
    want(first.game == game, "contract.start.game", "start", found=str(first.game), game=str(game))
    want(first.outcome is None, "contract.start.over", "start", position=str(first))
    if not game.start_is_drawn:
        same = all(game.start(str(n)).body == first.body for n in range(5))
        want(same, "contract.start.drawn", "start")


def typing(game: Game) -> None:
    """Whatever a person types is a move of the game or refused."""
    for typed in ODD:
        try:
            token = game.move(typed)
        except IllegalMove as refusal:
            says_something(refusal.message, f"move({typed!r})", "move")
        else:
            want(token in game.actions, "contract.move.unknown", "move", typed=typed, token=repr(token))


OF_A_GAME: dict[str, Callable[[Game], None]] = {
    "actions": actions,
    "seats": seats,
    "start": start,
    "typed moves": typing,
}
