"""The reference of `Game`, `State` and `Outcome` in docs/notation.md names what there is, and all of it."""

from __future__ import annotations

import inspect
import re
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from quincunx import games
from quincunx.games import Game, Outcome, State

PAGE = (Path(__file__).parents[2] / "docs" / "notation.md").read_text("utf-8").partition("## In Python")[2]


def listed(title: str) -> dict[str, str]:
    """The names in the first column of a table, each with what stands in its brackets."""
    table = PAGE.partition(f"| `{title}` |")[2].partition("\n\n")[0]
    cells = re.findall(r"^\| (`.*?`) \|", table, re.MULTILINE)
    return dict(re.findall(r"`(\w+)(\(.*?\))?`", " ".join(cells)))


def public(kind: type) -> set[str]:
    names = {name for name in dir(kind) if not name.startswith("_")} | set(inspect.get_annotations(kind))
    return names | ({field.name for field in fields(kind)} if is_dataclass(kind) else set())


@pytest.mark.parametrize("kind", [Game, State, Outcome])
def test_the_page_lists_every_attribute_and_no_other(kind: type) -> None:
    assert set(listed(kind.__name__)) == public(kind)


@pytest.mark.parametrize("kind", [Game, State, Outcome])
def test_what_has_brackets_on_the_page_is_called_with_that(kind: type) -> None:
    for name, brackets in listed(kind.__name__).items():
        found = inspect.getattr_static(kind, name, None)
        method = found.__func__ if isinstance(found, classmethod) else found
        assert bool(brackets) == inspect.isfunction(method), name
        if brackets:
            names = [word for word in inspect.signature(method).parameters if word not in ("self", "cls")]
            assert brackets == f"({', '.join(names)})", name


@pytest.mark.parametrize("variant", games.variants())
def test_every_attribute_is_there_in_every_game(variant: str) -> None:
    state = games.start(variant)
    for name in listed("State"):
        assert hasattr(state, name)
    for name in listed("Game"):
        assert hasattr(state.game, name)


def test_what_the_module_offers_is_listed() -> None:
    names = set(listed("games.…"))
    kinds = {"Game", "State", "Outcome", "Refused", "IllegalMove", "InvalidOption", "InvalidPosition"}
    assert names | kinds | {"View"} == set(games.__all__)
    assert all(f"`{name}`" in PAGE or f"`games.{name}`" in PAGE for name in kinds)
