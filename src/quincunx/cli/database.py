"""Commands to manage the database."""

from __future__ import annotations

import click

from quincunx.law.messages import text


@click.group(help=text("cli.database.help"), short_help=text("cli.database.short"))
def database() -> None:
    """Commands to manage the database."""


_url = click.option("--database", "url", metavar="URL", help=text("cli.database-url"))


@database.command(help=text("cli.database.upgrade.help"), short_help=text("cli.database.upgrade.short"))
@_url
def upgrade(url: str | None) -> None:
    from quincunx.store import versions

    version, _ = versions(_chosen(url), upgrade=True)
    click.echo(text("cli.database.newest", version=version))


@database.command(help=text("cli.database.version.help"), short_help=text("cli.database.version.short"))
@_url
def version(url: str | None) -> None:
    from quincunx.store import versions

    found, newest = versions(_chosen(url))
    if found == newest:
        click.echo(text("cli.database.newest", version=found))
    else:
        click.echo(text("cli.database.older", version=found, newest=newest))


def _chosen(url: str | None) -> str:
    from quincunx import settings
    from quincunx.store import default_url

    return str(settings.load({"server.database": url})["server.database"].value) or default_url()
