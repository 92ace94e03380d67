"""Finds a game by what somebody types: an installed game, a module, or the path of a law."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from quincunx.contract.fault import ContractFault, place, raised
from quincunx.games.registry import GAMES, PROBLEMS, NotAGame, class_in
from quincunx.law import Game, Refused

LAW = "law.py"


def find(text: str) -> type[Game]:
    """The class of a game; Refused says why there is none, with the file and line where its law cannot be imported."""
    if text in GAMES:
        return GAMES[text]
    try:
        if text and Path(text).exists():
            return class_in(_load(_law_file(Path(text).resolve())))
        return class_in(_import(text))
    except NotAGame as error:
        raise Refused("games.not-a-game", problem=error.message) from None
    except Refused:
        raise
    except Exception as error:
        raise Refused("games.import", name=text, problem=raised(error).message) from None


def name_taken(kind: type[Game]) -> ContractFault | None:
    """The problem if another game already has this game's name."""
    known = GAMES.get(getattr(kind, "name", ""))
    here, there = place(kind), place(known) if known else ""
    if not there or here == there:
        return None
    return ContractFault("contract.class.name-taken", here, name=kind.name, there=there)


def _law_file(path: Path) -> Path:
    """The law in a project, a package or a folder; a file is one itself."""
    if path.is_file():
        return path
    for pattern in (LAW, f"src/*/{LAW}", f"*/{LAW}"):
        found = sorted(path.glob(pattern))
        if len(found) > 1:
            raise Refused("games.several-laws", folder=str(path), laws=[str(law) for law in found])
        if found:
            return found[0]
    raise Refused("games.no-law", file=LAW, folder=str(path))


def _load(file: Path) -> ModuleType:
    """The module of a file; in a package under its full name, so that it can import its siblings."""
    folder, name = file.parent, file.stem
    while (folder / "__init__.py").exists():
        folder, name = folder.parent, f"{folder.name}.{name}"
    sys.path.insert(0, str(folder))
    if "." in name and name not in sys.modules:
        found = import_module(name)
        if found.__file__ == str(file):
            return found
    spec = spec_from_file_location(f"checked_{file.stem}", file)
    if spec is None or spec.loader is None:
        raise Refused("games.not-python", file=str(file))
    module = module_from_spec(spec)
    sys.modules[module.__name__] = module  # dataclasses look for it there
    spec.loader.exec_module(module)
    return module


def _import(name: str) -> ModuleType:
    """A module, or the law of a package."""
    try:
        found = import_module(name)
        is_package = hasattr(found, "__path__") and not _has_game(found)
        return import_module(f"{name}.law") if is_package and find_spec(f"{name}.law") else found
    except ModuleNotFoundError as error:
        if error.name in (name, name.split(".")[0]):
            raise _unknown(name) from None
        raise
    except (TypeError, ValueError):
        raise _unknown(name) from None


def _unknown(name: str) -> Refused:
    """Why there is no game of this name: an installed package may have one that cannot be used."""
    for problem in PROBLEMS:
        if problem.name == name:
            return Refused("games.skipped", name=name, source=problem.source, reason=problem.reason)
    return Refused("games.unknown-law", name=name, games=list(GAMES))


def _has_game(module: ModuleType) -> bool:
    try:
        class_in(module)
    except NotAGame:
        return False
    return True
