"""One setting: its key, type, default and check."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from quincunx.games import Refused
from quincunx.law.messages import Message
from quincunx.urls import HIDDEN

Value: TypeAlias = str | int
"""A setting's value: a string, an integer or a boolean (which is an int)."""

WRONG_KIND: dict[type, str] = {
    str: "settings.not-text",
    int: "settings.not-whole",
    bool: "settings.not-boolean",
}
"""What to say of a value of another type, by the type of the setting."""


_SURROGATE = re.compile("[\ud800-\udfff]")
"""Python's form of bytes that are not UTF-8, which no text file can hold."""


class InvalidSetting(Refused):
    """An unknown setting, a value it cannot take, or a file that cannot be read or changed."""


@dataclass(frozen=True)
class Setting:
    """The declaration of a setting."""

    key: str
    """`section.name`: a key of the file's table `[section]`."""
    default: Value
    """Its type is the setting's type."""
    help: Message
    choices: tuple[Value, ...] = ()
    """The allowed values, if there are few."""
    check: Callable[[Any], object] | None = None
    """Raises Refused for an invalid value of the right type."""
    show: Callable[[str], str] | None = None
    """Shows a value without its secrets."""
    old: str = ""
    """The key in version 0.1, which files and environment variables may still use."""

    def shown(self, value: Value) -> Value:
        """The value as lists, errors and logs may show it."""
        return self.show(value) if self.show and isinstance(value, str) else value

    @property
    def variable(self) -> str:
        """The environment variable that overrides the file."""
        return _variable(self.key)

    @property
    def old_variable(self) -> str:
        """The environment variable of the old key; empty if there is none."""
        return _variable(self.old) if self.old else ""

    def accept(self, value: object) -> Value:
        """The value, checked."""
        kind = type(self.default)
        if not isinstance(value, str | int) or type(value) is not kind:
            shown = HIDDEN if self.show else str(value).lower() if isinstance(value, bool) else repr(value)
            raise InvalidSetting(WRONG_KIND[kind], value=shown)
        if isinstance(value, str) and _SURROGATE.search(value):
            raise InvalidSetting("settings.surrogate", value=HIDDEN if self.show else repr(value))
        if self.choices and value not in self.choices:
            raise InvalidSetting("settings.choice", value=value, choices=[str(choice) for choice in self.choices])
        if self.check:
            self.check(value)
        return value

    def read(self, text: str) -> Value:
        """Parses a value from a command line or an environment variable."""
        value: Value = text
        if isinstance(self.default, bool):
            value = {"true": True, "false": False}.get(text, text)
        elif isinstance(self.default, int) and re.fullmatch(r"-?[0-9]{1,18}", text):
            value = int(text)
        return self.accept(value)


def _variable(key: str) -> str:
    return f"QUINCUNX_{key.upper().replace('.', '_').replace('-', '_')}"
