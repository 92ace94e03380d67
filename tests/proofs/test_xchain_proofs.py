"""xchain: small boards are solved and verified by the law alone, and a strategy with a fault is refused."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from quincunx import games, proofs
from quincunx.games import Refused, State
from quincunx.games.xchain import solve as solver
from quincunx.law.messages import Message
from quincunx.proofs import Certificate, Effort, Progress, Unproved
from quincunx.proofs.checking import check
from quincunx.proofs.solving import NoProof, solve


def quietly(_: Progress) -> None:
    """Nobody listens."""


LITTLE = Effort(memory=1 << 26)
"""Enough for boards of nine squares; whole gigabytes would first have to be emptied."""
CERTIFICATE = solve(games.start("xchain:size=3x3"), LITTLE, quietly)
LINE = 100


@cache
def wins(state: State) -> bool:
    """By the definition: whether the seat to move does."""
    after = [state.play(move) for move in state.moves()]
    return any(found.outcome is not None or not wins(found) for found in after)


@pytest.mark.parametrize("first", ["1", "2"])
def test_who_begins_wins_on_three_by_three(first: str) -> None:
    certificate = solve(games.start(f"xchain:size=3x3,first={first}"), LITTLE, quietly)
    assert certificate.value == first
    (line,) = check(proofs.parse(certificate.text()), quietly)
    assert "rules alone" in line


@pytest.mark.proofs
def test_every_first_move_wins_on_three_by_three_by_the_law_alone() -> None:
    start = games.start("xchain:size=3x3")
    assert not any(wins(start.play(move)) for move in start.moves())


@pytest.mark.parametrize(("size", "winner"), [("2x2", "2"), ("2x3", "1"), ("3x2", "1"), ("2x4", "2")])
def test_boards_two_squares_wide_are_solved(size: str, winner: str) -> None:
    start = games.start(f"xchain:size={size}")
    certificate = solve(start, LITTLE, quietly)
    assert certificate.value == winner
    assert wins(start) == (winner == "1")
    check(certificate, quietly)


def test_the_solver_agrees_with_the_definition() -> None:
    """Also for positions that the other seat wins."""
    values = set()
    for body in ("A1B1./.A1./..B1 aa 1", "A1B1A1/..A2/..B1 aa 2", "A1.B1/.A2B1/B1A1. aa 1", "A1.B1/.A2B1/B1A1. aa 2"):
        state = games.parse(f"xchain:size=3x3 {body}")
        certificate = solve(state, LITTLE, quietly)
        assert (certificate.value == str(state.turn)) == wins(state)
        check(certificate, quietly)
        values.add(certificate.value == str(state.turn))
    assert values == {True, False}


def reason(refused: Refused) -> str:
    """The code of a refusal without the place that it names."""
    message = refused.message
    while "problem" in message.args:
        message = message.args["problem"]
    return message.code


def changed(text: str, new: str) -> Certificate:
    body = list(CERTIFICATE.body)
    body[LINE] = re.sub(text, new, body[LINE], count=1)
    assert body[LINE] != CERTIFICATE.body[LINE]
    return replace(CERTIFICATE, body=tuple(body))


@pytest.mark.parametrize(
    ("certificate", "fault"),
    [
        (replace(CERTIFICATE, value="2"), "proofs.strategy.answers"),
        (replace(CERTIFICATE, kind="table"), "xchain.proof.kind"),
        (replace(CERTIFICATE, state=games.start("xchain:size=3x3,seats=3")), "xchain.proof.seats"),
        (replace(CERTIFICATE, body=CERTIFICATE.body[:LINE] + CERTIFICATE.body[LINE + 1 :]), "proofs.strategy.no-line"),
        (changed(r" \S+$", ""), "proofs.strategy.answers"),
        (changed(r": \d", ": 9"), "proofs.strategy.no-turn"),
        (changed(r": .", ": !"), "proofs.strategy.open"),
        (changed(r" 2:", " 1:"), "proofs.strategy.no-line"),
    ],
)
def test_a_broken_strategy_is_refused(certificate: Certificate, fault: str) -> None:
    with pytest.raises(Unproved) as refused:
        check(certificate, quietly)
    assert reason(refused.value) == fault


def test_an_answer_that_does_not_win_is_refused() -> None:
    """The winner's first move replaced by every other, turned in every way: few lead to a line."""
    first, *rest = CERTIFICATE.body
    body, _, answer = first.partition(": ")
    accepted = 0
    for move in CERTIFICATE.state.moves():
        for turn in range(8):
            try:
                check(replace(CERTIFICATE, body=(f"{body}: {turn}{move}", *rest)), quietly)
                accepted += 1
            except Unproved:
                assert f"{turn}{move}" != answer
    assert accepted < 36


@pytest.mark.parametrize(
    ("game", "effort", "fault"),
    [
        ("xchain", Effort(), "xchain.proof.size"),
        ("xchain:size=3x4,seats=3", Effort(), "xchain.proof.size"),
        ("xchain:size=3x3", Effort(memory=1000), "xchain.proof.memory"),
    ],
)
def test_what_cannot_be_solved_is_refused(game: str, effort: Effort, fault: str) -> None:
    with pytest.raises(NoProof) as refused:
        solve(games.start(game), effort, quietly)
    assert refused.value.code == fault


def test_a_solver_goes_on_from_its_save_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save, start = tmp_path / "save", games.start("xchain:size=3x3")
    monkeypatch.setattr(solver, "SLICE", 1e-9)

    def interrupt(progress: Progress) -> None:
        if progress.nodes > 2000:
            raise KeyboardInterrupt

    def unwilling(progress: Progress) -> None:
        assert progress.nodes == 0, "everything is known already"

    with pytest.raises(KeyboardInterrupt):
        solve(start, Effort(memory=LITTLE.memory, resume=save), interrupt)
    kept = save.stat().st_size
    assert kept > 1000
    certificate = solve(start, Effort(memory=LITTLE.memory, resume=save), quietly)
    assert certificate == CERTIFICATE
    assert save.stat().st_size > kept
    assert solve(start, Effort(memory=LITTLE.memory, resume=save), unwilling) == CERTIFICATE
    assert [path.name for path in tmp_path.iterdir()] == ["save"]
    with pytest.raises(NoProof) as refused:
        solve(games.start("xchain:size=3x4"), Effort(memory=LITTLE.memory, resume=save), quietly)
    assert refused.value.code == "xchain.proof.saved"


def test_the_checker_needs_no_core(tmp_path: Path) -> None:
    proofs.write(tmp_path / "three.cert", CERTIFICATE)
    code = (
        "import sys; sys.modules['quincunx._core'] = None; from pathlib import Path;"
        "from quincunx import proofs; from quincunx.proofs.checking import check;"
        "print(*check(proofs.read(Path(sys.argv[1])), lambda progress: None))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, tmp_path / "three.cert"], capture_output=True, text=True, check=True
    )
    assert "rules alone" in done.stdout


def test_a_strategy_may_end_early_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "WHOLE", 8)
    monkeypatch.setattr(solver, "LEAVES", 7)
    certificate = solve(games.start("xchain:size=3x3"), LITTLE, quietly)
    assert (certificate.kind, certificate.tags["Leaves"], certificate.value) == ("sample", "7", "1")
    assert len(certificate.body) < len(CERTIFICATE.body) / 2
    first, second = check(certificate, quietly)
    assert "rules alone" in first
    assert "trying everything" in second
    with pytest.raises(Unproved) as refused:
        check(replace(certificate, tags={"Leaves": "8"}), quietly)
    assert reason(refused.value) == "proofs.strategy.no-line"
    with pytest.raises(Unproved) as refused:
        check(replace(certificate, tags={}), quietly)
    assert refused.value.code == "xchain.proof.leaves"


def test_a_leaf_that_is_not_lost_is_found() -> None:
    state = games.parse("xchain:size=3x3 A1B1./.A1./..B1 aa 1")
    bad = [move for move in state.moves() if wins(state.play(move))]
    wrong = Certificate(state, "1", "sample", {"Leaves": "5"}, (f"{state.body}: 0{bad[0]}",))
    with pytest.raises(Unproved) as refused:
        check(wrong, quietly)
    assert refused.value.message.args["problem"] == Message("proofs.strategy.leaf", seat=2)


@pytest.mark.proofs
def test_three_by_four_is_solved_and_verified() -> None:
    certificate = solve(games.start("xchain:size=3x4"), LITTLE, quietly)
    assert certificate.value == "1"
    assert "rules alone" in check(certificate, quietly)[0]


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGTERM")
def test_a_search_that_is_ended_saves_what_it_found(tmp_path: Path) -> None:
    save = tmp_path / "save"
    words = ["solve", "xchain:size=3x6", "--memory", "0.05", "--resume", str(save)]
    command = [sys.executable, "-m", "quincunx", *words]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as search:
        assert search.stderr
        assert "nodes" in search.stderr.readline()
        search.terminate()
    assert search.returncode == 128 + signal.SIGTERM
    header, findings = save.read_bytes().split(b"\n", 1)
    assert header == f"{solver.HEADER}: xchain:size=3x6".encode()
    assert findings
