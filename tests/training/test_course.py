"""Training: chunks that are kept, a network with its card, and the core that runs it."""

import gzip
import json
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from quincunx import _core
from quincunx.games import Refused, registry
from quincunx.law import Message
from quincunx.training.course import Course, Subject
from quincunx.training.network import ANSWER, Fit, Network
from quincunx.training.selfplay import Plan, Sample, play

PLAN = Plan("xchain:size=3x3", "mixed", 20, 4, 4)


def subject(game: str) -> Subject:
    module = registry.part(game, "train")
    assert module
    found = module.SUBJECTS[0]
    assert isinstance(found, Subject)
    return found


def test_the_same_seed_plays_the_same_matches() -> None:
    samples = list(play(PLAN, 1))
    assert samples == list(play(PLAN, 1))
    assert samples != list(play(PLAN, 2))
    assert all(sum(sample.results) == 1 for sample in samples)
    assert [Sample.read(f"{sample}\n").results for sample in samples] == [sample.results for sample in samples]


def test_a_course_keeps_its_chunks_and_writes_a_card(tmp_path: Path) -> None:
    small = Subject("xchain-2", (PLAN,), (8,), subject("xchain").examples)
    course = Course(small, tmp_path, rounds=3, epochs=2, seed=1)
    chunks = list(course.play())
    times = [(tmp_path / chunk).stat().st_mtime_ns for chunk in chunks]
    assert list(course.play()) == chunks
    assert [(tmp_path / chunk).stat().st_mtime_ns for chunk in chunks] == times  # nothing is played again
    assert len(list(course.learn())) == 2
    card = json.loads((tmp_path / "xchain-2.json").read_text("utf-8"))
    data = (tmp_path / "xchain-2.net").read_bytes()
    assert card["sha256"] == sha256(data).hexdigest()
    assert 0 <= card["brier"] <= 1
    assert card["command"] == "quincunx train xchain --only xchain-2 --rounds 3 --epochs 2 --seed 1 --out FOLDER"
    _core.keep_network("xchain-2", data)
    _core.keep_network("xchain-3", data)
    _core.keep_network("xchain-4", data)
    found = _core.analyse("xchain:size=3x3 A1../.../..B1 aa 1", "learned", nodes=100)
    assert all(0 <= move.values[0] <= 1 for move in found.moves)


@pytest.mark.parametrize("spoiled", ["half", "text", "other lines", "empty", "no lines", "no number"])
def test_a_damaged_chunk_is_named_and_can_be_played_again(tmp_path: Path, spoiled: str) -> None:
    course = Course(Subject("xchain-2", (PLAN,), (8,), subject("xchain").examples), tmp_path, 2, 1, seed=1)
    name, _ = course.play()
    chunk = tmp_path / name
    data = chunk.read_bytes()
    other = {
        "half": data[: len(data) // 2],
        "text": b"no gzip",
        "other lines": gzip.compress(b"one\ntwo\n"),
        "empty": b"",
        "no lines": gzip.compress(b""),
        "no number": gzip.compress(b"xchain:size=3x3 A1../.../..B1 aa 1\t0.5,0.5\tnan,nan\n"),
    }
    chunk.write_bytes(other[spoiled])
    with pytest.raises(Refused) as caught:
        list(course.learn())
    assert caught.value.message == Message("training.chunk", path=str(chunk))
    chunk.unlink()
    list(course.play())
    assert chunk.read_bytes() == data
    assert len(list(course.learn())) == 1


def test_a_network_learns_what_can_be_learned() -> None:
    draw = np.random.default_rng(1)
    inputs = draw.integers(0, 5, (4000, 1, 6)).astype(np.int16)
    targets = (inputs[:, :, 0] > inputs[:, :, 1]).astype(np.float32)
    network = Network.random(6, (8,), np.ones(6, np.float32), 1)
    losses = list(Fit(network, inputs, targets, epochs=15, rate=0.01, size=64).run())
    assert losses[-1] < 0.1 < losses[0]


@pytest.mark.parametrize(
    "data", [b"", b"QXN1", b"QXN2\x01\0\0\0", b"QXN1\xff\xff\xff\xff", b"QXN1\x01\0\0\0" + b"\xff" * 12]
)
def test_bytes_that_are_no_network_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"network|layers"):
        _core.keep_network("spoiled", data)


def test_the_core_answers_as_the_network_does() -> None:
    """Through tritoc, one turn ahead with one legal field: the value of the move is that of the position after it."""
    draw = np.random.default_rng(2)
    network = Network.random(48, (16,), np.full(48, 60.0, np.float32), 3)
    network.biases[0] += draw.normal(0, 1, 16).astype(np.float32)
    _core.keep_network("tritoc-standard", network.to_bytes())
    position = (
        "tritoc r......../........./........./........./........./........./........./........./........y 1 7 0 0"
    )
    for found in _core.analyse(position, "learned", nodes=1).moves:
        after = _core.play(position, found.move)
        seen = np.frombuffer(_core.tritoc_features([after]), np.int16).astype(np.float32).reshape(1, 48)
        answer = float(network.answers(seen)[0])
        assert found.values[1] == pytest.approx(1 / (1 + np.exp(-answer)), abs=20 / ANSWER)


def test_a_network_answers_many_rows_at_once() -> None:
    draw = np.random.default_rng(4)
    network = Network.random(6, (8,), np.ones(6, np.float32), 5)
    rows = draw.integers(0, 5, (20, 6)).astype(np.int16)
    answers = np.frombuffer(_core.network_answers(network.to_bytes(), rows.tobytes()), np.int32)
    assert answers / ANSWER == pytest.approx(network.answers(rows.astype(np.float32)), abs=20 / ANSWER)


def test_the_evaluation_by_hand_is_a_chance_of_the_seat_to_move() -> None:
    corner, edge = (_core.xchain_outlook(f"xchain:size=3x3 A1../.../.B1. aa {seat}") for seat in (1, 2))
    assert corner > 0.5 > edge
    assert corner + edge == pytest.approx(1)
    three = [_core.xchain_outlook(f"xchain:seats=3,size=4x4 A1.../..../.B1../...C1 aaa {seat}") for seat in (1, 2, 3)]
    assert three[0] == pytest.approx(three[2])
    assert three[1] < three[0] < 1
    with pytest.raises(ValueError, match="over"):
        _core.xchain_outlook("xchain:size=3x3 A1.A2/A2A3./A1A2A2 ad -")
