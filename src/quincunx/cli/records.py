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

from quincunx.cli.arguments import Whole
from quincunx.cli.positions import colour_option, coloured, game_argument
from quincunx.games import Refused, State
from quincunx.law.messages import Message, text

if TYPE_CHECKING:
    from quincunx.record import Record

file_argument = click.Path(allow_dash=True)


@click.command(help=text("cli.random.help"), short_help=text("cli.random.short"))
@game_argument
@click.option("--seed", help=text("cli.seed"))
@click.option("--count", type=Whole(min=1), default=1, help=text("cli.random.count"))
def random(game: str, seed: str | None, count: int) -> None:
    import secrets

    from quincunx import settings
    from quincunx.record import random_match, write

    chosen = settings.game(game)
    seed = secrets.token_hex(8) if seed is None else seed
    for n in range(1, count + 1):
        match = random_match(chosen, seed if n == 1 else f"{seed}-{n}")
        click.echo("\n" * (n > 1) + write([match]), nl=False)


@click.group(help=text("cli.record.help"), short_help=text("cli.record.short"))
def record() -> None:
    """Commands about record files."""


@record.command(help=text("cli.record.check.help"), short_help=text("cli.record.check.short"))
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=file_argument)
@click.pass_context
def check(ctx: click.Context, files: tuple[str, ...]) -> None:
    bad = False
    for file in files:
        try:
            count = len(read_records(file))
        except Refused as error:
            click.echo(text("cli.refusal", reason=error.message), err=True)
            bad = True
        else:
            click.echo(text("cli.record.checked", file=file, n=count))
    if bad:
        ctx.exit(1)


@record.command(help=text("cli.record.show.help"), short_help=text("cli.record.show.short"))
@click.argument("file", type=file_argument)
@click.option("--board", "every", is_flag=True, help=text("cli.record.show.board"))
@colour_option
def show(file: str, every: bool, colour: str | None) -> None:
    from quincunx.text import board

    paint = coloured(colour)
    matches = read_records(file)
    for number, match in enumerate(matches, 1):
        game, total = str(match.game), len(matches)
        click.echo(
            text("cli.record.show.game-date", number=number, total=total, game=game, date=match.date)
            if match.date
            else text("cli.record.show.game", number=number, total=total, game=game)
        )
        for seat, player in enumerate(match.players, 1):
            click.echo(text("cli.record.show.player", number=seat, name=player.name, kind=player.kind))
        click.echo(f"{match.result}  {ending(match)}\n")
        if match.points:
            made = zip(match.players, match.points, strict=True)
            points = " · ".join(f"{player.name} {n}" for player, n in made)
            click.echo(text("cli.record.show.points", points=points) + "\n")
        for comment in match.comments:
            click.echo(_printable(f"{{{comment}}}\n"))
        shown = list(turns(match))
        if every:
            for turn, state in shown[:-1]:
                click.echo(f"{turn}\n\n{board(state.view(), paint)}\n", color=paint)
        words = shown[-1][0] if every and shown else "  ".join(turn for turn, _ in shown)
        if words:
            click.echo(textwrap.fill(words, 80, break_long_words=False, break_on_hyphens=False) + "\n")
        view = match.last.view()
        if match.result != "*":
            view["outcome"] = {"score": match.result, "reason": ending(match)}
        click.echo(board(view, paint) + "\n" * (number < len(matches)), color=paint)


@click.group(help=text("cli.dice.help"), short_help=text("cli.dice.short"))
def dice() -> None:
    """Commands about dice."""


@dice.command(help=text("cli.dice.verify.help"), short_help=text("cli.dice.verify.short"))
@click.argument("file", metavar="RECORD", type=file_argument)
def verify(file: str) -> None:
    from quincunx.table.dice import verify

    matches = read_records(file)
    for number, match in enumerate(matches, 1):
        total = len(matches)
        try:
            if why := _no_dice(match):
                raise Refused(why)
            rolls = verify(match)
        except Refused as error:
            name, reason = _named(file), error.message
            raise Refused("cli.dice.place", file=name, number=number, total=total, reason=reason) from None
        click.echo(text("cli.dice.verified", number=number, total=total, n=rolls))
        if match.dice and match.dice.after:
            click.echo("  " + text("cli.dice.before", n=match.dice.after))


def _no_dice(match: Record) -> Message | None:
    """Why the record of a match says nothing about its dice; None if it does."""
    if not match.game.has_dice:
        return Message("cli.dice.none", game=match.game.title)
    if match.dice is None:
        return Message("cli.dice.no-hash")
    if match.dice.seed is None:
        return Message("cli.dice.no-seed")
    return None


def ending(match: Record) -> str:
    """How a match ended, in words: by the law, or at the table."""
    if match.last.outcome:
        return match.last.outcome.reason
    loser = 1 + match.result.startswith("1")
    match match.why:
        case "resigned" | "absent" | "time":
            return text(f"table.outcome.{match.why}", seat=loser)
        case "agreed":
            return text("table.outcome.agreed")
        case "abandoned":
            return text("cli.record.show.abandoned")
    return text("cli.record.show.unfinished")


def turns(match: Record) -> Iterator[tuple[str, State]]:
    """Each turn as text, number, moves and comments, with the position after it."""
    numbered = zip(match.numbers, match.replay(), strict=True)
    for number, happened in groupby(numbered, key=itemgetter(0)):
        entries, states = zip(*(pair for _, pair in happened), strict=True)
        words = [word for entry in entries for word in (entry.token, *(f"{{{said}}}" for said in entry.comments))]
        yield _printable(f"{number}. {' '.join(words)}"), states[-1]


def read_records(file: str) -> list[Record]:
    """The matches in a file, one or more; Refused names the file, the place and the reason."""
    from quincunx.record import read

    name = _named(file)
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        if data.startswith((b"[Certificate ", b"\x1f\x8b")):
            raise Refused("cli.record.certificate")
        matches = read(data.decode())
        if not matches:
            raise Refused("cli.record.empty")
        return matches
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise Refused("cli.record.place", file=name, reason=Message("cli.record.utf-8", line=line)) from None
    except OSError as error:
        raise Refused("cli.record.system", file=name, reason=error.strerror or str(error)) from None
    except Refused as error:
        raise Refused("cli.record.place", file=name, reason=error.message) from None


def _named(file: str) -> str:
    return text("cli.standard-input") if file == "-" else file


def _printable(written: str) -> str:
    """The text without control characters: a record may come from anybody."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "\ufffd" for letter in written)
