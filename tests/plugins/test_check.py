"""`quincunx games check`: a law that keeps the contract, and many that do not."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from example_package import EXAMPLE, LAW, ROOT

from quincunx.cli import main
from quincunx.games import locate
from quincunx.games.registry import Problem
from quincunx.law import messages

QUICK = LAW.read_text().replace('("", "size=7", "size=15")', '("", "size=7")')
numbers = itertools.count()


def check(package: str) -> Result:
    return CliRunner().invoke(main, ["games", "check", package])


def test_gomoku_keeps_the_contract() -> None:
    done = check(str(EXAMPLE))
    assert done.exit_code == 0, done.output
    assert re.fullmatch(r"gomoku: \d+ checks passed on 3 variants, \d+ positions\n", done.stdout)


def test_built_in_games_can_be_checked_by_name() -> None:
    assert check("tactix").stdout.startswith("tactix: ")


BROKEN: dict[str, tuple[Any, ...]] = {
    "moves in no order": (
        ('for square, cell in cells if cell == "."]', 'for square, cell in reversed(list(cells)) if cell == "."]'),
        "def moves",
        "moves() is not in order",
    ),
    "moves is a list": (("return tuple([square", "return list([square"), "def moves", "moves() gives a list"),
    "play accepts illegal moves": (
        ('if self.board[at] != ".":', 'if self.board[at] == "/":'),
        "def play",
        "accepts a move that is not legal",
    ),
    "play refuses legal moves": (
        ('if self.board[at] != ".":', 'if self.board[at] != "." or move == "c3":'),
        "def play",
        "refuses a legal move",
    ),
    "positions that cannot be read": (
        ('self.size, "[.xo]")', 'self.size, "[.x]")'),
        'self.size, "[.x]")',
        "cannot be read: Row",
    ),
    "a misspelt seat": (('"seat": 1 + STONES', '"seet": 1 + STONES'), "def picture", "has the key 'seet'"),
    "an exception in play": (("STONES[self.turn - 1]", "STONES[self.turn + 1]"), "STONES[self.turn + 1]", "IndexError"),
    "a refusal of another kind": (
        ('raise IllegalMove("gomoku.taken", square=move)', 'raise ValueError("taken")'),
        'raise ValueError("taken")',
        "ValueError: taken",
    ),
    "a message that is not there": (
        ('"gomoku.taken", square=move', '"gomoku.occupied", square=move'),
        "def play",
        "says 'gomoku.occupied', which is not in messages",
    ),
    "an argument that is a message which is not there": (
        ("square=move)", 'square=Message("gomoku." + "where"))'),
        "def play",
        "says 'gomoku.where', which is not in messages",
    ),
    "an argument that is not there": (
        ('"gomoku.taken", square=move', '"gomoku.taken"'),
        "def play",
        "says '{square} is already taken.'",
    ),
    "a position that does not round-trip": (
        (
            "    def body(self) -> str:\n        return self.board",
            "    def body(self) -> str:\n        return self.board[::-1]",
        ),
        "def read",
        "is read back as",
    ),
    "a state that changes": (
        (
            "        at += at // self.game.size  # the slashes before it",
            "        at += at // self.game.size\n"
            "        object.__setattr__(self, 'board', self.board.replace('.', 'x', 1))",
        ),
        "def play",
        "changes the position it is called on",
    ),
    "a state without equality": (
        ("@dataclass(frozen=True)\nclass GomokuState", "@dataclass(frozen=True, eq=False)\nclass GomokuState"),
        "class GomokuState",
        "is not equal to the state it came from",
    ),
    "moves after the end": (
        (
            "    def moves(self) -> tuple[str, ...]:\n        if self.outcome:\n            return ()\n",
            "    def moves(self) -> tuple[str, ...]:\n",
        ),
        "def moves",
        "the game is over in",
    ),
    "a turn after the end": (
        ("        if self.outcome:\n            return NOBODY\n", ""),
        "def turn",
        "though the game is over",
    ),
    "no end": (
        (
            '        if "." not in self.board:\n            return Outcome(2, None, "full", Message("gomoku.full"))\n',
            "",
        ),
        "def moves",
        "no legal moves in",
    ),
    "positions that are read without a check": (
        ('        grid.cells(body, self.size, self.size, "[.xo]")\n', ""),
        "def read",
        "gives a position that cannot be played: ",
    ),
    "positions that are read although play cannot go on": (
        ("not in (0, 1):", "not in (-1, 0, 1):"),
        'raise InvalidPosition("gomoku.stones")',
        "gives a position that cannot be played: '",
    ),
    "typing fails": (
        ("        if square not in self.actions:\n", "        if not square[0].isalpha():\n"),
        "square[0]",
        "IndexError",
    ),
    "cells missing": (('"cells": [', '"cells": [] and ['), "def picture", "there are 0 cells"),
    "a picture that is not JSON": (
        ('"seat": 1 + STONES.find(cell)}', '"seat": {1}}'),
        "def picture",
        "the view is not JSON",
    ),
    "a start that changes": (
        ('return GomokuState(self, "/".join', 'return GomokuState(self, "x" * int(seed == "3") + "/".join'),
        "def start",
        "the start depends on the seed",
    ),
    "a variant missing": (('("", "size=7")', '("",)'), "class Gomoku(", "no variant uses size=a second value"),
    "an attribute missing": (("    agreed_draws: ClassVar = True\n", ""), "class Gomoku(", "may agree on a draw"),
    "play without a return": (
        ("return GomokuState(self.game, self.board[:at]", "GomokuState(self.game, self.board[:at]"),
        "def play",
        "gives None",
    ),
    "a start that is no position": (
        ('return GomokuState(self, "/"', 'return str("/"'),
        "def start",
        "start() gives a str",
    ),
    "a position read that is none": (("        return GomokuState(self, body)\n", ""), "def read", "gives None"),
    "play without its move": (("def play(self, move: str)", "def play(self)"), "def play", "has other parameters"),
    "read with one more": (
        ("def read(self, body: str)", "def read(self, body, x)"),
        "def read",
        "has other parameters",
    ),
    "longest without @property": (("    @property\n    def longest", "    def longest"), "def longest", "is a method"),
    "turn without @property": (("    @property\n    def turn", "    def turn"), "def turn", "is a method"),
    "moves as a property": (("    def moves(", "    @property\n    def moves("), "def moves", "is a property"),
    "a length that is a text": (("return self.size**2", 'return "81"'), "def longest", "longest is '81'"),
    "a turn that is a text": (
        ('return 1 + self.board.count("x") - self.board.count("o")', 'return "1"'),
        "def turn",
        "turn is '1'",
    ),
    "a phase that is a number": (('if self.outcome else "mark"', "if self.outcome else 1"), "def phase", "phase is 1"),
    "an outcome that is a seat": (
        ("return self.won(seat, places)", "return seat"),
        "def outcome",
        "outcome is 1",
    ),
    "a reason that is a text": (
        ('Message("gomoku.five", seat=seat)', '"five"'),
        "def outcome",
        "the reason of the outcome is 'five'",
    ),
    "a picture that is a list": (
        ('        return {\n            "grid"', '        return [0] or {"grid"'),
        "def picture",
        "gives a list",
    ),
    "a grid that is a number": (('"grid": grid_view(', '"grid": 1 or ('), "def picture", "grid is 1"),
    "a body that is a number": (("        return self.board\n", "        return 5\n"), "def body", "body is 5"),
    "a message that is a number": (
        ("    messages: ClassVar = {\n", "    messages: ClassVar = {1: 2,\n"),
        "class Gomoku(",
        "messages has 1: 2",
    ),
    "a message with a wrong plural": (
        ("    messages: ClassVar = {\n", '    messages: ClassVar = {"n": {"one": "1"}} | {\n'),
        "class Gomoku(",
        "messages has 'n'",
    ),
    "a position that is no dataclass": (
        ("@dataclass(frozen=True)\nclass GomokuState", "class GomokuState"),
        "class GomokuState",
        "GomokuState is not a dataclass",
    ),
    "a position that is not frozen": (
        ("@dataclass(frozen=True)\nclass GomokuState", "@dataclass\nclass GomokuState"),
        "class GomokuState",
        "GomokuState is not a frozen dataclass",
    ),
    "a position without a phase": (
        ("    def phase(self)", "    def step(self)"),
        "class GomokuState",
        "GomokuState lacks phase",
    ),
    "a message that no random game reaches": (
        ('        "full": "The board is full.",\n', ""),
        'Message("gomoku.full")',
        "there is no message 'gomoku.full'",
    ),
    "a sentence in place of a key": (
        ('InvalidPosition("gomoku.stones")', 'InvalidPosition("Too many stones.")'),
        "Too many stones.",
        "there is no message 'Too many stones.'",
    ),
    "a position that play returns changed": (
        (
            "        return GomokuState(self.game, self.board[:at] + stone + self.board[at + 1 :])",
            "        object.__setattr__(self, 'board', self.board[:at] + stone + self.board[at + 1 :])\n"
            "        self.__dict__.pop('outcome', None)\n"
            "        return self",
        ),
        "def play",
        "changes the position it is called on",
    ),
    "reading fails": (
        ("        grid.cells(body,", "        body[self.size]\n        grid.cells(body,"),
        "def read",
        "raises IndexError",
    ),
    "five seats": (
        (
            "    @property\n    def longest",
            "    @property\n    def seats(self):\n        return 5\n\n    @property\n    def longest",
        ),
        "def seats",
        "seats is 5",
    ),
    "three seats that nobody can leave": (
        ("    @property\n    def longest", "    seats: ClassVar = 3\n\n    @property\n    def longest"),
        "class GomokuState(",
        "GomokuState has no leave",
    ),
    "a seat that plays on after it left": (
        ("    @property\n    def longest", "    seats: ClassVar = 3\n\n    @property\n    def longest"),
        (
            "    @property\n    def turn",
            "    def leave(self, seat):\n        return self\n\n    @property\n    def turn",
        ),
        "",
        "plays(1) is true after leave(1)",
    ),
    "a seat that is a text": (('"seat": 1 + STONES.find(cell)}', '"seat": "1"}'), "def picture", "has the seat '1'"),
    "cells in another order": (
        ("for name, cell in cells\n", "for name, cell in reversed(list(cells))\n"),
        "def picture",
        "in another order than the labels",
    ),
    "a position without a game": (("    game: Gomoku\n", "    law: Gomoku\n"), "class GomokuState(", "has no game"),
    "an option named like a method": (
        ("size: int = whole(", "text: int = whole("),
        "class Gomoku(",
        "text cannot be the name of an option",
    ),
    "an option first that is no seat": (
        ("size: int = whole(9, ", 'first: int = whole(5, "First", "Who begins.", 5, 9)\n    size: int = whole(9, '),
        "class Gomoku(",
        "the option first cannot be 1: gomoku, option first: '1' is not",
    ),
    "colours that are not known": (
        ("    agreed_draws", '    colours: ClassVar = ("black", "white")\n    agreed_draws'),
        "class Gomoku(",
        "colours is ('black', 'white')",
    ),
    "fewer colours than seats": (
        ("    agreed_draws", '    colours: ClassVar = ("red",)\n    agreed_draws'),
        "class Gomoku(",
        "1 colours for 2 seats",
    ),
    "a version that is a text": (
        ("    agreed_draws", '    rules_version: ClassVar = "1.0"\n    agreed_draws'),
        "class Gomoku(",
        "rules_version is '1.0'",
    ),
    "messages that are a list": (
        ("messages: ClassVar = {", "messages: ClassVar = [] and {"),
        "class Gomoku(",
        "messages is []",
    ),
    "labels that are numbers": (
        ("grid_view(grid.COLUMNS[:size], ", "grid_view(range(size), "),
        "def picture",
        "the labels of the columns are [0, 1, 2",
    ),
    "cells without a name": (('"name": name, ', '"square": name, '), "def picture", "cells are not all named"),
    "a text that cannot be printed": (
        ('"text": cell.strip(".")', '"text": cell + chr(7)'),
        "def picture",
        "the cell a1 has the text '.\\x07'",
    ),
    "a piece without a text": (
        ('"text": cell.strip(".")', '"text": ""'),
        "def picture",
        "of a seat has no text",
    ),
    "decisive squares that are no lines": (
        ("[list(outcome.squares)]", "list(outcome.squares)"),
        "def picture",
        "decisive is ['",
    ),
    "a winner that is a text": (
        ("return Outcome(2, seat,", "return Outcome(2, 'x',"),
        "def outcome",
        "the winner is 'x'",
    ),
    "a body that calls itself": (
        ("        return self.board\n", "        return self.body\n"),
        "",  # whatever line was the last before the limit
        "RecursionError: maximum recursion depth exceeded",
    ),
    "a law that ends the program": (
        ("        stone = STONES", "        exit(3)\n        stone = STONES"),
        "exit(3)",
        "SystemExit: 3",
    ),
    "a game that is too long": (("return self.size**2", "return 9"), "def longest", "a game had"),
}
"""For each case what is changed in gomoku (old text, new text), at which line the fault is found, and its words."""


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_law_is_named_with_file_and_line(case: str, tmp_path: Path) -> None:
    *changes, at, what = BROKEN[case]
    text = QUICK
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    law = tmp_path / f"law{next(numbers)}.py"
    law.write_text(text)
    done = check(str(law))
    assert done.exit_code == 1
    found = dict(re.findall(rf"^{re.escape(str(law))}:(\d+): (.*)$", done.stdout, re.MULTILINE))
    assert what in "\n".join(found.values()), done.output
    assert "wanted: " in done.stdout
    if at:
        lines = [int(line) for line, answer in found.items() if what in answer]
        around = text.splitlines()[lines[0] - 1 : lines[0] + 1]
        assert at in "\n".join(around)
    assert re.search(r"quincunx: gomoku: \d+ of \d+ checks passed", done.stderr)


@pytest.mark.parametrize("token", ["1-0", "1/2-1/2", "*", "12.", "[a1]", "{a1", "a1<b2"])
def test_a_token_that_a_record_cannot_have_is_a_fault(token: str, tmp_path: Path) -> None:
    law = tmp_path / f"law{next(numbers)}.py"
    law.write_text(QUICK.replace("return grid.squares(self.size, self.size)", f"return ({token!r},)"))
    assert f"records cannot have the token {token!r}" in check(str(law)).stdout


def test_a_fault_that_several_checks_find_is_shown_once(tmp_path: Path) -> None:
    law = tmp_path / f"law{next(numbers)}.py"
    law.write_text(QUICK.replace("return 1 + self.board", "return 1 + self.bord"))
    done = check(str(law))
    assert done.stdout.count("has no attribute 'bord'") == 1
    assert "wanted: this is an error in the law itself" in done.stdout


def test_an_error_that_the_standard_library_raises_is_named_at_the_line_of_the_law(tmp_path: Path) -> None:
    law = tmp_path / f"law{next(numbers)}.py"
    law.write_text(QUICK.replace("@dataclass(frozen=True)\nclass Gomoku(", "@dataclass\nclass Gomoku("))
    line = law.read_text().splitlines().index("@dataclass") + 1
    done = check(str(law))
    assert f"cannot inherit non-frozen dataclass from a frozen one at {law}:{line}" in done.stderr


def test_ctrl_c_shows_where_the_law_was(tmp_path: Path) -> None:
    law = tmp_path / f"law{next(numbers)}.py"
    law.write_text(QUICK.replace("        width = self.game.size + 1\n", "        raise KeyboardInterrupt\n", 1))
    line = law.read_text().splitlines().index("        raise KeyboardInterrupt") + 1
    done = check(str(law))
    assert done.exit_code == 130
    assert f"Stopped at {law}:{line}." in done.stderr


def test_a_syntax_error_is_named_with_file_and_line(tmp_path: Path) -> None:
    law = tmp_path / "law.py"
    law.write_text("def f():\n    return (\n")
    done = check(str(tmp_path))
    assert done.exit_code == 1
    assert f"SyntaxError: '(' was never closed at {law}:2" in done.stderr


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nothing_like_this", "'nothing_like_this' is neither a game"),
        ("json", "json/__init__.py defines no subclass of Game"),
        ("", "neither a game"),
        (str(ROOT / "docs"), "There is no law.py in"),
        (str(ROOT / "src" / "quincunx" / "games"), "There are several laws in"),
        (str(ROOT / "README.md"), "README.md is not a Python file"),
    ],
)
def test_what_is_not_a_game_is_refused(text: str, reason: str) -> None:
    done = check(text)
    assert done.exit_code == 1
    assert reason in done.stderr


def test_a_game_that_is_installed_but_broken_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    reason = "it cannot be imported: SyntaxError: invalid syntax at /domino/law.py:7"
    monkeypatch.setattr(locate, "PROBLEMS", [Problem("domino", "domino-game 1.0 (domino = domino_game.law)", reason)])
    done = check("domino")
    assert done.exit_code == 1
    assert reason in done.stderr
    assert "domino-game 1.0" in done.stderr


def test_a_name_that_is_taken_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "law.py").write_text(QUICK.replace('"gomoku"', '"xtic"'))
    known = messages.registered()
    done = check(str(tmp_path))
    messages.restore(known)  # the law has replaced those of xtic, which other tests need
    assert done.exit_code == 1
    assert "the name 'xtic' is taken by the game in" in done.stdout
    assert done.stdout.count("wanted: ") == 1, "what follows from the name is not listed"
