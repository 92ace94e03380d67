"""Whether a class declares a game properly: looked at when the game is found, before anything is played."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from quincunx.contract.fault import ContractFault, fault_of, raised
from quincunx.law.errors import InvalidOption
from quincunx.law.game import Game
from quincunx.law.messages import is_text
from quincunx.law.options import Option
from quincunx.law.suits import SUITS

NAME = re.compile("[a-z][a-z0-9]*")
RESERVED = {"check"}
"""Words that `quincunx games WORD` takes for something else."""

TAKEN = {*dir(Game), *inspect.get_annotations(Game)} - {"seats"}
"""Names that an option cannot have. Only the number of seats may be one."""

TEXTS = {"name": "gomoku", "title": "Gomoku", "summary": "Five stones in a row win."}
"""The texts that a game has to declare, each with an example."""


def faults(kind: type[Game]) -> list[ContractFault]:
    """What is wrong with the class of a game; nothing where it can be used."""
    return list(_faults(kind))


def _faults(kind: type[Game]) -> Iterator[ContractFault]:
    for key, example in TEXTS.items():
        value = getattr(kind, key, None)
        if not isinstance(value, str) or not value.strip():
            yield fault_of(kind, "contract.class.text", kind=kind.__name__, key=key, example=example)
    name = getattr(kind, "name", None)
    if isinstance(name, str) and (not NAME.fullmatch(name) or name in RESERVED):
        yield fault_of(kind, "contract.class.name", name=name)
    if not isinstance(getattr(kind, "agreed_draws", None), bool):
        yield fault_of(kind, "contract.class.agreed-draws", kind=kind.__name__)
    if not _are_colours(kind.colours):
        yield fault_of(kind, "contract.class.colours", found=repr(kind.colours), known=SUITS)
    if not isinstance(kind.rules_version, int):
        yield fault_of(kind, "contract.class.rules-version", found=repr(kind.rules_version))
    yield from _messages(kind)
    if missing := sorted(getattr(kind, "__abstractmethods__", ())):
        yield fault_of(kind, "contract.class.methods", kind=kind.__name__, missing=missing)
    elif not _is_frozen(kind):
        yield fault_of(kind, "contract.class.not-frozen", kind=kind.__name__)
    elif taken := [field.name for field in fields(kind) if field.name in TAKEN]:
        yield fault_of(kind, "contract.option.name", options=taken)
    elif plain := [field.name for field in fields(kind) if not isinstance(field.metadata.get("option"), Option)]:
        yield fault_of(kind, "contract.option.plain", options=plain)
    else:
        yield from _variants(kind)


def _is_frozen(kind: type[Game]) -> bool:
    """Whether the class itself is one, and not only `Game`: else its options would not be seen."""
    parameters: Any = vars(kind).get("__dataclass_params__")
    return bool(parameters and parameters.frozen)


def _are_colours(found: object) -> bool:
    return isinstance(found, tuple) and all(each in SUITS for each in found) and len(set(found)) == len(found)


def _messages(kind: type[Game]) -> Iterator[ContractFault]:
    declared: object = kind.messages
    if not isinstance(declared, Mapping):
        yield fault_of(kind, "contract.messages.type", found=repr(declared))
        return
    for key, value in declared.items():
        if not isinstance(key, str) or not is_text(value):
            yield fault_of(kind, "contract.messages.text", key=repr(key), value=repr(value))


def _variants(kind: type[Game]) -> Iterator[ContractFault]:
    variants = getattr(kind, "variants", None)
    if not isinstance(variants, tuple) or not variants or not all(isinstance(each, str) for each in variants):
        yield fault_of(kind, "contract.variants.missing", kind=kind.__name__)
        return
    for text in ("", *variants):
        try:
            kind.with_options(text)
        except InvalidOption as error:  # as text: the messages of a game that is left out are forgotten
            yield fault_of(kind, "contract.variants.invalid", variant=text, reason=str(error))
        except Exception as error:
            yield fault_of(kind, "contract.variants.fails", variant=text, raised=raised(error).message)
