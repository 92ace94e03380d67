"""`quincunx completion`: the script by which a shell completes commands and their arguments."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from quincunx.law.messages import text


@click.command(help=text("cli.completion.help"), short_help=text("cli.completion.short"))
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    scripts = get_completion_class(shell)
    assert scripts is not None
    click.echo(scripts(ctx.find_root().command, {}, "quincunx", "_QUINCUNX_COMPLETE").source())
