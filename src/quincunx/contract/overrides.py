"""Whether a law overrides the methods of `Game` and `State` in the way they are called, and all that it has to."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from quincunx.contract.fault import ContractFault, fault_of
from quincunx.law.game import Game, State


def faults(kind: type[Game] | type[State]) -> list[ContractFault]:
    """What is wrong with the methods of a class: `@property` missing or too much, other parameters."""
    base: type = Game if issubclass(kind, Game) else State
    found: list[ContractFault] = []
    for name, declared in vars(base).items():
        own = inspect.getattr_static(kind, name)
        if not name.startswith("_") and own is not declared:
            found += _faults(kind, name, own, declared)
    return found


def of_positions(kind: type[Game]) -> list[ContractFault]:
    """What is wrong with the classes of positions in the module of a game."""
    return [fault for each in _positions(kind) for fault in (_of_position(each) or faults(each))]


def leaving(kind: type[Game]) -> list[ContractFault]:
    """Whether nobody could resign from a game of three or more, because no class of positions has `leave`.

    It is asked when games are found. Where positions are of another module, only playing shows it (`position_checks`).
    """
    if kind.seats is Game.seats:
        return []  # the two of most games
    positions = _positions(kind)
    if any(is_own(each, "leave") for each in positions):
        return []
    if not any(_is_for_three(kind.with_options(text)) for text in ("", *kind.variants)):
        return []
    return [fault_of(each, "contract.leave.missing", kind=each.__name__) for each in positions]


def _is_for_three(game: Game) -> bool:
    try:
        return game.seats >= 3
    except Exception:  # `seats` itself is wrong, which the check of seats finds
        return False


def _positions(kind: type[Game]) -> list[type[State]]:
    """The classes of positions in the module of a game, those that others extend left out."""
    found = vars(sys.modules[kind.__module__]).values()
    states = [each for each in found if isinstance(each, type) and issubclass(each, State) and each is not State]
    own = dict.fromkeys(states)  # a class may have two names
    return [each for each in own if each.__module__ == kind.__module__ and not each.__subclasses__()]


def _of_position(kind: type[State]) -> list[ContractFault]:
    name = kind.__name__
    if missing := sorted(kind.__abstractmethods__):
        needed = sorted(State.__abstractmethods__)
        return [fault_of(kind, "contract.position.methods", kind=name, missing=missing, needed=needed)]
    if kind.__init__ is object.__init__:
        return [fault_of(kind, "contract.position.no-dataclass", kind=name)]
    if kind.__hash__ is None:
        return [fault_of(kind, "contract.class.not-frozen", kind=name)]
    if not hasattr(kind, "game") and "game" not in getattr(kind, "__dataclass_fields__", {}):
        return [fault_of(kind, "contract.position.no-game", kind=name)]
    return []


def is_own(kind: type, name: str) -> bool:
    """Whether a class overrides a method of `Game` or `State`."""
    base = Game if issubclass(kind, Game) else State
    return inspect.getattr_static(kind, name, None) is not inspect.getattr_static(base, name, None)


def _faults(kind: type, name: str, own: Any, declared: Any) -> Iterator[ContractFault]:
    if isinstance(declared, property):
        if inspect.isfunction(own):
            yield fault_of(own, "contract.method.no-property", kind, name=name)
    elif inspect.isfunction(declared):
        if isinstance(own, property | cached_property):
            yield fault_of(own, "contract.method.property", kind, name=name)
        elif inspect.isfunction(own) and not _can_be_called_as(own, declared):
            wanted = list(inspect.signature(declared).parameters)
            yield fault_of(own, "contract.method.parameters", kind, name=name, parameters=wanted)


def _can_be_called_as(own: Any, declared: Any) -> bool:
    try:
        inspect.signature(own).bind(*inspect.signature(declared).parameters)
    except TypeError:
        return False
    return True
