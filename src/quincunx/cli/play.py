"""The command that plays in the terminal."""

from __future__ import annotations

import codecs
import os
import sys
from typing import TYPE_CHECKING, Literal

import click

from quincunx.cli.positions import colour_option, coloured, complete_game
from quincunx.games import Game, Refused
from quincunx.games import parse as law_parse

if TYPE_CHECKING:
    from quincunx.terminal.local import Wish
    from quincunx.terminal.match import Match

USUAL = "medium"
"""The level that one plays against where none is named."""


@click.command(short_help="Play in the terminal.")
@click.argument("game", required=False, shell_complete=complete_game)
@click.option("--against", metavar="LEVEL", help="The level of the computer in all other seats. Default: medium.")
@click.option("--first", type=click.Choice(["person", "computer", "random"]), help="Who begins. Default: the person.")
@click.option("--seat1", metavar="WHO", help="person, person:NAME, or a level of the computer.")
@click.option("--seat2", metavar="WHO", help="The same. With any of these, a seat that is not named has a person.")
@click.option("--seat3", metavar="WHO", help="The same, in games for three.")
@click.option("--seat4", metavar="WHO", help="The same, in games for four.")
@click.option("--position", metavar="POSITION", help="Begin with this position, in quotes; it says the game too.")
@click.option("--pace", metavar="S+S", help="Clocks: seconds for each seat, and what each turn adds, as 300+5.")
@click.option("--seed", help="Any text; the same seed gives the same presets, dice and choices of the computer.")
@click.option("--join", metavar="LINK", help="Play at a table of a game house: the link to a seat, or to your table.")
@click.option("--name", help="With --join: your name at the table. Default: Guest.")
@click.option("--plain", is_flag=True, help="A dialogue line by line, for pipes, screen readers and teletypes.")
@colour_option
def play(
    game: str | None,
    against: str | None,
    first: Literal["person", "computer", "random"] | None,
    position: str | None,
    pace: str | None,
    seed: str | None,
    join: str | None,
    name: str | None,
    plain: bool,
    colour: str | None,
    **seats: str | None,
) -> None:
    """Play GAME in the terminal: full-screen with mouse and keys, or with --plain line by line.

    \b
    quincunx play tactix:size=5 --against hard --first computer
    quincunx play xchain:seats=3 --seat1 person:Ada --seat2 person:Bob --seat3 easy
    quincunx play --join 'http://127.0.0.1:8765/t/ID/sit/2#invite=SECRET'

    Without a GAME it asks which. Where there is no terminal it is always --plain.
    """
    named = [seats[f"seat{number}"] for number in range(1, 5)]
    if join and (game or position or pace or seed or against or first or any(named)):
        raise click.UsageError("the table that you join has its game, its seats and its clock already")
    if name and not join:
        raise click.UsageError("--name goes with --join; here a name is written --seat1 person:NAME")
    if any(named) and (against or first):
        raise click.UsageError("--seat1 to --seat4 say who sits where: leave out --against and --first")
    from quincunx import settings
    from quincunx.record import Pace
    from quincunx.terminal.local import LocalMatch, Wish

    plain = plain or not _has_screen()
    start = law_parse(" ".join(position.split())) if position else None
    chosen = settings.game(game) if game else start and start.game

    def wish(game: Game) -> Wish:
        who = _who(game, named, against or _usual(game, plain))
        return Wish(game, who, first, seed, Pace.read(pace) if pace else None, start, any(named))

    paint = coloured(colour)
    if not plain:
        match = _joined(join, name) if join else LocalMatch(wish(chosen).setup()) if chosen else None
        _full_screen(match, chosen or settings.game("xtic"), paint)
        return
    from quincunx.terminal import dazzler
    from quincunx.terminal.plain import Dialogue, Left

    dialogue = Dialogue(paint)
    try:
        if join:
            dialogue.joined(_joined(join, name))
            return
        wished = wish(chosen or settings.game(dialogue.which_game()))
        (dazzler.Teletype(paint) if dazzler.suits(wished) else dialogue).wished(wished)
    except Left as left:
        click.echo(str(left))


def _has_screen() -> bool:
    """Whether there is a terminal that can show the full screen: Textual draws it on stderr, with more than letters."""
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        return False
    return os.environ.get("TERM") != "dumb" and codecs.lookup(sys.stderr.encoding).name == "utf-8"


def _usual(game: Game, plain: bool) -> str:
    from quincunx.terminal.dazzler import COMPUTER

    return COMPUTER if plain and game.name == "tesseract" else USUAL


def _who(game: Game, named: list[str | None], level: str) -> tuple[str, ...]:
    """Who sits in each seat: as named, or one person and the computer in all others."""
    if not any(named):
        return ("person", *(level,) * (game.seats - 1))
    if any(named[game.seats :]):
        raise Refused(f"{game} has {game.seats} seats: there is no seat {game.seats + 1}")
    return tuple(who or "person" for who in named[: game.seats])


def _joined(link: str, name: str | None) -> Match:
    from quincunx.terminal.network import Link, NetworkMatch, secret

    return NetworkMatch(Link.read(link), name or "Guest", secret())


def _full_screen(match: Match | None, game: Game, colour: bool) -> None:
    # Textual looks at this variable alone; the setting and the flag go over it.
    os.environ.pop("NO_COLOR", None)
    if not colour:
        os.environ["NO_COLOR"] = "1"
    try:
        from quincunx.terminal.app import Quincunx
    except ModuleNotFoundError as missing:
        raise Refused(
            f"the full screen needs {missing.name}: pip install 'quincunx[terminal]', or play line by line with --plain"
        ) from None
    Quincunx(match, game).run()
