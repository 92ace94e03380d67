"""`make proofs`: its table, what it keeps, and what it says of a certificate that proves nothing."""

from __future__ import annotations

import importlib.util
import json
import re
import signal
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from quincunx import games, proofs
from quincunx.games.tactix import complete as tactix_complete
from quincunx.games.tactix import solve as tactix_solver
from quincunx.proofs import Effort, Progress, Unproved
from quincunx.proofs.saved import alone
from quincunx.proofs.solving import solve
from quincunx.proofs.theorems import SOURCES, Theorem, theorems

SMALL = ["tactix:size=3", "tactix:goal=last-wins"]


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("proofs_tool", SOURCES / "tools" / "proofs.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


TOOL = load()


def run(folder: Path, *words: str) -> int | str | None:
    """Its exit code, or what it says instead."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["proofs.py", *words, "--folder", str(folder)])
        with pytest.raises(SystemExit) as ended:
            TOOL.main()
    return ended.value.code


def rows(table: str) -> dict[str, list[str]]:
    """The cells after the game, for each line of the table."""
    cells = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in table.splitlines()]
    return {row[0]: row[1:] for row in cells[2:]}


def silent(progress: Progress) -> None:
    assert 0 <= progress.share <= 1


def test_the_table_says_what_is_proved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, *SMALL) == 0
    found = rows(capsys.readouterr().out)
    assert set(found) == {*SMALL, "2 of 2"}
    assert [found[game][0] for game in SMALL] == ["1 wins", "2 wins"]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", found[game][-1]) for game in SMALL)


def test_what_is_proved_is_not_checked_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, *SMALL) == 0
    kept = tmp_path / "tactix-size3.json"
    kept.write_text(json.dumps({**json.loads(kept.read_text()), "seconds": 12345}))
    capsys.readouterr()
    assert run(tmp_path, *SMALL) == 0
    assert rows(capsys.readouterr().out)["tactix:size=3"][1] == "12,345.0"


@pytest.mark.parametrize("spoiled", ["", "[]", '{"sha256": "', '{"sha256": "another", "date": "2026-11-17"}'])
def test_what_is_kept_of_something_else_counts_for_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], spoiled: str
) -> None:
    kept = tmp_path / "tactix-size3.json"
    kept.write_text(spoiled)
    assert run(tmp_path, "tactix:size=3") == 0
    assert "end of the game" in json.loads(kept.read_text())["checked"]
    assert rows(capsys.readouterr().out)["tactix:size=3"][0] == "1 wins"


def test_a_spoiled_certificate_is_named_and_the_others_are_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, *SMALL) == 0
    capsys.readouterr()
    file = tmp_path / "tactix-size3.gz"
    whole = file.read_bytes()
    text = proofs.read(file).text()
    for spoiled in (whole[:-9], text[:-20].encode(), text.replace('[Value "1"]', '[Value "2"]').encode(), b""):
        file.write_bytes(spoiled)
        assert run(tmp_path, *SMALL) == 1
        out, err = capsys.readouterr()
        found = rows(out)
        assert found["tactix:size=3"][-1] == "NOT proved"
        assert found["tactix:goal=last-wins"][-1] != "NOT proved"
        assert "1 of 2" in found
        assert "tactix:size=3 is NOT proved" in err
        assert str(file) in err


@pytest.fixture
def theorem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Theorem:
    """A certificate with leaves, in the folder."""
    monkeypatch.setattr(tactix_solver, "WHOLE", 8)
    monkeypatch.setattr(tactix_solver, "LEAVES", 7)
    monkeypatch.setattr(tactix_complete, "LARGEST", 9)
    certificate = solve(games.start("tactix"), Effort(), silent)
    found = Theorem("tactix", certificate.value, certificate.sha256, None)
    proofs.write(tmp_path / f"{found.name}.gz", certificate)
    return found


def test_a_stopped_check_is_continued(tmp_path: Path, theorem: Theorem) -> None:
    def stop(progress: Progress) -> None:
        if "leaf" in progress.what:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        TOOL.checked(theorem, tmp_path, 1, stop)
    first = json.loads((tmp_path / "tactix.json").read_text())
    assert first["seconds"] > 0
    assert not first["date"]
    assert not first["checked"]
    (save,) = tmp_path.glob("*.check")
    proved = save.read_text().partition("\n\n")[2]
    assert proved
    second = TOOL.checked(theorem, tmp_path, 1, silent)
    assert second.date
    assert "Proved by the compiled checker: all" in second.checked
    assert second.seconds > first["seconds"]
    assert save.read_text().partition("\n\n")[2].startswith(proved)


def test_a_false_claim_is_not_kept_as_proved(tmp_path: Path, theorem: Theorem) -> None:
    file = tmp_path / f"{theorem.name}.gz"
    certificate = proofs.read(file)
    broken = proofs.parse(certificate.text().replace(f"\n{certificate.body[5]}\n", "\n"))
    proofs.write(file, broken)
    with pytest.raises(Unproved):
        TOOL.checked(replace(theorem, sha256=broken.sha256), tmp_path, 1, silent)
    assert not json.loads((tmp_path / "tactix.json").read_text())["date"]


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_that_stops_it_says_how_to_continue(
    number: signal.Signals,
    code: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*_: object) -> None:
        assert signal.getsignal(number) != signal.SIG_DFL  # else it would end the tests
        signal.raise_signal(number)

    monkeypatch.setattr(TOOL, "check_completely", interrupted)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # jobs in the background of a shell ignore it
    try:
        assert run(tmp_path, "tactix:size=3") == code
    finally:
        signal.signal(signal.SIGINT, before)
    assert "The same command continues." in capsys.readouterr().err


def test_a_folder_is_for_one_process(tmp_path: Path) -> None:
    with alone(tmp_path / "proofs"):
        assert "Another process is saving" in str(run(tmp_path, "tactix:size=3"))
    assert run(tmp_path, "tactix:size=3") == 0


def test_options_may_have_any_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "xchain:size=2x2,seats=3", "tactix:goal=last-loses,size=3") == 0
    assert set(rows(capsys.readouterr().out)) == {"xchain:seats=3,size=2x2", "tactix:size=3", "2 of 2"}


def test_a_game_without_a_theorem_is_refused(tmp_path: Path) -> None:
    assert "Nothing is claimed about tritoc" in str(run(tmp_path, "tritoc"))
    assert "Nothing is claimed about tactix:size=x" in str(run(tmp_path, "tactix:size=x"))


def test_the_docs_have_the_table_of_all_theorems() -> None:
    docs = (SOURCES / "docs" / "solved.md").read_text()
    table = docs.partition("| game                              | value   |")[2].partition("\n\n")[0]
    listed = re.findall(r"^\| `([^`]+)` +\| (\S+(?: wins)?) +\|", table, re.MULTILINE)
    claimed = [(each.game, TOOL.SHORT.get(each.value, f"{each.value} wins")) for each in theorems()]
    assert sorted(listed) == sorted(claimed)
