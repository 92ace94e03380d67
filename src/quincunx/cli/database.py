"""The commands that look after the database."""

from __future__ import annotations

import click


@click.group(short_help="Upgrade the database of the house, or tell its version.")
def database() -> None:
    """Look after the database in which the house keeps its tables.

    An SQLite file is upgraded by itself when the house opens. A PostgreSQL database is upgraded by hand, once, before
    the servers of a newer Quincunx start: `quincunx database upgrade`.
    """


_url = click.option("--database", "url", metavar="URL", help="Goes over the setting server.database.")


@database.command()
@_url
def upgrade(url: str | None) -> None:
    """Make a new database ready, or bring an older one to the newest version.

    It is done as a whole or not at all, and by one at a time. What is up to date stays as it is.
    """
    from quincunx.store import versions

    version, _ = versions(_chosen(url), upgrade=True)
    click.echo(f"The database has version {version}, the newest.")


@database.command()
@_url
def version(url: str | None) -> None:
    """Tell the version of a database, and the newest. Version 0 is one that has nothing of ours in it."""
    from quincunx.store import versions

    found, newest = versions(_chosen(url))
    what = "the newest" if found == newest else f"this Quincunx needs {newest}"
    click.echo(f"The database has version {found}, {what}.")


def _chosen(url: str | None) -> str:
    from quincunx import settings
    from quincunx.store import default_url

    return str(settings.load({"server.database": url})["server.database"].value) or default_url()
