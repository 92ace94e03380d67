"""`quincunx games check`: a law that keeps the contract, and many that do not."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest
from broken_laws import BROKEN, QUICK
from click.testing import CliRunner, Result
from example_package import EXAMPLE, ROOT

from quincunx.cli import main
from quincunx.contract import checking
from quincunx.contract.fault import ContractFault
from quincunx.games import locate
from quincunx.games.registry import Problem
from quincunx.law import Message, Refused, messages, text

numbers = itertools.count()


def check(package: str) -> Result:
    return CliRunner().invoke(main, ["games", "check", package])


def test_gomoku_keeps_the_contract() -> None:
    done = check(str(EXAMPLE))
    assert done.exit_code == 0, done.output
    assert re.fullmatch(r"gomoku: \d+ checks passed on 3 variants, \d+ positions\n", done.stdout)


def test_built_in_games_can_be_checked_by_name() -> None:
    assert check("tactix").stdout.startswith("tactix: ")


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


def test_an_endless_game_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "LONGEST", 20)
    law = tmp_path / f"law{next(numbers)}.py"
    law.write_text(QUICK)
    assert "contract.endless" in [fault.code for fault in checking.check(locate.find(str(law))).faults.values()]


def test_every_fault_is_tried() -> None:
    here = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("*.py"))
    codes = {key.removesuffix(".what") for key in messages.catalogue("contract") if key.endswith(".what")}
    assert len(codes) > 100
    rare = {"option.read", "outcome.results"}  # what an option or an outcome of another kind does
    tried = set(re.findall(r'"contract\.([\w.-]+?)(?:\.what)?"', here))
    assert codes - rare - tried == set()


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
