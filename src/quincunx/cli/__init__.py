"""The command line: `quincunx …`.

Exit codes: 0 done; 1 refused, with the reason on stderr; 2 wrong usage, with the way to write it;
130 stopped by Ctrl-C. docs/command-line.md says which is which. So that all commands start fast, each is imported when
it is used, and imports inside its function what only some of its uses need.
"""

from __future__ import annotations

import io
import os
import sys
from importlib import import_module
from typing import Any

import click

from quincunx.law import Refused
from quincunx.law.messages import text

COMMANDS = {
    "serve": "serve",
    "site": "static_site",
    "play": "play",
    "games": "games",
    "rules": "positions",
    "show": "positions",
    "moves": "positions",
    "perft": "positions",
    "random": "records",
    "record": "records",
    "dice": "records",
    "analyse": "engine",
    "match": "match",
    "arena": "arena",
    "engine": "engine",
    "bench": "engine",
    "solve": "proofs",
    "verify": "proofs",
    "puzzles": "puzzles",
    "train": "training",
    "settings": "settings",
    "database": "database",
    "tables": "tables",
    "completion": "completion",
}
"""Every command and its module here, in the order of `quincunx --help`."""


class CommandRefusal(click.ClickException):
    """A refusal as the command line shows it."""

    exit_code = 1

    def show(self, file: Any = None) -> None:
        click.echo(text("cli.refusal", reason=self.message), file=file, err=file is None)


class Commands(click.Group):
    """The commands, each imported when it is used; and the one place where refusals become exit codes."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"{__name__}.{COMMANDS[cmd_name]}"), cmd_name)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except Refused as error:
            raise CommandRefusal(str(error)) from None
        except BrokenPipeError:
            # The reader (`head`) has closed the pipe. Python flushes stdout once more when it exits: discard that.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(0)
        except OSError as error:
            reason = error.strerror or str(error)
            raise CommandRefusal(
                text("cli.system", file=str(error.filename), reason=reason)
                if error.filename
                else text("cli.system-plain", reason=reason)
            ) from None
        except MemoryError:
            raise CommandRefusal(text("cli.memory")) from None
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
    if ctx.invoked_subcommand is None:
        from quincunx.cli.serve import serve

        ctx.invoke(serve)
    elif ctx.invoked_subcommand not in ("serve", "games"):  # these show it themselves
        from quincunx.games import registry

        for problem in registry.PROBLEMS:
            click.echo(f"quincunx: {problem}", err=True)
