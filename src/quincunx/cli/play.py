"""The command that plays in the terminal."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

import click
from click.shell_completion import CompletionItem

from quincunx.cli.arguments import Whole, complete_level
from quincunx.cli.positions import colour_option, coloured, complete_game
from quincunx.cli.signals import ending_in_order
from quincunx.games import GAMES, Game, Refused, State
from quincunx.games import game as law_game
from quincunx.games import parse as law_parse
from quincunx.law.messages import text
from quincunx.law.suits import SUITS

if TYPE_CHECKING:
    from quincunx.terminal.match import Match
    from quincunx.terminal.request import MatchRequest
    from quincunx.terminal.saved_games import SavedGames

USUAL = "medium"
"""The default level of the computer."""
SEATS = range(1, 5)
LAST = "."
"""The value of `--resume` without a name: the latest game. No saved game has this name."""


def complete_saved(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from quincunx.terminal.saved_games import SavedGames

    try:
        names = SavedGames.usual().names()
    except Refused:  # completion cannot show errors
        names = []
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def seat_options(command: Any) -> Any:
    """Who sits in each seat, under which name and in which colour."""
    for number in reversed(SEATS):
        colour = text("cli.play.colour-of", number=number)
        command = click.option(f"--colour{number}", type=click.Choice(SUITS), help=colour)(command)
        name = text("cli.play.name-of", number=number)
        who = text("cli.play.seat1") if number == 1 else text("cli.play.seat", number=number)
        command = click.option(f"--name{number}", metavar="NAME", help=name)(command)
        command = click.option(f"--seat{number}", metavar="WHO", help=who, shell_complete=complete_level)(command)
    return command


@click.command(help=text("cli.play.help"), short_help=text("cli.play.short"))
@click.argument("game", required=False, shell_complete=complete_game)
@click.option(
    "--against",
    metavar="LEVEL",
    shell_complete=complete_level,
    help=text("cli.play.against"),
)
@click.option("--first", type=click.Choice(["person", "computer", "random"]), help=text("cli.play.first"))
@seat_options
@click.option("--position", metavar="POSITION", help=text("cli.play.position"))
@click.option("--pace", metavar="S+S", help=text("cli.play.pace"))
@click.option("--points", type=Whole(1, 1000), metavar="N", help=text("cli.play.points"))
@click.option("--seed", help=text("cli.play.seed"))
@click.option(
    "--resume",
    metavar="[NAME|FILE]",
    is_flag=False,
    flag_value=LAST,
    shell_complete=complete_saved,
    help=text("cli.play.resume"),
)
@click.option("--saved", is_flag=True, help=text("cli.play.saved"))
@click.option("--tally", is_flag=True, help=text("cli.play.tally"))
@click.option("--delete", metavar="NAME", shell_complete=complete_saved, help=text("cli.play.delete"))
@click.option("--join", metavar="LINK", help=text("cli.play.join"))
@click.option("--name", help=text("cli.play.name"))
@click.option("--plain", is_flag=True, help=text("cli.play.plain"))
@colour_option
def play(
    game: str | None,
    against: str | None,
    first: Literal["person", "computer", "random"] | None,
    position: str | None,
    pace: str | None,
    points: int | None,
    seed: str | None,
    resume: str | None,
    saved: bool,
    tally: bool,
    delete: str | None,
    join: str | None,
    name: str | None,
    plain: bool,
    colour: str | None,
    **seats: str | None,
) -> None:
    who = [seats[f"seat{number}"] for number in SEATS]
    about = bool(game or position or pace or points or seed or against or first or any(seats.values()))
    if sum(map(bool, (join, resume, saved, tally, delete))) > 1:
        raise click.UsageError(text("cli.play.exclusive"))
    if (resume or saved or tally or delete) and about:
        if resume:
            raise click.UsageError(text("cli.play.only-resume"))
        if tally:
            raise click.UsageError(text("cli.play.only-tally"))
        raise click.UsageError(text("cli.play.only-saved") if saved else text("cli.play.only-delete"))
    if join and about:
        raise click.UsageError(text("cli.play.only-join"))
    if name and not join:
        raise click.UsageError(text("cli.play.join-name"))
    if any(who) and (against or first):
        raise click.UsageError(text("cli.play.seats"))
    from quincunx import settings
    from quincunx.record import Pace
    from quincunx.terminal import preferences
    from quincunx.terminal.request import MatchRequest
    from quincunx.terminal.saved_games import SavedGames

    saves = SavedGames.usual()
    if saved or delete:
        _manage_saved(saves, delete)
        return
    if tally:
        _show_tally(saves)
        return
    plain = plain or not _has_screen()
    chosen, start = _begun(game, position)
    known = preferences.load(saves.folder if sys.stdin.isatty() else None)

    def request(game: Game) -> MatchRequest:
        named = known.named(preferences.seated(game, seats, against or _usual(game, plain)))
        wanted = known.coloured(game, preferences.colours_of(game, seats))
        clock = Pace.read(pace) if pace else None
        return MatchRequest(game, named, first, seed, clock, start, any(who), wanted, points or 0)

    paint = coloured(colour)
    requested = request(chosen) if chosen else None  # raises before anything is shown
    if requested and sys.stdin.isatty():
        try:
            preferences.remember_given(saves.folder, seats)
        except Refused as error:
            click.echo(text("cli.refusal", reason=error.message), err=True)
    match: Match | None = None
    if resume:
        match = saves.resume("" if resume == LAST else resume)
    elif join:
        match = _joined(join, name or known.seats[0].name or text("terminal.guest"))
    with ending_in_order():
        if plain:
            _line_by_line(
                saves, paint, match, requested, lambda named: request(settings.game(named)), from_start=bool(join)
            )
        else:
            match = match or (saves.begin(requested.setup()) if requested else None)
            _full_screen(match, chosen or settings.game(next(iter(GAMES))), paint, saves)


def _manage_saved(saves: SavedGames, delete: str | None) -> None:
    from quincunx.terminal.saved_games import lines

    if delete:
        saves.delete(delete)
        click.echo(text("cli.play.deleted", name=delete))
        return
    found = saves.listing()
    if not found:
        click.echo(text("cli.play.no-saved", folder=str(saves.folder)))
        return
    for line in lines(found):
        click.echo(line)
    click.echo(f"\n{text('cli.play.saved-in', folder=str(saves.folder))}\n{text('cli.play.saved-resume')}")


def _show_tally(saves: SavedGames) -> None:
    from quincunx.terminal.tally import lines, tallies

    found = tallies(saves.folder)
    for line in lines(found) if found else [text("terminal.tally.none")]:
        click.echo(line)


def _begun(game: str | None, position: str | None) -> tuple[Game | None, State | None]:
    """The game and the starting position, None for the usual one: a position that is only a game means its start."""
    from quincunx import settings

    written = " ".join((position or "").split())
    if not written:
        return (settings.game(game) if game else None), None
    start = law_parse(written) if " " in written else None
    found = start.game if start else law_game(written)
    if game and game != found.name and law_game(game) != found:
        raise Refused("cli.play.mismatch", position=str(found), game=str(law_game(game)))
    return found, start


def _has_screen() -> bool:
    """Whether the terminal can show the full screen: Textual draws on stderr and needs UTF-8."""
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        return False
    return os.environ.get("TERM") != "dumb" and codecs.lookup(sys.stderr.encoding).name == "utf-8"


def _usual(game: Game, plain: bool) -> str:
    from quincunx.terminal.plain import usual_level

    return usual_level(game.name, USUAL) if plain else USUAL


def _joined(link: str, name: str) -> Match:
    from quincunx.terminal.client import NetworkMatch, TableLink, secret

    return NetworkMatch(TableLink.read(link), name, secret())


def _line_by_line(
    saves: SavedGames,
    colour: bool,
    match: Match | None,
    requested: MatchRequest | None,
    request: Callable[[str], MatchRequest],
    *,
    from_start: bool,
) -> None:
    """Resumes a match, begins the requested one, or asks for one; `from_start` prints all moves so far."""
    from quincunx.terminal.plain import Dialogue, Quit, own_mode

    dialogue = Dialogue(saves, colour)
    try:
        if match:
            own = own_mode(match.table["game"].partition(":")[0])
            if own and own.can_resume(match) and not from_start:
                own(saves, colour).resume(match)
            else:
                dialogue.resume(match, begins=from_start)
            return
        requested = requested or request(dialogue.which_game())
        own = own_mode(requested.game.name)
        (own(saves, colour) if own and own.can_begin(requested) else dialogue).begin(requested)
    except Quit as left:
        click.echo(str(left))


def _full_screen(match: Match | None, game: Game, colour: bool, saves: SavedGames) -> None:
    # Textual reads only this variable; the setting and the flag override it.
    os.environ.pop("NO_COLOR", None)
    if not colour:
        os.environ["NO_COLOR"] = "1"
    try:
        from quincunx.terminal.screen.app import Quincunx
    except ModuleNotFoundError as missing:
        from quincunx.extras import install

        if match:
            match.close()
        raise Refused("cli.play.needs", library=missing.name or "", install=install("terminal")) from None
    app = Quincunx(match, game, saves)
    app.run()
    for line in app.last_words:
        click.echo(line)
    if app.return_code:
        sys.exit(app.return_code)
