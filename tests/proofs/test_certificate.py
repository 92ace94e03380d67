"""Certificates as text: what is written can be read, and what is no certificate is refused with its fault."""

from __future__ import annotations

import gzip
import tracemalloc
from pathlib import Path

import pytest
from click.testing import CliRunner

from quincunx import games, proofs
from quincunx.cli import main
from quincunx.games import Refused
from quincunx.law.messages import Message, text
from quincunx.proofs import Certificate, Unproved, certificate
from quincunx.proofs.checking import check

CERTIFICATE = Certificate(games.start("tactix:size=3"), "1", "strategy", {"Method": "by hand"}, ("line one", "two"))


@pytest.mark.parametrize("name", ["plain.cert", "small.cert.gz"])
def test_what_is_written_is_read_again(tmp_path: Path, name: str) -> None:
    proofs.write(tmp_path / name, CERTIFICATE)
    assert proofs.read(tmp_path / name) == CERTIFICATE
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_the_hash_is_that_of_the_text(tmp_path: Path) -> None:
    proofs.write(tmp_path / "one.gz", CERTIFICATE)
    first = (tmp_path / "one.gz").read_bytes()
    proofs.write(tmp_path / "one.gz", CERTIFICATE)
    assert (tmp_path / "one.gz").read_bytes() == first
    assert gzip.decompress(first).decode() == CERTIFICATE.text()
    assert proofs.read(tmp_path / "one.gz").sha256 == CERTIFICATE.sha256


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "proofs.certificate.none"),
        ('[Certificate "2"]\n', "proofs.certificate.version"),
        ('[Certificate "1"]\n[Position "tactix 1"\n', "proofs.certificate.tag"),
        ('[Certificate "1"]\n[Value "1"]\n[Kind "strategy"]\n', "proofs.certificate.missing"),
        ('[Certificate "1"]\n[Position "tactix:size=3"]\n[Value "1"]\n[Kind "x"]\n', ""),
        (
            '[Certificate "1"]\n[Position "tactix:size=3 ooo/ooo/ooo 1"]\n[Value "3"]\n[Kind "x"]\n',
            "proofs.certificate.value",
        ),
        ('[Certificate "1"]\n[Value "1"]\n[Value "2"]\n', "proofs.certificate.twice"),
    ],
)
def test_what_is_no_certificate_is_refused(text: str, fault: str) -> None:
    with pytest.raises(Refused) as refused:
        proofs.parse(text)
    assert refused.value.code.startswith(fault)


def test_a_broken_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cut.gz").write_bytes(gzip.compress(CERTIFICATE.text().encode())[:-10])
    with pytest.raises(Unproved) as refused:
        proofs.read(tmp_path / "cut.gz")
    assert refused.value.code == "proofs.certificate.unreadable"


@pytest.mark.parametrize("spoil", [slice(None, -10), slice(12), slice(3)])
def test_a_gzipped_file_that_is_cut_is_refused(tmp_path: Path, spoil: slice) -> None:
    (tmp_path / "cut.gz").write_bytes(gzip.compress(CERTIFICATE.text().encode())[spoil])
    with pytest.raises(Unproved) as refused:
        proofs.read(tmp_path / "cut.gz")
    assert refused.value.code == "proofs.certificate.unreadable"


@pytest.mark.parametrize("data", [b"\xff\x00\x01", gzip.compress(b"\xff\x00\x01")], ids=["plain", "gzipped"])
def test_a_file_that_is_not_text_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "data.bin").write_bytes(data)
    with pytest.raises(Unproved) as refused:
        proofs.read(tmp_path / "data.bin")
    assert refused.value.code == "proofs.certificate.utf-8"


def test_a_gzipped_file_that_is_damaged_is_refused(tmp_path: Path) -> None:
    data = bytearray(gzip.compress(CERTIFICATE.text().encode()))
    data[12] ^= 0xFF
    (tmp_path / "damaged.gz").write_bytes(data)
    with pytest.raises(Unproved) as refused:
        proofs.read(tmp_path / "damaged.gz")
    assert refused.value.code == "proofs.certificate.unreadable"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b'[Game "tactix"]\n[Rules "1"]\n', "proofs.certificate.record"),
        (b'[Resume "xtic 1"]\n', "proofs.certificate.saved"),
        (b"quincunx tactix table 1: tactix\n\xff\xff", "proofs.certificate.saved"),
    ],
)
def test_other_files_are_told_apart(tmp_path: Path, data: bytes, code: str) -> None:
    (tmp_path / "file").write_bytes(data)
    with pytest.raises(Unproved) as refused:
        proofs.read(tmp_path / "file")
    assert refused.value.message == Message(code, path=str(tmp_path / "file"))


@pytest.mark.parametrize("name", ["plain.cert", "packed.gz"])
def test_a_certificate_has_a_largest_size(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / name
    proofs.write(path, CERTIFICATE)
    monkeypatch.setattr(certificate, "LARGEST", len(CERTIFICATE.text()))
    assert proofs.read(path) == CERTIFICATE
    monkeypatch.setattr(certificate, "LARGEST", len(CERTIFICATE.text()) - 1)
    with pytest.raises(Unproved) as refused:
        proofs.read(path)
    assert refused.value.code == "proofs.certificate.large"


def test_solve_says_if_a_certificate_is_too_large_to_be_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["solve", "tactix:size=3", "-o", str(tmp_path / "large.cert")]
    warning = text("cli.solve.large", megabytes=0)
    assert warning not in CliRunner().invoke(main, words).output
    monkeypatch.setattr(certificate, "LARGEST", 100)
    monkeypatch.setattr(proofs, "LARGEST", 100)
    done = CliRunner().invoke(main, words)
    assert (done.exit_code, done.output.splitlines()[-1]) == (0, warning)
    assert (tmp_path / "large.cert").exists()


def test_a_small_file_cannot_fill_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = tmp_path / "bomb.gz"
    bomb.write_bytes(gzip.compress(b"0" * (50 << 20), compresslevel=1))
    monkeypatch.setattr(certificate, "LARGEST", 1 << 20)
    tracemalloc.start()
    try:
        with pytest.raises(Unproved) as refused:
            proofs.read(bomb)
        assert tracemalloc.get_traced_memory()[1] < 10 << 20
    finally:
        tracemalloc.stop()
    assert refused.value.message == Message("proofs.certificate.large", path=str(bomb), megabytes=1)


@pytest.mark.parametrize("unit", ["ab\n", "\u0101\n"])
def test_short_lines_cannot_fill_the_memory(unit: str) -> None:
    """Each becomes a string of its own, so the largest text takes much more than its bytes."""
    tags = CERTIFICATE.text().partition("\n\n")[0]
    text = f"{tags}\n\n{unit * 100_000}"
    tracemalloc.start()
    try:
        with pytest.raises(Unproved):
            check(proofs.parse(text), lambda _: None)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak / len(text.encode()) * certificate.LARGEST < 3 << 30
