"""Games of other packages: found by their entry points; broken and duplicate ones are left out and reported."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import example_package
import pytest

from quincunx.games import GAMES, Game, registry
from quincunx.law import Message, messages

LAW = example_package.LAW.read_text()


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[registry.Problem]]:
    """Writes laws as modules, each with its entry point, and loads them beside the built-in games."""
    monkeypatch.syspath_prepend(tmp_path)

    def write(laws: dict[str, str], games: dict[str, type[Game]] | None = None) -> list[registry.Problem]:
        for name, text in laws.items():
            (tmp_path / f"{name}.py").write_text(text)
            monkeypatch.delitem(sys.modules, name, raising=False)
        points = [EntryPoint(name, name, registry.GROUP) for name in laws]
        return registry._load(dict(GAMES) if games is None else games, points)[1]

    return write


def test_a_law_is_added_after_the_built_in_games(load: Callable[..., list[registry.Problem]]) -> None:
    games = dict(GAMES)
    assert load({"plain_law": LAW}, games) == []
    assert list(games) == [*GAMES, "gomoku"]


def test_a_game_without_rules_shows_its_options_and_moves(
    load: Callable[..., list[registry.Problem]], monkeypatch: pytest.MonkeyPatch
) -> None:
    games = dict(GAMES)
    goal = 'goal: str = choice("five", "Goal", "Who wins.", {"five": "five in a row", "most": "most stones"})'
    law = LAW.replace("import whole", "import choice, whole").replace("    size: int", f"    {goal}\n    size: int")
    load({"plain_law": law}, games)
    monkeypatch.setitem(GAMES, "gomoku", games["gomoku"])
    page = registry.rules("gomoku")
    assert "(`size=7..15`)" in page
    assert "(`goal=five|most`): Who wins.\n  - `five`: five in a row\n  - `most`: most stones\n" in page
    assert "like this: `a1`, `i2`, `h4`, `g6`, `f8`." in page
    few = law.replace(
        "return grid.squares(self.size, self.size)", 'return ("1", "2", "3", "4", "5", "6", "roll", "hold")'
    )
    games = {}
    load({"few_law": few}, games)
    monkeypatch.setitem(GAMES, "gomoku", games["gomoku"])
    assert "like this: `1`, `3`, `5`, `roll`." in registry.rules("gomoku")


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("import nowhere_at_all\n", ["games.not-imported", "contract.raised"]),
        ("x = (\n", ["games.not-imported", "contract.raised"]),
        ("import sys\nsys.exit(3)\n", ["games.not-imported", "contract.raised"]),
        ("x = 1\n", ["games.no-class"]),
        (LAW.replace('name: ClassVar = "gomoku"', 'name: ClassVar = "Go Moku"'), ["contract.class.name.what"]),
        (LAW.replace('    title: ClassVar = "Gomoku"\n', ""), ["contract.class.text.what"]),
        (LAW.replace('"size=15")', '"size=99")'), ["contract.variants.invalid.what"]),
        (LAW.replace("    def read(", "    def reads("), ["contract.class.methods.what"]),
        (LAW.replace("@dataclass(frozen=True)\nclass Gomoku(", "class Gomoku("), ["contract.class.not-frozen.what"]),
        (
            LAW.replace("size: int = whole(9, ", "size: int = int(9, ").replace("int(9, ", "9 #"),
            ["contract.option.plain.what"],
        ),
        (LAW.replace('"gomoku"', '"tactix"'), ["games.name-taken", "games.itself"]),
        (LAW + "\n\nclass Another(Gomoku):\n    pass\n", ["games.several-classes"]),
        (LAW.replace("    size: int", "    seats: ClassVar = 3\n    size: int"), ["contract.leave.missing.what"]),
        (
            LAW.replace(
                "    size: int", '    seats: int = whole(2, "Seats", "How many play.", 2, 4)\n    size: int'
            ).replace('"size=15")', '"seats=4")'),
            ["contract.leave.missing.what"],
        ),
        (
            LAW.replace('    title: ClassVar = "Gomoku"\n', "").replace("    agreed_draws: ClassVar = True\n", ""),
            ["games.both", "contract.class.text.what", "contract.class.agreed-draws.what"],
        ),
    ],
)
def test_a_broken_or_duplicate_game_is_left_out(
    text: str, codes: list[str], load: Callable[..., list[registry.Problem]]
) -> None:
    games = dict(GAMES)
    (problem,) = load({"broken_law": text}, games)
    assert games == GAMES
    assert set(codes) <= set(codes_in(problem.reason))
    assert "(broken_law = broken_law)" in problem.source


def test_a_game_that_is_left_out_says_why_in_its_own_words(load: Callable[..., list[registry.Problem]]) -> None:
    refusing = '    def check(self) -> None:\n        raise InvalidOption("refusing.full")\n'
    law = LAW.replace("    IllegalMove,\n", "    IllegalMove,\n    InvalidOption,\n")
    law = law.replace("    @cached_property\n    def actions", f"{refusing}\n    @cached_property\n    def actions")
    (problem,) = load({"refusing_law": law.replace('"gomoku"', '"refusing"')})
    assert not messages.has_text("refusing.full")
    assert "The board is full." in str(problem)


def codes_in(message: Message) -> Iterator[str]:
    """The code of a message, and those of messages among its arguments."""
    yield message.code
    for value in message.args.values():
        if isinstance(value, Message):
            yield from codes_in(value)


def test_the_first_of_two_games_with_one_name_stays(load: Callable[..., list[registry.Problem]]) -> None:
    games = dict(GAMES)
    (problem,) = load({"first_law": LAW, "second_law": LAW}, games)
    assert games["gomoku"].__module__ == "first_law"
    package = messages.text("games.some-package")
    assert problem.reason == Message("games.name-taken", name="gomoku", source=package)


def test_where_an_import_fails_is_said(tmp_path: Path, load: Callable[..., list[registry.Problem]]) -> None:
    (problem,) = load({"failing_law": "x = 1\n\nraise RuntimeError('no luck')\n"})
    error = Message("contract.raised", error="RuntimeError: no luck", where=f"{tmp_path / 'failing_law.py'}:3")
    assert problem.reason == Message("games.not-imported", problem=error)


THREE = """
from dataclasses import dataclass
from typing import ClassVar
from two_law import Gomoku

@dataclass(frozen=True)
class Three(Gomoku):
    name: ClassVar = "three"
    seats: ClassVar = 3
"""
"""A game whose positions are of another module."""


@pytest.mark.parametrize(
    "law",
    [
        LAW.replace("    size: int", "    seats: ClassVar = 3\n    size: int").replace(
            "    @property\n    def turn",
            "    def leave(self, seat):\n        return self\n\n    @property\n    def turn",
        ),
        LAW.replace("    size: int", "    @property\n    def seats(self):\n        return 1 // 0\n\n    size: int"),
        THREE,
    ],
    ids=["leave", "seats that fail", "positions of another module"],
)
def test_only_what_surely_lacks_leave_is_left_out(law: str, load: Callable[..., list[registry.Problem]]) -> None:
    load({"two_law": LAW})
    assert load({"three_law": law}) == []


@pytest.mark.parametrize("value", ["quincunx-gomoku.law", "quincunx gomoku", "law:", '"law"'])
def test_an_entry_point_that_names_no_module_is_said(value: str) -> None:
    (problem,) = registry._load(dict(GAMES), [EntryPoint("gomoku", value, registry.GROUP)])[1]
    assert problem.reason == Message("games.no-module", value=value)


def test_control_characters_of_a_package_do_not_reach_the_terminal() -> None:
    said = str(
        registry.Problem("bell", "bell 1.0", Message("games.not-imported", problem="it rings \x07 and \x1b[2Jclears"))
    )
    assert said.isprintable()
    assert "rings" in said
