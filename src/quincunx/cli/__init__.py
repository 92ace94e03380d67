"""The command line: `quincunx …`.

Exit codes: 0 done; 1 refused, with the reason on stderr; 2 wrong usage, with the way to write it;
130 stopped by Ctrl-C. docs/command-line.md says which is which. What only one command needs is imported in that
command, so that all start fast.
"""

from __future__ import annotations

import io
import os
import sys
from typing import Any

import click

from quincunx.cli.arena import arena
from quincunx.cli.database import database
from quincunx.cli.engine import analyse, bench, engine
from quincunx.cli.games import games
from quincunx.cli.match import match
from quincunx.cli.play import play
from quincunx.cli.positions import moves, perft, rules, show
from quincunx.cli.proofs import solve, verify
from quincunx.cli.puzzles import puzzles
from quincunx.cli.records import dice, random, record
from quincunx.cli.serve import serve
from quincunx.cli.settings import settings
from quincunx.cli.site import site
from quincunx.cli.tables import tables
from quincunx.cli.training import train
from quincunx.games import Refused, registry
from quincunx.law.messages import text


class Refusal(click.ClickException):
    """A refusal as the command line shows it."""

    exit_code = 1

    def show(self, file: Any = None) -> None:
        click.echo(text("cli.refusal", reason=self.message), file=file, err=file is None)


class Commands(click.Group):
    """The commands in the order of their declaration, and the one place where refusals become exit codes."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except Refused as error:
            raise Refusal(str(error)) from None
        except BrokenPipeError:
            # The reader (`head`) has closed the pipe. Python flushes stdout once more when it exits: discard that.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(0)
        except OSError as error:
            reason = error.strerror or str(error)
            raise Refusal(
                text("cli.system", file=str(error.filename), reason=reason)
                if error.filename
                else text("cli.system-plain", reason=reason)
            ) from None
        except KeyboardInterrupt:
            ctx.exit(130)


@click.group(
    "quincunx",
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=text("cli.about"),
    epilog=text("cli.epilog"),
)
@click.version_option(
    None,
    "-v",
    "--version",
    package_name="quincunx",
    prog_name="quincunx",
    message="%(prog)s %(version)s",
    help=text("cli.version"),
)
@click.pass_context
def main(ctx: click.Context) -> None:
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the caller (`<&-`)
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w"))  # noqa: SIM115 - as long as we run
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            # What cannot be shown or read here, as a dot or a dash, is a question mark and not a traceback.
            stream.reconfigure(errors="replace")
    if ctx.invoked_subcommand not in (None, "serve", "games"):  # these show it themselves
        for problem in registry.PROBLEMS:
            click.echo(f"quincunx: {problem}", err=True)
    if ctx.invoked_subcommand is None:
        ctx.invoke(serve)


@click.command(help=text("cli.completion.help"), short_help=text("cli.completion.short"))
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    from click.shell_completion import get_completion_class

    scripts = get_completion_class(shell)
    assert scripts is not None
    click.echo(scripts(main, {}, "quincunx", "_QUINCUNX_COMPLETE").source())


for command in (
    *(serve, site, play, games, rules, show, moves, perft, random, record, dice),
    *(analyse, match, arena, engine, bench, solve, verify, puzzles, train, settings, database, tables, completion),
):
    main.add_command(command)
