"""Commands to manage the database."""

from __future__ import annotations

import time
from pathlib import Path

import click

from quincunx.games import Refused
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

    _print_version(*versions(_chosen(url)))


@database.command(help=text("cli.database.backup.help"), short_help=text("cli.database.backup.short"))
@click.argument("file", type=click.Path(path_type=Path))
@_url
def backup(file: Path, url: str | None) -> None:
    from quincunx.store import backup

    backup(_chosen(url), file)
    click.echo(text("cli.database.backup.done", file=str(file)))


@database.command(help=text("cli.database.restore.help"), short_help=text("cli.database.restore.short"))
@click.argument("file", type=click.Path(path_type=Path))
@_url
def restore(file: Path, url: str | None) -> None:
    from quincunx.store import restore

    aside = restore(_chosen(url), file)
    click.echo(text("cli.database.restore.done", file=str(file)))
    if aside:
        click.echo(text("cli.database.restore.aside", file=str(aside)))


@database.command(help=text("cli.database.check.help"), short_help=text("cli.database.check.short"))
@_url
def check(url: str | None) -> None:
    from quincunx import settings
    from quincunx.store import check

    report = check(_chosen(url))
    _print_version(report.version, report.newest)
    states = report.states
    waiting, playing, over = states["waiting"], states["playing"], states["over"]
    click.echo(text("cli.database.check.tables", n=states.total(), waiting=waiting, playing=playing, over=over))
    if unavailable := states["unavailable"]:
        click.echo(text("cli.database.check.unavailable", n=unavailable))
    if days := settings.load({})["server.expire_days"].value:
        assert isinstance(days, int)
        if report.expiry_start is None:
            click.echo(text("cli.database.check.expiry-later", days=days))
        else:
            start = max(report.expiry_start, time.time())
            left = sum(updated < start - days * 86_400 for updated in report.unfinished)
            on = time.strftime("%Y-%m-%d", time.gmtime(start))
            click.echo(text("cli.database.check.expiry", days=days, date=on, n=left))
    for problem in report.problems:
        click.echo(problem)
    if report.problems:
        raise Refused("cli.database.check.failed", n=len(report.problems))


def _print_version(found: int, newest: int) -> None:
    if found == newest:
        click.echo(text("cli.database.newest", version=found))
    else:
        click.echo(text("cli.database.older", version=found, newest=newest))


def _chosen(url: str | None) -> str:
    from quincunx import settings
    from quincunx.store import default_url

    return str(settings.load({"server.database": url})["server.database"].value) or default_url()
