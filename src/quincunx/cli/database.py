"""Commands to manage the database."""

from __future__ import annotations

import click


@click.group(short_help="Upgrade the server's database, or show its version.")
def database() -> None:
    """Manage the database in which the server keeps its tables.

    An SQLite file is upgraded automatically when the server starts. A PostgreSQL database is upgraded by hand, once,
    before the servers of a newer Quincunx start: `quincunx database upgrade`.
    """


_url = click.option("--database", "url", metavar="URL", help="Goes over the setting server.database.")


@database.command()
@_url
def upgrade(url: str | None) -> None:
    """Initialize a new database, or upgrade an older one to the newest version.

    This happens completely or not at all. A database that is up to date stays as it is.
    """
    from quincunx.store import versions

    version, _ = versions(_chosen(url), upgrade=True)
    click.echo(f"The database has version {version}, the newest.")


@database.command()
@_url
def version(url: str | None) -> None:
    """Show the version of a database and the newest version. Version 0: it has no tables of Quincunx."""
    from quincunx.store import versions

    found, newest = versions(_chosen(url))
    what = "the newest" if found == newest else f"this Quincunx needs {newest}"
    click.echo(f"The database has version {found}, {what}.")


def _chosen(url: str | None) -> str:
    from quincunx import settings
    from quincunx.store import default_url

    return str(settings.load({"server.database": url})["server.database"].value) or default_url()
