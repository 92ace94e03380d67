"""Commands for the operator of a running server: list tables, end matches, delete tables."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import quote, urlsplit

import click

from quincunx.games import Refused
from quincunx.law.messages import text
from quincunx.urls import problem, shown

TABLES = "/api/operator/tables"


@click.group(help=text("cli.tables.help"), short_help=text("cli.tables.short"))
def tables() -> None:
    """Commands for the operator of a running server."""


_table = click.argument("table", metavar="ID", callback=lambda _context, _option, typed: quote(typed, safe=""))
_server = click.option("--server", metavar="URL", help=text("cli.tables.server"))


@tables.command(name="list", help=text("cli.tables.list.help"), short_help=text("cli.tables.list.short"))
@_server
def list_tables(server: str | None) -> None:
    found = _ask(server, "GET", TABLES)
    for table in found["tables"]:
        players = ", ".join(name or "-" for name in table["players"])
        click.echo(f"{table['id']}  {table['state']:<11}  {table['connections']:>4}  {table['game']}  {players}")
    click.echo(text("cli.tables.list.count", n=len(found["tables"])))
    for who in found["addresses"]:
        click.echo(text("cli.tables.list.address", **who | {"cpu": f"{who['cpu']:.1f}"}))


@tables.command(help=text("cli.tables.end.help"), short_help=text("cli.tables.end.short"))
@_table
@_server
def end(table: str, server: str | None) -> None:
    _ask(server, "PUT", f"{TABLES}/{table}/end")
    click.echo(text("cli.tables.end.done", id=table))


@tables.command(help=text("cli.tables.delete.help"), short_help=text("cli.tables.delete.short"))
@_table
@_server
def delete(table: str, server: str | None) -> None:
    _ask(server, "DELETE", f"{TABLES}/{table}")
    click.echo(text("cli.tables.delete.done", id=table))


def _ask(server: str | None, method: str, path: str) -> Any:
    """The answer of a running server; Refused says why there is none."""
    from quincunx import settings

    found = settings.load({})
    url = (server or f"http://127.0.0.1:{found['server.port'].value}").rstrip("/")
    if not url.startswith(("http://", "https://")):
        raise Refused("cli.tables.url", url=shown(url))
    try:
        local = urlsplit(url).hostname in ("127.0.0.1", "::1", "localhost")
        request = urllib.request.Request(url + path, method=method)
        if token := str(found["server.operator"].value) or (_kept_token() if local else ""):
            request.add_header("Authorization", f"Bearer {token}")
        with _opener(local=local).open(request, timeout=30) as answer:
            return json.loads(answer.read() or b"null")
    except urllib.error.HTTPError as error:
        try:
            reason = json.loads(error.read())["error"]["reason"]
        except (ValueError, KeyError, TypeError):
            reason = f"{error.code} {error.reason}"
        raise Refused("cli.tables.refused", reason=reason) from None
    except (OSError, ValueError) as error:
        raise Refused("cli.tables.unreachable", url=shown(url), error=problem(url, error)) from None


def _kept_token() -> str:
    """The token that this user's servers on this machine have made; empty if there is none."""
    from quincunx.settings import secret_path

    try:
        return secret_path("operator").read_text("ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would take the token to another address."""

    def redirect_request(self, *_: Any) -> None:
        return None


def _opener(*, local: bool) -> urllib.request.OpenerDirector:
    """Requests to this machine bypass any configured proxy, which would otherwise see the token."""
    proxies = [urllib.request.ProxyHandler({})] if local else []
    return urllib.request.build_opener(_NoRedirect, *proxies)
