"""Messages for people, by key and arguments.

A message is named by a key such as `table.over` or `tactix.gap`. The first word is the area: a package of Quincunx or a
game. The rest is looked up in the file `messages.toml` in the folder of that package or game; a game may also give its
messages as a dictionary, `Game.messages`. `text` of a key that is not there is a KeyError.

A text contains `{name}` where an argument goes. A text that depends on a number is a table of plural forms, chosen by
the argument `n`:

    [moves-made]
    one = "{n} move"
    other = "{n} moves"

An argument called `seat`, or whose name ends in `_seat`, is the number of a seat. It is shown as "Seat 2", or by the
player's name where the names are known.

>>> message = Message("law.leave", seat=2, seats=2)
>>> print(message)
Seat 2 cannot leave a game of 2.
>>> print(message.text({2: "Ada"}))
Ada cannot leave a game of 2.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final, TypeAlias

Argument: TypeAlias = "str | int | float | Message | Sequence[str | Message]"
Text: TypeAlias = str | Mapping[str, str]
"""A text, or its plural forms."""

FILE: Final = "messages.toml"
PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")
PLURAL: Final = "other"
"""The plural form that every language has."""
FORMS: Final = frozenset({"zero", "one", "two", "few", "many", PLURAL})

LOCALE: Final = os.environ.get("QUINCUNX_LOCALE", "en")
"""`en`, or `pseudo`: marked and accented texts, by which a test finds strings that are not in the catalogue."""
ACCENTS: Final = str.maketrans("aceinosuyACEINOSUY", "áćéíńóśúýÁĆÉÍŃÓŚÚÝ")

_games: dict[str, dict[str, Text]] = {}


class Message:
    """A text for people by its key and arguments; `str` gives it in English. Immutable and hashable."""

    __slots__ = ("_explained", "args", "code")

    code: str
    args: dict[str, Any]
    _explained: dict[str, Any]

    def __init__(self, code: str, /, **args: Argument) -> None:
        self.code = code
        self.args = args

    def __str__(self) -> str:
        return self.text()

    def text(self, names: Mapping[int, str] | None = None) -> str:
        """The text with the players' names by seat; a seat without a name is shown as "Seat 2".

        A message without a text is shown by its key. A game of another package may lack one (`quincunx games check`
        finds that), and a match in which it is needed can still be shown.
        """
        return _fill(self.code, self.args, names or {}) if has_text(self.code) else self.code

    def view(self) -> dict[str, Any]:
        """The message as JSON-able data: `code` and `args`. A message among the arguments is given the same way."""
        return {"code": self.code, "args": {name: _plain(value) for name, value in self.args.items()}}

    def explained(self) -> dict[str, Any]:
        """The message as clients get it: `code` and `args`, and the `reason` in English. It is made once."""
        try:
            return self._explained
        except AttributeError:
            self._explained = {**self.view(), "reason": str(self)}
            return self._explained

    def __repr__(self) -> str:
        return f"Message({', '.join([repr(self.code), *(f'{name}={value!r}' for name, value in self.args.items())])})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and (self.code, self.args) == (other.code, other.args)

    def __hash__(self) -> int:
        return hash(self.code)

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.code, self.args)


def _unpickled(code: str, args: dict[str, Any]) -> Message:
    return Message(code, **args)


def text(code: str, /, **args: Argument) -> str:
    """The text of a message."""
    return _fill(code, args, {})


def register(game: str, messages: Mapping[str, Text], folder: Traversable | None = None) -> None:
    """Adds the messages of a game: those given, and those in the file `messages.toml` of its folder.

    A game cannot have the name of a package of Quincunx: both would have the same keys.
    """
    if game == "quincunx" or (game.isidentifier() and (resources.files("quincunx") / game).is_dir()):
        raise ValueError(f"a game cannot be named {game!r}: that is the name of a package of Quincunx")
    _games[game] = {**(_read(folder / FILE) if folder else {}), **messages}


def registered() -> dict[str, dict[str, Text]]:
    """The messages of all games by their names, for `restore`."""
    return dict(_games)


def restore(games: Mapping[str, dict[str, Text]]) -> None:
    """Forgets the messages of games that turned out not to be usable."""
    _games.clear()
    _games.update(games)


def catalogue(area: str) -> Mapping[str, Text]:
    """All texts of a package or game by key, without the area."""
    return _games[area] if area in _games else _package(area)


def is_text(found: object) -> bool:
    """Whether this is a text, or its plural forms."""
    if isinstance(found, Mapping):
        return PLURAL in found and found.keys() <= FORMS and all(isinstance(each, str) for each in found.values())
    return isinstance(found, str)


def has_text(code: str) -> bool:
    """Whether there is a message of this key."""
    area, _, key = code.partition(".")
    return key in catalogue(area)


def _fill(code: str, args: Mapping[str, Any], names: Mapping[int, str]) -> str:
    area, _, key = code.partition(".")
    found = catalogue(area).get(key)
    if found is None:
        raise KeyError(f"there is no text for the message {code!r}")
    found = localized(found)
    if not isinstance(found, str):
        found = found.get("one", found[PLURAL]) if args.get("n") == 1 else found[PLURAL]
    return PLACEHOLDER.sub(lambda hit: _shown(hit[1], args.get(hit[1], hit[0]), names), found)


def _shown(name: str, value: Any, names: Mapping[int, str]) -> str:
    """An argument as it stands in a text. Control characters are escaped: a text may be shown in a terminal."""
    if name == "seat" or name.endswith("_seat"):
        return names.get(value) or text("law.seat", number=value)
    if isinstance(value, Message):
        return value.text(names)
    if isinstance(value, list | tuple):
        return ", ".join(_shown("", each, names) for each in value)
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in str(value))


def _plain(value: Any) -> Any:
    if isinstance(value, Message):
        return value.view()
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value


def localized(found: Text) -> Text:
    """A text of the catalogue in the chosen locale."""
    if LOCALE != "pseudo":
        return found
    return pseudo(found) if isinstance(found, str) else {form: pseudo(each) for form, each in found.items()}


def pseudo(written: str) -> str:
    """A text of the pseudo-locale: in brackets, with accents, its placeholders as they were."""
    parts = re.split(r"(\{\w+\})", written)
    return f"⟦{''.join(part if part.startswith('{') else part.translate(ACCENTS) for part in parts)}⟧"


@cache
def _package(area: str) -> Mapping[str, Text]:
    """The messages of a package of Quincunx. Those of modules that are not in a package have the area `quincunx`."""
    root = resources.files("quincunx")
    return _read((root if area == "quincunx" else root / area) / FILE) if re.fullmatch("[a-z_]+", area) else {}


def _read(file: Traversable) -> dict[str, Text]:
    if not file.is_file():
        return {}
    try:
        return dict(_flat(tomllib.loads(file.read_text("utf-8"))))
    except ValueError as error:  # a TOMLDecodeError, which names the line, a UnicodeDecodeError, or our own
        raise ValueError(f"{file}: {error}") from error


def _flat(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Text]]:
    """The texts of nested tables by their dotted keys."""
    for key, value in tree.items():
        if isinstance(value, str):
            yield prefix + key, value
        elif not isinstance(value, dict):
            raise ValueError(f"{prefix}{key} is {value!r}, not a text in quotes")
        elif PLURAL in value:
            if not set(value) <= FORMS:
                raise ValueError(f"{prefix}{key} has plural forms and other keys: {', '.join(value)}")
            yield prefix + key, value
        else:
            yield from _flat(value, f"{prefix}{key}.")
