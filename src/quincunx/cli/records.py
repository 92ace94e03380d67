"""Commands about matches: random ones, and those in record files."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from quincunx.cli.positions import colour_option, coloured, game_argument
from quincunx.games import Refused, State

if TYPE_CHECKING:
    from quincunx.record import Record

file_argument = click.Path(allow_dash=True)


@click.command()
@game_argument
@click.option("--seed", help="Any text; the same seed gives the same match. Default: a new one.")
@click.option("--count", type=click.IntRange(min=1), default=1, help="How many matches. Default: 1.")
def random(game: str, seed: str | None, count: int) -> None:
    """Print a match of random moves as a record.

    A GAME without options is played with those of the setting games.GAME. Of several matches the first has
    the seed itself, and match n has SEED-n.
    """
    import secrets

    from quincunx import settings
    from quincunx.record import random_match, write

    chosen = settings.game(game)
    seed = secrets.token_hex(8) if seed is None else seed
    for n in range(1, count + 1):
        match = random_match(chosen, seed if n == 1 else f"{seed}-{n}")
        click.echo("\n" * (n > 1) + write([match]), nl=False)


@click.group()
def record() -> None:
    """Check and show record files; `-` is standard input."""


@record.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=file_argument)
@click.pass_context
def check(ctx: click.Context, files: tuple[str, ...]) -> None:
    """Replay every match of the files: is each move legal, and each result right?"""
    bad = False
    for file in files:
        try:
            count = len(_read(file))
        except Refused as error:
            click.echo(f"quincunx: {error}", err=True)
            bad = True
        else:
            click.echo(f"{file}: {count} {'match' if count == 1 else 'matches'}, all in order")
    if bad:
        ctx.exit(1)


@record.command()
@click.argument("file", type=file_argument)
@click.option("--board", "every", is_flag=True, help="Draw the board after every turn, not only the last.")
@colour_option
def show(file: str, every: bool, colour: str | None) -> None:
    """Show each match of a file: who played, how it ended, the moves, and the board at the end."""
    from quincunx import text

    paint = coloured(colour)
    matches = _read(file)
    for number, match in enumerate(matches, 1):
        click.echo(f"match {number} of {len(matches)}: {match.game}  {match.date}".rstrip())
        for seat, player in enumerate(match.players, 1):
            click.echo(f"seat {seat}: {_printable(player.name)} ({player.kind})")
        click.echo(f"{match.result}  {ending(match)}\n")
        for comment in match.comments:
            click.echo(_printable(f"{{{comment}}}\n"))
        told = list(turns(match))
        if every:
            for turn, state in told[:-1]:
                click.echo(f"{turn}\n\n{text.board(state.view(), paint)}\n", color=paint)
        words = told[-1][0] if every and told else "  ".join(turn for turn, _ in told)
        if words:
            click.echo(textwrap.fill(words, 80, break_long_words=False, break_on_hyphens=False) + "\n")
        view = match.last.view()
        if match.result != "*":
            view["outcome"] = {"score": match.result, "reason": ending(match)}
        click.echo(text.board(view, paint) + "\n" * (number < len(matches)), color=paint)


@click.group()
def dice() -> None:
    """Prove that the dice of a match were fair; `-` is standard input."""


@dice.command()
@click.argument("file", metavar="RECORD", type=file_argument)
def verify(file: str) -> None:
    """Draw every throw of every match again, from the dice seed and the nonces, and compare.

    It takes finished matches of tritoc that were played at a table: on a server, in the terminal, by `quincunx match`
    or in the arena. Their dice come from a seed whose hash was fixed first. Those of `quincunx random` do not.
    """
    from quincunx.table.dice import verify

    matches = _read(file)
    for number, match in enumerate(matches, 1):
        try:
            if why := _no_dice(match):
                raise Refused(why)
            throws = verify(match)
        except Refused as error:
            raise Refused(f"{_named(file)}: match {number} of {len(matches)}: {error}") from None
        click.echo(f"match {number} of {len(matches)}: {throws} throws, each as the dice seed and the nonces give it")
        if match.dice and match.dice.after:
            click.echo(
                f"  the {match.dice.after} throws before them were brought along from elsewhere: nobody proves those"
            )


def _no_dice(match: Record) -> str:
    """Why the record of a match says nothing about its dice; empty if it does."""
    if not match.game.has_dice:
        return f"{match.game.name} is played without dice"
    if match.dice is None:
        return "its dice cannot be verified: no DiceHash was fixed before the first throw"
    if match.dice.seed is None:
        return "its dice cannot be verified yet: the DiceSeed is in the record when the match is over"
    return ""


def ending(match: Record) -> str:
    """How a match ended, in words: by the law, or at the table."""
    if match.last.outcome:
        return match.last.outcome.reason
    loser = 1 + match.result.startswith("1")
    return {
        "resigned": f"seat {loser} resigned",
        "absent": f"seat {loser} was away for too long",
        "time": f"seat {loser} ran out of time",
        "agreed": "a draw was agreed",
        "abandoned": "the match was abandoned",
    }.get(match.why, "the match goes on")


def turns(match: Record) -> Iterator[tuple[str, State]]:
    """Each turn as text, number, moves and comments, with the position after it."""
    numbered = zip(match.numbers, match.replay(), strict=True)
    for number, happened in groupby(numbered, key=itemgetter(0)):
        entries, states = zip(*(pair for _, pair in happened), strict=True)
        words = [word for entry in entries for word in (entry.token, *(f"{{{said}}}" for said in entry.comments))]
        yield _printable(f"{number}. {' '.join(words)}"), states[-1]


def _read(file: str) -> list[Record]:
    """The matches in a file, one or more; Refused names the file, the place and the reason."""
    from quincunx.record import read

    name = _named(file)
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        if data.startswith((b"[Certificate ", b"\x1f\x8b")):
            raise Refused("this is a certificate, or gzipped, and not a record; `quincunx verify` checks certificates")
        matches = read(data.decode())
        if not matches:
            raise Refused("there is no match in it")
        return matches
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise Refused(f"{name}: line {line}: this is not UTF-8 text") from None
    except OSError as error:
        raise Refused(f"{name}: {error.strerror}") from None
    except Refused as error:
        raise Refused(f"{name}: {error}") from None


def _named(file: str) -> str:
    return "standard input" if file == "-" else file


def _printable(text: str) -> str:
    """The text without what would command a terminal: a record may come from anybody."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "\ufffd" for letter in text)
