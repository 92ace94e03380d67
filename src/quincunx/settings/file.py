"""The settings file: TOML that belongs to the player.

It is changed key by key with its comments and layout kept. A file with a mistake in it is reported and left as it is.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from quincunx import atomic
from quincunx.games import Refused
from quincunx.law.messages import Message
from quincunx.settings.declared import SETTINGS
from quincunx.settings.setting import InvalidSetting, Setting, Value


def path() -> Path:
    """The settings file: QUINCUNX_CONFIG, or `settings.toml` in the platform's folder. It need not exist."""
    chosen = os.environ.get("QUINCUNX_CONFIG")
    if chosen:
        return Path(chosen).expanduser()
    from platformdirs import user_config_path

    return user_config_path("quincunx", appauthor=False) / "settings.toml"


def find(key: str, declared: Mapping[str, Setting] = SETTINGS) -> Setting:
    """The setting with a key; InvalidSetting if there is none."""
    if key not in declared:
        renamed = [new for new, setting in declared.items() if setting.old == key]
        near = renamed or get_close_matches(key, declared, 1)
        if near:
            raise InvalidSetting("settings.unknown-near", key=key, near=near[0])
        raise InvalidSetting("settings.unknown", key=key)
    return declared[key]


def is_of_missing_game(key: str, declared: Mapping[str, Setting]) -> bool:
    """True for the options of a game that is not installed: they stay in the file until it is, or until they are unset.

    A name that differs from a game's in a letter or two is a mistake, not another game.
    """
    return key.startswith("games.") and not get_close_matches(key, declared, 1, cutoff=0.85)


def read(place: Path) -> str:
    try:
        data = place.read_bytes()
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise _problem(place, Message("settings.unreadable", error=error.strerror or str(error))) from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _problem(place, Message("settings.not-utf8"), line) from None


def check(place: Path, text: str, declared: Mapping[str, Setting]) -> dict[str, Value]:
    """The settings in a file's text, by key; raises InvalidSetting with file, line and key."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise _syntax(place, error, text) from None
    kept: dict[str, Value] = {}
    renamed = {setting.old: key for key, setting in declared.items() if setting.old}
    for keys, value in _entries(data, declared):
        written = ".".join(keys)
        key = renamed.get(written, written)
        if key in kept and key != written:
            continue  # the new name is there too
        if is_of_missing_game(key, declared):
            continue
        try:
            kept[key] = find(key, declared).accept(value)
        except Refused as error:
            known = key in declared
            problem = Message("settings.of", name=key, problem=error.message) if known else error.message
            raise _problem(place, problem, _line(text, keys)) from None
    return kept


def _entries(data: dict[str, Any], declared: Iterable[str]) -> Iterator[tuple[tuple[str, ...], object]]:
    """The keys of a file with their values: `section, name` in sections, single keys otherwise."""
    sections = {key.partition(".")[0] for key in declared}
    for section, table in data.items():
        if isinstance(table, dict) and (table or section in sections):
            yield from (((section, name), value) for name, value in table.items())
        else:
            yield (section,), table


def _problem(place: Path, problem: Message, line: int = 0, column: int = 0) -> InvalidSetting:
    """A problem of the file, with the position as far as it is known."""
    if column:
        return InvalidSetting("settings.at-column", file=str(place), line=line, column=column, problem=problem)
    if line:
        return InvalidSetting("settings.at-line", file=str(place), line=line, problem=problem)
    return InvalidSetting("settings.in-file", file=str(place), problem=problem)


def _syntax(place: Path, error: Exception, text: str) -> InvalidSetting:
    """tomllib's message, after the position. (Before Python 3.14 the position is only in the message.)"""
    said = str(error)
    match = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", said, re.DOTALL)
    if not match:
        return _problem(place, Message("settings.not-toml", error=said))
    line, column = int(match[2] or text.count("\n") + 1), int(match[3] or 0)
    return _problem(place, Message("settings.not-toml", error=match[1][0].lower() + match[1][1:]), line, column)


def _line(text: str, keys: tuple[str, ...]) -> int:
    """The line on which the statement begins that sets a key.

    tomllib reports no positions, but any prefix of a file that ends between two statements is TOML too.
    """
    lines = text.replace("\r\n", "\n").split("\n")
    before = 0
    for count in range(1, len(lines) + 1):
        try:
            found: Any = tomllib.loads("\n".join(lines[:count]))
        except ValueError:
            continue
        for key in keys:
            found = found.get(key) if isinstance(found, dict) else None
        if found is not None:
            break
        before = count
    return before + 1


def rewrite(key: str, value: Value | None, declared: Mapping[str, Setting]) -> None:
    """Sets a key of the file, or removes it if the value is None, and keeps everything else."""
    import tomlkit

    place = path()
    text = read(place)
    wanted = check(place, text, declared)
    section, _, name = key.partition(".")
    document: Any = tomlkit.parse(text)
    old_section, _, old_name = declared[key].old.partition(".") if key in declared else ("", "", "")
    if old_name in document.get(old_section, {}):  # from here on it has its new name
        document[old_section].setdefault(name, document[old_section][old_name])
        del document[old_section][old_name]
    if value is None and name not in document.get(section, {}):
        find(key, declared)
        return
    if value is not None and wanted.get(key) == value:
        return
    if value is None:
        wanted.pop(key, None)
        del document[section][name]
    else:
        wanted[key] = value
        document.setdefault(section, tomlkit.table())[name] = value
    changed = tomlkit.dumps(document)
    # Verify the result before replacing the player's file.
    if check(place, changed, declared) != wanted:
        raise _problem(place, Message("settings.by-hand", key=key))
    _replace(place, changed)


def _replace(place: Path, text: str) -> None:
    try:
        atomic.replace(place, text.encode())
    except OSError as error:
        raise _problem(place, Message("settings.not-written", error=error.strerror or str(error))) from None
