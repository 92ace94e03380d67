"""Finds the games: every folder beside this file that has a `law.py`.

Besides its law, a game's folder may contain modules (`player`, `solve`, `check`, ...) and files (`rules.md`, `data/`,
`web/`). The rest of the program asks for them with `part` and `file`, and works without those that a game lacks.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from types import ModuleType

from quincunx.law import Game


def _own() -> dict[str, type[Game]]:
    """The games in this folder, by name."""
    here = resources.files(__package__)
    folders = sorted(entry.name for entry in here.iterdir() if (entry / "law.py").is_file())
    found = (_law(import_module(f"{__package__}.{folder}.law")) for folder in folders)
    return {game.name: game for game in found}


def _law(module: ModuleType) -> type[Game]:
    """The one game that a module defines."""
    (game,) = (
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Game) and kind.__module__ == module.__name__
    )
    return game


GAMES: dict[str, type[Game]] = _own()
"""Every game by its name."""


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
    return GAMES[game].__module__.rpartition(".")[0]


def file(game: str, *path: str) -> Traversable | None:
    """A file or folder in a game's folder; None if there is none."""
    package = _package(game)
    if not package:
        return None
    found = resources.files(package).joinpath(*path)
    return found if found.is_file() or found.is_dir() else None


def rules(game: str) -> str:
    """The rules of a game for players, as Markdown; without a `rules.md`, its summary and options."""
    page = file(game, "rules.md")
    if page:
        return page.read_text("utf-8")
    about = GAMES[game]
    options = [
        f"- **{about.text(f'option.{key}.label')}**: {about.text(f'option.{key}.help')}" for key in about.options()
    ]
    return "\n".join([f"# {about.title}", "", about.text("summary"), "", *options]).rstrip() + "\n"
