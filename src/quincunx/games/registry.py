"""Finds the games: every folder next to this file that has a `law.py`, then those that installed packages add.

A package adds a game by an entry point of the group `quincunx.games` that names the module of the law, or the game's
class in it. One that cannot be used is left out and listed in `PROBLEMS`.

Besides its law, a game's folder may contain modules (`player`, `solve`, `check`, ...) and files (`rules.md`, `data/`,
`web/`). The rest of the program asks for them with `part` and `file`, and works without those that a game lacks.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, reduce
from importlib import import_module, resources
from importlib.metadata import EntryPoint, entry_points
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from quincunx.contract import declaration, overrides
from quincunx.contract.fault import raised
from quincunx.law import Game, Message, Refused, messages
from quincunx.law.options import Option, values

GROUP = "quincunx.games"
"""The group of entry points by which packages add games."""

EXAMPLES = 5
"""How many moves are shown where a game has no rules of its own, from all parts of the list."""


@dataclass(frozen=True)
class Problem:
    """A game that was left out, and why."""

    name: str
    """The name of its entry point; that of the game may not be known."""
    source: str
    """The package and its entry point."""
    reason: Message

    def __str__(self) -> str:
        return messages.text("games.skipped-package", source=self.source, reason=self.reason)


class NotAGame(Refused):
    """A module or an object that does not define one game, and why."""


def game_in(found: object) -> type[Game]:
    """The game that a module defines, or a class itself. NotAGame says what is wrong with it."""
    game = class_in(found)
    if faults := declaration.faults(game) or overrides.leaving(game):
        raise NotAGame(reduce(_and, (fault.message for fault in faults)))
    return game


def class_in(found: object) -> type[Game]:
    """Like `game_in`, without checking what the class declares."""
    if isinstance(found, ModuleType):
        own = [kind for kind in vars(found).values() if _is_game(kind) and kind.__module__ == found.__name__]
        if not own:
            raise NotAGame("games.no-class", file=str(found.__file__))
        if len(own) > 1:
            names = [kind.__name__ for kind in own]
            raise NotAGame("games.several-classes", file=str(found.__file__), number=len(own), names=names)
        found = own[0]
    if not _is_game(found):
        raise NotAGame("games.no-game", found=repr(found))
    assert isinstance(found, type)
    return found


def _and(first: Message, second: Message) -> Message:
    return Message("games.both", first=first, second=second)


def _is_game(found: object) -> bool:
    return isinstance(found, type) and issubclass(found, Game) and found is not Game


def _own() -> dict[str, type[Game]]:
    """The games in this folder, by name."""
    here = resources.files(__package__)
    folders = sorted(entry.name for entry in here.iterdir() if (entry / "law.py").is_file())
    found = (game_in(import_module(f"{__package__}.{folder}.law")) for folder in folders)
    return {game.name: game for game in found}


def _load(games: dict[str, type[Game]], points: Iterable[EntryPoint]) -> tuple[dict[str, str], list[Problem]]:
    """Adds the games of entry points. Gives the source of each, and the problems of those that were left out."""
    sources: dict[str, str] = {}
    problems: list[Problem] = []
    for point in sorted(points, key=lambda point: (point.name, point.value)):
        source = f"{point.dist.name} {point.dist.version}" if point.dist else messages.text("games.some-package")
        named = f"{source} ({point.name} = {point.value})"
        known = messages.registered()
        try:
            if not EntryPoint.pattern.match(point.value):
                raise NotAGame("games.no-module", value=point.value)
            game = game_in(point.load())
            if game is games.get(game.name):
                continue  # the same package found twice, as an editable install may be
            if game.name in games:
                first = sources.get(game.name) or Message("games.itself")
                raise NotAGame("games.name-taken", name=game.name, source=first)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # whatever a package does while it is imported, SystemExit included
            if not isinstance(error, NotAGame):
                error = NotAGame("games.not-imported", problem=raised(error).message)
            problems.append(Problem(point.name, named, error.message))
            messages.restore(known)
        else:
            games[game.name], sources[game.name] = game, source
    return sources, problems


GAMES: dict[str, type[Game]] = _own()
"""Every game by its name: the built-in ones first."""

SOURCES, PROBLEMS = _load(GAMES, entry_points(group=GROUP))
"""The package of each game that is not built in, with its version; and what was left out."""


@cache
def part(game: str, name: str) -> ModuleType | None:
    """The module `name` in a game's folder; None if there is none."""
    found = _module(game, name)
    return import_module(found) if found else None


def having(name: str) -> tuple[str, ...]:
    """The games whose folders have a module of this name."""
    return tuple(game for game in GAMES if _module(game, name))


def _module(game: str, name: str) -> str | None:
    package = _package(game)
    return f"{package}.{name}" if package and find_spec(f"{package}.{name}") else None


def _package(game: str) -> str:
    """The package of a game's folder; empty where its law is a module by itself."""
    spec = sys.modules[GAMES[game].__module__].__spec__
    return spec.parent or "" if spec else ""


def file(game: str, *path: str) -> Traversable | None:
    """A file or folder in a game's folder; None if there is none."""
    package = _package(game)
    if not package:
        return None
    found = resources.files(package)
    for part in path:  # one by one: before Python 3.12 the folder of a namespace package takes no more
        found = found / part
    return found if found.is_file() or found.is_dir() else None


def rules(game: str) -> str:
    """The rules of a game for players, as Markdown; without a `rules.md`, its summary, options and a few moves."""
    page = file(game, "rules.md")
    if page:
        return page.read_text("utf-8")
    about = GAMES[game]
    options = [line for key, option in about.options().items() for line in _rules_of_option(about, key, option)]
    known = about().actions
    moves = ", ".join(f"`{token}`" for token in known[:: math.ceil(len(known) / EXAMPLES) or 1])
    written = messages.text("games.rules-moves", moves=moves)
    parts = [f"# {about.title}", about.text("summary"), "\n".join(options), written]
    return "\n\n".join(filter(None, parts)) + "\n"


def _rules_of_option(game: type[Game], key: str, option: Option[Any]) -> Iterator[str]:
    """An option as items of a list; each of its choices, if they have labels, as one below it."""
    label, about = game.text(f"option.{key}.label"), game.text(f"option.{key}.help")
    yield f"- **{label}** (`{key}={'|'.join(values(option))}`): {about}"
    for word in getattr(option, "choices", ()):
        yield f"  - `{word}`: {game.text(f'option.{key}.{word}')}"
