"""xchain for more than two seats: what one can force against all others, solved, verified, and refused if broken."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest

from quincunx import games, proofs
from quincunx.games import Refused, State
from quincunx.law.messages import text
from quincunx.proofs import Certificate, Effort, Progress, Unproved
from quincunx.proofs.checking import check, check_completely
from quincunx.proofs.solving import solve


def quietly(_: Progress) -> None:
    """Nobody listens."""


@cache
def forces(state: State, seat: int) -> bool:
    """By the definition, with the law alone: whether the seat wins whatever all others do."""
    if state.outcome:
        return state.outcome.winner == seat
    after = (forces(state.play(move), seat) for move in state.moves())
    return any(after) if state.turn == seat else all(after)


@cache
def solved(position: str) -> Certificate:
    return solve(games.parse(position), Effort(), quietly)


NOBODY = "xchain:size=2x3,seats=3 ../../.. uuu 1"
STOPPED = solved(NOBODY)


def won() -> tuple[State, int]:
    """A position early in a game in which a seat other than the next one can force a win."""
    states = [games.parse(NOBODY)]
    while True:
        states = [state.play(move) for state in states for move in state.moves()]
        for state in states:
            for seat in (1, 2, 3):
                if not state.outcome and state.turn != seat and forces(state, seat):
                    return state, seat


def test_nobody_can_force_a_win_on_two_by_three() -> None:
    state = games.parse(NOBODY)
    assert not any(forces(state, seat) for seat in (1, 2, 3))
    assert (STOPPED.value, STOPPED.kind) == ("none", "coalition")
    assert str(STOPPED.claim) == text("proofs.claim.none")
    said = check(proofs.parse(STOPPED.text()), quietly)
    assert len(said) == 3
    assert all("rules alone" in line for line in said)
    assert check_completely(STOPPED, Effort(), quietly) == said


def test_a_win_against_two_is_proved() -> None:
    state, seat = won()
    certificate = solved(str(state))
    assert certificate.value == str(seat)
    (line,) = check(certificate, quietly)
    assert "rules alone" in line
    with pytest.raises(Unproved):
        check(replace(certificate, value=str(seat % 3 + 1)), quietly)
    with pytest.raises(Unproved):
        check(replace(certificate, value="none"), quietly)


def reason(refused: Refused) -> str:
    message = refused.message
    while "problem" in message.args:
        message = message.args["problem"]
    return message.code


def with_line(number: int, line: str) -> Certificate:
    body = list(STOPPED.body)
    body[number] = line
    return replace(STOPPED, body=tuple(body))


SECOND = next(number for number, line in enumerate(STOPPED.body) if line == "seat 2 is stopped")


@pytest.mark.parametrize(
    ("certificate", "fault"),
    [
        (replace(STOPPED, kind="strategy"), "xchain.proof.seats"),
        (replace(STOPPED, kind="table"), "xchain.proof.kind"),
        (replace(STOPPED, value="1"), "xchain.proof.sections"),
        (replace(STOPPED, value="draw"), "proofs.strategy.draw"),
        (replace(STOPPED, body=STOPPED.body[:SECOND]), "xchain.proof.sections"),
        (replace(STOPPED, body=STOPPED.body[1:]), "xchain.proof.heading"),
        (replace(STOPPED, body=()), "xchain.proof.heading"),
        (replace(STOPPED, body=STOPPED.body[:3] + STOPPED.body[4:]), "proofs.strategy.no-line"),
        (with_line(1, STOPPED.body[1].rpartition(" ")[0]), "proofs.strategy.answers"),
        (with_line(1, STOPPED.body[1].replace(": 0", ": !")), "xchain.proof.not-settled"),
        (with_line(1, STOPPED.body[1].replace(": 0", ": 9")), "proofs.strategy.no-turn"),
        (with_line(1, STOPPED.body[1].replace(": 0", ": x")), "proofs.strategy.open"),
        (with_line(1, STOPPED.body[1].split(" ")[0]), "proofs.at-line"),
        (with_line(SECOND, "seat 1 is stopped"), "xchain.proof.sections"),
    ],
)
def test_a_broken_certificate_is_refused(certificate: Certificate, fault: str) -> None:
    with pytest.raises(Unproved) as refused:
        check(certificate, quietly)
    assert fault in (reason(refused.value), refused.value.code)


def test_every_answer_matters() -> None:
    """Each answer of a line replaced by one that only passes the move on: the position behind it has no line."""
    number = next(i for i, line in enumerate(STOPPED.body) if "," in line)
    body, _, answers = STOPPED.body[number].partition(": ")
    words = answers.split(" ")
    for i, answer in enumerate(words):
        first = answer.partition(",")[0]
        changed = [*words[:i], first if first != answer else f"{answer},{answer[1:]}", *words[i + 1 :]]
        with pytest.raises(Unproved):
            check(with_line(number, f"{body}: {' '.join(changed)}"), quietly)


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_a_line_that_leads_to_itself_proves_nothing(seat: int) -> None:
    """An answer without a move, where the strategy's side is to move, would leave the position as it is."""
    state = games.start(f"xchain:size=3x3,seats=3,first={seat}")
    body = [f"seat {seat} wins", f"{state.body}: 0"]
    with pytest.raises(Unproved) as refused:
        check(Certificate(state, str(seat), "coalition", {}, tuple(body)), quietly)
    assert reason(refused.value) == "xchain.proof.goes-on"


def test_an_answer_has_all_moves_of_the_strategy() -> None:
    """Each answer without its last move, where the line behind it is there: it is still the strategy's turn."""
    number = next(i for i, line in enumerate(STOPPED.body) if re.search(r" \d\w+,", line))
    position, _, answers = STOPPED.body[number].partition(": ")
    moves = re.search(r"\d(\w+),", answers)
    assert moves
    state = STOPPED.state.game.read(position)
    place = answers.split(" ").index(next(answer for answer in answers.split(" ") if answer.startswith(moves[0])))
    behind = state.play(state.moves()[place]).play(moves[1])
    short = answers.split(" ")
    short[place] = f"0{moves[1]}"
    body = list(STOPPED.body)
    body[number] = f"{position}: {' '.join(short)}"
    body.insert(number + 1, f"{behind.body}: 0")
    with pytest.raises(Unproved) as refused:
        check(replace(STOPPED, body=tuple(body)), quietly)
    assert reason(refused.value) == "xchain.proof.goes-on"


def test_two_seats_have_no_coalitions_and_no_value_none() -> None:
    start = games.start("xchain:size=3x3")
    with pytest.raises(Unproved) as refused:
        Certificate(start, "none", "coalition")
    assert refused.value.code == "proofs.certificate.value"
    with pytest.raises(Unproved) as refused:
        check(Certificate(start, "1", "coalition"), quietly)
    assert refused.value.code == "xchain.proof.seats"
