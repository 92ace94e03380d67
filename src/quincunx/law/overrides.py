"""Whether a law overrides the methods of `Game` and `State` in the way they are called."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from quincunx.law.declaration import ContractFault, place
from quincunx.law.game import Game, State


def faults(kind: type[Game] | type[State]) -> list[ContractFault]:
    """What is wrong with the methods of a class: `@property` missing or too much, other parameters."""
    base: type = Game if issubclass(kind, Game) else State
    found = []
    for name, declared in vars(base).items():
        own = inspect.getattr_static(kind, name)
        if not name.startswith("_") and own is not declared:
            found += [ContractFault(what, wanted, place(own, kind)) for what, wanted in _faults(name, own, declared)]
    return found


def _faults(name: str, own: Any, declared: Any) -> Iterator[tuple[str, str]]:
    if isinstance(declared, property):
        if inspect.isfunction(own):
            yield f"{name} is a method", "it has to be a property: write @property above it"
    elif inspect.isfunction(declared):
        if isinstance(own, property | cached_property):
            yield f"{name} is a property", f"it has to be a method: it is called as {name}()"
        elif inspect.isfunction(own) and not _can_be_called_as(own, declared):
            wanted = ", ".join(inspect.signature(declared).parameters)
            yield f"{name}() has other parameters than it is called with", f"write def {name}({wanted})"


def _can_be_called_as(own: Any, declared: Any) -> bool:
    try:
        inspect.signature(own).bind(*inspect.signature(declared).parameters)
    except TypeError:
        return False
    return True
