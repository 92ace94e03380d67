"""Whether a class declares a game properly: looked at when the game is found, before anything is played."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from quincunx.contract.fault import ContractFault, describe, place
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
    return [ContractFault(what, wanted, place(kind)) for what, wanted in _faults(kind)]


def _faults(kind: type[Game]) -> Iterator[tuple[str, str]]:
    for key, example in TEXTS.items():
        value = getattr(kind, key, None)
        if not isinstance(value, str) or not value.strip():
            yield f"{kind.__name__} has no {key}", f'it needs a text, as in `{key}: ClassVar = "{example}"`'
    name = getattr(kind, "name", None)
    if isinstance(name, str) and (not NAME.fullmatch(name) or name in RESERVED):
        yield f"the name {name!r} cannot be used", "a name has small letters and digits, and begins with a letter"
    if not isinstance(getattr(kind, "agreed_draws", None), bool):
        yield (
            f"{kind.__name__} does not say whether players may agree on a draw",
            "set `agreed_draws: ClassVar` to True or False",
        )
    if not _are_colours(kind.colours):
        yield f"colours is {kind.colours!r}", f"a tuple with a different one of {', '.join(SUITS)} for each seat"
    if not isinstance(kind.rules_version, int):
        yield f"rules_version is {kind.rules_version!r}", "a whole number"
    yield from _messages(kind.messages)
    if missing := sorted(getattr(kind, "__abstractmethods__", ())):
        yield f"{kind.__name__} lacks {', '.join(missing)}", "every Game defines actions, start, read and move"
    elif not _is_frozen(kind):
        yield f"{kind.__name__} is not a frozen dataclass", "write @dataclass(frozen=True) above the class"
    elif taken := [field.name for field in fields(kind) if field.name in TAKEN]:
        yield f"{', '.join(taken)} cannot be the name of an option", "every game has that already; use another word"
    elif plain := [field.name for field in fields(kind) if not isinstance(field.metadata.get("option"), Option)]:
        yield f"{', '.join(plain)} is not declared as an option", "use whole(), choice(), sized() or counted()"
    else:
        yield from _variants(kind)


def _is_frozen(kind: type[Game]) -> bool:
    """Whether the class itself is one, and not only `Game`: else its options would not be seen."""
    parameters: Any = vars(kind).get("__dataclass_params__")
    return bool(parameters and parameters.frozen)


def _are_colours(found: object) -> bool:
    return isinstance(found, tuple) and all(each in SUITS for each in found) and len(set(found)) == len(found)


def _messages(declared: object) -> Iterator[tuple[str, str]]:
    example = '`"full": "The board is full."`'
    if not isinstance(declared, Mapping):
        yield f"messages is {declared!r}", f"a dictionary with keys and texts, as in {example}"
        return
    for key, value in declared.items():
        if not isinstance(key, str) or not is_text(value):
            yield f"messages has {key!r}: {value!r}", f"a key and its text, as in {example}"


def _variants(kind: type[Game]) -> Iterator[tuple[str, str]]:
    variants = getattr(kind, "variants", None)
    if not isinstance(variants, tuple) or not variants or not all(isinstance(each, str) for each in variants):
        yield f"{kind.__name__} has no variants", 'it needs a tuple of option texts, as in `("", "size=15")`'
        return
    for text in ("", *variants):
        try:
            kind.with_options(text)
        except InvalidOption as error:
            yield f"the variant {text!r} is not valid: {error}", "every variant must be a valid set of options"
        except Exception as error:
            yield f"the variant {text!r} cannot be made: {describe(error)}", "options that go together make a game"
