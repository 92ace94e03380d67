"""Commands that list the games, explain their options, and check a game of your own."""

from __future__ import annotations

import sys
import textwrap

import click
from click.shell_completion import CompletionItem

from quincunx import games as law
from quincunx.cli.positions import complete_game
from quincunx.games import Refused, registry
from quincunx.law import options
from quincunx.law.messages import text
from quincunx.law.options import values


class GameCommands(click.Group):
    """Makes `games GAME` mean `games about GAME`, unless GAME is one of the commands."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in self.commands:
            args = ["about", *args]
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        found = super().shell_complete(ctx, incomplete)
        return [*complete_game(ctx, self.params[0], incomplete), *found] if not incomplete.startswith("-") else found


@click.group(
    cls=GameCommands,
    invoke_without_command=True,
    help=text("cli.games.help"),
    short_help=text("cli.games.short"),
    subcommand_metavar="[GAME | check PACKAGE]",
)
@click.pass_context
def games(ctx: click.Context) -> None:
    if ctx.invoked_subcommand:
        return
    width = max(map(len, law.GAMES)) + 2
    for name, kind in law.GAMES.items():
        choices = (f"{key}={'|'.join(values(option))}" for key, option in kind.options().items())
        click.echo(_hanging(name.ljust(width), kind.text("summary")))
        click.echo(_hanging(" " * width, "  ".join(choices) or text("cli.games.no-options")))
        if source := registry.SOURCES.get(name):
            click.echo(_hanging(" " * width, text("cli.games.source", title=kind.title, source=source)))
        click.echo()
    for problem in registry.PROBLEMS:
        said = text("cli.games.problem", problem=str(problem))
        click.echo(textwrap.fill(said, 80, subsequent_indent="  ", break_long_words=False))
        click.echo()
    click.echo(text("cli.games.more"))


@games.command(hidden=True, help=text("cli.games.about"))
@click.argument("game", shell_complete=complete_game)
def about(game: str) -> None:
    chosen = law.game(game)
    click.echo(text("cli.games.title", title=chosen.title, name=chosen.name))
    click.echo(_hanging("", chosen.text("summary")))
    for key, option in chosen.options().items():
        default = option.write(getattr(type(chosen), key))
        label = chosen.text(f"option.{key}.label")
        click.echo("\n" + text("cli.games.option", option=f"{chosen.name}:{key}", label=label, default=default))
        click.echo(_hanging("    ", chosen.text(f"option.{key}.help")))
        if isinstance(option, options.Sized):
            click.echo(f"    {values(option)[0]}  {text('cli.games.width-first')}")
            continue
        words = option.choices if isinstance(option, options.Choice | options.Counted) else ("",)
        width = max(map(len, values(option))) + 2
        for value, word in zip(values(option), words, strict=True):
            meaning = chosen.text(f"option.{key}.{word}") if word else ""
            click.echo(f"    {value.ljust(width)}{meaning}".rstrip())


@games.command(help=text("cli.games.check.help"), short_help=text("cli.games.check.short"))
@click.argument("package")
def check(package: str) -> None:
    from quincunx.contract import checking
    from quincunx.contract.fault import raised
    from quincunx.games import locate

    kind = locate.find(package)
    taken = locate.name_taken(kind)
    try:
        # With the name it has the messages of the other game: there is no use in checking the rest.
        report = (
            checking.ContractReport(kind.name, checks={"name"}, faults={"name": taken})
            if taken
            else checking.check(kind)
        )
    except KeyboardInterrupt as error:
        where = raised(error, sys.modules[kind.__module__].__file__ or "").where
        click.echo(text("cli.refusal", reason=text("cli.games.check.stopped", where=where)), err=True)
        raise
    shown: set[tuple[str, str]] = set()
    for fault in report.faults.values():
        # Several checks may find the same fault, each in a position of its own.
        said = text("cli.games.check.wanted", wanted=fault.wanted)
        if (fault.where, said) in shown:
            continue
        shown.add((fault.where, said))
        click.echo(f"{fault.where}: {fault.what}")
        click.echo(_hanging("    ", said))
    if report.faults:
        raise Refused(report.message)
    click.echo(report)


def _hanging(first: str, said: str) -> str:
    """The text wrapped, with `first` before it and as much space before its other lines."""
    return textwrap.fill(said, 80, initial_indent=first, subsequent_indent=" " * len(first))
