"""Settings: one TOML file, environment variables over it, flags over both.

Every setting of every front end is declared once, in `SETTINGS`. The file belongs to the player: it is
changed key by key with its comments and layout kept, and a file with a mistake in it is reported and left as
it is.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TextIO, TypeAlias

from quincunx import atomic, games
from quincunx.games import GAMES, Game, Refused

Value: TypeAlias = str | int
"""What a setting can be: a text, a whole number, or true or false (a bool is an int)."""

KINDS: dict[type, str] = {str: "a text in quotes", int: "a whole number", bool: "true or false"}


_SURROGATE = re.compile("[\ud800-\udfff]")
"""What a shell makes of bytes that are not UTF-8. No file can hold it."""


class InvalidSetting(Refused):
    """An unknown setting, a value it cannot take, or a file that cannot be read or changed."""


@dataclass(frozen=True)
class Setting:
    """One thing a player can set once for all."""

    key: str
    """`section.name`: a key of the file's table `[section]`."""
    default: Value
    """Its type is the setting's type."""
    help: str
    choices: tuple[Value, ...] = ()
    """The values it can take, where they are few."""
    check: Callable[[Any], object] | None = None
    """Raises Refused for a value of the right type that is wrong all the same."""

    @property
    def variable(self) -> str:
        """The environment variable that goes over the file."""
        return f"QUINCUNX_{self.key.upper().replace('.', '_').replace('-', '_')}"

    def accept(self, value: object) -> Value:
        """The value, checked."""
        kind = type(self.default)
        if not isinstance(value, str | int) or type(value) is not kind:
            shown = str(value).lower() if isinstance(value, bool) else repr(value)
            raise InvalidSetting(f"{shown} is not {KINDS[kind]}")
        if isinstance(value, str) and _SURROGATE.search(value):
            raise InvalidSetting(f"{value!r} is no proper text: there is half a character in it (a surrogate)")
        if self.choices and value not in self.choices:
            raise InvalidSetting(f"{value!r} is not one of {', '.join(map(str, self.choices))}")
        if self.check:
            self.check(value)
        return value

    def read(self, text: str) -> Value:
        """The value that is typed `text`, in a shell or in the environment."""
        value: Value = text
        if isinstance(self.default, bool):
            value = {"true": True, "false": False}.get(text, text)
        elif isinstance(self.default, int) and re.fullmatch(r"-?[0-9]{1,18}", text):
            value = int(text)
        return self.accept(value)


def _between(low: int, high: int) -> Callable[[int], None]:
    def check(value: int) -> None:
        if not low <= value <= high:
            raise InvalidSetting(f"{value} is not from {low} to {high}")

    return check


def _token(value: str) -> None:
    if value and not re.fullmatch(r"[!-~]{16,}", value):
        raise InvalidSetting("a token has 16 or more letters, digits and signs, and no spaces")


def _name(value: str) -> None:
    """As the table takes names: `quincunx.table.seats`."""
    if value and (len(value) > 40 or not value.isprintable() or value != value.strip()):
        raise InvalidSetting("a name has up to 40 printable characters, with no space at its ends")


SEAT_COLOURS = ("blue", "red", "yellow", "plum")


def _colour(value: str) -> None:
    if value and value not in SEAT_COLOURS:
        raise InvalidSetting(f"{value!r} is not one of {', '.join(SEAT_COLOURS)}")


SETTINGS: dict[str, Setting] = {
    setting.key: setting
    for setting in (
        Setting(
            "display.colour",
            "auto",
            "Colour on text boards; auto: in a terminal, unless NO_COLOR is set.",
            ("auto", "always", "never"),
        ),
        *(
            Setting(
                f"games.{name}",
                "",
                f"Options of a new match of {game.title} where none are typed.",
                check=game.with_options,
            )
            for name, game in GAMES.items()
        ),
        *(
            Setting(f"play.name{n}", "", f"The name of the person in seat {n} in the terminal.", check=_name)
            for n in range(1, 5)
        ),
        *(
            Setting(
                f"play.colour{n}",
                "",
                f"The colour of seat {n} in the terminal: {', '.join(SEAT_COLOURS)}; empty: any.",
                check=_colour,
            )
            for n in range(1, 5)
        ),
        Setting("play.autosave", True, "Whether a game in the terminal is saved after every move."),
        Setting("play.saves", "", "The folder for games saved in the terminal; empty: the platform's folder for data."),
        Setting(
            "server.host", "127.0.0.1", "The address that the house listens on; 0.0.0.0: every one of this machine."
        ),
        Setting("server.port", 8765, "The port; 0: any that is free.", check=_between(0, 65_535)),
        Setting(
            "server.database", "", "Where tables are kept, sqlite:///PATH or postgresql://…; empty: on this machine."
        ),
        Setting(
            "server.bus", "", "What processes that share a database tell each other by, redis://…; empty: nothing."
        ),
        Setting(
            "server.thinkers", "", "A Dask scheduler whose workers think, tcp://HOST:PORT; empty: threads here do."
        ),
        Setting(
            "server.sync",
            "full",
            "Whether a move waits for the disk; normal: a power cut, but no crash, may take the last moves.",
            ("full", "normal"),
        ),
        Setting("server.open", True, "Whether the browser is opened, where there is one."),
        Setting("server.log", "quiet", "What is told beside trouble.", ("quiet", "requests")),
        Setting("server.log_form", "plain", "How that is told; json: a line of JSON each.", ("plain", "json")),
        Setting(
            "server.operator",
            "",
            "The token for /metrics and /operator; empty: only who sits at this machine sees them.",
            check=_token,
        ),
        Setting("server.connections", 10_000, "Connections to the house; 0: any number.", check=_between(0, 10**6)),
        Setting(
            "server.connections_each",
            1000,
            "Requests and websockets going on from one address; 0: any number.",
            check=_between(0, 10**6),
        ),
        Setting("server.rooms", 1000, "Tables kept in memory though nobody looks at them.", check=_between(1, 10**6)),
        Setting("server.absence", 90, "Seconds until a seat that is away may be claimed.", check=_between(1, 86_400)),
        Setting("server.keep_days", 90, "Days that finished tables are kept; 0: for ever.", check=_between(0, 36_500)),
        Setting("server.threads", 0, "Computers that think at a time; 0: two for each core.", check=_between(0, 256)),
        Setting("server.deeds", 50, "Deeds a second of one player; 0: any number.", check=_between(0, 10**6)),
        Setting(
            "server.openings", 30, "New tables a minute from one address; 0: any number.", check=_between(0, 10**6)
        ),
        Setting("server.requests", 100, "Requests a second from one address; 0: any number.", check=_between(0, 10**6)),
        Setting("server.analyses", 60, "Analyses a minute from one address; 0: any number.", check=_between(0, 10**6)),
        Setting("server.analysis_seconds", 5, "Seconds of the longest analysis.", check=_between(1, 3600)),
    )
}
"""The registry: every setting by its key."""


@dataclass(frozen=True)
class Found:
    """The value of a setting, and where it comes from."""

    value: Value
    source: str
    """`default`, `file`, `flag`, or the name of the environment variable."""


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
        near = get_close_matches(key, declared, 1)
        hint = f"did you mean {near[0]}?" if near else "`quincunx settings` lists them all"
        raise InvalidSetting(f"there is no setting {key}; {hint}")
    return declared[key]


def load(flags: Mapping[str, str | None] | None = None, declared: Mapping[str, Setting] = SETTINGS) -> dict[str, Found]:
    """Every setting by its key, flags over environment over file over default.

    A flag that is None and a variable that is empty count as not given.
    """
    place = path()
    kept = _check(place, _read(place), declared)
    found: dict[str, Found] = {}
    for key, setting in declared.items():
        flag, variable = (flags or {}).get(key), os.environ.get(setting.variable)
        if flag is not None:
            found[key] = Found(_typed(setting, flag, key), "flag")
        elif variable:
            found[key] = Found(_typed(setting, variable, setting.variable), setting.variable)
        elif key in kept:
            found[key] = Found(kept[key], "file")
        else:
            found[key] = Found(setting.default, "default")
    return found


def game(text: str) -> Game:
    """The game as typed, for a new match; where no options are typed, with those of the settings."""
    chosen = games.game(text)
    return chosen if ":" in text else chosen.with_options(str(load()[f"games.{chosen.name}"].value))


def put(key: str, text: str, declared: Mapping[str, Setting] = SETTINGS) -> Value:
    """Sets one key of the file to the value typed `text`."""
    value = _typed(find(key, declared), text, key)
    _rewrite(key, value, declared)
    return value


def drop(key: str, declared: Mapping[str, Setting] = SETTINGS) -> None:
    """Takes one key out of the file; it is no error if it is not there."""
    find(key, declared)
    _rewrite(key, None, declared)


def coloured(choice: Value, stream: TextIO) -> bool:
    """Whether `display.colour` means colour on this stream."""
    if choice != "auto":
        return choice == "always"
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()


def _typed(setting: Setting, text: str, where: str) -> Value:
    try:
        return setting.read(text)
    except Refused as error:
        raise InvalidSetting(f"{where}: {error}") from None


def _read(place: Path) -> str:
    try:
        data = place.read_bytes()
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise InvalidSetting(f"{place}: {error.strerror}") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InvalidSetting(f"{place}: line {line}: this is not UTF-8 text") from None


def _check(place: Path, text: str, declared: Mapping[str, Setting]) -> dict[str, Value]:
    """The settings in a file's text by their keys; InvalidSetting tells the file, the line and the key."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidSetting(f"{place}: {_syntax(error, text)}") from None
    kept: dict[str, Value] = {}
    for keys, value in _entries(data, declared):
        key = ".".join(keys)
        try:
            kept[key] = find(key, declared).accept(value)
        except Refused as error:
            reason = str(error) if key not in declared else f"{key}: {error}"
            raise InvalidSetting(f"{place}: line {_line(text, keys)}: {reason}") from None
    return kept


def _entries(data: dict[str, Any], declared: Iterable[str]) -> Iterator[tuple[tuple[str, ...], object]]:
    """The keys of a file with their values: of each section its names; what is no section, by itself."""
    sections = {key.partition(".")[0] for key in declared}
    for section, table in data.items():
        if isinstance(table, dict) and (table or section in sections):
            yield from (((section, name), value) for name, value in table.items())
        else:
            yield (section,), table


def _syntax(error: Exception, text: str) -> str:
    """What tomllib found, the place first. (Before Python 3.14 the place is only in its message.)"""
    match = re.fullmatch(r"(.*) \(at (line .*|end of document)\)", str(error), re.DOTALL)
    if not match:
        return f"this is not TOML: {error}"
    where = match[2] if match[2].startswith("line") else f"line {text.count(chr(10)) + 1}"
    return f"{where}: this is not TOML: {match[1][0].lower()}{match[1][1:]}"


def _line(text: str, keys: tuple[str, ...]) -> int:
    """The line on which the statement begins that sets a key.

    tomllib does not tell places, but the first lines of a file are TOML too where no statement is cut in two.
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


def _rewrite(key: str, value: Value | None, declared: Mapping[str, Setting]) -> None:
    """Sets a key of the file, or takes it out where the value is None, and keeps all else as it is."""
    import tomlkit

    place = path()
    text = _read(place)
    wanted = _check(place, text, declared)
    if wanted.get(key) == value:
        return
    section, _, name = key.partition(".")
    document: Any = tomlkit.parse(text)
    if value is None:
        del wanted[key], document[section][name]
    else:
        wanted[key] = value
        document.setdefault(section, tomlkit.table())[name] = value
    changed = tomlkit.dumps(document)
    # The player's file is worth a second look before it is replaced.
    if _check(place, changed, declared) != wanted:
        raise InvalidSetting(f"{place}: {key} cannot be changed without harm here; please change it by hand")
    _replace(place, changed)


def _replace(place: Path, text: str) -> None:
    try:
        atomic.replace(place, text.encode())
    except OSError as error:
        raise InvalidSetting(f"{place}: {error.strerror}: nothing was changed") from None
