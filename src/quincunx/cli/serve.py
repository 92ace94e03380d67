"""The command that starts the server."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from quincunx.cli.arguments import Whole
from quincunx.extras import install
from quincunx.games import Refused
from quincunx.law.messages import text

if TYPE_CHECKING:
    from quincunx.server.computers.dask_cluster import DaskCluster
    from quincunx.server.config import ServerConfig
    from quincunx.server.peers.bus import Bus


@click.command(help=text("cli.serve.help"), short_help=text("cli.serve.short"))
@click.option("--host", help=text("cli.serve.host"))
@click.option("--port", type=Whole(0, 65535), help=text("cli.serve.port"))
@click.option("--database", metavar="URL", help=text("cli.serve.database"))
@click.option("--bus", metavar="URL", help=text("cli.serve.bus"))
@click.option("--dask", metavar="ADDRESS", help=text("cli.serve.dask"))
@click.option("--open/--no-open", "show", default=None, help=text("cli.serve.open"))
def serve(
    host: str | None, port: int | None, database: str | None, bus: str | None, dask: str | None, show: bool | None
) -> None:
    from quincunx import settings

    found = settings.load(
        {
            "server.host": host,
            "server.port": None if port is None else str(port),
            "server.database": database,
            "server.bus": bus,
            "server.dask": dask,
            "server.open": None if show is None else str(show).lower(),
        }
    )
    chosen = {key.removeprefix("server."): found[key].value for key in found if key.startswith("server.")}
    try:
        from quincunx.server.config import ServerConfig
        from quincunx.server.run import address, bind, open_browser
        from quincunx.server.run import serve as run
        from quincunx.server.tables.registry import TableRegistry
    except ModuleNotFoundError as missing:
        raise Refused("cli.serve.needs", library=missing.name or "", install=install("server")) from None
    from quincunx.store import default_url, is_postgres, open_store

    taken = bind(str(chosen["host"]), int(chosen["port"]))
    try:
        # The store comes last: opening it creates or upgrades a file, and a refused command changes nothing.
        url = str(chosen["database"]) or default_url()
        messages = _bus(str(chosen["bus"]))
        if messages and not is_postgres(url):
            raise Refused("cli.serve.bus-database")
        cluster = _cluster(str(chosen["dask"]))
        store = open_store(url, str(chosen["sync"]))
    except BaseException:
        taken.close()
        raise
    config = ServerConfig.from_settings(chosen)
    if cluster:
        config = replace(config, cluster_threads=config.threads or 2 * max(1, cluster.cores))
    url = address(taken)
    config, said = _with_operator(config, url)

    def opened() -> None:
        click.echo(text("cli.serve.running", url=url))
        if said:
            click.echo(said)
        if chosen["open"]:
            open_browser(url)

    run(
        TableRegistry(store, config, bus=messages, cluster=cluster),
        taken,
        opened,
        requests=chosen["log"] == "requests",
        form="json" if chosen["log_form"] == "json" else "plain",
    )
    click.echo(text("cli.serve.stopped"))


def _with_operator(config: ServerConfig, url: str) -> tuple[ServerConfig, str]:
    """The configuration with an operator's token, and what to say of one that is not a setting."""
    from quincunx.settings import kept_secret, secret_path

    if config.operator:
        return config, ""
    try:
        token = kept_secret("operator")
    except (OSError, UnicodeDecodeError) as error:
        return config, text("cli.serve.no-operator", path=str(secret_path("operator")), error=str(error))
    return replace(config, operator=token), text("cli.serve.operator", url=url, path=str(secret_path("operator")))


def _cluster(address: str) -> DaskCluster | None:
    if not address:
        return None
    from quincunx.server.computers.dask_cluster import DaskCluster

    return DaskCluster(address)


def _bus(url: str) -> Bus | None:
    if not url:
        return None
    from quincunx.server.peers.bus import Bus

    return Bus(url)
