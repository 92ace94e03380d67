"""Commands about settings."""

from __future__ import annotations

import json

import click
from click.shell_completion import CompletionItem

from quincunx import settings as config
from quincunx.law.messages import text


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


@click.group(invoke_without_command=True, help=text("cli.settings.help"), short_help=text("cli.settings.short"))
@click.pass_context
def settings(ctx: click.Context) -> None:
    if ctx.invoked_subcommand is not None:
        return
    for key, found in config.load().items():
        setting = config.SETTINGS[key]
        click.echo(text("cli.settings.value", key=key, value=_shown(key, found.value), source=_source(found)))
        if setting.choices:
            choices = [str(choice) for choice in setting.choices]
            click.echo("    " + text("cli.settings.choices", help=setting.help, choices=choices))
        else:
            click.echo("    " + text("cli.settings.about", help=setting.help))


@settings.command(help=text("cli.settings.path.help"))
def path() -> None:
    click.echo(config.path())


@settings.command(help=text("cli.settings.get.help"))
@key_argument
def get(key: str) -> None:
    config.find(key)
    value = config.load()[key].value
    click.echo(value if isinstance(value, str) else _literal(value))


@settings.command("set", help=text("cli.settings.set.help"), short_help=text("cli.settings.set.short"))
@key_argument
@click.argument("value", shell_complete=complete_value)
def put(key: str, value: str) -> None:
    click.echo(f"{key} = {_shown(key, config.put(key, value))}")
    _warn(key)


@settings.command("unset", help=text("cli.settings.unset.help"), short_help=text("cli.settings.unset.short"))
@key_argument
def drop(key: str) -> None:
    config.drop(key)
    _warn(key)


def _warn(key: str) -> None:
    """Warns if an environment variable overrides the changed value."""
    found = config.load().get(key)
    if found and found.source.startswith("QUINCUNX_"):
        value = _shown(key, found.value)
        click.echo(text("cli.settings.overridden", variable=found.source, key=key, value=value), err=True)


def _source(found: config.SettingValue) -> str:
    """Where a value comes from: the default, the file, or the environment variable by its name."""
    return {"default": text("cli.settings.default"), "file": text("cli.settings.file")}.get(found.source, found.source)


def _shown(key: str, value: config.Value) -> str:
    """The value as the file writes it, without its secrets."""
    return _literal(config.SETTINGS[key].shown(value))


def _literal(value: config.Value) -> str:
    """The value as the file writes it."""
    return json.dumps(value, ensure_ascii=False)
