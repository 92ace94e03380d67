"""Certificates as text: what is written can be read, and what is no certificate is refused with its fault."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from quincunx import games, proofs
from quincunx.games import Refused
from quincunx.proofs import Certificate, Unproved

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
        ("", "not a certificate"),
        ('[Certificate "2"]\n', "version '2', and only version '1'"),
        ('[Certificate "1"]\n[Position "tactix 1"\n', "line 2"),
        ('[Certificate "1"]\n[Value "1"]\n[Kind "strategy"]\n', "no tag Position"),
        ('[Certificate "1"]\n[Position "tactix:size=3"]\n[Value "1"]\n[Kind "x"]\n', "tactix"),
        ('[Certificate "1"]\n[Position "tactix:size=3 ooo/ooo/ooo 1"]\n[Value "3"]\n[Kind "x"]\n', "seat or draw"),
    ],
)
def test_what_is_no_certificate_is_refused(text: str, fault: str) -> None:
    with pytest.raises(Refused, match=fault):
        proofs.parse(text)


def test_a_broken_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cut.gz").write_bytes(gzip.compress(CERTIFICATE.text().encode())[:-10])
    with pytest.raises(Unproved, match="neither text nor gzipped"):
        proofs.read(tmp_path / "cut.gz")


@pytest.mark.parametrize("spoil", [slice(None, -10), slice(12), slice(3)])
def test_a_gzipped_file_that_is_cut_is_refused(tmp_path: Path, spoil: slice) -> None:
    (tmp_path / "cut.gz").write_bytes(gzip.compress(CERTIFICATE.text().encode())[spoil])
    with pytest.raises(Unproved, match="neither text nor gzipped"):
        proofs.read(tmp_path / "cut.gz")


def test_a_gzipped_file_that_is_damaged_is_refused(tmp_path: Path) -> None:
    data = bytearray(gzip.compress(CERTIFICATE.text().encode()))
    data[12] ^= 0xFF
    (tmp_path / "damaged.gz").write_bytes(data)
    with pytest.raises(Unproved, match="neither text nor gzipped"):
        proofs.read(tmp_path / "damaged.gz")


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b'[Game "tactix"]\n[Rules "1"]\n', "is the record of a match.*record check"),
        (b'[Resume "xtic 1"]\n', "saved on its way"),
        (b"quincunx tactix table 1: tactix\n\xff\xff", "saved on its way"),
    ],
)
def test_other_files_are_told_apart(tmp_path: Path, data: bytes, told: str) -> None:
    (tmp_path / "file").write_bytes(data)
    with pytest.raises(Unproved, match=told):
        proofs.read(tmp_path / "file")
