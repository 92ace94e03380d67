"""Shipped certificates with one thing changed, and damaged files of --resume: nothing false is proved."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from quincunx import books, games, proofs
from quincunx.proofs import Certificate, Effort, Progress, Unproved
from quincunx.proofs.checking import check_completely
from quincunx.proofs.solving import NoProof, solve

LITTLE = Effort(memory=1 << 24)
XTIC = [name for name in books.names() if name.startswith("xtic-")]


def quietly(progress: Progress) -> None:
    assert 0 <= progress.share <= 1


def unwilling(progress: Progress) -> None:
    assert "leaf" not in progress.what, "the tree is broken, so no leaf is to be tried"


def with_line(certificate: Certificate, number: int, line: str) -> Certificate:
    body = list(certificate.body)
    assert body[number] != line
    body[number] = line
    return replace(certificate, body=tuple(body))


def another_link(certificate: Certificate) -> Certificate:
    """One answer leads to another board."""
    number, line = next((i, line) for i, line in enumerate(certificate.body) if re.search(r"[ >]7\.", line))
    return with_line(certificate, number, re.sub(r"([ >])7\.", r"\g<1>8.", line, count=1))


def another_piece(certificate: Certificate) -> Certificate:
    """A board has a piece on another square."""
    number = next(i for i, line in enumerate(certificate.body) if re.match(r"[0-9A-F]\.", line))
    line = certificate.body[number]
    return with_line(certificate, number, "." + line[0] + line[2:])


def without_last_board(certificate: Certificate) -> Certificate:
    number = max(i for i, line in enumerate(certificate.body) if not line.startswith("fall"))
    return replace(certificate, body=certificate.body[:number] + certificate.body[number + 1 :])


@pytest.mark.parametrize("name", XTIC)
@pytest.mark.parametrize(
    "spoil",
    [
        another_link,
        another_piece,
        lambda good: replace(good, value="1"),
        without_last_board,
        lambda good: replace(good, body=good.body[1:]),
    ],
    ids=["link", "piece", "value", "last board", "first turn"],
)
def test_a_spoiled_book_of_xtic_is_refused(name: str, spoil: Callable[[Certificate], Certificate]) -> None:
    good = proofs.parse(books.load(name))
    with pytest.raises(Unproved):
        check_completely(spoil(good), LITTLE, unwilling)


DRAWS = [
    "xtic ..A6/.52./..9B/.4.. -",
    "xtic:type=nodiags ..A6/.52./..9B/.4.. -",
    "xtic:type=torus .345/..../...0/8F7. -",
    "xtic:goal=complete 84.9/..../.B51/F... -",
    "xtic:type=nodiags,goal=complete ..A6/.52./..9B/.4.. -",
    "xtic:type=torus,goal=complete ..0B/5.../F..3/C1.. -",
]


@pytest.mark.parametrize("position", DRAWS)
@pytest.mark.parametrize("seat", [1, 2])
def test_a_false_leaf_is_found_in_every_game_of_xtic(position: str, seat: int) -> None:
    """The tree of a seat that does not lose is one of a seat that wins too, but for its leaves."""
    good = replace(solve(games.parse(position), LITTLE, quietly), kind="sample")
    assert good.value == "draw"
    assert "all" in check_completely(good, LITTLE, quietly)[-1]
    first, second = good.body.index("seat 1 holds"), good.body.index("seat 2 holds")
    claimed = good.body[first:second] if seat == 1 else good.body[second:]
    body = (*good.body[:first], claimed[0].replace("holds", "wins"), *claimed[1:])
    with pytest.raises(Unproved) as refused:
        check_completely(replace(good, value=str(seat), body=body), LITTLE, quietly)
    assert refused.value.message.args["reason"].code == "xtic.proof.leaf"


@pytest.mark.parametrize("number", [0, 1, 2000])
def test_a_book_of_three_dimensions_without_an_answer_is_refused(number: int) -> None:
    good = proofs.parse(books.load("tesseract-3"))
    words = good.body[number].split(" ")
    with pytest.raises(Unproved):
        check_completely(with_line(good, number, " ".join(words[:-1]) or "-"), LITTLE, quietly)


@pytest.mark.parametrize("game", ["xchain:size=3x3", "tactix"])
def test_a_damaged_save_file_is_noticed(game: str, tmp_path: Path) -> None:
    """Every other finding is changed into its opposite."""
    effort = replace(LITTLE, resume=tmp_path / "save")
    assert effort.resume
    solve(games.start(game), effort, quietly)
    data = bytearray(effort.resume.read_bytes())
    for place in range(data.index(b"\n") + 1, len(data), 16):
        data[place] ^= 0x11
    effort.resume.write_bytes(data)
    with pytest.raises(NoProof) as refused:
        solve(games.start(game), effort, quietly)
    assert refused.value.code == "proofs.saved.false"
