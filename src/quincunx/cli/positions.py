"""Commands about positions, and the rules of a game."""

from __future__ import annotations

import json
import sys

import click
from click.shell_completion import CompletionItem

from quincunx import games as law
from quincunx.games import State, registry
from quincunx.law.messages import text


def complete_game(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    found = [game for name, game in law.GAMES.items() if name.startswith(incomplete)]
    return [CompletionItem(game.name, help=game.text("summary")) for game in found]


game_argument = click.argument("game", shell_complete=complete_game)
position_argument = click.argument("words", metavar="POSITION", nargs=-1, required=True, shell_complete=complete_game)
colour_option = click.option(
    "--colour",
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    help=text("cli.colour"),
)
json_option = click.option("--json", "as_json", is_flag=True, help=text("cli.json"))


def position(words: tuple[str, ...]) -> State:
    """The position that was typed, as one argument or as several; a game alone means its start."""
    typed = " ".join(" ".join(words).split())
    return law.parse(typed) if " " in typed else law.start(typed)


def coloured(flag: str | None) -> bool:
    """Whether boards on stdout are to have colour."""
    from quincunx import settings

    found = settings.load({"display.colour": flag})
    return settings.coloured(found["display.colour"].value, sys.stdout)


@click.command(help=text("cli.rules.help"))
@game_argument
def rules(game: str) -> None:
    click.echo(registry.rules(law.game(game).name).rstrip())


@click.command(help=text("cli.show.help"), short_help=text("cli.show.short"))
@position_argument
@json_option
@colour_option
def show(words: tuple[str, ...], as_json: bool, colour: str | None) -> None:
    view = position(words).view()
    if as_json:
        click.echo(json.dumps(view))
        return
    from quincunx.text import board

    paint = coloured(colour)
    # The heading is the whole position, which is what other commands accept.
    click.echo(board(view, paint, heading=view["position"]), color=paint)


@click.command(help=text("cli.moves.help"), short_help=text("cli.moves.short"))
@position_argument
@json_option
def moves(words: tuple[str, ...], as_json: bool) -> None:
    found = position(words).moves()
    if as_json:
        click.echo(json.dumps(found))
    else:
        click.echo("".join(f"{move}\n" for move in found), nl=False)


DEEPEST = 1_000_000
"""The greatest DEPTH of perft. No match is that long."""


@click.command(help=text("cli.perft.help"), short_help=text("cli.perft.short"))
@click.argument("words", metavar="POSITION DEPTH", nargs=-1, required=True, shell_complete=complete_game)
@click.option("--divide", "divided", is_flag=True, help=text("cli.perft.divide"))
def perft(words: tuple[str, ...], divided: bool) -> None:
    *before, last = " ".join(words).split() or [""]
    if not before:
        raise click.UsageError(text("cli.perft.missing", example=last or "xtic"))
    depth = _depth(last)
    if divided and depth == 0:
        raise click.UsageError(text("cli.perft.divided"))
    state = position(tuple(before))
    if not divided:
        click.echo(_count(state, depth))
        return
    total = 0
    for move in state.moves():
        count = _count(state.play(move), depth - 1)
        click.echo(f"{move}: {count}")
        total += count
    click.echo(total)


def _depth(typed: str) -> int:
    depth = int(typed) if typed.isdecimal() and len(typed) <= len(str(DEEPEST)) else -1
    if not 0 <= depth <= DEEPEST:
        raise click.UsageError(text("cli.perft.depth", typed=typed, most=DEEPEST))
    return depth


def _count(state: State, depth: int) -> int:
    """Perft, and 0 at once if no match is that long."""
    from quincunx.law import perft as counting

    # `longest` does not count rolls, and a position that was set up may be further from the end than the start is.
    longest = state.game.longest
    if not state.game.has_dice and longest is not None and depth > 4 * longest:
        return 0
    return counting.perft(state, depth)
