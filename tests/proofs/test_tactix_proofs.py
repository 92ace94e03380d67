"""tactix: every solved game is verified by the law alone, and a strategy with any fault in it is refused."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from quincunx import games, proofs
from quincunx.games import Refused
from quincunx.games.tactix import solve as solver
from quincunx.games.tactix.check import lost
from quincunx.games.tactix.law import Tactix, TactixState
from quincunx.games.tactix.make_book import book
from quincunx.law.messages import Message
from quincunx.proofs import Certificate, Effort, Progress, Unproved
from quincunx.proofs.checking import check
from quincunx.proofs.solving import NoProof, solve


def quietly(_: Progress) -> None:
    """Nobody listens."""


def proved(position: str, effort: Effort | None = None) -> Certificate:
    state = games.parse(position) if " " in position else games.start(position)
    return solve(state, effort or Effort(), quietly)


@pytest.mark.parametrize(
    ("game", "winner", "losses"),
    [
        ("tactix:size=3", "1", 89),
        ("tactix", "2", 8568),
        ("tactix:size=5", "1", 3177421),
        ("tactix:size=3,goal=last-wins", "1", 88),
        *([("tactix:size=5,goal=last-wins", "1", 3212864)] if os.environ.get("QUINCUNX_FULL") else []),
    ],
)
def test_small_grids_are_solved_and_verified(game: str, winner: str, losses: int) -> None:
    certificate = proved(game)
    assert certificate.value == winner
    assert f"{losses} are lost" in certificate.tags["Method"]
    (line,) = check(proofs.parse(certificate.text()), quietly)
    assert "rules alone" in line
    assert "down to the end" in line


@pytest.mark.parametrize("game", ["tactix:goal=last-wins", "tactix:size=6,goal=last-wins"])
def test_even_grids_are_won_by_the_mirror(game: str) -> None:
    certificate = proved(game)
    assert (certificate.value, certificate.kind) == ("2", "mirror")
    assert "rules alone" in check(certificate, quietly)[0]


@pytest.mark.parametrize(
    ("position", "value", "fault"),
    [
        ("tactix oooo/oooo/oooo/oooo 1", "2", "tactix.proof.mirror-goal"),
        ("tactix:goal=last-wins oooo/oooo/oooo/oooo 1", "1", "tactix.proof.mirror-seat"),
        ("tactix:goal=last-wins oooo/oooo/oooo/ooo. 1", "2", "tactix.proof.mirror-image"),
        ("tactix:size=5,goal=last-wins ooooo/ooooo/ooooo/ooooo/ooooo 1", "2", "tactix.proof.mirror-overlap"),
        ("tactix:goal=last-wins ..../..../..../.... 1", "2", "proofs.strategy.over"),
    ],
)
def test_a_mirror_that_does_not_win_is_refused(position: str, value: str, fault: str) -> None:
    with pytest.raises(Unproved) as refused:
        check(Certificate(games.parse(position), value, "mirror"), quietly)
    assert refused.value.code == fault


def test_a_position_on_the_way_is_solved_for_the_seat_whose_turn_it_is() -> None:
    """Also one that no turn of the grid leaves as it is, and both ways round."""
    for position, winner in (("tactix o.../oo../oooo/.o.. 2", "2"), ("tactix o.../..o./..../...o 2", "1")):
        certificate = proved(position)
        assert certificate.value == winner
        check(certificate, quietly)


CERTIFICATE = proved("tactix")
LINE = 40
"""A line in the middle."""


def reason(refused: Refused) -> str:
    """The code of a refusal without the place that it names."""
    message = refused.message
    while "problem" in message.args:
        message = message.args["problem"]
    return message.code


def changed(text: str, new: str, line: int = LINE) -> Certificate:
    body = list(CERTIFICATE.body)
    body[line] = re.sub(text, new, body[line], count=1)
    assert body[line] != CERTIFICATE.body[line]
    return replace(CERTIFICATE, body=tuple(body))


@pytest.mark.parametrize(
    ("certificate", "fault"),
    [
        (replace(CERTIFICATE, value="1"), "proofs.strategy.own"),
        (replace(CERTIFICATE, value="draw"), "proofs.strategy.draw"),
        (replace(CERTIFICATE, kind="hearsay"), "tactix.proof.kind"),
        (replace(CERTIFICATE, state=games.parse("tactix oooo/oooo/oooo/ooo. 1")), "proofs.strategy.no-root"),
        (replace(CERTIFICATE, body=CERTIFICATE.body[:LINE] + CERTIFICATE.body[LINE + 1 :]), "proofs.strategy.no-line"),
        (replace(CERTIFICATE, body=(*CERTIFICATE.body, CERTIFICATE.body[LINE])), "proofs.strategy.twice"),
        (replace(CERTIFICATE, body=(*CERTIFICATE.body, "..../..../..../.... 1:")), "proofs.strategy.over"),
        (replace(CERTIFICATE, body=(*CERTIFICATE.body, "nothing")), "proofs.strategy.colon"),
        (replace(CERTIFICATE, body=(*CERTIFICATE.body, "oooo/oooo 1: 0a1")), "law.rows"),
        (replace(CERTIFICATE, kind="sample"), "tactix.proof.leaves"),
        (replace(CERTIFICATE, kind="sample", tags={"Leaves": "30"}), "tactix.proof.leaves"),
        (replace(CERTIFICATE, kind="sample", tags={"Leaves": "9" * 5000}), "tactix.proof.leaves"),
        (changed(r" \S+$", ""), "proofs.strategy.answers"),
        (changed(r": \d", ": 9"), "proofs.strategy.no-turn"),
        (changed(r": \d", ": x"), "proofs.strategy.open"),
        (changed(r": \d\S+", ": -"), "law.move"),
        (changed(r" 1:", " 2:"), "proofs.strategy.no-line"),
    ],
)
def test_a_broken_strategy_is_refused(certificate: Certificate, fault: str) -> None:
    with pytest.raises(Unproved) as refused:
        check(certificate, quietly)
    assert reason(refused.value) == fault


def test_an_answer_that_does_not_win_is_refused() -> None:
    """One answer replaced by every other move and turn: what is accepted leads to a line, so it wins as well."""
    certificate = proved("tactix:size=3")
    start, line, *rest = certificate.body
    body, _, answers = line.partition(": ")
    first, *others = answers.split()
    state = certificate.state.game.read(body)
    after = state.play(state.moves()[0])
    refused = 0
    for move in after.moves():
        left = after.play(move)
        assert isinstance(left, TactixState)
        for turn in range(8):
            changed = f"{body}: {turn}{move} {' '.join(others)}"
            try:
                check(replace(certificate, body=(start, changed, *rest)), quietly)
            except Unproved:
                refused += 1
                assert f"{turn}{move}" != first
            else:
                assert lost(left)
    assert refused > 8


def test_the_checker_solves_leaves_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """A strategy that stops early is believed only as far as the leaves are solved, and says so."""
    monkeypatch.setattr(solver, "WHOLE", 8)
    monkeypatch.setattr(solver, "LEAVES", 9)
    certificate = proved("tactix")
    assert (certificate.kind, certificate.tags["Leaves"]) == ("sample", "9")
    assert len(certificate.body) < len(CERTIFICATE.body)
    first, second = check(certificate, quietly)
    assert "rules alone" in first
    assert "trying everything" in second
    with pytest.raises(Unproved) as refused:
        check(replace(certificate, tags={**certificate.tags, "Leaves": "8"}), quietly)
    assert reason(refused.value) == "proofs.strategy.no-line"


def test_a_leaf_that_is_not_lost_is_found() -> None:
    state = games.parse("tactix oo../..../o.../.... 1")
    wrong = Certificate(state, "1", "sample", {"Leaves": "2"}, (f"{state.body}: 0b1",))
    with pytest.raises(Unproved) as refused:
        check(wrong, quietly)
    assert refused.value.message.args["problem"] == Message("proofs.strategy.leaf", seat=2)


def test_the_plain_solver_agrees_with_the_table() -> None:
    for text in (
        "tactix:size=3 ooo/o.o/ooo 1",
        "tactix oo.o/o.oo/oo.o/.ooo 2",
        "tactix:goal=last-wins o.oo/oooo/..o./oo.. 1",
    ):
        state = games.parse(text)
        assert isinstance(state, TactixState)
        assert lost(state) == (proved(text).value != str(state.turn))


def test_too_little_memory_is_refused_with_what_is_needed() -> None:
    with pytest.raises(NoProof) as refused:
        proved("tactix:size=6")
    assert refused.value.message == Message("tactix.proof.memory", counters=36, needed="8", allowed="1")
    with pytest.raises(NoProof) as refused:
        proved("tactix ..../..../..../.... 1")
    assert refused.value.code == "proofs.over"


def test_a_solver_goes_on_from_its_save_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    position = "tactix:size=5 ooooo/ooooo/ooooo/ooooo/..... 1"
    save, whole = tmp_path / "save", proved(position)
    monkeypatch.setattr(solver, "SLICE", 1e-9)
    reports: list[Progress] = []

    def until_a_third(progress: Progress) -> None:
        reports.append(progress)
        if progress.share > 0.3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(games.parse(position), Effort(resume=save), until_a_third)
    with save.open("ab") as file:
        file.write(b"torn")
    begun = len(reports)
    with pytest.raises(KeyboardInterrupt):
        solve(games.parse(position), Effort(resume=save), until_a_third)
    assert len(reports) == begun + 1
    assert 0 < reports[begun].nodes < reports[begun - 1].nodes  # those of this run
    assert proved(position, Effort(resume=save)) == whole
    with pytest.raises(NoProof) as refused:
        proved("tactix:size=5", Effort(resume=save))
    assert refused.value.code == "tactix.proof.saved"
    (tmp_path / "letter").write_text("dear reader")
    with pytest.raises(NoProof) as refused:
        proved("tactix:size=5", Effort(resume=tmp_path / "letter"))
    assert refused.value.code == "tactix.proof.saved"
    assert (tmp_path / "letter").read_text() == "dear reader"


def test_the_checker_needs_no_core(tmp_path: Path) -> None:
    proofs.write(tmp_path / "four.cert", CERTIFICATE)
    code = (
        "import sys; sys.modules['quincunx._core'] = None; from pathlib import Path;"
        "from quincunx import proofs; from quincunx.proofs.checking import check;"
        "print(*check(proofs.read(Path(sys.argv[1])), lambda progress: None))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, tmp_path / "four.cert"], capture_output=True, text=True, check=True
    )
    assert "rules alone" in done.stdout


def test_a_book_names_what_wins_and_what_resists() -> None:
    """The maker, on a grid small enough for the plain solver."""
    game = games.game("tactix:size=3")
    assert isinstance(game, Tactix)
    lines = book(game, Effort(), quietly).splitlines()
    assert len(lines) > 40
    for line in lines:
        taken, sign, *moves = line.split(" ")
        state = TactixState(game, 0b111111111 & ~int(taken, 16), 1)
        behind = {move: state.play(move) for move in state.moves()}
        winning = [move for move, after in behind.items() if lost(after)]
        assert (sign == "+") == bool(winning)
        if winning:
            assert moves == winning
            continue
        replies = {move: sum(lost(after.play(reply)) for reply in after.moves()) for move, after in behind.items()}
        assert moves == [move for move, count in replies.items() if count == min(replies.values())]


@pytest.mark.proofs
def test_six_by_six_is_solved_and_verified() -> None:
    """Under 10 GB; some minutes."""
    certificate = proved("tactix:size=6", Effort(memory=1 << 33))
    assert certificate.value == "2"
    assert "5166659293 are lost" in certificate.tags["Method"]
    first, second = check(certificate, quietly)
    assert "rules alone" in first
    assert "300, drawn by its hash" in second
