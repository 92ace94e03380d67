"""Commands about settings."""

from __future__ import annotations

import json

import click
from click.shell_completion import CompletionItem

from quincunx import settings as config


def complete_key(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [
        CompletionItem(key, help=str(setting.help))
        for key, setting in config.SETTINGS.items()
        if key.startswith(incomplete)
    ]


def complete_value(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Completes the values of the setting typed before, if there are few."""
    setting = config.SETTINGS.get(ctx.params.get("key") or "")
    choices = setting.choices or ((True, False) if isinstance(setting.default, bool) else ()) if setting else ()
    words = (choice if isinstance(choice, str) else _literal(choice) for choice in choices)
    return [CompletionItem(word) for word in words if word.startswith(incomplete)]


key_argument = click.argument("key", shell_complete=complete_key)


@click.group(invoke_without_command=True, short_help="List and change settings.")
@click.pass_context
def settings(ctx: click.Context) -> None:
    """List all settings with their values, sources and meanings."""
    if ctx.invoked_subcommand is not None:
        return
    for key, found in config.load().items():
        setting = config.SETTINGS[key]
        choices = f" ({', '.join(map(str, setting.choices))})" if setting.choices else ""
        click.echo(f"{key} = {_literal(found.value)}  from {found.source}\n    {setting.help}{choices}")


@settings.command()
def path() -> None:
    """Print where the settings file is, or would be."""
    click.echo(config.path())


@settings.command()
@key_argument
def get(key: str) -> None:
    """Print the value of one setting, as it counts now."""
    config.find(key)
    value = config.load()[key].value
    click.echo(value if isinstance(value, str) else _literal(value))


@settings.command("set")
@key_argument
@click.argument("value", shell_complete=complete_value)
def put(key: str, value: str) -> None:
    """Set one key of the settings file; all else in it stays as it is.

    \b
    quincunx settings set games.xtic type=torus
    """
    click.echo(f"{key} = {_literal(config.put(key, value))}")
    _warn(key)


@settings.command("unset")
@key_argument
def drop(key: str) -> None:
    """Take one key out of the settings file, so that its default counts again."""
    config.drop(key)
    _warn(key)


def _warn(key: str) -> None:
    """Warns if an environment variable overrides the changed value."""
    found = config.load()[key]
    if found.source.startswith("QUINCUNX_"):
        click.echo(f"quincunx: {found.source} is set, so {key} is {_literal(found.value)} here", err=True)


def _literal(value: config.Value) -> str:
    """The value as the file writes it."""
    return json.dumps(value, ensure_ascii=False)
