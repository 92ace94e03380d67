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
from quincunx.contract import checking
from quincunx.contract.fault import ContractFault
from quincunx.games import locate
from quincunx.games.registry import Problem
from quincunx.law import Message, Refused, messages, text

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
        Message("contract.moves.order"),
    ),
    "moves is a list": (
        ("return tuple([square", "return list([square"),
        "def moves",
        Message("contract.moves.type", type="list"),
    ),
    "play accepts illegal moves": (
        ('if self.board[at] != ".":', 'if self.board[at] == "/":'),
        "def play",
        Message("contract.play.accepts"),
    ),
    "play refuses legal moves": (
        ('if self.board[at] != ".":', 'if self.board[at] != "." or move == "c3":'),
        "def play",
        Message("contract.play.refuses", move="c3"),
    ),
    "positions that cannot be read": (
        ('self.size, "[.xo]")', 'self.size, "[.x]")'),
        'self.size, "[.x]")',
        Message("contract.read.refuses", reason="Row"),
    ),
    "a misspelt seat": (
        ('"seat": 1 + STONES', '"seet": 1 + STONES'),
        "def picture",
        Message("contract.cell.key", key="seet"),
    ),
    "an exception in play": (
        ("STONES[self.turn - 1]", "STONES[self.turn + 1]"),
        "STONES[self.turn + 1]",
        Message("contract.raises.error", error="IndexError"),
    ),
    "a refusal of another kind": (
        ('raise IllegalMove("gomoku.taken", square=move)', 'raise ValueError("taken")'),
        'raise ValueError("taken")',
        Message("contract.raises.error", error="ValueError: taken"),
    ),
    "a message that is not there": (
        ('"gomoku.taken", square=move', '"gomoku.occupied", square=move'),
        "def play",
        Message("contract.says.unknown", key="gomoku.occupied"),
    ),
    "an argument that is a message which is not there": (
        ("square=move)", 'square=Message("gomoku." + "where"))'),
        "def play",
        Message("contract.says.unknown", key="gomoku.where"),
    ),
    "an argument that is not there": (
        ('"gomoku.taken", square=move', '"gomoku.taken"'),
        "def play",
        Message("contract.says.placeholder", said="{square} is already taken."),
    ),
    "a position that does not round-trip": (
        (
            "    def body(self) -> str:\n        return self.board",
            "    def body(self) -> str:\n        return self.board[::-1]",
        ),
        "def read",
        Message("contract.read.back"),
    ),
    "a state that changes": (
        (
            "        at += at // self.game.size  # the slashes before it",
            "        at += at // self.game.size\n"
            "        object.__setattr__(self, 'board', self.board.replace('.', 'x', 1))",
        ),
        "def play",
        Message("contract.play.mutates"),
    ),
    "a state without equality": (
        ("@dataclass(frozen=True)\nclass GomokuState", "@dataclass(frozen=True, eq=False)\nclass GomokuState"),
        "class GomokuState",
        Message("contract.body.equal"),
    ),
    "moves after the end": (
        (
            "    def moves(self) -> tuple[str, ...]:\n        if self.outcome:\n            return ()\n",
            "    def moves(self) -> tuple[str, ...]:\n",
        ),
        "def moves",
        Message("contract.moves.over"),
    ),
    "a turn after the end": (
        ("        if self.outcome:\n            return NOBODY\n", ""),
        "def turn",
        Message("contract.turn.over"),
    ),
    "no end": (
        (
            '        if "." not in self.board:\n            return Outcome(2, None, "full", Message("gomoku.full"))\n',
            "",
        ),
        "def moves",
        Message("contract.moves.none"),
    ),
    "positions that are read without a check": (
        ('        grid.cells(body, self.size, self.size, "[.xo]")\n', ""),
        "def read",
        Message("contract.read.play-raises", raised="ValueError"),
    ),
    "positions that are read although play cannot go on": (
        ("not in (0, 1):", "not in (-1, 0, 1):"),
        'raise InvalidPosition("gomoku.stones")',
        Message("contract.read.unplayable"),
    ),
    "typing fails": (
        ("        if square not in self.actions:\n", "        if not square[0].isalpha():\n"),
        "square[0]",
        Message("contract.raises.error", error="IndexError"),
    ),
    "cells missing": (('"cells": [', '"cells": [] and ['), "def picture", Message("contract.cells.number", cells=0)),
    "a picture that is not JSON": (
        ('"seat": 1 + STONES.find(cell)}', '"seat": {1}}'),
        "def picture",
        Message("contract.picture.json"),
    ),
    "a start that changes": (
        ('return GomokuState(self, "/".join', 'return GomokuState(self, "x" * int(seed == "3") + "/".join'),
        "def start",
        Message("contract.start.drawn"),
    ),
    "a variant missing": (
        ('("", "size=7")', '("",)'),
        "class Gomoku(",
        Message("contract.variants.unused", option="size"),
    ),
    "an attribute missing": (
        ("    agreed_draws: ClassVar = True\n", ""),
        "class Gomoku(",
        Message("contract.class.agreed-draws", kind="Gomoku"),
    ),
    "play without a return": (
        ("return GomokuState(self.game, self.board[:at]", "GomokuState(self.game, self.board[:at]"),
        "def play",
        Message("contract.no-position", call="play", given="None"),
    ),
    "a start that is no position": (
        ('return GomokuState(self, "/"', 'return str("/"'),
        "def start",
        Message("contract.no-position", call="start", given=Message("contract.value", type="str")),
    ),
    "a position read that is none": (
        ("        return GomokuState(self, body)\n", ""),
        "def read",
        Message("contract.no-position", call="read", given="None"),
    ),
    "play without its move": (
        ("def play(self, move: str)", "def play(self)"),
        "def play",
        Message("contract.method.parameters", name="play"),
    ),
    "read with one more": (
        ("def read(self, body: str)", "def read(self, body, x)"),
        "def read",
        Message("contract.method.parameters", name="read"),
    ),
    "longest without @property": (
        ("    @property\n    def longest", "    def longest"),
        "def longest",
        Message("contract.method.no-property", name="longest"),
    ),
    "turn without @property": (
        ("    @property\n    def turn", "    def turn"),
        "def turn",
        Message("contract.method.no-property", name="turn"),
    ),
    "moves as a property": (
        ("    def moves(", "    @property\n    def moves("),
        "def moves",
        Message("contract.method.property", name="moves"),
    ),
    "a length that is a text": (
        ("return self.size**2", 'return "81"'),
        "def longest",
        Message("contract.longest.type", found="'81'"),
    ),
    "a turn that is a text": (
        ('return 1 + self.board.count("x") - self.board.count("o")', 'return "1"'),
        "def turn",
        Message("contract.turn.type", found="'1'"),
    ),
    "a phase that is a number": (
        ('if self.outcome else "mark"', "if self.outcome else 1"),
        "def phase",
        Message("contract.phase.type", found="1"),
    ),
    "an outcome that is a seat": (
        ("return self.won(seat, places)", "return seat"),
        "def outcome",
        Message("contract.outcome.type", found="1"),
    ),
    "a reason that is a text": (
        ('Message("gomoku.five", seat=seat)', '"five"'),
        "def outcome",
        Message("contract.outcome.message", found="'five'"),
    ),
    "a picture that is a list": (
        ('        return {\n            "grid"', '        return [0] or {"grid"'),
        "def picture",
        Message("contract.picture.type", type="list"),
    ),
    "a grid that is a number": (
        ('"grid": grid_view(', '"grid": 1 or ('),
        "def picture",
        Message("contract.grid.type", found="1"),
    ),
    "a body that is a number": (
        ("        return self.board\n", "        return 5\n"),
        "def body",
        Message("contract.body.text", found="5"),
    ),
    "a message that is a number": (
        ("    messages: ClassVar = {\n", "    messages: ClassVar = {1: 2,\n"),
        "class Gomoku(",
        Message("contract.messages.text", key="1"),
    ),
    "a message with a wrong plural": (
        ("    messages: ClassVar = {\n", '    messages: ClassVar = {"n": {"one": "1"}} | {\n'),
        "class Gomoku(",
        Message("contract.messages.text", key="'n'"),
    ),
    "a position that is no dataclass": (
        ("@dataclass(frozen=True)\nclass GomokuState", "class GomokuState"),
        "class GomokuState",
        Message("contract.position.no-dataclass", kind="GomokuState"),
    ),
    "a position that is not frozen": (
        ("@dataclass(frozen=True)\nclass GomokuState", "@dataclass\nclass GomokuState"),
        "class GomokuState",
        Message("contract.class.not-frozen", kind="GomokuState"),
    ),
    "a position without a phase": (
        ("    def phase(self)", "    def step(self)"),
        "class GomokuState",
        Message("contract.position.methods", kind="GomokuState", missing=["phase"]),
    ),
    "a message that no random game reaches": (
        ('        "full": "The board is full.",\n', ""),
        'Message("gomoku.full")',
        Message("contract.messages.key", key="gomoku.full"),
    ),
    "a sentence in place of a key": (
        ('InvalidPosition("gomoku.stones")', 'InvalidPosition("Too many stones.")'),
        "Too many stones.",
        Message("contract.messages.key", key="Too many stones."),
    ),
    "a position that play returns changed": (
        (
            "        return GomokuState(self.game, self.board[:at] + stone + self.board[at + 1 :])",
            "        object.__setattr__(self, 'board', self.board[:at] + stone + self.board[at + 1 :])\n"
            "        self.__dict__.pop('outcome', None)\n"
            "        return self",
        ),
        "def play",
        Message("contract.play.mutates"),
    ),
    "reading fails": (
        ("        grid.cells(body,", "        body[self.size]\n        grid.cells(body,"),
        "def read",
        Message("contract.read.raises", raised="IndexError"),
    ),
    "five seats": (
        (
            "    @property\n    def longest",
            "    @property\n    def seats(self):\n        return 5\n\n    @property\n    def longest",
        ),
        "def seats",
        Message("contract.seats.number", found="5"),
    ),
    "three seats that nobody can leave": (
        ("    @property\n    def longest", "    seats: ClassVar = 3\n\n    @property\n    def longest"),
        "class GomokuState(",
        Message("contract.leave.missing", kind="GomokuState"),
    ),
    "a seat that plays on after it left": (
        ("    @property\n    def longest", "    seats: ClassVar = 3\n\n    @property\n    def longest"),
        (
            "    @property\n    def turn",
            "    def leave(self, seat):\n        return self\n\n    @property\n    def turn",
        ),
        "",
        Message("contract.leave.plays", number=1),
    ),
    "a seat that is a text": (
        ('"seat": 1 + STONES.find(cell)}', '"seat": "1"}'),
        "def picture",
        Message("contract.cell.owner", found="'1'"),
    ),
    "cells in another order": (
        ("for name, cell in cells\n", "for name, cell in reversed(list(cells))\n"),
        "def picture",
        Message("contract.cells.order"),
    ),
    "a position without a game": (
        ("    game: Gomoku\n", "    law: Gomoku\n"),
        "class GomokuState(",
        Message("contract.position.no-game", kind="GomokuState"),
    ),
    "an option named like a method": (
        ("size: int = whole(", "text: int = whole("),
        "class Gomoku(",
        Message("contract.option.name", options=["text"]),
    ),
    "an option first that is no seat": (
        ("size: int = whole(9, ", 'first: int = whole(5, "First", "Who begins.", 5, 9)\n    size: int = whole(9, '),
        "class Gomoku(",
        Message("contract.seats.first", number=1),
    ),
    "colours that are not known": (
        ("    agreed_draws", '    colours: ClassVar = ("black", "white")\n    agreed_draws'),
        "class Gomoku(",
        Message("contract.class.colours", found="('black', 'white')"),
    ),
    "fewer colours than seats": (
        ("    agreed_draws", '    colours: ClassVar = ("red",)\n    agreed_draws'),
        "class Gomoku(",
        Message("contract.seats.colours", colours=1, seats=2),
    ),
    "a version that is a text": (
        ("    agreed_draws", '    rules_version: ClassVar = "1.0"\n    agreed_draws'),
        "class Gomoku(",
        Message("contract.class.rules-version", found="'1.0'"),
    ),
    "messages that are a list": (
        ("messages: ClassVar = {", "messages: ClassVar = [] and {"),
        "class Gomoku(",
        Message("contract.messages.type", found="[]"),
    ),
    "labels that are numbers": (
        ("grid_view(grid.COLUMNS[:size], ", "grid_view(range(size), "),
        "def picture",
        Message("contract.grid.labels", key="columns", found="[0, 1, 2"),
    ),
    "cells without a name": (('"name": name, ', '"square": name, '), "def picture", Message("contract.cells.names")),
    "a text that cannot be printed": (
        ('"text": cell.strip(".")', '"text": cell + chr(7)'),
        "def picture",
        Message("contract.cell.printable"),
    ),
    "a piece without a text": (
        ('"text": cell.strip(".")', '"text": ""'),
        "def picture",
        Message("contract.cell.piece"),
    ),
    "decisive squares that are no lines": (
        ("[list(outcome.squares)]", "list(outcome.squares)"),
        "def picture",
        Message("contract.highlights.decisive", found="['"),
    ),
    "a winner that is a text": (
        ("return Outcome(2, seat,", "return Outcome(2, 'x',"),
        "def outcome",
        Message("contract.outcome.winner", found="'x'"),
    ),
    "a body that calls itself": (
        ("        return self.board\n", "        return self.body\n"),
        "",  # whatever line was the last before the limit
        Message("contract.raises.error", error="RecursionError: maximum recursion depth exceeded"),
    ),
    "a law that ends the program": (
        ("        stone = STONES", "        exit(3)\n        stone = STONES"),
        "exit(3)",
        Message("contract.raises.error", error="SystemExit: 3"),
    ),
    "a game that is too long": (
        ("return self.size**2", "return 9"),
        "def longest",
        Message("contract.longest.exceeded"),
    ),
}
"""For each case what is changed in gomoku (old text, new text), at which line the fault is found, and its code with
what its arguments begin with."""


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_law_is_named_with_file_and_line(case: str, tmp_path: Path) -> None:
    *changes, at, expected = BROKEN[case]
    source = QUICK
    for old, new in changes:
        assert old in source
        source = source.replace(old, new, 1)
    law = tmp_path / f"law{next(numbers)}.py"
    law.write_text(source)
    faults = checking.check(locate.find(str(law))).faults.values()
    found = [fault for fault in faults if is_like(fault, expected)]
    assert found, [str(fault) for fault in faults]
    file, _, line = found[0].where.rpartition(":")
    assert file == str(law)
    assert at in "\n".join(source.splitlines()[int(line) - 1 : int(line) + 1])


def is_like(fault: ContractFault, expected: Message) -> bool:
    given, args = fault.args, expected.args
    return fault.code == expected.code and all(str(given[name]).startswith(str(args[name])) for name in args)


def test_faults_are_shown_with_what_is_wanted(tmp_path: Path) -> None:
    law = tmp_path / "law.py"
    law.write_text(QUICK.replace('if self.board[at] != ".":', 'if self.board[at] == "/":'))
    (fault,) = checking.check(locate.find(str(law))).faults.values()
    done = check(str(law))
    assert done.exit_code == 1
    assert done.stdout == f"{fault.where}: {fault.what}\n    {text('cli.games.check.wanted', wanted=fault.wanted)}\n"
    assert done.stderr.startswith("quincunx: gomoku: 15 of 16 checks passed on 2 variants, ")


@pytest.mark.parametrize("token", ["1-0", "1/2-1/2", "*", "12.", "[a1]", "{a1", "a1<b2"])
def test_a_token_that_a_record_cannot_have_is_a_fault(token: str, tmp_path: Path) -> None:
    law = tmp_path / f"law{next(numbers)}.py"
    law.write_text(QUICK.replace("return grid.squares(self.size, self.size)", f"return ({token!r},)"))
    faults = checking.check(locate.find(str(law))).faults.values()
    assert ("contract.actions.record", {"token": token}) in [(fault.code, fault.args) for fault in faults]


def test_a_fault_that_several_checks_find_is_shown_once(tmp_path: Path) -> None:
    law = tmp_path / f"law{next(numbers)}.py"
    law.write_text(QUICK.replace("return 1 + self.board", "return 1 + self.bord"))
    done = check(str(law))
    assert done.stdout.count("has no attribute 'bord'") == 1
    assert text("contract.raises.error.wanted") in " ".join(done.stdout.split())


def test_an_error_that_the_standard_library_raises_is_named_at_the_line_of_the_law(tmp_path: Path) -> None:
    law = tmp_path / f"law{next(numbers)}.py"
    law.write_text(QUICK.replace("@dataclass(frozen=True)\nclass Gomoku(", "@dataclass\nclass Gomoku("))
    line = law.read_text().splitlines().index("@dataclass") + 1
    done = check(str(law))
    error = "TypeError: cannot inherit non-frozen dataclass from a frozen one"
    assert text("contract.raised", error=error, where=f"{law}:{line}") in done.stderr


def test_ctrl_c_shows_where_the_law_was(tmp_path: Path) -> None:
    law = tmp_path / f"law{next(numbers)}.py"
    law.write_text(QUICK.replace("        width = self.game.size + 1\n", "        raise KeyboardInterrupt\n", 1))
    line = law.read_text().splitlines().index("        raise KeyboardInterrupt") + 1
    done = check(str(law))
    assert done.exit_code == 130
    assert text("cli.games.check.stopped", where=f"{law}:{line}") in done.stderr


def test_a_syntax_error_is_named_with_file_and_line(tmp_path: Path) -> None:
    law = tmp_path / "law.py"
    law.write_text("def f():\n    return (\n")
    done = check(str(tmp_path))
    assert done.exit_code == 1
    assert text("contract.raised", error="SyntaxError: '(' was never closed", where=f"{law}:2") in done.stderr


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("nothing_like_this", "games.unknown-law"),
        ("json", "games.no-class"),
        ("", "games.unknown-law"),
        (str(ROOT / "docs"), "games.no-law"),
        (str(ROOT / "src" / "quincunx" / "games"), "games.several-laws"),
        (str(ROOT / "README.md"), "games.not-python"),
    ],
)
def test_what_is_not_a_game_is_refused(typed: str, code: str) -> None:
    with pytest.raises(Refused) as caught:
        locate.find(typed)
    message = caught.value.message
    assert message.args.get("problem", message).code == code
    done = check(typed)
    assert done.exit_code == 1
    assert str(message) in done.stderr


def test_a_game_that_is_installed_but_broken_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    error = Message("contract.raised", error="SyntaxError: invalid syntax", where="/domino/law.py:7")
    reason = Message("games.not-imported", problem=error)
    monkeypatch.setattr(locate, "PROBLEMS", [Problem("domino", "domino-game 1.0 (domino = domino_game.law)", reason)])
    done = check("domino")
    assert done.exit_code == 1
    assert str(reason) in done.stderr
    assert "domino-game 1.0" in done.stderr


def test_a_name_that_is_taken_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "law.py").write_text(QUICK.replace('"gomoku"', '"xtic"'))
    known = messages.registered()
    done = check(str(tmp_path))
    fault = locate.name_taken(locate.find(str(tmp_path)))
    messages.restore(known)  # the law has replaced those of xtic, which other tests need
    assert done.exit_code == 1
    assert fault
    assert fault.code == "contract.class.name-taken"
    assert done.stdout.startswith(f"{fault.where}: {fault.what}\n")
    assert len(done.stdout.splitlines()) == 2, "what follows from the name is not listed"
