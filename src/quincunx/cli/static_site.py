"""The command that writes the static site."""

from __future__ import annotations

from pathlib import Path

import click

from quincunx.extras import install
from quincunx.games import Refused
from quincunx.law.messages import text


@click.command(help=text("cli.site.help"), short_help=text("cli.site.short"))
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--server", metavar="URL", default="", help=text("cli.site.server"))
@click.option("--offline/--no-offline", default=True, help=text("cli.site.offline"))
@click.option("--proofs", is_flag=True, help=text("cli.site.proofs"))
@click.option("--pyodide", metavar="DIR", type=click.Path(path_type=Path), help=text("cli.site.pyodide"))
def site(folder: Path, server: str, offline: bool, proofs: bool, pyodide: Path | None) -> None:
    try:
        from quincunx.server.static_site import data, proof_pages, writing
    except ModuleNotFoundError as missing:
        raise Refused("cli.serve.needs", library=missing.name or "", install=install("server")) from None
    if server and not server.startswith(("http://", "https://")):
        raise Refused("cli.site.url", url=server)
    made = proof_pages.make(data.playable_games(), pyodide=pyodide) if proofs else None
    written = writing.write(folder, server, offline=offline, proofs=made)
    size = f"{written.bytes / 1e6:.1f}"
    click.echo(text("cli.site.written", folder=str(folder), files=written.files, megabytes=size))
    if written.left_out:
        click.echo(text("cli.site.left-out", games=written.left_out))
    if made and made.left_out:
        click.echo(text("cli.site.proofs-left-out", games=made.left_out))
    click.echo(text("cli.site.try", folder=str(folder)))
