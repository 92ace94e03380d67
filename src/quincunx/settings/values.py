"""The values of settings: flags over environment variables over the file over defaults."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TextIO

from quincunx import games
from quincunx.games import Game, Refused
from quincunx.settings.declared import SETTINGS
from quincunx.settings.file import check, find, is_of_missing_game, path, read, rewrite
from quincunx.settings.setting import InvalidSetting, Setting, Value


@dataclass(frozen=True)
class SettingValue:
    """The value of a setting, and where it comes from."""

    value: Value
    source: str
    """`default`, `file`, `flag`, or the name of the environment variable."""


def load(
    flags: Mapping[str, str | None] | None = None, declared: Mapping[str, Setting] = SETTINGS
) -> dict[str, SettingValue]:
    """Every setting by its key, flags over environment over file over default.

    A flag that is None and a variable that is empty count as not given.
    """
    place = path()
    kept = check(place, read(place), declared)
    found: dict[str, SettingValue] = {}
    for key, setting in declared.items():
        flag = (flags or {}).get(key)
        variable = next(filter(os.environ.get, (setting.variable, setting.old_variable)), "")
        if flag is not None:
            found[key] = SettingValue(_typed(setting, flag, key), "flag")
        elif variable:
            found[key] = SettingValue(_typed(setting, os.environ[variable], variable), variable)
        elif key in kept:
            found[key] = SettingValue(kept[key], "file")
        else:
            found[key] = SettingValue(setting.default, "default")
    return found


def game(text: str) -> Game:
    """The game for a new match; without typed options it gets those of the settings."""
    chosen = games.game(text)
    return chosen if ":" in text else chosen.with_options(str(load()[f"games.{chosen.name}"].value))


def put(key: str, text: str, declared: Mapping[str, Setting] = SETTINGS) -> Value:
    """Sets one key of the file to the value typed `text`."""
    value = _typed(find(key, declared), text, key)
    rewrite(key, value, declared)
    return value


def drop(key: str, declared: Mapping[str, Setting] = SETTINGS) -> None:
    """Removes one key from the file, if it is there."""
    if not is_of_missing_game(key, declared):
        find(key, declared)  # before the file is read
    rewrite(key, None, declared)


def coloured(choice: Value, stream: TextIO) -> bool:
    """Whether `display.colour` means colour on this stream."""
    if choice != "auto":
        return choice == "always"
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()


def _typed(setting: Setting, text: str, where: str) -> Value:
    try:
        return setting.read(text)
    except Refused as error:
        raise InvalidSetting("settings.of", name=where, problem=error.message) from None
