"""Commands about games and positions."""

from __future__ import annotations

import json
import sys
import textwrap
from typing import Any

import click
from click.shell_completion import CompletionItem

from quincunx import games as law
from quincunx.games import State, registry
from quincunx.law import options


def complete_game(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name, help=game.summary) for name, game in law.GAMES.items() if name.startswith(incomplete)]


game_argument = click.argument("game", shell_complete=complete_game)
position_argument = click.argument("words", metavar="POSITION", nargs=-1, required=True, shell_complete=complete_game)
colour_option = click.option(
    "--colour",
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    help="When to use colour; goes over the setting display.colour.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")


def position(words: tuple[str, ...]) -> State:
    """The position that was typed, as one argument or as several; a game alone means its start."""
    text = " ".join(" ".join(words).split())
    return law.parse(text) if " " in text else law.start(text)


def coloured(flag: str | None) -> bool:
    """Whether boards on stdout are to have colour."""
    from quincunx import settings

    found = settings.load({"display.colour": flag})
    return settings.coloured(found["display.colour"].value, sys.stdout)


@click.command(short_help="List the games, or the options of one.")
@click.argument("game", required=False, shell_complete=complete_game)
def games(game: str | None) -> None:
    """List the games with their options, or tell all about the options of one GAME."""
    if game is None:
        width = max(map(len, law.GAMES)) + 2
        for name, kind in law.GAMES.items():
            choices = (f"{key}={'|'.join(values(option))}" for key, option in kind.options().items())
            click.echo(_hanging(name.ljust(width), kind.summary))
            click.echo(_hanging(" " * width, "  ".join(choices)) + "\n")
        click.echo("`quincunx games GAME` tells what the options mean, `quincunx rules GAME` how it is played.")
        return
    chosen = law.game(game)
    click.echo(f"{chosen.title}, written {chosen.name}\n{_hanging('', chosen.summary)}")
    for key, option in chosen.options().items():
        default = option.write(getattr(type(chosen), key))
        click.echo(f"\n{chosen.name}:{key}=…  {option.label} (default: {default})")
        click.echo(_hanging("    ", option.help))
        meanings = values(option)
        width = max(map(len, meanings)) + 2
        for value, meaning in meanings.items():
            click.echo(f"    {value.ljust(width)}{meaning}".rstrip())


def values(option: options.Option[Any]) -> dict[str, str]:
    """What can be written for an option, each value or range of values with its meaning."""
    match option:
        case options.Choice(choices=choices):
            return {token: label.removeprefix(f"{token}: ") for token, label in choices.items()}
        case options.Whole(low=low, high=high):
            return {f"{low}..{high}": ""}
        case options.Sized(low=low, high=high):
            return {f"{options.Size(low, low)}..{options.Size(high, high)}": "width first"}
        case options.Counted(choices=choices, most=most):
            return {f"{word}1..{most[word]}" if word in most else word: label for word, label in choices.items()}
    raise TypeError(f"{option} is of no known kind")


def _hanging(first: str, text: str) -> str:
    """The text wrapped, with `first` before it and as much space before its other lines."""
    return textwrap.fill(text, 80, initial_indent=first, subsequent_indent=" " * len(first))


@click.command()
@game_argument
def rules(game: str) -> None:
    """Print the rules of GAME."""
    click.echo(registry.rules(law.game(game).name).rstrip())


@click.command(short_help="Draw a position as a text board.")
@position_argument
@json_option
@colour_option
def show(words: tuple[str, ...], as_json: bool, colour: str | None) -> None:
    """Print a POSITION and draw it as a text board; a game alone means its start.

    \b
    quincunx show tactix oooo/o..o/oooo/oooo 2
    quincunx show xtic:type=torus
    """
    view = position(words).view()
    if as_json:
        click.echo(json.dumps(view))
        return
    from quincunx import text

    paint = coloured(colour)
    # The heading is the whole position, and not the game alone: it is what other commands take.
    click.echo(text.board(view | {"game": view["position"]}, paint), color=paint)


@click.command(short_help="List the legal moves in a position.")
@position_argument
@json_option
def moves(words: tuple[str, ...], as_json: bool) -> None:
    """List the legal moves in a POSITION, or the throws while dice are to be thrown."""
    found = position(words).moves()
    if as_json:
        click.echo(json.dumps(found))
    else:
        click.echo("".join(f"{move}\n" for move in found), nl=False)


DEEPEST = 1_000_000
"""The greatest DEPTH of perft. No match is that long."""


@click.command(short_help="Count the sequences of so many moves.")
@click.argument("words", metavar="POSITION DEPTH", nargs=-1, required=True, shell_complete=complete_game)
@click.option("--divide", "divided", is_flag=True, help="Tell the count for each first move too.")
def perft(words: tuple[str, ...], divided: bool) -> None:
    """Count the sequences of DEPTH moves and throws from a POSITION or from the start of a game.

    Games that end earlier count 0. The count is the last thing printed.
    """
    *before, last = " ".join(words).split() or [""]
    if not before:
        raise click.UsageError(f"DEPTH is missing: the number of moves, as in `quincunx perft {last or 'xtic'} 3`")
    depth = _depth(last)
    if divided and depth == 0:
        raise click.UsageError("--divide needs a DEPTH of 1 or more")
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


def _depth(text: str) -> int:
    depth = int(text) if text.isdecimal() and len(text) <= len(str(DEEPEST)) else -1
    if not 0 <= depth <= DEEPEST:
        raise click.UsageError(f"{text!r} is not a DEPTH: a whole number from 0 to {DEEPEST}, after the position")
    return depth


def _count(state: State, depth: int) -> int:
    """Perft, and 0 at once where no match is that long: a square of xchain holds three at most before it bursts for
    good, and in other games without dice a move is made once at most."""
    from quincunx.law import perft as counting

    if not state.game.has_dice and depth > 4 * len(state.game.actions):
        return 0
    return counting.perft(state, depth)
